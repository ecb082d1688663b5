"""Tables of works for reference managers: BibTeX, RIS and CSL-JSON, by the roles of columns.

A column without a role is kept as a note, so nothing of a row is lost.

>>> from leadline.store.export.roles import Work
>>> work = Work(["title", "author", "year", "shelf"], ["Fog & Sea", "Anna Lo; B. Yi", "1998", "7"])
>>> print(bibtex_entry(work, "lo1998", "other"), end="")
@misc{lo1998,
  title = {Fog \\& Sea},
  author = {{Anna Lo} and {B. Yi}},
  year = {1998},
  note = {shelf: 7},
}
>>> ris_entry(work, "other").splitlines()[:3]
['TY  - GEN', 'TI  - Fog & Sea', 'AU  - Anna Lo']
"""

import json
import re
from collections.abc import Iterable, Iterator
from itertools import chain
from pathlib import Path
from typing import Final
from unicodedata import normalize

from leadline.store.export.exporters.datapackage import sentence_of
from leadline.store.export.formats import Exporter, OutputTable, TableSource
from leadline.store.export.roles import Work, kind_of_work, roles_of

ROLES: Final = (
    # role, BibTeX, RIS, CSL
    ("publisher", "publisher", "PB", "publisher"),
    ("place", "address", "CY", "publisher-place"),
    ("journal", "journal", "T2", "container-title"),
    ("volume", "volume", "VL", "volume"),
    ("issue", "number", "IS", "issue"),
    ("pages", "pages", "SP", "page"),
    ("edition", "edition", "ET", "edition"),
    ("series", "series", "T3", "collection-title"),
    ("isbn", "isbn", "SN", "ISBN"),
    ("issn", "issn", "SN", "ISSN"),
    ("doi", "doi", "DO", "DOI"),
    ("language", "language", "LA", "language"),
    ("synopsis", "abstract", "AB", "abstract"),
)
TYPES_OF_WORKS: Final = {
    "article": ("article", "JOUR", "article-journal"),
    "book": ("book", "BOOK", "book"),
    "other": ("misc", "GEN", "document"),
}
TEX_SIGNS: Final = {
    **{sign: f"\\{sign}" for sign in "&%$#_{}"},
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
}
LINE_ENDS: Final = re.compile("\r\n|[\t\r\n]")
NO_KEY_SIGNS: Final = re.compile(r"[^0-9a-z]+")
FAMILY_FIRST: Final = re.compile(r"([^,]{1,80}),\s*([^,]{1,80})")
"""A name with its family name first: this order is kept, any other is left as one name."""


def _works(table: OutputTable) -> Iterator[tuple[Work, str]]:
    """Yield each row with what kind of work it is: by the roles that are filled."""
    roles = roles_of(table.names)
    for row in table.rows:
        filled = [role for role, place in roles.items() if row[place] not in (None, "")]
        yield Work(table.names, row, roles), kind_of_work(filled)


def write_bibtex(path: Path, table: OutputTable, *, guard: bool) -> None:
    """Write what is claimed of each source, then an entry a row; what TeX would run is escaped."""
    taken = set[str]()
    with path.open("w", encoding="utf-8", newline="\n") as file:
        file.writelines(f"@comment{{{_tex(sentence_of(one))}}}\n" for one in table.sources())
        for work, kind in _works(table):
            file.write(bibtex_entry(work, _cite_key(work, taken), kind) + "\n")


def write_ris(path: Path, table: OutputTable, *, guard: bool) -> None:
    """Write each source as a data set with its claim, then a reference a row, a tag a line."""
    with path.open("w", encoding="utf-8", newline="\n") as file:
        for one in table.sources():
            tags = (("TY", "DATA"), ("TI", one.key), ("UR", one.url), ("N1", sentence_of(one)))
            file.write(_tagged(tags) + "\n")
        for work, kind in _works(table):
            file.write(ris_entry(work, kind) + "\n")


def write_csl(path: Path, table: OutputTable, *, guard: bool) -> None:
    """Write one array of items of CSL, an item a line; the first are the sources as data sets."""
    before = "[\n"
    works = enumerate(_works(table), 1)
    items = (csl_item(work, work.key or str(number), kind) for number, (work, kind) in works)
    with path.open("w", encoding="utf-8", newline="\n") as file:
        for item in chain(map(_csl_source, table.sources()), items):
            file.write(before + json.dumps(item, ensure_ascii=False))
            before = ",\n"
        file.write("\n]\n" if before != "[\n" else "[]\n")


