"""Projects that a server shows: the folders below one folder, or a single project.

>>> Workspace(Path("/data")).project("../etc")
Traceback (most recent call last):
leadline.serve.workspace.UnknownName: there is no project '../etc'
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from leadline.app.project import FOUND_FILE, PLAN_FILE, Project, default_folder
from leadline.errors import LeadlineError
from leadline.store import Counts, Reader, StoredSource
from leadline.store.export.table import STORE_FILE


class UnknownName(LeadlineError):
    """A request names a project, a source, a record or a job that there is not."""


@dataclass(frozen=True, slots=True)
class ProjectSummary:
    """A project in a list: its sources and the sums over them; ``trouble`` if it cannot be read."""

    name: str
    sources: tuple[StoredSource, ...] = ()
    counts: Counts = field(default_factory=Counts)
    trouble: str = ""

    @property
    def is_complete(self) -> bool:
        """Whether every source is complete."""
        return bool(self.sources) and all(each.state == "complete" for each in self.sources)


@dataclass(frozen=True, slots=True)
class Workspace:
    """A folder of projects; ``only`` is the name of the single project to show ('': all)."""

    folder: Path
    only: str = ""

    @classmethod
    def of(cls, target: Path) -> Workspace:
        """Return the workspace of a project's folder, or of a folder that holds projects."""
        target = target.resolve()
        if target.exists() and not target.is_dir():
            raise ValueError(f"{target} is a file; name the folder of a project, or of several")
        if not target.is_dir():
            raise ValueError(f"there is no folder {target}; `harvest URL -p DIR` makes one")
        return cls(target.parent, target.name) if _is_project(target) else cls(target)

    def names(self) -> list[str]:
        """Names of all projects, in the order of the alphabet."""
        if self.only:
            return [self.only]
        if not self.folder.is_dir():
            return []
        return sorted(path.name for path in self.folder.iterdir() if _is_project(path))

    def project(self, name: str) -> Project:
        """Look up a project; raise ``UnknownName`` for any name that is not among ``names``."""
        is_plain = bool(name) and "\0" not in name and Path(name).name == name
        if not is_plain or (self.only and name != self.only) or not _is_project(self.folder / name):
            raise UnknownName(f"there is no project {name!r}")
        return Project(self.folder / name)

    def new_name(self, url: str) -> str:
        """Name of the project that a new address goes to; raise ``ValueError`` for no address."""
        return self.only or default_folder(url).name

    def summary(self, name: str) -> ProjectSummary:
        """Read the sources of a project and their sums."""
        project = self.project(name)
        if not project.store.is_file():
            return ProjectSummary(name)
        try:
            with Reader(project.store) as reader:
                return ProjectSummary(name, tuple(reader.sources()), reader.counts())
        except LeadlineError as fault:
            return ProjectSummary(name, trouble=str(fault))


def _is_project(folder: Path) -> bool:
    return any((folder / file).is_file() for file in (STORE_FILE, PLAN_FILE, FOUND_FILE))
