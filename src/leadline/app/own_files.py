"""Files of a project that no run makes again: ids of entities, decisions and choices, hints.

Of a damaged file the lines that can be read are kept, and how many these are is said.
"""

import csv
import json
import re
from collections.abc import Callable, Collection, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final

from leadline.app.asking.choices import CHOICES_FILE
from leadline.app.hint_log import HINTS_FILE, read_hints
from leadline.app.integration.decisions import ANSWERS, COLUMNS, DECISIONS_FILE
from leadline.app.integration.kept_ids import ENTITIES_FILE, ID_COLUMNS
from leadline.app.project import FOUND_FILE, PLAN_FILE, read_plan
from leadline.store.damaged import set_aside_damaged
from leadline.store.seals import broken_blocks, intact_lines, seal

KEPT_LINES: Final = (
    "{name} was damaged ({why}): the other {kept:,} stay; the damaged file is kept as {place}"
)
NOT_AS_WRITTEN: Final = "{count:,} of its blocks are not as leadline wrote them"
UNREAD: Final = "{count:,} of its {of:,} lines cannot be read"
ID: Final = re.compile(r"[0-9a-f]{8,64}")


def own_damage(folder: Path) -> Iterator[tuple[str, str]]:
    """Find what cannot be read in these files of a project: name, and what is wrong."""
    for path in (folder / name for name in LINES):
        if not path.is_file():
            if path.exists():
                yield path.name, "it is no file"
        elif not path.stat().st_size:
            yield path.name, "it is empty"
        else:
            kept, of = _lines(path)
            if len(kept) < of:
                yield path.name, UNREAD.format(count=of - len(kept), of=of)
            elif path.name == CHOICES_FILE and (broken := broken_blocks(path, grows=True)):
                yield path.name, NOT_AS_WRITTEN.format(count=len(broken))
    for name, read in ((HINTS_FILE, read_hints), (PLAN_FILE, _read_plan)):
        try:
            read(folder / name)
        except ValueError as fault:
            yield name, str(fault)


def changed_files(folder: Path) -> Iterator[str]:
    """Find files that a person may write to, and that are not as leadline left them."""
    for name in (FOUND_FILE, DECISIONS_FILE, CHOICES_FILE, HINTS_FILE):
        grows = name == CHOICES_FILE
        if broken_blocks(folder / name, grows=grows) and not (grows and (folder / name).exists()):
            yield name


def _read_plan(path: Path) -> None:
    if path.exists():
        read_plan(path)


def mend_own(folder: Path, names: Collection[str]) -> list[str]:
    """Keep the lines that can be read; return sentences. Hints are left to the person."""
    done = []
    for name, why in own_damage(folder):
        if name not in LINES or name not in names:
            continue
        path, head = folder / name, LINES[name][0]
        kept, _ = _lines(path) if path.is_file() else ([], 0)
        if not kept or not {*head.split(",")} <= {*kept[0].split(","), ""}:
            kept.insert(0, head)
        aside = set_aside_damaged(path)
        path.write_text("".join(f"{line}\n" for line in kept), "utf-8")
        seal(path)
        place = f"{aside.parent.name}/{name}"
        done.append(KEPT_LINES.format(name=name, why=why, kept=len(kept), place=place))
    return done


def _lines(path: Path) -> tuple[list[str], int]:
    """Return the lines of a file that can be read, and how many there are."""
    holds = LINES[path.name][1]
    kept, of = list[str](), 0
    for line in intact_lines(path, is_sealed=path.name == ENTITIES_FILE):
        of += 1
        with suppress(ValueError, RecursionError, csv.Error):
            if line is not None and holds(line):
                kept.append(line)
    return kept, of


def _is_id(line: str) -> bool:
    cells = next(csv.reader([line]))
    is_row = len(cells) == len(ID_COLUMNS)
    return is_row and (ID.fullmatch(cells[0]) is not None or cells == [*ID_COLUMNS])


def _is_decision(line: str) -> bool:
    return not {*map(str.casefold, next(csv.reader([line])))}.isdisjoint({*ANSWERS, COLUMNS[-1]})


def _is_choice(line: str) -> bool:
    return isinstance(json.loads(line), dict)


LINES: Final[dict[str, tuple[str, Callable[[str], bool]]]] = {
    ENTITIES_FILE: (",".join(ID_COLUMNS), _is_id),
    DECISIONS_FILE: (",".join(COLUMNS), _is_decision),
    CHOICES_FILE: ("", _is_choice),
}
"""Files of lines: their first line, and what tells another one that can be read."""
