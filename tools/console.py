"""Runs the commands that documents show, in a fresh environment, and compares what is printed.

In a fenced block of the kind ``console`` a line ``$ COMMAND`` is followed by what the command
prints. All commands of a document run in one shell, in an empty folder, with nothing but the
built package on the path:

    ./run python tools/console.py docs/tutorials/journalist.md           # compare
    ./run python tools/console.py --write docs/tutorials/journalist.md   # write what is printed

Dates, times of day and durations may differ. A package that another document needs too is named in
the first line of a document: ``<!-- needs: leadline[parquet] -->``.
"""

from __future__ import annotations

import argparse
import difflib
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
BLOCK = re.compile(r"(^```console\n)(.*?)(^```$)", re.M | re.S)
NEEDS = re.compile(r"<!-- needs: leadline\[([\w,]+)\] -->")
PROGRAM = re.compile(r'^```python title="([\w.]+)"\n(.*?)^```$', re.M | re.S)
"""A program that a document shows with a name: it is written before the commands are run."""
NEWS = re.compile(
    r"\[\d+\][+ -] |looking \(\d+\): |"
    r".* requests?(?: \([\d.]+ a second\)|, asking |, reading again )"
)
"""Lines that come when they like: jobs of the shell that ended, progress of a harvest."""
CHANGING = re.compile(r"\d{4}-\d\d-\d\d(?:T[\d:.]+Z?)?|\d+(?:\.\d+)? (?:s|seconds?|minutes?)\b")


class Shell:
    """A shell in an empty folder; ``run`` gives back what one command prints."""

    def __init__(self, folder: Path, programs: Path) -> None:
        kept = {"LANG": "C.UTF-8", "HOME": str(folder.parent), "COLUMNS": "100", "TERM": "dumb"}
        kept["CHECKOUT"] = str(ROOT)
        self._process = subprocess.Popen(
            ["bash", "--norc", "--noprofile"],
            cwd=folder,
            env={**kept, "PATH": f"{programs}:{os.environ['PATH']}", "PYTHONUNBUFFERED": "1"},
            stdin=subprocess.PIPE,  # commands inherit it; none of them reads
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        self.run("set -m; wait_for_jobs() { sleep 0.1; jobs >/dev/null; }")

    def run(self, command: str) -> str:
        """Run a command and return its lines; a server (``&``) is waited for."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        mark = "=== done ==="
        if command.endswith("&"):
            port = re.search(r"--port (\d+)", command)
            listens = f"(: </dev/tcp/127.0.0.1/{port[1]}) 2>/dev/null" if port else "sleep 2"
            command = f"{command[:-1]} >/dev/null 2>&1 &\nuntil {listens}; do sleep 0.2; done"
        self._process.stdin.write(f"{command}\nwait_for_jobs\necho; echo '{mark}'\n")
        self._process.stdin.flush()
        lines = []
        for line in self._process.stdout:
            if line.rstrip() == mark:
                break
            if not NEWS.match(line):
                lines.append(line.rstrip())
        return "\n".join(lines).strip("\n")

    def close(self) -> None:
        """End the shell and what it started."""
        self.run("kill $(jobs -p) 2>/dev/null")
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait(timeout=30)


def install(folder: Path, extras: str) -> Path:
    """Make an environment that holds the package alone; return the folder of its programs."""
    target = f"{ROOT}[{extras}]" if extras else str(ROOT)
    uv = os.environ.get("UV", "uv")  # set by ``uv run``
    subprocess.run([uv, "venv", "-q", "--python", sys.executable, folder], check=True)
    subprocess.run([uv, "pip", "install", "-q", "--python", folder, target], check=True)
    return folder / "bin"


def replayed(text: str, shell: Shell) -> str:
    """Return a document with the output of today under each of its commands."""

    def block(found: re.Match[str]) -> str:
        commands = re.findall(r"^\$ ((?:.*\\\n)*.*)$", found[2], re.M)
        parts = []
        for command in commands:
            output = shell.run(command)
            parts.append(f"$ {command}\n{output}\n" if output else f"$ {command}\n")
        return f"{found[1]}{''.join(parts)}{found[3]}"

    return BLOCK.sub(block, text)


def lasting(text: str) -> list[str]:
    """Return the lines without what differs from day to day.

    >>> lasting("took 3.5 s on 2026-11-22")
    ['took * on *']
    """
    return CHANGING.sub("*", text).splitlines()


def check(document: Path, *, write: bool) -> bool:
    """Run one document; print the lines that differ, or write them."""
    text = document.read_text("utf-8")
    extras = needed[1] if (needed := NEEDS.search(text)) else ""
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary, "work")
        folder.mkdir()
        for name, program in PROGRAM.findall(text):
            (folder / name).write_text(program, "utf-8")
        shell = Shell(folder, install(Path(temporary, "environment"), extras))
        try:
            now = replayed(text, shell)
        finally:
            shell.close()
    if write:
        document.write_text(now, "utf-8")
    lines = [*difflib.unified_diff(lasting(text), lasting(now), str(document), "now", lineterm="")]
    if lines and not write:
        print(*lines, sep="\n")
    return write or not lines


def main() -> int:
    """Return 1 if a document shows something else than what is printed now."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("documents", nargs="+", type=Path)
    parser.add_argument("--write", action="store_true")
    arguments = parser.parse_args()
    results = [check(document, write=arguments.write) for document in arguments.documents]
    return 0 if all(results) else 1


if __name__ == "__main__":
    raise SystemExit(main())
