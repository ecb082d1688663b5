"""A harvest as a notebook shows it: how each source ended, and the first records."""

from collections.abc import Mapping, Sequence
from contextlib import closing
from itertools import islice
from pathlib import Path
from typing import Final

from leadline.model import Outcome
from leadline.report.markup import Markup, text
from leadline.report.parts import table
from leadline.store.export.formats import plain
from leadline.store.export.table import output_table
from leadline.store.reader import Reader

SHOWN_RECORDS: Final = 5
SHOWN_COLUMNS: Final = 8
MAX_CELL_TEXT: Final = 60


def harvest_html(store: Path, outcomes: Mapping[str, Outcome]) -> str:
    """Return the outcomes and the first records of some sources as HTML."""
    ends = [
        [key, each.level, f"{each.records:,}", each.proof or each.reason]
        for key, each in outcomes.items()
    ]
    parts = [_table(["source", "end", "records", "because"], ends)]
    with closing(Reader(store)) as reader, reader.snapshot():
        taken = output_table(reader, list(outcomes), provenance=False)
        rows = [[plain(cell) or "" for cell in row] for row in islice(taken.rows, SHOWN_RECORDS)]
    parts.append(_table(taken.names[:SHOWN_COLUMNS], [row[:SHOWN_COLUMNS] for row in rows]))
    return "".join(parts)


def _table(names: Sequence[str], rows: list[list[str]]) -> Markup:
    """Return a table whose cells are cut; '' without rows."""
    return table([*map(text, names)], [[cell[:MAX_CELL_TEXT] for cell in row] for row in rows])
