"""``leadline check``: verify a project, and repair what can be repaired."""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from leadline.app.check import ProjectCheck, check
from leadline.app.hint_log import HINTS_FILE
from leadline.app.project import PLAN_FILE
from leadline.cli.terminal.words import clean

DAMAGED_EXIT_CODE: Final = 1
LOST_EXIT_CODE: Final = 3
ASKED_AGAIN: Final = "it asks for these pages again"
KEEP: Final = "; nobody else knows what it said: correct {name}, or move it away"
PAST: Final = (
    "{source}: {count:,} pages of visits, questions or a browser, or earlier ones of records, "
    "cannot be read, and no harvest asks for them again; its records are kept"
)
UNSEALED: Final = (
    "{names}: not closed by the last writer, so only the structure was looked at, and no content"
)


CHANGED: Final = "{names}: changed or removed since leadline wrote there, which a person may do"


def run(project: Path, *, repair: bool) -> int:
    """Print what is wrong; return 0 if nothing is, 3 if a harvest can make it good, 1 else."""
    result = check(project, repair=repair)
    if result.is_whole:
        print(f"the project is whole: {result.pages:,} pages can be read")
        if result.unsealed:
            print(UNSEALED.format(names=", ".join(result.unsealed)))
        for line in _beside(result):
            print(clean(line))
        return 0
    for line in _lines(result, repair=repair):
        print(clean(line))
    if result.damage and repair and not result.repaired:
        return DAMAGED_EXIT_CODE
    if result.lost or result.damage or result.parts:
        missing = "what is missing is read again" if result.damage else ASKED_AGAIN
        print(f"run the harvest again: {missing}")
        return LOST_EXIT_CODE
    if not repair:
        return LOST_EXIT_CODE
    return 0 if {HINTS_FILE, PLAN_FILE}.isdisjoint(result.own) else DAMAGED_EXIT_CODE


def _lines(result: ProjectCheck, *, repair: bool) -> Iterator[str]:
    """Say what was found, then what was done or can be."""
    if result.damage:
        yield f"the database is damaged: {result.damage}"
    for name, why in result.parts.items():
        yield f"the part {name} is damaged: {why}"
    for source, count in result.lost.items():
        yield f"{source}: of its archived pages {count:,} cannot be read; its records are kept"
    if result.torn:
        done = "were cut off" if repair else "can be cut off"
        yield f"the archive ends with {result.torn:,} bytes that were never finished; they {done}"
    for name, why in result.made.items():
        yield f"{name} is damaged: {why}; it can be made again"
    for name, why in result.own.items():
        is_kept = any(text.startswith(name) for text in result.repaired)
        yield f"{name} is damaged: {why}" + ("" if is_kept else KEEP.format(name=name))
    for source, numbers in result.past.items():
        yield PAST.format(source=source, count=len(numbers))
    yield from _beside(result)
    yield from result.repaired
    if not repair and (result.damage or result.parts or result.made):
        yield "`leadline check --repair` mends this, and so does the next harvest"


def _beside(result: ProjectCheck) -> Iterator[str]:
    """Say which files are not as they were left, although nothing that counts may be lost."""
    for name, why in result.archive.items():
        yield f"{name} of the page archive: {why}"
    if result.changed:
        yield CHANGED.format(names=", ".join(result.changed))
