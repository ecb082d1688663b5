"""A project on disk: one folder with the store, the page archive, and what is written from them.

What is to be harvested is named by addresses, by a ``project.toml``, or by the folder of a project
that was begun before:

    [[source]]
    url = "https://museum.example/search"
    also_hosts = ["media.museum.example"]   # other hosts that this source may lead to
    [budget]
    requests = 5000                         # for each source; also pages, bytes, minutes
    [budget.total]
    requests = 8000                         # for all sources together
"""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from leadline.domain.model import DomainKnowledge
from leadline.domain.rules import Rules, default_rules, project_rules
from leadline.domain.toml import read_domain, refuse_strange
from leadline.errors import StoreError
from leadline.model import Budget
from leadline.page.urls import host_key, split_url
from leadline.store import Reader
from leadline.store.lock import free_lock, take_lock
from leadline.store.open import check_file, is_project

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence

STORE: Final = "project.sqlite"
PAGES: Final = "pages"
REPORT: Final = "report.html"
PLAN: Final = "project.toml"
UNSAFE: Final = re.compile(r"[^\w.-]+")
LIKE_A_HOST: Final = re.compile(r"[\w-]+(\.[\w-]+)+(:\d+)?(/.*)?", re.DOTALL)
NO_BUDGET: Final = Budget()
SUBJECT: Final = ("domain", "attribute", "rule")
"""Tables of a plan that say what is looked for and what holds there."""


@dataclass(frozen=True, slots=True)
class Project:
    """The folder of a project and what lies in it."""

    folder: Path

    @property
    def store(self) -> Path:
        """The SQLite file."""
        return self.folder / STORE

    @property
    def pages(self) -> Path:
        """The folder of WARC files."""
        return self.folder / PAGES

    @property
    def report(self) -> Path:
        """The HTML report."""
        return self.folder / REPORT

    def forget(self) -> None:
        """Remove what earlier harvests left: store, pages, report; nothing else in the folder."""
        if not self.store.exists():
            return
        check_file(self.store)
        if not is_project(self.store):
            raise StoreError(f"{self.store} is no leadline project: it is left as it is.")
        handle = take_lock(self.store)
        try:
            for path in [*_beside(self.store), *self.pages.glob("pages-*.warc.gz"), self.report]:
                path.unlink(missing_ok=True)
        finally:
            free_lock(handle)


def _beside(store: Path) -> Iterator[Path]:
    """The files of an SQLite database in WAL mode; its log first, which means nothing alone."""
    for suffix in ("-wal", "-shm", ""):
        yield store.with_name(store.name + suffix)


@dataclass(frozen=True, slots=True)
class Wanted:
    """A source to harvest: its entry address, other hosts that it may lead to, and a file with
    the wrapper that reads it ('': it is learned).
    """

    url: str
    also_hosts: tuple[str, ...] = ()
    wrapper: str = ""

    @property
    def key(self) -> str:
        """A readable name for the source."""
        return source_key(self.url)


@dataclass(frozen=True, slots=True)
class Plan:
    """What is to be harvested, into which project, within which budgets: of each source, of all.

    ``domain`` and ``rules`` are what the person wrote of the subject.
    """

    project: Project
    sources: tuple[Wanted, ...]
    budget: Budget = NO_BUDGET
    total: Budget = NO_BUDGET
    domain: DomainKnowledge = field(default_factory=DomainKnowledge)
    rules: Rules = field(default_factory=default_rules)


def plan_of(
    targets: Sequence[str],
    project: str | Path | None = None,
    *,
    also_hosts: Collection[str] = (),
    budget: Budget | None = None,
    total: Budget | None = None,
    wrapper: str | Path = "",
) -> Plan:
    """The plan for some addresses, plan files or project folders, as a person names them."""
    if not targets:
        raise ValueError("name at least one address")
    plans = [_plan(target) for target in targets]
    named = {
        plan.project.folder: plan
        for plan, target in zip(plans, targets, strict=True)
        if split_url(target) is None
    }
    if len(named) > 1 and project is None:
        raise ValueError(f"these are several projects ({', '.join(map(str, named))}): name one")
    sources = {one.key: one for plan in plans for one in plan.sources}
    if not sources:
        raise ValueError(f"{targets[0]} names no source")
    added = tuple(replace(s, also_hosts=(*s.also_hosts, *also_hosts)) for s in sources.values())
    if wrapper and len(added) > 1:
        raise ValueError("a wrapper reads one source: name it beside its url in project.toml")
    added = tuple(replace(one, wrapper=str(wrapper) or one.wrapper) for one in added)
    first = next(iter(named.values()), plans[0])
    place = first.project if project is None else Project(Path(project))
    return replace(
        first, project=place, sources=added, budget=budget or first.budget,
        total=total or first.total,
    )  # fmt: skip


