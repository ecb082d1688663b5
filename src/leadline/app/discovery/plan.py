"""Plan of a discovery: where it begins, its topic, the hosts it may visit, and what it may cost.

The person writes it as options of ``leadline discover``, or as a table of ``project.toml``:

    [discover]
    seeds = ["https://directory.example/", "hosts.txt"]   # addresses, sitemaps, files of hosts
    topic = "lu xun novels"                 # not needed beside [domain] and [[attribute]]
    samples = ["sample.html"]               # pages on the topic: files or addresses
    hosts = ["library.example"]             # hosts that may be visited beside those of the seeds
    anywhere = true                         # also all other public hosts, at most max_hosts
    max_hosts = 100
    site_requests = 200                     # maximum requests to each host
    [discover.budget]
    requests = 2000                         # in all; also bytes, minutes

What is found is written to ``found.toml`` beside it as [[source]]s, which ``leadline harvest``
reads too.
"""

import json
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final

from leadline.app.budget import UNLIMITED
from leadline.app.calls import Target
from leadline.app.project import (
    FOUND_FILE,
    PLAN_FILE,
    Project,
    default_folder,
    read_budget,
    read_plan,
)
from leadline.discover.interfaces.judge import FoundInterface
from leadline.domain.model import DomainKnowledge
from leadline.domain.rules import DomainRules, default_rules
from leadline.domain.toml import refuse_strange
from leadline.fetch.guard import ANY_PORT, ANY_PUBLIC_HOST, SUBDOMAINS
from leadline.model import Budget
from leadline.page.urls import (
    host_key,
    host_name,
    is_ip,
    is_private_address,
    login_of,
    split_url,
    why_no_address,
    without_login,
)
from leadline.store.discovery import DISCOVERY_FOLDER
from leadline.store.export.table import whole_file
from leadline.store.given import given_text
from leadline.store.seals import seal

DEFAULT_MAX_HOSTS: Final = 100
"""Hosts that a crawl anywhere visits at most, unless the person says otherwise."""
_SETTINGS: Final = "seeds topic samples hosts anywhere max_hosts site_requests"
SETTING_NAMES: Final = tuple(_SETTINGS.split())
"""Fields of a plan that may not change when a discovery is resumed."""
FOUND_HEADER: Final = """\
# Written by `leadline discover`: the sources that it found, which `leadline harvest` reads too.
# Every discovery writes this file anew; a source to keep for good belongs into project.toml.
"""


@dataclass(frozen=True, slots=True)
class DiscoveryPlan:
    """What a discovery is to do; ``budget`` is for all of it, ``site_requests`` for each host.

    ``samples`` are files or addresses of pages on the topic. 0 is no limit.
    """

    project: Project
    seeds: tuple[str, ...]
    topic: str = ""
    samples: tuple[str, ...] = ()
    hosts: tuple[str, ...] = ()
    anywhere: bool = False
    max_hosts: int = DEFAULT_MAX_HOSTS
    site_requests: int = 0
    budget: Budget = UNLIMITED
    domain: DomainKnowledge = field(default_factory=DomainKnowledge)
    rules: DomainRules = field(default_factory=default_rules)

    @property
    def own(self) -> Project:
        """The folder with the store, the pages and the report of the discovery."""
        return Project(self.project.folder / DISCOVERY_FOLDER)

    @property
    def settings(self) -> dict[str, Any]:
        """What may not change when a discovery is resumed."""
        values = {name: getattr(self, name) for name in SETTING_NAMES}
        listed = {name: [*each] for name, each in values.items() if isinstance(each, tuple)}
        return {**values, **listed, "domain": self.domain.to_dict()}

    def allowed_hosts(self) -> list[str]:
        """Return the names of the hosts that may be visited, as `Guard` takes them."""
        names = [ANY_PUBLIC_HOST] if self.anywhere else []
        for seed in self.seeds:
            names.append(_with_subdomains(host_key(seed)))
            if self.anywhere and is_private_address(host_name(seed)):
                names.append(f"{host_name(seed)}{ANY_PORT}")
        for host in self.hosts:
            name = host_name(f"http://{host}")
            names.append(_with_subdomains(host))
            if host == name:
                names.append(f"{name}{ANY_PORT}")
        return list(dict.fromkeys(names))


def _with_subdomains(host: str) -> str:
    return host if is_ip(host_name(f"http://{host}")) else f"{SUBDOMAINS}{host}"


def discovery_plan_of(
    targets: Sequence[str], project: Target | None = None, **changes: Any
) -> DiscoveryPlan:
    """Return the plan for seeds, a plan file or a project folder; raise ``ValueError``.

    ``changes`` replace fields of the plan file, where they are neither None nor empty.
    """
    if not targets:
        raise ValueError("name at least one address, a file of hosts, or a project.toml")
    plans = [_read(Path(target)) for target in targets if _is_plan(target)]
    seeds = [seed for target in targets if not _is_plan(target) for seed in _seeds(target, Path())]
    if len(plans) > 1:
        raise ValueError("these are several projects: name one")
    folder = Path(project) if project is not None else None
    if plans:
        plan = replace(plans[0], seeds=tuple(dict.fromkeys((*plans[0].seeds, *seeds))))
    else:
        named = folder / PLAN_FILE if folder is not None else None
        base = _read(named) if named is not None and named.exists() else None
        plan = base or DiscoveryPlan(Project(default_folder(seeds[0])), ())
        plan = replace(plan, seeds=tuple(dict.fromkeys(seeds)))
    given = {name: value for name, value in changes.items() if value}
    plan = replace(plan, **given)
    if folder is not None:
        plan = replace(plan, project=Project(folder))
    _check(plan, targets[0])
    return plan


