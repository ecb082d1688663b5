"""Learned corrections: by column, against gross mistakes; the chance of a shared record by term."""

import numpy as np

from leadline.model import Query, Taken
from leadline.selection.knowledge.dynamic import (
    MAX_COLUMN_RATIO,
    DynamicKnowledge,
    YieldCalibration,
)
from leadline.selection.knowledge.membership import RecordMembership
from leadline.selection.knowledge.vocabulary import Vocabulary


def test_columns_part_as_answers_come_and_a_new_column_is_like_all() -> None:
    words = Vocabulary([Query("date", "1900"), Query("title", "sea")])
    calibration = YieldCalibration(words)
    for _ in range(100):
        calibration.add(0, predicted=1.0, observed=3)
        calibration.add(1, predicted=1.0, observed=1)
    date, title = calibration.ratios(slice(0, 2))
    assert date > 1.5 * title
    place = words.number(Query("place", "Paris"))
    (place_ratio,) = calibration.ratios(np.array([place]))
    assert title < place_ratio < date


def test_the_correction_stays_within_bounds() -> None:
    calibration = YieldCalibration(Vocabulary([Query("", "sea")]))
    for _ in range(500):
        calibration.add(0, predicted=0.001, observed=50)
    assert calibration.ratios(slice(0, 1))[0] == MAX_COLUMN_RATIO


def shared(parts: dict[str, float], size: int = 400) -> tuple[DynamicKnowledge, RecordMembership]:
    """One source tested on another's records, of which it holds a share by subject."""
    known = DynamicKnowledge()
    membership = known.join()
    for subject in parts:
        for n in range(size):
            terms = {Query("", subject), Query("", f"{subject} {n % 40}")}
            known.add(Taken((subject, n), frozenset(terms)))
    membership.include_new_records()
    for n in range(30):
        for subject, share in parts.items():
            term = known.vocabulary.number(Query("", f"{subject} {n}"))
            numbers = known.holding(term)
            came = numbers[: round(share * len(numbers))]
            membership.note_answer(term, came, complete=True, reached=1.0)
    return known, membership


def test_sources_that_specialise_share_by_subject() -> None:
    known, membership = shared({"sea": 1.0, "fog": 0.0})
    sea, fog = (known.vocabulary.number(Query("", word)) for word in ("sea", "fog"))
    here, absent = membership.overlap_by_term(np.array([sea, fog]))
    assert here > 0.9
    assert absent < 0.1


def test_where_subjects_do_not_matter_a_term_tells_nothing_more() -> None:
    known, membership = shared({"sea": 0.5, "fog": 0.5})
    sea, rare = (known.vocabulary.number(Query("", word)) for word in ("sea", "sea 39"))
    chances = membership.overlap_by_term(np.array([sea, rare]))
    assert np.allclose(chances, membership.overlap, atol=0.02)
