"""A harvest as a table in memory: Arrow, and from there pandas or polars where they are installed.

The same columns in the same order as the files that ``leadline export`` writes: text as harvested,
``_page`` as integer, ``_fetched_at`` as instant.
"""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Final

from leadline.store import Reader
from leadline.store.export import plan, table
from leadline.store.formats import plain

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    import pandas
    import polars
    import pyarrow

BATCH: Final = 20_000
"""Records that are turned into columns at once."""


def arrow_table(
    store: Path, sources: Sequence[str], kind: str | None, *, provenance: bool
) -> pyarrow.Table:
    """The records of some sources as one Arrow table."""
    import pyarrow as pa

    types = {"_page": pa.int64(), "_fetched_at": pa.timestamp("us", tz="UTC")}
    with Reader(store) as reader, reader.snapshot():
        layout = plan(reader, sources, kind=kind, provenance=provenance)
        schema = pa.schema([(name, types.get(name, pa.string())) for name in layout.names])
        rows = table(reader, sources, layout, kind=kind, provenance=provenance)
        batches = []
        while lot := list(islice(rows, BATCH)):
            cells = [[plain(c) if isinstance(c, str) else c for c in row] for row in lot]
            columns = [
                pa.array(column, kind_)
                for column, kind_ in zip(zip(*cells, strict=True), schema.types, strict=True)
            ]
            batches.append(pa.RecordBatch.from_arrays(columns, schema=schema))
    return pa.Table.from_batches(batches, schema=schema)


def pandas_table(arrow: pyarrow.Table) -> pandas.DataFrame:
    """The same for pandas."""
    try:
        import pandas as pd  # noqa: F401
    except ImportError:
        raise ImportError("to_pandas needs pandas: pip install pandas") from None
    return arrow.to_pandas()


def polars_table(arrow: pyarrow.Table) -> polars.DataFrame:
    """The same for polars."""
    try:
        import polars as pl
    except ImportError:
        raise ImportError("to_polars needs polars: pip install polars") from None
    return pl.DataFrame(arrow)
