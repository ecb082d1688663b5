"""Singletons weighed by the answers they came from, held against counting everything anew."""

from math import sqrt
from random import Random

import numpy as np
import pytest

from leadline.model import Answer, Ask, Query, Taken
from leadline.selection.knowledge.dynamic import DynamicKnowledge
from leadline_research.chao1987.answer_dispersion import DispersedSelector, DispersedStatistics


def words(text: str) -> frozenset[Query]:
    return frozenset(Query("", word) for word in text.split())


@pytest.mark.parametrize("seed", range(5))
def test_weights_are_those_of_counting_anew(seed: int) -> None:
    rng = Random(seed)
    letters = "abcdefgh"
    records = [Taken(n, words(" ".join(rng.sample(letters, 3)))) for n in range(60)]
    statistics = DispersedStatistics(DynamicKnowledge())
    answers: list[set[object]] = []
    for turn in range(12):
        given = rng.sample(records, rng.randrange(1, 12))
        statistics.take(Answer(Ask("s", Query("", f"q{turn}")), tuple(given)))
        answers.append({record.key for record in given})
    for letter in letters:
        place = statistics.knowledge.vocabulary.number(Query("", letter))
        held = {r.key for r in records if Query("", letter) in r.terms}
        once = {key for key in held if sum(key in answer for answer in answers) == 1}
        brought = sum(bool(answer & once) for answer in answers)
        assert statistics.singleton_weights[place] == pytest.approx(sqrt(len(once) * brought))


def test_what_came_with_many_answers_goes_before_what_came_with_one() -> None:
    """Six fogs of one answer, and four seas that came with four answers."""
    selector = DispersedSelector()
    crowd = tuple(Taken(n, words(f"oil fog x{n}")) for n in range(6))
    selector.observe(Answer(Ask("s", Query("", "oil")), crowd))
    for n in range(4):
        stray = (Taken(10 + n, words(f"w{n} sea")),)
        selector.observe(Answer(Ask("s", Query("", f"w{n}")), stray))
    found = selector.select()
    assert found is not None
    assert found.query.value == "sea"


def test_before_anything_is_asked_a_weight_is_one_record() -> None:
    statistics = DispersedStatistics(DynamicKnowledge())
    for n in range(2_000):
        statistics.take(Answer(Ask("s", Query("", f"w{n}")), ()))
    numbers = [statistics.knowledge.add(Taken(1, words("sea")))[0]]
    statistics.count(numbers)
    sea = statistics.knowledge.vocabulary.number(Query("", "sea"))
    assert statistics.singletons(np.array([sea])).tolist() == [2.0], "its share, and one record"


def first_asked(shared: int) -> str:
    """What a source that gave one record is asked, beside one that shows forty with one word."""
    known = DynamicKnowledge()
    own, other = DispersedSelector(known), DispersedSelector(known)
    many = tuple(Taken(n, words("fog")) for n in range(100, 140))
    other.observe(Answer(Ask("b", Query("", "fog")), many))
    mine = tuple(Taken(100 + n if n < shared else n, words("sea oil")) for n in range(2))
    own.observe(Answer(Ask("a", Query("", "sea")), mine))
    found = own.select()
    assert found is not None
    return found.query.value


def test_a_source_begins_with_its_own_words_unless_a_record_is_shared() -> None:
    assert first_asked(shared=0) == "oil"
    assert first_asked(shared=2) == "fog"
