"""Tells whether a record answers a question: every word and every condition must hold.

>>> from leadline.ask.query import parse_query
>>> from leadline.model import Field
>>> diary = Record("a", "1", (Field("Title", "Madman's diary"), Field("Date", "1918-05")))
>>> holds = lambda text: RecordTest(parse_query(text), AttributeNames()).holds(diary)
>>> holds("diary year:1910..1920"), holds("title:1918"), holds('"diary madman"')
(True, False, False)
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import date
from types import MappingProxyType

from leadline.ask.attributes import AttributeNames
from leadline.ask.query import AskedQuery, Condition
from leadline.ask.ranges import range_ends
from leadline.ask.terms import begins_term, index_terms, phrase_terms
from leadline.model import Record
from leadline.values.dates import find_dates
from leadline.values.normal.column import READERS, learn_format
from leadline.values.normal.reading import ColumnFormat
from leadline.values.normal.text import fold_width


class RecordTest:
    """The test of one question; ``formats`` are those that the index of the project has learned.

    ``trusted`` are conditions that hold where a record has no such attribute, or shows the value by
    which a control asked them.
    """

    def __init__(
        self,
        asked: AskedQuery,
        names: AttributeNames,
        formats: Mapping[tuple[str, str], ColumnFormat] | None = None,
        trusted: Mapping[Condition, str] = MappingProxyType({}),
    ) -> None:
        self._asked, self._names = asked, names
        self._formats, self._trusted = formats or {}, trusted

    def holds(self, record: Record, *, words: bool = True) -> bool:
        """Test a record; without ``words`` plain words need not stand in it."""
        texts = [field for field in record.fields if field.kind == "text" and field.value]
        whole = _joined(field.value for field in texts)
        if words and not all(_stands_in(word, whole) for word in self._asked.words):
            return False
        return all(self._meets(condition, record) for condition in self._asked.conditions)

    def _meets(self, condition: Condition, record: Record) -> bool:
        if condition.attribute.casefold() == "source":
            return condition.text.casefold() in record.source.casefold()
        columns = dict.fromkeys(f.column for f in record.fields if f.kind == "text" and f.value)
        held = set(self._names.columns_of(condition.attribute, record.source, columns))
        values = [f.value for f in record.fields if f.column in held and f.kind == "text"]
        if condition in self._trusted and (not values or self._trusted[condition] in values):
            return True
        if not condition.is_range:
            joined = _joined(values)
            if all(_stands_in(word, joined) for word in condition.text.split()):
                return True
            days = _days(condition.text) if condition in self._trusted else set()
            return not days.isdisjoint(day for value in values for day in _days(value))
        return any(
            self._lies_in(condition, field.value, self._formats.get((record.source, field.column)))
            for field in record.fields
            if field.column in held and field.kind == "text"
        )

    def _lies_in(self, condition: Condition, value: str, learned: ColumnFormat | None) -> bool:
        text = fold_width(value)
        learned = learned or learn_format([text])
        reading = READERS[learned.kind](text, learned) if text else None
        ends = range_ends(condition.low, condition.high, learned)
        if reading is None or reading.low is None or ends is None:
            return False
        return ends[0] <= reading.low <= ends[1]


def completed(live: Record, stored: Record) -> Record:
    """Return a live record with what is stored of it: columns by other names, and its own page.

    What came live stands before the stored value of a column. A live column that the stored record
    lacks is left out where a stored value holds its text: it is a part by an older division.

    >>> from leadline.model import Field
    >>> live = Record("a", "1", (Field("text_1", "Emma"), Field("price", "7")))
    >>> stored = Record("a", "1", (Field("Title", "Emma"), Field("price", "5")))
    >>> [(field.column, field.value) for field in completed(live, stored).fields]
    [('price', '7'), ('Title', 'Emma')]
    """
    columns = {field.column for field in stored.fields}
    values = "\n".join(field.value for field in stored.fields)
    shown = [f for f in live.fields if f.column in columns or f.value not in values]
    fresh = {field.column for field in shown}
    kept = [field for field in stored.fields if field.column not in fresh]
    return replace(live, fields=(*shown, *kept))


def _days(text: str) -> set[date]:
    """Return the days that a text may mean, by every order of its parts."""
    return {date(day.year, day.month, day.day) for _, day in find_dates(text.strip())}


def _joined(values: Iterable[str]) -> str:
    """Return the terms of texts; a gap keeps a phrase from running over the end of a value."""
    return "  ".join(f" {' '.join(index_terms(value))} " for value in values)


def _stands_in(text: str, joined: str) -> bool:
    terms = phrase_terms(text)
    end = "" if terms and begins_term(terms[-1]) else " "
    return f" {' '.join(terms)}{end}" in joined if terms else True
