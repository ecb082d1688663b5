"""A question in SQL over the tables of a project, answered by DuckDB, which changes nothing.

``records`` is the table of `export`, with the columns of ``--typed``; ``sources`` says of each how
its harvest ended. The statement reads no other file and reaches no other machine.
"""

from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import asdict, fields
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from leadline.errors import StoreError, require_package
from leadline.store.export.choice import plan_choice
from leadline.store.export.exporters.datapackage import package_of
from leadline.store.export.formats import Cell, TableRow, TableSource, arrow_schema
from leadline.store.export.table import chosen_table, export, output_table, table_sources
from leadline.store.reader import Reader

ROWS_AT_ONCE: Final = 1_000
SOURCE_KINDS: Final = {
    "doubts": "list",
    "missing_at_most": "float",
    "records": "int",
    "requests": "int",
    "began": "instant",
    "ended": "instant",
}


@contextmanager
def answered(store: Path, statement: str) -> Iterator[tuple[list[str], Iterator[TableRow]]]:
    """Give the names of the columns of an answer, and its rows, which are read as they are used.

    Raises ``StoreError`` where DuckDB refuses the statement, ``MissingExtra`` without DuckDB.
    """
    require_package("duckdb", "a question in SQL")
    import duckdb

    with TemporaryDirectory() as folder:
        table = Path(folder) / "records.parquet"
        export(store, table, typed=True)
        with closing(duckdb.connect()) as link:
            _prepare(link, store, table)
            try:
                asked = link.execute(statement)
                names = [str(column[0]) for column in asked.description or ()]
                yield names, _rows(asked)
            except duckdb.Error as fault:
                lines = str(fault).splitlines()
                raise StoreError(f"DuckDB did not take the statement: {lines[0]}") from None


def schema_of(store: Path, *, typed: bool = False) -> dict[str, Any]:
    """Return the Data Package of a table: columns, types, filled rows, sources and claims."""
    with closing(Reader(store)) as reader, reader.snapshot():
        sources = [each.key for each in reader.sources()]
        whole = output_table(reader, sources, typed=typed)
        table = chosen_table(reader, sources, whole, plan_choice(store.parent))
        filled, count = [0] * len(table.names), 0
        for row in table.rows:
            count += 1
            filled = [known + (cell is not None) for known, cell in zip(filled, row, strict=True)]
        return package_of(table, filled, count, table_sources(reader, sources))


def _prepare(link: Any, store: Path, table: Path) -> None:
    """Show the tables, then close everything else."""
    import pyarrow as pa

    link.read_parquet(str(table)).create_view("records")
    with closing(Reader(store)) as reader:
        keys = [each.key for each in reader.sources()]
        told = [asdict(source) for source in table_sources(reader, keys)]
    schema = arrow_schema([field.name for field in fields(TableSource)], SOURCE_KINDS)
    link.register("told", pa.Table.from_pylist(told, schema))
    link.execute("CREATE TABLE sources AS SELECT * FROM told")
    link.unregister("told")
    link.execute("SET TimeZone = 'UTC'")
    link.execute("SET allowed_paths = ?", [[str(table)]])
    link.execute("SET enable_external_access = false")
    link.execute("SET lock_configuration = true")


def _rows(asked: Any) -> Iterator[TableRow]:
    while rows := asked.fetchmany(ROWS_AT_ONCE):
        yield from ([_cell(value) for value in row] for row in rows)


def _cell(value: Any) -> Cell:
    if value is None or isinstance(value, str | int | float | bool):
        return value
    return [*map(str, value)] if isinstance(value, list | tuple) else str(value)
