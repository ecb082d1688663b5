"""The displayed text of a record."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from leadline.model import RecordSpan
    from leadline.page.dom import Document


def record_text(document: Document, span: RecordSpan) -> str:
    """Return the record's visible text, white space folded.

    >>> from leadline.page.dom import parse_html
    >>> from leadline.model import RecordSpan
    >>> page = parse_html("<h4>Title</h4><div>By <b>A</b>nn</div>", "http://h.test/")
    >>> record_text(page, RecordSpan((3, 5)))
    'Title By Ann'
    """
    if len(span.nodes) == 1:
        return document.visible_text(span.nodes[0])
    return " ".join(filter(None, map(document.visible_text, span.nodes)))
