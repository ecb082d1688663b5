"""Columns of a sorted list are not taken for others where its codes become longer or rarer."""

import pytest

from leadline.columns.headings import learn_headings
from leadline.model import Field, Page, RecordSpan, Request
from leadline.page.data.lists import DataList
from leadline.page.dom import parse, parse_html
from leadline.wrapper.column_watch import ColumnWatch, KnownColumns, misplaced, table_of
from leadline.wrapper.data.data_wrapper import DataWrapper
from leadline.wrapper.data.rows import record_row
from leadline.wrapper.identity.text import TextIdentity
from leadline.wrapper.reading import PageReading, RecordRow
from leadline.wrapper.wrapper import text_key
from tables import each_row


def row(key: str, **cells: str) -> RecordRow:
    return RecordRow(key, tuple(Field(name, text) for name, text in cells.items() if text), "")


@pytest.mark.parametrize("mark", ["▼", "▲", ":", "↑"])
def test_a_heading_with_a_sort_mark_is_a_heading(mark: str) -> None:
    head = f"<thead><tr><th><a href='?desc'>code&nbsp;{mark}</a><th>name</thead>"
    page = parse_html(f"<table>{head}<tr><td>A<td>Ann<tr><td>B<td>Bo</table>", "")
    rows = [RecordSpan((at,)) for at in page.elements("tr")][1:]
    (names,) = learn_headings([(page, rows)]).values()
    assert names == ["code", "name"]


def test_new_records_of_another_form_move_no_column() -> None:
    """A page of new codes, of the form of a rare column that it does not show, in a sorted list."""
    known = KnownColumns()
    known.add(
        row(f"/{n}", code=f"9A{n % 7}", name=f"Field {'x' * n}", sign="KABC"[: n % 5])
        for n in range(60)
    )
    page = [row(f"/n{n}", code="SINM", name=f"Nova {'y' * n}") for n in range(20)]
    assert known.moves(table_of(page), ()) == {}


@pytest.mark.parametrize(("names", "expected"), [("Sea Air", {}), ("7 x 9", {"title": "size"})])
def test_what_a_search_finds_is_alike(names: str, expected: dict[str, str]) -> None:
    """A page of titles in a usual form of theirs, which is that of a missing column too."""
    known, titles = KnownColumns(), ("Sea: Air", "Sea, Air", "Sea Air", "Sea; Air", "A-B", "A. B.")
    size = "3 x 4" if expected else "Ink on paper"
    known.add(row(f"/{n}", title=titles[n % 6], size=size) for n in range(60))
    page = [row(f"/n{n}", title=names) for n in range(9)]
    assert misplaced(known, table_of(page)) == expected


def test_a_page_of_few_known_records_moves_as_they_say() -> None:
    known = KnownColumns()
    known.add(row(str(n), built=f"200{n}", sold=f"201{n}") for n in range(9))
    page = [row(str(n), built=f"201{n}", sold=f"200{n}") for n in range(2)]
    assert known.fits(table_of(page), {"built": "sold", "sold": "built"})
    assert not known.fits(table_of([row("1", built="2001", sold="2011")]), {"built": "sold"})


def test_texts_that_many_records_have_tell_none_of_them() -> None:
    known = KnownColumns()
    known.add(row(str(n), a="x", b="y", c="q" if 0 < n < 9 else "z", d=str(n)) for n in range(20))
    assert known.named([("#", {"a": "x", "b": "y", "c": "z"})])[0][0] == "#"
    assert known.named([("#", {"a": "x", "b": "y", "c": "3"})])[0][0] == "3"


def test_so_many_columns_that_changed_places_are_not_compared_each_with_each() -> None:
    known, names = KnownColumns(), [f"text_{n}" for n in range(200)]
    known.add(row(str(n), **{name: f"{at} {n}" for at, name in enumerate(names)}) for n in range(9))
    page = [
        row(str(n), **{name: f"{199 - at} {n}" for at, name in enumerate(names)}) for n in range(9)
    ]
    assert known.moves(table_of(page), ()) == {}
    assert known.uncompared(table_of(page), ()) == 200
    few = [row(str(n), text_1=f"2 {n}", text_2=f"1 {n}") for n in range(9)]
    assert known.moves(table_of(few), ()) == {"text_1": "text_2", "text_2": "text_1"}


DATA = DataWrapper.of(DataList((), ({"no": 1, "who": "Ann"}, {"no": 2, "who": "Bo"})))


@each_row(__file__, "COLUMNS_DATA_WATCHED", "known", "shown", "said")
def test_columns_of_data_are_watched_by_name(
    known: dict[str, str], shown: dict[str, str], said: str
) -> None:
    values = [{"no": f"R{n}", "who": f"Ann {n * 7}", "born": str(1900 + n)} for n in range(40)]

    def rows(names: dict[str, str]) -> tuple[RecordRow, ...]:
        return tuple(record_row({n: one[v] for n, v in names.items()}, "", "") for one in values)

    def old(one: dict[str, str]) -> RecordRow:
        fields = tuple(Field(name, one[value]) for name, value in known.items())
        return RecordRow(text_key(TextIdentity(), fields), fields, "")

    columns = KnownColumns()
    columns.add(map(old, values))
    watch = ColumnWatch(columns, is_visit=True)
    page = Page(Request("GET", "http://h.test/a"), "http://h.test/a", 200, (), b"[]")
    reading = PageReading(page, parse(page), rows(shown), None)
    followed = watch.follow(DATA, reading, "")
    assert said in " ".join((*followed.said, followed.unclear))
    if not followed.unclear:
        by_column = {one.column: one.value for one in followed.reading.rows[3].fields}
        for name, value in known.items():
            assert by_column.get(name, values[3][value]) == values[3][value]
        assert [row.key for row in followed.reading.rows] == [old(one).key for one in values]


@each_row(__file__, "STRANGE_VALUES", "shown", "said")
def test_values_of_another_kind_are_kept_for_a_doubt(
    shown: dict[str, str], said: tuple[str, ...]
) -> None:
    """Within a harvest: beside a column that came or went, or of records that are known."""
    watch = ColumnWatch()
    watch.known.add(
        row(f"/{n}", no=f"{n}.", low=f"{100 + n}", town=f"{n}-{10 + n} Ely") for n in range(60)
    )
    rows = tuple(
        row(f"/{n}", **{name: text.format(n=n, more=110 + n) for name, text in shown.items()})
        for n in range(50, 60)
    )
    page = Page(Request("GET", "http://h.test/a"), "http://h.test/a", 200, (), b"[]", number=7)
    followed = watch.follow(DATA, PageReading(page, parse(page), rows), "")
    assert not followed.unclear
    assert watch.strange_on.get(7, ()) == said
