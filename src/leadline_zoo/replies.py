"""Replies of a test source that show no answer: record pages, texts, robots.txt."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING, Final

from leadline_zoo.pages import frame
from leadline_zoo.pages.phrases import label, number, say

if TYPE_CHECKING:
    from leadline_zoo.data.tables import Row, Table
    from leadline_zoo.pages.view import View
    from leadline_zoo.spec import SourceSpec

ROBOTS: Final = {
    "open": "User-agent: *\nDisallow: /login\nDisallow: /basket/\n",
    "delay": "User-agent: *\nCrawl-delay: 1\nDisallow: /login\n",
    "forbid": "User-agent: *\nDisallow: /\n",
    "forbid-search": "User-agent: *\nDisallow: {action}\n",
    "broken": "<html><body>\x00\xff User-agent Disallow everything: /*$?\n",
}


@dataclass(frozen=True, slots=True)
class SiteReply:
    """Reply of a source; ``hang`` is the delay before it, ``drip`` between its bytes (seconds)."""

    status: int
    body: bytes = b""
    headers: tuple[tuple[str, str], ...] = ()
    hang: float = 0.0
    drip: float = 0.0


@dataclass(frozen=True, slots=True)
class PlainPages:
    """Maker of pages that do not depend on a query."""

    spec: SourceSpec
    table: Table
    language: str

    def about(self) -> str:
        """Render a paragraph about the collection, which names a few records."""
        titles = [row[self.table.recipe.title] for row in self.table.rows[3:40:7]]
        names = " &middot; ".join(f"<em>{escape(title)}</em>" for title in titles)
        constant = say(self.language, "constant", n=number(self.language, len(self.table.rows)))
        more = constant if self.spec.total.constant else ""
        return f"{say(self.language, 'welcome')} {more}</p><p>{names}"

    def record(self, view: View, row: Row) -> SiteReply:
        """Make the page of a record."""
        lines = [
            f"<tr><th>{escape(label(self.language, column))}</th>"
            f"<td>{escape(row.get(column, ''))}</td></tr>"
            for column in self.table.recipe.columns
        ]
        title = row[self.table.recipe.title]
        main = f"<h1>{escape(title)}</h1><table class='full'>{''.join(lines)}</table>"
        return self.html(frame.page(view, title, main))

    def text(self, view: View, status: int, phrase: str) -> SiteReply:
        """Make a page with a phrase as its text."""
        text = say(self.language, phrase, n=max(2, self.spec.engine.min_length))
        more = " ".join([say(self.language, "welcome")] * 3) if phrase in frame.STATIC else ""
        main = f"<p>{text}</p><p>{more}</p>"
        return self.html(frame.page(view, text, main), status)

    def missing(self, view: View) -> SiteReply:
        """Make the page for unknown addresses."""
        return self.text(view, 404, "none")

    def robots(self) -> SiteReply:
        """Make the robots.txt of the spec."""
        plain = (("Content-Type", "text/plain"),)
        text = ROBOTS.get(self.spec.faults.robots)
        if text is None:
            return SiteReply(404, b"not found", plain)
        return SiteReply(
            200, text.replace("{action}", self.spec.form.action).encode("latin-1"), plain
        )

    def html(self, html: str, status: int = 200) -> SiteReply:
        """Encode a page in the charset of the source."""
        look, charset = self.spec.look, self.spec.charset
        named = f"; charset={look.declared or charset}"
        declared = named if look.charset_in in ("both", "header") else ""
        body = html.encode(charset, "xmlcharrefreplace")
        return SiteReply(status, body, (("Content-Type", f"text/html{declared}"),))
