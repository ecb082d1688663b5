"""Near relatives are not joined, and what tells them apart is found without labels."""

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from leadline.app.integration.merge import integrate_tables
from leadline.integrate.matching.classes import SecondLook
from leadline.integrate.matching.levels import Level, TextColumn, level_columns
from leadline.integrate.matching.matcher import MatchedPair, Matching, match, nothing
from leadline.integrate.matching.readings import read_alike
from leadline.integrate.matching.relatives import Relatives
from leadline.integrate.schema.mapping import map_columns, map_whole_first
from leadline.model import Field, Record
from made_merges import tables_of

Columns = Mapping[str, Sequence[str]]

SYLLABLES = [first + second for first in "bdfghklmnprst" for second in "aeiou"]
ROWS = 90
Row = dict[str, str]


def word(chance: random.Random) -> str:
    return "".join(chance.choices(SYLLABLES, k=3))


def isbn(number: int) -> str:
    digits = f"{100_000_000 + number * 7_919}"
    check = -sum(int(digit) * (10 - at) for at, digit in enumerate(digits)) % 11
    return digits + ("X" if check == 10 else str(check))


def book(chance: random.Random, number: int) -> tuple[Row, Row, Row]:
    """Return a book, how the other table writes it, and another edition of it."""
    title = f"{word(chance)} {word(chance)}"
    one, other = isbn(number), isbn(number + 5_000)
    return (
        {"title": title, "isbn": one},
        {"title": title.upper(), "isbn": f"{one[:1]}-{one[1:5]}-{one[5:9]}-{one[9:]}"},
        {"title": title.upper(), "isbn": other},
    )


def firm(chance: random.Random, _: int) -> tuple[Row, Row, Row]:
    name, town = word(chance), chance.choice(["Ghent", "Porto", "Turku"])
    here, there = chance.choice([("Limited", "Ltd."), ("Incorporated", "Inc")])
    trade, other = chance.sample(["Optics", "Foods", "Textiles", "Marine", "Tools"], 2)
    return (
        {"name": f"{name} {trade} {here}", "town": town},
        {"name": f"{name} {trade} {there}", "town": town},
        {"name": f"{name} {other} {there}", "town": town},
    )


def painting(chance: random.Random, number: int) -> tuple[Row, Row, Row]:
    """Return a painting in cm and in inches, and another one of its title."""
    title = f"{word(chance)} {number % 3}x"
    high, wide = chance.randrange(20, 90), chance.randrange(20, 90)
    inches = f"{high / 2.54:.1f} x {wide / 2.54:.1f} in."
    return (
        {"title": title, "size": f"{high} x {wide} cm"},
        {"title": title, "size": inches},
        {"title": title, "size": f"{(high + 40) / 2.54:.1f} x {wide / 2.54:.1f} in."},
    )


def joined(make: Callable[[random.Random, int], tuple[Row, Row, Row]]) -> set[tuple[int, int]]:
    """Match tables in which two of five rows have a relative instead of a partner."""
    chance = random.Random(5)
    made = [make(chance, number) for number in range(ROWS)]
    left = [one for one, _, _ in made]
    right = [same if number % 5 < 3 else near for number, (_, same, near) in enumerate(made)]
    tables = [{name: [row[name] for row in rows] for name in rows[0]} for rows in (left, right)]
    return {(pair.left, pair.right) for pair in match(*tables).accepted}


@pytest.mark.parametrize("make", [book, firm, painting])
def test_relatives_instead_of_partners_are_not_joined(make: Any) -> None:
    found = joined(make)
    truth = {(row, row) for row in range(ROWS) if row % 5 < 3}
    assert len(found & truth) >= 0.95 * len(truth)
    assert len(found - truth) <= 0.02 * len(found)


