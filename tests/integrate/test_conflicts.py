"""``_conflicts`` are of meaning: two ways to write one thing, and each record's link, are none."""

from leadline.app.integration.merge import integrate_tables
from leadline.integrate.conflicts import is_own_address
from leadline.integrate.fusion import FusedEntity, fuse
from leadline.integrate.matching.matcher import nothing
from leadline.integrate.record_table import RecordGroups, RecordTable
from leadline.model import Field, Record
from leadline.values.normal.reading import ColumnFormat
from tables import each_row

ONE, OTHER = "art.example/find", "gallery.example"


def fused(one: str, other: str, column: str = "x", **formats: ColumnFormat) -> FusedEntity:
    tables = {
        source: RecordTable.of([Record(source, key, (Field("title", "T"), Field(column, text)))])
        for source, key, text in ((ONE, "/r/7", one), (OTHER, "/id/9", other))
    }
    known = {(source, name): each for source in tables for name, each in formats.items()}
    [entity] = fuse(["e"], RecordGroups(tables, [[0, 1]]), formats=known)
    return entity


@each_row(__file__, "SAME", "why", "one", "other")
def test_two_ways_to_write_one_thing_are_no_conflict(why: str, one: str, other: str) -> None:
    for pair in ((one, other), (other, one)):
        entity = fused(*pair)
        assert entity.conflicts == (), why
        texts = {text for each in (*entity.values, *entity.others) for text in each.texts}
        assert {one, other} <= texts | {each.text for each in entity.values}, "no value is lost"


@each_row(__file__, "UNLIKE", "why", "one", "other")
def test_what_contradicts_is_a_conflict(why: str, one: str, other: str) -> None:
    assert fused(one, other).conflicts == fused(other, one).conflicts == ("x",), why


def test_the_format_of_a_column_settles_a_date() -> None:
    one, other = ColumnFormat("date", order="dmy"), ColumnFormat("date", order="mdy")
    tables = {
        source: RecordTable.of([Record(source, "1", (Field("day", text),))])
        for source, text in (("a", "03/04/2012"), ("b", "04/03/2012"))
    }
    known = {("a", "day"): one, ("b", "day"): other}
    [entity] = fuse(["e"], RecordGroups(tables, [[0, 1]]), formats=known)
    assert entity.conflicts == ()


def test_each_records_own_link_is_no_conflict() -> None:
    own = fused("http://art.example/r/7", "https://www.gallery.example/id/9", "link")
    assert own.conflicts == ()
    assert len(own.others) == 1, "both links are kept"
    beside = fused("https://img.art.example/7.png", "http://gallery.example/9.png", "photo")
    assert beside.conflicts == ()
    foreign = fused("http://monet.example/", "http://manet.example/", "homepage")
    assert foreign.conflicts == ("homepage",)
    assert is_own_address("x", "/r/7", "http://elsewhere.example/r/7")


def records(source: str, *rows: tuple[str, str, str]) -> list[Record]:
    return [
        Record(
            source,
            f"/{number}",
            (
                Field("isbn", isbn),
                Field("author", author),
                Field("year", year),
                Field("link", f"http://{source}/{number}", "link"),
            ),
        )
        for number, (isbn, author, year) in enumerate(rows)
    ]


BOOKS = [(f"97803064{n:05}", f"Becker{chr(97 + n)}, Anna", str(1950 + n)) for n in range(20)]


def test_a_joined_table_names_true_conflicts_alone() -> None:
    turned = [(isbn, " ".join(a.split(", ")[::-1]), year) for isbn, a, year in BOOKS]
    turned[3] = (turned[3][0], turned[3][1], "1900")
    tables = {"art.example": records("art.example", *BOOKS), OTHER: records(OTHER, *turned)}
    integration = integrate_tables(tables)
    names, rows = integration.table()
    said = [row[names.index("_conflicts")] for row in rows]
    assert sorted(said) == [""] * 19 + ["year"]
    assert integration.entities.conflicting() == 1


def test_a_table_with_normal_values_has_one_convention_a_column() -> None:
    rows = {
        "a": [(f"Work {n}", f"{n + 12:02}.03.1950", f"{n},50 cm") for n in range(1, 9)],
        "b": [(f"Piece {n}", f"04/{n + 17:02}/1899", f"{2 * n + 9}.5 in") for n in range(1, 9)],
    }
    tables = {
        source: [
            Record(source, f"{source}{n}", tuple(map(Field, ("title", "made", "size"), row)))
            for n, row in enumerate(own)
        ]
        for source, own in rows.items()
    }
    integration = integrate_tables(tables, matcher=lambda *_, decisions: nothing())
    names, table = integration.table(typed=True)
    assert {"made", "made (normal)", "size (normal)"} <= {*names}
    every = [dict(zip(names, row, strict=True)) for row in table]
    said = {str(row["title"]): row for row in every}
    assert said["Work 1"]["made (normal)"] == "1950-03-13"
    assert said["Piece 1"]["made (normal)"] == "1899-04-18"
    assert said["Piece 2"]["size (normal)"] == "0.3429 m"
    assert "made (normal)" not in integration.table()[0]
