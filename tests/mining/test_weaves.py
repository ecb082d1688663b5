"""Records woven over rows: what is a grid, what only looks like one, and how it is turned."""

from __future__ import annotations

import pytest

from leadline.mining.interleaved.detect import find_weaves
from leadline.mining.interleaved.transpose import Weave, unwoven
from leadline.mining.miner import mine_runs
from leadline.mining.signatures import Flat
from leadline.mining.span_text import record_text, span_links
from leadline.page.dom import parse_html
from leadline_research.miners import mine

Rows = list[list[str]]

NAMES = ["Iron bridge", "Old harbour", "Green valley", "Winter road", "Stone mill", "Paper boat"]
PRICES = ["$ 12.50", "$ 7.00", "sold out", "$ 31.00", "$ 4.20", "$ 18.99"]
PICTURES = [f"<img src=/{n}.jpg>" for n in range(6)]
LINKS = [f"<a>{name}</a>" for name in NAMES]
GRID = [NAMES[:3], PRICES[:3], NAMES[3:], PRICES[3:]]
WEEKS = [[str(day) for day in range(first, first + 7)] for first in (1, 8, 15, 22)]


def table(rows: Rows) -> str:
    return f"<table>{boxes('tr', 'td', rows)}</table>"


def boxes(row: str, cell: str, rows: Rows) -> str:
    return "".join(
        f"<{row}>{''.join(f'<{cell}>{one}</{cell}>' for one in held)}</{row}>" for held in rows
    )


def headed(rows: Rows) -> str:
    lines = "".join(f"<tr><th>{row[0]}{''.join(f'<td>{one}' for one in row[1:])}" for row in rows)
    return f"<table>{lines}</table>"


def found(html: str) -> list[Weave]:
    return [weave for _, weave in find_weaves(Flat(parse_html(html, "http://h.test/")))]


GRIDS = [
    ("told by what the cells say", table(GRID), Weave(2)),
    ("told by their make", table([PICTURES[:3], *GRID[:2], PICTURES[3:], *GRID[2:]]), Weave(3)),
    ("the last group has one record", table([*GRID, ["Lamp"], ["$ 3"]]), Weave(2)),
    ("the last group has empty cells", table([*GRID, ["Lamp", "", ""], ["$ 3", "", ""]]), Weave(2)),
    ("a list for each row", boxes("ul", "li", GRID), Weave(2)),
    ("boxes, a rule between groups",
     f"{boxes('div', 'span', GRID[:2])}<hr>{boxes('div', 'span', GRID[2:])}", Weave(2)),
    ("a table for each group", table(GRID[:2]) + table(GRID[2:]), Weave(2)),
    ("a single group could be anything", table(GRID[:2]), None),
    ("Chinese", table([["铁桥", "老港", "山谷"], ["12元", "7元", "9元"],
                       ["冬路", "石磨", "纸船"], ["31元", "4元", "6元"]]),
     Weave(2)),
    ("labels come again", headed([["Name", *NAMES[:2]], ["Price", *PRICES[:2]],
                                  ["Name", *NAMES[3:5]], ["Price", *PRICES[3:5]]]),
     Weave(2, labelled=True)),
    ("a comparison", headed([["Name", *NAMES[:3]], ["Price", *PRICES[3:]]]),
     Weave(0, labelled=True)),
    ("a comparison in Chinese", headed([["名称", "红楼梦", "西游记", "三国"],
     ["价格", "35.00元", "28元", "41元"], ["作者", "曹雪芹", "吴承恩", "罗贯中"]]),
     Weave(0, labelled=True)),
    ("labels without markup", table([["Name", *NAMES[:3]], ["Price", "$ 1", "$ 2", "$ 3"],
                                     ["Weight", "1 kg", "2 kg", "3 kg"]]),
     Weave(0, labelled=True)),
    ("headings between", headed([["Name", *NAMES[:3]], ["Money"], ["Price", *PRICES[3:]],
                                 ["Made", "1901", "1902", "1907"]])
     .replace("<th>Money", "<th colspan=4>Money"), Weave(0, labelled=True)),
    ("ragged: a picture and a price are missing, one has a badge",
     table([["-", *PICTURES[1:3]], [f"<a>{NAMES[0]}</a> <b>new</b>", *LINKS[1:3]], PRICES[:3],
            PICTURES[3:], LINKS[3:], PRICES[3:]]), Weave(3)),
    ("a comparison whose things have no label",
     headed([["", *NAMES[:3]], ["Price", *PRICES[3:]], ["Made", "1901", "1902", "1903"]]),
     Weave(0, labelled=True)),
]  # fmt: skip


@pytest.mark.parametrize(("html", "weave"), [pytest.param(h, w, id=name) for name, h, w in GRIDS])
def test_a_grid_is_seen(html: str, weave: Weave | None) -> None:
    assert {*found(html)} == ({weave} if weave else set())


