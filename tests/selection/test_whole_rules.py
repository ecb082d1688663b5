"""Each condition of a proof that a source was taken whole, from both sides."""

from dataclasses import replace
from typing import Any

import pytest

from leadline.selection.probing.outside_words import CheckDraws
from leadline.selection.probing.whole_database import (
    Proof,
    TryOutcome,
    checks_for,
    claims_whole,
    is_word,
    prove_whole,
    tries_with,
    words_in_every_record,
)
from tables import each_row

WHOLE = TryOutcome("", total=100, exact=True, walked=100, unique=100, finished=True)
OTHER = TryOutcome("*", total=100, exact=True)
SILENT = TryOutcome("*:*", walked=100, unique=100, finished=True, checks=10)


def reason(*tries: TryOutcome, constant: int | None = None) -> str | None:
    proof = prove_whole(tries, constant=constant)
    return proof.reason if proof else None


@each_row(__file__, "BY_A_STATED_NUMBER", "change", "constant", "expected")
def test_by_the_number_that_the_source_states(
    change: dict[str, Any] | None, constant: int | None, expected: str | None
) -> None:
    assert reason(replace(WHOLE, **change or {}), constant=constant) == expected


@each_row(__file__, "BY_THE_LARGEST_TOTAL", "change", "other", "expected")
def test_by_the_largest_total(change: Any, other: Any, expected: str | None) -> None:
    outcome, other = replace(WHOLE, **change or {}), replace(OTHER, **other or {})
    assert reason(outcome, other) == expected
    assert reason(other, outcome) == expected, "in whatever order"
    assert reason(outcome, other, TryOutcome("%", total=900)) == expected, "about so many"
    assert reason(replace(outcome, total=None), replace(other, total=None)) is None, "not stated"


@each_row(__file__, "BY_A_WALK", "change", "expected", empty=dict)
def test_by_a_walk(change: dict[str, object], expected: str | None) -> None:
    assert reason(replace(SILENT, **change)) == expected  # type: ignore[arg-type]


def test_a_walk_is_the_last_proof_and_the_first_try_is_named() -> None:
    assert reason(SILENT, WHOLE, OTHER) == "maximum"
    assert reason(SILENT, WHOLE, constant=100) == "constant"
    second = replace(SILENT, query="%", unique=90)
    assert prove_whole([replace(SILENT, news=1), second], constant=None) == Proof(
        "walk",
        "the walk of '%' ended by itself after 90 records and 10 frequent words asked afterwards "
        "brought nothing new",
    )


def test_sentences_name_queries_and_numbers() -> None:
    large = replace(WHOLE, total=1200, walked=1200, unique=1200)
    proof = prove_whole([large], constant=1200)
    assert proof is not None
    assert proof.sentence == (
        "the source says it holds 1,200 records and the query the empty query gave 1,200"
    )
    tries = [large, replace(OTHER, query="film", total=1200), replace(OTHER, total=1200)]
    proof = prove_whole(tries, constant=None)
    assert proof is not None
    assert proof.sentence == (
        "the empty query and '*' both state 1,200, no query states more, and the walk gave 1,200"
    ), "a sign for everything is named before a word"


@pytest.mark.parametrize(
    ("tries", "constant", "chosen"),
    [
        ([TryOutcome("a", total=5), TryOutcome("b", total=9)], None, 1),
        ([TryOutcome("a", total=9), TryOutcome("b", total=9)], None, 0),
        ([TryOutcome("a", total=9), TryOutcome("", total=9)], None, 1),
        ([TryOutcome("a", total=5), TryOutcome("b", total=9)], 5, 0),
        ([TryOutcome("a", total=5), TryOutcome("b", total=9)], 7, 1),
        ([TryOutcome("a", walked=3), TryOutcome("b", total=9)], None, 1),
        ([TryOutcome("a", walked=3), TryOutcome("b", total=0, walked=2)], None, 1),
        ([TryOutcome("a", total=0), TryOutcome("b", walked=1)], None, 1),
        ([TryOutcome("a", total=1), TryOutcome("b", walked=3)], None, 0),
        ([TryOutcome("a"), TryOutcome("b", total=0)], None, None),
        ([TryOutcome("a", total=0)], 0, None),
        ([], 3, None),
    ],
)
def test_the_try_that_is_walked_first(
    tries: list[TryOutcome], constant: int | None, chosen: int | None
) -> None:
    expected = None if chosen is None else tries[chosen]
    assert claims_whole(tries, constant=constant) is expected


def test_checks_words_and_tries() -> None:
    assert (checks_for("*:*"), checks_for("film"), checks_for("")) == (8, 12, 8)
    assert [is_word(query) for query in ("花", "a b", "")] == [True, False, False]
    assert tries_with("zuq") == ("", "*", "*:*", "%", "-zuq")


def test_words_in_four_of_five_records() -> None:
    records = [["size", "film"]] * 19 + [["size", "film"], *[["size"]] * 5]
    assert words_in_every_record(records) == ["size", "film"]
    assert words_in_every_record([*records[:18], *[["size"]] * 6, ["size", "film"]]) == ["size"]
    assert words_in_every_record([["a"], ["a"]]) == ["a"]
    assert words_in_every_record([["a"]]) == []


def test_five_words_that_all_hold_and_five_that_some_lack() -> None:
    records = [list("abcdefgABCDEFG")] * 9 + [list("abcdefg")]
    assert words_in_every_record(records) == [*"abcde", *"ABCDE"]


def test_a_word_counts_once_a_record_in_the_first_two_thousand() -> None:
    records = [["b", "a", "a", "_c"]] * 1_800 + [["b", "a"]] * 200 + [["b"]] * 400
    assert words_in_every_record(records) == ["a", "b", "_c"]


def test_a_number_that_checks_do_not_agree_with_proves_nothing() -> None:
    whole = TryOutcome("*", walked=40, unique=40, finished=True, checks=8)
    weak, refuted = replace(whole, is_weakly_checked=True), replace(whole, news=1)
    proofs = [prove_whole([one], constant=40) for one in (whole, weak, refuted)]
    assert [proof.reason if proof else "" for proof in proofs] == ["constant", "walk", ""]


def test_words_from_outside_end_with_enough_that_find_or_some_that_do_not() -> None:
    def asked(answers: str, *, is_stated: bool = False) -> int:
        draws, number = CheckDraws(8, is_stated), 0
        for number, found in enumerate(answers):
            if not draws.worth("oak", is_outside=True, is_bounded=True):
                return number
            draws.add(found=found == "+", is_outside=True)
        return number + 1

    assert asked("+-+--++-----") == 7, "four found records"
    assert asked("+-----------") == 6, "five in a row found none"
    assert asked("------------", is_stated=True) == 12, "a stated size wants its proof"
    silent = CheckDraws(8, is_stated=False, silent=9)
    assert silent.worth("1889", is_outside=True, is_bounded=True), "years are asked"
    assert not silent.worth("10", is_outside=True, is_bounded=True), "and a number is none"


def test_words_of_known_records_are_asked_until_little_can_be_missing() -> None:
    draws = CheckDraws(8, is_stated=False, outside=8)
    assert draws.worth("oak", is_outside=False, is_bounded=True), "three of them at least"
    draws.known = 3
    assert not draws.worth("oak", is_outside=False, is_bounded=True)
    assert draws.worth("oak", is_outside=False, is_bounded=False)
