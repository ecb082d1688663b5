"""Joining by exact key: on made tables, and on real airports with what sources do to them."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leadline.integrate.exact import joined_rows, normalise, propose_keys
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


def test_a_key_that_a_source_gives_twice_joins_nothing() -> None:
    left = table("a", [{"id": "7", "x": "1"}, {"id": "7", "x": "2"}, {"id": "8"}, {"x": "3"}])
    right = table("b", [{"id": "7"}, {"id": "8"}])
    assert joined_rows(left, right, "id", "id") == [(2, 1)]


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


def test_a_key_joins_the_airports_that_both_have(
    airports: tuple[list[Record], list[Record]],
) -> None:
    english, chinese = airports
    joined = joined_rows(english, chinese, "icao", "四字码")
    assert len(joined) == propose_keys(english, chinese)[0].common
    codes = [(english[row].fields[0].value, chinese[at].fields[1].value) for row, at in joined]
    assert all(one == other.upper() for one, other in codes)
