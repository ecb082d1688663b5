"""Search engine of a test source: words to row numbers, with the behaviour of real engines.

>>> from leadline_zoo.spec import Engine
>>> index = Index([{"id": "1", "title": "Iron Bridge"}, {"id": "2", "title": "Bridge"}], Engine())
>>> index.search("bridge").rows, index.search("iron bridge").rows, index.search("zzz").rows
((0, 1), (0,), ())
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import cached_property, lru_cache
from random import Random
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Sequence

    from leadline_zoo.data.tables import Row
    from leadline_zoo.spec import Engine

QUERY_WORD: Final = re.compile(r"\w+")
HAN_RUN: Final = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]+")
STOP_WORDS: Final = frozenset(
    {"a", "an", "and", "at", "by", "for", "from", "in", "is", "it", "of", "on", "or", "the", "to"}
    | {"was", "with", "der", "die", "das", "und", "le", "la", "les", "et"}
)
TITLE_WEIGHT: Final = 3
MAX_KEPT_TEXTS: Final = 20_000
"""Texts of which the words are kept: sources are asked, and made anew, again and again."""


@dataclass(frozen=True, slots=True)
class Hits:
    """Row numbers in display order; ``note`` is a phrase to show ('', 'relaxed', 'too_short')."""

    rows: tuple[int, ...]
    note: str = ""


class Index:
    """Inverted index over all columns of a table."""

    def __init__(self, rows: Sequence[Row], engine: Engine, title: str = "title") -> None:
        self.engine = engine
        self.size = len(rows)
        self.texts = [self._text(row) for row in rows]
        self.titles = [self._normal(row.get(title, "")) for row in rows]
        self.known: dict[str, Hits] = {}

    @cached_property
    def postings(self) -> dict[str, dict[int, int]]:
        """Score by row number of each word; an engine of substrings never needs it."""
        postings: dict[str, dict[int, int]] = {}
        for number, of_row in enumerate(zip(self.texts, self.titles, strict=True)):
            for text, weight in zip(of_row, (1, TITLE_WEIGHT), strict=True):
                for word in map(self._stem, tokens(text)):
                    posting = postings.setdefault(word, {})
                    posting[number] = posting.get(number, 0) + weight
        return postings

    def _text(self, row: Row) -> str:
        skip = ("id", "type", *self.engine.unindexed)
        return self._normal(" \n ".join(v for k, v in row.items() if k not in skip))

    def _normal(self, text: str, asked: bool = False) -> str:
        accents = "" if text.isascii() else self.engine.accents
        if accents == "folded" or (accents == "plain" and not asked):
            parts = unicodedata.normalize("NFKD", text)
            text = "".join(c for c in parts if not unicodedata.combining(c))
        return text if self.engine.case == "kept" else text.casefold()

    def _stem(self, word: str) -> str:
        if not self.engine.stem or len(word) < 4:
            return word
        return re.sub(r"(?<=\w{3})(?:ies|ing|ed|es|e|s)$", "", word)

    def search(self, query: str) -> Hits:
        """Return the hits of a query in the order of the engine, equal at every call."""
        query = query.strip()
        if query not in self.known:
            self.known[query] = self._search(query)
        return self.known[query]

    def _search(self, query: str) -> Hits:
        everything = tuple(range(self.size))
        if query in self.engine.everything or (not query and self.engine.empty == "all"):
            return Hits(everything)
        wanted, excluded = self._split(query)
        kept = [w for w in wanted if len(w) >= self.engine.min_length or HAN_RUN.search(w)]
        if wanted and not kept:
            return Hits((), "too_short")
        if self.engine.stop_words:
            kept = [w for w in kept if w not in STOP_WORDS]
        if not kept and not excluded:
            return Hits(())
        hits = self._match(kept) if kept else dict.fromkeys(everything, 0)
        note = ""
        if not hits and self.engine.relaxed and len(kept) > 1:
            hits, note = self._any(kept), "relaxed"
        for word in excluded:
            hits = {n: s for n, s in hits.items() if n not in self._postings(word)}
        return Hits(self._ordered(hits), note)

    def in_title(self, query: str) -> tuple[int, ...]:
        """Return the hits whose title holds a word of the query, in order."""
        wanted, _ = self._split(query)
        rows = self.search(query).rows
        return tuple(n for n in rows if any(word in self.titles[n] for word in wanted))

    def _split(self, query: str) -> tuple[list[str], list[str]]:
        wanted: list[str] = []
        excluded: list[str] = []
        for part in self._normal(query, asked=True).split():
            minus = self.engine.negation and part.startswith("-")
            pieces = QUERY_WORD.findall(part)
            if pieces and self.engine.truncation and part.endswith(self.engine.truncation):
                pieces[-1] += self.engine.truncation
            (excluded if minus else wanted).extend(pieces)
        return wanted, excluded

    def _match(self, words: list[str]) -> dict[int, int]:
        match = self.engine.match
        if match == "or":
            return self._any(words)
        if match == "phrase":
            phrase = re.compile(r"\b" + r"\W+".join(map(re.escape, words)) + r"\b")
            return {n: 1 for n, text in enumerate(self.texts) if phrase.search(text)}
        hits = self._postings(words[0])
        for word in words[1:]:
            other = self._postings(word)
            hits = {n: s + other[n] for n, s in hits.items() if n in other}
        return hits

    def _any(self, words: list[str]) -> dict[int, int]:
        hits: dict[int, int] = {}
        for word in words:
            for number, score in self._postings(word).items():
                hits[number] = hits.get(number, 0) + score
        return hits

    def _postings(self, word: str) -> dict[int, int]:
        if self.engine.match == "substring":
            return {n: text.count(word) for n, text in enumerate(self.texts) if word in text}
        if not QUERY_WORD.fullmatch(word):
            return self._any(sorted(w for w in self.postings if w.startswith(word[:-1])))
        if not HAN_RUN.fullmatch(word):
            return self.postings.get(self._stem(word), {})
        hits: dict[int, int] | None = None
        for piece in pieces_of(word):
            other = self.postings.get(piece, {})
            hits = other if hits is None else {n: s for n, s in hits.items() if n in other}
        return hits or {}

    def _ordered(self, hits: dict[int, int]) -> tuple[int, ...]:
        if self.engine.order == "fixed":
            return tuple(sorted(hits))
        return tuple(sorted(hits, key=lambda n: (-hits[n], n)))

    def shuffled(self, hits: Hits, query: str, chance: int) -> Hits:
        """Reorder hits of equal score at random (sort instability)."""
        wanted, _ = self._split(query)
        scores = self._any(wanted)
        rng = Random(chance)
        keys = {n: (-scores.get(n, 0), rng.random()) for n in hits.rows}
        return Hits(tuple(sorted(hits.rows, key=keys.__getitem__)), hits.note)


@lru_cache(maxsize=MAX_KEPT_TEXTS)
def tokens(text: str) -> tuple[str, ...]:
    """Split text into words; runs of Han or kana become characters and bigrams.

    >>> tokens("red 青花瓷")
    ('red', '青', '花', '瓷', '青花', '花瓷')
    """
    words: list[str] = QUERY_WORD.findall(text)
    if text.isascii():
        return tuple(words)
    parts: list[str] = []
    for word in words:
        last = 0
        for run in HAN_RUN.finditer(word):
            parts += [word[last : run.start()]] if run.start() > last else []
            parts += list(run[0]) + [run[0][i : i + 2] for i in range(len(run[0]) - 1)]
            last = run.end()
        parts += [word[last:]] if last < len(word) else []
    return tuple(parts)


def pieces_of(run: str) -> list[str]:
    """Return the bigrams of a run of Han characters, or its only character."""
    return [run[i : i + 2] for i in range(len(run) - 1)] or [run]
