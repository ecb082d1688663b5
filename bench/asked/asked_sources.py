"""Six sources of flights and six of resumes for ``leadline bench ask --data bench/asked``.

No source lists anything: each answers what its form asks, and nothing else. Of the flights all want
from, to and a day; one wants days in another order, one has codes for cities, one answers with a
page between, one ends its sessions. Commands are those of ``site``: start NAME PORT, stop NAME,
truth NAME, list, install NAME.
"""

# ruff: noqa: E501 (pages are content)

from __future__ import annotations

import csv
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from html import escape
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import permutations
from pathlib import Path
from random import Random
from urllib.parse import parse_qsl, urlencode, urlsplit

CACHE = Path(os.environ.get("LEADLINE_LINES", Path.home() / ".cache" / "leadline-lines"))
Row = dict[str, str]
CITIES = {
    "Oslo": "OSL",
    "Lyon": "LYS",
    "Porto": "OPO",
    "Vienna": "VIE",
    "Athens": "ATH",
    "Gdansk": "GDN",
    "Bilbao": "BIO",
    "Naples": "NAP",
    "Dublin": "DUB",
    "Riga": "RIX",
    "Geneva": "GVA",
    "Malaga": "AGP",
}
CARRIERS = ("Northwind", "Skylark", "Bluebird", "Meridian", "Polar Star", "Albatross")
DAYS = [date(2027, 3, 1) + timedelta(days=day) for day in range(31)]
JOBS = [
    "Welder",
    "Nurse",
    "Accountant",
    "Electrician",
    "Translator",
    "Surveyor",
    "Carpenter",
    "Pharmacist",
    "Librarian",
    "Baker",
    "Plumber",
    "Chemist",
]
TOWNS = ["Leeds", "Cardiff", "Bristol", "Norwich", "Exeter", "Dundee", "Swansea", "Derby"]
DEGREES = ("Diploma", "Bachelor", "Master", "Apprenticeship")
SKILLS = [
    "budgeting",
    "rigging",
    "triage",
    "payroll",
    "soldering",
    "cataloguing",
    "proofreading",
    "levelling",
    "joinery",
    "dosing",
    "kneading",
    "titration",
    "scheduling",
    "auditing",
    "tutoring",
    "drafting",
]
FIRST = [
    "Anna",
    "Bruno",
    "Clara",
    "David",
    "Elena",
    "Felix",
    "Greta",
    "Henry",
    "Irene",
    "Jonas",
    "Katya",
    "Louis",
    "Marta",
    "Nils",
    "Olga",
    "Peter",
    "Ruth",
    "Simon",
    "Tessa",
    "Viktor",
]
LAST = [
    "Abbott",
    "Brandt",
    "Carver",
    "Dalton",
    "Ekberg",
    "Forsyth",
    "Garner",
    "Holloway",
    "Ingram",
    "Jarvis",
    "Kemble",
    "Lockhart",
    "Mercer",
    "Norris",
    "Osborne",
    "Paxton",
    "Quigley",
    "Rowland",
    "Sheldon",
    "Thorne",
]


def flights(name: str) -> list[Row]:
    """Flights of a source: routes that it serves, some each day."""
    random, rows = Random(name), []
    for start, end in permutations(CITIES, 2):
        if random.random() < 0.45:
            continue
        for day in random.sample(DAYS, 24):
            for hour in sorted(random.sample(range(5, 23), random.randint(2, 7))):
                rows.append(
                    {
                        "flight": f"{random.choice('BKNQZ')}{name[4].upper()}{len(rows) + 1000}",
                        "from": start,
                        "to": end,
                        "date": day.isoformat(),
                        "departure": f"{hour:02}:{random.choice(('05', '20', '45'))}",
                        "carrier": random.choice(CARRIERS),
                        "price": f"{random.randint(39, 420)}",
                    }
                )
    return rows


def resumes(name: str) -> list[Row]:
    """Resumes of a source: of some jobs in some towns."""
    random, rows = Random(name), []
    for job in JOBS:
        for town in TOWNS:
            if random.random() < 0.4:
                continue
            for _ in range(random.randint(3, 32)):
                rows.append(
                    {
                        "number": f"{name[4:6].upper()}-{len(rows) + 20000}",
                        "name": f"{random.choice(FIRST)} {random.choice(LAST)}",
                        "position": job,
                        "city": town,
                        "degree": random.choice(DEGREES),
                        "years": str(random.randint(1, 30)),
                        "skills": ", ".join(random.sample(SKILLS, 3)),
                    }
                )
    random.shuffle(rows)
    return rows


