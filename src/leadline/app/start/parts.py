"""Parts of a project: each group of sources that is under way has a project folder of its own.

A part is an ordinary project. It is handed out with all that the project holds of its sources, and
brought home when they end or stop. Until it is home whole, it stays; so a part may be brought home
again after a kill, and nothing is lost or doubled.
"""

import os
import shutil
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Final

from leadline.app.hint_log import HINTS_FILE, add_hint, read_hints
from leadline.app.mend import mend
from leadline.app.project import Project, SourceTarget
from leadline.crawl.details.pages import FILES_FOLDER
from leadline.errors import StoreError
from leadline.fetch import PageArchive
from leadline.store import Reader, Store
from leadline.store.transfer import TransferStore

PARTS_FOLDER: Final = "parts"
ARCHIVE_FILES: Final = "pages-*.warc.gz"
ARCHIVE_NAME: Final = "pages-{:06}.warc.gz"

Place = tuple[str, int, int]
"""File, offset and length of a page in an archive."""


def part_of(project: Project, number: int) -> Project:
    """Return the project of a group."""
    return Project(project.folder / PARTS_FOLDER / f"{number:05}")


def left_parts(project: Project) -> list[Project]:
    """List the parts that are not home."""
    folder = project.folder / PARTS_FOLDER
    return [Project(path) for path in sorted(folder.iterdir())] if folder.is_dir() else []


def bring_all_home(project: Project) -> None:
    """Bring home what a run by processes left when it was killed."""
    if left := left_parts(project):
        with TransferStore(project.store) as store:
            for part in left:
                bring_home(store, project, part)


def hand_out(
    whole: TransferStore, project: Project, part: Project, group: Iterable[SourceTarget]
) -> None:
    """Make the part of a group, with all that the project holds of its sources."""
    shutil.rmtree(part.folder, ignore_errors=True)
    part.folder.mkdir(parents=True)
    begun = [target.key for target in group if _is_begun(whole, target.key)]
    if not begun:
        return
    archive = PageArchive(project.pages)
    with TransferStore(part.store) as store, PageArchive(part.pages) as copies:
        for key in begun:
            places: dict[tuple[str, int], Place] = {}
            for stored in whole.pages(key):
                if stored.locator is not None:
                    with suppress(StoreError):  # a lost page is asked for again
                        page = archive.read(stored.locator)
                        places[stored.locator[:2]] = copies.write(
                            page, source=key, purpose=stored.purpose
                        )
            store.copy_source(whole.path, key, _moved(places))


def bring_home(whole: TransferStore, project: Project, part: Project) -> None:
    """Take all sources of a part into the project, and remove the part."""
    take_in(whole, project, part, os.link)
    shutil.rmtree(part.folder)
    with suppress(OSError):  # others are there
        part.folder.parent.rmdir()


def take_in(
    whole: TransferStore,
    project: Project,
    other: Project,
    bring: Callable[[Path, Path], object] = shutil.copyfile,
) -> list[str]:
    """Take all sources of another project into this one, with what was said of them; give keys.

    ``bring`` puts a file of its archive to a new path.
    """
    mend(other)
    if not other.store.exists():
        return []
    with Store(other.store) as store:  # nobody writes to it, and its tables are of this version
        keys = [source.key for source in store.sources()]
    for path in (other.folder / FILES_FOLDER).glob("*"):
        (project.folder / FILES_FOLDER).mkdir(exist_ok=True)
        shutil.copyfile(path, project.folder / FILES_FOLDER / path.name)
    names = {path.name: _bring(path, project.pages, bring) for path in _files(other.pages)}
    for key in keys:
        whole.copy_source(other.store, key, lambda file, *place: (names.get(file, file), *place))
    for hint in read_hints(other.folder / HINTS_FILE):
        for key in keys if not hint.source else [hint.source]:
            add_hint(project.folder, replace(hint, source=key))
    return keys


def _is_begun(store: Reader, key: str) -> bool:
    return store.source(key).state != "unknown" or store.counts(key).requests > 0


def _moved(places: Mapping[tuple[str, int], Place]) -> Callable[[str, int, int], Place]:
    return lambda file, offset, length: places.get((file, offset), (file, offset, length))


def _files(folder: Path) -> list[Path]:
    return sorted(folder.glob(ARCHIVE_FILES))


def _bring(path: Path, folder: Path, bring: Callable[[Path, Path], object]) -> str:
    """Put a file of an archive into another archive, once; give its name there."""
    folder.mkdir(parents=True, exist_ok=True)
    here = _files(folder)
    if path.stat().st_nlink > 1:  # a run that was killed had brought it
        for other in here:
            if other.samefile(path):
                return other.name
    number = int(here[-1].name[6:12]) + 1 if here else 1
    new = folder / ARCHIVE_NAME.format(number)
    try:
        bring(path, new)
    except OSError:  # no hard links here
        shutil.copyfile(path, new)
    return new.name
