"""``leadline wrapper``: what was learned of a source's pages, as a file to read and edit."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

from leadline.app.project import Project
from leadline.fetch import Locator, PageArchive
from leadline.store import Reader
from leadline.wrapper.export.web_poet import page_object
from leadline.wrapper.file import wrapper_text
from leadline.wrapper.wrapper import Wrapper as WrapperReader

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from leadline.model import Page

MOST_PAGES: Final = 6
"""Pages that selectors are learned from."""


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
    if output.suffix == ".py":
        return _write_page_object(project, source or keys[0], learned, output)
    output.write_text(wrapper_text(learned), encoding="utf-8")
    layouts = learned["layouts"]
    names = [name for one in layouts for name in one["columns"]["names"].values() if name]
    print(f"{len(layouts)} layout(s), {len(dict.fromkeys(names))} columns written to {output}")
    return 0


def _write_page_object(project: Path, key: str, learned: dict[str, Any], output: Path) -> int:
    """A page object for web-poet, its selectors learned from pages of the archive."""
    reader = WrapperReader.from_dict(learned)
    readings = [reader.read(page, query) for page, query in _pages(Project(project), key)]
    words = re.findall(r"[A-Za-z0-9]+", key.partition("/")[0].partition(":")[0])
    name = "".join(word.capitalize() for word in words) + "Page"
    text, rules = page_object(reader, readings, name if name[0].isalpha() else f"Source{name}")
    output.write_text(text, encoding="utf-8")
    print(f"{len(rules.columns)} columns written to {output}")
    if rules.missing:
        print(f"no selector reads {', '.join(rules.missing)}; they were left out")
    return 0


def _pages(project: Project, key: str) -> Iterator[tuple[Page, str]]:
    """A few pages that brought records, with the queries asked."""
    with Reader(project.store) as store, PageArchive(project.pages) as archive:
        queries = {query.id: query.text for query in store.queries(key)}
        held = [one for one in store.pages(key) if one.records > 1 and one.locator is not None]
        for one in held[:MOST_PAGES]:
            if one.locator is not None:
                page = archive.read(Locator(*one.locator))
                yield page, queries.get(one.query or 0, "")
