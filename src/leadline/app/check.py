"""Verification and repair of a project: its database, its archive, and all that is made of them."""

import json
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, field
from os import fspath
from pathlib import Path
from typing import Final

from leadline.app.asking.choices import CHOICES_FILE
from leadline.app.calls import Target
from leadline.app.domain_learning import LEARNED_FILE
from leadline.app.hint_log import HINTS_FILE
from leadline.app.integration.decisions import DECISIONS_FILE
from leadline.app.integration.remembered import MATCHES_FILE
from leadline.app.mend import found_damage, mend, mend_named, store_damage
from leadline.app.own_files import LINES, NOT_AS_WRITTEN, changed_files, mend_own, own_damage
from leadline.app.project import FOUND_FILE, READINGS_FILE, REPORT_FILE, Project, project_plan
from leadline.app.start.lost import PAST_LOST, find_lost, reopen
from leadline.app.start.parts import left_parts
from leadline.errors import StoreError
from leadline.fetch import PageArchive
from leadline.report import write_report
from leadline.report.line import LINE_REPORT
from leadline.store import Reader, Store
from leadline.store.damaged import database_damage, set_aside_damaged
from leadline.store.discovery import DISCOVERY_FOLDER
from leadline.store.line import LINE_FILE, TABLE_FILE
from leadline.store.lock import SUFFIX
from leadline.store.readings import readings_damage
from leadline.store.seals import break_seal, broken_blocks, is_sealed, seal, sealed_names
from leadline.store.search.index import INDEX_FILE
from leadline.store.search.table import TABLE_FILES

MADE_FILES: Final = (REPORT_FILE, LINE_REPORT, LEARNED_FILE, MATCHES_FILE, LINE_FILE, TABLE_FILE)
"""Files that are no databases and that a later run makes again."""


@dataclass(frozen=True, slots=True)
class ProjectCheck:
    """What is wrong with a project.

    ``lost`` counts unreadable pages by source, ``torn`` is the size in bytes of an unfinished end
    of the archive, ``damage`` says what is wrong with the database. ``made`` says the same of files
    that can be made again, by name, and ``parts`` of databases of parts. ``repaired`` are sentences
    on what a repair did. ``unsealed`` are databases that their last writer did not close: only
    their structure could be looked at.``archive`` are files of pages that
    are not as they were sealed, though all their pages may be read; ``changed`` are other files
    that are sound, and not as leadline left them.
    """

    pages: int = 0
    lost: dict[str, int] = field(default_factory=dict)
    torn: int = 0
    damage: str = ""
    made: dict[str, str] = field(default_factory=dict)
    parts: dict[str, str] = field(default_factory=dict)
    repaired: tuple[str, ...] = ()
    unsealed: tuple[str, ...] = ()
    own: dict[str, str] = field(default_factory=dict)
    past: dict[str, list[int]] = field(default_factory=dict)
    archive: dict[str, str] = field(default_factory=dict)
    changed: tuple[str, ...] = ()

    @property
    def is_whole(self) -> bool:
        """Whether nothing is lost or damaged."""
        is_sound = not (self.torn or self.damage or self.made or self.parts or self.own)
        return is_sound and not (self.lost or self.past)


def check(project: Target, *, repair: bool = False) -> ProjectCheck:
    """Verify a project; with ``repair`` mend it, and let the next harvest make good what is lost.

    A repair recovers a damaged database from what can be read of it and from the archive, removes
    damaged files that are made again, cuts off the unfinished end of the archive, and opens
    finished sources again of which pages are lost. The result says what was found before. Raises
    ``StoreError`` where there is no project, and ``Locked`` where another process is repairing or
    harvesting.
    """
    named = Project(Path(fspath(project)))
    own = Project(named.folder / DISCOVERY_FOLDER)
    is_named = named.store.exists() or own.store.exists() or store_damage(named)
    folder = named if is_named else project_plan(project).project
    result = _look(folder)
    if not repair or (result.is_whole and not result.archive):
        return result
    return _repaired(folder, result)


def _look(project: Project) -> ProjectCheck:
    made = dict(_made_damage(project))
    own = Project(project.folder / DISCOVERY_FOLDER)
    inner = {f"{part.folder.name}": store_damage(part) for part in (own, *left_parts(project))}
    parts = {name: why for name, why in inner.items() if why}
    for name, why in _archive_damage(own):
        parts.setdefault(DISCOVERY_FOLDER, f"{name}: {why}")
    if project.pages.exists() and not project.pages.is_dir():
        made[project.pages.name] = "it is no folder"
    made_names = (INDEX_FILE, READINGS_FILE, LEARNED_FILE, MATCHES_FILE)
    files = [project.store, *(project.folder / name for name in made_names)]
    files += sorted(project.folder.glob(TABLE_FILES))
    unsealed = tuple(path.name for path in files if path.is_file() and not is_sealed(path))
    with PageArchive(project.pages) as archive:
        torn = archive.torn_bytes()
        damage, pages = store_damage(project), 0
        lost, past = dict[str, int](), dict[str, list[int]]()
        try:
            if not damage and (project.store.exists() or not own.store.exists()):
                with Reader(project.store) as store:
                    found = find_lost(store, archive, [each.key for each in store.sources()])
                    pages, past = found.pages, found.past
                    lost = {key: len(one) for key, one in found.lost.items()}
        except StoreError as fault:
            damage = str(fault)
    own_files, pages_damage = dict(own_damage(project.folder)), dict(_archive_damage(project))
    changed = (*changed_files(project.folder), *_replaced_stores(project, own))
    return ProjectCheck(
        pages, lost, torn, damage, made, parts, (), unsealed, own_files, past, pages_damage, changed
    )


