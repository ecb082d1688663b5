"""``leadline check``: verify a project, and repair what can be repaired."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from leadline.app.check import check

if TYPE_CHECKING:
    from pathlib import Path

DAMAGED_EXIT_CODE: Final = 1
LOST_EXIT_CODE: Final = 3


def run(project: Path, *, repair: bool) -> int:
    """Print what is wrong; return 0 if nothing is, 3 if a harvest can make it good, 1 else."""
    result = check(project, repair=repair)
    if result.damage:
        print(f"the database is damaged: {result.damage}")
        return DAMAGED_EXIT_CODE
    for source, count in result.lost.items():
        print(f"{source}: of its archived pages {count:,} cannot be read; its records are kept")
    if result.torn:
        done = "were cut off" if repair else "can be cut off"
        print(f"the archive ends with {result.torn:,} bytes that were never finished; they {done}")
    if result.is_whole:
        print(f"the project is whole: {result.pages:,} pages can be read")
        return 0
    if result.lost:
        print("run the harvest again: it asks for these pages again")
        return LOST_EXIT_CODE
    return 0 if repair else LOST_EXIT_CODE
