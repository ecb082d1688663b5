"""Registers that are easily misread: two lists, records in two rows, an icon for "next".

python tests/misread.py 8002 7   # the register of a tutorial at a port, as it is a week later
"""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from random import Random
from threading import Event, Thread
from urllib.parse import parse_qs, urlencode, urlsplit

DRAW = Random(11)
WORDS = [
    f"{first}{last}"
    for first in ("am", "bir", "cel", "dol", "em", "fin")
    for last in ("ber", "ton", "lark")
]
NAMES = ["Abel", "Berg", "Cole", "Dahl", "Eck", "Frey", "Gant", "Holm"]
ROWS = [
    {
        "key": str(300 + 7 * n),
        "name": f"{' '.join(DRAW.sample(WORDS, 2)).capitalize()} {n}",
        "owner": f"{DRAW.choice(NAMES)}, {DRAW.choice(('Ada', 'Ben', 'Cleo'))}",
        "town": DRAW.choice(("Orby", "Pelm", "Quist")),
        "year": str(DRAW.randint(1900, 1999)),
    }
    for n in range(60)
]
PLACES = ("Abbotsmere", "Aldermere", "Anstey", "Ashby", "Holm")
PLACES += ("Lenne", "Norwood", "Ottery", "Tern", "Wexcombe")
HOLDERS = ("Mill Trust", "Quarries", "Boatyard", "Growers", "Sailing Club", "Town Council")
LICENCES = [
    {
        "key": str(200 + 13 * n),
        "name": f"{PLACES[n % 10]} {HOLDERS[n % 6 if n < 30 else (n + 1) % 6]}",
        "owner": DRAW.choice(("River Marl", "Holm Brook", "Tern Water", "Canal of Lenne")),
        "town": "",
        "year": f"{DRAW.randint(1, 28)} May {1970 + n % 50}",
    }
    for n in range(60)
]
"""Holder, water and day of licences; a week later three are new, and one has another holder."""
FOREIGN = [row | {"key": f"9{row['key']}", "name": f"Advert {n}"} for n, row in enumerate(ROWS)]
STRUCK = [
    {**row, "key": f"8{row['key']}", "name": " ".join(drawn[:3]), "owner": drawn[3]}
    for row, drawn in ((row, Random(n).sample(WORDS, 4)) for n, row in enumerate(ROWS))
]
CODED = [row | {"code": f"e{n % 7 + 1}", "near": f"e{n % 4 + 1}"} for n, row in enumerate(ROWS)]
"""Each has a code, which alone is answered, and names another one; some codes are never named."""
Row = dict[str, str]
Show = Callable[[list[Row], str], str]


def items(rows: list[Row]) -> str:
    return "".join(
        f"<li><a href=/i/{row['key']}>{row['name']}</a><span class=o>{row['owner']}</span>"
        f"<span class=y>{row['year']}</span>"
        for row in rows
    )


def one_list(rows: list[Row], more: str) -> str:
    return f"<ul>{items(rows)}</ul>{more}"


def coded(rows: list[Row], more: str) -> str:
    said = (f"{items([row])} <i>{row['code']}</i> <i>{row['near']}</i>" for row in rows)
    return f"<ul>{''.join(said)}</ul>{more}"


def sought(show: Show, row: Row) -> str:
    """What is searched of a row."""
    return row["code"] if show is coded else " ".join(row.values())


def two_lists(rows: list[Row], more: str) -> str:
    other = DRAW.sample(FOREIGN, 10)
    return (
        f"<div class=l><h2>Seen by others</h2><ul>{items(other)}</ul></div>"
        f"<div class=m><h2>Entries</h2><ul>{items(rows)}</ul></div>{more}"
    )


def beside_others(rows: list[Row], more: str) -> str:
    """Others, drawn anew, stand on every page; entries only where some were found."""
    entries = f"<h2>Entries</h2><ul>{items(rows)}</ul>{more}" if rows else "<p>No entry."
    return f"<h2>Struck off</h2><ul>{items(DRAW.sample(STRUCK, 6))}</ul>{entries}"


