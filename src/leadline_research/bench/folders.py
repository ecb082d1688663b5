"""The data that a bench is pointed at: what is missing, unknown or broken is told by its name.

A bench that finds nothing to measure has failed; it must not print zeros. A label that cannot be
read is the fault of one file of hundreds, so the sentence says which.

>>> chosen(["oak"], {"oak": 1, "elm": 2}, "tree"), chosen([], ["oak", "elm"], "tree")
(['oak'], ['oak', 'elm'])
>>> chosen(["fir"], ["oak", "elm"], "tree")
Traceback (most recent call last):
ValueError: no tree 'fir'; there are: oak, elm
"""

from __future__ import annotations

import json
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence
    from pathlib import Path


def chosen(names: Sequence[str], there: Collection[str], what: str) -> list[str]:
    """The named ones, all that there are if none is named."""
    strange = [name for name in names if name not in there]
    if strange:
        raise ValueError(f"no {what} {strange[0]!r}; there are: {', '.join(there)}")
    return list(names or there)


def files_in(folder: Path, pattern: str, what: str) -> list[Path]:
    """The files that a pattern finds in a folder, sorted; none at all is a fault."""
    if not folder.is_dir():
        raise ValueError(f"{folder} is no folder of {what} ({pattern})")
    found = sorted(folder.glob(pattern))
    if not found:
        raise ValueError(f"{folder} holds no {what} ({pattern})")
    return found


def labelled_pages(folder: Path, pattern: str) -> list[tuple[Path, Path]]:
    """The labels of a folder, each with the page that lies beside it."""
    pairs = [(one, one.with_suffix(".html")) for one in files_in(folder, pattern, "labels")]
    found = [(label, page) for label, page in pairs if page.exists()]
    if not found:
        raise ValueError(f"{folder} holds labels without their pages (.html)")
    return found


def lines_of(path: Path, *keys: str) -> Iterator[dict[str, Any]]:
    """The objects of a file that holds one a line, each with these keys at least."""
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
    """What is wrong with the content of a file, told with the file's name.

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
