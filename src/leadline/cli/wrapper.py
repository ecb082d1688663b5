"""``leadline wrapper``: write the wrapper of a source to a file to read, edit and reuse."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from leadline.app.project import Project
from leadline.cli.tables.write import check_place
from leadline.fetch import PageArchive
from leadline.model import Page
from leadline.page.masks import MASK, masked, masked_all
from leadline.store import Reader
from leadline.wrapper.file import is_call, wrapper_text
from leadline.wrapper.wrapper import Wrapper as WrapperReader
from leadline_web_poet.page_object import page_object

SPIDER_SUFFIX: Final = "_spider.py"
WRAPPER_SUFFIXES: Final = (".json", ".py")
MAX_PAGES_FOR_SELECTORS: Final = 6
"""Pages from which selectors are learned."""


def run(project: Path, source: str, output: Path) -> int:
    """Write the wrapper of the named source, or of the only one."""
    if output.suffix not in WRAPPER_SUFFIXES:
        raise ValueError(f"{output}: a wrapper is written as .json, or as a page object, .py")
    check_place(output)
    store = project if project.is_file() else Project(project).present_store()
    with Reader(store) as reader:
        keys = [stored.key for stored in reader.sources()]
        if not source and len(keys) != 1:
            raise ValueError(f"name one of the sources with --source: {', '.join(keys) or 'none'}")
        learned = reader.learned(source or keys[0]).get("wrapper")
    if not learned:
        raise ValueError("no wrapper was learned of that source yet")
    if is_call(learned):
        if output.suffix == ".py":
            raise ValueError("the records come by a call, not in pages; write it as .json")
        _write(output, wrapper_text(masked_all(learned)))
        print(f"a call with {len(learned['names'])} values a record written to {output}")
        return 0
    if output.suffix == ".py":
        return _write_page_object(project, source or keys[0], learned, output)
    _write(output, wrapper_text(masked_all(learned)))
    layouts = learned["layouts"]
    names = [name for layout in layouts for name in layout["columns"]["names"].values() if name]
    print(f"{len(layouts)} layout(s), {len(dict.fromkeys(names))} columns written to {output}")
    return 0


def _write_page_object(project: Path, key: str, learned: dict[str, Any], output: Path) -> int:
    """Write a page object for web-poet; its selectors are learned from archived pages."""
    reader = WrapperReader.from_dict(learned)
    readings = [reader.read(page, query) for page, query in _pages(Project(project), key)]
    words = re.findall(r"[A-Za-z0-9]+", key.partition("/")[0].partition(":")[0])
    name = "".join(word.capitalize() for word in words) + "Page"
    name = name if name[0].isalpha() else f"Source{name}"
    is_spider = output.name.endswith(SPIDER_SUFFIX)
    text, rules = page_object(reader, readings, name, _addresses(project, key) if is_spider else ())
    _write(output, masked(text))
    print(f"{len(rules.columns)} columns written to {output}")
    if rules.missing:
        print(f"no selector reads {', '.join(rules.missing)}; they were left out")
    return 0


def _write(output: Path, text: str) -> None:
    """Write a file whose secrets are masked, and say so."""
    output.write_text(text, encoding="utf-8")
    if MASK in text:
        print(f"secrets in it are masked: put them in place of {MASK} before it is used")


def _addresses(project: Path, key: str) -> list[str]:
    """Addresses of the pages with records that need no form to be sent."""
    with Reader(Project(project).store) as store:
        pages = [one for one in store.pages(key) if one.records and one.method == "GET"]
    return [*dict.fromkeys(page.url for page in pages)]


def _pages(project: Project, key: str) -> Iterator[tuple[Page, str]]:
    """Some archived pages with records, each with its query."""
    with Reader(project.store) as store, PageArchive(project.pages) as archive:
        queries = {query.id: query.text for query in store.queries(key)}
        with_records = [stored for stored in store.pages(key) if stored.records > 1]
        for stored in with_records[:MAX_PAGES_FOR_SELECTORS]:
            if stored.locator is not None:
                page = archive.read(stored.locator)
                yield page, queries.get(stored.query or 0, "")