def by_years(rows: list[Row], more: str) -> str:
    """A list for each year; most have one entry."""
    lists = (f"<h4>{row['year']}</h4><ul class=of>{items([row])}</ul>" for row in rows)
    return f"{''.join(lists)}{more}"


def is_turned(row: Row) -> bool:
    return int(row["key"]) % 3 == 0


def in_two_orders(rows: list[Row], more: str) -> str:
    """Rows of another kind say the owner first."""
    kinds = (
        "<tr class=a><td>{name}<td>{owner}<td>{year}",
        "<tr class=b><td>{owner}<td>{name}<td>{year}",
    )
    return f"<table>{''.join(kinds[is_turned(row)].format(**row) for row in rows)}</table>{more}"


def one_sentence(rows: list[Row], more: str) -> str:
    forms = "Granted to {owner} of {town}: {name} ({year})", "{name} - {year} to {owner}; {town}"
    said = (f"<p class=n>{forms[int(r['key']) % 2].format(**r)}</p>" for r in rows)
    return f"{''.join(said)}{more}"


def two_rows(rows: list[Row], more: str) -> str:
    body = "".join(
        f"<tr><td><b>{row['name']}</b><td>{row['year']}<tr><td>{row['owner']}<td>{row['town']}"
        for row in rows
    )
    return f"<table>{body}</table>{more}"


def left_out(rows: list[Row], more: str) -> str:
    """A third of the rows lacks a cell, so that later ones stand one place before."""
    body = "".join(
        f"<tr><td>{row['name']}{'' if int(row['key']) % 3 == 0 else '<td>' + row['owner']}"
        f"<td>{row['year']}<td>{row['town']}"
        for row in rows
    )
    return f"<table>{body}</table>{more}"


def one_text(rows: list[Row], more: str) -> str:
    forms = "{owner}: {name}. {town}, {year}", "{name} / {owner} — {town} {year}"
    return f"<ul>{''.join('<li>' + forms[int(r['key']) % 2].format(**r) for r in rows)}</ul>{more}"


def with_advert(rows: list[Row], more: str) -> str:
    sponsored = {**rows[0], "key": "5", "owner": "[Sponsor]"}
    return f"<ul>{items([rows[0], sponsored, *rows[1:]])}</ul>{more}"


def with_a_friend(rows: list[Row], more: str) -> str:
    """One entry of each page is the same, at a new address."""
    friend = {**(rows or ROWS)[0], "key": f"f{DRAW.random()}", "name": "Become a friend"}
    return f"<ul>{items([*rows[:1], friend, *rows[1:]])}</ul>{more}"


def a_note(row: Row) -> str:
    return f"a note from {row['year']} yards" if int(row["key"]) % 3 == 0 else ""


def with_notes(rows: list[Row], more: str) -> str:
    notes = [f"<li><span class=o>{said}</span></li>" if (said := a_note(r)) else "" for r in rows]
    shown = "".join(items([row]) + note for row, note in zip(rows, notes, strict=True))
    return f"<ul>{shown}</ul>{more}"


def is_deep(row: Row) -> bool:
    return not len("".join(row.values())) % 2


def in_two_layouts(rows: list[Row], more: str) -> str:
    """Some names stand deeper than the others."""
    body = ""
    for row in rows:
        name = f"<a href=/i/{row['key']}>{row['name']}</a>"
        name = f"<div><h4>{name}</h4></div>" if is_deep(row) else name
        body += f"<li>{name} <span>{row['owner']}</span></li>"
    return f"<ul class=rows>{body}</ul>{more}"


def by_groups(rows: list[Row], more: str) -> str:
    body = "".join(
        f"<tr><td>{row['key']}<td><a href=/of/{row['town']}>{row['town']}</a><td>{row['owner']}"
        for row in rows
    )
    return f"<table><tr><th>Nr<th>Town<th>Owner{body}</table>{more}"


def side_by_side(rows: list[Row], more: str) -> str:
    cells = [f"<td>{r['name']}<td>{r['owner']}<td>{r['year']}<td>{r['town']}" for r in rows]
    body = "".join(f"<tr>{''.join(cells[at : at + 2])}" for at in range(0, len(cells), 2))
    return f"<table>{body}</table>{more}"


