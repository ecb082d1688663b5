"""Files that a person names or writes: read whole, but not without end.

>>> given_text("/dev/zero")
Traceback (most recent call last):
ValueError: /dev/zero is larger than 50 MB: it is no file of this kind
"""

from pathlib import Path
from typing import Final

MAX_GIVEN_BYTES: Final = 50_000_000


def given_bytes(path: str | Path) -> bytes:
    """Read a file; raise ``OSError``, and ``ValueError`` for one that is larger than any of ours.

    A device has no end, and a pipe may have none, so neither is asked for its size.
    """
    with Path(path).open("rb") as file:
        content = file.read(MAX_GIVEN_BYTES + 1)
    if len(content) > MAX_GIVEN_BYTES:
        most = MAX_GIVEN_BYTES // 1_000_000
        raise ValueError(f"{path} is larger than {most} MB: it is no file of this kind")
    return content


def given_text(path: str | Path) -> str:
    """Read a file of text in UTF-8; raise ``ValueError`` (also for other text) or ``OSError``."""
    return given_bytes(path).decode("utf-8-sig")
