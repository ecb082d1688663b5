"""Fourteen registers more that a person reads at a glance, each with a trap of its own.

They were written without a look at what reads them, and measured before anything was mended. Run,
it starts them on free ports and prints their addresses. ``RIGHT`` says what right is: the rows,
the values that a page shows, and whether each value must stand in one column.
"""

import random
from hashlib import md5
from html import escape
from threading import Event
from urllib.parse import urlencode

from _serve import Row, Sent, Served, found, started

DRAW = random.Random(90125)
THINGS, TOWNS, FIRST, LAST, MAKES = (
    line.split()
    for line in (
        (
            "bell clock organ pulpit altar lectern font banner chalice window gate fountain statue "
            "sundial lantern bench mosaic relief tapestry weathervane"
        ),
        "Arnau Belver Cazorla Dueñas Estella Fresno Gandía Huesca Iznate Jaca Lerma Mojácar",
        "Alba Bruno Carmen Diego Elisa Félix Gloria Héctor Inés Jorge Lucía Mateo",
        (
            "Aranda Barrios Cortés Delgado Espina Fuentes Galván Herrera Ibarra Jurado Lozano "
            "Molina Navarro Ocaña Pardo Quesada Robles Salas Tapia Ureña"
        ),
        "Gilded Carved Painted Broken Marble Bronze Wooden Silver",
    )
)


def made(count: int, start: int) -> list[Row]:
    drawn = DRAW.sample([(a, b, c) for a in MAKES for b in THINGS for c in TOWNS], count)
    return [
        {
            "no": str(start + 17 * n),
            "name": f"{make} {thing} of {town}",
            "town": town,
            "maker": f"{DRAW.choice(FIRST)} {DRAW.choice(LAST)}",
            "year": str(DRAW.randint(1512, 1899)),
            "state": DRAW.choice(["on show", "in store", "on loan", "lost"]),
        }
        for n, (make, thing, town) in enumerate(drawn)
    ]