def of_more(rows: list[Row], more: str) -> str:
    return f"<p>of 4,800 entries</p>{one_list(rows, more)}"


def licences(rows: list[Row], more: str) -> str:
    """The licences that were found, beside as many that changed lately."""
    news = [row | {"key": f"n{row['key']}", "year": "27 Nov 2026"} for row in LICENCES[:60]]
    return (
        f"<div><h2>Recently changed</h2><ul>{items(DRAW.sample(news, 10))}</ul></div>"
        f"<div><h2>Licences found</h2><ul>{items(rows)}</ul></div>{more}"
    )


def a_week_later(rows: list[Row]) -> None:
    """Add three licences, and give one to another holder."""
    new = ("Marl Ferry", "Upper Tern Estate", "Lenne Growers and Sons")
    for place, name in enumerate(new):
        rows.append(rows[place] | {"key": f"9{place}", "name": name})
    rows[8] = rows[8] | {"name": "Norwood Estate"}


@contextmanager
def register(
    show: Show,
    *,
    icon: bool = False,
    forms: int = 1,
    browse: bool = False,
    branch: bool = False,
    rows: list[Row] = ROWS,
    port: int = 0,
) -> Iterator[tuple[str, list[str]]]:
    """A register of 60 rows, ten a page; yields its address and the paths that were asked."""
    asked: list[str] = []
    DRAW.seed(5)  # the others on a page are the same ones whichever test runs before

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked.append(self.path)
            url = urlsplit(self.path)
            sent = {name: v[0] for name, v in parse_qs(url.query).items()}
            words, start = (
                {*sent.get("q", "").casefold().split()},
                int(sent.get("k", "z0x")[1:-1], 16),
            )
            form = "<form action=/find><label>{} <input name=q></label><button>Go</button></form>"
            html = form.format("Entry")
            if forms > 1:
                html = form.replace("/find", "/news").format("Search") + f"<h2>Rolls</h2>{html}"
            is_all = not branch or url.path == "/wide" or "wide=1" in self.headers.get("Cookie", "")
            held = {"/news": FOREIGN[:20], "/all": FOREIGN}.get(
                url.path, rows if is_all else rows[:30]
            )
            found = (
                [row for row in held if words <= {*sought(show, row).casefold().split()}]
                if url.path in ("/find", "/news", "/all") and (words or show is not coded)
                else []
            )
            if found:
                on = f"{url.path}?" + urlencode({"q": sent.get("q", ""), "k": f"z{start + 10:x}x"})
                label = "<img src=/a7.png>" if icon else "next"
                more = f"<a href='{on}'>{label}</a>" if start + 10 < len(found) else ""
                aside = "<a href=/print?k=1><img src=/a6.png></a>" if icon else ""
                html += show(found[start : start + 10], aside + more)
            elif show is beside_others and url.path == "/find":
                html += show([], "")
            else:
                html += (
                    "<p>No entry."
                    if url.path not in ("/", "/wide")
                    else f"<p>Such as {' '.join(WORDS[:6])}"
                )
            if browse and url.path == "/":
                html += "<a href=/all>Browse all entries</a>"
            if not is_all:
                html += "<p>You search in: Old Town. <a href=/wide>Search them together</a>"
            if url.path == "/gate":
                html = "<a href=/about>About</a> <a href='/?seen=1'>Reading room</a>"
            body = f"<!doctype html><html lang=en><body>{html}</body></html>".encode()
            self.send_response(200)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.send_header("Content-Length", str(len(body)))
            if url.path == "/wide":
                self.send_header("Set-Cookie", "wide=1; Path=/")
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None: ...

    with ThreadingHTTPServer(("127.0.0.1", port), Handler) as server:
        Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
        try:
            yield f"http://127.0.0.1:{server.server_port}/", asked
        finally:
            server.shutdown()


if __name__ == "__main__":
    if len(sys.argv) > 2:
        a_week_later(LICENCES)
    with register(licences, rows=LICENCES, port=int(sys.argv[1])) as (address, _):
        print(f"a register at {address}", flush=True)
        Event().wait()
