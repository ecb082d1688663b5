"""Kin are found by a part of the records, wherever those stand that both sources show."""

from random import Random

import pytest

from leadline.selection.knowledge.record_linkage import (
    FULLY_COMPARED_RECORDS,
    OverlapDetector,
    RecordLinker,
)
from tables import each_row

SYLLABLES = ["ba", "do", "ki", "lu", "me", "no", "ra", "so", "ti", "ve"]


def things(seed: int, count: int) -> list[list[str]]:
    rng = Random(seed)

    def name() -> str:
        return "".join(rng.choice(SYLLABLES) for _ in range(4))

    return [
        [f"{name()} {name()} {name()}", f"{name()} {name()}, {rng.randrange(1500, 2000)}"]
        for _ in range(count)
    ]


def noted(**sources: list[list[str]]) -> OverlapDetector:
    detector = OverlapDetector()
    for source, records in sources.items():
        for number, texts in enumerate(records):
            detector.add(source, number, texts)
    return detector


def turned(texts: list[str]) -> list[str]:
    """The same thing as another source shows it."""
    return [texts[1].replace(",", "  ("), texts[0].title()]


@each_row(__file__, "enough_records_of_both_make_kin", "shared", "of", "kin", "why")
def test_enough_records_of_both_make_kin(shared: int, of: int, kin: bool, why: str) -> None:
    one, other = things(1, of), things(2, of - shared)
    detector = noted(a=one, b=[*map(turned, one[:shared]), *other])
    assert (detector.overlapping("b") == ["a"]) is kin, why


def test_what_both_show_is_found_beyond_the_first_records() -> None:
    """Late in one source and late in the other: only drawn records are compared there."""
    both = things(3, 1_000)
    one = [*things(4, FULLY_COMPARED_RECORDS + 500), *both]
    other = [*things(5, FULLY_COMPARED_RECORDS + 500), *map(turned, both)]
    assert noted(a=one, b=other).overlapping("b") == ["a"]


def test_of_a_large_source_few_records_are_compared(monkeypatch: pytest.MonkeyPatch) -> None:
    compared: list[object] = []
    link = RecordLinker.link
    monkeypatch.setattr(
        RecordLinker,
        "link",
        lambda linker, *record: [link(linker, *record), compared.append(record)][0],
    )
    noted(a=things(6, FULLY_COMPARED_RECORDS + 4_000))
    assert FULLY_COMPARED_RECORDS < len(compared) < FULLY_COMPARED_RECORDS + 1_000, (
        "about one in twenty of so short records"
    )


def test_who_comes_later_is_kin_of_whom_it_repeats_only() -> None:
    one, other = things(7, 200), things(8, 200)
    detector = noted(a=one, b=other, c=[*map(turned, one[:100])])
    assert (detector.overlapping("c"), detector.overlapping("b"), detector.overlapping("a")) == (
        ["a"],
        [],
        [],
    )
