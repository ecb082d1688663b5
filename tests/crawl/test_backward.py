# Holds: pages read backwards
"""Answers that were left: what stands at their far ends is found before a source is given up."""

import pytest
from walks import Walker, walker

from leadline.crawl.parts.backward import abandoned_answer, read_ends
from leadline.crawl.state.packed_rows import KnownTexts
from leadline.wrapper.packed.row_block import RowBlock
from leadline_zoo.spec import Pager, SourceSpec, Total

SIZE = 5
COUNTED = ("next", "numbers", "offset", "path")
"""Pagers whose addresses can be counted on, from any page to any other."""


def understood(kind: str, total: str = "exact") -> Walker:
    """A source of 90 records on 18 pages that was taken whole."""
    spec = SourceSpec(
        "source",
        "books",
        90,
        pager=Pager(kind, SIZE),
        total=Total(total),  # type: ignore[arg-type]
    )
    found = walker(spec)
    found.walk()
    return found


def forget(found: Walker, *pages: int) -> list[str]:
    """Let the source not know the records of these pages of its longest answer."""
    keys = list(found.source.texts_by_key)
    gone = [key for page in pages for key in keys[(page - 1) * SIZE : page * SIZE]]
    found.source.texts_by_key.remove(gone)
    return gone


def order(found: Walker) -> None:
    """Let what is seen stand in the order of the answer."""
    walked = found.walk()
    rows = list(walked.rows_by_key)
    found.source.texts_by_key = KnownTexts()
    found.source.texts_by_key.add(RowBlock.pack(rows), [row.key for row in rows])


@pytest.mark.parametrize("kind", COUNTED)
def test_records_that_always_stand_last_are_found_from_behind(kind: str) -> None:
    found = understood(kind)
    order(found)
    gone = forget(found, 14, 16)
    walked = found.walk(break_off=True)
    assert walked.broken_off
    assert len(walked.keys) == 3 * SIZE
    left = abandoned_answer(found.source, walked)
    assert left is not None
    assert left.pages == 15
    found.gets.clear()
    assert found.drive(read_ends(found.source, [left])) is True
    assert all(key in found.source.texts_by_key for key in gone)
    assert len(found.gets) == 18 - 14 + 1 + 3  # pages 18 to 14, and three that bring nothing


def test_ends_without_news_cost_a_few_pages_of_two_answers() -> None:
    found = understood("next")
    left = [abandoned_answer(found.source, found.walk("", break_off=True)) for _ in range(3)]
    kept = [one for one in left if one is not None]
    assert len(kept) == 3
    found.gets.clear()
    assert found.drive(read_ends(found.source, kept)) is False
    assert len(found.gets) == 2 * 3
    assert len(kept) == 1


@pytest.mark.parametrize("kind", ["keyset", "session"])
def test_pages_that_cannot_be_counted_are_not_asked(kind: str) -> None:
    found = understood(kind)
    walked = found.walk(break_off=True)
    left = abandoned_answer(found.source, walked)
    found.gets.clear()
    assert found.drive(read_ends(found.source, [left] if left else [])) is False
    assert not found.gets


def test_an_answer_without_a_total_says_nothing_of_its_end() -> None:
    found = understood("next", "absent")
    assert abandoned_answer(found.source, found.walk(break_off=True)) is None


def test_an_answer_that_holds_nearly_all_there_is_is_not_left() -> None:
    """Most was read, and what is known besides hardly fills the rest: what is missing is there."""
    found = understood("next")
    order(found)
    gone = forget(found, 1, 3, 5, 7, 9, 17)
    walked = found.walk(break_off=True)
    assert not walked.broken_off
    assert all(key in found.source.texts_by_key for key in gone)
