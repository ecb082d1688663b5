"""The wrapper of a source: how records, their keys and fields, and the total are read from a page.

A wrapper is compiled once from a few answers and replayed on all later pages. It holds a layout or
more, as a source may change its layout during a crawl: a record template, the identity of its
records, and their columns.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from hashlib import blake2b
from itertools import compress, takewhile
from typing import Any, Final

from leadline.columns.headings import ShownHeadings, arranged, header_rows
from leadline.columns.inline_labels import new_labels
from leadline.columns.reader import Columns
from leadline.columns.record_shape import Shape
from leadline.columns.schema import HEADER_ROW
from leadline.mining.miner import mine_regions
from leadline.model import DataRegion, Field, Page, RecordSpan
from leadline.page.dom import Document, parse, short_grids
from leadline.page.plain import from_plain, to_plain
from leadline.page.row_groups import GROUP_HEADING
from leadline.page.text import fold
from leadline.wrapper.column_profile import ValueShapes, deviating_columns
from leadline.wrapper.identity.link import LinkIdentity, LinkPlaces
from leadline.wrapper.identity.text import TextIdentity
from leadline.wrapper.pager.rows import pages_only, without_counts
from leadline.wrapper.query_mask import QueryMask
from leadline.wrapper.reading import PageReading, RecordRow
from leadline.wrapper.record_template import (
    RecordTemplate,
    nearest_parents,
    parents_at,
    replay,
    replay_single,
)
from leadline.wrapper.standing import without_standing
from leadline.wrapper.totals.stated import TotalLocator, read_total
from leadline.wrapper.verification import unknown_place_share

CODE_BYTES: Final = 8
MAX_SHAPES_WITH_LINK_PLACES: Final = 512
"""Record shapes of which a layout remembers where their link stands."""
MAX_ROOT_END_CHARACTERS: Final = 400
"""Characters at the end of a page among which a whole page closes its root element."""

SIGNS_AROUND: Final = " []()<>{}【】（）*.:：-–—•·|"


@dataclass(frozen=True, slots=True)
class RecordLayout:
    """One way in which a source shows records.

    ``mined``: the template cannot part the records, so each page is mined. ``frame_texts``: texts
    of rows that stand on every page and are no records (a header row made of plain cells).
    ``unwanted``: folded texts of which one makes a row no record, by a person's word, as do the
    columns of such a row, where these are ``bare`` of what most rows have.
    """

    template: RecordTemplate
    identity: LinkIdentity | TextIdentity = field(metadata={"by": True})
    columns: Columns
    mined: bool = False
    frame_texts: frozenset[str] = field(default=frozenset(), metadata={"key": "frame"})
    unwanted: frozenset[str] = field(default=frozenset(), metadata={"sparse": True})
    bare: frozenset[str] = field(default=frozenset(), metadata={"sparse": True})
    _link_places: dict[Shape, LinkPlaces | None] = field(
        default_factory=dict, init=False, compare=False, repr=False
    )
    _labelled: dict[str, RecordLayout] = field(
        default_factory=dict, init=False, compare=False, repr=False
    )

    def labelled(self, labels: Mapping[str, Sequence[str]]) -> RecordLayout:
        """Return the layout that knows further labels; the last one is kept, with its plans."""
        key = repr(labels)
        if key not in self._labelled:
            self._labelled.clear()
            columns = self.columns.with_labels(labels)
            self._labelled[key] = replace(self, columns=columns)
        return self._labelled[key]

    def spans(self, document: Document) -> tuple[RecordSpan, ...]:
        """Find the places of the records on a page."""
        if not self.mined:
            return replay(document, self.template)
        spans = mined_records(mine_regions(document), document, self.template)
        if isinstance(self.identity, LinkIdentity) and not any(
            self.identity.address(document, span) for span in spans
        ):
            spans = ()  # the one record of a page, cut in pieces
        return spans or replay_single(document, self.template)

    def rows(self, document: Document, spans: Sequence[RecordSpan], query: str) -> list[RecordRow]:
        """Read records with their keys; rows without a required link are left out."""
        shapes = self.columns.shapes(document, spans)
        addresses = [
            self._address(document, span, shape) for span, shape in zip(spans, shapes, strict=True)
        ]
        if isinstance(self.identity, LinkIdentity) and self.identity.required:
            spans, shapes = [*compress(spans, addresses)], [*compress(shapes, addresses)]
            addresses = [*filter(None, addresses)]
        records = self.columns.read_records(document, spans, shapes)
        return [
            RecordRow(key, fields, text, span.nodes)
            for span, address, (fields, text) in zip(spans, addresses, records, strict=True)
            if (key := self._key(document, address, fields, query))
        ]

    def _address(self, document: Document, span: RecordSpan, shape: Shape | None) -> str:
        """Return the address of the link that names a record, '' if it has none."""
        if isinstance(self.identity, TextIdentity):
            return ""
        if shape is None:
            return self.identity.address(document, span)
        if shape not in self._link_places:
            if len(self._link_places) >= MAX_SHAPES_WITH_LINK_PLACES:
                self._link_places.clear()
            self._link_places[shape] = self.identity.link_places(document, span)
        places = self._link_places[shape]
        if places is None:
            return self.identity.address(document, span)
        return self.identity.address_at(document, span, places)

    def _key(self, document: Document, address: str, fields: tuple[Field, ...], query: str) -> str:
        if isinstance(self.identity, TextIdentity):
            return text_key(self.identity, fields)
        if address:
            return self.identity.canonical(address, query, document.url)
        return text_key(TextIdentity(), fields)

    def is_unwanted(self, document: Document, span: RecordSpan) -> bool:
        """Tell whether a row is none by a person's word: by a text of it, or by what it lacks."""
        is_said = says_one_of(document, span, self.unwanted)
        return is_said or (bool(self.bare) and self.bare == self.columns.filled(document, span))


