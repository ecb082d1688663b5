"""Makes a release ready, tries it in a bare environment from a local index, and publishes it.

    ./run release                       # build, check, and try what was built
    ./run release 1.0.0 --home https://HOST/ --source https://FORGE/leadline
    ./run release 1.0.0 --publish       # and upload it (UV_PUBLISH_TOKEN, UV_PUBLISH_URL)

Names and addresses stand in ``pyproject.toml``; a version and addresses that are given are written
there and wherever else they stand. Nothing is uploaded that ``tools/package.py`` refuses.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Final

from package import DIST, ROOT

MOST_PACKAGES: Final = 30
MOST_BYTES: Final = 125_000_000
"""What an install without extras may bring."""
UV: Final = os.environ.get("UV", "uv")  # set by ``uv run``
MISSING: Final = 'pip install "leadline[discover]"'


def write_names(version: str, home: str, source: str) -> None:
    """Write a version, and addresses that are given, into every file that states them."""
    site, forge = home.rstrip("/"), source.rstrip("/")
    pyproject = [(r'^version = ".*"', f'version = "{version}"')]
    citation = [(r"^version: .*", f"version: {version}")]
    citation.append((r"^date-released: .*", f"date-released: {date.today()}"))
    if home:
        pages = {"Homepage": "", "Documentation": "docs/", "Changelog": "docs/changelog/"}
        pyproject += [(rf"^{name} = .*", f'{name} = "{site}/{at}"') for name, at in pages.items()]
        citation.append((r"^url: .*", f"url: {site}/"))
    if source:
        pyproject += [(r"^Source = .*", f'Source = "{forge}"')]
        pyproject += [(r"^Issues = .*", f'Issues = "{forge}/issues"')]
        citation.append((r"^repository-code: .*", f"repository-code: {forge}"))
    _rewrite("pyproject.toml", pyproject)
    _rewrite("CITATION.cff", citation)
    _rewrite("src/leadline/__init__.py", [(r'^__version__ = ".*"', f'__version__ = "{version}"')])
    _rewrite("CHANGELOG.md", [(r"^## Unreleased", f"## {version} ({date.today()})")])
    subprocess.run([UV, "lock", "--quiet"], cwd=ROOT, check=True)


def _rewrite(name: str, pairs: list[tuple[str, str]]) -> None:
    path = ROOT / name
    text = path.read_text("utf-8")
    for pattern, new in pairs:
        text = re.sub(pattern, new, text, count=1, flags=re.MULTILINE)
    path.write_text(text, "utf-8")


class Shelf(SimpleHTTPRequestHandler):
    """Gives files, and keeps no log."""

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""


@contextmanager
def index(folder: Path) -> Iterator[str]:
    """Serve what was built as an index of packages, at an address of this machine."""
    shelf = folder / "simple" / "leadline"
    shelf.mkdir(parents=True)
    for path in DIST.iterdir():
        shutil.copy(path, shelf)
    links = "".join(f'<a href="{path.name}">{path.name}</a>\n' for path in sorted(shelf.iterdir()))
    (shelf / "index.html").write_text(links, "utf-8")
    handler = partial(Shelf, directory=str(folder))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/simple/"
        server.shutdown()


def tried(folder: Path) -> list[str]:
    """Install from the index by one command into a bare environment; return what is wrong."""
    bare = str(folder / "bare")
    subprocess.run([UV, "venv", "-q", "--python", sys.executable, bare], check=True)
    with index(folder) as address:
        order = [UV, "pip", "install", "-q", "--python", bare, "--index", address, "leadline"]
        subprocess.run(order, check=True)
    listed = subprocess.run(
        [UV, "pip", "list", "-q", "--python", bare, "--format", "freeze"],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    packages = len(listed.stdout.split())
    size = sum(path.stat().st_size for path in Path(bare).rglob("*") if path.is_file())
    print(f"installed: {packages} packages, {size / 1e6:.0f} MB")
    asked = ["discover", "http://a.example/", "--topic", "sea"]
    said = subprocess.run(
        [f"{bare}/bin/leadline", *asked], cwd=folder, capture_output=True, text=True, check=False
    ).stderr
    return [
        *([f"{packages} packages, more than {MOST_PACKAGES}"] if packages > MOST_PACKAGES else []),
        *([f"{size:,} bytes, more than {MOST_BYTES:,}"] if size > MOST_BYTES else []),
        *([f"a missing extra is told so: {said}"] if MISSING not in said else []),
    ]


def main() -> int:
    """Write, build, check, try and publish, as asked; print what is wrong."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("version", nargs="?", default="", help="1.2.3; as it stands without")
    parser.add_argument("--home", default="", metavar="URL", help="where the site is")
    parser.add_argument("--source", default="", metavar="URL", help="where the repository is")
    parser.add_argument("--publish", action="store_true", help="upload it")
    order = parser.parse_args()
    if order.version:
        write_names(order.version, order.home, order.source)
    tag = ["--release", f"v{order.version}"] if order.publish else []
    package = [sys.executable, str(ROOT / "tools" / "package.py"), *tag]
    if subprocess.run(package, check=False).returncode:
        return 1
    with tempfile.TemporaryDirectory() as folder:
        faults = tried(Path(folder))
    print(*faults, sep="\n")
    if order.publish and not faults:
        return subprocess.run([UV, "publish", *DIST.iterdir()], check=False).returncode
    return 1 if faults else 0


if __name__ == "__main__":
    raise SystemExit(main())