def iso(text: str) -> str:
    """Read a day as 2027-03-04."""
    return text.strip()


def day_first(text: str) -> str:
    """Read a day as 04/03/2027."""
    return "-".join(reversed(text.strip().split("/")))


def german(text: str) -> str:
    """Read a day as 04.03.2027."""
    return "-".join(reversed(text.strip().split(".")))


def as_day_first(day: str) -> str:
    """Write a day as 04/03/2027."""
    return "/".join(reversed(day.split("-")))


def as_german(day: str) -> str:
    """Write a day as 04.03.2027."""
    return ".".join(reversed(day.split("-")))


@dataclass(frozen=True)
class Source:
    """A source: what its form asks (controls by attribute), how it answers."""

    title: str
    make: Callable[[str], list[Row]]
    boxes: dict[str, str]
    """Names of controls by attribute; ``*`` searches all that is shown."""
    form: str
    show: Callable[[Sequence[Row]], str]
    method: str = "get"
    read_day: Callable[[str], str] = iso
    with_codes: bool = False
    waits: bool = False
    session: int = 0
    """Requests that a session lasts; 0: there are none."""
    size: int = 20
    empty: str = "Nothing was found for your search."
    needs: str = "Please fill in all fields of the form."
    is_strict: bool = True
    """Whether all boxes must be filled."""
    extra: dict[str, str] = field(default_factory=dict)


def table(columns: Mapping[str, Callable[[Row], str]]) -> Callable[[Sequence[Row]], str]:
    """Show rows in a table with headings."""

    def show(rows: Sequence[Row]) -> str:
        head = "".join(f"<th>{name}</th>" for name in columns)
        body = "".join(
            f"<tr>{''.join(f'<td>{escape(value(row))}</td>' for value in columns.values())}</tr>"
            for row in rows
        )
        return f"<table class='hits'><tr>{head}</tr>{body}</table>"

    return show


def of(name: str) -> Callable[[Row], str]:
    """Return what shows a value as it is."""
    return lambda row: row[name]


def blocks(write: Callable[[Row], str], box: str) -> Callable[[Sequence[Row]], str]:
    """Show rows as blocks, in a box."""
    opening, closing = box.split("|")
    return lambda rows: opening + "".join(map(write, rows)) + closing


def flight_card(row: Row) -> str:
    """A card."""
    return (
        f"<div class='offer'><h3>{row['flight']}</h3><p class='route'><span>{row['from']}</span> &rarr; <span>{row['to']}</span></p>"
        f"<p>{as_day_first(row['date'])} at <b>{row['departure']}</b></p><p class='fare'>&euro;{row['price']}</p><em>{row['carrier']}</em></div>"
    )


def flight_lines(row: Row) -> str:
    """A list of terms."""
    return (
        f"<dl class='trip'><dt>Flight</dt><dd>{row['flight']}</dd><dt>From</dt><dd>{row['from']}</dd><dt>To</dt><dd>{row['to']}</dd>"
        f"<dt>Date</dt><dd>{row['date']}</dd><dt>Departure</dt><dd>{row['departure']}</dd><dt>Airline</dt><dd>{row['carrier']}</dd><dt>Fare</dt><dd>{row['price']} EUR</dd></dl>"
    )


def flight_item(row: Row) -> str:
    """An item of a list."""
    return (
        f"<li><a href='/flight?no={row['flight']}'>{row['flight']}</a> <span class='c'>{row['carrier']}</span> "
        f"<span class='f'>{row['from']}</span> <span class='t'>{row['to']}</span> <span class='d'>{row['date']}</span> <span class='h'>{row['departure']}</span> <strong>{row['price']} EUR</strong></li>"
    )


def resume_card(row: Row) -> str:
    """A card."""
    return (
        f"<article><h2>{row['name']}</h2><div class='job'>{row['position']}</div><div class='town'>{row['city']}</div>"
        f"<small>{row['number']}</small><p>{row['degree']}, {row['years']} years of experience</p><ul><li>{row['skills']}</li></ul></article>"
    )


def resume_lines(row: Row) -> str:
    """A list of terms."""
    return (
        f"<dl><dt>Candidate</dt><dd>{row['name']}</dd><dt>Position</dt><dd>{row['position']}</dd><dt>City</dt><dd>{row['city']}</dd>"
        f"<dt>Degree</dt><dd>{row['degree']}</dd><dt>Skills</dt><dd>{row['skills']}</dd><dt>No.</dt><dd>{row['number']}</dd></dl>"
    )


