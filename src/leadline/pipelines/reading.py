"""Reading a result page with what was learned of its source: rows, keys, fields, stated total.

The ``Reader`` is the wrapper in the field's sense: record templates, columns, identity, total and
no-result text of one source, compiled once from a few pages and replayed on all later ones.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from leadline.dom import parse
from leadline.records import mine, record_text
from leadline.wrapper.echo import Echo
from leadline.wrapper.identity import LinkIdentity
from leadline.wrapper.template import Template, path_of, replay
from leadline.wrapper.text_identity import TextIdentity
from leadline.wrapper.totals import Stated, TotalLocator, read_total

if TYPE_CHECKING:
    from leadline.dom import Document
    from leadline.model import Field, Page, RecordSpan
    from leadline.records.columns import Columns

TAIL: Final = 400
"""A whole page closes its root element within this many characters of its end."""


@dataclass(frozen=True, slots=True)
class Row:
    """One record on a page: ``key`` names it, ``text`` is what a reader sees."""

    key: str
    fields: tuple[Field, ...]
    text: str


@dataclass(frozen=True, slots=True)
class Reading:
    """A page read: ``rows`` with a key each (an address listed twice stays once in ``keys``)."""

    page: Page
    document: Document
    rows: tuple[Row, ...]
    stated: Stated | None = None
    cut: bool = False

    @property
    def keys(self) -> tuple[str, ...]:
        """The different keys of the page, in order."""
        return tuple(dict.fromkeys(row.key for row in self.rows))


@dataclass(slots=True)
class Reader:
    """What was learned of a source's result pages; ``templates`` grow when the layout changes."""

    templates: list[Template]
    columns: Columns
    identity: LinkIdentity | TextIdentity
    total: TotalLocator | None = None
    known: frozenset[str] = frozenset()
    mined: frozenset[tuple[str, ...]] = frozenset()
    closes: bool = True
    kept: list[str] = field(default_factory=list)

    def read(self, page: Page, query: str) -> Reading:
        """The records of a page, by the template that finds most."""
        document = parse(page)
        return self.read_document(page, document, query)

    def read_document(self, page: Page, document: Document, query: str) -> Reading:
        """The same for a page that is parsed already."""
        echo = Echo(query)
        best: tuple[Row, ...] = ()
        for template in self.templates:
            rows = self._rows(document, template, echo)
            if len(rows) > len(best):
                best = rows
        stated = read_total(document, self.total, echo.boxed) if self.total else None
        return Reading(page, document, best, stated, self._is_cut(page, document))

    def _rows(self, document: Document, template: Template, echo: Echo) -> tuple[Row, ...]:
        rows = []
        for span in self.spans(document, template):
            if self._is_template_text(document, span, echo):
                continue
            fields = self.columns.read(document, span)
            key = self.key(document, span, fields, echo.query)
            if key:
                rows.append(Row(key, fields, record_text(document, span)))
        return tuple(rows)

    def spans(self, document: Document, template: Template) -> tuple[RecordSpan, ...]:
        """The records that a template finds, replayed or (where heads do not part them) mined."""
        if template.path not in self.mined:
            return replay(document, template)
        return mined_like(document, template) or replay(document, template)

    def key(
        self, document: Document, span: RecordSpan, fields: tuple[Field, ...], query: str
    ) -> str:
        """The key of a record, '' for a row that is none."""
        if isinstance(self.identity, LinkIdentity):
            address = self.identity.address(document, span)
            if address:
                return self.identity.canonical(address, query)
            if self.identity.sure:
                return ""
        identity = (
            self.identity if isinstance(self.identity, TextIdentity) else TextIdentity()
        )
        values = by_column(fields)
        return identity.key(values) if any(values.values()) else ""

    def _is_template_text(self, document: Document, span: RecordSpan, echo: Echo) -> bool:
        """Whether all that a row says stands on the nonsense page too."""
        said = [
            echo.boxed(document.text[chunk][:400])
            for node in span.nodes
            for chunk in document.texts(node)
        ]
        return all(chunk in self.known for chunk in said)

    def _is_cut(self, page: Page, document: Document) -> bool:
        return page.truncated or (self.closes and not closes_root(document))

    def to_dict(self) -> dict[str, Any]:
        """Plain values: what a person may read in the project."""
        return {
            "templates": [template.to_dict() for template in self.templates],
            "columns": self.columns.to_dict(),
            "identity": {"by": type(self.identity).__name__, **self.identity.to_dict()},
            "total": self.total.to_dict() if self.total else None,
        }


def by_column(fields: tuple[Field, ...]) -> dict[str, str]:
    """Text values by column; links and images do not name a record that has no own link."""
    return {one.column: one.value for one in fields if one.kind == "text"}


def mined_like(document: Document, template: Template) -> tuple[RecordSpan, ...]:
    """The mined regions whose parent stands where the template says, their records together."""
    return tuple(
        record
        for region in mine(document)
        if region.records
        and path_of(document, document.parent[region.records[0].nodes[0]]) == template.path
        for record in region.records
    )


def closes_root(document: Document) -> bool:
    """Whether the page's markup ends as a whole page does."""
    return "</html" in document.html[-TAIL:].casefold()
