"""Brings the tables of options in docs/reference.md up to the command line.

    ./run python tools/reference.py           # prints the rows that differ
    ./run python tools/reference.py --write   # writes them

Which options a command has, in which order, their short names and their defaults come from the
command line. What an option takes and means is written by hand; a new option begins with its help.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import typer.main

from leadline.cli.app import app

if TYPE_CHECKING:
    from collections.abc import Mapping

REFERENCE: Final = Path(__file__).resolve().parents[1] / "docs" / "reference.md"
SECTION: Final = re.compile(r"^## leadline ([\w-]+)\n(.*?)(?=^## |\Z)", re.M | re.S)
TABLE: Final = re.compile(r"^\| option \|.*\n\| --- .*\n((?:\|.*\n)*)", re.M)
HEAD: Final = "| option | default | meaning |\n| --- | --- | --- |\n"
STATED: Final = re.compile(r"\(default: (.*?)\)")


def is_listed(option: Any) -> bool:
    """Whether it is an option (no argument), and not the one for help."""
    return option.opts[0].startswith("-") and "--help" not in option.opts


def long_name(option: Any) -> str:
    """Return the long name of an option."""
    return str(max(option.opts, key=len))


def default_of(option: Any) -> str:
    """Return what counts where an option is not given, as the command line tells it."""
    if stated := STATED.search(option.help or ""):
        return stated[1]
    if isinstance(option.show_default, str):
        return option.show_default
    if option.secondary_opts:
        return str((option.opts if option.default else option.secondary_opts)[0]).strip("-")
    if callable(option.default) or isinstance(option.default, bool) or not option.default:
        return "-"
    return f"{option.default:g}" if isinstance(option.default, float) else str(option.default)


def row(option: Any, written: Mapping[str, tuple[str, str]]) -> str:
    """Return the row of an option, with what a person wrote of it."""
    value, meaning = written.get(long_name(option), (option.metavar or "", option.help))
    names = [*sorted(option.opts, key=len), *option.secondary_opts]
    if value:
        names[-1] += f" {value}"
    shown = ", ".join(f"`{name}`" for name in names)
    return f"| {shown} | {default_of(option)} | {meaning} |\n"


def written_rows(rows: str) -> dict[str, tuple[str, str]]:
    """Return what an option takes and means, by its long name, as a table has it."""
    written = {}
    for line in rows.splitlines():
        cells = [cell.strip() for cell in line.strip("|").split(" | ")]
        if name := re.search(r"(--[\w-]+)(?: ([^`]+))?`$", cells[0]):
            first = re.search(r"--[\w-]+", cells[0])
            assert first
            written[first[0]] = (name[2] or "", cells[-1])
    return written


def with_tables(text: str, commands: Mapping[str, Any]) -> str:
    """Return the reference with the options of today."""

    def section(found: re.Match[str]) -> str:
        options = [option for option in commands[found[1]].params if is_listed(option)]
        table = TABLE.search(found[2])
        if not options and not table:
            return found[0]
        if not table:
            raise ValueError(f"the section of {found[1]} needs a table with the column 'option'")
        written = written_rows(table[1])
        rows = "".join(row(option, written) for option in options)
        body = found[2].replace(table[0], f"{HEAD}{rows}")
        return f"## leadline {found[1]}\n{body}"

    return SECTION.sub(section, text)


def main() -> int:
    """Return 1 if a table differs from the command line."""
    commands = typer.main.get_command(app).commands  # type: ignore[attr-defined]
    text = REFERENCE.read_text("utf-8")
    now = with_tables(text, commands)
    if "--write" in sys.argv:
        REFERENCE.write_text(now, "utf-8")
        return 0
    print(*sorted(set(now.splitlines()) - set(text.splitlines())), sep="\n")
    return int(now != text)


if __name__ == "__main__":
    raise SystemExit(main())