def bibtex_entry(work: Work, key: str, kind: str) -> str:
    """Return an entry of BibTeX; a name that is not written family first stands in braces."""
    fields = [("title", _tex(work.one("title")))]
    names = [_tex(name) for name in work.all("creator")]
    fields.append(("author", " and ".join(n if is_family_first(n) else f"{{{n}}}" for n in names)))
    fields += [("year", work.year)]
    fields += [(tag, _tex(work.one(role))) for role, tag, _, _ in ROLES]
    fields.append(("keywords", _tex(", ".join(work.all("subject")))))
    fields += [("url", _tex(work.address)), ("urldate", work.own("_fetched_at")[:10])]
    fields.append(("note", "; ".join(f"{_tex(name)}: {_tex(text)}" for name, text in work.rest)))
    lines = "".join(f"  {tag} = {{{text}}},\n" for tag, text in fields if text)
    return f"@{TYPES_OF_WORKS[kind][0]}{{{key},\n{lines}}}\n"


def ris_entry(work: Work, kind: str) -> str:
    """Return a reference of RIS; columns without a role are notes."""
    tags = [("TY", TYPES_OF_WORKS[kind][1]), ("TI", work.one("title"))]
    tags += [("AU", name) for name in work.all("creator")]
    tags.append(("PY", work.year))
    tags += [(tag, work.one(role)) for role, _, tag, _ in ROLES]
    tags += [("KW", word) for word in work.all("subject")]
    tags += [("UR", work.address), ("Y2", work.own("_fetched_at")[:10].replace("-", "/"))]
    tags += [("N1", f"{name}: {text}") for name, text in work.rest]
    return _tagged(tags)


def _tagged(tags: Iterable[tuple[str, str]]) -> str:
    lines = ((tag, LINE_ENDS.sub(" ", text)) for tag, text in tags if text)
    return "".join(f"{tag}  - {text}\n" for tag, text in lines) + "ER  - \n"


def csl_item(work: Work, key: str, kind: str) -> dict[str, object]:
    """Return an item of CSL-JSON; columns without a role lie under ``custom``."""
    item: dict[str, object] = {"id": key, "type": TYPES_OF_WORKS[kind][2]}
    item["title"] = work.one("title")
    item["author"] = [_csl_name(name) for name in work.all("creator")]
    item["issued"] = {"date-parts": [[int(work.year)]]} if work.year else None
    item |= {tag: work.one(role) for role, _, _, tag in ROLES}
    item |= {"keyword": ", ".join(work.all("subject")), "URL": work.address}
    day = work.own("_fetched_at")[:10]
    item["accessed"] = {"date-parts": [[*map(int, day.split("-"))]]} if day else None
    item["custom"] = dict(work.rest)
    return {tag: value for tag, value in item.items() if value}


def _csl_source(source: TableSource) -> dict[str, object]:
    said = {"id": source.url, "type": "dataset", "title": source.key}
    return {**said, "URL": source.url, "note": sentence_of(source)}


def is_family_first(name: str) -> bool:
    """Tell whether a name is written "Family, Given".

    >>> [is_family_first(name) for name in ("Lo, Anna", "Anna Lo", "Anna Lo, Bo Yi")]
    [True, False, False]
    """
    parts = FAMILY_FIRST.fullmatch(name)
    return bool(parts and min(len(parts[1].split()), len(parts[2].split())) == 1)


def _csl_name(name: str) -> dict[str, str]:
    parts = FAMILY_FIRST.fullmatch(name)
    if parts is None or not is_family_first(name):
        return {"literal": name}
    return {"family": parts[1].strip(), "given": parts[2].strip()}


def _tex(text: str) -> str:
    return "".join(TEX_SIGNS.get(sign, sign) for sign in text)


def _cite_key(work: Work, taken: set[str]) -> str:
    """Return a key that is no other's: the last word of the first name, the year, a number."""
    name = next(iter(work.all("creator")), "") or work.one("title")
    family = name.partition(",")[0] if is_family_first(name) else name.rpartition(" ")[2]
    folded = normalize("NFKD", family).casefold()
    base = wanted = (NO_KEY_SIGNS.sub("", folded)[:40] or "work") + work.year
    number = 1
    while wanted in taken:
        number += 1
        wanted = f"{base}-{number}"
    taken.add(wanted)
    return wanted


EXPORTERS: Final = (
    Exporter("bibtex", (".bib",), write_bibtex),
    Exporter("ris", (".ris",), write_ris),
    Exporter("csl", (".csljson",), write_csl),
)
