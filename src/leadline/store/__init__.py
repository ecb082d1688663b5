"""Keeps a project in one SQLite file, and writes its tables for other programs.

`Store` writes (one process), `Reader` reads (any number). `leadline.store.export.table.export`
writes a table.
"""

from leadline.store.db import Store
from leadline.store.reader import Reader
from leadline.store.rows import (
    ColumnFill,
    Counts,
    CoveragePoint,
    Note,
    Purpose,
    StoredPage,
    StoredQuery,
    StoredSource,
)

__all__ = [
    "ColumnFill",
    "Counts",
    "CoveragePoint",
    "Note",
    "Purpose",
    "Reader",
    "Store",
    "StoredPage",
    "StoredQuery",
    "StoredSource",
]
