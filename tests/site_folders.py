"""Sites of one trait each, a folder under ``tests/sites`` for each of them.

``site.toml`` says what the site does that others do not (``says``), which row of the ability ledger
it holds (``ability``), and what its records are: ``rows`` is how many, ``[words]`` are lists,
``[row]`` has a template for each column with ``n``, the first column tells records apart.
``table = "views"`` takes these from ``tests/sites/tables``. Each of ``[cases]`` changes some of it;
those that ``further`` names run with many alone.

``site.html`` answers every request, in Jinja: ``path``, ``sent`` (fields by name), ``method``,
``rows``, the words, what a case says, ``matching(query)``, ``ranked(query)`` and
``part(found, page, size)``, ``fits(pattern, text)``, ``day(number)``, ``days_between(day, day)``.
It may do ``reply.update(status=404)``, or ``type`` and ``url``; ``visit`` keeps what a visit needs.
``seen`` are steps in a browser: each an action, what the page posts then (path and body), and the
word that was typed, if any.

``expected.toml`` says what a crawl must do: ``records`` (a number, or least and most; all rows if
it says nothing), ``most_requests``, ``state``, ``is_proven``, ``is_bounded``, ``says`` (reason,
note, doubt), ``never_says``, ``asks`` and ``never_asks`` (patterns of method, address and body),
``columns``, ``never_columns``, ``[cases]``.
"""

import re
import tomllib
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date
from fnmatch import fnmatchcase
from functools import cached_property
from math import log
from pathlib import Path
from typing import Any, Final
from urllib.parse import parse_qs, unquote

import jinja2

from leadline.model import Page, Request
from leadline.page.observed import Observed, Sighting
from leadline_zoo.in_memory import HOST, MemoryRun, run_crawl

FOLDERS: Final = Path(__file__).parent / "sites"
ENGINE: Final = jinja2.Environment(
    loader=jinja2.FileSystemLoader(FOLDERS),
    extensions=["jinja2.ext.do"],
    trim_blocks=True,
    lstrip_blocks=True,
    undefined=jinja2.StrictUndefined,
)
ENGINE.globals |= {
    "day": lambda number: date.fromordinal(number).isoformat(),
    "days_between": lambda one, other: (date.fromisoformat(other) - date.fromisoformat(one)).days,
}
FORM: Final = (("Content-Type", "application/x-www-form-urlencoded"),)
FINDS: Final = {
    "words": lambda asked, text: {*asked.split()} <= {*text.split()},
    "parts": lambda asked, text: asked in text,
    "starts": lambda asked, text: text.startswith(asked),
    "whole": lambda asked, text: text == asked,
}
PART_OF_FORM: Final = re.compile(r'name="(.+?)"\r\n\r\n(.*?)\r\n--', re.DOTALL)
Row = dict[str, Any]


def read(path: Path) -> dict[str, Any]:
    return tomllib.loads(path.read_text("utf-8"))


def fits(pattern: str, text: str) -> bool:
    """Whether a pattern of a visitor matches a text from its start; a wrong one matches none."""
    try:
        return re.match(pattern, text) is not None
    except re.error:
        return False


def cases() -> Iterator[tuple[str, str, bool]]:
    """Yield folder and case of every site, and whether it runs with many alone."""
    for path in sorted(FOLDERS.glob("*/site.toml")):
        said = read(path)
        for case in said.get("cases", {"": {}}):
            yield path.parent.name, case, case in said.get("further", ())