NO_GRIDS = [
    ("a record a row", table([list(row) for row in zip(NAMES, PRICES, PICTURES, strict=True)])),
    ("a record a row, all words", table([NAMES[at:][:3] for at in (0, 1, 2, 3)])),
    ("a matrix", headed([[name, "1", "22", "3"] for name in NAMES])),
    ("years over numbers",
     headed([["", "2019", "2020", "2021"], *([name, "1", "2", "3"] for name in NAMES)])),
    ("few years over numbers",
     headed([["", "2019", "2020"], ["Oslo", "1", "2"], ["Bern", "3", "4"]])
     .replace("<td>20", "<th>20")),
    ("records of two rows", table([
        row for name, price in zip(NAMES, PRICES, strict=True)
        for row in ([f"<b>{name}</b>", "12 km"], [f"<i>by {name}</i>", price])])),
    ("headings above values", table([
        row for n in range(4)
        for row in (["<b>Name", "<b>Town", "<b>Street"], [NAMES[n], NAMES[n + 1], NAMES[0]])])),
    ("labels beside values", table([
        row for n in range(5) for row in (["Name", NAMES[n]], ["Price", PRICES[n]])])),
    ("a calendar", table([row for week in WEEKS for row in (week, [*NAMES, "Mass"])])),
    ("a menu", boxes("ul", "li", [[f"<a href=/{name}>{name}</a>" for name in NAMES]] * 4)),
    ("cards in rows", boxes("div", "p", [
        [f"<a href=/>{NAMES[n]}</a><b>{PRICES[n]}</b>" for n in some]
        for some in ((0, 1, 2), (3, 4, 5)) * 2])),
    ("a price for each amount", table([["1 - 14", "15 - 49"], ["$3.46", "$2.49"]])),
    ("four labels and values", table([["Name", "Iron bridge"], ["<i>Price", "<i>$ 12"],
                                      ["Town", "Old harbour"], ["<i>Year", "<i>1901"]])),
    ("facts of one thing", headed([["Name", "Iron bridge"], ["Price", "$ 12"], ["Made", "1901"]])),
]  # fmt: skip


@pytest.mark.parametrize("html", [pytest.param(html, id=name) for name, html in NO_GRIDS])
def test_what_is_no_grid(html: str) -> None:
    assert found(html) == []


def test_the_default_finds_columns_of_rows_and_other_miners_of_runs_do_not() -> None:
    links = [f"<a href=/{n}>{name}</a>" for n, name in enumerate(NAMES)]
    page = parse_html(table([links[:3], PRICES[:3], links[3:], PRICES[3:]]), "http://h.test/")
    records = mine(page)[0].records
    assert [record_text(page, span) for span in records] == [
        f"{name} {price}" for name, price in zip(NAMES, PRICES, strict=True)
    ]
    assert [span_links(page, span)[0][1] for span in records] == [
        f"http://h.test/{n}" for n in range(6)
    ]
    for region in mine_runs(page):
        assert all(page.end[a] == b for span in region.records
                   for a, b in zip(span.nodes, span.nodes[1:], strict=False))  # fmt: skip


def test_cells_keep_their_places_their_rows_class_and_their_label() -> None:
    rows = "<tr class=who><th>Name<td>A<td>B<tr class=when><th>Year<td><td>1902"
    page = parse_html(f"<table>{rows}</table>", "http://h.test/")
    made = unwoven(page, [(4, Weave(2, labelled=True))])
    document = made.document
    one, two = document.elements("tr")
    assert [len(document.children(row)) for row in (one, two)] == [2, 2]
    assert document.visible_text(one) == "A"
    assert document.visible_text(two) == "B 1902"
    assert [document.attributes[cell] for cell in document.children(two)] == [
        {"class": "who", "data-label": "Name"},
        {"class": "when", "data-label": "Year"},
    ]
    assert [page.text[node] for node in made.back(document.texts(two))] == ["B", "1902"]


def test_what_stands_around_is_as_it_was() -> None:
    grid = table(GRID)
    page = parse_html(
        f"<h1>Shop</h1><p>A<b>b</b> c</p>{grid}<p>End of <i>it</i>.", "http://h.test/"
    )
    holder = next(page.elements("tbody"))
    made = unwoven(page, [(holder, Weave(2))])
    kept = [node for node, was in enumerate(made.origin) if was >= 0 and page.end[was] <= holder]
    assert [made.document.tag[n] for n in kept] == [page.tag[made.origin[n]] for n in kept]
    said = made.document.visible_text(0)
    assert said.startswith("Shop Ab c Iron bridge $ 12.50 Old harbour $ 7.00")
    assert said.endswith("$ 18.99 End of it.")
    tree = made.document
    for node, up in enumerate(tree.parent[1:], 1):
        assert up < node < tree.end[node] <= tree.end[up]


def test_headings_and_pagers_among_the_rows_are_left_out() -> None:
    rows = table([["<b>Lamps</b>"], *GRID, ["1 2 3"]])
    html = rows.replace("<td><b>", "<td colspan=3><b>").replace("<td>1 2", "<td colspan=3>1 2")
    page = parse_html(html, "http://h.test/")
    made = unwoven(page, [(next(page.elements("tbody")), Weave(2))])
    assert len(list(made.document.elements("tr"))) == len(NAMES)
