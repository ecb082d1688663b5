"""Columns: the same kind of value in the same column, whatever a record lacks."""

import json
from html import unescape

import pytest

from leadline.columns.induction import learn_columns
from leadline.columns.reader import Columns
from leadline.mining.miner import record_text
from leadline.model import RecordSpan
from leadline.page.dom import parse_html
from leadline.page.json_page import json_to_html
from leadline.values.lists import join_values, split_values
from leadline_research.miners import mine
from tables import read_rows


def table_of(html: str, tag: str) -> list[dict[str, str]]:
    """The records (elements of a tag) as rows."""
    page = parse_html(html, "http://h.test/list/")
    spans = [RecordSpan((node,)) for node in page.elements(tag)]
    columns = learn_columns([(page, spans)])
    kept = Columns.from_dict(json.loads(json.dumps(columns.to_dict())))
    assert kept == columns
    return [{field.column: field.value for field in kept.read(page, span)} for span in spans]


def test_optional_value_does_not_shift_the_others() -> None:
    found = table_of(
        "<ul><li><div class=title>A</div><div class=by>X</div><div class=year>1901</div>"
        "<li><div class=title>B</div><div class=year>1902</div></ul>",
        "li",
    )
    assert found == [{"title": "A", "by": "X", "year": "1901"}, {"title": "B", "year": "1902"}]


def test_header_cells_name_columns_and_links_are_values() -> None:
    page = parse_html(
        "<table><tr><th>Who ▲<th colspan=2>Life<th>Note"
        "<tr><td><a href='/p/1#top'>Ann</a><td>1901<td>1999<td>"
        "<tr><td>Bo<td>1902<td><td>late</table>",
        "http://h.test/list/",
    )
    spans = [RecordSpan((node,)) for node in page.elements("tr")][1:]
    columns = learn_columns([(page, spans)])
    ann, bo = ({f.column: (f.value, f.kind) for f in columns.read(page, s)} for s in spans)
    assert ann["Who"] == ("Ann", "text")
    assert ann["Who_url"] == ("http://h.test/p/1#top", "link")
    assert ann["Life"] == ("1901", "text")
    assert bo == {"Who": ("Bo", "text"), "Life": ("1902", "text"), "Note": ("late", "text")}


def test_inline_wrappers_do_not_split_a_value() -> None:
    found = table_of(
        "<table><tr><td>The <b>Sea</b>, <span class=searchmatch>sea</span>, <mark>sea</mark>"
        "<tr><td>No<br>match</table>",
        "tr",
    )
    assert [list(row.values()) for row in found] == [["The Sea, sea, sea"], ["No match"]]


def test_repeated_slots_become_one_value() -> None:
    found = table_of(
        "<article><h3>A</h3><ul><li>X<li>Y</ul></article>"
        "<article><h3>B</h3><ul><li>Z</ul></article>"
        "<article><h3>C</h3><ul><li>U<li>V<li>W</ul></article>",
        "article",
    )
    assert [row["text_1"] for row in found] == [join_values("XY"), "Z", join_values("UVW")]
    assert [row["title"] for row in found] == ["A", "B", "C"]


BARS = ("x | y", "x &nbsp;|&nbsp; y", "| x", "x\u2002|\u2002y", "x|y", "x | y | z", "x")


def test_lists_of_json_are_lists() -> None:
    things = [
        ("Ulysses | a novel", ["sea", "a | b"]),
        ("Emma", ["war"]),
        ("Dubliners", list("xyz")),
    ]
    data = [{"title": title, "tags": tags} for title, tags in things]
    page = parse_html(json_to_html(json.dumps(data)), "http://h.test/")
    spans = [RecordSpan((node,)) for node in list(page.elements("tr"))[1:]]
    columns = learn_columns([(page, spans)])
    read = [[split_values(one.value) for one in columns.read(page, span)] for span in spans]
    assert read == [[[title], tags] for title, tags in things]


def test_values_with_bars_stay_apart_in_a_list() -> None:
    """The sign between values stands in none of them, whatever a page says or links to."""
    cards = [
        f"<article><h3>{bar} {n}</h3><ul>"
        + "".join(f"<li><a href='/{one} {n}'><img src='{one}.png'>{one}</a>" for one in BARS[:n])
        + "</ul></article>"
        for n, bar in enumerate(BARS, 1)
    ]
    page = parse_html("".join(cards), "http://h.test/")
    spans = [RecordSpan((node,)) for node in page.elements("article")]
    columns = learn_columns([(page, spans)])
    texts = [" ".join(unescape(bar).split()) for bar in BARS]
    for n, span in enumerate(spans, 1):
        held = {one.column: split_values(one.value) for one in columns.read(page, span)}
        assert held["title"] == [f"{texts[n - 1]} {n}"]
        assert held["text_1"] == texts[:n]
        assert [len(held[name]) for name in ("text_1_url", "text_1_image")] == [n, n]


