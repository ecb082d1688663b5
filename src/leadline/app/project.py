"""A project on disk (one folder with store, page archive and report) and its plan.

Sources are named by addresses, by a ``project.toml``, or by the folder of an existing project:

    [[source]]
    url = "https://museum.example/search"
    also_hosts = ["media.museum.example"]   # other hosts that may be visited
    [budget]
    requests = 5000                         # for each source; also pages, bytes, minutes
    [budget.total]
    requests = 8000                         # for all sources together
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from os import fspath
from pathlib import Path
from typing import Any, Final

from leadline.app.budget import UNLIMITED
from leadline.app.calls import Target
from leadline.app.hint_log import HINTS_FILE, hints_for, hints_in, read_hints, write_hints
from leadline.app.recorded import SUFFIX, recorded_call
from leadline.crawl.restriction.condition import (
    OFFICIAL,
    ONLY_COMPONENT,
    WAY,
    Restriction,
    part_text,
)
from leadline.crawl.terms import TERMS
from leadline.domain.model import DomainKnowledge
from leadline.domain.rules import DomainRules, default_rules, project_rules
from leadline.domain.toml import read_domain, refuse_strange
from leadline.model import Budget, Hint
from leadline.page.masks import masked
from leadline.page.urls import host_key, login_of, split_url, why_no_address, without_login
from leadline.store import Reader
from leadline.store.export.choice import PLAN_OF_PROJECT
from leadline.store.export.table import STORE_FILE
from leadline.store.given import given_text
from leadline.store.rows import IMPORTED_SCHEMES

READINGS_FILE: Final = "readings.sqlite"
PAGES_FOLDER: Final = "pages"
REPORT_FILE: Final = "report.html"
IMPORT: Final = "import"
"""Purpose of the page that stands for an imported table, and name under which its key is kept."""
IMPORTED_ALONE: Final = (
    "{folder} names no source that can be asked: import its tables again with `leadline import`"
)
PLAN_FILE: Final = PLAN_OF_PROJECT
FOUND_FILE: Final = "found.toml"
"""Sources that ``leadline discover`` found, beside the plan."""
EACH_BUDGET: Final = "[budget]"
UNSAFE_IN_FILE_NAMES: Final = re.compile(r"[^\w.-]+")
SUBJECT_TABLES: Final = ("domain", "attribute", "rule")
"""Tables of a plan that describe the domain and its rules."""


@dataclass(frozen=True, slots=True)
class Project:
    """Paths of the files in the folder of a project."""

    folder: Path

    def __fspath__(self) -> str:
        return str(self.folder)

    @property
    def store(self) -> Path:
        """The SQLite file."""
        return self.folder / STORE_FILE

    def present_store(self) -> Path:
        """Return the SQLite file; raise ``ValueError`` where there is none."""
        if not self.store.is_file():
            raise ValueError(f"{self.folder} is no leadline project: it holds no {self.store.name}")
        return self.store

    @property
    def readings(self) -> Path:
        """The SQLite file of what was read from pages; it may be deleted."""
        return self.folder / READINGS_FILE

    @property
    def pages(self) -> Path:
        """The folder of WARC files."""
        return self.folder / PAGES_FOLDER

    @property
    def report(self) -> Path:
        """The HTML report."""
        return self.folder / REPORT_FILE


@dataclass(frozen=True, slots=True)
class SourceTarget:
    """A source to harvest: entry address, further hosts, and a wrapper file ('': learn one).

    ``columns`` says which column holds which attribute ('': none), before anything is learned.
    ``repeats`` says that several of its records may describe one thing. Sources with one name of
    ``kin`` show the same things. ``details``: the page of every record is read too, ``files``: also
    the files on it.
    ``login`` is user and password; ``of`` takes them out of an address that holds them.
    ``only`` are conditions of the part that is wanted (`Restriction`), () for the whole;
    ``way`` is the way that a person chose ("official": what the site offers for download; '': the
    best). ``accept_terms``: the person agrees to terms before its search. ``hints`` are the
    person's word on how it is read.
    """

    url: str
    also_hosts: tuple[str, ...] = ()
    wrapper: str = ""
    columns: tuple[tuple[str, str], ...] = ()
    repeats: bool = False
    kin: str = ""
    details: bool = False
    files: bool = False
    login: tuple[str, str] | None = field(default=None, repr=False)
    only: tuple[str, ...] = ()
    way: str = ""
    accept_terms: bool = False
    hints: tuple[Hint, ...] = ()

    @classmethod
    def of(cls, url: str, also_hosts: tuple[str, ...] = (), wrapper: str = "") -> SourceTarget:
        """Make a target whose address holds no login."""
        return cls(without_login(url.strip()), also_hosts, wrapper, login=login_of(url))

    @property
    def key(self) -> str:
        """Readable key of the source; a part of it is a source of its own."""
        key = source_key(self.url) + (f"[{way_part(self.way)}]" if self.way else "")
        return key + (f"[{part_text(self.restrictions)}]" if self.only else "")

    @property
    def restrictions(self) -> tuple[Restriction, ...]:
        """Conditions of the part that is wanted."""
        return tuple(map(Restriction.of, self.only))


def way_part(way: str) -> str:
    """Return how the key of a source names the way that a person chose.

    >>> way_part("official"), way_part("list")
    ('official', 'way:list')
    """
    return way if way == OFFICIAL else f"{WAY}:{way}"


@dataclass(frozen=True, slots=True)
class Plan:
    """Sources to harvest into a project; ``budget`` is for each of them, ``total`` for all.

    ``domain`` and ``rules`` come from the plan file.
    """

    project: Project
    sources: tuple[SourceTarget, ...]
    budget: Budget = UNLIMITED
    total: Budget = UNLIMITED
    domain: DomainKnowledge = field(default_factory=DomainKnowledge)
    rules: DomainRules = field(default_factory=default_rules)


def plan_of(
    targets: Sequence[str],
    project: Target | None = None,
    *,
    also_hosts: Collection[str] = (),
    budget: Budget | None = None,
    total: Budget | None = None,
    wrapper: str | Path = "",
    only: Sequence[str] = (),
    official: bool = False,
    way: str = "",
    accept_terms: bool = False,
) -> Plan:
    """Return the plan for addresses, plan files or project folders; raise ``ValueError``."""
    if not targets:
        raise ValueError("name at least one address")
    if project is not None and Path(project).is_file():
        raise ValueError(f"{fspath(project)} is a file; --project names a folder")
    plans = [_plan(target) for target in targets]
    named = {
        plan.project.folder: plan
        for plan, target in zip(plans, targets, strict=True)
        if split_url(target) is None
    }
    if len(named) > 1 and project is None:
        raise ValueError(f"these are several projects ({', '.join(map(str, named))}): name one")
    wanted = [target for plan in plans for target in plan.sources]
    wanted = [
        replace(one, only=tuple(only) or one.only, way=way or (official and OFFICIAL) or one.way)
        for one in accepting(wanted, accept_terms)
    ]
    sources = {target.key: target for target in wanted}
    if not sources and plans[0].project.store.is_file():
        raise ValueError(IMPORTED_ALONE.format(folder=targets[0]))
    if not sources:
        raise ValueError(f"{targets[0]} names no source")
    if wrapper and len(sources) > 1:
        raise ValueError("a wrapper reads one source: name it beside its url in project.toml")
    first = next(iter(named.values()), plans[0])
    chosen = first.project if project is None else Project(Path(project))
    logged = read_hints(chosen.folder / HINTS_FILE)
    return replace(
        first,
        project=chosen,
        sources=tuple(
            replace(
                target,
                hints=(hints := (*target.hints, *hints_for(logged, target.key, target.url))),
                also_hosts=(*target.also_hosts, *also_hosts, *hosts_of(hints)),
                wrapper=str(wrapper) or target.wrapper,
            )
            for target in sources.values()
        ),
        budget=budget or first.budget,
        total=total or first.total,
    )


def with_given(plan: Plan, given: Sequence[Hint], recipe: str | Path | None = None) -> Plan:
    """Return a plan with hints that a person gives now, and keep them in the project's log.

    ``recipe`` is a file of hints, or a folder of such files named after hosts.
    """
    if given and len(plan.sources) > 1:
        raise ValueError(
            "these hints are about one source: write them as [[source.hint]] in a plan"
        )
    shared = [one for target in plan.sources for one in _recipe(recipe, target)] if recipe else []
    path = plan.project.folder / HINTS_FILE
    log = read_hints(path)
    new = [one for one in dict.fromkeys((*shared, *given)) if one not in log]
    if not new:
        return plan
    write_hints(path, [*log, *new])
    sources = (
        replace(
            one,
            hints=(*one.hints, *(ours := hints_for(new, one.key, one.url))),
            also_hosts=(*one.also_hosts, *hosts_of(ours)),
        )
        for one in plan.sources
    )
    return replace(plan, sources=tuple(sources))


def hosts_of(hints: Iterable[Hint]) -> tuple[str, ...]:
    """Return the hosts that a person named in hints."""
    return tuple(host for hint in hints if hint.kind == "host" for host in hint.texts)


def _recipe(recipe: str | Path, target: SourceTarget) -> tuple[Hint, ...]:
    path = Path(recipe)
    if not path.exists():
        raise ValueError(f"there is no recipe {path}")
    if path.is_dir():
        path /= f"{UNSAFE_IN_FILE_NAMES.sub('-', host_key(target.url))}.toml"
    return read_hints(path)


def accepting(targets: Iterable[SourceTarget], accepts: bool) -> tuple[SourceTarget, ...]:
    """Return targets whose terms the person agrees to, if it said so now."""
    return tuple(replace(one, accept_terms=accepts or one.accept_terms) for one in targets)


def project_plan(folder: Target) -> Plan:
    """Return the plan of a project that is there; raise ``ValueError`` where there is none."""
    if not Path(folder).exists():
        raise ValueError(f"{fspath(folder)} is no leadline project: there is no such folder")
    plan = _plan(fspath(folder))
    if not plan.sources and plan.project.store.is_file():
        return plan  # of imported tables alone
    return plan_of([fspath(folder)])


def _plan(target: str) -> Plan:
    """Return the plan of one target."""
    if split_url(target) is not None:
        return Plan(Project(default_folder(target)), (SourceTarget.of(target),))
    path = Path(target)
    if not target.strip() or "://" in target:
        raise ValueError(_why_no_target(target))
    if path.suffix == ".toml":
        return read_plan(path)
    if path.suffix.lower() == SUFFIX:
        plan = _plan(recorded_call(path)[0])
        return replace(plan, sources=tuple(replace(one, wrapper=target) for one in plan.sources))
    if path.is_dir():
        if (path / PLAN_FILE).exists():
            return read_plan(path / PLAN_FILE)
        return stored_plan(Project(path))
    raise ValueError(_why_no_target(target))


def _why_no_target(target: str) -> str:
    why = why_no_address(target)
    if "://" in target or "did you mean" in why or not target.strip():
        return why
    return f"{why}; nor is it a plan (.toml) or a project folder"


def stored_plan(project: Project) -> Plan:
    """Return the plan with the sources of an existing project."""
    found = found_sources(project.folder)
    if not project.store.is_file() and found:
        return Plan(project, found)
    if not project.store.is_file():
        raise ValueError(f"{project.folder} holds no project: no {PLAN_FILE}, no {STORE_FILE}")
    return Plan(project, each_once((*found, *stored_sources(project))))


def stored_sources(project: Project) -> tuple[SourceTarget, ...]:
    """Return the sources of which a project holds something, without imported tables."""
    if not project.store.is_file():
        return ()
    with Reader(project.store) as reader:
        return tuple(
            SourceTarget(
                source.url,
                only=tuple((learned := reader.learned(source.key)).get(ONLY_COMPONENT, ())),
                way=learned.get(WAY) or (OFFICIAL if learned.get(OFFICIAL) else ""),
                accept_terms=bool(learned.get(TERMS)),
            )
            for source in reader.sources()
            if not source.url.startswith(IMPORTED_SCHEMES)
        )


def each_once(targets: Iterable[SourceTarget]) -> tuple[SourceTarget, ...]:
    """Return targets without those whose key an earlier one has."""
    by_key: dict[str, SourceTarget] = {}
    for target in targets:
        by_key.setdefault(target.key, target)
    return tuple(by_key.values())


def found_sources(folder: Path) -> tuple[SourceTarget, ...]:
    """Return the sources that a discovery found for the project in a folder."""
    path = folder / FOUND_FILE
    return read_sources(_toml(path), path) if path.is_file() else ()


def read_plan(path: Path) -> Plan:
    """Read a plan, whose folder is the project; it is about stored sources if it names none."""
    content = _toml(path)
    refuse_strange(content, ("source", "budget", "discover", "columns", *SUBJECT_TABLES), str(path))
    domain, rules = _subject(content, path)
    targets = each_once((*read_sources(content, path), *found_sources(path.parent)))
    budget = content.get("budget", {})
    if not isinstance(budget, dict):
        raise ValueError(f"{path}: a budget is written as {EACH_BUDGET}")
    each = {name: value for name, value in budget.items() if name != "total"}
    total = read_budget(budget.get("total", {}), path, "[budget.total]")
    each_budget = read_budget(each, path, EACH_BUDGET)
    sources = targets or stored_sources(Project(path.parent))
    return Plan(Project(path.parent), sources, each_budget, total, domain, rules)


def _toml(path: Path) -> dict[str, Any]:
    """Read a TOML file; errors name it."""
    try:
        return tomllib.loads(given_text(path))
    except FileNotFoundError:
        raise ValueError(f"there is no file {path}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as fault:
        raise ValueError(f"{path} is no TOML: {fault}") from fault


def read_sources(content: Mapping[str, Any], path: Path) -> tuple[SourceTarget, ...]:
    """Return the sources of a parsed plan."""
    sources = content.get("source", [])
    if not (isinstance(sources, list) and all(isinstance(table, dict) for table in sources)):
        raise ValueError(f"{path}: sources are written as [[source]], each with its url")
    return tuple(_source_target(table, path) for table in sources)


def _subject(content: Mapping[str, Any], path: Path) -> tuple[DomainKnowledge, DomainRules]:
    """Read the domain and the rules of a plan; errors name the file."""
    try:
        return read_domain(content), project_rules(content)
    except ValueError as fault:
        raise ValueError(f"{path}: {fault}") from fault


def read_subject(project: Path) -> tuple[DomainKnowledge, DomainRules]:
    """Return the domain and the rules of a project, given its folder or its plan."""
    path = project / PLAN_FILE if project.is_dir() else project
    return _subject(_toml(path), path)


def _source_target(table: Mapping[str, Any], path: Path) -> SourceTarget:
    known = ("url", "also_hosts", "wrapper", "columns", "repeats", "only", "kin", OFFICIAL, WAY)
    beside = ("details", "files", "accept_terms", "hint")
    refuse_strange(table, (*known, *beside), f"{path}: [[source]]")
    url, hosts = table.get("url"), table.get("also_hosts", [])
    columns = table.get("columns", {})
    if not isinstance(columns, dict) or not all(isinstance(a, str) for a in columns.values()):
        raise ValueError(f"{path}: columns says of a column which attribute it holds, as a text")
    wrapper, repeats = table.get("wrapper", ""), table.get("repeats", False)
    only = table.get("only", [])
    if not (isinstance(only, list) and all(isinstance(one, str) for one in only)):
        raise ValueError(f'{path}: only is a list of conditions such as "year=1990..1999"')
    official, kin, way = table.get(OFFICIAL, False), table.get("kin", ""), table.get(WAY, "")
    details, files = table.get("details", False), table.get("files", False)
    accept_terms = table.get("accept_terms", False)
    switches = (repeats, official, details, files, accept_terms)
    if not all(isinstance(value, bool) for value in switches):
        raise ValueError(
            f"{path}: repeats, official, details, files and accept_terms are true or false"
        )
    if not all(isinstance(one, str) for one in (wrapper, kin, way)):
        raise ValueError(
            f"{path}: wrapper names a file of `leadline wrapper`, kin is a name, and way one that "
            "`leadline inspect` shows"
        )
    if not isinstance(url, str) or split_url(url) is None:
        why = why_no_address(url) if isinstance(url, str) and url else "it names none"
        raise ValueError(f"{path}: [[source]] needs a url that begins with http(s)://; {why}")
    if not (isinstance(hosts, list) and all(isinstance(host, str) for host in hosts)):
        raise ValueError(f"{path}: also_hosts is a list of host names")
    file = str(path.parent / wrapper) if wrapper else ""
    target = SourceTarget.of(url, tuple(hosts), file)
    target = replace(target, columns=tuple(columns.items()), repeats=repeats)
    target = replace(target, only=tuple(only), way=way or (OFFICIAL if official else ""))
    hints = hints_in(table.get("hint", []), f"{path}: [[source.hint]]")
    target = replace(target, accept_terms=accept_terms, hints=hints)
    target = replace(target, details=details or files, files=files)
    try:
        return replace(target, kin=kin, only=tuple(one.text for one in target.restrictions))
    except ValueError as fault:
        raise ValueError(f"{path}: only: {fault}") from fault


def read_budget(table: Any, path: Path, heading: str) -> Budget:
    """Read a table of limits; errors name the file and the heading."""
    if not isinstance(table, dict):
        raise ValueError(f"{path}: a budget for all sources is written as {heading}")
    names = [field.name for field in fields(Budget)]
    if heading != EACH_BUDGET:
        names.remove("records")  # they are counted by source
    refuse_strange(table, names, f"{path}: {heading}")
    for name, value in table.items():
        is_number = isinstance(value, int) or (name == "minutes" and isinstance(value, float))
        if not is_number or isinstance(value, bool) or value < 0:
            raise ValueError(f"{path}: {heading} {name} is a number that is not negative")
    return Budget(**table)


def default_folder(url: str) -> Path:
    """Return the default folder of a project, named after the host of the source.

    >>> default_folder("https://art.example:8001/search").name
    'art.example-8001.leadline'
    >>> default_folder("http://../").name, default_folder("http://...:1/").name
    ('source.leadline', 'source.leadline')
    """
    name = UNSAFE_IN_FILE_NAMES.sub("-", host_key(url)).lstrip("-._")
    return Path(f"{name or 'source'}.leadline")


def source_key(url: str) -> str:
    """Return a readable key for the source behind an entry address.

    >>> source_key("https://art.example/find/search.cgi?db=2")
    'art.example/find/search.cgi?db=2'
    """
    parts = split_url(url)
    if parts is None:
        raise ValueError(why_no_address(url))
    query = f"?{parts.query}" if parts.query else ""
    return host_key(url) + masked(parts.path.rstrip("/") + query)
