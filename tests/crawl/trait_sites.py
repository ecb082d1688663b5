"""Sources of the zoo that show one trait each: what unseen applications did otherwise.

A trait is a change of a site's pages or of its engine, put on sources of several languages and
layouts. ``harvested`` takes one and says how much of it was taken, how exactly, at what cost.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from hashlib import blake2b
from html import escape

from in_memory import Ran, SiteWire, run, taken

from leadline_zoo.data.tables import Row
from leadline_zoo.pages.engine import Hits
from leadline_zoo.pages.layouts import Listing, ShownRecord, show
from leadline_zoo.pages.pagers import draw as draw_pager
from leadline_zoo.pages.phrases import say
from leadline_zoo.pages.view import View
from leadline_zoo.replies import SiteReply
from leadline_zoo.site import Site
from leadline_zoo.spec import Engine, Look, Pager, SourceSpec

MOST = 700


@dataclass(frozen=True)
class Harvested:
    """Shares of rows taken and of records that are rows, requests, and the run itself."""

    recall: float
    precision: float
    requests: int
    ran: Ran


def harvested(site: Site, *, most: int = MOST) -> Harvested:
    """A whole harvest of a site, in memory."""
    wire = SiteWire(site.spec)
    wire.site = site
    ran = run(wire.url, wire, most=most)
    rows, right = taken(ran, site)
    count = len(ran.records)
    return Harvested(
        rows / len(site.table.rows), right / count if count else 1.0, len(ran.gets), ran
    )


class AnnouncingSite(Site):
    """States the total in words of its own; ``{n}`` is the number."""

    statement = "{n}"

    def total_statement(self, view: View, shown: int) -> str:
        """The number, where something was found."""
        return self.statement.format(n=view.total) if view.total else ""


def announcing(statement: str, spec: SourceSpec) -> Site:
    """A source with such a statement."""
    site = AnnouncingSite(spec)
    site.statement = statement
    return site


def plain_source(table: str, layout: str, **changes: object) -> SourceSpec:
    """A source without any query for everything, which shows the same records first for all."""
    spec = SourceSpec(
        f"trait-{table}-{layout}",
        table,
        300,
        "Collection",
        look=Look(layout),
        pager=Pager("next", 10),
        engine=Engine("and", empty="error"),
    )
    return replace(spec, **changes)  # type: ignore[arg-type]


class HandleSite(Site):
    """Links of rows carry a handle of the search: a parameter, a step of the path, a joint code."""

    form = "parameter"
    by_request = True

    def href(self, row: Row, view: View | None = None) -> str:
        """The address of a record, with the handle."""
        serial = len(self.log) if self.by_request else sum(map(ord, view.query if view else ""))
        handle = blake2b(f"{serial}".encode(), digest_size=5).hexdigest()
        return {
            "parameter": f"/view?rs={handle}&id={row['id']}",
            "path": f"/s/{handle}/item/{row['id']}",
            "number": f"/view?set={1000 + serial}&id={row['id']}",
            "joint": f"/rec/{handle}-{row['id']}x",
            "matrix": f"/item/{row['id']};h={handle}",
        }[self.form]


def with_handles(form: str, spec: SourceSpec, *, by_request: bool) -> Site:
    """A source with handles that change at every request, or with the query."""
    site = HandleSite(spec)
    site.form, site.by_request = form, by_request
    return site


class DrawnSite(Site):
    """Draws its records, and what stands in their list beside them, in its own way."""

    draw: Callable[[Listing, View], str]
    shows_pager = True

    def _page_of(self, view: View, part: Hits, hits: Hits) -> SiteReply:
        reply = super()._page_of(view, part, hits)
        listing = self._listing(view, part)
        html = reply.body.decode(self.spec.charset)
        if part.rows:
            html = html.replace(show(listing, self._layout()), self.draw(listing, view))
        pager = "" if self.shows_pager else draw_pager(view)
        return self.pages.html(html.replace(pager, "") if pager else html)


def drawn(
    draw: Callable[[Listing, View], str], spec: SourceSpec, *, shows_pager: bool = True
) -> Site:
    """A source that draws its records so."""
    site = DrawnSite(spec)
    site.draw, site.shows_pager = draw, shows_pager
    return site


def code_of(shown: ShownRecord) -> str:
    """A short name of a record: letters of its title and its number."""
    return f"{shown.row[shown.title].split()[0][:6]}{shown.row['id']}"


def page_numbers(view: View) -> list[str]:
    """Links to pages: numbers around this one, and the next."""
    near = list(range(max(1, view.page - 3), min(view.pages, view.page + 3) + 1))
    links = [f'<a href="{escape(view.href(n))}">{n}</a>' for n in near if n != view.page]
    if view.page < view.pages:
        links.append(
            f'<a href="{escape(view.href(view.page + 1))}">{say(view.language, "next")}</a>'
        )
    return links


def pager_in_line(listing: Listing, view: View) -> str:
    """Codes parted by commas, and the links to pages in the same element."""
    links = [f'<a href="{one.href}">{code_of(one)}</a>' for one in listing.records]
    return f"<p>{', '.join([*links, *page_numbers(view)])}</p>"