def test_what_nothing_decides_is_one_open_class_until_a_person_answers() -> None:
    chance = random.Random(4)
    titles = [f"{word(chance)} {word(chance)}" for _ in range(ROWS)]
    years = [chance.randrange(1900, 1960) for _ in range(ROWS)]
    later = [year + 37 * (number % 5 > 2) for number, year in enumerate(years)]
    sides = ({"title": titles, "year": [*map(str, each)]} for each in (years, later))
    row = np.arange(ROWS)
    columns = level_columns(*read_alike(*sides))
    doubtful = {number for number in range(ROWS) if number % 5 > 2}
    shown = sorted(doubtful)[:3]
    for answers in ([], [False] * 3, [True] * 3, [True, True, False]):
        said = dict(zip(shown, answers, strict=False))
        look = SecondLook(columns, (row, row + ROWS), ROWS, one_table=False)
        found = look.judge([*range(ROWS)], np.ones(ROWS), said, dict.fromkeys(range(ROWS), 1.0))
        is_open = len({*answers}) != 1
        assert found.refused == (set() if {*answers} == {True} else doubtful - {*said})
        key = (("year",), ("title",))
        assert found.open == ({key: sorted(doubtful - {*said})} if is_open else {})


def test_names_in_other_scripts_are_read_alike() -> None:
    russian = ["Жуков Пётр", "Орлова Анна", "Зайцев Иван", "Белов Олег", "Котов Яков"]
    latin = ["Petr Zhukov", "Anna Orlova", "Ivan Zaytsev", "Oleg Belov", "Yakov Kotov"]
    years = ["1950", "1961", "1972", "1983", "1949"]
    found = match({"name": russian, "born": years}, {"name": latin[::-1], "born": years[::-1]})
    assert {(pair.left, pair.right) for pair in found.accepted} == {(n, 4 - n) for n in range(5)}


def test_duplicates_with_a_missing_cell_are_joined_unless_two_might_be_meant() -> None:
    chance = random.Random(2)
    names = [f"{word(chance)} {word(chance)}" for _ in range(80)]
    names[71] = names[70]
    mails = [f"office@{word(chance)}{number}.example" for number in range(80)]
    table = {
        "name": [*names, *(name.upper() for name in names[:30]), *names[70:71]],
        "mail": [*mails, *[mail if n % 2 else "" for n, mail in enumerate(mails[:30])], ""],
    }
    matching = match(table)
    found = {(pair.left, pair.right) for pair in matching.accepted}
    assert {(row, row + 80) for row in range(30)} <= found
    assert not {(70, 110), (71, 110), (70, 71)} & found
    assert {asked.far for asked in matching.questions} == {("mail",)}


def test_several_editions_of_a_work_belong_to_it() -> None:
    chance = random.Random(3)
    names = [f"{word(chance)} {word(chance)}" for _ in range(100)]
    works = [*zip(names[:50], names[50:], strict=True)]
    editions = [
        (f"{title} ({kind})", author)
        for title, author in works
        for kind in chance.sample(["hardcover", "2nd ed.", "paperback"], chance.choice([1, 2, 2]))
    ]

    def records(source: str, rows: list[tuple[str, str]]) -> list[Record]:
        named = [dict(zip(("title", "author"), row, strict=True)) for row in rows]
        return [
            Record(source, f"{source}{n}", tuple(Field(*item) for item in row.items()))
            for n, row in enumerate(named)
        ]

    result = integrate_tables({"a": records("a", works), "b": records("b", editions)})
    sizes = [len(members) for _, members in result.entities.members()]
    assert sum(sizes) == len(works) + len(editions)
    assert len(sizes) == len(works)


@pytest.mark.parametrize(
    "name",
    ["weights", "volumes", "releases", "companies", "name-order", "telephones", "codes", "remakes"],
)
def test_made_tables_are_joined_by_what_tells_their_relatives_apart(name: str) -> None:
    left, right, gold = tables_of(name, random.Random(f"of a test {name}"))
    tables = {
        source: [
            Record(source, str(n), tuple(Field(*cell) for cell in row.items() if cell[1]))
            for n, row in enumerate(rows)
        ]
        for source, rows in (("a", left), ("b", right))
    }
    found = {
        (int(one), int(other))
        for _, members in integrate_tables(tables).entities.members()
        for source, one in members
        if source == "a"
        for others, other in members
        if others == "b"
    }
    assert len(found & {*gold}) >= 0.95 * len(gold)
    assert len(found & {*gold}) >= 0.98 * len(found)


