"""Registers on real frameworks whose pages have a state are taken whole, and nothing is written.

System.Web runs under Mono, Ayame and Django Unicorn in the environment ``.tools/stacks``; ``.ci/run``
installs them. Where one is missing its test is skipped.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final
from urllib.error import HTTPError, URLError
from urllib.request import urlopen

import pytest
from register_stacks import members

from ports import free_port

if TYPE_CHECKING:
    from collections.abc import Iterator

FOLDER: Final = Path(__file__).parent / "real"
PYTHON: Final = Path(__file__).parents[2] / ".tools" / "stacks" / "bin" / "python"


def webforms(folder: Path, port: int) -> list[str]:
    """Compile the host of System.Web and return the command that runs it."""
    if not (shutil.which("mcs") and shutil.which("mono")):
        pytest.skip("needs Mono with System.Web (Debian: mono-mcs, libmono-system-web4.0-cil)")
    shutil.copytree(FOLDER / "webforms", folder, dirs_exist_ok=True)
    (folder / "bin").mkdir()
    host = folder / "bin" / "Host.exe"
    made = subprocess.run(
        ["mcs", "-r:System.Web", f"-out:{host}", folder / "Host.cs"],
        capture_output=True,
        check=False,
    )
    if made.returncode:
        pytest.skip(f"System.Web is missing: {made.stderr.decode()[:200]}")
    return ["mono", str(host), str(folder), str(port)]