LABELLED = read_rows(__file__, "LABELLED", "why", "inner")


@pytest.mark.parametrize(("why", "inner"), LABELLED, ids=[why for why, _ in LABELLED])
def test_labels_name_columns(why: str, inner: str) -> None:
    html = "".join(
        f"<section>{inner.format(1900 + n, maker)}</section>"
        for n, maker in enumerate(["Ann", "Bo", "Cy", "Dee", "Flo"])
    )
    found = [
        {name.casefold(): value for name, value in row.items()} for row in table_of(html, "section")
    ]
    assert found[2] == {"year": "1902", "maker": "Cy"}, why
    assert len(found) == 5


def test_a_title_with_a_colon_is_no_label() -> None:
    titles = ["Paris: a guide", "Rome: a guide", "Paris: a life", "Of mice", "Ulysses"]
    found = table_of("".join(f"<li><a href=/{n}>{t}</a>" for n, t in enumerate(titles)), "li")
    assert [row["text_1"] for row in found] == titles


def test_prose_with_links_is_one_value_and_keeps_its_links() -> None:
    prose = [
        "By <a href=/a>A</a> and <a href=/b>B</a> in 1999",
        "By <a href=/c>C</a>, alone",
        "No author at all",
    ]
    found = table_of("".join(f"<li><h3>T</h3><p>{text}</p>" for text in prose), "li")
    assert [row["text_1"] for row in found] == ["By A and B in 1999", "By C, alone", prose[2]]
    assert found[0]["text_1_url"] == join_values(["http://h.test/a", "http://h.test/b"])


def test_lines_told_by_their_elements_are_values() -> None:
    found = table_of(
        "".join(
            f"<tr><td><b><a href=/{n}>Work {n}</a></b><br><small>Oil, {n} cm</small><br>"
            f"<i>{n} hits</i></td>"
            for n in range(3)
        ).join(("<table>", "</table>")),
        "tr",
    )
    assert [value for name, value in found[1].items() if not name.endswith("_url")] == [
        "Work 1",
        "Oil, 1 cm",
        "1 hits",
    ]


def test_a_highlighted_first_word_does_not_move_its_line() -> None:
    rows = [
        ("Underground", "<strong>Peter</strong> Lanyon; 1951"),
        ("Porthleven", "A view by <strong>Peter</strong>; 1958"),
        ("Headland", "<strong>Peter</strong>'s work; 1948"),
        ("Zennor", "Oil on board; 1959"),
    ]
    found = table_of(
        "".join(
            f"<article><b><a href=/{at}>{title}</a></b><br><small>{said}</small><br>"
            f"<small>matching: <i>peter</i></small></article>"
            for at, (title, said) in enumerate(rows)
        ),
        "article",
    )
    texts = [[value for value in row.values() if "; 19" in value] for row in found]
    assert [len(one) for one in texts] == [1, 1, 1, 1]
    columns = {name for row in found for name, value in row.items() if "; 19" in value}
    assert len(columns) == 1


def test_address_lines_stay_together() -> None:
    found = table_of("<table><tr><td>1 High St<br>Bath<tr><td>2 Low Rd<br>York</table>", "tr")
    assert [list(row.values()) for row in found] == [["1 High St Bath"], ["2 Low Rd York"]]


def test_unseen_slots_are_kept_under_a_fixed_name() -> None:
    seen = parse_html("<ul><li><p class=alpha>1<li><p class=alpha>2</ul>", "")
    spans = [RecordSpan((node,)) for node in seen.elements("li")]
    columns = learn_columns([(seen, spans)])
    later = parse_html("<ul><li><p class=alpha>3</p><div class=note>new</div></ul>", "")
    fields = columns.read(later, RecordSpan((next(later.elements("li")),)))
    assert [(field.column, field.value) for field in fields] == [
        ("alpha", "3"),
        ("extra_div_note", "new"),
    ]


def test_stars_are_read_from_the_class() -> None:
    def read(name: str, *said: str) -> list[str]:
        items = [f"<li><p class='{name} {one}'><i></i></p><b>A {one}</b>" for one in said]
        return [next(iter(row.values())) for row in table_of("".join(items), "li")]

    assert read("rating", "Four", "two") == read("star-rating", "four", "Two") == ["4", "2"]
    assert read("rating", "rating-45", "Good") == ["rating-45", "Good"]
    assert read("restarted", "One", "Two") == ["One", "Two"]


def test_links_and_images_with_their_places() -> None:
    page = parse_html(
        "<div><a href='x?id=1&amp;b=2#c'><img src=/i.png></a><a href='javascript:x()'>no</a></div>",
        "http://h.test/list/",
    )
    span = RecordSpan((next(page.elements("div")),))
    fields = learn_columns([(page, [span])]).read(page, span)
    assert {field.kind for field in fields} == {"link", "image", "text"}
    assert "http://h.test/list/x?id=1&b=2#c" in {field.value for field in fields}


