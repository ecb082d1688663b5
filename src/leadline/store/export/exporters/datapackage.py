"""A table that describes itself: a zip with the rows, a Data Package and an RO-Crate.

``records.csv`` holds the rows; ``datapackage.json`` (Frictionless) describes every column, source
and gap; ``ro-crate-metadata.json`` (RO-Crate 1.1) says the same for archives: what was taken from
where and when, by which program, and what is claimed of the whole.
"""

import json
from collections.abc import Iterator, Sequence
from csv import writer
from datetime import datetime
from io import TextIOWrapper
from pathlib import Path
from typing import Any, Final
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from leadline.store.export.formats import (
    INSTANTS,
    PAGES,
    Exporter,
    OutputTable,
    TableSource,
    plain,
    without_controls,
)

TABLE: Final = "records.csv"
TYPES_OF_FIELDS: Final = {
    "int": "integer",
    "float": "number",
    "bool": "boolean",
    "date": "date",
    "datetime": "datetime",
    "instant": "datetime",
    "list": "array",
}
PROVENANCE: Final = {
    "_source": "the source that the row is from, a name in `sources`",
    "_key": "what tells the record from all others of its source",
    "_page": "number of the page in the archive of the project",
    "_page_url": "address of the page that showed the record",
    "_query": "what was asked when the page came",
    "_fetched_at": "when the page came, in UTC",
    "_kind": "the type of the record, where a source has several",
    "_detail_page": "number of the record's own page in the archive",
    "_detail_url": "address of the record's own page",
    "_detail_fetched_at": "when the record's own page came, in UTC",
    "_first_seen": "when the record was seen first, in UTC",
    "_last_seen": "when the record was seen last, in UTC",
    "_gone_at": "since when the record is no longer shown, in UTC",
}
PROGRAM: Final = {"@id": "#leadline", "@type": "SoftwareApplication", "name": "leadline"}
CRATE: Final = "https://w3id.org/ro/crate/1.1"
RUN_PROFILE: Final = "https://w3id.org/ro/wfrun/process/0.5"
"""Profile of crates that say which program made what, when and of what (PROV as actions)."""


def write_package(path: Path, table: OutputTable, *, guard: bool) -> None:
    """Write the zip. Cells are written as they are: a package is read by programs."""
    filled = [0] * len(table.names)
    count = 0
    with ZipFile(path, "w", ZIP_DEFLATED) as file:
        rows = ZipInfo(TABLE)
        rows.compress_type = ZIP_DEFLATED
        with (
            file.open(rows, "w", force_zip64=True) as raw,
            TextIOWrapper(raw, "utf-8", newline="") as text,
        ):
            lines = writer(text)
            lines.writerow(table.names)
            for row in table.rows:
                count += 1
                lines.writerow([without_controls(plain(cell)) for cell in row])
                for place, cell in enumerate(row):
                    filled[place] += cell is not None
        sources = table.sources()
        crate = {"@context": f"{CRATE}/context", "@graph": [*_crate(count, sources)]}
        for name, described in (
            ("datapackage.json", package_of(table, filled, count, sources)),
            ("ro-crate-metadata.json", crate),
        ):
            content = json.dumps(described, ensure_ascii=False, indent=1)
            file.writestr(ZipInfo(name), content, ZIP_DEFLATED)


def package_of(
    table: OutputTable, filled: Sequence[int], count: int, sources: Sequence[TableSource]
) -> dict[str, Any]:
    """Describe a table: its columns with how many rows fill them, its sources, what is claimed."""
    fields = [
        {
            "name": name,
            "type": _type(name, table.kinds.get(name, "")),
            "leadline:filled": filled[place],
            **({"description": PROVENANCE[name]} if name in PROVENANCE else {}),
        }
        for place, name in enumerate(table.names)
    ]
    resource = {
        "name": "records",
        "path": TABLE,
        "profile": "tabular-data-resource",
        "format": "csv",
        "mediatype": "text/csv",
        "encoding": "utf-8",
        "schema": {"fields": fields, "missingValues": [""]},
        "leadline:rows": count,
    }
    return {
        "profile": "tabular-data-package",
        "name": "records",
        "title": title_of(count, sources),
        "created": _latest(sources),
        "sources": [*map(source_of, sources)],
        "resources": [resource],
    }


