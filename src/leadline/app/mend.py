"""Recovery of a project whose store is damaged: from the file itself, then from the page archive.

The damaged file is kept. What it still holds is read page by page (``store.recovery``); pages that
it has lost are entered again from the archive, which knows what each was asked for. All sources
are then paused: the next harvest reads their pages again, and so makes again what is missing.
"""

import os
import re
import shutil
import time
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from math import inf
from os import fspath
from pathlib import Path
from typing import Final

from leadline.app.calls import Target
from leadline.app.project import (
    FOUND_FILE,
    Project,
    SourceTarget,
    found_sources,
    source_key,
    way_part,
)
from leadline.app.source.finish import LOST_PARTS
from leadline.app.source.replayer import TEMPORARY_STATUSES
from leadline.crawl.restriction.condition import ONLY_COMPONENT, WAY
from leadline.errors import Locked
from leadline.fetch import PageArchive
from leadline.fetch.archive.page_archive import FILES
from leadline.model import ArchiveLocator
from leadline.page.urls import host_key, split_url
from leadline.store import Reader
from leadline.store.damaged import (
    COMPANIONS,
    companion_damage,
    free_place,
    remove,
    set_aside_damaged,
    structural_damage,
)
from leadline.store.discovery import DISCOVERY_FOLDER, DISCOVERY_KEY, FOUND_INTERFACES, was_begun
from leadline.store.lock import SUFFIX, take_lock
from leadline.store.open import MAGIC, VERSION, is_project, stated_version
from leadline.store.recovery.btree import Span
from leadline.store.recovery.rebuild import (
    RebuiltFile,
    Salvage,
    content_damage,
    salvage,
    write_salvage,
)
from leadline.store.rows import StoredPage
from leadline.store.seals import break_seal, broken_blocks, seal
from leadline.store.search.index import INDEX_FILE
from leadline.store.search.table import TABLE_FILES

MENDED: Final = (
    "{name} was damaged ({why}): {rows:,} of its rows were read, and {pages:,} pages were entered "
    "again from the archive; the damaged file is kept as {kept}"
)
NO_FOLDER: Final = "{name} was no folder; what was there is kept as {kept}"
FOUND_AGAIN: Final = (
    "{name} could not be read: the {count:,} sources that the discovery has kept are in it again; "
    "what was there is kept as {kept}"
)
LOST_ROWS: Final = "its database was damaged and recovered; its pages are read again"
PART: Final = "recovered"
PART_OF_KEY: Final = re.compile(r"\[([^\[\]]*)\]")
Numbers = Mapping[ArchiveLocator | None, int]


def mend(project: Project, targets: Sequence[SourceTarget] = ()) -> list[str]:
    """Recover the store of a project if it is damaged; return sentences on what was done.

    ``targets`` are sources that are about to be harvested: an old archive does not name its own.
    Raises ``Locked`` where another process writes to it.
    """
    done = []
    if project.pages.exists() and not project.pages.is_dir():
        kept = set_aside_damaged(project.pages)
        done.append(NO_FOLDER.format(name=project.pages.name, kept=_shown(kept)))
    broken = broken_blocks(project.store)
    lock = Path(f"{project.store}{SUFFIX}")
    if lock.is_dir():
        set_aside_damaged(lock)
    if _damage(project, broken):
        with os.fdopen(take_lock(project.store)):
            if why := store_damage(project):  # nobody was quicker
                done.append(_recover(project, why, targets))
    elif broken:  # a sound file, in place of the one that was sealed
        break_seal(project.store)
    return done


def mend_named(targets: Iterable[str], project: Target | None = None) -> list[str]:
    """Recover the projects of which folder or plan are named, before they are read."""
    done = []
    names = [*targets] if project is None else [*targets, fspath(project)]
    for path in (Path(name) for name in names if "://" not in name):
        folder = path.parent if path.suffix == ".toml" else path
        if folder.is_dir():
            done += mend(Project(folder))
            done += mend(Project(folder / DISCOVERY_FOLDER))
            if found_damage(folder) and (text := _write_found_again(folder)):
                done.append(text)
    return done


def found_damage(folder: Path) -> str:
    """Say what is wrong with the file of found sources in a folder; '' for nothing, and no file."""
    if not (folder / FOUND_FILE).exists():
        return ""
    try:
        found_sources(folder)
    except (ValueError, OSError) as fault:
        return str(fault)
    return "" if (folder / FOUND_FILE).is_file() else "it is no file"