@dataclass(frozen=True, slots=True)
class Wrapper:
    """What was learned of a source's result pages; a change makes a new wrapper.

    ``known_texts`` stand on pages without an answer. ``closes_root``: whole pages close their root
    element. ``query_hit_rate``: share of records that held the query. ``filled_columns``: columns
    that nearly all records had, with the shapes of their values. ``standing``: texts of the rows of
    a list that stands beside every answer.
    """

    layouts: tuple[RecordLayout, ...]
    total: TotalLocator | None = None
    closes_root: bool = field(default=True, metadata={"key": "closes"})
    query_hit_rate: float = field(default=0.0, metadata={"key": "said"})
    filled_columns: Mapping[str, ValueShapes] = field(
        default_factory=dict, metadata={"key": "usual"}
    )
    known_texts: frozenset[str] = field(default=frozenset(), metadata={"key": "known"})
    standing: frozenset[str] = field(default=frozenset(), metadata={"sparse": True})
    _digest: list[bytes] = field(default_factory=list, init=False, repr=False, compare=False)

    def code_of(self, query: str) -> str:
        """Return a code of all that a reading follows from beside its page and this version."""
        if not self._digest:
            text = json.dumps(self.to_dict(), sort_keys=True)
            self._digest.append(blake2b(text.encode("utf-8", "surrogatepass")).digest())
        asked = query.encode("utf-8", "surrogatepass")
        return blake2b(self._digest[0] + asked, digest_size=CODE_BYTES).hexdigest()

    def with_total(self, total: TotalLocator | None) -> Wrapper:
        """Return the wrapper with another place of the stated total, or none."""
        return replace(self, total=total)

    def with_layout(
        self, layout: RecordLayout, filled_columns: Mapping[str, ValueShapes]
    ) -> Wrapper:
        """Return the wrapper with one more layout."""
        return replace(self, layouts=(*self.layouts, layout), filled_columns=filled_columns)

    def read(self, page: Page, query: str) -> PageReading:
        """Read the records of a page with the layout that finds most."""
        return self.read_document(page, parse(page), query)

    def read_document(self, page: Page, document: Document, query: str) -> PageReading:
        """Read the records of a page that is parsed already."""
        mask = QueryMask(query)
        best: tuple[RecordRow, ...] = ()
        chosen, headings, labels = document, None, dict[str, list[str]]()
        for layout in self.layouts:
            ordered, shown = self.ordered(layout, document, mask)
            rows = self.rows(layout, ordered, mask)
            if new := new_labels(layout.columns, [row.fields for row in rows]):
                rows = self.rows(layout.labelled(new), ordered, mask)
            if len(rows) > len(best) or (rows and self._fits_better(rows, best)):
                best, chosen, headings, labels = rows, ordered, shown, new
        is_table = any(HEADER_ROW in each.columns.headings for each in self.layouts)
        if not best and is_table and (short := short_grids(document)) is not None:
            return self.read_document(page, short, query)
        is_cut = page.truncated or (self.closes_root and is_open_root(document))
        reading = PageReading(page, chosen, best, cut=is_cut, headings=headings, labels=labels)
        if self.total is not None:
            stated = read_total(chosen, self.total, mask.mask, reading.nodes)
            reading = replace(reading, stated=stated)
        return reading.without_broken_end()

    def ordered(
        self, layout: RecordLayout, document: Document, mask: QueryMask
    ) -> tuple[Document, ShownHeadings | None]:
        """Return a page with its columns in the order of a layout, and its headings if it has any.

        Its headings are those by which the layout names its columns, so a page that shows them in
        another order is read by them.
        """
        columns = layout.columns
        if not columns.headings:
            return document, None
        spans = self.spans(layout, document, mask)
        return arranged(document, spans, columns.headings, columns.aliases)

    def with_aliases(self, aliases: Mapping[str, str]) -> Wrapper:
        """Return the wrapper that takes other headings, folded, for the learned ones they name."""
        layouts = (
            replace(each, columns=each.columns.with_aliases(aliases)) for each in self.layouts
        )
        return replace(self, layouts=tuple(layouts))

    def with_labels(self, labels: Mapping[str, Sequence[str]]) -> Wrapper:
        """Return the wrapper that knows further labels of a page, on pages of few rows too."""
        return replace(self, layouts=tuple(each.labelled(labels) for each in self.layouts))

    def rows(
        self, layout: RecordLayout, document: Document, mask: QueryMask
    ) -> tuple[RecordRow, ...]:
        """Read the rows of one layout without those that say only what is known."""
        rows = layout.rows(document, self.spans(layout, document, mask), mask.query)
        return without_standing(document, rows, self.standing) if self.standing else tuple(rows)

    def spans(self, layout: RecordLayout, document: Document, mask: QueryMask) -> list[RecordSpan]:
        """Find the records of one layout, without those that say only what is known."""
        known = self.known_texts | layout.frame_texts if layout.frame_texts else self.known_texts
        spans = layout.spans(document)
        heads = header_rows(document, spans, layout.columns.headings)
        kept = [
            span
            for span in (_without_heading(span, heads) for span in spans)
            if not (shows_only_known(document, span, mask, known) or pages_only(document, span))
            and span.nodes[0] not in heads
            and not (layout.unwanted and layout.is_unwanted(document, span))
        ]
        return without_counts(document, kept)

    def _fits_better(self, rows: Sequence[RecordRow], best: Sequence[RecordRow]) -> bool:
        """Decide between layouts by values at unknown places, then by deviating columns."""

        def faults(read: Sequence[RecordRow]) -> tuple[float, int]:
            return unknown_place_share(read), len(deviating_columns(read, self.filled_columns))

        return len(rows) == len(best) and faults(rows) < faults(best)

    def to_dict(self) -> dict[str, Any]:
        """Return the wrapper as JSON data for the project store and wrapper files."""
        return to_plain(self)

    @classmethod
    def from_dict(cls, plain: dict[str, Any]) -> Wrapper:
        """Restore a wrapper from JSON data."""
        return from_plain(cls, plain)


