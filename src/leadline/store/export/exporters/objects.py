"""Tables as objects of JSON: one array, or one object a line, in UTF-8."""

import json
from pathlib import Path
from typing import Final

from leadline.store.export.formats import Exporter, OutputTable, record_of


def write_json(path: Path, table: OutputTable, *, guard: bool) -> None:
    """Write one array of objects in UTF-8, an object a line; a missing value has no member."""
    with path.open("w", encoding="utf-8", newline="\n") as file:
        before = "[\n"
        for row in table.rows:
            file.write(before + json.dumps(record_of(table.names, row), ensure_ascii=False))
            before = ",\n"
        file.write("\n]\n" if before != "[\n" else "[]\n")


def write_jsonl(path: Path, table: OutputTable, *, guard: bool) -> None:
    """Write one object a line in UTF-8; a missing value has no member."""
    with path.open("w", encoding="utf-8", newline="\n") as file:
        for row in table.rows:
            file.write(json.dumps(record_of(table.names, row), ensure_ascii=False) + "\n")


EXPORTERS: Final = (
    Exporter("json", (".json",), write_json),
    Exporter("jsonl", (".jsonl", ".ndjson"), write_jsonl),
)
