"""Labels that came after the columns were learned: they stand in the values of other labels.

A run with labels inside ("Author: Ann Year: 1901") is divided at those that were learned. A new or
renamed one is then read as the end of the value before it. It is found as the learned ones were: it
stands in most values.

>>> from leadline.model import Field
>>> columns = Columns(inline_labels={"/p": ["Author", "Year"]})
>>> rows = [[Field("Author", f"Ann {n} Place: Rome"), Field("Year", str(n))] for n in "12345"]
>>> new_labels(columns, rows)
{'/p': ['Place']}
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final

from leadline.columns.inline_labels import MIN_LABELLED_SHARE, frequent_labels
from leadline.columns.reader import Columns
from leadline.model import Field
from leadline.values.lists import LABEL_PREFIX, split_values

MIN_ROWS_LABELLED: Final = 5
"""Rows of a page from which a label may be new."""


def new_labels(columns: Columns, rows: Sequence[Sequence[Field]]) -> dict[str, list[str]]:
    """Return the labels that most rows of a page have beside the known ones, by slot."""
    found: dict[str, list[str]] = {}
    if len(rows) < MIN_ROWS_LABELLED or not (columns.inline_labels or columns.labels):
        return found
    for slot, known in (*columns.inline_labels.items(), *columns.labels.items()):
        own = {columns.name(f"{slot}={label.strip()}", "text") for label in known}
        own |= {columns.name(f"{slot}={label}", "text") for label in known}
        own.add(columns.name(slot, "text"))
        texts = [
            part
            for row in rows
            for one in row
            if one.kind == "text" and one.column in own and (":" in one.value or "：" in one.value)
            for part in split_values(one.value)
        ]
        least = MIN_LABELLED_SHARE * len(rows)
        if len(texts) < least:
            continue
        if slot in columns.inline_labels:
            counts = {
                label: sum(f"{label}:" in text or f"{label}：" in text for text in texts)
                for label in frequent_labels(texts)
            }
        else:
            counts = dict(
                Counter(match[1] for text in texts if (match := LABEL_PREFIX.match(text)))
            )
        if new := [label for label, times in counts.items() if times >= least]:
            found[slot] = [label for label in new if label not in known]
    return {slot: labels for slot, labels in found.items() if labels}


def with_labels(columns: Columns, labels: Mapping[str, Sequence[str]]) -> Columns:
    """Return the columns with further labels in some slots."""
    stored = columns.to_dict()
    for part in ("inline_labels", "labels"):
        stored[part] = {
            slot: [*known, *labels.get(slot, ())] for slot, known in stored[part].items()
        }
    return Columns.from_dict(stored)
