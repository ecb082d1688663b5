"""Turns a harvest into a table in memory: Arrow, pandas or polars.

The columns and their order are those of the files that ``leadline export`` writes: text as
harvested, ``_page`` as integer, ``_fetched_at`` as instant. Arrow needs the extra ``parquet``;
pandas and polars are not installed by leadline.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, TypedDict

from leadline.errors import require_package
from leadline.store import Reader
from leadline.store.export.choice import TableChoice, plan_choice
from leadline.store.export.formats import arrow_schema, arrow_tables
from leadline.store.export.table import chosen_table, output_table

if TYPE_CHECKING:
    import pandas
    import polars
    import pyarrow


class TableSettings(TypedDict, total=False):
    """Options of a table in memory, as those of ``export``."""

    kind: str | None
    provenance: bool
    typed: bool
    tidy: bool | None


def arrow_table(
    store: Path,
    sources: Sequence[str],
    *,
    kind: str | None = None,
    provenance: bool = True,
    typed: bool = False,
    tidy: bool | None = None,
) -> pyarrow.Table:
    """Read the records of some sources into one Arrow table, with the columns of an export.

    ``tidy`` is as in ``export`` (None: as the plan says).
    """
    require_package("pyarrow", "a table in memory")
    import pyarrow as pa

    with Reader(store) as reader, reader.snapshot():
        taken = output_table(reader, sources, kind=kind, provenance=provenance, typed=typed)
        choice = TableChoice(tidy=tidy).over(plan_choice(store.parent))
        whole = chosen_table(reader, sources, taken, choice)
        schema = arrow_schema(whole.names, whole.kinds)
        return pa.concat_tables([schema.empty_table(), *arrow_tables(whole, schema)])


def pandas_table(arrow: pyarrow.Table) -> pandas.DataFrame:
    """Convert an Arrow table to pandas; raise ``ImportError`` with advice without pandas."""
    try:
        import pandas as pd  # noqa: F401
    except ImportError:
        raise ImportError("to_pandas needs pandas: pip install pandas") from None
    return arrow.to_pandas()


def polars_table(arrow: pyarrow.Table) -> polars.DataFrame:
    """Convert an Arrow table to polars; raise ``ImportError`` with advice without polars."""
    try:
        import polars as pl
    except ImportError:
        raise ImportError("to_polars needs polars: pip install polars") from None
    return pl.DataFrame(arrow)
