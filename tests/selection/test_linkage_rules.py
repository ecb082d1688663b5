"""Each threshold of record linkage and overlap detection, from both sides."""

from itertools import count
from math import log
from zlib import crc32

import pytest

from leadline.selection.knowledge.record_linkage import OverlapDetector, RecordLinker, record_words
from tables import each_row


class ScoredLinker(RecordLinker):
    """A linker that is given its scores by record number, and notes what it compares."""

    def __init__(self, *scores: float) -> None:
        super().__init__()
        self.scores = scores
        self.compared: list[int] = []

    def _score(self, weights: dict[str, float], number: int) -> float:
        self.compared.append(number)
        return self.scores[number] if number < len(self.scores) else 0.0


@each_row(__file__, "scores_that_link", "scores", "linked", "why")
def test_scores_that_link(scores: tuple[float, ...], linked: int | None, why: str) -> None:
    linker = ScoredLinker(*scores)
    for number in range(len(scores)):
        linker.link("a", number, ["sea"])
    expected = ("b", "x") if linked is None else ("a", linked)
    assert linker.link("b", "x", ["sea"]) == expected, why
    assert linker.link("b", "x", []) == expected, "said once and for all"


def test_a_second_record_of_one_thing_is_no_rival() -> None:
    linker = ScoredLinker(0.9, 0.9)
    assert linker.link("a", 1, ["sea"]) == ("a", 1)
    assert linker.link("c", 1, ["sea"]) == ("a", 1)
    assert linker.link("b", 1, ["sea"]) == ("a", 1)


def test_records_of_one_source_are_never_compared() -> None:
    linker = ScoredLinker(0.9, 0.9, 0.9, 0.9)
    linker.link("a", 1, ["sea"])
    linker.link("b", 1, ["sea"])
    assert linker.link("a", 2, ["sea"]) == ("a", 2), "a has shown the thing already"
    assert linker.link("b", 2, ["sea"]) == ("a", 2), "of the second thing b has shown nothing"
    linker.compared.clear()
    assert linker.link("b", 3, ["sea"]) == ("b", 3)
    assert linker.compared == [], "both things were shown by b"


@each_row(__file__, "SHARED_WORDS_MUST_BE", "weights", "expected")
def test_shared_words_must_be_rare(weights: dict[str, float], expected: float) -> None:
    """The stored record weighs less than 3, so what is shared is capped by the given weights."""
    linker = RecordLinker()
    linker.link("a", 1, ["oil"])
    linker._weight = lambda word: weights.get(word, 9.0)  # type: ignore[method-assign]
    assert linker._score(weights, 0) == pytest.approx(expected)


def test_a_score_is_the_share_of_the_shorter_record() -> None:
    linker = RecordLinker()
    linker.link("a", 1, ["oil", "sea", "fog"])
    linker._weight = lambda word: 4.0  # type: ignore[method-assign]
    assert linker._score({"oil": 4.0, "ink": 4.0}, 0) == 0.5, "the new record is shorter"
    assert linker._score(dict.fromkeys(["oil", "sea", "u", "v"], 4.0), 0) == pytest.approx(2 / 3)


def test_the_weight_of_a_word_is_the_logarithm_of_its_rarity() -> None:
    linker = RecordLinker()
    for number in range(9):
        linker.link("a", number, ["sea", f"w{number}"])
    assert linker._weight("w3") == pytest.approx(log(10 / 1.5) + 0.1)
    assert linker._weight("sea") == pytest.approx(log(10 / 9.5) + 0.1)
    assert linker._weight("new") == pytest.approx(log(10 / 0.5) + 0.1)


def test_eight_rarest_words_look_records_up() -> None:
    linker = RecordLinker()
    for number, word in enumerate("abcdefghij"):
        for _ in range(number + 1):
            linker.link("a", (word, _), [word])
    assert linker._rarest("jihgfedcba") == list("abcdefgh")
    assert linker._rarest(["unknown", "b"]) == ["b"]


