"""Test source as a pure program from requests to replies (``source.py`` serves it on a port).

>>> from leadline_zoo.spec import SourceSpec
>>> site = Site(SourceSpec("tiny", "books", count=30))
>>> site.answer("GET", "/search?q=history").status
200
>>> [entry.kind for entry in site.log]
['results']
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, replace
from hashlib import blake2b
from html import escape
from random import Random
from typing import TYPE_CHECKING, Final

from leadline_zoo.data.tables import Row, Table, fill, make_table
from leadline_zoo.pages import fields, frame, pagers
from leadline_zoo.pages.asking import Session, SiteRequest, is_search, read, view_of
from leadline_zoo.pages.engine import QUERY_WORD, Hits, Index
from leadline_zoo.pages.layouts import Listing, ShownRecord, show
from leadline_zoo.pages.phrases import number, say
from leadline_zoo.pages.view import PAGE_ADDRESSING, View
from leadline_zoo.replies import PlainPages, SiteReply

if TYPE_CHECKING:
    from leadline_zoo.spec import SourceSpec

TRAP_PATHS: Final = ("/login", "/newsletter", "/language", "/basket", "/ad/", "/popular/")
"""Paths that no harvester should request."""

TRUNCATED_SHARE: Final = 0.6
"""Share of a page that a truncated answer still has."""


@dataclass(frozen=True, slots=True)
class Logged:
    """A received request; ``kind`` classifies its reply.

    Kinds: entry, results, record, static, robots, trap (a decoy form, a honeypot or an
    advertisement), fault, lost (session gone), missing.
    """

    method: str
    target: str
    body: bytes
    status: int
    kind: str


class Site:
    """Program of one source; not thread-safe, so the server calls it under a lock."""

    def __init__(self, spec: SourceSpec, table: Table | None = None) -> None:
        self.spec = spec
        self.table = table or make_table(spec.table, spec.count, spec.seed)
        self.language = spec.language or self.table.recipe.language
        self.pages = PlainPages(spec, self.table, self.language)
        self.rows: list[Row] = [*self.table.rows, *help_pages(spec)]
        self.index = Index(self.rows, spec.engine, self.table.recipe.title)
        self.by_id = {row["id"]: row for row in self.rows}
        self.satisfied: dict[tuple[str, tuple[tuple[str, str], ...]], Hits] = {}
        self.sessions: dict[str, Session] = {}
        self.log: list[Logged] = []
        self.result_pages = 0

    def answer(self, method: str, target: str, body: bytes = b"", cookie: str = "") -> SiteReply:
        """Answer a request and log it."""
        match = re.search(r"\bsid=(\w+)", cookie)
        known = self.sessions.get(match[1]) if match else None
        request = read(self.spec, method, target, body, known or self._new_session())
        request.fresh = known is None
        reply, kind = self._route(request)
        if request.fresh:
            cookie = f"sid={request.session.key}; Path=/; HttpOnly"
            reply = replace(reply, headers=(*reply.headers, ("Set-Cookie", cookie)))
        self.log.append(Logged(method, target, body, reply.status, kind))
        return reply

    def _new_session(self) -> Session:
        serial = f"{self.spec.name}/{len(self.sessions)}/{len(self.log)}".encode()
        key = blake2b(serial, digest_size=8).hexdigest()
        self.sessions[key] = Session(key, blake2b(serial, digest_size=12).hexdigest())
        return self.sessions[key]

    def _route(self, request: SiteRequest) -> tuple[SiteReply, str]:
        path, form = request.path, self.spec.form
        if path == "/robots.txt":
            return self.pages.robots(), "robots"
        if path.startswith(TRAP_PATHS) or request.fields.get("website"):
            return self.pages.text(self._blank(request), 200, "login"), "trap"
        if path == form.action and is_search(self.spec, request):
            return self._results(request)
        by_path = PAGE_ADDRESSING.get(self.spec.pager.kind) == "path"
        if by_path and path.startswith(f"{form.action}/page/"):
            return self._results(request)
        if path in (form.entry, form.action):
            return self._entry(request), "entry"
        if path.strip("/") in frame.STATIC:
            return self.pages.text(self._blank(request), 200, path.strip("/")), "static"
        record = re.fullmatch(r"/(?:item|help|view)(?:/([\w.-]+))?", path)
        row = self.by_id.get((record[1] or request.fields.get("id", "")) if record else "")
        if row:
            return self.pages.record(self._blank(request), row), "record"
        return self.pages.missing(self._blank(request)), "missing"

    # -- answers to questions -------------------------------------------------------------

    def _results(self, request: SiteRequest) -> tuple[SiteReply, str]:
        self.result_pages += 1
        fault = self._fault(request)
        if fault is not None:
            return fault, "fault"
        if self.spec.form.token and request.fields.get("csrf") != request.session.token:
            return self.pages.text(self._blank(request), 403, "session"), "lost"
        view = view_of(self._blank(request), request)
        if view is None:
            return self.pages.text(self._blank(request), 200, "session"), "lost"
        alone = fields.are_bound(view) and not self.spec.form.needs_words
        blank = not view.query.strip() and not alone
        if blank and self.spec.engine.empty in ("help", "error", "entry"):
            return self._empty_query(request)
        jump = self._jump(view.query, request.fields)
        if jump:
            return SiteReply(302, headers=(("Location", jump),)), "record"
        return self._listed(request, view)

    def _blank(self, request: SiteRequest) -> View:
        return View(self.spec, self.language, token=request.session.token, table=self.table)

    def _fault(self, request: SiteRequest) -> SiteReply | None:
        faults, count = self.spec.faults, self.result_pages
        if faults.dead:
            return SiteReply(500, b"Internal Server Error")
        if faults.session_after and count % faults.session_after == 0:
            self.sessions.clear()
            request.session, request.fresh = self._new_session(), True
        if faults.captcha_at and count == faults.captcha_at:
            return self.pages.text(self._blank(request), 200, "captcha")
        if faults.every and count % faults.every == 0:
            retry = ("Retry-After", str(faults.retry_after))
            return SiteReply(faults.status, b"Busy", () if faults.status == 500 else (retry,))
        return None

    def _empty_query(self, request: SiteRequest) -> tuple[SiteReply, str]:
        empty = self.spec.engine.empty
        if empty == "error":
            return self.pages.text(self._blank(request), 400, "too_short"), "results"
        if empty == "help":
            return self.pages.text(self._blank(request), 200, "help"), "results"
        return self._entry(request), "entry"

    def _jump(self, query: str, fields: dict[str, str]) -> str:
        """The record of an exact title, if the engine or the pressed button jumps to it."""
        if not (self.spec.engine.jump or "go" in fields) or not query.strip():
            return ""
        wanted, title = query.strip().casefold(), self.table.recipe.title
        for row in self.table.rows:
            if row[title].casefold() == wanted:
                return self.href(row)
        return ""

    def find(self, view: View) -> Hits:
        """Return the hits of an answer, filtered by category, in the order displayed."""
        hits = self._words(view)
        recipe = self.table.recipe
        if self.spec.total.kind == "double" and hits.rows:
            hits = replace(hits, rows=self.index.in_title(view.query) + hits.rows)
        if view.category and recipe.category:
            rows = tuple(n for n in hits.rows if self.rows[n].get(recipe.category) == view.category)
            hits = replace(hits, rows=rows)
        if view.sort in recipe.columns:
            rows = tuple(sorted(hits.rows, key=lambda n: (self.rows[n].get(view.sort, ""), n)))
            return replace(hits, rows=rows)
        if self.spec.engine.unstable:
            return self.index.shuffled(hits, view.query, self.result_pages)
        return hits

    def _words(self, view: View) -> Hits:
        """The hits of the words that also satisfy the other controls."""
        if not self.spec.form.boxes:
            return self.index.search(view.query)
        asked = view.query, view.filled
        if asked not in self.satisfied:
            if not view.query.strip() and fields.are_bound(view):
                hits = Hits(tuple(range(len(self.rows))))
            else:
                hits = self.index.search(view.query)
            rows = fields.matching(view, self.rows, hits.rows)
            self.satisfied[asked] = replace(hits, rows=rows)
        return self.satisfied[asked]

    def _listed(self, request: SiteRequest, view: View) -> tuple[SiteReply, str]:
        hits = self.find(view)
        view = replace(view, total=len(hits.rows))
        request.session.last = view
        beyond, after = view.page > view.pages, self.spec.pager.beyond
        if beyond and after in ("first", "last"):
            view = replace(view, page=1 if after == "first" else view.pages)
        elif beyond and after == "404":
            return self.pages.missing(self._blank(request)), "results"
        part = self._part(view, hits)
        if part is None:
            return SiteReply(
                int(self.spec.engine.after_cap), b"Result window is too large"
            ), "results"
        hang = self.spec.faults.hang_seconds if beyond and after == "hang" else 0.0
        return replace(self._page_of(view, part, hits), hang=hang), "results"

    def _part(self, view: View, hits: Hits) -> Hits | None:
        """The hits of one page; None if they lie behind the cap and that is an error."""
        start, engine = (view.page - 1) * view.step, self.spec.engine
        end = start + view.step
        if engine.cap and start >= engine.cap and view.total > engine.cap:
            return Hits(()) if engine.after_cap == "empty" else None
        return replace(hits, rows=hits.rows[start : min(end, engine.cap or end)])

    def _page_of(self, view: View, part: Hits, hits: Hits) -> SiteReply:
        language, name = self.language, self.spec.kind or self.spec.name
        echo = self.spec.look.echo and view.query
        heading = say(language, "results_for", q=view.query) if echo else ""
        statement = self.total_statement(view, len(part.rows))
        main = f"<h1>{escape(heading or say(language, 'search'))}</h1>\n"
        main += f"<p class='count'>{statement}</p>\n" if statement else ""
        if hits.note:
            note = say(language, hits.note, n=self.spec.engine.min_length)
            main += f"<p class='note'>{note}</p>"
        if part.rows:
            main += show(self._listing(view, part), self._layout()) + frame.size_links(view)
        else:
            main += f"<p class='none'>{say(language, 'none')}</p>"
        title = f"{heading} - {name}" if heading else name
        title = f"{statement} - {title}" if self.spec.total.in_title else title
        aside = frame.beside(view, self._facets(hits))
        html = frame.page(view, title, main, aside, pagers.draw(view))
        every = self.spec.faults.truncate_every
        if every and self.result_pages % every == 0 and part.rows:
            html = html[: int(len(html) * TRUNCATED_SHARE)]
        return self.pages.html(html)

    def _layout(self) -> str:
        look, faults = self.spec.look, self.spec.faults
        later = bool(faults.swap_after) and self.result_pages > faults.swap_after
        other = bool(faults.swap_every) and self.result_pages // faults.swap_every % 2 == 1
        return look.alternate if later or other else look.layout

    def _listing(self, view: View, part: Hits) -> Listing:
        look, recipe = self.spec.look, self.table.recipe
        first = (view.page - 1) * view.step + 1
        records = tuple(
            ShownRecord(
                self.rows[n],
                self.href(self.rows[n], view),
                recipe.title,
                recipe.text,
                first + place,
                max(1, 100 - 2 * (first + place)),
            )
            for place, n in enumerate(part.rows)
        )
        return Listing(
            records,
            tuple(recipe.columns),
            self.language,
            tuple(QUERY_WORD.findall(view.query)),
            look.highlight,
            look.rank,
            look.score,
            look.relative_dates,
            recipe.date,
            view.token,
        )

    def _facets(self, hits: Hits) -> list[tuple[str, int]]:
        column = self.table.recipe.category
        if "facets" not in self.spec.look.aside or not column:
            return []
        counts = Counter(self.rows[n].get(column, "") for n in hits.rows)
        return sorted(counts.items(), key=lambda entry: (-entry[1], entry[0]))

    def total_statement(self, view: View, shown: int) -> str:
        """Return the displayed statement of the total; '' if there is none."""
        total, language, kind = view.total, self.language, self.spec.total.kind
        statement = ""
        if total and kind == "range":
            start = (view.page - 1) * view.step + 1
            numbers = (number(language, n) for n in (start, start + shown - 1, total))
            statement = say(language, "range", **dict(zip("abn", numbers, strict=True)))
        elif total and kind == "pages":
            statement = say(language, "page_of", p=view.page, m=view.pages)
        elif total and kind == "approximate":
            rounded = total if total < 10 else -(-total // 10) * 10 + 10
            statement = say(language, "approximate", n=number(language, rounded))
        elif total and kind in ("exact", "double"):
            statement = say(language, "found", n=number(language, total))
        if self.spec.total.constant:
            statement += " " + say(language, "constant", n=number(language, len(self.table.rows)))
        return statement.strip()

    def href(self, row: Row, view: View | None = None) -> str:
        """Return the path of the page of a row; '' if the source displays no link."""
        look = self.spec.look
        if row.get("type") == "help":
            return f"/help/{row['id']}"
        if not look.link:
            return ""
        if look.link_style == "path":
            return f"/item/{row['id']}"
        session = f"&sid={view.token[:12]}" if view and look.link_style == "session" else ""
        return f"/view?id={row['id']}{session}"

    # -- other pages ----------------------------------------------------------------------

    def _entry(self, request: SiteRequest) -> SiteReply:
        view = self._blank(request)
        if self.spec.form.browse:
            return self._listed(request, view)[0]
        name = self.spec.kind or self.spec.name
        about = f"<h1>{escape(name)}</h1><p>{self.pages.about()}</p>"
        return self.pages.html(frame.page(view, name, about, frame.beside(view, [])))


def help_pages(spec: SourceSpec) -> list[Row]:
    """Make pages of another type that the engine mixes into its answers."""
    rng = Random(spec.seed)
    return [
        {
            "id": f"h{n}",
            "type": "help",
            "title": fill("How to search for {topic}", rng, {}),
            "text": fill("Tips for {topic} and {topic}: use the {noun} of {place}.", rng, {}),
        }
        for n in range(spec.engine.extra)
    ]
