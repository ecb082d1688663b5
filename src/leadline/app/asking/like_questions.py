"""Questions like one that was asked, made of records that are stored, and who shows answers."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache, partial
from itertools import islice
from typing import Final

from leadline.ask.terms import index_terms
from leadline.store.search.index import IndexedSource, SearchIndex, SourceSearch
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

    def shown(self, source: IndexedSource, asked: IndexedSource) -> tuple[int, int]:
        """Count like questions to ``source`` for which ``asked`` shows no record, and just one."""
        if source.key not in self._made:
            self._made[source.key] = list(self._questions(source))
        made = (SourceSearch(asked, each) for each in self._made[source.key])
        counts = Counter(self.index.count(each, 2) for each in made)
        return counts[0], counts[1]

    def _questions(self, source: IndexedSource) -> Iterator[str]:
        """Make a question of each record if it has like words, the rarest of them not used yet."""
        count = cache(partial(self.index.frequency, source))
        asked = sorted((count(term), _is_number(term)) for term in self.terms)
        used = set[str]()
        for record in self.reader.sample(source.key, RECORDS):
            text = " ".join(field.value for field in record.fields if field.kind == "text")
            words = dict.fromkeys(index_terms(text))
            question: list[str] = []
            for n, is_number in asked:
                free = (w for w in words if w not in question and (question or w not in used))
                fit = (w for w in free if _is_number(w) == is_number)
                like = (w for w in fit if 1 / LIKE <= (count(w) + 1) / (n + 1) <= LIKE)
                question += islice(like, 1)
            if len(question) == len(asked):
                used.add(question[0])
                yield " ".join(f'"{word}"' for word in question)


def _is_number(term: str) -> bool:
    return any(map(str.isdecimal, term))
