"""Which list of data explains what a page shows.

An item is explained if one of its values is a line of the page; where fewer than two are, a value
inside a line counts. score = share of the items * share of the lines * min(items, 10)^0.25

>>> items = ({"id": 1, "title": "Moby Dick"}, {"id": 2, "title": "Emma Bovary"})
>>> round(explanation(items, frozenset({"moby dick", "emma bovary", "2 hits"})).score, 2)
0.79
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from leadline.model import Page
from leadline.page.data.lists import DataList, Item, lists_in
from leadline.page.text import fold
from leadline.wrapper.data.call import data_of
from leadline.wrapper.data.rows import item_fields

Words = Sequence[tuple[str, "Explanation"]]

MIN_LINE_CHARACTERS: Final = 4
MAX_ITEMS_COUNTED: Final = 10
MAX_ITEMS_EXPLAINED: Final = 3_000
MIN_EXPLAINED: Final = 2
MIN_LINES_TO_JUDGE: Final = 5
"""Lines that a page must have shown before its silence says anything."""
MIN_INSIDE_CHARACTERS: Final = 8
"""Characters of a value that may stand inside a line then: a shorter one stands there by chance."""
MAX_LINES_SEARCHED: Final = 300
MAX_PATH_PARTS: Final = 6
_FILE_NAME: Final = re.compile(r"([^/.\s]{2,200}[-_][^/.\s]{2,200})\.[a-z]\w{1,4}", re.IGNORECASE)
"""A name of a file in several words."""
_JOINTS: Final = re.compile(r"[-_]+")
MAX_CLOCKS: Final = 3
"""Lines that differ in numbers alone, up to which they are no rows."""
NUMBERS: Final = re.compile(r"\d+")
MIN_ADVANTAGE: Final = 1.1
"""Ratio of scores by which a later list must win against an earlier one, its parent say."""


@dataclass(frozen=True, slots=True)
class Explanation:
    """How well a list explains lines: its score, and the numbers of the items that are shown."""

    score: float = 0.0
    shown: tuple[int, ...] = ()


def explanation(items: Sequence[Item], lines: frozenset[str]) -> Explanation:
    """Return how well items explain folded lines."""
    values = [_values(item) for item in items[:MAX_ITEMS_EXPLAINED]]
    shown = [number for number, one in enumerate(values) if one & lines]
    matched = lines & frozenset().union(*values)
    if len(shown) < MIN_EXPLAINED:
        long = [frozenset(v for v in one if len(v) >= MIN_LINE_CHARACTERS) for one in values]
        searched = sorted(lines)[:MAX_LINES_SEARCHED]
        text = "\n".join(searched)
        hits = [frozenset(value for value in one if value in text) for one in long]
        said = frozenset().union(*hits) if len(searched) > MIN_EXPLAINED else ()
        common = {value for value in said if all(value in line for line in searched)}
        hits = [one - common for one in hits]  # the section before each title, say
        shown = [number for number, one in enumerate(hits) if one]
        parts = frozenset().union(*hits)
        matched = frozenset(line for line in searched if any(part in line for part in parts))
    if not shown or not lines:
        return Explanation()
    share = len(shown) / len(values) * len(matched) / len(lines)
    return Explanation(share * min(len(shown), MAX_ITEMS_COUNTED) ** 0.25, tuple(shown))


def best_list(
    pages: Iterable[Page], lines: frozenset[str], *, least: int = MIN_EXPLAINED
) -> tuple[Page, DataList, Explanation] | None:
    """Return the list of some answers that explains lines best."""
    best: tuple[Page, DataList, Explanation] | None = None
    for page in pages:
        for one in lists_in(data_of(page)):
            how = explanation(one.items, lines)
            if len(how.shown) < least:
                continue
            if best is None or how.score > MIN_ADVANTAGE * best[2].score:
                best = page, one, how
    return best


def looked_up(data: Any, groups: DataList, words: Words) -> DataList | None:
    """Return the list in which words are looked up, where objects that they show only name others.

    A word then stands in none of its objects, but in one of those that each of them holds a value
    of, the key say. ``words`` come with the objects of ``groups`` that each of them shows. None
    where they stand in neither.
    """
    named = [_members(item) for item in groups.items]
    shown = [(word, number) for word, how in words for number in how.shown[:MAX_ITEMS_COUNTED]]
    if any(_stands_in(word, groups.items[number : number + 1]) for word, number in shown):
        return groups
    known = frozenset[str | int]().union(*named)
    for one in lists_in(data) if known else ():
        for name in one.items[0]:
            own = {key: item for item in one.items if isinstance(key := item.get(name), str | int)}
            if own.keys() <= known and len(own) == len(one.items):
                said = [(word, [own[key] for key in named[at] & own.keys()]) for word, at in shown]
                if all(_stands_in(word, items) for word, items in said):
                    return one
    return None


def _members(item: Item) -> frozenset[str | int]:
    """Return the plain values that stand in lists of an object."""
    cells = (cell for cell in item.values() if isinstance(cell, list))
    return frozenset(one for cell in cells for one in cell if isinstance(one, str | int))


def _stands_in(word: str, items: Sequence[Item]) -> bool:
    return any(fold(word) in value for item in items for value in _values(item))


def may_be_shown(items: Sequence[Item], lines: Iterable[str]) -> bool:
    """Tell whether some items stand among the lines that a page showed, or too few lines do.

    >>> shown = ["Moby Dick", "by Herman Melville", "Emma", "by Jane Austen", "Books"]
    >>> entities, books = ({"0": "quot"}, {"0": "nbsp"}), ({"t": "Emma"}, {"t": "Moby Dick"})
    >>> may_be_shown(books, shown), may_be_shown(entities, shown), may_be_shown(entities, [])
    (True, False, True)
    """
    folded = folded_lines(lines)
    return len(folded) < MIN_LINES_TO_JUDGE or values_among(items, folded) >= MIN_EXPLAINED


def values_among(items: Sequence[Item], lines: frozenset[str]) -> int:
    """Return how many different values stand among folded lines: as one, or long inside one."""
    text = "\n".join(lines)
    values = frozenset[str]().union(*map(_values, items[:MAX_ITEMS_EXPLAINED]))
    return sum(
        one in lines or (len(one) >= MIN_INSIDE_CHARACTERS and one in text) for one in values
    )


def news(lines: frozenset[str], before: frozenset[str]) -> frozenset[str]:
    """Return the lines that did not stand before; a few that differ in numbers alone are clocks."""
    stood = {NUMBERS.sub("0", line) for line in before}
    moved = frozenset(line for line in lines - before if NUMBERS.sub("0", line) in stood)
    return lines - before - (moved if len(moved) <= MAX_CLOCKS else frozenset())


def folded_lines(lines: Iterable[str]) -> frozenset[str]:
    """Return lines as they are compared."""
    return frozenset(line for text in lines if (line := fold(text).strip()))


def _values(item: Item) -> frozenset[str]:
    """Return folded values as a page may draw them: paths also without their first folders.

    Names of files may come without their ending, and with blanks.

    >>> sorted(_values({"n": 1, "file": "./src/Sea.js"}))
    ['./src/sea.js', '/sea.js', '/src/sea.js', 'sea.js', 'src/sea.js']
    >>> sorted(_values({"file": "red-sea.png"}))
    ['red sea', 'red-sea', 'red-sea.png']
    """
    found = [value for one in item_fields(item, "") if (value := fold(one.value).strip())]
    for path in [one for one in found if "/" in one and " " not in one]:
        parts = path.split("/")[-MAX_PATH_PARTS:]
        ends = ("/".join(parts[at:]) for at in range(1, len(parts)))
        found += [form for end in ends for form in (end, f"/{end}")]
    names = (name[1] for one in found if (name := _FILE_NAME.fullmatch(one)))
    found += [form for one in names for form in (one, _JOINTS.sub(" ", one))]
    return frozenset(one for one in found if len(one) >= MIN_LINE_CHARACTERS or not one.isascii())
