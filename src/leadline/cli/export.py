"""``leadline export``: the table of a project as a file."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from leadline.pipelines.project import Project
from leadline.store.export import export

if TYPE_CHECKING:
    from collections.abc import Sequence


def run(
    project: Path, output: Path, sources: Sequence[str], kind: str | None, *, provenance: bool
) -> int:
    """Write the table and say how many rows it has."""
    store = project if project.is_file() else Project(project).store
    if not store.is_file():
        raise ValueError(f"{project} is no leadline project: it holds no {store.name}")
    rows = export(store, output, sources=list(sources) or None, kind=kind, provenance=provenance)
    print(f"{rows:,} rows written to {output}")
    return 0