@dataclass
class FolderSite:
    """A site in memory; ``asked`` counts its answers."""

    name: str
    case: str
    said: dict[str, Any] = field(init=False)
    rows: list[Row] = field(init=False)
    visit: dict[str, Any] = field(default_factory=dict)
    asked: int = 0

    def __post_init__(self) -> None:
        own = read(FOLDERS / self.name / "site.toml")
        base = read(FOLDERS / "tables" / f"{own['table']}.toml") if "table" in own else {}
        change = own.get("cases", {}).get(self.case, {})
        words = {**base.get("words", {}), **own.get("words", {}), **change.get("words", {})}
        self.said = {**base, **own, **change}
        self.said |= {"case": self.case} | {
            k: v.split("|" if "|" in v else None) for k, v in words.items()
        }
        columns = {k: ENGINE.from_string(v) for k, v in self.said["row"].items()}
        self.rows = [
            {"n": n, **{name: made.render(self.said, n=n) for name, made in columns.items()}}
            for n in range(self.said["rows"])
        ]

    @property
    def key(self) -> str:
        """The column that tells records apart."""
        return next(iter(self.said["row"]))

    @property
    def expected(self) -> dict[str, Any]:
        """What a crawl of this case must do."""
        said = read(FOLDERS / self.name / "expected.toml")
        return {"records": len(self.rows), **said, **said.get("cases", {}).get(self.case, {})}

    def __call__(self, request: Request) -> Page:
        self.asked += 1
        path, _, query = request.url.removeprefix(HOST).partition("?")
        body = request.body.decode()
        pairs = parse_qs(query or body, keep_blank_values=True)
        if body.startswith("--"):
            pairs = {k: [v] for k, v in PART_OF_FORM.findall(body)}
        reply = {"status": 200, "type": "text/html; charset=utf-8", "url": request.url}
        html = ENGINE.get_template(f"{self.name}/site.html").render(
            self.said,
            method=request.method,
            path=unquote(path),
            sent={name: ",".join(values) for name, values in pairs.items()},
            rows=self.rows,
            reply=reply,
            visit=self.visit,
            asked=self.asked,
            matching=self.matching,
            like=fnmatchcase,
            fits=fits,
            ranked=self.ranked,
            part=lambda found, page=1, size=20: found[size * (page - 1) : size * page],
        )
        header = (("Content-Type", reply["type"]),) if reply["type"] else ()
        header += (("Set-Cookie", "visit=1"),) if self.visit else ()
        at = self.said.get("fetched_at", 0.0)
        return Page(request, reply["url"], reply["status"], header, html.encode(), fetched_at=at)

    def matching(self, query: str, how: str = "words", column: str = "") -> list[Row]:
        """Return the rows that hold a query; none for an empty one."""
        column, asked = column or self.key, query.casefold().strip()
        return [row for row in self.rows if asked and FINDS[how](asked, row[column].casefold())]

    def ranked(self, query: str) -> list[Row]:
        """Return the rows that hold any word of a query: the more, and the rarer, the earlier."""
        scores = Counter[int]()
        for word in query.lower().split():
            held = self._holders[word]
            for n, times in held.items():
                scores[n] += times * log(len(self.rows) / len(held))  # type: ignore[assignment]
        found = sorted((-score, n) for n, score in scores.items() if score > 0)
        return [self.rows[n] for _, n in found]

    @cached_property
    def _holders(self) -> defaultdict[str, Counter[int]]:
        holders = defaultdict[str, Counter[int]](Counter)
        for row in self.rows:
            for word in row[self.key].split():
                holders[word][row["n"]] += 1
        return holders

    def crawl(self) -> MemoryRun:
        """Crawl it; stop at twice the requests that it may cost."""
        accept, most = self.said.get("accept_terms", False), 2 * self.expected["most_requests"]
        entry = HOST + self.said.get("entry", "/")
        seen = self.seen() if "seen" in self.said else None
        return run_crawl(entry, self, most=most, accept_terms=accept, observed=seen)

    def seen(self) -> Observed:
        """Return what a browser sees: the page shows all that answers hold."""
        steps, lines = [], list[str]()
        for action, path, body, *word in self.said["seen"]:
            answer = self(Request("POST", HOST + path, FORM, body.encode()))
            lines += re.findall(r">([^<>\n]+)<", answer.body.decode())
            steps.append(Sighting(action, "".join(word), tuple(lines), (answer,)))
        return Observed(tuple(steps))

    def recall(self, ran: MemoryRun) -> float:
        """Return the share of rows whose key a value of a record is, or holds."""
        values = {one.value for record in ran.records.values() for one in record.fields}
        keys = [row[self.key] for row in self.rows]
        taken = [key in values or any(key in value for value in values) for key in keys]
        return sum(taken) / len(keys)
