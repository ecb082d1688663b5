"""``leadline bench``: one experiment, one JSON object.

What cannot be measured is refused before anything is: an option that the experiment does not take,
data that is not there, a file that cannot be written when all is done.
"""

from __future__ import annotations

import json
from contextlib import contextmanager
from importlib import import_module
from typing import TYPE_CHECKING, Any

from leadline.cli.words import disk_trouble
from leadline.errors import LeadlineError
from leadline_research.bench.catalog import BENCHES

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path


def run(name: str, out: Path | None, options: Mapping[str, Any]) -> int:
    """Run the experiment and print (and write) what it measured; an option not given is None."""
    if name == "list":
        print("\n".join(BENCHES))
        return 0
    if name not in BENCHES:
        raise ValueError(f"no bench named {name!r}; there are: {', '.join(BENCHES)}")
    bench = BENCHES[name]
    arguments = bench.arguments(name, {k: v for k, v in options.items() if v not in (None, [])})
    with _disk_faults_told():
        if out is not None:
            _check_writable(out)
        result = import_module(bench.module).run(**arguments)
    text = json.dumps(result, ensure_ascii=False, indent=1)
    print(text)
    if out is not None:
        with _disk_faults_told():
            out.write_text(text + "\n", encoding="utf-8")
    return 0


def _check_writable(out: Path) -> None:
    """Open the file as if to write, and leave it as it was."""
    is_new = not out.exists()
    out.open("a").close()
    if is_new:
        out.unlink()


@contextmanager
def _disk_faults_told() -> Iterator[None]:
    """A bench keeps nothing, so nothing is said of what is kept, as a harvest does."""
    try:
        yield
    except OSError as fault:
        raise LeadlineError(disk_trouble(fault)) from fault
