"""Form source: a database in memory behind a form with several controls, all ANDed.

Each control searches one column: ``words`` (every word is in the field), ``exact`` (the whole
value, folded; a select or a strict box), ``part`` (anywhere in the field). An unbound control does
not restrict; a form with nothing bound finds nothing, as most do. A field may hold several values
with ``|`` between them.

>>> rows = [{"author": "Le Guin", "shelf": "A"}, {"author": "Lem", "shelf": "A"}]
>>> source = FormSource("b", rows, {"au": ("author", "words"), "sh": ("shelf", "exact")})
>>> answer = source.ask(Assignment((("sh", "A"), ("au", "lem"))))
>>> [record.key for record in answer.records], answer.interactions
(['1'], 1)
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from leadline.model import Assignment, Field, Record
from leadline.page.text import fold, terms
from leadline.selection.forms.protocol import FormAnswer
from leadline_research.xian2012.interactions import interactions

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

MatchMode = Literal["words", "exact", "part"]
Index = dict[str, list[int]]


class FormSource:
    """Rows behind a form; ``boxes`` gives the column of every control and how it is matched."""

    def __init__(
        self,
        key: str,
        rows: Sequence[Mapping[str, str]],
        boxes: Mapping[str, tuple[str, MatchMode]],
        *,
        page_size: int = 20,
        cap: int = 0,
    ) -> None:
        self.boxes = dict(boxes)
        self.page_size, self.cap = page_size, cap
        self.records = tuple(
            Record(key, str(at), tuple(Field(name, value) for name, value in fields_of(row)))
            for at, row in enumerate(rows)
        )
        self._index = {box: _index(rows, *how) for box, how in self.boxes.items()}

    def __len__(self) -> int:
        return len(self.records)

    def ask(self, assignment: Assignment) -> FormAnswer:
        """Return the answer, walked to its end or to the cap."""
        matching: set[int] | None = None
        for box, value in assignment.values:
            places = set(self._matching(box, value))
            matching = places if matching is None else matching & places
            if not matching:
                break
        ordered = sorted(matching or ())
        reached = ordered[: self.cap] if self.cap else ordered
        return FormAnswer(
            tuple([self.records[place] for place in reached]),
            interactions(len(ordered), page_size=self.page_size, cap=self.cap),
            complete=len(reached) == len(ordered),
        )

    def _matching(self, box: str, value: str) -> list[int]:
        index, how = self._index[box], self.boxes[box][1]
        if how == "exact":
            return index.get(fold(value).strip(), [])
        if how == "part":
            wanted = fold(value).strip()
            return [at for text, places in index.items() if wanted in text for at in places]
        lists = sorted((index.get(term, []) for term in terms(value)), key=len)
        if not lists or not lists[0]:
            return []
        return sorted(set(lists[0]).intersection(*lists[1:]))


def fields_of(row: Mapping[str, str]) -> list[tuple[str, str]]:
    """Return a row's fields as <key, value>, a field of several values as several."""
    return [
        (name, part.strip())
        for name, value in row.items()
        for part in value.split("|")
        if part.strip()
    ]


def _index(rows: Sequence[Mapping[str, str]], column: str, how: MatchMode) -> Index:
    """Return row places by the terms that find them."""
    index: Index = {}
    for at, row in enumerate(rows):
        keys: dict[str, None] = {}
        for name, value in fields_of(row):
            if name == column:
                keys |= dict.fromkeys(terms(value) if how == "words" else [fold(value).strip()])
        for key in keys:
            index.setdefault(key, []).append(at)
    return index
