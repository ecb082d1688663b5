"""Six registers and portals of lighthouses by other hands than the zoo's, for ``lighthouses``.

Two of them share records. A register by names and regions, a portal that a script draws, a list by
letters, a form of which two choices must be made, an old catalogue in frames, and a portal of
cards. Commands are those of ``site``: start NAME PORT, stop NAME, truth NAME, list.
"""

# ruff: noqa: E501 (pages are content)

from __future__ import annotations

import csv
import json
import os
import signal
import subprocess
import sys
import time
from html import escape
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from random import Random
from urllib.parse import parse_qs, urlencode, urlsplit

CACHE = Path(os.environ.get("LEADLINE_LINES", Path.home() / ".cache" / "leadline-lines"))
FIRST = [
    "Brant",
    "Corvo",
    "Dunmar",
    "Eskel",
    "Farn",
    "Grindel",
    "Holm",
    "Iskar",
    "Jarl",
    "Kelpie",
    "Lunde",
    "Marren",
    "Nesset",
]
FIRST += [
    "Orlock",
    "Penwarn",
    "Quill",
    "Rosmar",
    "Skarv",
    "Tarbet",
    "Ulsta",
    "Vardal",
    "Wick",
    "Yell",
    "Zennor",
]
SECOND = ["Head", "Point", "Rock", "Sound", "Ness", "Skerry", "Island", "Bank", "Cape", "Mole"]
REGIONS = ("Northern Isles", "West Coast", "Gulf", "Straits", "Inner Sea")
KINDS = ("tower", "lattice", "caisson", "light float")
Row = dict[str, str]


def made() -> list[Row]:
    """Lighthouses, each with a number, a name, a region, a kind, a year and a height."""
    random = Random(11)
    rows = [
        {
            "name": f"{north}{first} {second}",
            "region": random.choice(REGIONS),
            "kind": random.choice(KINDS),
            "built": str(random.randint(1780, 1960)),
            "height": str(random.randint(6, 48)),
            "number": f"L{at:03}{north[:1]}",
        }
        for at, (first, second) in enumerate((a, b) for a in FIRST for b in SECOND)
        for north in ("", "North ", "South ", "Old ")
    ]
    random.shuffle(rows)
    return rows


ALL = made()
SHOWN: dict[str, list[Row]] = {
    "lights-register": ALL[:420],
    "lights-cards": ALL[240:540],
    "lights-drawn": ALL[540:660],
    "lights-letters": ALL[660:760],
    "lights-choices": ALL[760:880],
    "lights-frames": ALL[880:960],
}
TITLES = {
    "lights-register": "Register of lighthouses",
    "lights-cards": "Lighthouse portal: find a light",
    "lights-drawn": "Lighthouses of the straits: directory",
    "lights-letters": "Lighthouses by letter",
    "lights-choices": "Lighthouse authority: search the lights in our care",
    "lights-frames": "List of lighthouses, old catalogue",
}


def page(title: str, body: str) -> str:
    """An HTML page."""
    return f"<!doctype html><html lang=en><title>{title}</title><h1>{title}</h1>{body}</html>"


def table(rows: list[Row], names: dict[str, str]) -> str:
    """Rows under headings."""
    head = "".join(f"<th>{name}</th>" for name in names.values())
    lines = ("".join(f"<td>{escape(row[key])}</td>" for key in names) for row in rows)
    return f"<table><tr>{head}</tr>{''.join(f'<tr>{line}</tr>' for line in lines)}</table>"


def chosen(name: str, values: tuple[str, ...], first: str) -> str:
    """A select."""
    options = "".join(f"<option>{value}</option>" for value in values)
    return f"<select name={name}><option value=''>{first}</option>{options}</select>"