def _write_found_again(folder: Path) -> str:
    """Write the sources that a discovery has found once more; '' where it has kept none."""
    from leadline.app.discovery.plan import write_found  # it needs an extra, a harvest does not
    from leadline.discover.interfaces.judge import FoundInterface

    own = Project(folder / DISCOVERY_FOLDER).store
    if not was_begun(own):
        return ""
    with Reader(own) as store:
        rows = store.learned(DISCOVERY_KEY).get(FOUND_INTERFACES, ())
    kept = set_aside_damaged(folder / FOUND_FILE)
    count = write_found((FoundInterface(**row) for row in rows), folder)
    return FOUND_AGAIN.format(name=FOUND_FILE, count=count, kept=_shown(kept))


def store_damage(project: Project) -> str:
    """Say what is wrong with the store of a project; '' for nothing, and for no project."""
    return _damage(project, broken_blocks(project.store))


def _damage(project: Project, broken: Sequence[int] | None) -> str:
    path = project.store
    if not path.is_file() or not path.stat().st_size:
        state = "it is no file" if path.exists() else "it is missing"
        state = "it is empty" if path.is_file() else state
        return state if _has_pages(project) else ""
    if not os.access(path, os.R_OK):
        return ""  # whoever opens it says so
    if why := companion_damage(path):
        return why
    if broken == []:
        return ""
    with path.open("rb") as file:
        head = file.read(len(MAGIC))
    if broken is None and head != MAGIC:
        return "it is no SQLite database" if _has_pages(project) else ""
    found = structural_damage(path)
    if "locked" in found:
        raise Locked(f"Another program is writing to {path}: end it, then run this again.")
    version = stated_version(path)
    if not found and version not in (0, VERSION):
        return ""  # whoever opens it says which leadline wrote it
    if broken and (found or len(broken) == 1 or broken[0]):  # else a copy is in its place
        return f"{len(broken):,} of its blocks are not as leadline wrote them"
    return found or (content_damage(path) if version else _strange(project))


def _strange(project: Project) -> str:
    """Say that a sound file of SQLite is not ours, where pages show that there was a project."""
    if is_project(project.store) or not _has_pages(project):
        return ""
    return "it is the database of another program"


def _has_pages(project: Project) -> bool:
    return any(path.stat().st_size for path in project.pages.glob(FILES) if path.is_file())


def _recover(project: Project, why: str, targets: Sequence[SourceTarget]) -> str:
    path = project.store
    bad = {number + 1 for number in broken_blocks(path) or ()}
    found = salvage(path, bad) if path.is_file() else Salvage()
    rows = _read_archive(project, found, targets)
    part = path.with_name(f"{path.name}-{PART}")
    write_salvage(found, part, _lost_sources(found, rows, targets))
    with RebuiltFile(part) as rebuilt:
        before = len(rebuilt.numbers())
        _enter_pages(rebuilt, found, rows, targets)
        pages = len(rebuilt.numbers()) - before
        kept = _keep_damaged(path)
        text = MENDED.format(
            name=path.name, why=why, rows=found.count(), pages=pages, kept=_shown(kept)
        )
        rebuilt.pause(LOST_ROWS, text, time.time())
    for ending in COMPANIONS:  # the log of the damaged file must not be taken for one of this
        remove(Path(f"{path}{ending}"))
    if path.is_dir():
        remove(path)
    for made in (project.folder / INDEX_FILE, *project.folder.glob(TABLE_FILES)):
        for ending in ("", *COMPANIONS):  # they name records by numbers
            remove(Path(f"{made}{ending}"))
        break_seal(made)
    part.replace(path)
    seal(path)
    return text


def _shown(kept: Path) -> str:
    return f"{kept.parent.name}/{kept.name}"


def _keep_damaged(path: Path) -> Path:
    """Copy a damaged file beside the project; a kill in between finds it in its place."""
    kept = free_place(path)
    for ending in ("", *COMPANIONS):
        here = Path(f"{path}{ending}")
        if here.is_file():
            shutil.copy2(here, f"{kept}{ending}")
        elif here.is_dir():
            shutil.copytree(here, f"{kept}{ending}", symlinks=True)
    return kept


def _read_archive(
    project: Project, found: Salvage, targets: Sequence[SourceTarget]
) -> list[StoredPage]:
    """Read what the archive says, in the order of writing; a source may be unknown."""
    urls = {str(row[1]): str(row[2]) for row in found.rows.get("source", ())}
    urls |= {target.key: target.url for target in targets}
    rows = []
    with PageArchive(project.pages) as archive:
        for each in archive.pages():
            page, asked = each.page, each.page.request
            if not (urls or each.source):  # an old archive begins with its entry
                urls[source_key(asked.url)] = asked.url
            key = each.source or _source_of(asked.url, urls)
            row = StoredPage(
                0, key, None, each.purpose, asked.method, asked.url, page.url, asked.fingerprint,
                page.status, page.truncated, each.locator, len(page.body), page.fetched_at,
                page.seconds, "", "", 0, 0,
            )  # fmt: skip
            rows.append(row)
    return rows


