"""Data files of a bench: an error names the file that is missing, unknown or broken.

A bench without data to measure fails; it never prints zeros.
"""

from __future__ import annotations

import json
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


def files_in(folder: Path, pattern: str, what: str) -> list[Path]:
    """List the files of a folder that match, sorted; raise ``ValueError`` if there is none."""
    if not folder.is_dir():
        raise ValueError(f"{folder} is no folder of {what} ({pattern})")
    files = sorted(folder.glob(pattern))
    if not files:
        raise ValueError(f"{folder} holds no {what} ({pattern})")
    return files


def labelled_pages(folder: Path, pattern: str) -> list[tuple[Path, Path]]:
    """List the label files of a folder, each with the page beside it."""
    labels = files_in(folder, pattern, "labels")
    pairs = [(label, page) for label in labels if (page := label.with_suffix(".html")).exists()]
    if not pairs:
        raise ValueError(f"{folder} holds labels without their pages (.html)")
    return pairs


def lines_of(path: Path, *keys: str) -> Iterator[dict[str, Any]]:
    """Read a JSON-lines file whose objects have at least these keys."""
    with naming(path):
        lines = path.read_text(encoding="utf-8").splitlines()
    if not lines:
        raise ValueError(f"{path} is empty")
    for number, line in enumerate(lines, 1):
        with naming(f"{path}, line {number}"):
            row = json.loads(line)
            for key in keys:
                row[key]
        yield row


@contextmanager
def naming(place: Path | str) -> Iterator[None]:
    """Turn errors of content into ``ValueError`` with the name of the file.

    >>> with naming("cases.json, line 3"):
    ...     {"text": "Ann"}["url"]
    Traceback (most recent call last):
    ValueError: cases.json, line 3 lacks 'url'
    """
    try:
        yield
    except KeyError as fault:
        raise ValueError(f"{place} lacks {fault}") from fault
    except (ValueError, TypeError, AttributeError, IndexError) as fault:
        raise ValueError(f"{place} cannot be read: {fault}") from fault