def pages(rows: list[Row], asked: Row, size: int, path: str) -> tuple[list[Row], str]:
    """Rows of one page, and the links to others."""
    at = int(asked.get("page") or 1)
    last = (len(rows) + size - 1) // size
    rest = {key: value for key, value in asked.items() if key != "page"}
    links = "".join(
        f"<a href='{path}?{escape(urlencode({**rest, 'page': str(n)}))}'>{n}</a> "
        for n in range(max(1, at - 3), min(last, at + 3) + 1)
    )
    onward = f"<a href='{path}?{escape(urlencode({**rest, 'page': str(at + 1)}))}'>Next</a>"
    return rows[(at - 1) * size : at * size], f"<p>{links} {onward if at < last else ''}</p>"


def register(rows: list[Row], path: str, asked: Row) -> str:
    """A box for names, a select of regions; numbers, a stated total."""
    form = f"<form action=/find><label>Name of the light <input name=n></label>{chosen('r', REGIONS, 'all regions')}<input type=submit value=Search></form>"
    if path == "/find":
        found = [
            row
            for row in rows
            if asked.get("n", "").casefold() in row["name"].casefold()
            and asked.get("r", "") in ("", row["region"])
        ]
        shown, links = pages(found, asked, 25, "/find")
        names = {
            "number": "No.",
            "name": "Light",
            "region": "Region",
            "built": "Year built",
            "height": "Height (m)",
        }
        return page(
            "Register of lighthouses",
            form
            + (
                f"<p>{len(found)} lighthouses found</p>{table(shown, names)}{links}"
                if found
                else "<p>No lighthouse found.</p>"
            ),
        )
    return page(
        "Register of lighthouses", form + "<p>Search the register of lighthouses and lights.</p>"
    )


def cards(rows: list[Row], path: str, asked: Row) -> str:
    """A box for words; cards, a next link."""
    form = "<form action=/lights><input type=search name=q placeholder='Name or region'><button>Find</button></form>"
    title = "Lighthouse portal"
    if path != "/lights":
        return page(title, form + "<p>All lighthouses of the coast in one portal.</p>")
    words = asked.get("q", "").casefold().split()
    found = [
        row for row in rows if all(word in " ".join(row.values()).casefold() for word in words)
    ]
    shown, links = pages(found, asked, 20, "/lights")
    boxes = "".join(
        f"<div class=card><h3><a href='/light/{row['number']}'>{escape(row['name'])}</a></h3><p>Region: {row['region']}</p><p>Built: {row['built']}</p><p>Height: {row['height']} m</p><p>Number: {row['number']}</p></div>"
        for row in shown
    )
    return page(title, form + (boxes + links if found else "<p>Nothing matches.</p>"))


def drawn(rows: list[Row], path: str, asked: Row) -> str:
    """A directory that a script draws from its data."""
    if path == "/api/lights":
        at = int(asked.get("page") or 0)
        return json.dumps({"total": len(rows), "items": rows[at * 30 : at * 30 + 30]})
    script = "fetch('/api/lights?page=0').then(r=>r.json()).then(d=>{document.getElementById('l').innerHTML=d.items.map(i=>'<li>'+i.name+' '+i.region+'</li>').join('')})"
    return page(
        "Lighthouses of the straits",
        f"<p>Directory of lighthouses</p><ul id=l></ul><script>{script}</script>",
    )


def letters(rows: list[Row], path: str, asked: Row) -> str:
    """Lists behind the letters of the alphabet."""
    known = sorted({row["name"][0] for row in rows})
    links = " ".join(f"<a href='/list?letter={one}'>{one}</a>" for one in known)
    if path != "/list":
        return page("Lighthouses by letter", f"<p>{links}</p>")
    names = {"name": "Lighthouse", "kind": "Kind", "built": "Built", "number": "Number"}
    found = [row for row in rows if row["name"].startswith(asked.get("letter", "-"))]
    return page("Lighthouses by letter", f"<p>{links}</p>{table(found, names)}")


def choices(rows: list[Row], path: str, asked: Row) -> str:
    """Two choices that must both be made."""
    form = f"<form action=/query><label>Region {chosen('region', REGIONS, 'please choose')}</label><label>Kind of lighthouse {chosen('kind', KINDS, 'please choose')}</label><input type=submit value=Search></form>"
    title = "Lighthouse authority"
    if path != "/query":
        return page(title, form)
    if not (asked.get("region") and asked.get("kind")):
        return page(title, form + "<p>Choose a region and a kind.</p>")
    found = [r for r in rows if (r["region"], r["kind"]) == (asked["region"], asked["kind"])]
    names = {"name": "Name", "built": "First lit", "height": "Height", "number": "Register number"}
    return page(title, form + (table(found, names) if found else "<p>No light.</p>"))


