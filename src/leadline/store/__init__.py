"""The disk: one SQLite file a project, and the tables that leave it.

`Store` writes (one process), `Reader` reads (any number); `leadline.store.export.export` writes a
table for other programs.
"""

from leadline.store.db import Store
from leadline.store.reader import Reader
from leadline.store.rows import (
    ColumnFill,
    Counts,
    CoveragePoint,
    Locator,
    Note,
    Source,
    StoredPage,
    StoredQuery,
)

__all__ = [
    "ColumnFill",
    "Counts",
    "CoveragePoint",
    "Locator",
    "Note",
    "Reader",
    "Source",
    "Store",
    "StoredPage",
    "StoredQuery",
]
