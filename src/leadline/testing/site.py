"""A test source as a pure little program: request in, reply out; ``source.py`` puts it on a port.

>>> from leadline.testing.spec import SourceSpec
>>> site = Site(SourceSpec("tiny", "books", count=30))
>>> site.answer("GET", "/search?q=history").status
200
>>> [entry.kind for entry in site.log]
['results']
"""

from __future__ import annotations

import re
from base64 import b64decode
from collections import Counter
from dataclasses import dataclass, field, replace
from hashlib import blake2b
from html import escape
from typing import TYPE_CHECKING, Final
from urllib.parse import parse_qsl, unquote, urlsplit

from leadline.testing import frame, pagers
from leadline.testing.engine import WORD, Hits, Index
from leadline.testing.layouts import Listing, Shown, show
from leadline.testing.phrases import label, number, say
from leadline.testing.tables import Row, Table, fill, make_table
from leadline.testing.view import ADDRESS, View, page_of_token

if TYPE_CHECKING:
    from leadline.testing.spec import SourceSpec

TRAPS: Final = ("/login", "/newsletter", "/language", "/basket", "/ad/", "/popular/")
"""Addresses that no harvester has any business at."""

CUT: Final = 0.6
"""Where in the page a truncated answer ends."""

ROBOTS: Final = {
    "open": "User-agent: *\nDisallow: /login\nDisallow: /basket/\n",
    "delay": "User-agent: *\nCrawl-delay: 1\nDisallow: /login\n",
    "forbid": "User-agent: *\nDisallow: /\n",
    "forbid-search": "User-agent: *\nDisallow: {action}\n",
    "broken": "<html><body>\x00\xff User-agent Disallow everything: /*$?\n",
}


@dataclass(frozen=True, slots=True)
class Reply:
    """What goes back: ``hang`` is how many seconds to wait before it."""

    status: int
    body: bytes = b""
    headers: tuple[tuple[str, str], ...] = ()
    hang: float = 0.0


@dataclass(frozen=True, slots=True)
class Logged:
    """One request that came in; ``kind`` says what was answered.

    Kinds: entry, results, record, static, robots, trap (a decoy form or an advertisement),
    fault, lost (session gone), missing.
    """

    method: str
    target: str
    body: bytes
    status: int
    kind: str


@dataclass(slots=True)
class Session:
    """What the server remembers of one visitor."""

    key: str
    token: str
    last: View | None = None


@dataclass(slots=True)
class Asked:
    """A request, decoded in the source's charset."""

    method: str
    path: str
    fields: dict[str, str]
    session: Session
    fresh: bool = False
    notes: list[str] = field(default_factory=list)