def frames(rows: list[Row], path: str, asked: Row) -> str:
    """An old catalogue: a frameset, a list with pages."""
    if path == "/":
        return "<html><title>List of lighthouses</title><frameset cols='20%,80%'><frame src=/menu><frame src=/all></frameset></html>"
    if path == "/menu":
        return page("Menu", "<a href=/all target=main>Lighthouses</a>")
    shown, links = pages(rows, asked, 20, "/all")
    return page(
        "List of lighthouses",
        table(shown, {"number": "No", "name": "Lighthouse", "region": "Waters", "height": "Metres"})
        + links,
    )


ANSWERS = {
    "lights-register": register,
    "lights-cards": cards,
    "lights-drawn": drawn,
    "lights-letters": letters,
    "lights-choices": choices,
    "lights-frames": frames,
}


def serve(name: str, port: str) -> None:
    """Serve a source until it is stopped."""

    class Handler(BaseHTTPRequestHandler):
        def log_message(self, *_: object) -> None:
            """Say nothing."""

        def do_GET(self) -> None:
            """Answer a request."""
            parts = urlsplit(self.path)
            if parts.path == "/robots.txt" or parts.path.startswith("/light/"):
                self.send_error(404)
                return
            asked = {key: values[-1] for key, values in parse_qs(parts.query).items()}
            body = ANSWERS[name](SHOWN[name], parts.path, asked).encode()
            self.send_response(200)
            kind = "application/json" if parts.path.startswith("/api/") else "text/html"
            self.send_header("Content-Type", f"{kind}; charset=utf-8")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

    server = ThreadingHTTPServer(("127.0.0.1", int(port)), Handler)
    part = CACHE / f"{name}.url.part"
    part.write_text(f"http://127.0.0.1:{server.server_address[1]}/")
    part.replace(CACHE / f"{name}.url")
    server.serve_forever()


def start(name: str, port: str) -> str:
    """Start a source; return its address."""
    CACHE.mkdir(parents=True, exist_ok=True)
    address = CACHE / f"{name}.url"
    address.unlink(missing_ok=True)
    child = subprocess.Popen(
        [sys.executable, __file__, "serve", name, port],
        stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        start_new_session=True,
    )  # fmt: skip
    (CACHE / f"{name}.pid").write_text(str(child.pid))
    for _ in range(200):
        if address.is_file():
            return address.read_text()
        time.sleep(0.05)
    raise SystemExit(f"{name} did not start")


def truth(name: str) -> Path:
    """Write the records that a source shows."""
    path = CACHE / f"{name}.csv"
    with path.open("w", encoding="utf-8", newline="") as file:
        hidden = {"lights-register": {"kind"}, "lights-cards": {"kind"}, "lights-letters": {"region", "height"},
                  "lights-choices": {"region", "kind"}, "lights-frames": {"kind", "built"}}  # fmt: skip
        columns = [key for key in ALL[0] if key not in hidden.get(name, ())]
        writer = csv.DictWriter(file, columns, extrasaction="ignore")
        writer.writeheader()
        writer.writerows(SHOWN[name])
    return path


def main(command: str, *names: str) -> None:
    """Do what is asked."""
    if command == "start":
        print(start(names[0], names[1] if len(names) > 1 else "0"))
    elif command == "serve":
        serve(*names)
    elif command == "stop":
        for name in names:
            path = CACHE / f"{name}.pid"
            if path.is_file():
                os.kill(int(path.read_text()), signal.SIGTERM)
                path.unlink()
    elif command == "truth":
        print(truth(names[0]))
    elif command == "list":
        print("\n".join(f"{name} installed" for name in SHOWN))


if __name__ == "__main__":
    main(*sys.argv[1:])
