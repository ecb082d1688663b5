"""``leadline wrapper``: what was learned of a source's pages, as a file to read and edit."""

from __future__ import annotations

from typing import TYPE_CHECKING

from leadline.pipelines.project import Project
from leadline.pipelines.wrapper_file import wrapper_text
from leadline.store import Reader

if TYPE_CHECKING:
    from pathlib import Path


def run(project: Path, source: str, output: Path) -> int:
    """Write the wrapper of the one source, or of the named one."""
    store = project if project.is_file() else Project(project).store
    if not store.is_file():
        raise ValueError(f"{project} is no leadline project: it holds no {store.name}")
    with Reader(store) as reader:
        keys = [one.key for one in reader.sources()]
        if not source and len(keys) != 1:
            raise ValueError(f"name one of the sources with --source: {', '.join(keys) or 'none'}")
        learned = reader.learned(source or keys[0]).get("wrapper")
    if not learned:
        raise ValueError("no wrapper was learned of that source yet")
    output.write_text(wrapper_text(learned), encoding="utf-8")
    layouts = learned["layouts"]
    names = [name for one in layouts for name in one["columns"]["names"].values() if name]
    print(f"{len(layouts)} layout(s), {len(dict.fromkeys(names))} columns written to {output}")
    return 0
