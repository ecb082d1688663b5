"""The search engine behind a test source: words to row numbers, with the habits of real engines.

>>> from leadline_zoo.spec import Engine
>>> index = Index([{"id": "1", "title": "Iron Bridge"}, {"id": "2", "title": "Bridge"}], Engine())
>>> index.search("bridge").rows, index.search("iron bridge").rows, index.search("zzz").rows
((0, 1), (0,), ())
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Sequence

    from leadline_zoo.data.tables import Row
    from leadline_zoo.spec import Engine

WORD: Final = re.compile(r"\w+")
HAN: Final = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]+")
STOP_WORDS: Final = frozenset(
    {"a", "an", "and", "at", "by", "for", "from", "in", "is", "it", "of", "on", "or", "the", "to"}
    | {"was", "with", "der", "die", "das", "und", "le", "la", "les", "et"}
)
TITLE_WEIGHT: Final = 3


@dataclass(frozen=True, slots=True)
class Hits:
    """Row numbers in the order shown; ``note`` is a phrase to say ('' , 'relaxed', 'too_short')."""

    rows: tuple[int, ...]
    note: str = ""


class Index:
    """An inverted index over all columns of a table."""

    def __init__(self, rows: Sequence[Row], engine: Engine, title: str = "title") -> None:
        self.engine = engine
        self.size = len(rows)
        self.texts = [self._text(row) for row in rows]
        self.titles = [self._normal(row.get(title, "")) for row in rows]
        self.postings: dict[str, dict[int, int]] = {}
        self.known: dict[str, Hits] = {}
        for number in range(self.size):
            self._add(number, self.texts[number], 1)
            self._add(number, self.titles[number], TITLE_WEIGHT)

    def _text(self, row: Row) -> str:
        skip = ("id", "type", *self.engine.unindexed)
        return self._normal(" \n ".join(v for k, v in row.items() if k not in skip))

    def _add(self, number: int, text: str, weight: int) -> None:
        for word in tokens(text):
            posting = self.postings.setdefault(self._stem(word), {})
            posting[number] = posting.get(number, 0) + weight

    def _normal(self, text: str, asked: bool = False) -> str:
        accents = self.engine.accents
        if accents == "folded" or (accents == "plain" and not asked):
            parts = unicodedata.normalize("NFKD", text)
            text = "".join(c for c in parts if not unicodedata.combining(c))
        return text if self.engine.case == "kept" else text.casefold()

    def _stem(self, word: str) -> str:
        if not self.engine.stem or len(word) < 4:
            return word
        return re.sub(r"(?<=\w{3})(?:ies|ing|ed|es|e|s)$", "", word)

    def search(self, query: str) -> Hits:
        """What a query finds, in the engine's own order (the same at every call)."""
        query = query.strip()
        if query not in self.known:
            self.known[query] = self._search(query)
        return self.known[query]

    def _search(self, query: str) -> Hits:
        everything = tuple(range(self.size))
        if query in self.engine.everything or (not query and self.engine.empty == "all"):
            return Hits(everything)
        wanted, barred = self._split(query)
        kept = [w for w in wanted if len(w) >= self.engine.min_length or HAN.search(w)]
        if wanted and not kept:
            return Hits((), "too_short")
        if self.engine.stop_words:
            kept = [w for w in kept if w not in STOP_WORDS]
        if not kept and not barred:
            return Hits(())
        found = self._match(kept) if kept else dict.fromkeys(everything, 0)
        note = ""
        if not found and self.engine.relaxed and len(kept) > 1:
            found, note = self._any(kept), "relaxed"
        for word in barred:
            found = {n: s for n, s in found.items() if n not in self._one(word)}
        return Hits(self._ordered(found), note)

    def in_title(self, query: str) -> tuple[int, ...]:
        """Of the hits, those whose title holds a word of the query, in the same order."""
        wanted, _ = self._split(query)
        rows = self.search(query).rows
        return tuple(n for n in rows if any(word in self.titles[n] for word in wanted))

    def _split(self, query: str) -> tuple[list[str], list[str]]:
        wanted: list[str] = []
        barred: list[str] = []
        for part in self._normal(query, asked=True).split():
            minus = self.engine.negation and part.startswith("-")
            pieces = WORD.findall(part)
            if pieces and self.engine.truncation and part.endswith(self.engine.truncation):
                pieces[-1] += self.engine.truncation
            (barred if minus else wanted).extend(pieces)
        return wanted, barred

    def _match(self, words: list[str]) -> dict[int, int]:
        match = self.engine.match
        if match == "or":
            return self._any(words)
        if match == "phrase":
            phrase = re.compile(r"\b" + r"\W+".join(map(re.escape, words)) + r"\b")
            return {n: 1 for n, text in enumerate(self.texts) if phrase.search(text)}
        found = self._one(words[0])
        for word in words[1:]:
            other = self._one(word)
            found = {n: s + other[n] for n, s in found.items() if n in other}
        return found

    def _any(self, words: list[str]) -> dict[int, int]:
        found: dict[int, int] = {}
        for word in words:
            for number, score in self._one(word).items():
                found[number] = found.get(number, 0) + score
        return found

    def _one(self, word: str) -> dict[int, int]:
        if self.engine.match == "substring":
            return {n: text.count(word) for n, text in enumerate(self.texts) if word in text}
        if not WORD.fullmatch(word):
            return self._any(sorted(w for w in self.postings if w.startswith(word[:-1])))
        if not HAN.fullmatch(word):
            return self.postings.get(self._stem(word), {})
        found: dict[int, int] | None = None
        for piece in pieces_of(word):
            other = self.postings.get(piece, {})
            found = other if found is None else {n: s for n, s in found.items() if n in other}
        return found or {}

    def _ordered(self, found: dict[int, int]) -> tuple[int, ...]:
        if self.engine.order == "fixed":
            return tuple(sorted(found))
        return tuple(sorted(found, key=lambda n: (-found[n], n)))

    def shuffled(self, hits: Hits, query: str, chance: int) -> Hits:
        """The hits with records of equal score in another order (sort instability)."""
        wanted, _ = self._split(query)
        scores = self._any(wanted)
        rng = Random(chance)
        keys = {n: (-scores.get(n, 0), rng.random()) for n in hits.rows}
        return Hits(tuple(sorted(hits.rows, key=keys.__getitem__)), hits.note)


def tokens(text: str) -> list[str]:
    """Words; runs of Han or kana become single characters and bigrams.

    >>> tokens("red 青花瓷")
    ['red', '青', '花', '瓷', '青花', '花瓷']
    """
    found: list[str] = []
    for word in WORD.findall(text):
        last = 0
        for run in HAN.finditer(word):
            found += [word[last : run.start()]] if run.start() > last else []
            found += list(run[0]) + [run[0][i : i + 2] for i in range(len(run[0]) - 1)]
            last = run.end()
        found += [word[last:]] if last < len(word) else []
    return found


def pieces_of(run: str) -> list[str]:
    """The bigrams of a run of Han characters, or the one character itself."""
    return [run[i : i + 2] for i in range(len(run) - 1)] or [run]
