"""Ids of entities, kept from run to run: a CSV file in the folder of a project."""

import csv
from pathlib import Path
from typing import Final

from leadline.integrate.fusion import FusedEntities
from leadline.integrate.record_table import Member
from leadline.store.export.table import write_rows
from leadline.store.seals import break_seal, intact_lines, seal

ENTITIES_FILE: Final = "entities.csv"
ID_COLUMNS: Final = ("id", "source", "key")


def read_ids(path: Path) -> dict[Member, str]:
    """Ids that members had in the last run, as far as they can be read."""
    if not path.is_file():
        return {}
    try:
        rows = csv.DictReader(filter(None, intact_lines(path)))
        named = {*ID_COLUMNS} <= {*(rows.fieldnames or ())}
        return {(row["source"], row["key"]): row["id"] for row in rows} if named else {}
    except csv.Error:  # a damaged file: ids are given anew
        return {}


def write_ids(path: Path, entities: FusedEntities) -> None:
    """Write the id of every member; the file is sealed, so that damage is seen."""
    rows = ([id, *member] for id, members in entities.members() for member in members)
    break_seal(path)
    write_rows(path, ID_COLUMNS, rows)
    seal(path)
