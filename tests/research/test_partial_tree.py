"""Partial tree alignment: the example of the paper (as remembered), and its places one by one."""

import pytest

from leadline.model import RecordSpan
from leadline.page.dom import parse_html
from leadline_research.zhai2005.partial_tree import align
from tables import each_row


def table(records: list[str]) -> list[str]:
    """What records hold in each column, "." where nothing; records are words, one an element."""
    made = "".join(
        f"<p>{''.join(f'<{word}>{word}</{word}>' for word in words.split())}</p>"
        for words in records
    )
    page = parse_html(f"<div>{made}</div>", "")
    rows = align(page, [RecordSpan((node,)) for node in page.elements("p")])
    width = max(int(field.column) for fields in rows for field in fields)
    held = [{field.column: field.value for field in fields} for fields in rows]
    return [" ".join(row.get(str(at), ".") for at in range(1, width + 1)) for row in held]


@each_row(__file__, "ALIGNED", "why", "records", "rows", sequence=list)
def test_places(why: str, records: list[str], rows: list[str]) -> None:
    assert table(records) == rows


def test_records_of_several_nodes_links_and_images() -> None:
    html = "".join(
        f"<h4><a href=/{n}>Title {n}</a></h4><div>{image}<b> {n} May</b></div>"
        for n, image in ((1, ""), (2, "<img src=/i.png>"))
    )
    page = parse_html(f"<body>{html}", "http://h.test/")
    nodes = page.children(next(page.elements("body")))
    rows = align(page, [RecordSpan(tuple(nodes[:2])), RecordSpan(tuple(nodes[2:]))])
    assert [[tuple(field) for field in fields] for fields in rows] == [
        [("1", "http://h.test/1", "link"), ("2", "Title 1", "text"), ("4", "1 May", "text")],
        [
            ("1", "http://h.test/2", "link"),
            ("2", "Title 2", "text"),
            ("3", "http://h.test/i.png", "image"),
            ("4", "2 May", "text"),
        ],
    ]


@pytest.mark.parametrize(
    "html",
    [
        "<li>" + "<div>" * 3_000 + "x",
        "<li>" + "<b>1</b><i>2</i>" * 3_000,
        "".join(f"<li>{'<b>' * at}{at}" for at in range(40)),
    ],
)
def test_what_is_too_deep_or_too_long_is_left_out(html: str) -> None:
    page = parse_html(f"<ul>{html}<li>y</ul>", "")
    rows = align(page, [RecordSpan((node,)) for node in page.elements("li")])
    assert rows[-1] == () or len(rows[-1]) == 1
    assert all(len(fields) <= 300 for fields in rows)


def test_nothing_to_align() -> None:
    assert align(parse_html("", ""), []) == []