def _type(name: str, kind: str) -> str:
    if name in INSTANTS:
        return "datetime"
    return "integer" if name in PAGES else TYPES_OF_FIELDS.get(kind, "string")


def source_of(source: TableSource) -> dict[str, Any]:
    """Return a source, and what is claimed of its whole, without what is not known."""
    said = {
        "verdict": source.verdict,
        "reason": source.reason,
        "doubts": list(source.doubts),
        "missing_at_most": source.missing_at_most,
        "records": source.records,
        "requests": source.requests,
        "began": plain(source.began),
        "ended": plain(source.ended),
    }
    nothing: tuple[object, ...] = (None, "", [])
    claim = {f"leadline:{name}": value for name, value in said.items() if value not in nothing}
    return {"title": source.key, "path": source.url, **claim}


def _crate(count: int, sources: Sequence[TableSource]) -> Iterator[dict[str, Any]]:
    """Yield the entities of the crate: itself, the table, each source and its harvest."""
    yield {
        "@id": "ro-crate-metadata.json",
        "@type": "CreativeWork",
        "about": {"@id": "./"},
        "conformsTo": {"@id": CRATE},
    }
    yield {
        "@id": "./",
        "@type": "Dataset",
        "name": title_of(count, sources),
        "conformsTo": {"@id": RUN_PROFILE},
        "description": claims_of(sources) or "A table of records.",
        **({"datePublished": latest} if (latest := _latest(sources)) else {}),
        "hasPart": [{"@id": TABLE}, {"@id": "datapackage.json"}],
        "mentions": [{"@id": f"#harvest-{number}"} for number, _ in enumerate(sources, 1)],
    }
    profile = {"@id": RUN_PROFILE, "@type": "CreativeWork", "name": "Process Run Crate"}
    yield profile | {"version": "0.5"}
    yield {"@id": TABLE, "@type": "File", "name": "records", "encodingFormat": "text/csv"}
    yield {
        "@id": "datapackage.json",
        "@type": "File",
        "name": "columns, sources and claims",
        "encodingFormat": "application/json",
    }
    yield PROGRAM
    for number, source in enumerate(sources, 1):
        yield {
            "@id": f"#harvest-{number}",
            "@type": "CreateAction",
            "name": f"harvest of {source.key}",
            "instrument": {"@id": PROGRAM["@id"]},
            "object": {"@id": source.url or f"#source-{number}"},
            "result": {"@id": TABLE},
            "description": sentence_of(source),
            **({"startTime": plain(source.began)} if source.began else {}),
            **({"endTime": plain(source.ended)} if source.ended else {}),
        }
        yield {"@id": source.url or f"#source-{number}", "@type": "WebSite", "name": source.key}


def title_of(count: int, sources: Sequence[TableSource]) -> str:
    """Return how many records a table holds, and of what."""
    return f"{count:,} records of {', '.join(source.key for source in sources) or 'a table'}"


def sentence_of(source: TableSource) -> str:
    """Return what is claimed of a source, in one sentence."""
    bound = source.missing_at_most
    missing = "" if bound is None else f"; at most {bound:.1%} missing (95 %)"
    doubts = "".join(f" {doubt.rstrip('.')}." for doubt in source.doubts)
    return f"{source.key}: {source.verdict}, {source.records:,} records{missing}.{doubts}"


def claims_of(sources: Sequence[TableSource]) -> str:
    """Return what is claimed of each source, in a sentence each."""
    return " ".join(map(sentence_of, sources))


def _latest(sources: Sequence[TableSource]) -> str:
    ends: list[datetime] = [source.ended for source in sources if source.ended]
    return plain(max(ends)) or "" if ends else ""


EXPORTERS: Final = (Exporter("datapackage", (".zip",), write_package),)
