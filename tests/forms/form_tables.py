"""Tables of test cases: one JSON array a line, lines that begin with ``#`` are comments."""

import json
from pathlib import Path
from typing import Any


def rows_of(name: str) -> list[tuple[Any, ...]]:
    """Return the rows of a table beside this file."""
    lines = Path(__file__).with_name(name).read_text(encoding="utf-8").splitlines()
    return [tuple(json.loads(line)) for line in lines if not line.startswith("#")]
