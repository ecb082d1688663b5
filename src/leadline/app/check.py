"""Verification and repair of a project: its database, its archive, and all that is made of them."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from os import fspath
from pathlib import Path
from typing import Final

from leadline.app.calls import Target
from leadline.app.domain_learning import LEARNED_FILE
from leadline.app.integration.remembered import MATCHES_FILE
from leadline.app.mend import found_damage, mend, mend_named, store_damage
from leadline.app.project import FOUND_FILE, READINGS_FILE, REPORT_FILE, Project, project_plan
from leadline.app.source.recorder import FINISHED
from leadline.app.start.parts import left_parts
from leadline.errors import StoreError
from leadline.fetch import PageArchive
from leadline.report import write_report
from leadline.report.line import LINE_REPORT
from leadline.store import Reader, Store, StoredPage
from leadline.store.damaged import database_damage, set_aside_damaged
from leadline.store.discovery import DISCOVERY_FOLDER
from leadline.store.line import LINE_FILE, TABLE_FILE
from leadline.store.readings import readings_damage
from leadline.store.seals import broken_blocks, is_sealed
from leadline.store.search.index import INDEX_FILE
from leadline.store.search.table import TABLE_FILES

LOST_PAGES: Final = (
    "pages of its archive are lost ({count}); run the harvest again to ask for them again"
)
MADE_FILES: Final = (
    REPORT_FILE,
    LINE_REPORT,
    LEARNED_FILE,
    MATCHES_FILE,
    LINE_FILE,
    TABLE_FILE,
)
"""Files that are no databases and that a later run makes again."""
NOT_AS_WRITTEN: Final = "{count:,} of its blocks are not as leadline wrote them"


@dataclass(frozen=True, slots=True)
class ProjectCheck:
    """What is wrong with a project.

    ``lost`` counts unreadable pages by source, ``torn`` is the size in bytes of an unfinished end
    of the archive, ``damage`` says what is wrong with the database. ``made`` says the same of files
    that can be made again, by name, and ``parts`` of databases of parts. ``repaired`` are sentences
    on what a repair did. ``unsealed`` are databases that their last writer did not close: only
    their structure could be looked at.
    """

    pages: int = 0
    lost: dict[str, int] = field(default_factory=dict)
    torn: int = 0
    damage: str = ""
    made: dict[str, str] = field(default_factory=dict)
    parts: dict[str, str] = field(default_factory=dict)
    repaired: tuple[str, ...] = ()
    unsealed: tuple[str, ...] = ()

    @property
    def is_whole(self) -> bool:
        """Whether nothing is lost or damaged."""
        return not (self.lost or self.torn or self.damage or self.made or self.parts)


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
    if not repair or result.is_whole:
        return result
    return _repaired(folder, result)


def _look(project: Project) -> ProjectCheck:
    made = dict(_made_damage(project))
    own = Project(project.folder / DISCOVERY_FOLDER)
    inner = {f"{part.folder.name}": store_damage(part) for part in (own, *left_parts(project))}
    parts = {name: why for name, why in inner.items() if why}
    if project.pages.exists() and not project.pages.is_dir():
        made[project.pages.name] = "it is no folder"
    databases = (project.store, project.folder / INDEX_FILE)
    unsealed = tuple(path.name for path in databases if path.is_file() and not is_sealed(path))
    with PageArchive(project.pages) as archive:
        torn = archive.torn_bytes()
        damage, pages, lost = store_damage(project), 0, dict[str, int]()
        try:
            if not damage and (project.store.exists() or not own.store.exists()):
                with Reader(project.store) as store:
                    pages, lost = _lost_pages(store, archive)
        except StoreError as fault:
            damage = str(fault)
    return ProjectCheck(pages, lost, torn, damage, made, parts, unsealed=unsealed)


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
    for path in (project.folder / name for name in MADE_FILES):
        if path.exists() and not path.is_file():
            yield path.name, "it is no file"
        elif path.is_file() and not path.stat().st_size:
            yield path.name, "it is empty"
        elif path.is_file() and (broken := broken_blocks(path)):
            yield path.name, NOT_AS_WRITTEN.format(count=len(broken))


def _lost_pages(store: Reader, archive: PageArchive) -> tuple[int, dict[str, int]]:
    """Read every page of the archive that the database names; count them, and the unreadable."""
    pages, lost = 0, Counter[str]()
    for source in store.sources():
        for stored in store.pages(source.key):
            if stored.locator is not None:
                pages += 1
                lost[source.key] += not _is_readable(archive, stored)
    return pages, {key: count for key, count in lost.items() if count}


def _is_readable(archive: PageArchive, stored: StoredPage) -> bool:
    if stored.locator is None:
        return True
    try:
        page = archive.read(stored.locator)
    except StoreError:
        return False
    return page.request.fingerprint == stored.fingerprint and len(page.body) == stored.bytes


def _repaired(project: Project, result: ProjectCheck) -> ProjectCheck:
    """Mend what can be mended; return what was found, with what was done."""
    done = mend_named([fspath(project)])
    for part in left_parts(project):
        done += mend(part)
    lost, torn, unreadable = result.lost, result.torn, ""
    try:
        if done:  # pages could not be looked at before
            now = _look(project)
            lost, torn, unreadable = now.lost, now.torn, now.damage
        if not unreadable and (lost or torn or done):
            _reopen(project, lost)
    except StoreError as fault:
        unreadable = str(fault)
    for name in (name for name in result.made if name != FOUND_FILE):
        if (path := project.folder / name).exists():
            kept = set_aside_damaged(path)
            done.append(f"{name} was set aside as {kept.parent.name}/{name}; it is made again")
    if REPORT_FILE in result.made and not unreadable:
        write_report(project.store, project.report)
    return ProjectCheck(
        result.pages, lost, torn, result.damage, result.made, result.parts, tuple(done)
    )


def _reopen(project: Project, lost: dict[str, int]) -> None:
    """Cut off the unfinished end of the archive, and open sources of which pages are lost."""
    with Store(project.store) as store, PageArchive(project.pages) as archive:
        archive.cut_torn_end()
        for key, count in lost.items():
            if store.source(key).state in FINISHED:
                store.set_state(key, "paused", reason=LOST_PAGES.format(count=count))
