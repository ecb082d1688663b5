"""The sites bench is honest: wrong, doubled, missing and foreign rows cost what they must."""

import pytest

from leadline.model import Field, Record
from leadline_research.bench.sites import cells_equal, match, readings, shares
from tables import each_named, each_row

WORDS = "whale harbour lantern meadow compass orchard granite sparrow kettle violin"
NOUNS = WORDS.split()


def line(number: int) -> dict[str, str]:
    return {
        "id": str(5000 + number * 7),
        "title": f"The {NOUNS[number % 10]} of {NOUNS[number // 10 % 10]} {number}",
        "author": f"Author {number % 37}",
        "publisher": f"House {number % 11}",
        "year": str(1800 + number * 13 % 200),
    }


TRUTH = [line(number) for number in range(120)]


def linked(one: dict[str, str], kind: str = "h/book/*") -> Record:
    fields = (
        Field("title", one["title"]), Field("link", f"http://h.test/book/{one['id']}", "link"),
        Field("by", one["author"]), Field("year", one["year"]),
    )  # fmt: skip
    return Record("s", f"h.test/book/{one['id']}", fields, kind=kind)


def unlinked(one: dict[str, str]) -> Record:
    names = ("author", "publisher", "year")
    fields = tuple(Field(name, one[name]) for name in names)
    return Record("s", "#" + "/".join(one[name] for name in names), fields)


def named(one: dict[str, str], **changed: str) -> Record:
    cells = {**one, **changed}
    fields = tuple(Field(n, cells[n]) for n in ("author", "publisher", "year"))
    return Record("s", "#" + repr(cells), fields)


def got(records: list[Record]) -> tuple[float, float]:
    found = shares(records, TRUTH, match(records, TRUTH))
    return found["recall"], found["precision"]


ALL = [linked(one) for one in TRUTH]
STRANGE = [linked({**line(n), "id": f"x{n}", "title": f"Strange {n}"}) for n in range(900, 960)]

HARVESTS = [
    ("all of it", ALL, (1.0, 1.0)),
    ("in any order", ALL[::-1], (1.0, 1.0)),
    ("half is missing", ALL[:60], (0.5, 1.0)),
    ("all doubled", ALL + ALL, (1.0, 0.5)),
    ("some doubled", ALL + ALL[:30], (1.0, 0.8)),
    ("sixty rows that are none", ALL + STRANGE, (1.0, 0.6667)),
    ("half missing, sixty that are none", ALL[:60] + STRANGE, (0.5, 0.5)),
    ("only rows that are none", STRANGE, (0.0, 0.0)),
    ("nothing", [], (0.0, 0.0)),
]


@each_named(HARVESTS, "records", "wanted")
def test_recall_and_precision(records: list[Record], wanted: tuple[float, float]) -> None:
    assert got(records) == wanted


def test_ranks_that_are_numbers_of_lines_too_match_nothing() -> None:
    """A rank from 1 to 120 beside records that are none, where the truth counts its lines."""
    truth = [{**one, "id": str(n)} for n, one in enumerate(TRUTH, 1)]
    records = [
        Record("s", f"k{n}", (Field("rank", str(n)), *linked(line(n + 901)).fields))
        for n in range(1, 121)
    ]
    assert shares(records, truth, match(records, truth))["recall"] <= 0.1


def test_rows_of_another_type_are_told_apart_and_counted_in_the_other_precision() -> None:
    help_pages = [
        Record("s", f"h.test/help/{n}", (Field("title", f"Help {n}"),), kind="h/help/*")
        for n in range(30)
    ]
    records = ALL + help_pages
    found = shares(records, TRUTH, match(records, TRUTH))
    assert found == {"recall": 1.0, "precision": 1.0, "precision_of_all_types": 0.8}


def test_the_value_that_names_lines_is_found() -> None:
    matched = match(ALL, TRUTH)
    assert (matched.truth_column, matched.reading) in {
        ("id", "link: path from 1"), ("id", "link: last part"), ("title", "title"),
        ("id", "link: path from 1, no ending"), ("id", "link: last number"),
        ("id", "link: last part, blanks"),
    }  # fmt: skip
    assert all(TRUTH[at]["title"] == ALL[n].fields[0].value for n, at in matched.lines.items())


# --- records without a value of their own ---

SEVERAL = [
    ("all of it", [unlinked(one) for one in TRUTH], 1.0, 1.0),
    ("half", [unlinked(one) for one in TRUTH[:60]], 0.5, 1.0),
    ("all doubled", [unlinked(one) for one in TRUTH] * 2, 1.0, 0.5),
    ("one value wrong in each", [named(one, year="1066") for one in TRUTH], 1.0, 1.0),
    ("two values wrong in each", [named(one, year="1066", author="X") for one in TRUTH], 0.0, 0.0),
]


@pytest.mark.parametrize(
    ("records", "recall", "precision"), [row[1:] for row in SEVERAL], ids=[r[0] for r in SEVERAL]
)
def test_records_without_a_name_are_matched_by_several_values(
    records: list[Record], recall: float, precision: float
) -> None:
    assert got(records) == (recall, precision)
    assert not records or match(records, TRUTH).truth_column in ("several", "year", "author", "")


def test_a_line_is_matched_only_where_no_other_is_as_near() -> None:
    truth = [line(1), {**line(1), "id": "9"}, line(2)]
    matched = match([unlinked(line(1)), unlinked(line(2))], truth)
    assert set(matched.lines.values()) <= {2}


def test_cells_are_compared_with_the_best_column() -> None:
    matched = match(ALL, TRUTH)
    assert cells_equal(ALL, TRUTH, matched) == {"title": 1.0, "author": 1.0, "year": 1.0}
    wrong = [linked({**one, "year": "1"}) for one in TRUTH]
    assert "year" not in cells_equal(wrong, TRUTH, match(wrong, TRUTH))
    assert cells_equal([], TRUTH, match([], TRUTH)) == {}


@each_row(__file__, "ADDRESSES", "address", "way", "value")
def test_ways_to_read_an_address(address: str, way: str, value: str) -> None:
    record = Record("s", "k", (Field("l", address, "link"),))
    assert dict(readings(record))[f"l: {way}"] == value
