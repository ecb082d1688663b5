"""The ranking agent of a project: keeps a person's choices and learns how to rank from them.

``choices.jsonl`` in the folder holds a line for each choice. Deleting it, or ``forget_choices``,
brings the weights of the start back.
"""

import json
from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Final

from leadline.app.calls import Target
from leadline.app.project import PLAN_FILE, read_plan
from leadline.ask.learning import (
    LoggedChoice,
    MovedWeight,
    learn_weights,
    moved_weights,
    start_weights,
)
from leadline.store.seals import break_seal, seal

CHOICES_FILE: Final = "choices.jsonl"


def log_choice(
    project: Target, query: str, shown: Sequence[Mapping[str, float]], chosen: int
) -> None:
    """Keep that of the rows shown for a query the one at a place (from 0) was right.

    A row is what each attribute gives to its score: `SearchRow.parts`.
    """
    rows = [{name: round(part, 4) for name, part in row.items()} for row in shown]
    entry = {"query": query, "shown": rows, "chosen": chosen}
    with (Path(project) / CHOICES_FILE).open("a", encoding="utf-8") as file:
        file.write(json.dumps(entry, ensure_ascii=False) + "\n")
    seal(Path(project) / CHOICES_FILE, grows=True)


def read_choices(folder: Path) -> list[LoggedChoice]:
    """Read the choices of a project, in order; a line that was never finished is left out."""
    path = folder / CHOICES_FILE
    if not path.is_file():
        return []
    choices = []
    for line in path.read_text(encoding="utf-8", errors="replace").splitlines():
        try:
            plain = json.loads(line)
            shown = tuple({str(n): float(v) for n, v in row.items()} for row in plain["shown"])
            choices.append(LoggedChoice(str(plain["query"]), shown, int(plain["chosen"])))
        except (ValueError, KeyError, TypeError, AttributeError):
            continue
    return choices


def ranking_weights(project: Target) -> list[MovedWeight]:
    """Return the weight of each attribute in ranking at the start and now, the most moved first."""
    folder = Path(project)
    return moved_weights(read_choices(folder), _start(folder))


def forget_choices(project: Target) -> int:
    """Delete the choices of a project; return how many there were."""
    folder = Path(project)
    count = len(read_choices(folder))
    (folder / CHOICES_FILE).unlink(missing_ok=True)
    break_seal(folder / CHOICES_FILE)
    return count


def learned_weights(folder: Path) -> Mapping[str, float]:
    """Return the weights by which the records of a project are ranked."""
    times = [_time(folder / name) for name in (CHOICES_FILE, PLAN_FILE)]
    return _learned(folder, *times)


@lru_cache(maxsize=8)
def _learned(folder: Path, *_: int) -> Mapping[str, float]:
    return learn_weights(read_choices(folder), _start(folder))


def _start(folder: Path) -> dict[str, float]:
    path = folder / PLAN_FILE
    return start_weights(read_plan(path).domain if path.is_file() else None)


def _time(path: Path) -> int:
    return path.stat().st_mtime_ns if path.is_file() else 0
