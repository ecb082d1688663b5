"""``leadline bench``: run one experiment and print one JSON object.

Unknown options, missing data and files that cannot be written are refused before the experiment.
"""

from __future__ import annotations

import json
from contextlib import contextmanager
from importlib import import_module
from typing import TYPE_CHECKING, Any

from leadline.cli.terminal.words import disk_trouble
from leadline.errors import LeadlineError
from leadline_research.bench.catalog import BENCHES

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path


def run(name: str, out: Path | None, options: Mapping[str, Any]) -> int:
    """Run the experiment and print (and write) its result; options that are not given are None."""
    if name == "list":
        print("\n".join(BENCHES))
        return 0
    if name not in BENCHES:
        raise ValueError(f"no bench named {name!r}; there are: {', '.join(BENCHES)}")
    bench = BENCHES[name]
    arguments = bench.arguments(name, {k: v for k, v in options.items() if v not in (None, [])})
    with _disk_errors():
        if out is not None:
            _check_writable(out)
        result = import_module(bench.module).run(**arguments)
    text = json.dumps(result, ensure_ascii=False, indent=1)
    print(text)
    if out is not None:
        with _disk_errors():
            out.write_text(text + "\n", encoding="utf-8")
    return 0


def _check_writable(out: Path) -> None:
    """Open the file for writing without changing it."""
    is_new = not out.exists()
    out.open("a").close()
    if is_new:
        out.unlink()


@contextmanager
def _disk_errors() -> Iterator[None]:
    """Raise ``LeadlineError`` for errors of the disk."""
    try:
        yield
    except OSError as fault:
        raise LeadlineError(disk_trouble(fault)) from fault
