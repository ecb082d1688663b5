"""What is looked for in the index of a source: its words and columns for a question.

A condition becomes a filter of the columns that hold its attribute, or a range of their numbers.
"""

from collections.abc import Sequence
from typing import Final

from leadline.ask.attributes import AttributeNames
from leadline.ask.query import AskedQuery, Condition
from leadline.ask.ranges import range_ends
from leadline.ask.terms import phrase_terms
from leadline.store.search.index import (
    IndexedColumn,
    IndexedSource,
    NumberRange,
    SourceSearch,
    in_columns,
    phrase,
)

SOURCE_CONDITION: Final = "source"
"""Attribute of a condition that names sources: ``source:museum``."""


def source_search(
    asked: AskedQuery, source: IndexedSource, names: AttributeNames, *, any_word: bool
) -> tuple[SourceSearch | None, str]:
    """Return what is looked for in a source; None and the condition that it cannot answer."""
    texts = [phrase(word) for word in asked.words]
    if any_word:
        terms = dict.fromkeys(term for word in asked.words for term in phrase_terms(word))
        texts = [" OR ".join(phrase(term) for term in terms)]
    parts = [f"({text})" for text in texts if text]
    ranges = []
    for condition in asked.conditions:
        if condition.attribute.casefold() == SOURCE_CONDITION:
            if condition.text.casefold() not in source.key.casefold():
                return None, ""
            continue
        columns = _columns(condition, source, names)
        if condition.is_range:
            span = _range(condition, columns)
            if span is None:
                return None, str(condition)
            ranges.append(span)
        elif columns:
            words = " AND ".join(filter(None, map(phrase, condition.text.split())))
            parts.append(in_columns([each.slot for each in columns], words))
        else:
            return None, str(condition)
    return SourceSearch(source, " AND ".join(parts), tuple(ranges)), ""


def _columns(
    condition: Condition, source: IndexedSource, names: AttributeNames
) -> list[IndexedColumn]:
    by_name = {each.name: each for each in source.columns}
    return [by_name[c] for c in names.columns_of(condition.attribute, source.key, by_name)]


def _range(condition: Condition, columns: Sequence[IndexedColumn]) -> NumberRange | None:
    """Return the range of a condition in the first kind of columns that can read its ends."""
    for column in columns:
        ends = range_ends(condition.low, condition.high, column.format) if column.format else None
        if column.format and ends is not None:
            slots = [c.slot for c in columns if c.format and c.format.kind == column.format.kind]
            return NumberRange(tuple(slots), *ends)
    return None
