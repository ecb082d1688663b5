"""Reading a result page with what was learned of its source: rows, keys, fields, stated total.

The ``Wrapper`` is the wrapper in the field's sense. It holds one layout or more (a source may
change
its layout in mid-harvest): a record template, the identity of records in it, and their columns,
compiled once from a few pages and replayed on all later ones.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from itertools import compress, pairwise
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from leadline.columns.reader import Columns
from leadline.mining.miner import mine_regions
from leadline.page.dom import parse
from leadline.wrapper.column_profile import deviating_columns
from leadline.wrapper.identity.link import LinkIdentity
from leadline.wrapper.identity.text import TextIdentity
from leadline.wrapper.query_mask import QueryMask
from leadline.wrapper.record_template import (
    RecordTemplate,
    nearest_parents,
    parents_at,
    replay,
    replay_single,
)
from leadline.wrapper.totals.stated import StatedTotal, TotalLocator, read_total

if TYPE_CHECKING:
    from collections.abc import Sequence

    from leadline.columns.record_shape import Shape
    from leadline.model import DataRegion, Field, Page, RecordSpan
    from leadline.page.dom import Document
    from leadline.wrapper.column_profile import ValueShapes
    from leadline.wrapper.identity.link import LinkPlaces

MAX_SHAPES_WITH_LINK_PLACES: Final = 512
"""Shapes of records of which is remembered where their link stands."""
PAGE_NUMBER: Final = re.compile(r"\d{1,6}")
PAGE_NUMBER_LIST: Final = re.compile(r"\W*\d{1,6}(?:\W+\d{1,6})+\W*")
ROOT_END_CHARACTERS: Final = 400
"""A whole page closes its root element within this many characters of its end."""


class RecordRow(NamedTuple):
    """One record on a page: ``key`` names it, ``text`` is what a reader sees, ``nodes`` hold it."""

    key: str
    fields: tuple[Field, ...]
    text: str
    nodes: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class PageReading:
    """A page read: its rows with a key each (a record listed twice stays once in ``keys``)."""

    page: Page
    document: Document
    rows: tuple[RecordRow, ...]
    stated: StatedTotal | None = None
    cut: bool = False

    @property
    def nodes(self) -> frozenset[int]:
        """The nodes that hold its rows."""
        return frozenset(node for row in self.rows for node in row.nodes)

    @property
    def keys(self) -> tuple[str, ...]:
        """The different keys of the page, in order."""
        return tuple(dict.fromkeys(row.key for row in self.rows))


@dataclass(frozen=True, slots=True)
class RecordLayout:
    """One way in which a source shows records.

    ``mined``: heads do not part them, mining does. ``frame_texts`` are the texts of rows that
    stand on
    every page and name no record (a header row made of plain cells).
    """

    template: RecordTemplate
    identity: LinkIdentity | TextIdentity
    columns: Columns
    mined: bool = False
    frame_texts: frozenset[str] = frozenset()
    _places: dict[Shape, LinkPlaces | None] = field(default_factory=dict, compare=False, repr=False)

    def spans(self, document: Document) -> tuple[RecordSpan, ...]:
        """Where the records of a page stand."""
        if not self.mined:
            return replay(document, self.template)
        found = mined_records(mine_regions(document), document, self.template)
        if isinstance(self.identity, LinkIdentity) and not any(
            self.identity.address(document, span) for span in found
        ):
            found = ()  # the one record of a page, cut in pieces
        return found or replay_single(document, self.template)

    def rows(self, document: Document, spans: Sequence[RecordSpan], query: str) -> list[RecordRow]:
        """Records with their keys, without rows that are none."""
        shapes = self.columns.shapes(document, spans)
        addresses = [
            self._address(document, span, shape) for span, shape in zip(spans, shapes, strict=True)
        ]
        if isinstance(self.identity, LinkIdentity) and self.identity.required:
            spans, shapes = [*compress(spans, addresses)], [*compress(shapes, addresses)]
            addresses = [*filter(None, addresses)]
        told = self.columns.read_records(document, spans, shapes)
        return [
            RecordRow(key, fields, text, span.nodes)
            for span, address, (fields, text) in zip(spans, addresses, told, strict=True)
            if (key := self._key(document, address, fields, query))
        ]

    def _address(self, document: Document, span: RecordSpan, shape: Shape | None) -> str:
        """Where the link leads that names a record, '' if it has none."""
        if isinstance(self.identity, TextIdentity):
            return ""
        if shape is None:
            return self.identity.address(document, span)
        if shape not in self._places:
            if len(self._places) >= MAX_SHAPES_WITH_LINK_PLACES:
                self._places.clear()
            self._places[shape] = self.identity.link_places(document, span)
        places = self._places[shape]
        if places is None:
            return self.identity.address(document, span)
        return self.identity.address_at(document, span, places)

    def _key(self, document: Document, address: str, fields: tuple[Field, ...], query: str) -> str:
        if isinstance(self.identity, TextIdentity):
            return text_key(self.identity, fields)
        if address:
            return self.identity.canonical(address, query, document.url)
        return text_key(TextIdentity(), fields)

    def to_dict(self) -> dict[str, Any]:
        """Plain values."""
        return {
            "template": self.template.to_dict(),
            "identity": {"by": type(self.identity).__name__, **self.identity.to_dict()},
            "columns": self.columns.to_dict(),
            "mined": self.mined,
            "frame": sorted(self.frame_texts),
        }

    @classmethod
    def from_dict(cls, plain: dict[str, Any]) -> RecordLayout:
        """What ``to_dict`` gave."""
        by = plain["identity"].get("by")
        kind = TextIdentity if by == TextIdentity.__name__ else LinkIdentity
        return cls(
            RecordTemplate.from_dict(plain["template"]),
            kind.from_dict(plain["identity"]),
            Columns.from_dict(plain["columns"]),
            bool(plain.get("mined")),
            frozenset(plain.get("frame", ())),
        )


@dataclass(slots=True)
class Wrapper:
    """What was learned of a source's result pages; ``layouts`` grow when the source changes.

    ``query_hit_rate`` is the share of records that held the words asked for (``verify``),
    ``filled_columns`` the
    columns that nearly all had, and how they looked (``filled``).
    """

    layouts: list[RecordLayout]
    known_texts: frozenset[str]
    total: TotalLocator | None = None
    closes_root: bool = True
    query_hit_rate: float = 0.0
    filled_columns: dict[str, ValueShapes] = field(default_factory=dict)

    def read(self, page: Page, query: str) -> PageReading:
        """The records of a page, by the layout that finds most."""
        return self.read_document(page, parse(page), query)

    def read_document(self, page: Page, document: Document, query: str) -> PageReading:
        """The same for a page that is parsed already."""
        query_mask = QueryMask(query)
        best: tuple[RecordRow, ...] = ()
        for layout in self.layouts:
            rows = self.rows(layout, document, query_mask)
            if len(rows) > len(best) or (rows and self._fits_better(rows, best)):
                best = rows
        reading = PageReading(page, document, best, cut=self._is_cut(page, document))
        if self.total is None:
            return reading
        stated = read_total(document, self.total, query_mask.mask, reading.nodes)
        return replace(reading, stated=stated)

    def rows(
        self, layout: RecordLayout, document: Document, query_mask: QueryMask
    ) -> tuple[RecordRow, ...]:
        """The rows that one layout finds, without those that say only what nonsense brings too."""
        known = self.known_texts | layout.frame_texts if layout.frame_texts else self.known_texts
        spans = [
            span
            for span in layout.spans(document)
            if not shows_only_known(document, span, query_mask, known)
        ]
        rows = layout.rows(document, spans, query_mask.query)
        return tuple([row for row in rows if not _is_pager(document, row)])

    def _fits_better(self, rows: Sequence[RecordRow], best: Sequence[RecordRow]) -> bool:
        """Whether as many rows have fewer values at places that were not known, or as few of these
        and more of the usual columns as they were.
        """

        def faults(held: Sequence[RecordRow]) -> tuple[int, int]:
            strange = sum(f.column.startswith("extra_") for row in held for f in row.fields)
            return strange, len(deviating_columns(held, self.filled_columns))

        return len(rows) == len(best) and faults(rows) < faults(best)

    def _is_cut(self, page: Page, document: Document) -> bool:
        return page.truncated or (self.closes_root and not closes_root(document))

    def to_dict(self) -> dict[str, Any]:
        """Plain values: what a person may read in the project."""
        return {
            "layouts": [layout.to_dict() for layout in self.layouts],
            "total": self.total.to_dict() if self.total else None,
            "closes": self.closes_root,
            "said": self.query_hit_rate,
            "usual": {name: sorted(looks) for name, looks in self.filled_columns.items()},
            "known": sorted(self.known_texts),
        }

    @classmethod
    def from_dict(cls, plain: dict[str, Any]) -> Wrapper:
        """What ``to_dict`` gave."""
        total = plain.get("total")
        return cls(
            [RecordLayout.from_dict(one) for one in plain["layouts"]],
            frozenset(plain.get("known", ())),
            TotalLocator.from_dict(total) if total else None,
            bool(plain.get("closes", True)),
            float(plain.get("said", 0.0)),
            {name: frozenset(looks) for name, looks in plain.get("usual", {}).items()},
        )


def _is_pager(document: Document, row: RecordRow) -> bool:
    """Whether a row is the list of pages at the end of a table: numbers in a row, all but one of
    them links.
    """
    if not PAGE_NUMBER_LIST.fullmatch(row.text):
        return False
    numbers = [int(number) for number in PAGE_NUMBER.findall(row.text)]
    links = sum(1 for node in row.nodes for _ in document.elements("a", within=node))
    return links >= len(numbers) - 1 and all(b - a == 1 for a, b in pairwise(numbers))


def shows_only_known(
    document: Document, span: RecordSpan, query_mask: QueryMask, known: frozenset[str]
) -> bool:
    """Whether all that a row says is known to be said without an answer too."""
    ends, text = document.end, document.text
    for node in span.nodes:
        for said in text[node : ends[node]]:
            if said and not query_mask.is_known(said, known):
                return False
    return True


def text_key(identity: TextIdentity, fields: tuple[Field, ...]) -> str:
    """A key from the texts of a record that has no link of its own; '' if it has no text."""
    values = text_columns(fields)
    return identity.key(values) if any(values.values()) else ""


def text_columns(fields: tuple[Field, ...]) -> dict[str, str]:
    """Text values by column."""
    return {one.column: one.value for one in fields if one.kind == "text"}


def mined_records(
    regions: tuple[DataRegion, ...], document: Document, template: RecordTemplate
) -> tuple[RecordSpan, ...]:
    """The records of the best mined region for each parent that stands where the template says."""
    return _mined_in(regions, document, parents_at(document, template.path)) or _mined_in(
        regions, document, nearest_parents(document, template)
    )


def _mined_in(
    regions: tuple[DataRegion, ...], document: Document, holders: Sequence[int]
) -> tuple[RecordSpan, ...]:
    allowed = set(holders)
    found: dict[int, tuple[RecordSpan, ...]] = {}
    for region in regions:
        held = {document.parent[record.nodes[0]] for record in region.records}
        if held <= allowed and not held & found.keys():
            found.update(dict.fromkeys(held, region.records))
    spans = {span.nodes[0]: span for records in found.values() for span in records}
    return tuple(spans[start] for start in sorted(spans))


def closes_root(document: Document) -> bool:
    """Whether the page's markup ends as a whole page does."""
    return "</html" in document.html[-ROOT_END_CHARACTERS:].casefold()
