"""Brings the tables of options in docs/reference.md up to the command line.

    ./run python tools/reference.py           # prints the rows that differ
    ./run python tools/reference.py --write   # writes them

All of a table comes from the command line: names, order, what an option takes, its default and what
it means. What needs more than a sentence stands in the text below a table.
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
STATED: Final = re.compile(r" \(default: (.*?)\)")


def is_listed(option: Any) -> bool:
    """Whether it is an option (no argument), and not the one for help."""
    return option.opts[0].startswith("-") and "--help" not in option.opts


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


def kind_of(option: Any) -> str:
    """Return what an option takes: a number, a file or folder, or text."""
    if "int" in (name := str(option.type.name)) or "float" in name:
        return "N"
    return "PATH" if "path" in name or "file" in name else "TEXT"


def row(option: Any) -> str:
    """Return the row of an option."""
    names = [*sorted(option.opts, key=len), *option.secondary_opts]
    if not option.is_flag and not option.secondary_opts:
        names[-1] += f" {option.metavar or kind_of(option)}"
    shown = ", ".join(f"`{name}`" for name in names)
    meaning = STATED.sub("", option.help or "").replace("|", "\\|")
    return f"| {shown} | {default_of(option)} | {meaning} |\n"


def with_tables(text: str, commands: Mapping[str, Any]) -> str:
    """Return the reference with the options of today."""

    def section(found: re.Match[str]) -> str:
        options = [option for option in commands[found[1]].params if is_listed(option)]
        table = TABLE.search(found[2])
        if not options and not table:
            return found[0]
        if not table:
            raise ValueError(f"the section of {found[1]} needs a table with the column 'option'")
        rows = "".join(map(row, options))
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