def test_nothing_of_a_record_is_lost() -> None:
    """Every word of a record's text is in one of its values or is the name of a column."""
    page = parse_html(
        "<body>"
        + "".join(
            f"<div class=r><h3><a href=/{n}>Title{n} word</a></h3>by <i class=who>Name{n}</i>, "
            f"<b>Price:</b> {n}.50 <p>Some text{n} <a href=/t>tag{n}</a> and more{n}</div>"
            for n in range(6)
        ),
        "http://h.test/",
    )
    spans = mine(page)[0].records
    columns = learn_columns([(page, spans)])
    for span in spans:
        fields = columns.read(page, span)
        kept = " ".join(f"{field.column} {field.value}" for field in fields)
        for word in record_text(page, span).split():
            assert word.strip(",:") in kept, word


STATES = ["open", "closed", "open", "pending", "open"]


@pytest.mark.parametrize(
    "inner", ["<p class={0}>{0}</p>", "<p><i>T</i> <span class={0}>{0}</span></p>"]
)
def test_a_class_that_is_a_value_does_not_make_columns(inner: str) -> None:
    found = table_of("".join(f"<li><h3>T</h3>{inner.format(state)}" for state in STATES), "li")
    assert len({tuple(row) for row in found}) == 1
    assert [list(row.values())[-1] for row in found] == STATES


def test_classes_side_by_side_are_columns() -> None:
    found = table_of(
        "".join(
            f"<li><p class=by>A{n}</p>" + (f"<p class=year>{n}</p>" if n % 2 else "")
            for n in range(5)
        ),
        "li",
    )
    assert found[:2] == [{"by": "A0"}, {"by": "A1", "year": "1"}]


HEADINGS = [
    ("each value is called otherwise", "<dt>{call}<dd class=title>{t}<dd class=by>{a}", 3),
    ("a value without a class beside one", "<dt class=call>{call}<dd class=title>{t}<dd>{a}", 3),
]


@pytest.mark.parametrize(
    ("pattern", "count"), [one[1:] for one in HEADINGS], ids=[one[0] for one in HEADINGS]
)
def test_the_one_dt_of_a_list_whose_values_have_names_is_a_value(pattern: str, count: int) -> None:
    rows = [("78.3 AND", "Far", "Ann"), ("9.6 ERI", "Lost", "Eric"), ("4.1 JAN", "Emma", "Jane")]
    items = "".join(
        f"<li><dl>{pattern.format(call=call, t=title, a=author)}</dl></li>"
        for call, title, author in rows
    )
    page = parse_html(f"<ul>{items}</ul>", "http://h.test/")
    spans = [RecordSpan((node,)) for node in page.elements("li")]
    columns = learn_columns([(page, spans)])
    read = [[one.value for one in columns.read(page, span)] for span in spans]
    assert read == [list(row) for row in rows]
    assert len(columns.names) == count


def test_a_dt_is_a_label_where_its_values_are_called_alike() -> None:
    items = "<li><dl><dt>Makers<dd>Ann<dd>Bo</dl></li><li><dl><dt>Makers<dd>Cy<dd>Di</dl></li>"
    page = parse_html(f"<ul>{items}</ul>", "http://h.test/")
    spans = [RecordSpan((node,)) for node in page.elements("li")]
    fields = learn_columns([(page, spans)]).read(page, spans[0])
    assert [(one.column, one.value) for one in fields] == [("Makers", join_values(["Ann", "Bo"]))]


def test_places_before_publishers_are_no_labels() -> None:
    """Places come again, as labels do, but there is one in each record."""
    places, houses = ("Paris", "Lyon", "Arles", "Caen"), ("Seuil", "Payot", "Plon")
    items = "".join(
        f"<div>Titre {chr(65 + n)} / Ann<br>{places[n % 4]} : {houses[n % 3]}, {1950 + n}"
        f"<br>Cote : {n}-Z</div>"
        for n in range(24)
    )
    rows = table_of(f"<section>{items}</section>", "div")
    assert not {*places} & {column for row in rows for column in row}
    assert "Paris : Seuil, 1950" in rows[0].values()


def test_a_link_inside_a_line_is_a_value() -> None:
    names = ("Lee, A.", "Poe, Bo", "Sand, C. D.")
    items = "".join(
        f"<div><a href=/{n}>On cats, no. {n}, and{' dogs.' * (n % 2)}</a>. {names[n % 3]} {n} p."
        f"<br>{1950 + n}</div>"
        for n in range(24)
    )
    rows = table_of(f"<section>{items}</section>", "div")
    assert "On cats, no. 6, and" in rows[6].values()
    assert "On cats, no. 7, and dogs." in rows[7].values()