def resume_item(row: Row) -> str:
    """An item of a list."""
    return (
        f"<li class='cv'><a href='/cv/{row['number']}'>{row['name']}</a> <span class='ref'>{row['number']}</span><br>"
        f"<span class='wanted'>{row['position']}</span> <span class='where'>{row['city']}</span> <i>{row['skills']}</i></li>"
    )


def resume_section(row: Row) -> str:
    """A section with labels in its lines."""
    return (
        f"<section class='r'><h4>{row['number']}</h4><div><b>Name:</b> {row['name']}</div><div><b>Profession:</b> {row['position']}</div>"
        f"<div><b>Town:</b> {row['city']}</div><div><b>Experience:</b> {row['years']} years</div></section>"
    )


def options(texts: Iterable[tuple[str, str]]) -> str:
    """Choices of a select."""
    return "<option value=''>Choose</option>" + "".join(
        f"<option value='{value}'>{text}</option>" for value, text in texts
    )


COUNTRY_CITIES = options((code, f"{city} ({code})") for city, code in sorted(CITIES.items()))
TOWN_CHOICES = options((str(at), town) for at, town in enumerate(TOWNS, 1))
SOURCES = {
    "fly-north": Source(
        "Northern flights",
        flights,
        {"from": "origin", "to": "dest", "date": "day"},
        "<label>From <input name=origin></label> <label>To <input name=dest></label> <label>Date (YYYY-MM-DD) <input name=day></label>",
        table(
            {
                "Flight": of("flight"),
                "From": of("from"),
                "To": of("to"),
                "Date": of("date"),
                "Departs": of("departure"),
                "Airline": of("carrier"),
                "Price": lambda row: f"{row['price']} EUR",
            }
        ),
    ),
    "fly-dayfirst": Source(
        "Holiday wings: cheap flights",
        flights,
        {"from": "a", "to": "b", "date": "c"},
        "<table><tr><td>Leaving from</td><td><input name=a></td></tr><tr><td>Going to</td><td><input name=b></td></tr><tr><td>Date of departure</td><td><input name=c placeholder='DD/MM/YYYY'></td></tr></table>",
        blocks(flight_card, "<div class='offers'>|</div>"),
        read_day=day_first,
    ),
    "fly-codes": Source(
        "Airfares by code",
        flights,
        {"from": "dep", "to": "arr", "date": "on"},
        f"<p>From <select name=dep>{COUNTRY_CITIES}</select></p><p>To <select name=arr>{COUNTRY_CITIES}</select></p><p>Date <input type=date name=on></p>",
        table(
            {
                "No.": of("flight"),
                "From": lambda row: CITIES[row["from"]],
                "To": lambda row: CITIES[row["to"]],
                "Date": of("date"),
                "Time": of("departure"),
                "Fare": of("price"),
            }
        ),
        with_codes=True,
    ),
    "fly-waits": Source(
        "Flight finder",
        flights,
        {"from": "from_city", "to": "to_city", "date": "when"},
        "<div><label for=f>From</label><input id=f name=from_city></div><div><label for=t>To</label><input id=t name=to_city></div><div><label for=w>Date</label><input id=w name=when placeholder='YYYY-MM-DD'></div>",
        blocks(flight_lines, "<div id='trips'>|</div>"),
        method="post",
        waits=True,
    ),
    "fly-session": Source(
        "Bookings desk",
        flights,
        {"from": "von", "to": "nach", "date": "tag"},
        "<label>Departure city <input name=von></label><br><label>Arrival city <input name=nach></label><br><label>Departure date (YYYY-MM-DD) <input name=tag></label>",
        blocks(flight_item, "<ol class='list'>|</ol>"),
        method="post",
        session=9,
    ),
    "fly-german": Source(
        "Flugsuche",
        flights,
        {"from": "von", "to": "nach", "date": "datum"},
        "<label>Von <input name=von></label> <label>Nach <input name=nach></label> <label>Datum (TT.MM.JJJJ) <input name=datum placeholder='TT.MM.JJJJ'></label>",
        table(
            {
                "Flugnummer": of("flight"),
                "Datum": lambda row: as_german(row["date"]),
                "Von": of("from"),
                "Nach": of("to"),
                "Abflug": of("departure"),
                "Fluggesellschaft": of("carrier"),
                "Preis": lambda row: f"{row['price']},00 €",
            }
        ),
        read_day=german,
        empty="Keine Flüge gefunden.",
        needs="Bitte füllen Sie alle Felder aus.",
    ),
    "job-table": Source(
        "Resume register",
        resumes,
        {"position": "pos", "city": "city"},
        f"<label>Position <input name=pos></label> <label>City <select name=city>{TOWN_CHOICES}</select></label>",
        table(
            {
                "No.": of("number"),
                "Name": of("name"),
                "Position": of("position"),
                "City": of("city"),
                "Degree": of("degree"),
                "Years": of("years"),
            }
        ),
        extra={"city": "numbered"},
    ),
    "job-cards": Source(
        "Talent pool: search candidates",
        resumes,
        {"position": "title", "city": "place"},
        "<label>Job title <input name=title></label> <label>Location <input name=place></label>",
        blocks(resume_card, "<main>|</main>"),
        is_strict=False,
        size=12,
    ),
    "job-words": Source(
        "CV search",
        resumes,
        {"*": "q"},
        "<input name=q placeholder='Search resumes'>",
        blocks(resume_lines, "<div class='cvs'>|</div>"),
        is_strict=False,
    ),
    "job-waits": Source(
        "Staffing bureau",
        resumes,
        {"position": "profession", "city": "town"},
        "<div>Profession <input name=profession></div><div>Town <input name=town></div>",
        blocks(resume_section, "<div>|</div>"),
        method="post",
        waits=True,
        size=50,
    ),
    "job-session": Source(
        "Candidates of the week",
        resumes,
        {"position": "p", "city": "c"},
        "<label>Desired position <input name=p></label><label>City <input name=c></label>",
        blocks(resume_item, "<ul>|</ul>"),
        session=14,
        size=25,
    ),
    "job-only": Source(
        "Personnel file",
        resumes,
        {"position": "beruf", "city": "ort"},
        "<label>Profession <input name=beruf required></label><label>City <input name=ort></label>",
        table(
            {
                "Ref": of("number"),
                "Candidate": of("name"),
                "Profession": of("position"),
                "City": of("city"),
                "Skills": of("skills"),
            }
        ),
        is_strict=False,
        size=30,
    ),
}


