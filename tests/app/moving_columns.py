"""A register whose columns may move, be renamed, come and go between visits, in many markups."""

import json
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from html import escape
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import groupby
from random import Random
from threading import Thread
from urllib.parse import parse_qs, urlencode, urlsplit

Row = dict[str, str]
Heads = Sequence[tuple[str, str]]
"""Headings as shown, each with the key of its values, in the order of the page."""

WORDS = ("river", "stone", "harbour", "bridge", "market", "garden", "winter", "letter", "silver")
PEOPLE = ("Adler", "Brandt", "Conrad", "Dorn", "Ebert", "Falk", "Gross", "Hahn", "Imhof", "Jung")
PER_PAGE = 20


def made(count: int = 80) -> list[Row]:
    """Rows with texts, numbers and dates, each from a range of its own kind."""
    rng = Random(5)

    def day() -> str:
        return f"{rng.randint(1990, 2020)}-{rng.randint(1, 12):02}-{rng.randint(1, 28):02}"

    return [
        {
            "id": str(4000 + 7 * number),
            "title": " ".join(rng.sample(WORDS, 3)).capitalize(),
            "owner": f"{rng.choice(PEOPLE)}, {rng.choice(WORDS).capitalize()}",
            "year": str(rng.randint(1890, 2020)),
            "price": f"{rng.randint(5, 400)}.{rng.randint(0, 99):02}",
            "shelf": f"{rng.choice('ABCD')}{rng.randint(10, 99)}",
            "built": day(),
            "seen": day(),
            "sold": day(),
            "low": str(rng.randint(100, 999)),
            "high": str(rng.randint(100, 999)),
        }
        for number in range(count)
    ]


def _cell(row: Row, key: str, linked: str) -> str:
    text = escape(row[key])
    return f"<a href=/item/{row['id']}>{text}</a>" if key == linked else text


def table(heads: Heads, rows: Sequence[Row], link: str, *, head: str) -> str:
    body = "".join(
        f"<tr>{''.join(f'<td>{_cell(row, key, link)}</td>' for _, key in heads)}</tr>"
        for row in rows
    )
    top = {
        "th": "<tr>{th}</tr>",
        "thead": "<thead><tr>{th}</tr></thead><tbody>",
        "caption": "<caption>Holdings</caption><tr>{th}</tr>",
        "td": "<tr>{td}</tr>",
        "none": "",
    }[head].format(
        th="".join(f"<th>{escape(name)}</th>" for name, _ in heads),
        td="".join(f"<td>{escape(name)}</td>" for name, _ in heads),
    )
    return f"<table>{top}{body}</table>"


def grouped(heads: Heads, rows: Sequence[Row], link: str) -> str:
    """Headings in two rows: neighbours with one first word stand under it."""
    groups = [(one, [*each]) for one, each in groupby(heads, lambda head: head[0].split()[0])]
    upper = "".join(
        f"<th colspan={len(each)}>{one}" if " " in each[0][0] else f"<th rowspan=2>{one}"
        for one, each in groups
    )
    lower = "".join(f"<th>{name.split()[1]}" for name, _ in heads if " " in name)
    body = table(heads, rows, link, head="none").removeprefix("<table>")
    return f"<table><thead><tr>{upper}<tr>{lower}</thead>{body}"


def drawn(row: str, head: str, cell: str) -> Callable[[Heads, Sequence[Row], str], str]:
    """A table without a table: the attributes of its rows, headings and cells."""

    def draw(heads: Heads, rows: Sequence[Row], link: str) -> str:
        top = "".join(f"<span {head}>{escape(name)}</span>" for name, _ in heads)
        lines = (
            "".join(f"<span {cell}>{_cell(each, key, link)}</span>" for _, key in heads)
            for each in rows
        )
        body = "".join(f"<div {row}>{line}</div>" for line in lines)
        return f"<div role=grid><div {row} class=head>{top}</div><section>{body}</section></div>"

    return draw


def objects(heads: Heads, rows: Sequence[Row], _: str) -> str:
    named = [{"id": row["id"], **{name: row[key] for name, key in heads}} for row in rows]
    return json.dumps({"items": named})


def packed(heads: Heads, rows: Sequence[Row], _: str) -> str:
    cells = [[row["id"], *(row[key] for _, key in heads)] for row in rows]
    return json.dumps({"columns": ["id", *(name for name, _ in heads)], "rows": cells})


def records(inside: Callable[[Row, Heads, str], str]) -> Callable[[Heads, Sequence[Row], str], str]:
    return lambda heads, rows, link: "".join(
        f"<div class=rec>{inside(row, heads, link)}</div>" for row in rows
    )


def joined(before: str, between: str, after: str) -> Callable[[Row, Heads, str], str]:
    return lambda row, heads, link: "".join(
        f"{before}{escape(name)}{between}{_cell(row, key, link)}{after}" for name, key in heads
    )


