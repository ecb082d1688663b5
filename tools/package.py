"""Builds wheel and sdist into ``dist`` and checks them, and what publishes them.

    ./run package                   # build and check
    ./run package --release v1.2.3  # and refuse what must not be uploaded

Checked are: metadata and description (twine), workflows and action (their schema, and zizmor for
what is unsafe), CITATION.cff, the Containerfile (hadolint), and that all name one version.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[1]
DIST: Final = ROOT / "dist"
LARGEST: Final = 5_000_000
"""Bytes of a package; more means that something was packed by mistake."""


def checks() -> list[list[str]]:
    """Commands that must succeed, without what they need of the folder of programs."""
    workflows = [str(path) for path in sorted((ROOT / ".github/workflows").glob("*.yml"))]
    schema = ["check-jsonschema", "--builtin-schema"]
    return [
        ["twine", "check", "--strict", *(str(path) for path in sorted(DIST.iterdir()))],
        [*schema, "vendor.github-workflows", *workflows],
        [*schema, "vendor.github-actions", "action.yml"],
        [*schema, "vendor.citation-file-format", "CITATION.cff"],
        ["zizmor", "--offline", "--quiet", ".github", "action.yml"],
        ["hadolint", "Containerfile"],
    ]


def faults(tag: str) -> list[str]:
    """Return what contradicts itself; with a tag, also what must not be released."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    version, urls = project["version"], project["urls"]
    citation = (ROOT / "CITATION.cff").read_text("utf-8")
    found = []
    if f"\nversion: {version}\n" not in citation:
        found.append(f"CITATION.cff does not name version {version}")
    if f"\nrepository-code: {urls['Source']}\n" not in citation:
        found.append("CITATION.cff names another repository than pyproject.toml")
    if f"## {version}" not in (ROOT / "CHANGELOG.md").read_text("utf-8"):
        found.append(f"CHANGELOG.md has no heading for {version}")
    found += [f"{path.name} is too large" for path in DIST.iterdir() if too_large(path)]
    if tag and tag != f"v{version}":
        found.append(f"the tag {tag} is not v{version}")
    if tag and re.search(r"\.example\b", " ".join(urls.values())):
        found.append("pyproject.toml and CITATION.cff still name addresses that do not exist")
    return found


def too_large(path: Path) -> bool:
    """Whether a package holds more than it should."""
    return path.stat().st_size > LARGEST


def main() -> int:
    """Build, check, and print what is wrong."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--release", metavar="TAG", default="", help="the tag of a release")
    tag = parser.parse_args().release
    shutil.rmtree(DIST, ignore_errors=True)
    uv = os.environ.get("UV", "uv")  # set by ``uv run``
    subprocess.run([uv, "build", "--quiet", "--no-create-gitignore"], cwd=ROOT, check=True)
    programs = Path(sys.executable).parent
    failed = 0
    for command in checks():
        path = str(programs / command[0])
        failed += subprocess.run([path, *command[1:]], cwd=ROOT, check=False).returncode != 0
    for fault in faults(tag):
        print(fault)
        failed += 1
    for package in sorted(DIST.iterdir()):
        print(f"{package.name}: {package.stat().st_size:,} bytes")
    return 1 if failed else 0


if __name__ == "__main__":
    raise SystemExit(main())
