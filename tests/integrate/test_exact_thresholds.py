"""Thresholds of joining by exact key: each case lies on one side of one limit."""

import pytest

from leadline.integrate.exact import KeyPair, is_by_chance, joined_rows, propose_keys
from leadline.model import Field, Record
from tables import each_row

Rows = list[dict[str, str]]


def table(rows: Rows, source: str = "a") -> list[Record]:
    return [
        Record(source, f"/{place}", tuple(Field(*item) for item in row.items()))
        for place, row in enumerate(rows)
    ]


def key_pairs(left: Rows, right: Rows) -> dict[tuple[str, str], KeyPair]:
    pairs = propose_keys(table(left), table(right, "b"))
    return {(pair.left, pair.right): pair for pair in pairs}


def linked(keys: list[str], *, more: int = 0, less: int = 0) -> tuple[Rows, Rows]:
    """Two tables with these keys; so many pairs are more, or less, similar than their decoys."""
    left: Rows = [{"id": key} for key in keys]
    right: Rows = [{"no": key} for key in keys]
    for place in range(more):
        left[place]["a"] = right[place]["b"] = f"m{place}"
    for place in range(len(keys) - less, len(keys)):
        left[place]["a"] = right[place - 1]["b"] = f"l{place}"
    return left, right


def codes(count: int) -> list[str]:
    return [f"K{n}" for n in range(count)]


def numbers(count: int, widest: int = 0) -> list[str]:
    """1 to ``count``; the last one is ``widest`` above the first."""
    return [*(str(n) for n in range(1, count)), str(widest + 1 if widest else count)]


@each_row(__file__, "share_of_unique_values_that_makes_a_key", "pairs", "is_key", "why")
def test_share_of_unique_values_that_makes_a_key(pairs: int, is_key: bool, why: str) -> None:
    doubled = [f"D{n}" for n in range(pairs)] * 2
    left = [{"id": value} for value in (*codes(38), "none", "none", "none", *doubled)]
    right = [{"no": value} for value in codes(38)]
    assert (("id", "no") in key_pairs(left, right)) is is_key, why


@pytest.mark.parametrize(("common", "is_key"), [(2, False), (3, True)])
def test_records_that_prove_a_key(common: int, is_key: bool) -> None:
    left = [{"id": code} for code in codes(6)]
    right = [{"no": code} for code in (*codes(common), "X1", "X2", "X3")]
    assert (("id", "no") in key_pairs(left, right)) is is_key


def test_three_records_are_enough() -> None:
    rows: Rows = [{"id": code} for code in codes(3)]
    assert ("id", "id") in key_pairs(rows, rows)


def test_overlap_counts_values_and_joined_counts_records() -> None:
    left: Rows = [*({"id": code} for code in codes(5)), {"x": "1"}]
    right: Rows = [{"no": code} for code in (*codes(3), "X")] + [{"x": "2"}] * 4
    pair = key_pairs(left, right)["id", "no"]
    assert (pair.common, pair.overlap, pair.joined) == (3, 3 / 4, 3 / 6)


@each_row(__file__, "margin_that_row_numbers_need", "more", "less", "accepted", "why")
def test_margin_that_row_numbers_need(more: int, less: int, accepted: bool, why: str) -> None:
    pair = key_pairs(*linked(numbers(25), more=more, less=less)).get(("id", "no"))
    assert (pair is not None) is accepted, why
    assert pair is None or pair.decoy_margin == pytest.approx((more - less) / 25)


@pytest.mark.parametrize(
    ("count", "more", "less", "accepted"), [(20, 2, 0, False), (20, 3, 0, True)]
)
def test_a_margin_of_a_tenth_is_not_enough_for_row_numbers(
    count: int, more: int, less: int, accepted: bool
) -> None:
    pairs = key_pairs(*linked(numbers(count), more=more, less=less))
    assert (("id", "no") in pairs) is accepted


@pytest.mark.parametrize(
    ("count", "less", "accepted"), [(25, 2, True), (20, 2, False), (25, 3, False)]
)
def test_margin_at_which_a_code_is_refused(count: int, less: int, accepted: bool) -> None:
    pairs = key_pairs(*linked(codes(count), less=less))
    assert (("id", "no") in pairs) is accepted


@pytest.mark.parametrize(
    ("keys", "counts_rows", "why"),
    [
        (numbers(100, 104), True, "100 numbers in a range of 104"),
        (numbers(100, 105), False, "100 numbers in a range of 105"),
        (numbers(3), True, "three numbers"),
        ([str(10**9 + n) for n in range(9)], False, "ten digits: an article number"),
        ([str(10**8 + n) for n in range(9)], True, "nine digits in a row"),
    ],
)
def test_what_numbers_the_rows(keys: list[str], counts_rows: bool, why: str) -> None:
    assert (("id", "no") not in key_pairs(*linked(keys))) is counts_rows, why


@pytest.mark.parametrize(("common", "is_chance"), [(18, True), (19, False)])
def test_equal_numbers_that_may_be_chance(common: int, is_chance: bool) -> None:
    """Of 1 to 1000 each table has 100: ten are expected in both, with a deviation of 2.85."""
    both = {1, 1000, *range(2, common)}
    left = {*both, *range(100, 200 - common)}
    right = {*both, *range(500, 600 - common)}
    assert is_by_chance({*map(str, left)}, {*map(str, right)}) is is_chance


@pytest.mark.parametrize("doubled", [(), ("left",), ("right",), ("left", "right")])
def test_a_key_identifies_where_no_table_has_a_value_twice(doubled: tuple[str, ...]) -> None:
    left, right = (
        [*codes(40), *["D"] * (2 * (side in doubled)), "E"] for side in ("left", "right")
    )
    none = ["none"] * 3
    rows = [{"id": key} for key in (*left, *none)], [{"no": key} for key in (*right, *none)]
    assert key_pairs(*rows)["id", "no"].identifies is (not doubled)


def test_a_key_that_is_repeated_in_a_text_is_no_likeness() -> None:
    left: Rows = [{"id": str(n), "label": f"lot {n}"} for n in range(1, 21)]
    right: Rows = [{"no": str(n), "label": f"item {n}"} for n in range(1, 21)]
    assert ("id", "no") not in key_pairs(left, right)


@pytest.mark.parametrize(
    ("count", "margin", "why"),
    [(420, 0.5, "all pairs are compared"), (600, 1.0, "every second pair is compared")],
)
def test_pairs_that_are_compared_with_decoys(count: int, margin: float, why: str) -> None:
    left, right = linked(codes(count))
    for place in range(0, count, 2):
        left[place]["a"] = right[place]["b"] = f"m{place}"
    assert key_pairs(left, right)["id", "no"].decoy_margin == margin, why


def test_similar_records_count_more_than_many() -> None:
    """The number joins all ten records, the code eight; only the code joins the same things."""
    left = [{"n": f"N{n}", "code": f"K{n}", "name": f"name{n}"} for n in range(10)]
    right = [
        {"n": f"N{(n + 5) % 10}", "code": f"K{n}" if n < 8 else f"X{n}", "title": f"name{n} a"}
        for n in range(10)
    ]
    pairs = propose_keys(table(left), table(right, "b"))
    assert (pairs[0].left, pairs[0].right) == ("code", "code")


def test_the_first_value_of_a_column_is_the_key() -> None:
    double = [Record("a", "1", (Field("id", "K1"), Field("id", "K2")))]
    other = table([{"id": "K1"}, {"id": "K2"}], "b")
    assert joined_rows(double, other, "id", "id") == [(0, 0)]