def _archive_damage(project: Project) -> Iterator[tuple[str, str]]:
    """Find files of pages that are not as they were sealed: name, and what is wrong."""
    for name in sealed_names(project.pages):
        path = project.pages / name
        if not path.is_file():
            yield name, "it is no file" if path.exists() else "it is missing"
        elif broken := broken_blocks(path, grows=True):
            yield name, NOT_AS_WRITTEN.format(count=len(broken))


def _replaced_stores(*projects: Project) -> Iterator[str]:
    """Find sound databases that stand in the place of those which were sealed."""
    for project in projects:
        if broken_blocks(project.store) and not store_damage(project):
            yield project.store.name


def _made_damage(project: Project) -> Iterator[tuple[str, str]]:
    """Find damages of what can be made again: name of the file, and what is wrong."""
    tables = sorted(project.folder.glob(TABLE_FILES))
    if why := readings_damage(project.readings):
        yield READINGS_FILE, why
    for path, table in ((project.folder / INDEX_FILE, "source"), *((t, "state") for t in tables)):
        if why := database_damage(path, table):
            yield path.name, why
    if why := found_damage(project.folder):
        yield FOUND_FILE, why
    lock = f"{project.store.name}{SUFFIX}"
    known = {project.store.name, INDEX_FILE, READINGS_FILE, FOUND_FILE, HINTS_FILE, *LINES}
    known |= {table.name for table in tables}
    sealed = [name for name in sealed_names(project.folder) if name not in known]
    for path in (project.folder / name for name in dict.fromkeys((*MADE_FILES, *sealed, lock))):
        if path.exists() and not path.is_file():
            yield path.name, "it is no file"
        elif path.is_file() and not path.stat().st_size and path.name != lock:
            yield path.name, "it is empty"
        elif path.is_file() and (broken := broken_blocks(path)):
            yield path.name, NOT_AS_WRITTEN.format(count=len(broken))
        elif path.is_file() and not _is_parsed(path):
            yield path.name, "it cannot be read"
    for name in sealed_names(project.folder):
        is_other = name not in {project.store.name, FOUND_FILE, HINTS_FILE, DECISIONS_FILE}
        if is_other and name != CHOICES_FILE and not (project.folder / name).exists():
            yield name, "it is missing"


def _is_parsed(path: Path) -> bool:
    """Whether a file of data is of its format; of others nothing is said."""
    try:
        if path.suffix == ".toml":
            tomllib.loads(path.read_text("utf-8"))
        elif path.suffix == ".json":
            json.loads(path.read_text("utf-8"))
    except (ValueError, RecursionError):
        return False
    return True


def _repaired(project: Project, result: ProjectCheck) -> ProjectCheck:
    """Mend what can be mended; return what was found, with what was done."""
    done = mend_named([fspath(project)])
    for part in left_parts(project):
        done += mend(part)
    lost, past, torn, unreadable = result.lost, result.past, result.torn, ""
    try:
        if done:  # pages could not be looked at before
            now = _look(project)
            lost, past, torn, unreadable = now.lost, now.past, now.torn, now.damage
        if not unreadable and (lost or past or torn or done):
            _reopen(project, lost, past)
        for folder in (project.folder, project.folder / DISCOVERY_FOLDER):
            _seal_archive(Project(folder))
    except StoreError as fault:
        unreadable = str(fault)
    for name in (name for name in result.made if name != FOUND_FILE):
        if (path := project.folder / name).exists():
            kept = set_aside_damaged(path)
            done.append(f"{name} was set aside as {kept.parent.name}/{name}; it is made again")
        break_seal(path)
    done += mend_own(project.folder, result.own)
    if REPORT_FILE in result.made and not unreadable:
        write_report(project.store, project.report)
    return ProjectCheck(
        result.pages, lost, torn, result.damage, result.made, result.parts, tuple(done),
        own=result.own, past=past, archive=result.archive, changed=result.changed,
    )  # fmt: skip


def _seal_archive(project: Project) -> None:
    """Take the files of an archive as they are: which pages are lost is known now."""
    for name in dict(_archive_damage(project)):
        path = project.pages / name
        break_seal(path)
        if path.is_file():
            seal(path)


def _reopen(project: Project, lost: dict[str, int], past: dict[str, list[int]]) -> None:
    """Cut off the unfinished end of the archive, and open sources of which pages are lost.

    Pages that nobody asks for again are kept as told.
    """
    with Store(project.store) as store, PageArchive(project.pages) as archive:
        archive.cut_torn_end()
        reopen(store, find_lost(store, archive, lost).lost)
        for key, numbers in past.items():
            told = store.learned(key).get(PAST_LOST, ())
            store.learn(key, PAST_LOST, sorted({*told, *numbers}))
