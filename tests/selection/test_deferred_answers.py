"""The rest of an answer promises what it states less what is known, where counts are right."""

from math import inf

import pytest

from leadline.selection.keywords.deferred_answers import (
    MIN_COMPARED_ANSWERS,
    DeferredAnswers,
    UnreadRest,
)
from tables import each_row


def compared(*pairs: tuple[int, int]) -> DeferredAnswers:
    deferred = DeferredAnswers()
    for counted, found in pairs:
        deferred.note_complete(counted=counted, total=found)
    return deferred


EXACT = [(12, 12)] * 10


@each_row(
    __file__,
    "a_rest_promises_what_is_missing_by_the_page",
    "total",
    "shown",
    "known",
    "cap",
    "promise",
    "why",
)
def test_a_rest_promises_what_is_missing_by_the_page(
    total: int, shown: int, known: int, cap: int, promise: float, why: str
) -> None:
    assert UnreadRest(total, shown).promise(known, page_size=20, cap=cap) == promise, why


def test_the_best_rest_goes_by_what_is_known_now() -> None:
    deferred = compared(*EXACT)
    deferred.add("sea", total=60, shown=20)
    deferred.add("fog", total=60, shown=20)
    assert deferred.best({"sea": 30, "fog": 40}, page_size=20) == ("sea", 15.0)
    assert deferred.best({"sea": 55, "fog": 40}, page_size=20) == ("fog", 10.0)
    deferred.remove("fog")
    assert deferred.best({"sea": 60}, page_size=20) is None


@pytest.mark.parametrize(
    ("pairs", "exact", "why"),
    [
        (EXACT, True, "what is counted is what is found"),
        (EXACT[: MIN_COMPARED_ANSWERS - 1], False, "too few answers were read whole"),
        ([*EXACT, (9, 12)], True, "one in eleven may be a slip"),
        ([*EXACT, (9, 12), (9, 12)], False, "the source finds more than the word: stems"),
        ([*EXACT, (12, 9), (12, 9)], False, "the source does not search all that it shows"),
    ],
)
def test_totals_are_believed_where_counts_agree(
    pairs: list[tuple[int, int]], exact: bool, why: str
) -> None:
    deferred = compared(*pairs)
    assert deferred.are_exact == exact, why
    deferred.add("sea", total=60, shown=20)
    best = deferred.best({"sea": 60}, page_size=20)
    assert best == (None if exact else ("sea", inf)), "where they are not, answers are read on"