THINGS_HELD = made(160, 30007)
OTHER = made(90, 81001)
SAME = [dict(row) for row in THINGS_HELD]
for at, row in enumerate(SAME):
    row.update({name: SAME[at // 4 * 4][name] for name in ("name", "maker", "year")})


def cut(sent: Sent, hits: list[Row], size: int, name: str = "start") -> tuple[list[Row], str]:
    at = int(sent.get(name, "0") or 0)
    more = urlencode({**sent, name: str(at + size)}) if at + size < len(hits) else ""
    return hits[at : at + size], escape(more)


def held(sent: Sent, size: int = 10) -> tuple[list[Row], str]:
    """Return the things of one answer, and what its next one is asked by."""
    return cut(sent, found(THINGS_HELD, sent.get("q", "")), size)


def box(name: str = "q", label: str = "Find", more: str = "", action: str = "/s") -> str:
    return (
        f'<form action="{action}"><label>{label} <input type="text" name="{name}"></label>{more}'
        f'<input type="submit" value="Find"></form>'
    )


def on(more: str, text: str = "Next page") -> str:
    return f'<div class="nav"><a href="/s?{more}">{text}</a></div>' if more else ""


def linked(r: Row) -> str:
    return f'<a href="/o/{r["no"]}">{r["name"]}</a>'


def article(r: Row) -> str:
    return f"<article><h3>{linked(r)}</h3><p>{r['maker']}</p><p>{r['year']}</p></article>"


NONE = "<p>Nothing matches.</p>"


def picks(sent: Sent, cookies: str) -> str:
    """Hits are plain definitions; a table of picks, other ones for each word, is richer."""
    words = sent.get("q", "")
    hits = found(THINGS_HELD, words)
    rows, more = cut(sent, hits, 12)
    if not hits:
        return box() + NONE
    drawn = random.Random(words + sent.get("start", "")).sample(OTHER, 12)
    table = "".join(
        f"<tr><td>{linked(r)}</td><td>{r['maker']}</td><td>{r['year']}</td><td>{r['state']}</td></tr>"
        for r in drawn
    )
    ours = "".join(f"<dt>{linked(r)}</dt><dd>{r['maker']}</dd><dd>{r['year']}</dd>" for r in rows)
    return (
        f"{box()}<h2>Picked for readers of {escape(words)}</h2><table>{table}</table>"
        f"<h2>In the inventory</h2><dl>{ours}</dl>{on(more)}"
    )


def published(sent: Sent, cookies: str) -> str:
    """A year beside the results is no total."""
    rows, more = held(sent)
    said = '<p class="info">Published 1928</p>'
    return box() + (f"{said}{''.join(map(article, rows))}{on(more)}" if rows else NONE)


def visitors(sent: Sent, cookies: str) -> str:
    """The number above the results counts readers, another one with each answer."""
    rows, more = held(sent)
    count = 2_100 + int(md5(str(sent).encode()).hexdigest()[:4], 16) % 700
    said = f"<div>{count:,} people looked here this month</div>"
    body = "".join(
        f"<tr><td>{linked(r)}</td><td>{r['maker']}</td><td>{r['year']}</td></tr>" for r in rows
    )
    return box() + (f"{said}<table>{body}</table>{on(more)}" if rows else NONE)


def pages_of(sent: Sent, cookies: str) -> str:
    """ "Page 1 of 312" counts the pages of the printed book."""
    rows, more = held(sent)
    at = int(sent.get("start", "0") or 0) // 10 + 1
    said = f"<p>Page {at} of 312</p>"
    return box() + (f"{''.join(map(article, rows))}{said}{on(more)}" if rows else NONE)


TOKENS: dict[str, int] = {}


def onward(sent: Sent, cookies: str) -> str:
    """ "Next stop" leads into a tour; a button "Onward" with a token shows further hits."""
    words, token = sent.get("q", ""), sent.get("t", "")
    hits = found(THINGS_HELD, words)
    at = TOKENS.get(token, 0)
    more = ""
    if at + 12 < len(hits):
        following = md5(f"{words}{at + 12}".encode()).hexdigest()
        TOKENS[following] = at + 12
        hidden = f'<input type="hidden" name="q" value="{escape(words)}">'
        hidden += f'<input type="hidden" name="t" value="{following}">'
        more = f'<form action="/s" method="post">{hidden}<button>Onward</button></form>'
    body = "".join(map(article, hits[at : at + 12]))
    tour = '<p><a href="/tour/2">Next stop ›</a></p>'
    return box() + (f"<section>{body}</section>{tour}{more}" if hits else NONE)


def tickets(sent: Sent, cookies: str) -> str:
    """Links carry a ticket of the answer, another one each time; a number tells rows apart."""
    hits = found(SAME, sent.get("q", ""))
    rows, more = cut(sent, hits, 15)
    body = ""
    for r in rows:
        ticket = DRAW.randrange(10**9)
        body += (
            f'<tr><td><a href="/o?ticket={ticket}">{r["name"]}</a></td><td>{r["maker"]}</td>'
            f"<td>{r['no']}</td><td>{r['year']}</td></tr>"
        )
    head = "<tr><th>Object</th><th>Maker</th><th>Inventory</th><th>Year</th></tr>"
    return box() + (f"<table>{head}{body}</table>{on(more)}" if hits else NONE)


def slips(sent: Sent, cookies: str) -> str:
    """All of a record stands in one line, written in two ways."""
    rows, more = held(sent)
    ways = ("{name} | {maker}, {year} | {state}", "({state}) {maker}: {name} <{year}>")
    body = "".join(f"<p>{escape(ways[int(r['no']) % 2].format(**r))}</p>" for r in rows)
    return box() + (f"<div class=slips>{body}</div>{on(more)}" if rows else NONE)


def branches(sent: Sent, cookies: str) -> str:
    """Only one branch is searched until a link is pressed, which sets a cookie."""
    is_all = "branch=all" in cookies
    held = THINGS_HELD if is_all else [r for r in THINGS_HELD if r["town"] in TOWNS[:5]]
    hits = found(held, sent.get("q", ""))
    rows, more = cut(sent, hits, 10)
    said = "all branches" if is_all else 'Old Town branch. <a href="/all">Search all branches</a>'
    return f"<p>You search in: {said}</p>{box()}" + (
        f"{''.join(map(article, rows))}{on(more)}" if hits else NONE
    )


def friends(sent: Sent, cookies: str) -> str:
    """The second entry of each page asks to become a friend of the museum, at a new address."""
    rows, more = held(sent)
    shown = [*map(article, rows)]
    friend = {"no": f"f{DRAW.randrange(10**7)}", "name": "Become a friend", "maker": "The museum"}
    shown.insert(1, article({**friend, "year": "1777"}))
    return box() + (f"<main>{''.join(shown)}</main>{on(more)}" if rows else NONE)


def two_words(sent: Sent, cookies: str) -> str:
    """Rows of one half name maker and year otherwise than those of the other, in other markup."""
    rows, more = held(sent)
    shown = ""
    for r in rows:
        if int(r["no"]) % 2:
            shown += (
                f"<li><h4>{linked(r)}</h4><dl><dt>Made by</dt><dd>{r['maker']}</dd>"
                f"<dt>Made in</dt><dd>{r['year']}</dd></dl></li>"
            )
        else:
            shown += (
                f"<li><div><h4>{linked(r)}</h4></div><table><tr><th>Artist</th><td>{r['maker']}</td>"
                f"</tr><tr><th>Date</th><td>{r['year']}</td></tr></table></li>"
            )
    return box() + (f"<ul>{shown}</ul>{on(more)}" if rows else NONE)


def shifted(sent: Sent, cookies: str) -> str:
    """An empty cell is left out of the row, so that later cells stand one place before."""
    rows, more = held(sent)
    body = ""
    for r in rows:
        maker = "" if int(r["no"]) % 3 == 0 else f"<td>{r['maker']}</td>"
        body += f"<tr><td>{linked(r)}</td>{maker}<td>{r['year']}</td><td>{r['state']}</td></tr>"
    return box() + (f"<table>{body}</table>{on(more)}" if rows else NONE)


def triples(sent: Sent, cookies: str) -> str:
    """A record is three paragraphs; a line is drawn after each second record."""
    rows, more = held(sent)
    body = ""
    for at, r in enumerate(rows):
        body += f"<p>{r['name']}</p><p>{r['maker']}</p><p>{r['state']}</p>"
        body += "<hr>" if at % 2 else ""
    return box() + (f"<div>{body}</div>{on(more)}" if rows else NONE)


def agenda(sent: Sent, cookies: str) -> str:
    """The box finds events; objects stand in a list behind a link."""
    if "list" in sent:
        rows, more = cut(sent, THINGS_HELD, 20)
        return f"<h2>All objects</h2>{''.join(map(article, rows))}{on(more)}"
    hits = found(OTHER, sent.get("q", ""))
    rows, more = cut(sent, hits, 10)
    find = box(label="What is on") + '<p><a href="/s?list=1">All objects</a></p>'
    return find + (f"{''.join(map(article, rows))}{on(more)}" if hits else NONE)


def surnames(sent: Sent, cookies: str) -> str:
    """Only whole surnames of makers are answered, and no page says one beforehand."""
    name = sent.get("q", "").strip().casefold()
    hits = [r for r in THINGS_HELD if r["maker"].split()[1].casefold() == name]
    rows, more = cut(sent, hits, 10)
    shown = ""
    for r in rows:
        heir = LAST[(int(r["no"]) // 17) % len(LAST)]
        shown += f"<li>{linked(r)} <i>{r['maker']}</i> <b>{r['year']}</b> <u>{heir}</u></li>"
    return box(label="Surname") + (f"<ul>{shown}</ul>{on(more)}" if hits else NONE)


ITEM = ("name", "maker", "year")
SHIFTED = [{**r, "maker": "" if int(r["no"]) % 3 == 0 else r["maker"]} for r in THINGS_HELD]
HEIRS = [{**r, "heir": LAST[(int(r["no"]) // 17) % len(LAST)]} for r in THINGS_HELD]
RIGHT: dict[str, tuple[list[Row], tuple[str, ...], bool]] = {
    "picks": (THINGS_HELD, ITEM, False),
    "published": (THINGS_HELD, ITEM, False),
    "visitors": (THINGS_HELD, ITEM, False),
    "pages_of": (THINGS_HELD, ITEM, False),
    "onward": (THINGS_HELD, ITEM, False),
    "tickets": (SAME, (*ITEM, "no"), False),
    "slips": (THINGS_HELD, (*ITEM, "state"), True),
    "branches": (THINGS_HELD, ITEM, False),
    "friends": (THINGS_HELD, ITEM, False),
    "two_words": (THINGS_HELD, ITEM, True),
    "shifted": (SHIFTED, (*ITEM, "state"), True),
    "triples": (THINGS_HELD, ("name", "maker", "state"), False),
    "agenda": (THINGS_HELD, ITEM, False),
    "surnames": (HEIRS, (*ITEM, "heir"), False),
}


class Handler(Served):
    title = "Inventory"
    frame = "<nav><a href='/'>Start</a></nav>{}<footer>Museum service</footer>"

    def page(self, path: str, sent: Sent) -> str:
        cookies = self.headers.get("Cookie", "")
        if path == "/s":
            return type(self).shown(sent, cookies)
        if path in ("/", "/all"):
            if path == "/all":
                cookies, self.set_cookie = "branch=all", "branch=all; Path=/"
            about = "<p>Bells, clocks and fountains of twelve towns.</p>"
            return "<h1>Inventory</h1>" + type(self).shown({}, cookies).replace(NONE, about)
        if path == "/tour/2":
            return "<h1>Second stop of the tour</h1><p>Here you see the old quay.</p>"
        for r in THINGS_HELD + OTHER:
            if path == f"/o/{r['no']}":
                more = f"<dl><dt>Town<dd>{r['town']}<dt>State<dd>{r['state']}</dl>"
                return f"<h1>{r['name']}</h1>{more}"
        return ""


if __name__ in ("__main__", "sources"):
    out = {name: started(Handler, globals()[name]) for name in RIGHT}
    print(out, flush=True)
    Event().wait()