def _check(plan: DiscoveryPlan, target: str) -> None:
    if not plan.seeds:
        raise ValueError(f"{target} names no seeds: write them under [discover], or name them here")
    for seed in filter(login_of, plan.seeds):  # links leave it, and a later run would need it again
        raise ValueError(f"a discovery sends no login: name {without_login(seed)} without one")
    if not (plan.topic.strip() or plan.samples or plan.domain.name or plan.domain.attributes):
        raise ValueError(
            'say what to look for: --topic "...", --sample PAGE, or [domain] in project.toml'
        )


def _is_plan(target: str) -> bool:
    return split_url(target) is None and (target.endswith(".toml") or Path(target).is_dir())


def _seeds(target: str, folder: Path) -> list[str]:
    """Return the seeds that an address stands for, or the lines of a file of hosts."""
    if split_url(target) is not None:
        return [target.strip()]
    path = folder / target
    if not path.is_file():
        nor = "" if "://" in target else "; nor is it a file of hosts, a plan or a project"
        raise ValueError(why_no_address(target) + nor)
    try:
        lines = given_text(path).splitlines()
    except UnicodeDecodeError as fault:
        raise ValueError(f"{path} is no text: {fault}") from fault
    entries = (line.partition("#")[0].strip() for line in lines)
    seeds = [_seed_of_host(entry, path) for entry in entries if entry]
    if not seeds:
        raise ValueError(f"{path} names no host")
    return seeds


def _seed_of_host(entry: str, path: Path) -> str:
    if split_url(entry) is not None:
        return entry
    if not host_key(entry) or " " in entry:
        raise ValueError(f"{path}: {entry!r} is no host")
    return f"http://{entry}" if "/" in entry else f"http://{entry}/"


def _read(path: Path) -> DiscoveryPlan:
    """Read the plan of a project; its folder becomes the project."""
    file = path / PLAN_FILE if path.is_dir() else path
    base = read_plan(file)
    table = tomllib.loads(given_text(file)).get("discover", {})
    where = f"{file}: [discover]"
    if not isinstance(table, dict):
        raise ValueError(f"{where} is a table")
    refuse_strange(table, (*SETTING_NAMES, "budget"), where)
    seeds = [seed for entry in _texts(table, "seeds", where) for seed in _seeds(entry, file.parent)]
    samples = [
        entry if split_url(entry) else str(file.parent / entry)
        for entry in _texts(table, "samples", where)
    ]
    topic, anywhere = table.get("topic", ""), table.get("anywhere", False)
    if not isinstance(topic, str) or not isinstance(anywhere, bool):
        raise ValueError(f"{where}: topic is a text, anywhere is true or false")
    return DiscoveryPlan(
        base.project,
        tuple(seeds),
        topic,
        tuple(samples),
        tuple(_texts(table, "hosts", where)),
        anywhere,
        _count(table, "max_hosts", DEFAULT_MAX_HOSTS, where),
        _count(table, "site_requests", 0, where),
        read_budget(table.get("budget", {}), file, "[discover.budget]"),
        base.domain,
        base.rules,
    )


def _texts(table: Mapping[str, Any], key: str, where: str) -> list[str]:
    value = table.get(key, [])
    if not isinstance(value, list) or not all(isinstance(text, str) for text in value):
        raise ValueError(f"{where}: {key} is a list of texts")
    return value


def _count(table: Mapping[str, Any], key: str, default: int, where: str) -> int:
    value = table.get(key, default)
    if not isinstance(value, int) or isinstance(value, bool) or value < 0:
        raise ValueError(f"{where}: {key} is a number that is not negative")
    return value


def write_found(found: Iterable[FoundInterface], folder: Path) -> int:
    """Write the sources of found interfaces into ``found.toml``; return how many there are.

    Interfaces on one page, or with one action, are one source.
    """
    tables: list[str] = []
    pages: set[str] = set()
    actions: set[str] = set()
    for interface in found:
        action = interface.action.partition("?")[0]
        if interface.url not in pages and action not in actions:
            hosts = {host_key(interface.action)} - {host_key(interface.url), ""}
            also = f"\nalso_hosts = {json.dumps(sorted(hosts))}" if hosts else ""
            reason = " ".join(interface.reason.split())
            url = json.dumps(interface.url, ensure_ascii=False)
            tables.append(f"[[source]]\n# {reason}\nurl = {url}{also}\n")
        pages.add(interface.url)
        actions.add(action)
    path = folder / FOUND_FILE
    folder.mkdir(parents=True, exist_ok=True)
    with whole_file(path.resolve()) as part:
        part.write_text("\n".join([FOUND_HEADER, *tables]), encoding="utf-8", newline="\n")
    seal(path)
    return len(tables)
