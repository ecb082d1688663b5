"""What an assistant may do: inspect, harvest, search, ask, read a table; each within bounds.

An assistant is no person: it cannot be asked whether it meant it. So all requests of one server
share a budget, every tool ends in time, projects lie in one folder, and addresses that are private
by their name are refused unless the person who starts the server allows them.
"""

import asyncio
import inspect
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from functools import wraps
from itertools import islice
from pathlib import Path
from typing import Any, Final

from leadline.app.asking.ask import AskOptions, aask
from leadline.app.asking.events import QuestionAnswered
from leadline.app.asking.search import search
from leadline.app.harvest import aharvest, load
from leadline.app.hint import Heeded, hint, hints, take_back
from leadline.app.inspect import ainspect
from leadline.app.project import Project
from leadline.errors import BudgetSpent, LeadlineError
from leadline.fetch.session.own_session import OwnSession
from leadline.model import Budget, Outcome
from leadline.page.masks import masked, masked_all
from leadline.page.urls import host_name, is_private_address, split_url, why_no_address
from leadline.store import Reader
from leadline.values.lists import display_list

PROJECT_NAME: Final = re.compile(r"[^\W_][\w.-]{0,60}")
MAX_REQUESTS_PER_HARVEST: Final = 500
MAX_MINUTES_PER_HARVEST: Final = 10.0
MAX_INSPECT_SECONDS: Final = 120.0
INSPECT_REQUESTS: Final = 60
"""Requests that an inspection is counted with if it is broken off."""
MAX_DEADLINE: Final = 30.0
MAX_ROWS: Final = 100
MAX_VALUE_CHARS: Final = 500
"""Characters of a value that are given to an assistant; a longer one is cut."""


Tool = Callable[..., Any]


def leaving(tool: Tool) -> Tool:
    """Have a tool answer plain values without secrets, and fail without them."""
    if asyncio.iscoroutinefunction(tool):

        @wraps(tool)
        async def awaited(*given: Any, **named: Any) -> Any:
            with _leaving_faults():
                return masked_all(await tool(*given, **named))

        return awaited

    @wraps(tool)
    def called(*given: Any, **named: Any) -> Any:
        with _leaving_faults():
            return masked_all(tool(*given, **named))

    return called


@contextmanager
def _leaving_faults() -> Iterator[None]:
    """Mask what a fault says: an address in it may hold a token."""
    try:
        yield
    except (LeadlineError, ValueError, OSError) as fault:
        fault.args = tuple(masked(one) if isinstance(one, str) else one for one in fault.args)
        raise


def all_leaving(tools: type) -> type:
    """Put every public method of a class behind the gate, also one that is added later."""
    for name, tool in list(vars(tools).items()):
        if inspect.isfunction(tool) and not name.startswith("_"):
            setattr(tools, name, leaving(tool))
    return tools


