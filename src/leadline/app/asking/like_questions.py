"""Questions like one that was asked, made of records that are stored, and who shows answers."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from itertools import islice
from typing import TYPE_CHECKING, Final

from leadline.ask.terms import index_terms
from leadline.store.search.index import SourceSearch

if TYPE_CHECKING:
    from collections.abc import Iterator

    from leadline.store.search.index import IndexedSource, SearchIndex
    from leadline.store.search.reader import IndexReader

RECORDS: Final = 100
"""Records of a source that answers of which like questions are made, one of each."""
LIKE: Final = 2.0
"""Times that a like word may be in more records of its source, or in fewer."""


@dataclass(slots=True)
class LikeQuestions:
    """Makes questions like one of these terms: as many of one record, each about as rare."""

    reader: IndexReader
    index: SearchIndex
    terms: tuple[str, ...]
    _made: dict[str, list[str]] = field(default_factory=dict)

    def shown(self, answering: IndexedSource, asked: IndexedSource) -> tuple[int, int]:
        """Count like questions for which ``asked`` shows no record, and those with one."""
        if answering.key not in self._made:
            self._made[answering.key] = list(self._questions(answering))
        made = self._made[answering.key]
        counts = Counter(self.index.count(SourceSearch(asked, each), 2) for each in made)
        return counts[0], counts[1]

    def _questions(self, source: IndexedSource) -> Iterator[str]:
        """Make a question of each record if it has like words, the rarest of them not used yet."""
        counts = sorted((self.index.frequency(source, t), _is_number(t)) for t in self.terms)
        used = set[str]()
        for words in self._words(source):
            question: list[str] = []
            for count, is_number in counts:
                like = (w for w, n in words.items() if 1 / LIKE <= (n + 1) / (count + 1) <= LIKE)
                fit = (w for w in like if _is_number(w) == is_number and w not in question)
                question += islice((w for w in fit if question or w not in used), 1)
            if len(question) == len(counts):
                used.add(question[0])
                yield " ".join(f'"{word}"' for word in question)

    def _words(self, source: IndexedSource) -> list[dict[str, int]]:
        """Return the terms of some records of a source, with how many records hold each."""
        texts = [
            " ".join(field.value for field in record.fields if field.kind == "text")
            for record in self.reader.sample(source.key, RECORDS)
        ]
        terms = [dict.fromkeys(index_terms(text)) for text in texts]
        counts = {term: self.index.frequency(source, term) for term in set().union(*terms)}
        return [{term: counts[term] for term in each} for each in terms]


def _is_number(term: str) -> bool:
    return any(map(str.isdecimal, term))