@pytest.mark.parametrize(("holders", "looks_up"), [(60, True), (61, False)])
def test_a_word_that_many_records_hold_looks_nothing_up(holders: int, looks_up: bool) -> None:
    linker = RecordLinker()
    for number in range(holders):
        linker.link("a", number, ["sea"])
    assert bool(linker._rarest(["sea"])) is looks_up
    assert len(linker._holders["sea"]) == 60


def test_five_records_are_compared_those_that_share_most_words() -> None:
    linker = ScoredLinker(*[0.0] * 7)
    for number in range(7):
        linker.link("a", number, ["sea", "fog"] if number != 3 else ["sea"])
    linker.link("b", 1, ["sea", "fog"])
    assert linker.compared == [0, 1, 2, 4, 5]


def test_eighty_words_of_a_record_are_compared() -> None:
    linker = RecordLinker()
    linker.link("a", 1, [f"w{n}" for n in range(100)])
    assert linker._records[0][1] == {f"w{n}" for n in range(80)}


def test_words_are_folded() -> None:
    assert record_words(["Étude d'été", "Nr. 12"]) == ["etude", "d", "ete", "nr", "12"]


# -- overlap of sources ----------------------------------------------------------------------

DRAWN = next(w for n in count() if crc32((w := f"draw{n}").encode()) % 128 == 0)
"""A drawn word; with one word in 115 or in 141 it would not be."""
UNDRAWN = [
    next(w for n in count() if crc32((w := f"word{n}").encode()) % k == 0) for k in (115, 141)
]


def things(kind: str, numbers: range) -> list[list[str]]:
    return [[f"{kind}{n:04}", f"{n:04}{kind}", f"{n}a{kind}", f"{n}b{kind}"] for n in numbers]


def overlap(shared: int, one: int, other: int) -> bool:
    """Whether two sources overlap that show ``shared`` of so many records each."""
    detector = OverlapDetector()
    for number, texts in enumerate(things("k", range(one))):
        detector.add("a", number, texts)
    for number, texts in enumerate(things("k", range(shared)) + things("q", range(other - shared))):
        detector.add("b", number, texts)
    return detector.overlapping("b") == ["a"]


@each_row(__file__, "shared_records_that_make_an_overlap", "shared", "smaller", "expected")
def test_shared_records_that_make_an_overlap(shared: int, smaller: int, expected: bool) -> None:
    assert overlap(shared, 300, smaller) is expected
    assert overlap(shared, smaller, 300) is expected, "the smaller may come first"


def test_who_comes_first_overlaps_nobody_yet() -> None:
    detector = OverlapDetector()
    for source in ("a", "b"):
        for number, texts in enumerate(things("k", range(20))):
            detector.add(source, number, texts)
    assert (detector.overlapping("a"), detector.overlapping("b")) == ([], ["a"])


def test_the_first_two_thousand_records_are_compared_then_drawn_ones() -> None:
    detector = OverlapDetector()
    for number in range(2_010):
        detector.add("a", number, [f"{number % 1000:03}"])
    assert detector._compared["a", False] == 2_000
    detector.add("a", "drawn", [f"x {DRAWN.upper()}"])
    assert (detector._compared["a", False], detector._compared["a", True]) == (2_001, 1)
    for word in UNDRAWN:
        detector.add("a", word, [word])
    assert detector._compared["a", False] == 2_001


def test_an_overlap_of_the_drawn_records_alone_counts() -> None:
    """Of 1,000 records 20 hold the drawn word, and those are all shared with the other source."""
    detector = OverlapDetector()
    drawn = [[f"{DRAWN} {n:03} q{n:02}", f"z{n:02}"] for n in range(20)]
    for number, texts in enumerate([*drawn, *([f"{n % 999:03}", "abc"] for n in range(980))]):
        detector.add("a", number, texts)
    for number, texts in enumerate([*([f"{n % 997:03}"] for n in range(980)), *drawn]):
        detector.add("b", number, texts)
    assert detector._overlap("b", "a", True)
    assert detector.overlapping("b") == ["a"]