def test_parts_of_a_column_are_no_evidence_beside_it() -> None:
    seen: list[set[str]] = []

    def watched(left: Columns, right: Columns, *, decisions: Any) -> Matching:
        seen.append({*left} & {*right})
        return match(left, right, decisions=decisions)

    def records(source: str) -> list[Record]:
        rows = [(f"Emma {n}", str(n), str(1800 + 3 * n)) for n in range(40)]
        return [
            Record(source, str(n), (Field("title", a), Field("vol.", b), Field("year", c)))
            for n, (a, b, c) in enumerate(rows[:-1] if source == "b" else [*rows, rows[0]])
        ]

    integrate_tables({source: records(source) for source in "ab"}, matcher=watched)
    assert seen == [{"title", "year"}]


def test_columns_of_one_identifier_correspond_whatever_their_names_and_forms() -> None:
    numbers = [isbn(number) for number in range(20)]
    thirteen = [f"ISBN {one[:9]}-{one[9]} (pbk.)" for one in numbers[10:]]
    columns = {"a": {"isbn": numbers}, "b": {"number": thirteen}}
    assert map_columns(columns).by_source["b"] == {"number": "isbn"}


def test_columns_correspond_by_their_words_in_any_script_and_case() -> None:
    names = ["Жуков Пётр", "Орлова Анна", "Зайцев Иван", "Белов Олег", "Котов Яков"]
    latin = ["petr zhukov", "anna orlova", "ivan zaytsev", "oleg belov", "yakov kotov"]
    columns = {"a": {"имя": [*names, "Ким Сан", "Ли Мин"]}, "b": {"hit": latin}}
    assert map_columns_of(columns) == {"hit": "имя"}
    assert map_columns_of({"a": {"имя": names}, "b": {"place": ["Ghent", "Porto"] * 9}}) == {
        "place": "place"
    }


def map_columns_of(tables: Mapping[str, dict[str, list[str]]]) -> Mapping[str, str]:
    parts: dict[str, set[str]] = {source: set() for source in tables}
    return map_whole_first(tables, parts, None, {}, {}).by_source["b"]


def test_a_key_that_other_columns_contradict_joins_nothing() -> None:
    chance = random.Random(6)
    titles = [f"{word(chance)} {word(chance)}" for _ in range(120)]
    authors = [f"{word(chance)} {word(chance)}" for _ in range(120)]
    years = [str(chance.randrange(1800, 1990)) for _ in range(120)]
    other = [n % 3 == 0 for n in range(120)]
    written = [
        (title, word(chance) if differs else author, "1999" if differs else year)
        for title, author, year, differs in zip(titles, authors, years, other, strict=True)
    ]
    sides = {"a": [*zip(titles, authors, years, strict=True)], "b": written}
    tables = {
        source: [
            Record(source, str(n), tuple(map(Field, ("title", "author", "year"), row)))
            for n, row in enumerate(rows)
        ]
        for source, rows in sides.items()
    }
    members = [{*keys} for _, keys in integrate_tables(tables).entities.members()]
    joined = [{("a", str(n)), ("b", str(n))} in members for n in range(120)]
    assert sum(joined[n] for n in range(120) if not other[n]) >= 76
    assert sum(joined[n] for n in range(120) if other[n]) <= 1


@pytest.mark.parametrize("is_said", [True, False])
def test_a_chain_through_a_third_source_does_not_join_what_is_refused(*, is_said: bool) -> None:
    def three(left: Columns, right: Columns, *, decisions: Any) -> Matching:
        rows = {left["name"][0], right["name"][0]}
        pair = MatchedPair(0, 0, -60.0 if rows == {"one", "three"} else 5.0)
        return replace(nothing(), ranked=(pair,), threshold=0.0)

    names = {"a": "one", "b": "two", "c": "three"}
    tables = {each: [Record(each, "1", (Field("name", name),))] for each, name in names.items()}
    decisions = {(("a", "1"), ("c", "1")): True} if is_said else {}
    result = integrate_tables(tables, matcher=three, decisions=decisions)
    sizes = sorted(len(members) for _, members in result.entities.members())
    assert sizes == ([3] if is_said else [1, 2])


