"""Membership of known records in a source: marks, overlap by term, shared counts; vocabulary."""

import numpy as np
import pytest

from leadline.model import Query, Taken
from leadline.selection.knowledge.dynamic import DynamicKnowledge
from leadline.selection.knowledge.membership import ABSENT, ELSEWHERE, HERE, RecordMembership
from leadline.selection.knowledge.vocabulary import Vocabulary, concatenated_ranges, grown
from tables import each_row


def knowledge_of(count: int) -> tuple[DynamicKnowledge, RecordMembership, int]:
    """Records that all hold sea, and a source that was asked nothing yet."""
    known = DynamicKnowledge()
    membership = known.join()
    for key in range(count):
        known.add(Taken(key, frozenset([Query("", "sea"), Query("", f"w{key % 4}")])))
    membership.include_new_records()
    return known, membership, known.vocabulary.number(Query("", "sea"))


@each_row(__file__, "what_an_answer_tests", "came", "complete", "reached", "untested", "tested")
def test_what_an_answer_tests(
    came: int, complete: bool, reached: float, untested: int, tested: float
) -> None:
    _, membership, sea = knowledge_of(10)
    membership.note_answer(sea, np.arange(came), complete=complete, reached=reached)
    assert membership.untested == untested == membership.untested_by_term[sea]
    assert (membership.confirmed, membership.confirmed_last) == (came, came)
    assert membership.tested == tested
    assert membership.complete_terms == ([sea] if complete else [])
    assert membership.overlap == pytest.approx(min(1.0, (came + 0.9) / (tested + 3)))


def test_marks_follow_answers() -> None:
    known, membership, sea = knowledge_of(3)
    assert membership._mark[:3].tolist() == [ELSEWHERE] * 3
    membership.note_answer(sea, np.array([1]), complete=True, reached=1.0)
    assert membership._mark[:3].tolist() == [ABSENT, HERE, ABSENT]
    assert membership.untested_records().tolist() == []
    known.add(Taken("late", frozenset([Query("", "sea")])))
    known.add(Taken("other", frozenset([Query("", "fog")])))
    assert membership.untested_records().tolist() == [4], "sea excludes the other"


def test_a_query_that_is_repeated_is_complete_once() -> None:
    _, membership, sea = knowledge_of(3)
    for _ in range(2):
        membership.note_answer(sea, np.array([1]), complete=True, reached=1.0)
    assert membership.complete_terms == [sea]
    assert (membership.answers, membership.confirmed, membership.tested) == (2, 1, 3.0)


def test_shared_records_and_those_tested_at_another_source() -> None:
    known, here, sea = knowledge_of(10)
    there = known.join()
    here.note_answer(sea, np.arange(6), complete=True, reached=1.0)
    there.include_new_records()
    assert here.shared_with(there) == (0, 0)
    there.note_answer(sea, np.arange(4), complete=True, reached=1.0)
    assert here.shared_with(there) == (4, 6)
    assert there.shared_with(here) == (4, 4)


def test_records_of_others_that_were_tested_here() -> None:
    known, here, sea = knowledge_of(10)
    known.add_owner(np.arange(10))
    known.add_owner(np.arange(3))
    here.note_answer(sea, np.arange(5), complete=True, reached=1.0)
    assert here.tested_elsewhere() == (3 + 5, 3), "three of the five are another source's too"
    known.add_owner(np.arange(5))
    assert here.tested_elsewhere() == (8, 3), "counted anew after ten answers"
    for _ in range(10):
        here.note_answer(sea, np.arange(5), complete=True, reached=1.0)
    assert here.tested_elsewhere() == (10, 5)


@pytest.mark.parametrize(
    ("size", "taken", "open_share"), [(0.0, 5, 1.0), (10.0, 5, 0.5), (4.0, 5, 0.0)]
)
def test_the_open_share(size: float, taken: int, open_share: float) -> None:
    membership = DynamicKnowledge().join()
    membership.size, membership.taken = size, taken
    assert membership.open_share == open_share


def test_others_are_all_sources_but_this() -> None:
    known = DynamicKnowledge()
    one, two, three = (known.join() for _ in range(3))
    assert two.others == [one, three]
    assert one.memberships is known.memberships


def test_terms_that_differ_are_judged_by_their_own_records() -> None:
    """Half of the terms are all here, half not at all: the common overlap hardly counts."""
    known, membership, _ = knowledge_of(0)
    for key in range(2_000):
        known.add(Taken(key, frozenset([Query("", f"q{key % 20}"), Query("", f"t{key % 20}")])))
    membership.include_new_records()
    assert membership.overlap_by_term(np.array([0]))[0] == membership.overlap
    for turn in range(18):
        term = known.vocabulary.number(Query("", f"q{turn}"))
        numbers = known.holding(term) if turn % 2 else np.zeros(0, dtype=np.int64)
        membership.note_answer(term, numbers, complete=True, reached=1.0)
    here, absent, fresh = (known.vocabulary.number(Query("", f"t{n}")) for n in (1, 0, 19))
    chances = membership.overlap_by_term(np.array([here, absent, fresh]))
    assert chances[0] > 0.9
    assert chances[1] < 0.1
    assert chances[2] == pytest.approx(membership.overlap)


def test_terms_that_do_not_differ_are_judged_together() -> None:
    known, membership, _ = knowledge_of(0)
    for key in range(400):
        known.add(Taken(key, frozenset([Query("", f"q{key % 20}")])))
    membership.include_new_records()
    for turn in range(20):
        term = known.vocabulary.number(Query("", f"q{turn}"))
        membership.note_answer(term, known.holding(term)[::2], complete=True, reached=1.0)
    chances = membership.overlap_by_term(slice(0, 20))
    assert chances.tolist() == pytest.approx([membership.overlap] * 20, abs=0.01)


# -- vocabulary ------------------------------------------------------------------------------


def test_numbers_stay_and_unknown_queries_have_none() -> None:
    words = Vocabulary([Query("", "b"), Query("", "a"), Query("", "b")])
    assert len(words) == 2
    assert [words.query(n).value for n in (0, 1)] == ["a", "b"]
    assert words.find(Query("", "c")) is None
    assert (words.number(Query("", "c")), words.find(Query("", "c"))) == (2, 2)
    assert words.numbers({Query("", "c"), Query("", "a")}).tolist() == [0, 2]


def test_the_attribute_counts_before_the_value_in_the_order() -> None:
    words = Vocabulary()
    numbers = [words.number(Query(a, v)) for a, v in (("b", "a"), ("a", "z"), ("a", "zz"))]
    assert words.first(np.array(numbers)) == 1
    assert words.first(np.array([2])) == 2


@pytest.mark.parametrize(
    ("begin", "lengths", "places"),
    [([7, 2], [2, 3], [7, 8, 2, 3, 4]), ([5, 1], [0, 1], [1]), ([], [], [])],
)
def test_ranges_are_put_together(begin: list[int], lengths: list[int], places: list[int]) -> None:
    ranges = np.array(begin, dtype=np.int64), np.array(lengths, dtype=np.int64)
    assert concatenated_ranges(*ranges).tolist() == places


@pytest.mark.parametrize(("size", "length"), [(3, 3), (4, 1024), (2_000, 2_000)])
def test_arrays_grow_by_doubling(size: int, length: int) -> None:
    array = grown(np.array([1, 2, 3]), size)
    assert len(array) == length
    assert array[:3].tolist() == [1, 2, 3]
    assert not array[3:].any()
    assert len(grown(np.ones(1_024), 1_025)) == 2_048
