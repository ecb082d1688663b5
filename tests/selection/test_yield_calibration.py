"""Learned corrections: by column, against gross mistakes; the chance of a shared record by term."""

from __future__ import annotations

import numpy as np

from leadline.model import Query, Taken
from leadline.selection.knowledge.dynamic import DynamicKnowledge
from leadline.selection.knowledge.membership import Presence
from leadline.selection.knowledge.vocabulary import Vocabulary
from leadline.selection.knowledge.yield_calibration import MOST, Yields


def test_columns_part_as_answers_come_and_a_new_column_is_like_all() -> None:
    words = Vocabulary([Query("date", "1900"), Query("title", "sea")])
    yields = Yields(words)
    for _ in range(100):
        yields.note(0, expected=1.0, came=3)
        yields.note(1, expected=1.0, came=1)
    date, title = yields.ratios(slice(0, 2))
    assert date > 1.5 * title
    place = words.number(Query("place", "Paris"))
    (place_ratio,) = yields.ratios(np.array([place]))
    assert title < place_ratio < date


def test_the_correction_stays_within_bounds() -> None:
    yields = Yields(Vocabulary([Query("", "sea")]))
    for _ in range(500):
        yields.note(0, expected=0.001, came=50)
    assert yields.ratios(slice(0, 1))[0] == MOST


def shared(parts: dict[str, float], size: int = 400) -> tuple[DynamicKnowledge, Presence]:
    """One source tested on another's records, of which it holds a share by subject."""
    known = DynamicKnowledge()
    presence = Presence(known)
    for subject in parts:
        for n in range(size):
            terms = {Query("", subject), Query("", f"{subject} {n % 40}")}
            known.add(Taken((subject, n), frozenset(terms)))
    presence.catch_up()
    for n in range(30):
        for subject, share in parts.items():
            term = known.vocabulary.number(Query("", f"{subject} {n}"))
            numbers = known.holding(term)
            came = numbers[: round(share * len(numbers))]
            presence.answered(term, came, complete=True, reached=1.0)
    return known, presence


def test_sources_that_specialise_share_by_subject() -> None:
    known, presence = shared({"sea": 1.0, "fog": 0.0})
    sea, fog = (known.vocabulary.number(Query("", word)) for word in ("sea", "fog"))
    here, absent = presence.chances(np.array([sea, fog]))
    assert here > 0.9
    assert absent < 0.1


def test_where_subjects_do_not_matter_a_term_tells_nothing_more() -> None:
    known, presence = shared({"sea": 0.5, "fog": 0.5})
    sea, rare = (known.vocabulary.number(Query("", word)) for word in ("sea", "sea 39"))
    chances = presence.chances(np.array([sea, rare]))
    assert np.allclose(chances, presence.rho, atol=0.02)
