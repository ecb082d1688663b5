"""Pages that tempt a reader of record pages: each row says what it shows."""

import time

import pytest

from leadline.details.content import DetailContent, read_content
from leadline.details.induction import learn_details
from leadline.model import Field
from leadline.page.dom import parse_html
from tables import each_row, read_values

STATES = ("open", "closed")
CASES: dict[str, tuple[str, str, list[str]]] = read_values(__file__, "CASES", sequence=list)


@pytest.mark.parametrize("case", CASES)
def test_the_column_holds_the_values(case: str) -> None:
    html, column, values = CASES[case]
    names = [{"n": str(n), "m": str(n % 3), "state": STATES[n % 2]} for n in range(100, 112)]
    pages = [
        read_content(parse_html(html.format(**each), f"http://h.test/{each['n']}"))
        for each in names
    ]
    wrapper = learn_details(pages, [()] * len(pages))
    for page, each in zip(pages, names, strict=True):
        fields = {field.column: field.value for field in wrapper.fields(page)}
        assert fields[column] == "\xa0|\xa0".join(value.format(**each) for value in values)


def test_a_label_that_comes_later_is_a_column() -> None:
    html = "<dl><dt>No<dd>{n}{more}</dl>"
    pages = [
        read_content(parse_html(html.format(n=n, more=""), f"http://h.test/{n}")) for n in range(9)
    ]
    wrapper = learn_details(pages, [()] * len(pages))
    later = parse_html(html.format(n=9, more="<dt>Award<dd>Prize"), "http://h.test/9")
    assert Field("Award", "Prize") in wrapper.fields(read_content(later))


def test_what_differs_when_a_page_is_read_again_is_no_data_of_its_record() -> None:
    html = "<dl><dt>No<dd>{n}<dt>Seen<dd>{seen}</dl><p class=foot>took {seen} ms</p>"

    def read(n: int, seen: int) -> DetailContent:
        return read_content(parse_html(html.format(n=n, seen=seen), f"http://h.test/{n}"))

    pages = [read(n, 7 * n) for n in range(20, 29)]
    once = learn_details(pages, [()] * len(pages))
    wrapper = learn_details(pages, [()] * len(pages), read(20, 3))
    assert (once.names, wrapper.names) == (["No", "Seen", "foot"], ["No"])
    assert wrapper.fields(read(5, 1)) == (Field("No", "5"),)


def test_the_record_as_data_is_no_column() -> None:
    pages, listed = [], []
    for n in range(9):
        url = f"http://h.test/{n}"
        html = f"<p>As: <a href={url}.json>json</a><p>Text: <a href={url}.pdf>pdf</a>"
        pages.append(read_content(parse_html(html, url)))
        listed.append((Field("title_url", url, "link"),))
    assert learn_details(pages, listed).names == ["Text"]


def test_pages_without_anything_bring_no_column() -> None:
    pages = [read_content(parse_html("<p>Log in</p>", "http://h.test/")) for _ in range(5)]
    assert learn_details(pages, [()] * 5).columns == ()


@each_row(__file__, "READING_TAKES_LINEAR", "part")
def test_reading_takes_linear_time(part: str) -> None:
    def seconds(count: int) -> float:
        document = parse_html(part * count, "http://h.test/")
        times = []
        for _ in range(3):
            began = time.process_time()
            read_content(document, frozenset({"http://h.test/r"}))
            times.append(time.process_time() - began)
        return min(times)

    assert seconds(8_000) <= 10 * max(seconds(2_000), 0.01)
