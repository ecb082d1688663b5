"""Small public registers as old stacks draw them: one server in memory for each kind.

Each answers by refusals, frames, windows or lists of its own, from what is known of such stacks;
their records are invented. ``registers`` holds a page for each in Jinja, which answers every
request; nothing is a page that is missing. ``harvested`` takes one from its entry address.
"""

import tomllib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from html import escape
from pathlib import Path
from random import Random
from typing import Any, Final
from urllib.parse import parse_qs, quote_plus, urlsplit

import jinja2
from in_memory import HOST, Ran, run

from leadline.model import Page, Request

FOLDER: Final = Path(__file__).parent / "registers"
CONTENT: Final = tomllib.loads((FOLDER / "registers.toml").read_text("utf-8"))
REGISTERS: Final[dict[str, Any]] = CONTENT["register"]
WORDS: Final = {name: text.split() for name, text in CONTENT["rows"].items()}
FIRST_DAY: Final = date(2021, 3, 1)
NOW: Final = 1.70e9
"""When the pages are fetched: November 2023."""

Row = dict[str, str]


def rows_of(count: int, seed: int) -> list[Row]:
    """Invented entries: number, name, address, town, work, day."""
    draw = Random(seed)
    made = []
    for place in range(count):
        day = FIRST_DAY + timedelta(days=draw.randrange(900))
        family, given = draw.choice(WORDS["families"]), draw.choice(WORDS["given"])
        made.append(
            {
                "number": f"R{seed}{10_000 + 7 * place}",
                "name": f"{family}, {given} {draw.choice('BCDFGH')}.",
                "address": f"{draw.randrange(1, 199)} {draw.choice(WORDS['families'])} Street",
                "town": draw.choice(WORDS["towns"]),
                "work": f"New {draw.choice(WORDS['works'])} and {draw.choice(WORDS['works'])}",
                "day": day.isoformat(),
            }
        )
    return made


def matching(rows: Iterable[Row], query: str, *columns: str) -> list[Row]:
    """The rows whose columns hold all words of a query as parts."""
    wanted = query.casefold().split()
    return [
        row
        for row in rows
        if all(word in " ".join(row[name] for name in columns).casefold() for word in wanted)
    ]


def table(rows: Iterable[Row], columns: Sequence[str]) -> str:
    """The rows as a plain table with a head."""
    head = "".join(f"<th>{name.title()}</th>" for name in columns)
    cells = ("".join(f"<td>{escape(row[name])}</td>" for name in columns) for row in rows)
    return f"<table><tr>{head}</tr>" + "".join(f"<tr>{one}</tr>" for one in cells) + "</table>"


def day_of(text: str) -> date | None:
    """A German date; None where it is none."""
    try:
        return date(*map(int, reversed(text.split("."))))
    except (TypeError, ValueError):
        return None


def text_of(token: str) -> str:
    """What a token of the server holds; nothing where it is none of its own."""
    try:
        return bytes.fromhex(token).decode()
    except ValueError:
        return ""


def shuffled(rows: list[Row], seed: int, order: str) -> list[Row]:
    """The rows newest first, or in an order; equal ones stand as chance has them."""
    Random(seed).shuffle(rows)
    key = (lambda row: row["number"]) if order == "no" else (lambda row: row["day"][:6])
    return sorted(rows, key=key, reverse=not order)


ENGINE: Final = jinja2.Environment(
    loader=jinja2.FileSystemLoader(FOLDER), trim_blocks=True, lstrip_blocks=True
)
ENGINE.filters |= {"e": escape, "plus": quote_plus}
ENGINE.globals |= {"matching": matching, "day_of": day_of, "shuffled": shuffled, "text_of": text_of}


class Register:
    """One register: its rows and its page."""

    def __init__(self, name: str) -> None:
        said = REGISTERS[name]
        self.entry = said["entry"]
        self.shown = said.get("shown", ["number", "name", "town"])
        self.rows = rows_of(said["rows"], said["seed"])
        if every := said.get("lacks_address"):
            for row in self.rows[::every]:
                row["address"] = ""
        self.page = ENGINE.get_template(f"{name}.html")
        self.served = 0

    def __call__(self, request: Request) -> Page:
        """Answer a request; both ways of sending a form are one."""
        parts = urlsplit(request.url)
        sent = "&".join(filter(None, [parts.query, request.body.decode("ascii")]))
        asked = {name: v[-1] for name, v in parse_qs(sent, keep_blank_values=True).items()}
        self.served += 1
        html = self.page.render(
            rows=self.rows,
            path=parts.path,
            asked=asked,
            served=self.served,
            towns=WORDS["towns"],
            table=lambda rows: table(rows, self.shown),
        ).strip()
        kind = (("Content-Type", "text/html; charset=utf-8"),)
        return Page(request, request.url, 200 if html else 404, kind, html.encode(), NOW)


@dataclass(frozen=True)
class Taken:
    """Shares of entries taken, of records that are one entry, and of neat ones; requests."""

    recall: float
    precision: float
    neat: float
    requests: int
    ran: Ran

    def __str__(self) -> str:
        shares = f"{self.recall:.3f} {self.precision:.3f} {self.neat:.3f} {self.requests}"
        return f"{shares} {self.ran.outcome.state}: {self.ran.outcome.reason}"


def harvested(register: Register, *, most: int = 1000) -> Taken:
    """A whole harvest of a register."""
    ran = run(f"{HOST}{register.entry}", register, most=most)
    by_number = {row["number"]: row for row in register.rows}
    found, right, neat = set[str](), 0, 0
    for record in ran.records.values():
        cells = [one.value for one in record.fields]
        text = " | ".join(cells)
        numbers = [number for number in by_number if number in text]
        if len(numbers) != 1:
            continue
        wanted = [by_number[numbers[0]][name] for name in register.shown]
        if all(value in text for value in wanted):
            right, found = right + 1, found | {numbers[0]}
            neat += all(value in cells for value in wanted if value)
    count = max(1, len(ran.records))
    return Taken(len(found) / len(by_number), right / count, neat / count, len(ran.gets), ran)
