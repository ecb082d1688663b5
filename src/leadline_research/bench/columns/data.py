"""Tables of SWDE: columns of sites by site, and the attribute that each column holds."""

from __future__ import annotations

import csv
import html
import json
import re
from typing import TYPE_CHECKING, Final, NamedTuple

from leadline.errors import LeadlineError
from leadline.integrate.schema.profile import SchemaProfile, profile_column
from leadline.values.lists import join_values

if TYPE_CHECKING:
    from pathlib import Path

GOLD_FILE: Final = "gold_columns.json"
SITE_FILE: Final = re.compile(r"(?:[^-]+-)?(?P<site>[^-(]+)(?:\(\d+\))?\.json")


class LabelledSite(NamedTuple):
    """Columns of one site, and the attribute of each ('' for none)."""

    name: str
    profiles: dict[str, SchemaProfile]
    attributes: dict[str, str]


def read_sites(data: Path) -> list[LabelledSite]:
    """Read ``gold_columns.json`` and the site files in the folders beside it."""
    try:
        gold = json.loads((data / GOLD_FILE).read_text(encoding="utf-8"))
    except FileNotFoundError as fault:
        raise LeadlineError(f"{data} has no {GOLD_FILE}") from fault
    files = {
        match["site"]: path
        for path in sorted(data.glob("*/*.json"))
        if (match := SITE_FILE.fullmatch(path.name)) and match["site"] in gold
    }
    sites = []
    for name, columns in sorted(gold.items()):
        if name in files:
            records = json.loads(files[name].read_text(encoding="utf-8"))
            profiles = {
                column: profile_column(column, _cells(records, column)) for column in columns
            }
            sites.append(LabelledSite(name, profiles, {c: a or "" for c, a in columns.items()}))
    return sites


def read_tables(folder: Path) -> list[LabelledSite]:
    """Read the two tables of a folder of ``bench match``; shared names are the attributes."""
    tables = {}
    for path in sorted(folder.glob("[ab].csv")):
        with path.open(encoding="utf-8", newline="") as file:
            rows = list(csv.DictReader(file))
        names = [name for name in rows[0] if name != "id"]
        tables[path.stem] = {name: [row[name] or "" for row in rows] for name in names}
    shared = set.intersection(*(set(columns) for columns in tables.values()))
    return [
        LabelledSite(
            name,
            {column: profile_column(column, cells) for column, cells in columns.items()},
            {column: column if column in shared else "" for column in columns},
        )
        for name, columns in tables.items()
    ]


def _cells(records: dict[str, dict[str, list[str]]], column: str) -> list[str]:
    return [join_values(map(html.unescape, record.get(column, ()))) for record in records.values()]
