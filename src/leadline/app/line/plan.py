"""Plan of a whole line: where discovery begins, which sources are known, and one budget.

It is written as options of ``leadline run``, or as a ``project.toml`` with ``[discover]``,
``[[source]]``s or both. ``[budget.total]`` is for discovery and harvest together.
"""

import tomllib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

from leadline.app.calls import Target
from leadline.app.discovery.log import SETTINGS
from leadline.app.discovery.plan import DiscoveryPlan, discovery_plan_of
from leadline.app.project import (
    PLAN_FILE,
    Plan,
    Project,
    SourceTarget,
    accepting,
    default_folder,
    each_once,
    found_sources,
    read_plan,
    stored_sources,
)
from leadline.domain.model import DomainKnowledge
from leadline.model import Budget
from leadline.page.urls import split_url, why_no_address
from leadline.store import Reader
from leadline.store.discovery import DISCOVERY_FOLDER, DISCOVERY_KEY, was_begun
from leadline.store.given import given_text

NO_TARGET: Final = (
    'say what to run: a project.toml, a folder, addresses of sources, or --topic "..." --seed URL'
)


@dataclass(frozen=True, slots=True)
class LinePlan:
    """What one run of the whole line is to do.

    ``discovery`` is None where the sources are known. ``base`` holds the sources that a person
    named, the domain and the rules; its ``total`` is the budget of the whole line.
    ``accept_terms``: the person agrees to terms before a search.
    """

    base: Plan
    discovery: DiscoveryPlan | None = None
    accept_terms: bool = False

    @property
    def project(self) -> Project:
        """The project of all stages."""
        return self.base.project

    def harvest_plan(self, total: Budget) -> Plan:
        """Return the plan of a harvest of all sources that are known by now."""
        found, stored = found_sources(self.project.folder), stored_sources(self.project)
        sources = each_once((*self.base.sources, *found, *stored))
        return replace(self.base, sources=accepting(sources, self.accept_terms), total=total)


def line_plan_of(
    targets: Sequence[str],
    project: Target | None = None,
    *,
    seeds: Sequence[str] = (),
    **discovery: Any,
) -> LinePlan:
    """Return the plan for a plan file, a folder, addresses, or seeds; raise ``ValueError``.

    With a topic or a seed all addresses are seeds, otherwise sources. ``discovery`` are fields of
    `DiscoveryPlan`. A folder whose discovery was begun goes on with it.
    """
    files = [target for target in targets if split_url(target) is None]
    addresses = [target for target in targets if split_url(target) is not None]
    if len(files) > 1:
        raise ValueError("these are several projects: name one")
    if seeds or discovery.get("topic"):
        seeds, addresses = (*addresses, *seeds), []
    if not files and not addresses and not seeds and project is None:
        raise ValueError(NO_TARGET)
    file = _plan_file(files[0]) if files else None
    folder = _folder(project, files, (*seeds, *addresses))
    if file is None and (folder / PLAN_FILE).is_file():
        file = folder / PLAN_FILE
    base = Plan(Project(folder), ()) if file is None else read_plan(file)
    named = tuple(SourceTarget.of(address) for address in addresses)
    base = replace(base, project=Project(folder), sources=(*base.sources, *named))
    plan = LinePlan(base, _discovery_of(file, folder, seeds, discovery))
    if plan.discovery is None and not plan.harvest_plan(base.total).sources:
        raise ValueError(f"{files[0] if files else folder} names no source and no seed")
    return plan


def _plan_file(target: str) -> Path | None:
    path = Path(target)
    if path.suffix == ".toml":
        return path
    if not path.is_dir():
        nor = "" if "://" in target else "; nor is it a plan (.toml) or a project folder"
        raise ValueError(why_no_address(target) + nor)
    return path / PLAN_FILE if (path / PLAN_FILE).is_file() else None


def _folder(project: Target | None, files: Sequence[str], addresses: Sequence[str]) -> Path:
    if project is not None:
        return Path(project)
    if files:
        return Path(files[0]).parent if files[0].endswith(".toml") else Path(files[0])
    return default_folder(addresses[0])


def _discovery_of(
    file: Path | None, folder: Path, seeds: Sequence[str], changes: dict[str, Any]
) -> DiscoveryPlan | None:
    """Return the plan of the discovery: as written, as given, or as it was begun."""
    given = {name: value for name, value in changes.items() if value}
    if file is not None and ("discover" in tomllib.loads(given_text(file)) or seeds):
        return discovery_plan_of([str(file), *seeds], folder, **given)
    if seeds:
        return discovery_plan_of(list(seeds), folder, **given)
    return _begun(Project(folder))


def _begun(project: Project) -> DiscoveryPlan | None:
    """Return the plan that an earlier discovery of a project was begun with."""
    own = Project(project.folder / DISCOVERY_FOLDER)
    if not was_begun(own.store):
        return None
    with Reader(own.store) as reader:
        before = reader.learned(DISCOVERY_KEY).get(SETTINGS)
    if before is None:
        return None
    fields: dict[str, Any] = {
        name: tuple(value) if isinstance(value, list) else value for name, value in before.items()
    }
    fields["domain"] = DomainKnowledge.from_dict(before["domain"])
    return DiscoveryPlan(project, **fields)
