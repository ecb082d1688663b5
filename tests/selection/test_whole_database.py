# Holds: the whole by one query
"""What proves that a source was taken whole, and what does not."""

import re
from dataclasses import asdict
from typing import Any

import pytest

from leadline.selection.probing.whole_database import (
    WHOLE_DATABASE_QUERIES,
    TryOutcome,
    claims_whole,
    prove_whole,
    tries_with,
    words_in_every_record,
)
from tables import read_rows

WALKED = TryOutcome("", total=40, exact=True, walked=40, unique=40, finished=True)
SILENT = TryOutcome("", walked=40, unique=40, finished=True, checks=10)
LIKE = {"WALKED": WALKED, "SILENT": SILENT}


def tried(like: str = "", **said: Any) -> TryOutcome:
    """What a try came to: as another one did but for what is said, or what is said alone."""
    return TryOutcome(**asdict(LIKE[like]) | said if like else said)


@pytest.mark.parametrize(
    ("tries", "constant", "reason", "why"),
    read_rows(__file__, "PROOFS", "tries", "constant", "reason", "why", empty=dict),
)
def test_proofs(
    tries: list[dict[str, Any]], constant: int | None, reason: str | None, why: str
) -> None:
    proof = prove_whole([tried(**one) for one in tries], constant=constant)
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
    assert WHOLE_DATABASE_QUERIES[:2] == ("", "*")
    assert tries_with("zuqxoky") == ("", "*", "*:*", "%", "-zuqxoky")


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
