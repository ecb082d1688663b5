"""Lists that are laid out by new lines in a ``pre``: key servers, mail archives, old catalogues."""

import time

import pytest

from leadline.columns.induction import learn_columns
from leadline.mining.miner import record_text
from leadline.page.dom import parse_html
from leadline_research.miners import mine
from tables import each_row

MESSAGES = "".join(
    f'{n}. <b><a\nhref="m{n}/">Letter {n} on ships</a></b>\n   - by Writer {n} @ 2019-01-{n:02}\n\n'
    for n in range(1, 21)
)
KEYS = "".join(
    f'pub  25{n}/<a href="get?k={n}">0x{n:04}</a> 2026/11/20 <a href="see?k={n}">Owner {n}</a>\n'
    for n in range(10, 30)
)


@pytest.mark.parametrize(
    ("held", "first", "last"),
    [
        pytest.param(
            MESSAGES,
            "1. Letter 1 on ships - by Writer 1 @ 2019-01-01",
            "20. Letter 20 on ships - by Writer 20 @ 2019-01-20",
            id="an empty line parts records of two lines: the author is not the next one's",
        ),
        pytest.param(
            "Type  Key  Date  Owner\n" + KEYS,
            "pub 2510/ 0x0010 2026/11/20 Owner 10",
            "pub 2529/ 0x0029 2026/11/20 Owner 29",
            id="a line is a record: its first word and the end of the last are one text",
        ),
    ],
)
def test_lines_part_records(held: str, first: str, last: str) -> None:
    page = parse_html(f"<h1>Found</h1><pre>{held}</pre><hr><p>About</p>", "http://h.test/")
    records = [record_text(page, span) for span in mine(page)[0].records]
    assert (len(records), records[0], records[-1]) == (20, first, last)


@each_row(__file__, "ONLY_NEW_LINES_PRE", "html", "breaks")
def test_only_new_lines_of_a_pre_are_breaks(html: str, breaks: int) -> None:
    assert parse_html(html, "http://h.test/").tag.count("br") == breaks


@pytest.mark.parametrize("part", ["<pre>", "<script>", "<pre\n", "<pre>\n</pre>"])
def test_many_open_ones_take_no_long_time(part: str) -> None:
    began = time.process_time()
    parse_html(part * 20_000, "http://h.test/")
    assert time.process_time() - began < 5


def test_a_text_in_front_of_several_values_names_none_of_them() -> None:
    """One text stands before key, date and owner in all lines."""
    lines = "".join(
        f'pub 255E/<a href="get?k={n}">0x{n:04}</a> 2026/11/20 <a href="see?k={n}">Owner {n}</a>\n'
        for n in range(10, 30)
    )
    page = parse_html(f"<h1>Found</h1><pre>{lines}</pre>", "http://h.test/")
    spans = mine(page)[0].records
    columns = learn_columns([(page, spans)])
    values = [{field.value for field in columns.read(page, span)} for span in spans]
    assert len(spans) == 20
    for n, shown in enumerate(values, 10):
        assert {f"0x{n:04}", "2026/11/20", f"Owner {n}"} <= shown
