"""What proves that a source was taken whole, and what does not."""

import re

import pytest

from leadline.selection.probing.whole_database import (
    MIN_CHECK_WORDS,
    WHOLE_DATABASE_QUERIES,
    TryOutcome,
    claims_whole,
    prove_whole,
    tries_with,
    words_in_every_record,
)

WALKED = TryOutcome("", total=40, exact=True, walked=40, unique=40, finished=True)
SILENT = TryOutcome("", walked=40, unique=40, finished=True, checks=10)


def but(outcome: TryOutcome, **changes: object) -> TryOutcome:
    fields = {name: getattr(outcome, name) for name in TryOutcome.__dataclass_fields__}
    return TryOutcome(**(fields | changes))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("tries", "constant", "reason", "why"),
    [
        ([WALKED], 40, "constant", "the page says so and the walk agrees"),
        (
            [WALKED, but(WALKED, query="*", walked=0, unique=0, finished=False)],
            None,
            "maximum",
            "two tries state the same maximum and one was walked",
        ),
        ([SILENT], None, "walk", "ended by itself and ten words brought nothing new"),
        ([but(SILENT, total=50, exact=False)], None, "walk", "an estimate is rounded"),
        ([but(SILENT, total=90, exact=False)], None, None, "no estimate is that wrong"),
        (
            [but(WALKED, query="film"), TryOutcome("films", total=40, exact=True)],
            None,
            None,
            "two words may miss the same records",
        ),
        (
            [but(WALKED, query="film"), TryOutcome("*", total=40, exact=True)],
            None,
            "maximum",
            "a word and a sign for everything state the same",
        ),
        ([WALKED], None, None, "one try alone states a maximum of nothing"),
        ([WALKED], 41, None, "the page says that there is one more"),
        (
            [but(WALKED, unique=39), but(WALKED, query="*")],
            None,
            "maximum",
            "another try reached what this one missed",
        ),
        (
            [but(WALKED, unique=39), TryOutcome("*", total=40, exact=True)],
            None,
            None,
            "a record is missing",
        ),
        ([WALKED, TryOutcome("*", total=50, exact=True)], None, None, "another query states more"),
        ([but(SILENT, checks=MIN_CHECK_WORDS - 1)], None, None, "too few words were asked"),
        ([but(SILENT, news=1)], None, None, "a word brought something new"),
        ([but(SILENT, truncated=True)], None, None, "a page came cut"),
        ([but(SILENT, finished=False)], None, None, "the walk was broken off"),
        ([but(SILENT, walked=30, total=40, exact=True)], None, None, "more was promised"),
        ([TryOutcome("", total=0, exact=True, finished=True, checks=10)], None, None, "empty"),
        ([], None, None, "nothing tried"),
    ],
)
def test_proofs(
    tries: list[TryOutcome], constant: int | None, reason: str | None, why: str
) -> None:
    proof = prove_whole(tries, constant=constant)
    assert (proof.reason if proof else None) == reason, why
    if proof:
        assert re.search(r"[1-9]", proof.sentence)


def test_which_try_is_walked_first() -> None:
    small, large = TryOutcome("", total=30, exact=True), TryOutcome("%", total=40, exact=True)
    assert claims_whole([small, large], constant=None) is large
    assert claims_whole([small, large], constant=30) is small
    assert claims_whole([TryOutcome("", total=0)], constant=None) is None
    shown = TryOutcome("*", walked=10, unique=10)
    assert claims_whole([TryOutcome(""), shown], constant=None) is shown


def test_tries_never_send_a_short_prefix() -> None:
    assert WHOLE_DATABASE_QUERIES[:2] == ("", "*:*")
    assert tries_with("zuqxoky") == ("", "*:*", "-zuqxoky", "%", "*")


def test_words_in_every_record_ignore_repeats_and_lone_records() -> None:
    records = [["price", "oil", "oil", "oil"], ["price", "ink"], ["price"], ["price"]]
    assert words_in_every_record(records) == ["price"]
    assert words_in_every_record(records[:1]) == []
    assert words_in_every_record([]) == []
    assert len(words_in_every_record([list("abcdefgh")] * 3)) == 5


def test_the_walk_of_a_plain_word_proves_nothing() -> None:
    def walked(query: str, checks: int) -> list[TryOutcome]:
        return [TryOutcome(query, None, False, 685, 685, finished=True, checks=checks)]

    assert prove_whole(walked("*:*", 10), constant=None) is not None
    assert prove_whole(walked("film", 25), constant=None) is None
    assert prove_whole(walked("film", 25), constant=685) is not None
