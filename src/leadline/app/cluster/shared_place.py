"""A place that all nodes of a cluster reach: copies of groups under way, leases, finished tables.

A project file must not be opened on a network file system. So a group lies on a disk of its node,
and is copied here while it runs: a snapshot of the project file, then the archive by the pieces
that came since. The list of a copy is written last; whoever reads takes the last whole list. A
copy that a killed node had half written is not seen.

>>> import tempfile
>>> with tempfile.TemporaryDirectory() as folder:
...     place, project = SharedPlace(f"{folder}/shared"), Project(Path(folder, "here"))
...     project.pages.mkdir(parents=True)
...     _ = (project.pages / "pages-000001.warc.gz").write_bytes(b"one")
...     place.copies(7).push(project)
...     place.fetch(7, Project(Path(folder, "there")))
...     place.numbers(), Path(folder, "there/pages/pages-000001.warc.gz").read_bytes()
([7], b'one')
"""

from __future__ import annotations

import json
import shutil
import tempfile
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from leadline.app.project import Project
from leadline.app.start.parts import ARCHIVE_FILES
from leadline.store.transfer import copy_store

GROUPS: Final = "groups"
TABLES: Final = "tables"
"""Folders of the place."""
LEASE: Final = "lease.json"
PIECE_BYTES: Final = 1 << 26
"""Bytes of a piece at most, so that an archive of any size is copied in little memory."""


class SharedPlace:
    """A folder or a bucket, by its path or address (``s3://bucket/art``); by fsspec.

    Raises ``ValueError`` where the address is of no known kind, or its package is not installed.
    """

    def __init__(self, url: str) -> None:
        from fsspec.core import url_to_fs

        self.files: Any
        try:
            self.files, self.root = url_to_fs(url)
        except ImportError as fault:
            raise ValueError(f"{url}: {fault}; every node of the cluster needs it") from fault

    def copies(self, number: int) -> GroupCopies:
        """Return the writer of copies of a group."""
        return GroupCopies(self, number)

    def folder(self, number: int) -> str:
        """Return where a group lies."""
        return f"{self.root}/{GROUPS}/{number:05}"

    def numbers(self) -> list[int]:
        """List the groups that lie here."""
        return sorted(int(name) for name in self._names(f"{self.root}/{GROUPS}"))

    def fetch(self, number: int, project: Project) -> None:
        """Put the last whole copy of a group into a project folder, in place of what is there."""
        shutil.rmtree(project.folder, ignore_errors=True)
        project.pages.mkdir(parents=True)
        folder = self.folder(number)
        store, pieces = next(self._lists(number), ("", ()))
        if store:
            self.files.get_file(f"{folder}/{store}", str(project.store))
        for file, piece in pieces:
            with (project.pages / file).open("ab") as archive:
                archive.write(self.files.cat_file(f"{folder}/{piece}"))

    def _lists(self, number: int) -> Iterator[Any]:
        """Read the lists of copies, the last first."""
        for name in sorted(self._names(self.folder(number)), reverse=True):
            if name.startswith("copy-"):
                with suppress(ValueError):
                    yield json.loads(self.files.cat_file(f"{self.folder(number)}/{name}"))

    def _names(self, folder: str) -> list[str]:
        self.files.invalidate_cache()
        with suppress(FileNotFoundError):
            return [path.rsplit("/", 1)[-1] for path in self.files.ls(folder, detail=False)]
        return []

    def remove(self, number: int) -> None:
        """Remove a group."""
        with suppress(FileNotFoundError):
            self.files.rm(self.folder(number), recursive=True)

    def hold(self, number: int, seconds: float) -> None:
        """Say that a group is held for so many seconds from now; 0: no more."""
        until = json.dumps(time.time() + seconds if seconds else 0)
        self.files.pipe_file(f"{self.folder(number)}/{LEASE}", until.encode())

    def held_for(self, number: int, seconds: float) -> float:
        """Return the seconds for which a group is still held; ``seconds`` is a whole lease."""
        try:
            until = json.loads(self.files.cat_file(f"{self.folder(number)}/{LEASE}"))
        except FileNotFoundError:
            return 0.0
        except ValueError:  # it was being written
            return seconds
        return float(max(0.0, min(seconds, until - time.time())))

    def put_table(self, number: int, path: Path) -> None:
        """Keep the table of a finished group."""
        self.files.makedirs(f"{self.root}/{TABLES}", exist_ok=True)
        self.files.put_file(str(path), f"{self.root}/{TABLES}/{number:05}{path.suffix}")


class GroupCopies:
    """Writes copies of a group, each with the pieces of the archive that came since the last."""

    def __init__(self, place: SharedPlace, number: int) -> None:
        self._files, self._folder = place.files, place.folder(number)
        self._files.makedirs(self._folder, exist_ok=True)
        self._turn = time.time_ns()
        self._sizes: dict[str, int] = {}
        self._pieces: list[tuple[str, str]] = []
        self._stores: list[str] = []

    def push(self, project: Project) -> None:
        """Copy a project as far as it is written; it may be under way."""
        self._turn += 1
        store = self._push_store(project.store) if project.store.exists() else ""
        for path in sorted(project.pages.glob(ARCHIVE_FILES)):  # a page is archived, then noted
            self._push_archive(path)
        listed = json.dumps((store, self._pieces)).encode()
        self._files.pipe_file(f"{self._folder}/copy-{self._turn}.json", listed)
        while len(self._stores) > 2:  # the last whole list may be the one before
            with suppress(FileNotFoundError):
                self._files.rm_file(f"{self._folder}/{self._stores.pop(0)}")

    def _push_store(self, path: Path) -> str:
        name = f"store-{self._turn}.sqlite"
        with tempfile.TemporaryDirectory() as folder:
            snapshot = Path(folder, "snapshot")
            copy_store(path, snapshot)
            self._files.put_file(str(snapshot), f"{self._folder}/{name}")
        self._stores.append(name)
        return name

    def _push_archive(self, path: Path) -> None:
        with path.open("rb") as archive:
            archive.seek(self._sizes.get(path.name, 0))
            while data := archive.read(PIECE_BYTES):
                begin = self._sizes.get(path.name, 0)
                piece = f"{path.name}.{begin:015}-{self._turn}"
                self._files.pipe_file(f"{self._folder}/{piece}", data)
                self._sizes[path.name] = begin + len(data)
                self._pieces.append((path.name, piece))