class Site:
    """The program behind one source. Not safe for threads: the server asks it under a lock."""

    def __init__(self, spec: SourceSpec, table: Table | None = None) -> None:
        self.spec = spec
        self.table = table or make_table(spec.table, spec.count, spec.seed)
        self.language = spec.language or self.table.recipe.language
        self.rows: list[Row] = [*self.table.rows, *help_pages(spec)]
        self.index = Index(self.rows, spec.engine, self.table.recipe.title)
        self.by_id = {row["id"]: row for row in self.rows}
        self.sessions: dict[str, Session] = {}
        self.log: list[Logged] = []
        self.result_pages = 0

    # -- requests -------------------------------------------------------------------------

    def answer(self, method: str, target: str, body: bytes = b"", cookie: str = "") -> Reply:
        """The reply to a request; it is written into the log."""
        asked = self._read(method, target, body, cookie)
        reply, kind = self._route(asked)
        if asked.fresh:
            cookie = f"sid={asked.session.key}; Path=/; HttpOnly"
            reply = replace(reply, headers=(*reply.headers, ("Set-Cookie", cookie)))
        self.log.append(Logged(method, target, body, reply.status, kind))
        return reply

    def _read(self, method: str, target: str, body: bytes, cookie: str) -> Asked:
        parts = urlsplit(target)
        query = body.decode("latin-1") if method == "POST" else parts.query
        pairs = parse_qsl(
            query, keep_blank_values=True, encoding=self.spec.charset, errors="replace"
        )
        found = re.search(r"\bsid=(\w+)", cookie)
        session = self.sessions.get(found[1]) if found else None
        fresh = session is None
        if session is None:
            session = self._new_session()
        path = unquote(parts.path, encoding=self.spec.charset, errors="replace")
        return Asked(method, path, dict(pairs), session, fresh)

    def _new_session(self) -> Session:
        serial = f"{self.spec.name}/{len(self.sessions)}/{len(self.log)}".encode()
        key = blake2b(serial, digest_size=8).hexdigest()
        session = Session(key, blake2b(serial, digest_size=12).hexdigest())
        self.sessions[key] = session
        return session

    def _route(self, asked: Asked) -> tuple[Reply, str]:
        path, form = asked.path, self.spec.form
        if path == "/robots.txt":
            return self._robots(), "robots"
        if path.startswith(TRAPS):
            return self._text(asked, 200, "login"), "trap"
        if path == form.action and self._is_question(asked):
            return self._results(asked)
        if ADDRESS.get(self.spec.pager.kind) == "path" and path.startswith(f"{form.action}/page/"):
            return self._results(asked)
        if path in (form.entry, form.action):
            return self._entry(asked), "entry"
        if path.strip("/") in frame.STATIC:
            return self._text(asked, 200, path.strip("/")), "static"
        shown = re.fullmatch(r"/(?:item|help|view)(?:/([\w.-]+))?", path)
        row = self.by_id.get((shown[1] or asked.fields.get("id", "")) if shown else "")
        return (self._record(asked, row), "record") if row else (self._missing(asked), "missing")

    def _is_question(self, asked: Asked) -> bool:
        form, fields = self.spec.form, asked.fields
        if self.spec.pager.kind == "session" and self.spec.pager.parameter in fields:
            return True
        if any(name not in fields for name, _ in form.hidden):
            return False
        if form.method == "POST" and asked.method == "GET":
            return False
        if form.webforms and "__VIEWSTATE" not in fields:
            return False
        return form.box in fields

    # -- answers --------------------------------------------------------------------------

    def _results(self, asked: Asked) -> tuple[Reply, str]:
        self.result_pages += 1
        fault = self._fault(asked)
        if fault is not None:
            return fault, "fault"
        form = self.spec.form
        if form.token and asked.fields.get("csrf") != asked.session.token:
            return self._text(asked, 403, "session"), "lost"
        view = self._view(asked)
        if view is None:
            return self._text(asked, 200, "session"), "lost"
        if not view.query.strip() and self.spec.engine.empty in ("help", "error", "entry"):
            return self._empty_query(asked)
        jump = self._jump(view.query, asked.fields)
        if jump:
            return Reply(302, headers=(("Location", jump),)), "record"
        return self._listed(asked, view)

    def _fault(self, asked: Asked) -> Reply | None:
        faults, count = self.spec.faults, self.result_pages
        if faults.dead:
            return Reply(500, b"Internal Server Error")
        if faults.session_after and count % faults.session_after == 0:
            self.sessions.clear()
            asked.session, asked.fresh = self._new_session(), True
        if faults.captcha_at and count == faults.captcha_at:
            return self._text(asked, 200, "captcha")
        if faults.every and count % faults.every == 0:
            retry = ("Retry-After", str(faults.retry_after))
            return Reply(faults.status, b"Busy", () if faults.status == 500 else (retry,))
        return None

    def _view(self, asked: Asked) -> View | None:
        """The state asked for, None when it was in a session that is gone."""
        fields, form, pager = asked.fields, self.spec.form, self.spec.pager
        if pager.kind == "session" and form.box not in fields:
            last = asked.session.last
            return last and replace(last, page=_int(fields.get(pager.parameter), 1))
        size = _int(fields.get(pager.size_box), 0) if pager.size_box else 0
        view = View(
            self.spec, self.language, fields.get(form.box, ""), fields.get("category", ""),
            min(size, max(pager.sizes, default=0)) if size > 0 else 0,
            token=asked.session.token, table=self.table,
        )  # fmt: skip
        view = self._from_view_state(view, fields) if form.webforms else view
        return replace(view, page=self._page(asked, view))

    def _from_view_state(self, view: View, fields: dict[str, str]) -> View:
        """A pager link of ASP.NET asks for what the view state says, not what the box says."""
        if not fields.get("__EVENTARGUMENT"):
            return view
        try:
            state = bytes(255 - byte for byte in b64decode(fields["__VIEWSTATE"])).decode()
        except ValueError:
            return view
        query, _, category = state.partition("\n")
        return replace(view, query=query, category=category)

    def _page(self, asked: Asked, view: View) -> int:
        fields, pager = asked.fields, self.spec.pager
        value = fields.get(pager.parameter, "")
        if pager.kind == "buttons":
            same = fields.get("xP") == view.query
            if not same or not ("[" in fields or ">" in fields):
                return 1
            here = _int(fields.get("TOPDOC"), 0) // view.step + 1
            return here + 1 if ">" in fields else _int(fields["["], 1)
        if pager.kind == "webforms":
            return _int(fields.get("__EVENTARGUMENT", "").partition("$")[2], 1)
        way = ADDRESS.get(pager.kind, "number")
        if way == "offset":
            return _int(value, 0) // view.step + 1
        if way == "path":
            found = re.search(r"/page/(\d+)/?$", asked.path)
            return int(found[1]) if found else 1
        return page_of_token(value) if way == "token" and value else _int(value, 1)

    def _empty_query(self, asked: Asked) -> tuple[Reply, str]:
        empty = self.spec.engine.empty
        if empty == "error":
            return self._text(asked, 400, "too_short"), "results"
        if empty == "help":
            return self._text(asked, 200, "help"), "results"
        return self._entry(asked), "entry"

    def _jump(self, query: str, fields: dict[str, str]) -> str:
        """Where an exact title leads, when the engine jumps or the jump button was pressed."""
        if not (self.spec.engine.jump or "go" in fields) or not query.strip():
            return ""
        wanted, title = query.strip().casefold(), self.table.recipe.title
        for row in self.table.rows:
            if row[title].casefold() == wanted:
                return self.href(row)
        return ""

    def find(self, view: View) -> Hits:
        """The hits of an answer, filtered by category, in the order shown."""
        hits = self.index.search(view.query)
        column = self.table.recipe.category
        if view.category and column:
            rows = tuple(n for n in hits.rows if self.rows[n].get(column) == view.category)
            hits = replace(hits, rows=rows)
        if self.spec.engine.unstable:
            hits = self.index.shuffled(hits, view.query, self.result_pages)
        return hits

    def _listed(self, asked: Asked, view: View) -> tuple[Reply, str]:
        hits = self.find(view)
        view = replace(view, total=len(hits.rows))
        asked.session.last = view
        beyond = view.page > view.pages
        if beyond and self.spec.pager.beyond in ("first", "last"):
            view = replace(view, page=1 if self.spec.pager.beyond == "first" else view.pages)
        elif beyond and self.spec.pager.beyond == "404":
            return self._missing(asked), "results"
        start, engine = (view.page - 1) * view.step, self.spec.engine
        part = hits.rows[start : start + view.step]
        if engine.cap and start + view.step > engine.cap:
            part = part[: max(0, engine.cap - start)]
            if not part and view.total > engine.cap and engine.after_cap != "empty":
                return Reply(int(engine.after_cap), b"Result window is too large"), "results"
        reply = self._page_of(view, replace(hits, rows=part), hits)
        hang = self.spec.faults.hang_seconds if beyond and self.spec.pager.beyond == "hang" else 0.0
        return replace(reply, hang=hang), "results"

    def _page_of(self, view: View, part: Hits, hits: Hits) -> Reply:
        look, language = self.spec.look, self.language
        layout = look.layout
        if self.spec.faults.swap_after and self.result_pages > self.spec.faults.swap_after:
            layout = look.alternate
        heading = say(language, "results_for", q=view.query) if look.echo and view.query else ""
        claim = self.claim(view, len(part.rows))
        main = (
            f"<h1>{escape(heading or say(language, 'search'))}</h1>\n<p class='count'>{claim}</p>\n"
        )
        if hits.note:
            note = say(language, hits.note, n=self.spec.engine.min_length)
            main += f"<p class='note'>{note}</p>"
        if part.rows:
            main += show(self._listing(view, part), layout)
        else:
            main += f"<p class='none'>{say(language, 'none')}</p>"
        title = f"{heading} - {self.spec.kind}" if heading else self.spec.kind or self.spec.name
        if self.spec.total.in_title:
            title = f"{claim} - {title}"
        html = frame.page(
            view, title, main, frame.beside(view, self._facets(hits)), pagers.draw(view)
        )
        every = self.spec.faults.truncate_every
        if every and self.result_pages % every == 0 and part.rows:
            html = html[: int(len(html) * CUT)]
        return self._html(html)

    def _listing(self, view: View, part: Hits) -> Listing:
        look, recipe = self.spec.look, self.table.recipe
        first = (view.page - 1) * view.step + 1
        records = tuple(
            Shown(
                self.rows[n], self.href(self.rows[n], view), recipe.title, recipe.text,
                first + place, max(1, 100 - 2 * (first + place)),
            )
            for place, n in enumerate(part.rows)
        )  # fmt: skip
        return Listing(
            records, tuple(recipe.columns), self.language, tuple(WORD.findall(view.query)),
            look.highlight, look.rank, look.score, look.relative_dates, recipe.date, view.token,
        )  # fmt: skip

    def _facets(self, hits: Hits) -> list[tuple[str, int]]:
        column = self.table.recipe.category
        if "facets" not in self.spec.look.aside or not column:
            return []
        counts = Counter(self.rows[n].get(column, "") for n in hits.rows)
        return sorted(counts.items(), key=lambda entry: (-entry[1], entry[0]))

    def claim(self, view: View, shown: int) -> str:
        """What the page says about the size of the answer."""
        total, language, kind = view.total, self.language, self.spec.total.kind
        said = ""
        if total and kind == "range":
            start = (view.page - 1) * view.step + 1
            numbers = (number(language, n) for n in (start, start + shown - 1, total))
            said = say(language, "range", **dict(zip("abn", numbers, strict=True)))
        elif total and kind == "pages":
            said = say(language, "page_of", p=view.page, m=view.pages)
        elif total and kind == "approximate":
            rounded = total if total < 10 else -(-total // 10) * 10 + 10
            said = say(language, "approximate", n=number(language, rounded))
        elif total and kind in ("exact", "double"):
            said = say(language, "found", n=number(language, total * (1 + (kind == "double"))))
        if self.spec.total.constant:
            said += " " + say(language, "constant", n=number(language, len(self.table.rows)))
        return said.strip()

    def href(self, row: Row, view: View | None = None) -> str:
        """Where a row's own page is, '' when the source shows no link."""
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

    def _entry(self, asked: Asked) -> Reply:
        view = View(self.spec, self.language, token=asked.session.token, table=self.table)
        if self.spec.form.browse:
            return self._listed(asked, view)[0]
        about = f"<h1>{escape(self.spec.kind or self.spec.name)}</h1><p>{self._about()}</p>"
        return self._html(
            frame.page(view, self.spec.kind or self.spec.name, about, frame.beside(view, []))
        )

    def _about(self) -> str:
        """A paragraph about the collection: it names a few records, as such pages do."""
        titles = [row[self.table.recipe.title] for row in self.table.rows[3:40:7]]
        names = " &middot; ".join(f"<em>{escape(title)}</em>" for title in titles)
        constant = say(self.language, "constant", n=number(self.language, len(self.table.rows)))
        more = constant if self.spec.total.constant else ""
        return f"{say(self.language, 'welcome')} {more}</p><p>{names}"

    def _record(self, asked: Asked, row: Row) -> Reply:
        lines = [
            f"<tr><th>{escape(label(self.language, column))}</th><td>{escape(row.get(column, ''))}</td></tr>"
            for column in self.table.recipe.columns
        ]
        title = row[self.table.recipe.title]
        main = f"<h1>{escape(title)}</h1><table class='full'>{''.join(lines)}</table>"
        view = View(self.spec, self.language, token=asked.session.token, table=self.table)
        return self._html(frame.page(view, title, main))

    def _text(self, asked: Asked, status: int, phrase: str) -> Reply:
        view = View(self.spec, self.language, token=asked.session.token, table=self.table)
        said = say(self.language, phrase, n=max(2, self.spec.engine.min_length))
        if phrase in frame.STATIC:
            said += "</p><p>" + " ".join([say(self.language, "welcome")] * 3)
        html = frame.page(view, said.partition("<")[0], f"<p>{said}</p>")
        return self._html(html, status)

    def _missing(self, asked: Asked) -> Reply:
        return replace(self._text(asked, 404, "none"), status=404)

    def _robots(self) -> Reply:
        text = ROBOTS.get(self.spec.faults.robots)
        if text is None:
            return Reply(404, b"not found", (("Content-Type", "text/plain"),))
        body = text.replace("{action}", self.spec.form.action).encode("latin-1")
        return Reply(200, body, (("Content-Type", "text/plain"),))

    def _html(self, html: str, status: int = 200) -> Reply:
        where, charset = self.spec.look.charset_in, self.spec.charset
        declared = f"; charset={charset}" if where in ("both", "header") else ""
        body = html.encode(charset, "xmlcharrefreplace")
        return Reply(status, body, (("Content-Type", f"text/html{declared}"),))


def help_pages(spec: SourceSpec) -> list[Row]:
    """Pages of another type that the engine mixes into its answers."""
    from random import Random

    rng = Random(spec.seed)
    return [
        {"id": f"h{n}", "type": "help", "title": fill("How to search for {topic}", rng, {}),
         "text": fill("Tips for {topic} and {topic}: use the {noun} of {place}.", rng, {})}
        for n in range(spec.engine.extra)
    ]  # fmt: skip


def _int(text: str | None, otherwise: int) -> int:
    try:
        return max(0, int(text or "")) or otherwise
    except ValueError:
        return otherwise
