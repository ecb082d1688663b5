"""Which record of another source is this one? Told by the rare words and numbers both show.

Sources show one thing with other columns, in another order, with other punctuation. So records are
compared as bags of words and numbers, weighted by rarity: of the one that says less, most must
stand in the other (``CONTAINED``), what they share must be rarer together than one record among
all (``EVIDENCE``), and no other record may fit nearly as well (``MARGIN``). A source names a thing
once, so two records of one source are never the linker.

>>> linker = RecordLinker()
>>> for n in range(99):
...     _ = linker.link("a", n, ["oil", f"painter{n % 13}", f"{1700 + n}"])
>>> linker.link("b", "x", ["painter12", "print", "1712"])
('a', 12)
>>> linker.link("b", "y", ["oil", "painter4"])
('b', 'y')
"""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass
from math import log
from typing import TYPE_CHECKING, Final

from leadline.page.text import fold, terms

if TYPE_CHECKING:
    from collections.abc import Collection, Hashable, Iterable

CONTAINED: Final = 0.75
"""Share of the weight of the record that says less that must stand in the other."""
EVIDENCE: Final = 2.0
"""What two records share is e^2 times rarer than one record among all."""
MARGIN: Final = 0.1
RAREST: Final = 8
"""Words of a record by which its likes are looked up."""
MOST_HOLDERS: Final = 60
"""A word that more records hold looks nothing up."""
MOST_COMPARED: Final = 5
MOST_WORDS: Final = 80
"""Words of a record that are compared: a long text is told apart by its beginning."""

EntityId = tuple[str, "Hashable"]


def record_words(texts: Iterable[str]) -> list[str]:
    """All that a record shows, as words and numbers.

    >>> record_words(["Étude", "Nr. 12"])
    ['etude', 'nr', '12']
    """
    return [word for text in texts for word in terms(fold(text))]


@dataclass(slots=True)
class _Thing:
    """One thing: its name, and by number the records that show it, each of another source."""

    name: EntityId
    records: list[int]


class RecordLinker:
    """Names things across sources: by the source and key of the record that showed them first."""

    def __init__(self) -> None:
        self._records: list[tuple[_Thing, frozenset[str]]] = []
        self._shown: dict[str, set[int]] = {}
        self._holders: defaultdict[str, list[int]] = defaultdict(list)
        self._counts: Counter[str] = Counter()
        self._named: dict[EntityId, EntityId] = {}

    def link(self, source: str, key: Hashable, words: Iterable[str]) -> EntityId:
        """The name of the thing that a record shows; the linker at every later call."""
        own = (source, key)
        if own in self._named:
            return self._named[own]
        said = list(dict.fromkeys(words))[:MOST_WORDS]
        found = self._find(source, said)
        thing = _Thing(own, []) if found is None else self._records[found][0]
        self._show(source, thing)
        self._add(thing, said)
        self._named[own] = thing.name
        return thing.name

    def _show(self, source: str, thing: _Thing) -> None:
        """The next record, of this source, shows a thing: its other records are not compared with
        the source's, nor this one with records of their sources.
        """
        number = len(self._records)
        for one in self._shown.values():
            if not one.isdisjoint(thing.records):
                one.add(number)
        thing.records.append(number)
        self._shown.setdefault(source, set()).update(thing.records)

    def _add(self, thing: _Thing, said: Collection[str]) -> None:
        number = len(self._records)
        self._records.append((thing, frozenset(said)))
        counts = self._counts
        counts.update(said)
        for word in said:
            if counts[word] <= MOST_HOLDERS:
                self._holders[word].append(number)

    def _find(self, source: str, said: list[str]) -> int | None:
        """The number of the record of another source that shows the linker thing, if one does."""
        shown = self._shown.get(source, set())
        if len(shown) == len(self._records):
            return None
        likes = Counter(
            number for word in self._rarest(said) for number in self._holders[word]
            if number not in shown
        )  # fmt: skip
        if not likes:
            return None
        worth = {word: self._worth(word) for word in said}
        scores = [
            (self._score(worth, number), number) for number, _ in likes.most_common(MOST_COMPARED)
        ]
        best, place = max(scores, key=lambda one: (one[0], -one[1]))
        thing = self._records[place][0]
        second = max((s for s, n in scores if self._records[n][0] is not thing), default=0.0)
        return place if best >= CONTAINED and best - second >= MARGIN else None

    def _rarest(self, said: Iterable[str]) -> list[str]:
        counts = self._counts
        known = [(counts[word], word) for word in said if 0 < counts.get(word, 0) <= MOST_HOLDERS]
        return [word for _, word in sorted(known)[:RAREST]]

    def _score(self, worth: dict[str, float], number: int) -> float:
        """Share of the record that says less which the other has, 0 without evidence."""
        theirs = self._records[number][1]
        shared = sum(weight for word, weight in worth.items() if word in theirs)
        if shared < log(len(self._records) + 1) + EVIDENCE:
            return 0.0
        less = min(sum(worth.values()), sum(self._worth(word) for word in sorted(theirs)))
        return shared / less

    def _worth(self, word: str) -> float:
        """How much a word tells: the logarithm of its rarity."""
        return log((len(self._records) + 1) / (self._counts.get(word, 0) + 0.5)) + 0.1
