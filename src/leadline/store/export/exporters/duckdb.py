"""Tables as a DuckDB database, typed as parquet is."""

from contextlib import closing
from pathlib import Path
from typing import Final

from leadline.store.export.formats import (
    MAX_COLUMNS_OPENED,
    NO_LIMIT,
    Exporter,
    OutputTable,
    arrow_schema,
    arrow_tables,
)


def write_duckdb(path: Path, table: OutputTable, *, guard: bool) -> None:
    """Write a DuckDB database with one table ``records``, typed as parquet is."""
    import duckdb
    import pyarrow as pa

    path.unlink(missing_ok=True)
    schema = arrow_schema(table.names, table.kinds)
    with closing(duckdb.connect(str(path))) as link:
        link.register("batch", pa.Table.from_batches([], schema=schema))
        link.execute("CREATE TABLE records AS SELECT * FROM batch")
        for group in arrow_tables(table, schema):
            link.register("batch", group)
            link.execute("INSERT INTO records SELECT * FROM batch")


EXPORTERS: Final = (
    Exporter("duckdb", (".duckdb",), write_duckdb, "duckdb", limits=(NO_LIMIT, MAX_COLUMNS_OPENED)),
)