MARKUPS: dict[str, Callable[[Heads, Sequence[Row], str], str]] = {
    **{
        head: lambda heads, rows, link, head=head: table(heads, rows, link, head=head)
        for head in ("th", "thead", "caption", "td", "none")
    },
    "groups": grouped,
    "roles": drawn("role=row", "role=columnheader", "role=gridcell"),
    "lines below": drawn("", "class=c", "class=c"),
    "objects": objects,
    "packed": packed,
    "dl": records(
        lambda row, heads, link: (
            f"<dl>{joined('<dt>', '</dt><dd>', '</dd>')(row, heads, link)}</dl>"
        )
    ),
    "paragraphs": records(joined("<p>", ": ", "</p>")),
    "bold": records(joined("<p><b>", "</b> ", "</p>")),
    "spans": records(
        joined("<div><span class=label>", "</span><span class=value>", "</span></div>")
    ),
    "lines": records(
        lambda row, heads, link: (
            "<p>"
            + "<br>".join(f"{escape(name)}: {_cell(row, key, link)}" for name, key in heads)
            + "</p>"
        )
    ),
    "inline": records(
        lambda row, heads, link: (
            "<p>"
            + " ".join(f"<b>{escape(name)}:</b> {_cell(row, key, link)}" for name, key in heads)
            + "</p>"
        )
    ),
    "pairs": records(
        lambda row, heads, link: (
            "<table>"
            + "".join(
                f"<tr><th>{escape(name)}</th><td>{_cell(row, key, link)}</td></tr>"
                for name, key in heads
            )
            + "</table>"
        )
    ),
    "unlabelled": records(
        lambda row, heads, link: "".join(f"<p>{_cell(row, key, link)}</p>" for _, key in heads)
    ),
}


class MovingSite:
    """Serves rows in a markup; everything may be set anew between visits."""

    def __init__(self, markup: str, heads: Heads, rows: list[Row], link: str = "title") -> None:
        self.markup, self.heads, self.rows, self.link = markup, heads, rows, link
        self.url, self.requests = "", 0
        self.details: tuple[str, Heads] = ("", ())
        """Markup of the record pages, and what they show."""
        self.headed_from = 0
        """With 1 the first page alone has headings."""
        self.heads_of: Callable[[int], Heads] = lambda start: self.heads

    @property
    def entry(self) -> str:
        """The address to harvest: of the form, or of data."""
        return f"{self.url}?offset=0" if self.markup in ("objects", "packed") else self.url

    def page(self, path: str, query: dict[str, str]) -> str | None:
        form = "<form action=/search><label>Search <input name=q></label><input type=submit></form>"
        if self.markup in ("objects", "packed"):
            start = int(query.get("offset") or 0)
            return MARKUPS[self.markup](self.heads, self.rows[start : start + PER_PAGE], self.link)
        if path == "/":
            return f"<h1>Register of works</h1>{form}"
        if path.startswith("/item/") and self.details[0]:
            markup, heads = self.details
            (row,) = (row for row in self.rows if row["id"] == path[6:])
            return f"<h1>{row['title']}</h1>{MARKUPS[markup](heads, [row], '')}"
        if path != "/search":
            return None
        asked, start = query.get("q", ""), int(query.get("o") or 0)
        words = re.findall(r"\w+", asked.lower())
        shown = [
            row
            for row in self.rows
            if all(word in re.findall(r"\w+", " ".join(row.values()).lower()) for word in words)
        ]
        if not shown:
            return f"{form}<p>Nothing found.</p>"
        is_bare = bool(start and self.headed_from)
        body = MARKUPS["none" if is_bare else self.markup](
            self.heads_of(start), shown[start : start + PER_PAGE], self.link
        )
        more = urlencode({"q": asked, "o": start + PER_PAGE})
        following = f"<a href='/search?{more}'>next</a>" if start + PER_PAGE < len(shown) else ""
        return f"{form}<p>{len(shown)} works</p>{body}{following}"


@contextmanager
def serving(site: MovingSite) -> Iterator[MovingSite]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        wbufsize = -1  # head and body in one packet: the second would wait for an answer

        def do_GET(self) -> None:
            site.requests += 1
            parts = urlsplit(self.path)
            query = {name: texts[0] for name, texts in parse_qs(parts.query).items()}
            body = site.page(parts.path, query)
            html = f"<!doctype html><html><meta charset=utf-8><body>{body or '?'}</body></html>"
            if is_data := (body or "").startswith("{"):
                html = body or ""
            self.send_response(404 if body is None else 200)
            self.send_header("content-type", "application/json" if is_data else "text/html")
            self.send_header("content-length", str(len(html.encode())))
            self.end_headers()
            self.wfile.write(html.encode())

        def log_message(self, *_: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = Thread(target=server.serve_forever, args=(0.05,), daemon=True)
        thread.start()
        site.url = f"http://127.0.0.1:{server.server_port}/"
        yield site
        server.shutdown()
        thread.join()
