"""Tables as Parquet, typed, in row groups that fit into memory."""

from pathlib import Path
from typing import Final

from leadline.store.export.exporters.datapackage import claims_of
from leadline.store.export.formats import (
    MAX_COLUMNS_OPENED,
    NO_LIMIT,
    Exporter,
    OutputTable,
    arrow_schema,
    arrow_tables,
)

CLAIMS: Final = "description"
"""What the file says of itself: what is claimed of each source."""


def write_parquet(path: Path, table: OutputTable, *, guard: bool) -> None:
    """Write text columns, ``_page`` as integer, ``_fetched_at`` as instant; zstd, in row groups."""
    import pyarrow.parquet as pq

    claims = {CLAIMS: claims_of(table.sources())}
    schema = arrow_schema(table.names, table.kinds).with_metadata(claims)
    # A file of ours: on a full disk the library would keep its own open, and so the space taken.
    with path.open("wb") as file, pq.ParquetWriter(file, schema, compression="zstd") as writer:
        for group in arrow_tables(table, schema):
            writer.write_table(group)


EXPORTERS: Final = (
    Exporter(
        "parquet", (".parquet",), write_parquet, "pyarrow", limits=(NO_LIMIT, MAX_COLUMNS_OPENED)
    ),
)
