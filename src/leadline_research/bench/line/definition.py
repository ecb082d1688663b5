"""Definition of a line, read from ``line.toml`` with as few demands as possible.

    topic = "films"                       # else [domain] name, else the name of the folder
    site = "../../sites/site"             # script with install, start, stop and truth
    sites = ["namazu", "mediawiki", "trac"]
    domain = ["namazu", "mediawiki"]      # which of them belong; without it, all
    decoys = "decoys"                     # folder of HTML pages
    gold = "entities.csv"                 # table of entities; or {columns = ["title", "year"]}

Names of keys may be other usual ones (`KEYS`). A site may be a table with its own ``script``,
``text`` of its link, ``url`` (already served), ``truth`` (a file) and ``domain = true``.

>>> read_sites({"site": [{"name": "a", "script": "x/site", "domain": True}, {"name": "b"}]})
[SiteEntry(name='a', script='x/site', text='', url='', truth='', belongs=True),
 SiteEntry(name='b', script='', text='', url='', truth='', belongs=None)]
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

from leadline_research.bench.folders import naming

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

LINE_TOML: Final = "line.toml"
KEYS: Final = {
    "topic": ("topic", "subject", "query"),
    "script": ("site", "script", "site_script", "starter", "start"),
    "sites": ("sites", "site", "sources", "source"),
    "domain": (
        "domain",
        "interfaces",
        "interface",
        "belongs",
        "belong",
        "wanted",
        "relevant",
        "in_domain",
        "domain_sites",
        "domain_interfaces",
        "target",
        "targets",
    ),
    "decoys": ("decoys", "decoy", "decoy_pages", "pages"),
    "gold": ("gold", "entities", "gold_table", "truth", "gold_entities"),
    "text": ("text", "label", "title", "description", "content"),
    "links": ("links", "link_text"),
}
"""Names under which each fact may stand."""
SCRIPT_PLACES: Final = ("site", "sites/site", "../site", "../sites/site", "../../sites/site")
"""Where the script is looked for if it is not named, from the folder of the line."""
DECOY_PLACES: Final = ("decoys", "decoy", "pages")
GOLD_PLACES: Final = ("entities.*", "gold.*", "gold/entities.*")
"""Where decoys and the gold table are looked for if they are not named."""


@dataclass(frozen=True, slots=True)
class SiteEntry:
    """A site of a line; empty texts are unknown, ``belongs`` None is decided by ``domain``."""

    name: str
    script: str = ""
    text: str = ""
    url: str = ""
    truth: str = ""
    belongs: bool | None = None


@dataclass(frozen=True, slots=True)
class LineDefinition:
    """A line: ``wanted`` names the sites of the domain, ``attributes`` are a plan's tables.

    ``gold`` is a file, ``gold_columns`` columns of the truths whose equal values make an entity;
    None: nothing says what is one.
    """

    folder: Path
    topic: str
    sites: tuple[SiteEntry, ...]
    wanted: tuple[str, ...]
    decoys: Path | None = None
    gold: Path | None = None
    gold_columns: tuple[str, ...] | None = None
    links: str = ""
    attributes: tuple[Mapping[str, Any], ...] = ()


def read_line(data: Path) -> LineDefinition:
    """Read the definition in a folder, or in the file itself; raise ``ValueError``."""
    file = data / LINE_TOML if data.is_dir() else data
    with naming(file):
        content = tomllib.loads(file.read_text(encoding="utf-8-sig"))
    folder = file.parent
    for name in ("line", "bench"):  # all of it may stand in one table
        if isinstance(content.get(name), dict):
            content = {**content, **content[name]}
    sites = read_sites(content)
    if not sites:
        raise ValueError(f'{file} names no sites: sites = ["NAME", ...]')
    script = _script(content, folder)
    sites = [
        replace(
            site,
            script=str((folder / site.script).resolve()) if site.script else script,
            truth=str((folder / site.truth).resolve()) if site.truth else "",
        )
        for site in sites
    ]
    gold, columns = _gold(content, folder)
    return LineDefinition(
        folder,
        _topic(content, folder),
        tuple(sites),
        _wanted(content, sites, file),
        _path(_of(content, "decoys"), folder) or _first(folder, DECOY_PLACES),
        gold,
        columns,
        str(_of(content, "links") or ""),
        tuple(content.get("attribute", ())),
    )


def _of(content: Mapping[str, Any], fact: str) -> Any:
    return next((content[key] for key in KEYS[fact] if key in content), None)


def read_sites(content: Mapping[str, Any]) -> list[SiteEntry]:
    """Return the sites: a list of names or of tables, or a table by name."""
    for key in KEYS["sites"]:
        given = content.get(key)
        if isinstance(given, list):
            return [_entry(each) for each in given]
        if isinstance(given, dict) and given and all(map(_is_names, given.values())):
            return [_entry(each) for names in given.values() for each in names]
        if isinstance(given, dict) and not {"name", "names"} & set(given):
            return [_entry({"name": name, **_told(each)}) for name, each in given.items()]
        if isinstance(given, dict) and isinstance(given.get("names"), list):
            rest = {name: value for name, value in given.items() if name != "names"}
            return [_entry({**rest, "name": name}) for name in given["names"]]
    return []


def _is_names(told: Any) -> bool:
    """Whether it is a list of names, as in ``[sites] domain = ["a"]``, ``others = ["b"]``."""
    return isinstance(told, list) and all(isinstance(name, str) for name in told)


def _told(each: Any) -> dict[str, Any]:
    return dict(each) if isinstance(each, dict) else {"script": each}


def _entry(each: Any) -> SiteEntry:
    if isinstance(each, str):
        return SiteEntry(each)
    belongs = next((each[k] for k in KEYS["domain"] if isinstance(each.get(k), bool)), None)
    name = each.get("name") or each.get("site") or each.get("id")
    if not isinstance(name, str):
        raise ValueError(f"a site has no name: {each}")
    script = next((each[k] for k in KEYS["script"] if isinstance(each.get(k), str)), "")
    return SiteEntry(
        name,
        "" if script == name else script,
        next((each[k] for k in KEYS["text"] if isinstance(each.get(k), str)), ""),
        str(each.get("url", "")),
        str(each.get("truth", "")),
        belongs,
    )


def _script(content: Mapping[str, Any], folder: Path) -> str:
    """Return the script that starts sites: as named, else from the usual places."""
    named = [content[key] for key in KEYS["script"] if isinstance(content.get(key), str)]
    tables = (content[key] for key in KEYS["sites"] if isinstance(content.get(key), dict))
    named += [
        table[key] for table in tables for key in KEYS["script"] if isinstance(table.get(key), str)
    ]
    for place in (*named, *SCRIPT_PLACES):
        path = folder / place
        path = path / "site" if path.is_dir() else path
        if path.is_file():
            return str(path.resolve())
    return ""


def _topic(content: Mapping[str, Any], folder: Path) -> str:
    told = _of(content, "topic")
    domain = content.get("domain")
    if told is None and isinstance(domain, dict):
        told = _of(domain, "topic") or domain.get("name")
    if told is None and isinstance(domain, str):
        told = domain
    if isinstance(told, list):
        told = ", ".join(map(str, told))
    return str(told or content.get("name") or folder.resolve().name)


def _wanted(content: Mapping[str, Any], sites: list[SiteEntry], file: Path) -> tuple[str, ...]:
    """Return the names of the sites of the domain: flagged, listed, or all."""
    flagged = [site.name for site in sites if site.belongs]
    if flagged:
        return tuple(flagged)
    names = [site.name for site in sites]
    given = [content[key] for key in (*KEYS["domain"], *KEYS["sites"]) if key in content]
    for table in [told for told in given if isinstance(told, dict)]:
        given += [table[key] for key in (*KEYS["domain"], *KEYS["sites"]) if key in table]
        given.append([name for name, belongs in table.items() if belongs is True])
    own = [content.get(key) for key in KEYS["sites"]]
    for told in (each for each in given if each not in own):
        entries = told if isinstance(told, list) else []
        listed = [site for entry in entries if (site := _named(entry, names))]
        if listed:
            if len(listed) < len(entries):
                raise ValueError(f"{file}: of {entries} not all are sites: {', '.join(names)}")
            return tuple(dict.fromkeys(listed))
    return tuple(names)


def _named(entry: Any, names: list[str]) -> str:
    """Return the site that an entry means: a name, or an interface such as "namazu/search"."""
    if isinstance(entry, dict):
        entry = entry.get("site") or entry.get("name") or entry.get("id") or ""
    begin = str(entry).split("/")[0].split(":")[0]
    return str(entry) if entry in names else begin if begin in names else ""


def _path(told: Any, folder: Path) -> Path | None:
    if isinstance(told, dict):
        told = told.get("folder") or told.get("path") or told.get("file")
    if not isinstance(told, str) or not told:
        return None
    path = folder / told
    if not path.exists():
        raise ValueError(f"there is no {path}")
    return path


def _first(folder: Path, places: tuple[str, ...]) -> Path | None:
    return next((path for place in places for path in sorted(folder.glob(place))), None)


def _gold(content: Mapping[str, Any], folder: Path) -> tuple[Path | None, tuple[str, ...] | None]:
    """Return the file of the gold table, or the columns that make an entity."""
    told = _of(content, "gold")
    if isinstance(told, dict) and isinstance(told.get("columns"), list):
        return None, tuple(map(str, told["columns"]))
    return _path(told, folder) or _first(folder, GOLD_PLACES), None