def _plan(target: str) -> Plan:
    """The plan that one word of a person stands for."""
    if split_url(target) is not None:
        return Plan(Project(default_folder(target)), (Wanted(target.strip()),))
    path = Path(target)
    if path.suffix == ".toml":
        return read_plan(path)
    if path.is_dir():
        if (path / PLAN).exists():
            return read_plan(path / PLAN)
        return stored_plan(Project(path))
    raise ValueError(_no_target(target))


def _no_target(target: str) -> str:
    meant = LIKE_A_HOST.fullmatch(target) and Path(target).suffix != ".html"
    hint = f"did you mean https://{target}?" if meant else "an address begins with http(s)://"
    return f"{target!r} is no web address, no plan (.toml) and no project folder; {hint}"


def stored_plan(project: Project) -> Plan:
    """The sources of a project that was begun before."""
    if not project.store.is_file():
        raise ValueError(f"{project.folder} holds no project: no {PLAN}, no {STORE}")
    with Reader(project.store) as reader:
        return Plan(project, tuple(Wanted(one.url) for one in reader.sources()))


def read_plan(path: Path) -> Plan:
    """The plan in a TOML file; its folder is the project's."""
    try:
        content = tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except FileNotFoundError:
        raise ValueError(f"there is no file {path}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as fault:
        raise ValueError(f"{path} is no TOML: {fault}") from fault
    refuse_strange(content, ("source", "budget", *SUBJECT), str(path))
    domain, rules = _subject(content, path)
    sources = content.get("source", [])
    if not (isinstance(sources, list) and all(isinstance(one, dict) for one in sources)):
        raise ValueError(f"{path}: sources are written as [[source]], each with its url")
    wanted = tuple(_wanted(one, path) for one in sources)
    budget = content.get("budget", {})
    if not isinstance(budget, dict):
        raise ValueError(f"{path}: a budget is written as [budget]")
    each = {name: value for name, value in budget.items() if name != "total"}
    total = _budget(budget.get("total", {}), path, "[budget.total]")
    each_budget = _budget(each, path, "[budget]")
    return Plan(Project(path.parent), wanted, each_budget, total, domain, rules)


def _subject(content: Mapping[str, Any], path: Path) -> tuple[DomainKnowledge, Rules]:
    """The domain and the rules of a plan, with the file named where they are wrong."""
    try:
        return read_domain(content), project_rules(content)
    except ValueError as fault:
        raise ValueError(f"{path}: {fault}") from fault


def _wanted(table: Mapping[str, Any], path: Path) -> Wanted:
    refuse_strange(table, ("url", "also_hosts", "wrapper"), f"{path}: [[source]]")
    url, hosts = table.get("url"), table.get("also_hosts", [])
    wrapper = table.get("wrapper", "")
    if not isinstance(wrapper, str):
        raise ValueError(f"{path}: wrapper names a file that `leadline wrapper` wrote")
    if not isinstance(url, str) or split_url(url) is None:
        raise ValueError(f"{path}: [[source]] needs a url that begins with http(s)://, not {url!r}")
    if not (isinstance(hosts, list) and all(isinstance(host, str) for host in hosts)):
        raise ValueError(f"{path}: also_hosts is a list of host names")
    return Wanted(url.strip(), tuple(hosts), str(path.parent / wrapper) if wrapper else "")


def _budget(table: Any, path: Path, name_of_it: str) -> Budget:
    if not isinstance(table, dict):
        raise ValueError(f"{path}: a budget for all sources is written as {name_of_it}")
    refuse_strange(table, [one.name for one in fields(Budget)], f"{path}: {name_of_it}")
    for name, value in table.items():
        number = isinstance(value, int) or (name == "minutes" and isinstance(value, float))
        if not number or isinstance(value, bool) or value < 0:
            raise ValueError(f"{path}: {name_of_it} {name} is a number that is not negative")
    return Budget(**table)


def default_folder(url: str) -> Path:
    """The folder of a project that nobody named, after the source's host.

    >>> default_folder("https://art.example:8001/search").name
    'art.example-8001.leadline'
    """
    return Path(f"{UNSAFE.sub('-', host_key(url))}.leadline")


def source_key(url: str) -> str:
    """A readable name for the source behind an entry address.

    >>> source_key("https://art.example/find/search.cgi?db=2")
    'art.example/find/search.cgi?db=2'
    """
    parts = split_url(url)
    if parts is None:
        raise ValueError(f"{url!r} is no web address; it should begin with http:// or https://")
    query = f"?{parts.query}" if parts.query else ""
    return host_key(url) + parts.path.rstrip("/") + query
