"""A harvest begun anew keeps what was there, until it has taken records itself.

``--fresh`` moves store, pages and report into the folder ``aside``. When the new harvest ends with
records, that folder becomes ``before`` (in place of an older one). When it took nothing, as where
the source is down, what was there comes back.
"""

import os
import shutil
from contextlib import suppress
from pathlib import Path
from typing import Final

from leadline.app.project import Project
from leadline.errors import StoreError
from leadline.store import Reader, Store
from leadline.store.lock import take_lock
from leadline.store.open import check_file, is_project
from leadline.store.seals import SEALS_FOLDER, break_seal

ASIDE: Final = "aside"
BEFORE: Final = "before"
"""Folders of what a harvest begun anew replaces: while it runs, and after it took records."""


def set_aside(project: Project) -> None:
    """Move what earlier harvests kept out of the way, and nothing else in the folder."""
    aside = project.folder / ASIDE
    put_back_pages(project)
    if (aside / project.store.name).exists():  # a harvest begun anew was stopped: that one goes
        forget(project)
        return
    if not _is_ours(project):
        return
    if project.store.with_name(project.store.name + "-wal").exists():
        Store(project.store).close()  # SQLite then holds all in one file
    with os.fdopen(take_lock(project.store)):
        aside.mkdir(exist_ok=True)
        for path in (project.pages, project.report, project.store):
            if path.exists():
                break_seal(path)
                path.rename(aside / path.name)


def put_back_pages(project: Project) -> None:
    """Undo a move that was killed before it reached the store."""
    aside = project.folder / ASIDE
    if aside.exists() and not (aside / project.store.name).exists():
        for path in (project.pages, project.report):
            if (aside / path.name).exists():
                (aside / path.name).rename(path)
        shutil.rmtree(aside)


def settle(project: Project) -> bool:
    """Keep the new harvest if it took records, else what was there; tell whether that came back."""
    aside = project.folder / ASIDE
    if not (aside / project.store.name).exists():
        return False
    if _records(project.store):
        shutil.rmtree(project.folder / BEFORE, ignore_errors=True)
        aside.rename(project.folder / BEFORE)
        return False
    forget(project)
    (aside / project.store.name).rename(project.store)
    put_back_pages(project)
    return True


def _records(store: Path) -> int:
    if not store.exists():
        return 0
    with Reader(store) as reader:
        return reader.counts().records


def _is_ours(project: Project) -> bool:
    """Tell whether there is a store; raise ``StoreError`` where it is somebody else's."""
    if not project.store.exists():
        return False
    check_file(project.store)
    if not is_project(project.store):
        raise StoreError(f"{project.store} is no leadline project: it is left as it is.")
    return True


def forget(project: Project) -> None:
    """Delete store, pages and report, and nothing else in the folder."""
    if not _is_ours(project):
        return
    with os.fdopen(take_lock(project.store)):
        for suffix in ("-wal", "-shm", ""):  # the log first: alone it is meaningless
            project.store.with_name(project.store.name + suffix).unlink(missing_ok=True)
        break_seal(project.store)
        for path in project.pages.glob("pages-*.warc.gz"):
            path.unlink()
            break_seal(path)
        with suppress(OSError):
            (project.pages / SEALS_FOLDER).rmdir()
        if project.pages.exists() and not any(project.pages.iterdir()):
            project.pages.rmdir()
        project.report.unlink(missing_ok=True)