def _without_heading(span: RecordSpan, heads: frozenset[int]) -> RecordSpan:
    """Return a record without the row of headings that was taken for its beginning."""
    is_headed = span.nodes[0] in heads and len(span.nodes) > 1
    return RecordSpan(span.nodes[1:]) if is_headed else span


def says_one_of(document: Document, span: RecordSpan, folded: frozenset[str]) -> bool:
    """Tell whether one of these texts stands alone in an element of a row, in signs or bare.

    The heading of its group says nothing of the row itself.

    >>> from leadline.page.dom import parse_html
    >>> groups = "".join(f"<tr><td colspan=2>{name}" + f"<tr><td>{name[1:]} 1<td>9" * n
    ...                  for n, name in ((2, "North"), (4, "South"), (3, "East")))
    >>> html = f"<table><thead><tr><th>Name<th>Size</thead><tbody>{groups}</table>"
    >>> page = parse_html(html, "http://h.test/")
    >>> row = RecordSpan((list(page.elements("tr"))[1],))
    >>> page.visible_text(row.nodes[0])
    'orth 1 9 North'
    >>> [says_one_of(page, row, frozenset({said})) for said in ("north", "orth 1")]
    [False, True]
    """
    for node in span.nodes:
        for at in range(node, document.end[node]):
            if document.text[at] and said_alone(document.text[at]) in folded:
                around = takewhile(lambda one: one >= span.nodes[0], document.ancestors(at))
                if all(GROUP_HEADING not in document.attributes[one] for one in (at, *around)):
                    return True
    return False


