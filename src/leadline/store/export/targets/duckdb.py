"""Fills a table of a DuckDB database that stays: ``duckdb:museum.duckdb#prints``."""

from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Final

from leadline.store.export.formats import identifier
from leadline.store.export.merging import STAGED, check_key, merge
from leadline.store.export.targets import Target, refused, table_of

SCHEME: Final = "duckdb:"


def fill_duckdb(path: Path, output: str, by: Sequence[str]) -> None:
    """Replace a table by the rows of a parquet file, or merge them into it by some columns."""
    import duckdb

    address, table = table_of(output.removeprefix(SCHEME))
    try:
        with closing(duckdb.connect(address)) as link:
            link.execute("BEGIN")
            link.read_parquet(str(path)).create_view(STAGED)
            link.execute(f"DESCRIBE {STAGED}")
            kinds = {row[0]: row[1] for row in link.fetchall()}
            check_key(kinds, by)
            if by:
                merge(link, table, kinds, by)
            else:
                link.execute(f"CREATE OR REPLACE TABLE {identifier(table)} AS FROM {STAGED}")
            link.execute(f"DROP VIEW {STAGED}")
            link.execute("COMMIT")
    except duckdb.Error as fault:
        raise refused("DuckDB", fault) from None


TARGETS: Final = (Target("DuckDB", (SCHEME,), fill_duckdb, "duckdb", "parquet"),)