@all_leaving
@dataclass(slots=True)
class AssistantTools:
    """Tools over the projects in a folder; ``requests`` are left for all calls together.

    ``private``: addresses of this machine and of private networks may be asked.
    """

    folder: Path
    requests: int = 2_000
    private: bool = False
    robots: bool = True
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)

    def projects(self) -> dict[str, Any]:
        """List the projects with their sources and numbers of records."""
        listed = []
        for store in sorted(self.folder.glob("*/project.sqlite")):
            with Reader(store) as reader:
                sources = [
                    {
                        "source": source.key,
                        "url": source.url,
                        "state": source.state,
                        "records": reader.counts(source.key).records,
                    }
                    for source in reader.sources()
                ]
            listed.append({"project": store.parent.name, "sources": sources})
        return {"projects": listed, "requests_left": self.requests}

    async def inspect(self, url: str, seconds: float = 60.0) -> dict[str, Any]:
        """Show what leadline recognises of a page with a search form; nothing is stored."""
        self._check_address(url)
        async with self.lock:
            self._check_budget()
            try:
                async with asyncio.timeout(_between(seconds, 1.0, MAX_INSPECT_SECONDS)):
                    inspection = await ainspect(url, robots=self.robots, session=self._session)
            except TimeoutError:
                self.requests = max(0, self.requests - INSPECT_REQUESTS)
                return {"trouble": f"it was not understood within {seconds:g} s"}
            self.requests = max(0, self.requests - inspection.requests)
        return {
            "trouble": inspection.trouble,
            "forms": [each.kind for each in inspection.interfaces],
            "query": inspection.query,
            "total": inspection.total,
            "columns": [asdict(column) for column in inspection.columns],
            "rows": [
                {f.column: _cut(f.value) for f in row if f.value} for row in inspection.rows[:5]
            ],
            "notes": inspection.notes,
            "alternatives": [one.to_dict() for one in inspection.alternatives],
            "requests": inspection.requests,
            "requests_left": self.requests,
        }

    async def harvest(
        self,
        project: str,
        urls: list[str],
        requests: int = 100,
        minutes: float = 3.0,
        only: list[str] | None = None,
    ) -> dict[str, Any]:
        """Take the databases behind some addresses into a project, or go on with them.

        ``requests`` are for all addresses together. ``only`` are conditions of a part:
        "year=1990..1999", "q=history", or words.
        """
        folder = self._folder(project)
        for url in urls:
            self._check_address(url)
        async with self.lock:
            allowed = min(
                self._check_budget(), int(_between(requests, 1, MAX_REQUESTS_PER_HARVEST))
            )
            limit = _between(minutes, 0.05, MAX_MINUTES_PER_HARVEST)
            harvest = await aharvest(
                *urls,
                project=folder,
                total=Budget(requests=allowed, minutes=limit),
                budget=Budget(minutes=limit),
                only=only or (),
                robots=self.robots,
                session=self._session,
            )
            self.requests = max(0, self.requests - sum(harvest.asked.values()))
        return {
            "project": project,
            "sources": {key: _told(each) for key, each in harvest.outcomes.items()},
            "requests": sum(harvest.asked.values()),
            "requests_left": self.requests,
        }

    def doubts(self, project: str) -> dict[str, Any]:
        """Say what speaks against each end, what each decision chose from, and the hints given."""
        folder = self._folder(project)
        return {
            "sources": {key: _told(one) for key, one in load(folder).outcomes.items()},
            "hints": [one.sentence for one in hints(folder)],
        }

    async def hint(
        self, project: str, kind: str, example: list[str], source: str = ""
    ) -> dict[str, Any]:
        """Say by one example how a site is read; the archived pages are read again, nothing asked.

        Kinds: way, form, first, ask, never (asked at the next harvest, as is next), next, total,
        region, not_region, record (its first and last text), not_record, key, column and split
        (NAME=VALUE). An example is a text of the page, or the number of an alternative.
        """
        folder = self._folder(project)
        async with self.lock:
            given = await asyncio.to_thread(hint, folder, kind, example, source=source)
        said = given.agreement.sentence if given.agreement is not None else ""
        return self._heeded(given) | {"agreement": said}

    async def take_back(self, project: str, number: int = 0) -> dict[str, Any]:
        """Take back a hint by its number in ``doubts`` (0: the last), and read without it."""
        folder = self._folder(project)
        async with self.lock:
            return self._heeded(await asyncio.to_thread(take_back, folder, number))

    def _heeded(self, heeded: Heeded) -> dict[str, Any]:
        return {
            "before": heeded.before,
            "made": heeded.sentence,
            "waits_for_harvest": heeded.waits,
            "sources": {key: _told(one) for key, one in heeded.harvest.outcomes.items()},
        }

    def search(self, project: str, query: str, limit: int = 20, offset: int = 0) -> dict[str, Any]:
        """Search the records that a project holds: words, ATTRIBUTE:WORDS, year:1920..1930."""
        folder = self._folder(project)
        results = search(folder, query, limit=int(_between(limit, 1, MAX_ROWS)), offset=offset)
        return {
            "rows": [
                {"source": row.source, "page": row.page_url, "values": _cut_all(row.values)}
                for row in results.rows
            ],
            "total": results.total,
            "is_total_exact": results.is_total_exact,
            "is_relaxed": results.is_relaxed,
            "facets": {each.attribute: dict(each.values) for each in results.facets},
            "notes": list(results.notes),
        }

    async def ask(
        self, project: str, query: str, deadline: float = 10.0, limit: int = 20
    ) -> dict[str, Any]:
        """Ask the sources of a harvested project live; a partial answer says so."""
        folder = self._folder(project)
        options = AskOptions(
            deadline=_between(deadline, 0.5, MAX_DEADLINE),
            limit=int(_between(limit, 1, MAX_ROWS)),
            robots=self.robots,
        )
        async with self.lock:
            self._check_budget()
            events = [event async for event in aask(folder, query, options)]
            assert isinstance(events[-1], QuestionAnswered)
            results = events[-1].results
            self.requests = max(0, self.requests - results.requests)
        return {
            "rows": [
                {
                    "values": _cut_all(dict(row.values)),
                    "sources": sorted({source for source, _ in row.members}),
                    "pages": list(row.page_urls),
                    "is_live": row.is_live,
                }
                for row in results.rows
            ],
            "total": results.total,
            "is_partial": results.is_partial,
            "sources": {each.source: f"{each.state}: {each.reason}" for each in results.sources},
            "notes": list(results.notes),
            "requests_left": self.requests,
        }

    def table(
        self, project: str, source: str = "", limit: int = 50, offset: int = 0
    ) -> dict[str, Any]:
        """Read records of a project as they are stored, in the order of taking."""
        store = Project(self._folder(project)).store
        if not store.is_file():
            raise ValueError(f"there is no project {project}")
        with Reader(store) as reader:
            start, most = max(0, offset), int(_between(limit, 1, MAX_ROWS))
            records = list(islice(reader.records(source or None), start, start + most))
            total = reader.counts(source or None).records
        rows = [
            {
                "_source": each.source,
                "_key": each.key,
                **{f.column: _cut(display_list(f.value)) for f in each.fields if f.value},
            }
            for each in records
        ]
        return {"rows": rows, "total": total, "offset": start}

    @property
    def _session(self) -> OwnSession:
        return OwnSession(private=self.private)

    def _folder(self, project: str) -> Path:
        """Return the folder of a project; raise ``ValueError`` for a name that leads elsewhere."""
        if not PROJECT_NAME.fullmatch(project):
            raise ValueError("a project is named by letters, digits, '-', '_' and '.'")
        return self.folder / project

    def _check_address(self, url: str) -> None:
        if split_url(url) is None:
            raise ValueError(why_no_address(url))
        if not self.private and is_private_address(host_name(url)):
            raise ValueError(f"{host_name(url)} is a private address: it is not asked")

    def _check_budget(self) -> int:
        if self.requests <= 0:
            raise BudgetSpent("the budget of this server is used up; a person may start it anew")
        return self.requests


def _told(outcome: Outcome) -> dict[str, Any]:
    """What an assistant is told of an end: its doubts with what settles them, its alternatives."""
    return {
        "state": outcome.state,
        "reason": outcome.reason,
        "records": outcome.records,
        "missing_at_most": outcome.missing_at_most,
        "doubts": [
            {"kind": one.kind, "sentence": one.sentence, "settled_by": one.settled_by}
            for one in outcome.doubts
        ],
        "alternatives": [one.to_dict() for one in outcome.alternatives],
    }


def _between(value: float, low: float, high: float) -> float:
    return min(high, max(low, value))


def _cut(text: str) -> str:
    text = masked(text)
    return text if len(text) <= MAX_VALUE_CHARS else text[: MAX_VALUE_CHARS - 1] + "…"


def _cut_all(values: dict[str, str]) -> dict[str, str]:
    return {name: _cut(value) for name, value in values.items()}
