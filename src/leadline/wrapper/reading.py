"""A result page as a wrapper read it: its records, their keys and fields, the stated total.

A page may have been read in an earlier run. Then it is parsed only if somebody asks for something
that is not remembered.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from leadline.columns.headings import ShownHeadings
from leadline.model import Field, Page
from leadline.page.dom import Document, parse
from leadline.wrapper.totals.stated import StatedTotal


class RecordRow(NamedTuple):
    """A record on a page: its key, its fields, the text a reader sees, and its nodes."""

    key: str
    fields: tuple[Field, ...]
    text: str
    nodes: tuple[int, ...] = ()


@dataclass(slots=True)
class UnparsedPage:
    """A page that is parsed when somebody asks for its document."""

    page: Page
    _document: Document | None = None

    @property
    def document(self) -> Document:
        """The parsed page."""
        if self._document is None:
            self._document = parse(self.page)
        return self._document


class Origin(NamedTuple):
    """What a wrapper read from a page; ``code`` names the wrapper and the query that was masked."""

    code: str
    rows: Sequence[RecordRow]
    stated: StatedTotal | None


@dataclass(frozen=True, slots=True)
class PageReading:
    """A page with its rows and the total that it states; ``cut``: the page came incomplete.

    ``more`` is what an answer of data says itself of more that follows, '' where it says nothing.
    ``headings`` are those of its columns, None where it shows none (then the order is unknown).
    ``labels`` are those that its rows have beside the learned ones, by slot.
    ``unnamed`` are columns of rows without a layout that no name beside the values tells.
    ``facts`` are plain values that follow from the document alone, by name. ``origin`` is what was
    read where that may be remembered; a walk may hold other rows or another total.
    """

    page: Page
    parsed: Document | UnparsedPage
    rows: Sequence[RecordRow]
    stated: StatedTotal | None = None
    cut: bool = False
    more: str = ""
    headings: ShownHeadings | None = field(default=None, compare=False)
    labels: Mapping[str, Sequence[str]] = field(default_factory=dict, compare=False)
    unnamed: frozenset[str] = frozenset()
    facts: dict[str, Any] = field(default_factory=dict, compare=False, repr=False)
    origin: Origin | None = field(default=None, compare=False, repr=False)

    @property
    def document(self) -> Document:
        """The parsed page."""
        return self.parsed.document if isinstance(self.parsed, UnparsedPage) else self.parsed

    @property
    def nodes(self) -> frozenset[int]:
        """Nodes that hold the rows."""
        return frozenset(node for row in self.rows for node in row.nodes)

    @property
    def keys(self) -> tuple[str, ...]:
        """Keys of the page in order, each once."""
        return tuple(dict.fromkeys(row_keys(self.rows)))

    def without_broken_end(self) -> PageReading:
        """Return it without its last row where the page came cut and may hold half of that row."""
        if not self.cut or len(self.rows) < 2 or not self.rows[-1].nodes:
            return self
        stop = max(self.document.end[node] for node in self.rows[-1].nodes)
        is_whole = bool(self.document.texts(stop, len(self.document)))
        return self if is_whole else replace(self, rows=self.rows[:-1])

    def fact(self, name: str, find: Callable[[], Any]) -> Any:
        """Return a plain value that follows from the document; it is looked for once."""
        if name not in self.facts:
            self.facts[name] = find()
        return self.facts[name]


def row_keys(rows: Sequence[RecordRow]) -> Sequence[str]:
    """Return the key of each row; packed rows have them at hand."""
    keys: Sequence[str] | None = getattr(rows, "keys", None)
    return keys if keys is not None else [row.key for row in rows]
