"""A result page as a wrapper read it: its records, their keys and fields, the stated total."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from leadline.model import Field, Page
    from leadline.page.dom import Document
    from leadline.wrapper.totals.stated import StatedTotal


class RecordRow(NamedTuple):
    """A record on a page: its key, its fields, the text a reader sees, and its nodes."""

    key: str
    fields: tuple[Field, ...]
    text: str
    nodes: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class PageReading:
    """A page with its rows and the total that it states; ``cut``: the page came incomplete."""

    page: Page
    document: Document
    rows: tuple[RecordRow, ...]
    stated: StatedTotal | None = None
    cut: bool = False

    @property
    def nodes(self) -> frozenset[int]:
        """Nodes that hold the rows."""
        return frozenset(node for row in self.rows for node in row.nodes)

    @property
    def keys(self) -> tuple[str, ...]:
        """Keys of the page in order, each once."""
        return tuple(dict.fromkeys(row.key for row in self.rows))