class Site:
    """A source while it is served: its rows, and sessions with what they have left."""

    def __init__(self, name: str) -> None:
        self.about, self.rows = SOURCES[name], SOURCES[name].make(name)
        self.left: dict[str, int] = {}

    def page(self, body: str) -> str:
        """Return a page of the site."""
        about = self.about
        return (
            f"<!doctype html><html><head><meta charset=utf-8><title>{about.title}</title></head><body><div id=top><h1>{about.title}</h1><a href='/'>Home</a> <a href='/about'>About</a></div>"
            f"{body}<p id=foot>&copy; {about.title}</p></body></html>"
        )

    def form(self) -> str:
        """Return the page of the form; it begins a session where the source has them."""
        about, hidden = self.about, ""
        if about.session:
            token = f"{Random(len(self.left)).getrandbits(64):016x}"
            self.left[token] = about.session
            hidden = f"<input type=hidden name=sid value={token}>"
        return self.page(
            f"<form action=/search method={about.method}>{hidden}{about.form}<button>Search</button></form>"
        )

    def found(self, sent: Mapping[str, str]) -> list[Row] | None:
        """Return the rows that answer; None for a form that is not filled as it must be."""
        about, wanted = self.about, dict[str, str]()
        for attribute, name in about.boxes.items():
            value = sent.get(name, "").strip()
            if attribute == "date" and value:
                value = about.read_day(value)
                if value not in map(date.isoformat, DAYS):
                    return None
            if value and about.with_codes and attribute != "date":
                value = next((city for city, code in CITIES.items() if code == value), "?")
            if value and about.extra.get(attribute) == "numbered":
                value = TOWNS[int(value) - 1] if value in "12345678" else "?"
            if value:
                wanted[attribute] = value.casefold()
        if not wanted or (about.is_strict and len(wanted) < len(about.boxes)):
            return None
        return [row for row in self.rows if all(_holds(row, *one) for one in wanted.items())]

    def answer(self, sent: Mapping[str, str]) -> str:
        """Return the page of an answer."""
        about = self.about
        if about.session:
            token = sent.get("sid", "")
            if self.left.get(token, 0) < 1:
                return self.page("<p>Your session has expired. Please start a new search.</p>")
            self.left[token] -= 1
        if about.waits and "ready" not in sent:
            address = f"/search?{urlencode({**sent, 'ready': '1'})}"
            return (
                f"<html><head><meta http-equiv=refresh content='1;url={escape(address)}'><title>Please wait</title></head>"
                f"<body><p>Please wait while we search for you.</p><a href='{escape(address)}'>Continue</a></body></html>"
            )
        rows = self.found(sent)
        if rows is None:
            return self.page(f"<p class=note>{about.needs}</p>")
        if not rows:
            return self.page(f"<p class=note>{about.empty}</p>")
        start = int(sent.get("start", "0") or 0)
        links = [
            f"<a href='/search?{escape(urlencode({**sent, 'start': str(at)}))}'>{at // about.size + 1}</a>"
            if at != start
            else f"<b>{at // about.size + 1}</b>"
            for at in range(0, len(rows), about.size)
        ]
        pages = f"<div class=pages>{' '.join(links)}</div>" if len(links) > 1 else ""
        shown = about.show(rows[start : start + about.size])
        return self.page(f"<p class=sum>{len(rows)} results</p>{shown}{pages}")


