"""Names of the attributes of a project: from its plan, from usual names, and from the values."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import lru_cache
from importlib.util import find_spec
from typing import TYPE_CHECKING, Final

from leadline.app.project import PLAN_FILE, read_plan
from leadline.ask.attributes import AttributeNames, columns_by_choices
from leadline.errors import Locked
from leadline.forms.serialize import interface_from_dict
from leadline.integrate.schema.mapping import columns_of_records, map_columns

if TYPE_CHECKING:
    from pathlib import Path

    from leadline.app.project import Plan
    from leadline.store.search.index import ColumnNames, SearchIndex
    from leadline.store.search.reader import IndexReader

MAPPED_RECORDS: Final = 200
"""Records of each source by whose values its columns are matched with those of others."""


def project_names(folder: Path, reader: IndexReader, index: SearchIndex) -> AttributeNames:
    """Return the names of attributes; columns are matched once for each state of the sources."""
    path = folder / PLAN_FILE
    plan = _plan(path, path.stat().st_mtime_ns) if path.is_file() else None
    given = {each.key: dict(each.columns) for each in plan.sources} if plan else {}
    domain = plan.domain if plan else None

    def match_columns() -> ColumnNames:
        tables = {}
        for source in reader.sources():
            records = [
                replace(record, fields=tuple(f for f in record.fields if f.kind == "text"))
                for record in reader.sample(source.key, MAPPED_RECORDS)
            ]
            if records:
                tables[source.key] = columns_of_records(records)
        mapped: ColumnNames = {}
        if len(tables) > 1 and find_spec("rapidfuzz") is not None:
            mapped = map_columns(tables, domain, given=given).by_source
        users = Counter(name for columns in mapped.values() for name in columns.values())
        for key, columns in tables.items():
            form = reader.learned(key).get("interface")
            labels = columns_by_choices(columns, interface_from_dict(form)) if form else {}
            names = mapped.setdefault(key, {})
            names |= {c: label for c, label in labels.items() if users[names.get(c, "")] < 2}
        return mapped

    try:
        mapped = index.mapping(match_columns)
    except Locked:
        mapped = {}
    return AttributeNames(domain, given, mapped)


@lru_cache(maxsize=8)
def _plan(path: Path, _: int) -> Plan:
    return read_plan(path)