def test_what_rows_of_one_source_share_is_no_proof_between_two() -> None:
    """Namesakes stand in both sources: as often a name is one of another thing."""
    names = [f"Town {'abcdefghij'[n // 2]}" for n in range(20)]
    columns = level_columns(*read_alike({"name": names, "x": names}, {"name": names, "x": names}))
    like = [(1.0, [(n + start, n + start + 1) for n in range(0, 20, 2)]) for start in (0, 20)]
    row = np.arange(0, 20, 2)
    for relatives, refused in (lambda: like, {*range(10)}), (list, set()):
        ends = row, row + 20
        look = SecondLook(columns, ends, 20, one_table=False, relatives=relatives)
        judged = look.judge([*range(10)], np.ones(10), {}, dict.fromkeys(range(10), 0.5))
        assert judged.refused == refused


def test_slips_in_one_table_do_not_part_what_several_columns_join() -> None:
    """In a large table no column tells things apart alone; several of them do."""
    columns = {"name": 12, "town": 9, "street": 14, "code": 30}
    chance = random.Random(7)
    rows = [[f"{name} {chance.randrange(of)}" for name, of in columns.items()] for _ in range(60)]
    copies = [[*row[:3], "code 99"] if n < 6 else row for n, row in enumerate(rows)]
    cells = zip(*rows, *copies, strict=True)
    table = level_columns(read_alike(dict(zip(columns, cells, strict=True)), None)[0], {})
    row = np.arange(60)
    look = SecondLook(table, (row, row + 60), 120, one_table=True)
    judged = look.judge([*range(60)], np.ones(60), {}, dict.fromkeys(range(60), 3.0))
    assert judged.refused == set()


def towns(chance: random.Random) -> dict[str, list[Record]]:
    """Two lists of towns: 60 in both, 30 namesakes; people of another year, rounded."""
    names = [word(chance) for _ in range(90)]
    people = [chance.randrange(15_000, 900_000) for _ in range(200)]
    later = [f"{round(count * chance.uniform(0.98, 1.06), -2):,}" for count in people]
    rows = {
        "a": [("People", name, str(people[n])) for n, name in enumerate([*names, *names[:20]])],
        "b": [
            ("inhabitants", name, later[n if n < 60 else n + 60])
            for n, name in enumerate([*names, *names[40:60]])
        ],
    }
    return {
        source: [
            Record(source, str(n), (Field("town", name), Field("land", "NL"), Field(column, count)))
            for n, (column, name, count) in enumerate(own)
        ]
        for source, own in rows.items()
    }  # fmt: skip


def test_what_joined_records_say_alike_is_one_attribute_and_parts_namesakes() -> None:
    found = integrate_tables(towns(random.Random(3)))
    names = found.columns.by_source["b"]
    assert {names["inhabitants"], names["town"]} == {"People", "town"}
    members = [keys for _, keys in found.entities.members() if len(keys) > 1]
    right = [int(one[1]) < 60 and one[1] == other[1] for one, other in members]
    assert sum(right) >= 55
    assert len(right) - sum(right) <= 2


def test_another_address_of_a_thing_says_nothing_and_the_same_one_is_known_again() -> None:
    left = {"see": ["http://a.example/x/", "https://b.example/y", "http://c.example/z"]}
    right = {"see": ["https://www.a.example/x", "http://b.example/other", "https://c.example/z"]}
    (column,) = level_columns(*read_alike(left, right))
    assert [column.level(n, n + 3).name for n in range(3)] == ["EQUAL", "COMPATIBLE", "EQUAL"]


def test_of_a_class_in_which_nothing_is_equal_relatives_tell_nothing() -> None:
    towns = TextColumn("town", ["Rome", "Oslo"] * 3, (3, 3))
    like = [(9.0, [(0, 1), (1, 2)]), (9.0, [(3, 4), (4, 5)])]
    assert Relatives([towns], 3, lambda: like).doubtful((Level.FAR,), {7: (0, 3)}, 1)[0] == []
