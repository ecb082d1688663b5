"""Fills a table of Delta Lake, in a folder or a bucket: ``delta:prints``, ``delta:s3://art/prints``."""

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from leadline.store.export.exporters.parquet import CLAIMS
from leadline.store.export.formats import identifier
from leadline.store.export.merging import check_key
from leadline.store.export.targets import Target, refused

SCHEME: Final = "delta:"


def fill_delta(path: Path, output: str, by: Sequence[str]) -> None:
    """Replace a table by the rows of a parquet file, or merge them into it by some columns.

    The history of the table says with each version what is claimed of each source.
    """
    import pyarrow as pa
    import pyarrow.parquet as pq
    from deltalake import CommitProperties, DeltaTable, write_deltalake
    from deltalake.exceptions import DeltaError

    place = output.removeprefix(SCHEME)
    try:
        with pq.ParquetFile(path) as file:
            schema = file.schema_arrow
            check_key(schema.names, by)
            rows = pa.RecordBatchReader.from_batches(schema, file.iter_batches())
            claims = (schema.metadata or {}).get(CLAIMS.encode(), b"").decode()
            said = CommitProperties(custom_metadata={CLAIMS: claims})
            if by and DeltaTable.is_deltatable(place):
                same = " AND ".join(f"new.{identifier(one)} = old.{identifier(one)}" for one in by)
                merging = DeltaTable(place).merge(
                    rows, same, "new", "old", merge_schema=True, commit_properties=said
                )
                merging.when_matched_update_all().when_not_matched_insert_all().execute()
            else:
                write_deltalake(
                    place, rows, mode="overwrite", schema_mode="overwrite", commit_properties=said
                )
    except (DeltaError, OSError) as fault:
        raise refused("Delta Lake", fault) from None


TARGETS: Final = (Target("Delta Lake", (SCHEME,), fill_delta, "deltalake", "parquet"),)