def _holds(row: Row, attribute: str, value: str) -> bool:
    if attribute == "*":
        held = " ".join(row.values()).replace(",", " ").casefold().split()
        return all(word in held for word in value.split())
    return row[attribute].casefold() == value


def serve(name: str, port: int) -> None:
    """Serve a source until the process is ended."""
    site = Site(name)

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            parts = urlsplit(self.path)
            sent = dict(parse_qsl(parts.query))
            if parts.path == "/search":
                self._send(200, site.answer(sent))
            elif parts.path == "/":
                self._send(200, site.form())
            elif parts.path == "/about":
                self._send(200, site.page("<p>We help people since 1998.</p>"))
            else:
                self._send(404, "<p>There is no such page.</p>")

        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers.get("Content-Length", "0")))
            self._send(200, site.answer(dict(parse_qsl(body.decode()))))

        def _send(self, status: int, text: str) -> None:
            body = text.encode()
            self.send_response(status)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", port), Handler)
    part = CACHE / f"{name}.url.part"
    part.write_text(f"http://127.0.0.1:{server.server_port}/")
    part.replace(CACHE / f"{name}.url")
    server.serve_forever()


def start(name: str, port: str) -> str:
    """Start a source in a process of its own; return its address."""
    (CACHE / f"{name}.url").unlink(missing_ok=True)
    child = subprocess.Popen(
        [sys.executable, __file__, "serve", name, port],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    (CACHE / f"{name}.pid").write_text(str(child.pid))
    for _ in range(600):
        if (CACHE / f"{name}.url").is_file():
            return (CACHE / f"{name}.url").read_text()
        time.sleep(0.05)
    raise SystemExit(f"{name} did not start")


def stop(name: str) -> None:
    """End the process of a source."""
    path = CACHE / f"{name}.pid"
    pid = int(path.read_text()) if path.is_file() else 0
    command = Path(f"/proc/{pid}/cmdline")
    if pid and command.is_file() and name.encode() in command.read_bytes():
        os.kill(pid, signal.SIGTERM)
    for ending in ("pid", "url"):
        (CACHE / f"{name}.{ending}").unlink(missing_ok=True)


def truth(name: str) -> Path:
    """Write the truth of a source."""
    rows, path = SOURCES[name].make(name), CACHE / f"{name}.csv"
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, list(rows[0]))
        writer.writeheader()
        writer.writerows(rows)
    return path


def main(command: str, *names: str) -> int:
    """Do what is asked; exit code 2 for an unknown command."""
    CACHE.mkdir(parents=True, exist_ok=True)
    if command == "start":
        sys.stdout.write(start(names[0], names[1] if len(names) > 1 else "0") + "\n")
    elif command == "serve":
        serve(names[0], int(names[1]))
    elif command == "stop":
        for name in names:
            stop(name)
    elif command == "truth":
        sys.stdout.write(f"{truth(names[0])}\n")
    elif command == "list":
        for name in SOURCES:
            sys.stdout.write(f"{name} installed\n")
    elif command != "install":
        return 2
    return 0


if __name__ == "__main__":
    raise SystemExit(main(*sys.argv[1:]) if len(sys.argv) > 1 else 2)
