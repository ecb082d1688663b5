"""Real search sites of a folder, started for a bench and stopped afterwards.

The folder holds a folder for each site with its ``site.json``. A script ``site`` installs, starts,
stops and lists them. A site that is already running is used and left running.
"""

from __future__ import annotations

import csv
import subprocess
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final

from leadline.errors import LeadlineError
from leadline_research.bench.folders import files_in
from leadline_research.named import chosen

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

MAX_ERROR_LENGTH: Final = 500
"""Characters of the output of a failed script that are repeated."""


def sites_in(data: Path, names: Sequence[str] = ()) -> list[str]:
    """List the named sites of a folder, or all."""
    available = [path.parent.name for path in files_in(data, "*/site.json", "sites")]
    return chosen(names, available, "site")


@contextmanager
def running(data: Path, name: str) -> Iterator[tuple[str, list[dict[str, str]]]]:
    """Run a site; yield its address and its truth."""
    with served(data, name) as url:
        truth_file = Path(_site(data, "truth", name).strip())
        with truth_file.open(encoding="utf-8", newline="") as lines:
            truth = list(csv.DictReader(lines))
        yield url, truth


@contextmanager
def served(data: Path, name: str) -> Iterator[str]:
    """Run a site; yield its address, and stop it unless it was running before."""
    _site(data, "install", name)
    was_running = _is_running(data, name)
    try:
        yield _site(data, "start", name, "0").splitlines()[-1].strip()
    finally:
        if not was_running:
            _site(data, "stop", name)


def _is_running(data: Path, name: str) -> bool:
    lines = _site(data, "list").splitlines()
    return any(line.split()[0] == name and " running " in line for line in lines if line.split())


def _site(data: Path, *arguments: str) -> str:
    done = subprocess.run(
        ["bash", str(data / "site"), *arguments], capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise LeadlineError(
            f"site {' '.join(arguments)}: {done.stderr.strip()[-MAX_ERROR_LENGTH:]}"
        )
    return done.stdout