def _first_pages(rows: Sequence[StoredPage]) -> dict[str, tuple[str, float]]:
    """Return address and time of the first page of each source, in the order of their begin."""
    first: dict[str, tuple[str, float]] = {}
    for row in rows:
        if row.source:
            first.setdefault(row.source, (row.url, row.fetched_at))
    return first


def _source_of(url: str, urls: Mapping[str, str]) -> str:
    """Tell the source of a page of an old archive by its host; '' where that is not sure."""
    if len(urls) == 1:
        return next(iter(urls))
    parts = split_url(url)
    keys = [key for key, known in urls.items() if parts and host_key(known) == host_key(url)]
    return keys[0] if len(keys) == 1 else ""


def _lost_sources(
    found: Salvage, rows: Sequence[StoredPage], targets: Sequence[SourceTarget]
) -> Iterator[tuple[int, str, str, float]]:
    """Find the sources whose rows are lost, by what is known of their pages."""
    known = {row[0] for row in found.rows.get("source", ())}
    keys = dict(found.keys)
    archived: dict[object, str] = {row.locator: row.source for row in rows}
    for page in found.rows.get("page", ()):
        number, place = page[1], tuple(page[11:14])
        if isinstance(number, int) and (key := archived.get(place)):
            keys.setdefault(number, key)
    lost = sorted(found.sources() - known)
    if len(lost) == 1 and len(targets) == 1:
        keys.setdefault(lost[0], targets[0].key)
    urls, first = {target.key: target.url for target in targets}, _first_pages(rows)
    for number in lost:
        if key := keys.get(number):
            url, at = first.get(key, ("", time.time()))
            yield number, key, urls.get(key, url), at


def _enter_pages(
    rebuilt: RebuiltFile,
    found: Salvage,
    rows: Sequence[StoredPage],
    targets: Sequence[SourceTarget],
) -> None:
    """Enter the pages that the file has lost, in the order in which they were archived.

    Answers that a resumed run would ask for again, as those of a busy server, are left out.
    """
    urls = {target.key: target.url for target in targets}
    for key, (url, at) in _first_pages(rows).items():
        rebuilt.add_source(key, urls.get(key, url), at)
    for key, url in rebuilt.sources().items():
        _learn_part(rebuilt, key, url)
        if "learned" in found.broken:
            rebuilt.learn(key, LOST_PARTS, True)
    numbers, taken = rebuilt.numbers(), rebuilt.all_numbers()
    ordered = _in_order(rows, numbers)
    following = _following(rows, ordered)
    spans = [(-1.0, inf)] if not found.rows.get("page") else sorted(found.lost_pages)
    last = 0
    for row, before in zip(rows, following, strict=True):
        if row.locator in numbers:
            last = ordered.get(row.locator, last)
            continue
        number = _free_number(last, before, spans, taken)
        if number and row.source and row.status not in TEMPORARY_STATUSES:
            rebuilt.add_page(number, row)
            taken.add(number)
            last = number


def _in_order(rows: Sequence[StoredPage], numbers: Numbers) -> dict[ArchiveLocator | None, int]:
    """Return the numbers of pages without those that were fetched again in place of lost ones."""
    ordered, last = dict[ArchiveLocator | None, int](), 0
    for row in rows:
        number = numbers.get(row.locator, 0)
        if number > last:
            ordered[row.locator] = last = number
    return ordered


def _following(rows: Sequence[StoredPage], numbers: Numbers) -> list[float]:
    """Return for each archived page the number of the next one that the store knows."""
    following, after = [], inf
    for row in reversed(rows):
        following.append(after)
        after = min(after, numbers.get(row.locator, inf))
    return following[::-1]


def _free_number(last: int, before: float, spans: Sequence[Span], taken: Container[int]) -> int:
    """Return the first free number of a lost page between two others; 0 for none."""
    for low, high in spans:
        number = max(last, 0 if low == -inf else int(low)) + 1
        while number in taken and number < min(before, high):
            number += 1
        if number <= high and number < before and number not in taken:
            return number
    return 0


def _learn_part(rebuilt: RebuiltFile, key: str, url: str) -> None:
    """Learn again what the name of a source says: its way, or its part."""
    with suppress(ValueError):
        for text in PART_OF_KEY.findall(key.removeprefix(source_key(url))):
            if text == way_part(way := text.removeprefix(f"{WAY}:")):
                rebuilt.learn(key, WAY, way)
            else:
                rebuilt.learn(key, ONLY_COMPONENT, text.split(" & "))