def said_alone(text: str) -> str:
    """Return a text as it is compared: folded, and without the signs around it.

    >>> said_alone("[Sponsored]"), said_alone("*")
    ('sponsored', '*')
    """
    folded = " ".join(fold(text).split())
    return folded.strip(SIGNS_AROUND) or folded


def shows_only_known(
    document: Document, span: RecordSpan, mask: QueryMask, known: frozenset[str]
) -> bool:
    """Tell whether all texts of a row stand on pages without an answer too."""
    ends, texts = document.end, document.text
    for node in span.nodes:
        for text in texts[node : ends[node]]:
            if text and not mask.is_known(text, known):
                return False
    return True


def text_key(identity: TextIdentity, fields: tuple[Field, ...]) -> str:
    """Make the key of a record without a link from its texts; '' if it has none."""
    values = text_columns(fields)
    return identity.key(values) if any(values.values()) else ""


def text_columns(fields: tuple[Field, ...]) -> dict[str, str]:
    """Return the text values of a record by column."""
    return {cell.column: cell.value for cell in fields if cell.kind == "text"}


def mined_records(
    regions: tuple[DataRegion, ...], document: Document, template: RecordTemplate
) -> tuple[RecordSpan, ...]:
    """Return the records of the best mined region for each parent that the template names."""
    return _mined_in(regions, parents_at(document, template.path), document) or _mined_in(
        regions, nearest_parents(document, template), document
    )


def _mined_in(
    regions: tuple[DataRegion, ...], parents: Sequence[int], document: Document
) -> tuple[RecordSpan, ...]:
    allowed = set(parents)
    records: dict[int, tuple[RecordSpan, ...]] = {}
    for region in regions:
        holders = {document.parent[record.nodes[0]] for record in region.records}
        if holders <= allowed and not holders & records.keys():
            records.update(dict.fromkeys(holders, region.records))
    spans = {span.nodes[0]: span for group in records.values() for span in group}
    return tuple(spans[start] for start in sorted(spans))


def closes_root(document: Document) -> bool:
    """Tell whether the page's markup ends as a whole page does."""
    return "</html" in document.html[-MAX_ROOT_END_CHARACTERS:].casefold()


def is_open_root(document: Document) -> bool:
    """Tell whether markup begins as a page and does not end as one; a part of a page does not."""
    head = document.html[:MAX_ROOT_END_CHARACTERS].casefold()
    return not closes_root(document) and ("<html" in head or "<!doctype" in head)
