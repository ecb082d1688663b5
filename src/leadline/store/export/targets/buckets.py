"""Puts a file of any format into a bucket: ``s3://art/prints.parquet``, ``gs://art/prints.csv``.

Keys and the address of a store of one's own are those of its library (``AWS_ENDPOINT_URL`` ...).
"""

from collections.abc import Sequence
from pathlib import Path
from shutil import copyfileobj
from typing import Final

from leadline.store.export.targets import Target, refused


def put(path: Path, output: str, by: Sequence[str]) -> None:
    """Copy a file to its address; it appears there whole or not at all."""
    import fsspec

    try:
        with path.open("rb") as file, fsspec.open(output, "wb") as place:
            copyfileobj(file, place)
    except Exception as fault:  # each store has errors of its own
        raise refused(output, fault) from None


TARGETS: Final = (Target("s3", ("s3://",), put, "s3fs"), Target("gs", ("gs://",), put, "gcsfs"))
