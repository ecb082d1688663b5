"""Bench of hints: sources that are easily misread, at first sight and after one example each.

The sources are a Python file that serves them and prints their addresses, as
``sources/hints/ambiguous.py`` does. A record is right where all values that its page shows stand
in cells of their own, and no cell holds a value of another record. ``doubted``: the kinds of doubts
that were said, but for want of a bound. ``wrong_and_calm``: neither whole nor doubted.
"""

from __future__ import annotations

import asyncio
import tempfile
from collections import defaultdict
from pathlib import Path
from threading import Event, Thread
from typing import TYPE_CHECKING, Any, Final

from leadline.app.harvest import aharvest
from leadline.app.hint import hint
from leadline.app.refresh.run import arefresh
from leadline.model import ASKING_KINDS, Budget
from leadline.store import Reader

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from leadline.model import Outcome, Record

WHOLE: Final = 0.98
"""Recall and precision from which a source counts as whole."""
ITEM: Final = ("title", "author", "year")
FULL: Final = (*ITEM, "pub")
REQUESTS: Final = 700
Row = dict[str, Any]
Given = tuple[str, tuple[str, ...]]


def run(data: Path, *, names: Iterable[str] = ()) -> dict[str, Any]:
    """Harvest each source, give its hints, and read it again; after ``--fresh`` and a visit too."""
    served = serve(data / "ambiguous.py")
    wanted = [*names] or [name for name in served["out"] if name in sources(served)]
    measured = [measure(name, served) for name in wanted]
    return {
        "sources": measured,
        **{f"whole_{number}": sum(is_whole(one, number) for one in measured) for number in (0, 1)},
        "whole_fresh": sum(is_whole(one, "fresh") for one in measured),
        "whole_refreshed": sum(is_whole(one, "refreshed") for one in measured),
        "wrong_and_calm": [
            one["name"] for one in measured if not is_whole(one, 0) and not one["doubted"]
        ],
    }


def serve(path: Path) -> dict[str, Any]:
    """Run a file that serves sources and waits; return its names once it printed addresses."""
    printed = Event()
    space: dict[str, Any] = {"__name__": "sources", "print": lambda *_, **__: printed.set()}
    code = compile(path.read_text(encoding="utf-8"), str(path), "exec")
    Thread(target=exec, args=(code, space), daemon=True).start()
    if not printed.wait(30):
        raise ValueError(f"{path} prints no addresses")
    return space


def sources(served: Mapping[str, Any]) -> dict[str, tuple[list[Row], tuple[str, ...], list[Given]]]:
    """Return rows, the values that pages show, and the first hints a person would give."""
    rows, shown = served["DB"], served["DB"][5]
    splits = [
        ("split", tuple(f"{name}={row[name]}" for name in order))
        for form, order in enumerate(
            (
                ("author", "title", "pub", "year"),
                ("title", "author", "pub", "year"),
                ("author", "year", "title", "pub"),
            )
        )
        for row in [next(row for row in rows if row["id"] % 3 == form)]
    ]
    return {
        "two_lists": (rows, ITEM, [("region", ("Works found",))]),
        "two_forms": (rows, ITEM, [("form", ("Entry",))]),
        "icon_next": (rows, ITEM, [("next", ("a3.png",))]),
        "split_rec": (rows, FULL, [("record", (shown["title"], shown["pub"]))]),
        "merged": (rows, FULL, splits),
        "total": (rows, ITEM, [("total", ("none",))]),
        "ident": (rows, (*ITEM, "id"), [("key", ("No.",))]),
        "cat_a": ([*served["SER"], *rows[:120]], FULL, []),
        "cat_b": (served["B"], FULL, []),
    }


def measure(name: str, served: Mapping[str, Any]) -> dict[str, Any]:
    """Measure one source at first sight, with its hints, begun anew, and visited again."""
    rows, columns, given = sources(served)[name]
    truth = [tuple(sorted(str(row[one]) for one in columns if str(row[one]))) for row in rows]
    told: dict[str, Any] = {"name": name}
    with tempfile.TemporaryDirectory(prefix="leadline-bench-") as folder:
        project = Path(folder) / "p"

        def harvest(stage: str, *, fresh: bool = False) -> Outcome:
            budget = Budget(requests=REQUESTS)
            taken = aharvest(
                served["out"][name], project=project, budget=budget, pace=0, fresh=fresh
            )
            ((key, outcome),) = asyncio.run(taken).outcomes.items()
            told[f"requests{stage}"] = outcome.requests
            keep(stage, key)
            return outcome

        def keep(stage: str, key: str) -> None:
            with Reader(project / "project.sqlite") as store:
                shares = judged(list(store.records(key)), truth)
            told[f"recall{stage}"], told[f"precision{stage}"] = shares

        first = harvest("")
        told["doubted"] = sorted({one.kind for one in first.doubts} - {"bound"})
        for kind, texts in given:
            hint(project, kind, texts)
        told["asked_by_hint"] = sum(kind in ASKING_KINDS for kind, _ in given)
        with Reader(project / "project.sqlite") as store:
            key = store.sources()[0].key
        keep("_offline", key)
        harvest("_1")
        harvest("_fresh", fresh=True)
        asyncio.run(arefresh(project, pace=0))
        keep("_refreshed", key)
    return told


def judged(records: Iterable[Record], truth: Iterable[tuple[str, ...]]) -> tuple[float, float]:
    """Return recall and precision; each true row counts once."""
    left: defaultdict[tuple[str, ...], int] = defaultdict(int)
    for row in truth:
        left[row] += 1
    count, found, taken = sum(left.values()), 0, 0
    for record in records:
        taken += 1
        cells = [one.value for one in record.fields if one.kind == "text"]
        row = next((one for one in left if left[one] and _shows(cells, one)), ())
        if row:
            left[row] -= 1
            found += 1
    return round(found / max(1, count), 3), round(found / max(1, taken), 3)


def _shows(cells: list[str], row: tuple[str, ...]) -> bool:
    """Tell whether cells hold each value of a row, and else parts of these, numbers, or all."""
    whole = {cell for cell in cells if all(value in cell for value in row)}
    rest = [cell for cell in cells if cell not in whole]
    return all(value in rest for value in row) and all(
        cell.isdigit() or cell == "*" or any(cell in value for value in row) for cell in rest
    )


def is_whole(told: Mapping[str, Any], stage: int | str) -> bool:
    """Tell whether a source was whole at a stage: 0 is first sight."""
    name = f"_{stage}" if stage else ""
    return bool(min(told[f"recall{name}"], told[f"precision{name}"]) >= WHOLE)
