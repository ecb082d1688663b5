"""Verification and repair of a project: its database, and every page of its archive."""

from collections import Counter
from dataclasses import dataclass, field
from os import fspath
from pathlib import Path
from typing import Final

from leadline.app.calls import Target
from leadline.app.project import Project, plan_of
from leadline.app.source.recorder import FINISHED
from leadline.errors import StoreError
from leadline.fetch import PageArchive
from leadline.store import Reader, Store, StoredPage

LOST_PAGES: Final = (
    "pages of its archive are lost ({count}); run the harvest again to ask for them again"
)


@dataclass(frozen=True, slots=True)
class ProjectCheck:
    """What is wrong with a project.

    ``lost`` counts unreadable pages by source, ``torn`` is the size in bytes of an unfinished end
    of the archive, ``damage`` says what is wrong with the database.
    """

    pages: int = 0
    lost: dict[str, int] = field(default_factory=dict)
    torn: int = 0
    damage: str = ""

    @property
    def is_whole(self) -> bool:
        """Whether nothing is lost or damaged."""
        return not (self.lost or self.torn or self.damage)


def check(project: Target, *, repair: bool = False) -> ProjectCheck:
    """Verify a project; with ``repair`` let the next harvest make good what is lost.

    Records lie in the database and stay. A repair cuts off the unfinished end of the archive and
    opens finished sources again of which pages are lost. Raises ``StoreError`` where there is no
    project, and ``Locked`` where another process is repairing or harvesting.
    """
    named = Project(Path(fspath(project)))
    folder = named if named.store.is_file() else plan_of([fspath(project)]).project
    result = _look(folder)
    if repair and not result.damage and not result.is_whole:
        _repair(folder, result)
    return result


def _look(project: Project) -> ProjectCheck:
    with PageArchive(project.pages) as archive:
        torn = archive.torn_bytes()
        try:
            with Reader(project.store) as store:
                damage = store.damage()
                pages, lost = _lost_pages(store, archive) if not damage else (0, {})
        except StoreError as fault:
            return ProjectCheck(torn=torn, damage=str(fault))
    return ProjectCheck(pages, lost, torn, damage)


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


def _repair(project: Project, result: ProjectCheck) -> None:
    with Store(project.store) as store, PageArchive(project.pages) as archive:
        archive.cut_torn_end()
        for key, count in result.lost.items():
            if store.source(key).state in FINISHED:
                store.set_state(key, "paused", reason=LOST_PAGES.format(count=count))
