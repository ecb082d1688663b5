"""Small registers on stacks whose controls are calls of scripts, written after their documents.

``stacks`` holds a page for each in Jinja, which answers every request. Each keeps what its stack
keeps: the state of a page under a text that stands in the page (``keep``, ``states``), refused
where it is not that of a page it has served; ``visit`` is what it knows of its only visitor.
"""

import random
import re
from dataclasses import dataclass, field
from html import escape
from pathlib import Path
from typing import Any, ClassVar, Final
from urllib.parse import parse_qs, urlsplit

import jinja2

from leadline.model import Page, Request
from tables import words

HOST: Final = "http://register.test"
FOLDER: Final = Path(__file__).parent / "stacks"
STACKS: Final = sorted(path.stem for path in FOLDER.glob("[!_]*.html"))
TRADES: Final = words("Plumber Surveyor Dentist Optician Midwife Engineer Nurse Auctioneer")
NAMES: Final = words(
    "Ardmore Balfrey Cantwell Dunnock Eastmere Farrowby Gossling Harkness Illingby Jessop "
    "Kettlewick Lorrimer Maddern Norbiton Ollerby Pennick Quarrington Rusholt Selwick Tarrant"
)
GIVEN: Final = words(
    "Ada Basil Clara Dennis Edith Felix Gwen Hugo Iris Jonas Kay Leo Mabel Nora Otto"
)
TOWNS: Final = words("Ashbeck Brinford Coldwater Dunmere Eastholm Fernleigh Greyport Hollowell")
FIELD_IN_PARTS: Final = re.compile(r'name="(\w+)"\r\n\r\n([^\r]*)')
ENGINE: Final = jinja2.Environment(
    loader=jinja2.FileSystemLoader(FOLDER),
    extensions=["jinja2.ext.do"],
    trim_blocks=True,
    lstrip_blocks=True,
)
ENGINE.filters["e"] = escape
ENGINE.globals["trades"] = TRADES


def members(count: int, seed: int = 5) -> list[dict[str, str]]:
    """Invented members of a register."""
    draw = random.Random(seed)
    numbers = draw.sample(range(10000, 99999), count)
    return [
        {
            "number": f"M{number}",
            "name": f"{draw.choice(NAMES)}, {draw.choice(GIVEN)}",
            "town": draw.choice(TOWNS),
            "trade": draw.choice(TRADES),
        }
        for number in numbers
    ]


class Sent(dict[str, str]):
    """Texts by their names; one that is missing is empty."""

    def __missing__(self, name: str) -> str:
        return ""


@dataclass
class Stack:
    """A register; ``wrote`` lists requests that change something."""

    name: str
    size: ClassVar[int] = 15
    rows: list[dict[str, str]] = field(init=False)
    states: dict[str, dict[str, Any]] = field(default_factory=dict)
    visit: dict[str, Any] = field(default_factory=dict)
    wrote: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.rows = members(700 if self.name == "webforms cascade" else 150)

    def __call__(self, request: Request) -> Page:
        parts = urlsplit(request.url)
        sent = [parts.query, request.body.decode("latin-1")]
        pairs = {k: v[-1] for t in sent for k, v in parse_qs(t, keep_blank_values=True).items()}
        pairs |= dict(FIELD_IN_PARTS.findall(sent[1]))
        reply = {"status": 200, "type": "text/html; charset=utf-8"}
        html = ENGINE.get_template(f"{self.name}.html").render(
            self.__dict__ | {"found": self.found, "part": self.part, "pages": self.pages},
            all_rows=self.rows,
            asked=Sent(pairs),
            headers=Sent(request.headers),
            keep=self.keep,
            method=request.method,
            path=parts.path,
            query=parts.query,
            reply=reply,
            size=self.size,
        )
        headers = (("Content-Type", str(reply["type"])),)
        return Page(request, request.url, int(reply["status"]), headers, html.strip().encode())

    def keep(self, **held: Any) -> str:
        """Keep a state; the text under which a page names it."""
        key = f"/wEP{len(self.states):05d}="
        self.states[key] = held
        return key

    def forget(self) -> None:
        """Forget all states, as a server does that was begun anew."""
        self.states.clear()
        self.visit.pop("last", None)

    def found(self, word: str) -> list[dict[str, str]]:
        return [r for r in self.rows if word.casefold() in f"{r['name']} {r['town']}".casefold()]

    def part(self, rows: list[dict[str, str]], page: int) -> list[dict[str, str]]:
        return rows[(page - 1) * self.size : page * self.size]

    def pages(self, rows: list[dict[str, str]]) -> int:
        return max(1, -(-len(rows) // self.size))
