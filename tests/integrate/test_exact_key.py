"""Joining by exact key: on made tables, and on real airports with what sources do to them."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leadline.integrate.exact import (
    Entity,
    as_table,
    merge_by_key,
    normalise,
    propose_columns,
    propose_keys,
)
from leadline.model import Field, Record
from tables import each_row


def record(source: str, key: str, **values: str) -> Record:
    return Record(source, key, tuple(Field(*item) for item in values.items()))


def table(source: str, rows: list[dict[str, str]]) -> list[Record]:
    return [record(source, f"/{at}", **row) for at, row in enumerate(rows)]


@each_row(__file__, "keys_are_normalised", "text", "key", "why")
def test_keys_are_normalised(text: str, key: str, why: str) -> None:
    assert normalise(text) == key, why


@given(st.text())
def test_normalising_twice_changes_nothing(text: str) -> None:
    assert normalise(normalise(text)) == normalise(text)


def test_values_keep_their_sources_and_conflicts_stay() -> None:
    (entity,) = merge_by_key(
        {
            "a": [record("a", "1", icao="EHAM", city="Amsterdam", country="NL")],
            "b": [record("b", "2", icao="eham", city="AMSTERDAM", country="Netherlands")],
            "c": [record("c", "3", icao="EHAM", city="Schiphol")],
        },
        dict.fromkeys("abc", "icao"),
    )
    assert entity.members == (("a", "1"), ("b", "2"), ("c", "3"))
    assert [(v.column, v.value, v.sources) for v in entity.values] == [
        ("icao", "EHAM", ("a", "b", "c")), ("city", "Amsterdam", ("a", "b")),
        ("country", "NL", ("a",)), ("country", "Netherlands", ("b",)), ("city", "Schiphol", ("c",)),
    ]  # fmt: skip
    assert entity.conflicts == ("city", "country")


def test_several_values_of_one_source_are_no_conflict() -> None:
    both = Record("a", "1", (Field("id", "7"), Field("maker", "Monet"), Field("maker", "Manet")))
    (entity,) = merge_by_key(
        {"a": [both], "b": [record("b", "1", id="7", maker="monet")]}, {"a": "id", "b": "id"}
    )
    assert entity.conflicts == ()
    assert as_table([entity]) == (
        ["id", "maker", "_key", "_sources", "_conflicts"],
        [["7", "Monet | Manet", "7", "a b", ""]],
    )


def test_a_key_that_a_source_gives_twice_joins_nothing() -> None:
    entities = merge_by_key(
        {
            "a": table(
                "a", [{"id": "7", "x": "1"}, {"id": "7", "x": "2"}, {"id": "8"}, {"x": "3"}]
            ),
            "b": table("b", [{"id": "7"}, {"id": "8"}]),
        },
        {"a": "id", "b": "id"},
    )
    assert [entity.members for entity in entities] == [
        (("a", "/0"),), (("a", "/1"),), (("a", "/2"), ("b", "/1")), (("a", "/3"),), (("b", "/0"),),
    ]  # fmt: skip


def test_columns_of_another_name_are_joined_when_told_so() -> None:
    tables = {
        "a": [record("a", "1", id="7", name="Ulm")],
        "b": [record("b", "1", nr="7", 名="ulm")],
    }
    (entity,) = merge_by_key(
        tables, {"a": "id", "b": "nr"}, names={("b", "名"): "name", ("b", "nr"): "id"}
    )
    assert [(v.column, v.sources) for v in entity.values] == [
        ("id", ("a", "b")), ("name", ("a", "b")),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("left", "right", "why"),
    [
        ([], [], "no records"),
        ([{"id": "1"}], [{"id": "1"}], "one record proves nothing"),
        ([{"x": "yes"}] * 50, [{"x": "yes"}] * 50, "the same value everywhere is no key"),
        ([{"a": f"a{i}"} for i in range(9)], [{"b": f"b{i}"} for i in range(9)], "nothing common"),
    ],
)
def test_no_key_is_proposed_where_there_is_none(
    left: list[dict[str, str]], right: list[dict[str, str]], why: str
) -> None:
    assert propose_keys(table("a", left), table("b", right)) == [], why


def test_a_running_number_that_counts_from_elsewhere_is_refused_too() -> None:
    """Nothing but the numbers: no sign either way, and rows are counted, so there is no key."""
    left = table("a", [{"rank": str(n), "x": f"a{n}"} for n in range(1, 60)])
    right = table("b", [{"no": str(n), "y": f"b{n}"} for n in range(11, 80)])
    assert propose_keys(left, right) == []
    codes = [table(s, [{"id": f"K-{n}", s: f"{s}{n}"} for n in range(60)]) for s in "ab"]
    assert [(pair.left, pair.decoy_margin) for pair in propose_keys(*codes)] == [("id", 0.0)]


def test_a_running_number_is_no_key() -> None:
    """Both lists count their rows from 1; only the code says what is the same."""
    rng = random.Random(3)
    words = [f"{rng.choice('bdfgklmnprst')}{rng.choice('aeiou')}{rng.choice('lmnrst')}{i % 40}"
             for i in range(400)]  # fmt: skip
    things = [{"code": f"X{i:04}", "name": f"{rng.choice(words)} {rng.choice(words)}"}
              for i in range(400)]  # fmt: skip
    left = table("a", [{"rank": str(n), **thing} for n, thing in enumerate(things[:300], 1)])
    shuffled = rng.sample(things, 300)
    right = table("b", [{"no": str(n), "id": t["code"], "title": t["name"]}
                        for n, t in enumerate(shuffled, 1)])  # fmt: skip
    pairs = [(pair.left, pair.right) for pair in propose_keys(left, right)]
    assert pairs[0] == ("code", "id")
    assert ("rank", "no") not in pairs


@pytest.fixture(scope="module")
def airports() -> tuple[list[Record], list[Record]]:
    """Two sources of real airports that overlap by half, the second in another order and form."""
    data = pytest.importorskip("airportsdata", reason="the demo extra is not installed").load()
    rows = [row for _, row in sorted(data.items())][::12]
    rng = random.Random(5)
    english = [
        {k: str(row[k]) for k in ("icao", "iata", "name", "city", "country", "elevation", "lat")}
        for row in rng.sample(rows, len(rows) * 2 // 3)
    ]
    chinese = [
        {"序号": str(n), "四字码": row["icao"].lower(), "三字码": row["iata"] or "—",
         "机场": row["name"].upper(), "国家": f"国{row['country']}", "海拔": f"{row['elevation']}",
         "时区": row["tz"]}
        for n, row in enumerate(rng.sample(rows, len(rows) * 2 // 3), 1)
    ]  # fmt: skip
    return table("en", english), table("zh", chinese)


def test_the_key_of_real_airports_is_found(airports: tuple[list[Record], list[Record]]) -> None:
    english, chinese = airports
    best = propose_keys(english, chinese)[0]
    assert (best.left, best.right) == ("icao", "四字码")
    assert 0.6 < best.overlap < 0.75
    mirrored = propose_keys(chinese, english)[0]
    assert (mirrored.left, mirrored.right, mirrored.common) == ("四字码", "icao", best.common)


def test_linked_airports_show_which_columns_are_one(
    airports: tuple[list[Record], list[Record]],
) -> None:
    english, chinese = airports
    found = propose_columns(english, chinese, propose_keys(english, chinese)[0])
    assert {(left, right) for left, right, _ in found} == {
        ("icao", "四字码"), ("iata", "三字码"), ("name", "机场"), ("elevation", "海拔"),
    }  # fmt: skip


def test_merged_airports_are_all_there_once(airports: tuple[list[Record], list[Record]]) -> None:
    english, chinese = airports
    entities: list[Entity] = merge_by_key(
        {"en": english, "zh": chinese}, {"en": "icao", "zh": "四字码"}
    )
    codes = {f.value.lower() for r in english + chinese for f in r.fields[:2] if f.column != "序号"}
    icao = {entity.key for entity in entities}
    assert len(entities) == len(icao) == len(codes & icao)
    assert sum(len(entity.members) for entity in entities) == len(english) + len(chinese)
    joined = [entity for entity in entities if len(entity.members) == 2]
    assert len(joined) == propose_keys(english, chinese)[0].common
