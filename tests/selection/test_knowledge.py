"""Shared knowledge: the index of records, and which source holds which."""

from random import Random

import numpy as np
import pytest

from leadline.model import Query, Taken
from leadline.selection.knowledge import record_index
from leadline.selection.knowledge.dynamic import DynamicKnowledge
from leadline.selection.knowledge.vocabulary import Vocabulary, grown


def taken(key: int, *values: str) -> Taken:
    return Taken(key, frozenset(Query("", value) for value in values))


def test_numbers_do_not_depend_on_the_order_of_a_set() -> None:
    words = [f"w{n}" for n in range(50)]
    vocabulary = Vocabulary()
    numbers = vocabulary.numbers({Query("", w) for w in words})
    assert [vocabulary.query(n).value for n in numbers.tolist()] == sorted(words)


@pytest.mark.parametrize(
    "queries",
    [
        [Query("title", "b"), Query("artist", "z"), Query("", "zz")],
        [Query("title", "abcdefgh2"), Query("title", "abcdefgh1")],
        [Query("", "静物"), Query("", "画"), Query("", "zebra")],
    ],
)
def test_ties_go_to_the_first_in_order(queries: list[Query]) -> None:
    vocabulary = Vocabulary()
    numbers = np.array([vocabulary.number(query) for query in queries])
    assert vocabulary.query(vocabulary.first(numbers)) == min(queries)


def test_holding_is_right_before_and_after_indexing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(record_index, "SEGMENT_TERMS", 64)
    rng, known = Random(3), DynamicKnowledge()
    held: dict[str, list[int]] = {}
    for number in range(200):
        values = sorted({f"w{rng.randrange(30)}" for _ in range(4)})
        known.add(taken(number, *values))
        for value in values:
            held.setdefault(value, []).append(number)
        value = f"w{rng.randrange(30)}"
        term = known.vocabulary.number(Query("", value))
        assert known.holding(term).tolist() == held.get(value, [])


def test_terms_of_and_holding_any() -> None:
    known = DynamicKnowledge()
    for record in (taken(1, "oil", "sea"), taken(2), taken(3, "sea", "fog")):
        known.add(record)
    flags = np.zeros(len(known.vocabulary), dtype=bool)
    flags[known.vocabulary.number(Query("", "fog"))] = True
    assert known.holding_any(flags, 0).tolist() == [False, False, True]
    assert known.holding_any(flags, 1).tolist() == [False, True]
    both = known.terms_of(np.array([0, 1, 2]))
    assert len(both) == 4
    assert len(known.terms_of(np.array([], dtype=np.int64))) == 0


def test_membership_marks_and_overlap() -> None:
    known = DynamicKnowledge()
    left, right = known.join(), known.join()
    sea = known.vocabulary.number(Query("", "sea"))
    numbers = np.array([known.add(taken(key, "sea", f"w{key}"))[0] for key in range(4)])
    left.note_answer(sea, numbers, complete=True, reached=1.0)
    right.include_new_records()
    assert right.untested == 4
    right.note_answer(sea, numbers[:1], complete=True, reached=1.0)
    assert (right.untested, right.confirmed, right.tested) == (0, 1, 4.0)
    assert left.shared_with(right) == (1, 4)
    late, _ = known.add(taken(9, "sea"))
    left.note_answer(
        known.vocabulary.number(Query("", "w9")), np.array([late]), complete=True, reached=1.0
    )
    right.include_new_records()
    assert right.untested == 0, "what matches an old complete query and did not come is absent"


def test_an_answer_cut_by_a_cap_proves_no_absence() -> None:
    known = DynamicKnowledge()
    left, right = known.join(), known.join()
    sea = known.vocabulary.number(Query("", "sea"))
    numbers = np.array([known.add(taken(key, "sea"))[0] for key in range(10)])
    left.note_answer(sea, numbers, complete=True, reached=1.0)
    right.include_new_records()
    right.note_answer(sea, numbers[:2], complete=False, reached=0.5)
    assert (right.untested, right.confirmed, right.tested) == (8, 2, 5.0)


def test_grown_keeps_what_was_there() -> None:
    array = grown(np.arange(3), 5000)
    assert len(array) >= 5000
    assert array[:4].tolist() == [0, 1, 2, 0]
