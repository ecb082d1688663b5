"""What one file of a static search index holds, and which files belong to an index."""

from collections.abc import Callable
from dataclasses import dataclass

from leadline.script.data.lists import Item


@dataclass(frozen=True, slots=True)
class IndexPart:
    """Objects of a file, and the addresses of further files that hold more."""

    items: tuple[Item, ...] = ()
    more: tuple[str, ...] = ()


ReadIndex = Callable[[bytes, str], IndexPart]
"""Reader of a file: its bytes and its address."""


@dataclass(frozen=True, slots=True)
class StaticIndex:
    """A search index: its format, its files, how they are read.

    ``is_named``: the page names its generator, so the files are what its search searches.
    """

    kind: str
    addresses: tuple[str, ...]
    read: ReadIndex
    is_named: bool = True
