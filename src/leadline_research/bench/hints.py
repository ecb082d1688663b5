"""Bench of hints: sources at first sight, then with the hints that a person would give.

A source is right where recall and precision are ``WHOLE``. What a person gives is its recipe of
gold hints; all hints of one kind are one hint, as each format of a text needs its own example.
``doubted``: the kinds of doubts that were said, but for want of a bound. ``wrong_and_calm``:
neither whole nor doubted, and no reason said why nothing came.
"""

from __future__ import annotations

import asyncio
import tempfile
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from leadline.app.harvest import aharvest
from leadline.app.hint import hint
from leadline.app.hint_log import HINTS_FILE, read_hints, write_hints
from leadline.app.refresh.run import arefresh
from leadline.errors import LeadlineError
from leadline.model import ASKING_KINDS, Budget
from leadline.store import Reader
from leadline_research.bench.hinted_sources import HintedSource, gold_hints, served_sources

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from leadline.model import Hint, Outcome

WHOLE: Final = 0.98
"""Recall and precision from which a source counts as whole."""
REQUESTS: Final = 700
STAGES: Final = ("", "_1", "_2")
BEFORE: Final = {
    "_1": "", "_2": "_1", "_fresh": "_2", "_refreshed": "_fresh", "_resumed": "_fresh",
}  # fmt: skip
"""Stages, each with the one that it is like where it has no hint."""
STOPPED_AT: Final = (6, 14)
"""Requests after which a run that begins with the hints is stopped, before it goes on."""


def run(data: Path, *, names: Iterable[str] = ()) -> dict[str, Any]:
    """Harvest each source, give its hints, and read it again; begun anew, visited, resumed too."""
    with served_sources(data, [*names]) as served:
        measured = [measure(source, gold_hints(data, source.name)) for source in served]
    if not measured:
        raise ValueError(f"{data} holds no source that can be served")
    return {
        "sources": measured,
        **{f"whole{stage or '_0'}": _whole(measured, stage) for stage in STAGES},
        "whole_fresh": _whole(measured, "_fresh"),
        "whole_refreshed": _whole(measured, "_refreshed"),
        "whole_resumed": _whole(measured, "_resumed"),
        "wrong_and_calm": [one["name"] for one in measured if one["calm"]],
        "wrong_and_calm_1": [one["name"] for one in measured if one["calm_1"]],
    }


def _whole(measured: Iterable[Mapping[str, Any]], stage: str) -> int:
    return sum(is_whole(one, stage) for one in measured)


def is_whole(told: Mapping[str, Any], stage: str) -> bool:
    """Tell whether a source was whole at a stage: "" is first sight."""
    return bool(min(told[f"recall{stage}"], told[f"precision{stage}"]) >= WHOLE)


def measure(source: HintedSource, hints: Sequence[Hint]) -> dict[str, Any]:
    """Measure one source at first sight, with its hints, begun anew, and visited again."""
    with tempfile.TemporaryDirectory(prefix="leadline-bench-") as folder:
        measuring = _Measuring(source, Path(folder) / "p", {"name": source.name})
        measuring.harvest("")
        kinds = [[*ours] for _, ours in groupby(hints, lambda one: one.kind)]
        for stage, ours in zip(STAGES[1:], kinds, strict=False):
            measuring.give(ours, stage)
            measuring.harvest(stage)
        if kinds:
            measuring.harvest("_fresh", fresh=True)
            measuring.visit()
            measuring.resume()
    told = measuring.told
    for stage, before in BEFORE.items():
        for name in ("recall", "precision", "calm"):
            told.setdefault(f"{name}{stage}", told[f"{name}{before}"])
    return told


class _Measuring:
    """One source, its project, and what was told of it so far."""

    def __init__(self, source: HintedSource, project: Path, told: dict[str, Any]) -> None:
        self.source, self.project, self.told = source, project, told

    def harvest(self, stage: str, *, fresh: bool = False, requests: int = REQUESTS) -> None:
        """Harvest, and keep shares, requests and doubts of the stage."""
        taken = aharvest(
            self.source.url,
            project=self.project,
            budget=Budget(requests=requests),
            pace=0,
            fresh=fresh,
            also_hosts=self.source.hosts,
        )
        ((_, outcome),) = asyncio.run(taken).outcomes.items()
        self.told[f"requests{stage}"] = outcome.requests
        self.keep(stage, outcome)

    def keep(self, stage: str, outcome: Outcome | None = None) -> None:
        """Judge the records that the project holds."""
        with Reader(self.project / "project.sqlite") as store:
            (key,) = (one.key for one in store.sources())
            recall, precision = self.source.judge(list(store.records(key)))
        self.told[f"recall{stage}"] = round(recall, 3)
        self.told[f"precision{stage}"] = round(precision, 3)
        if outcome is not None:
            doubted = sorted({one.kind for one in outcome.doubts} - {"bound"})
            self.told[f"doubted{stage}"] = doubted
            is_said = bool(doubted) or outcome.state == "failed"
            self.told[f"said{stage}"] = f"{outcome.level}: {outcome.reason}"
            self.told[f"calm{stage}"] = not is_said and not is_whole(self.told, stage)

    def give(self, hints: Sequence[Hint], stage: str) -> None:
        """Give the hints of one kind, and judge what is read by them without a request."""
        try:
            for one in hints:
                hint(self.project, one.kind, one.texts)
        except (LeadlineError, ValueError) as refused:
            self.told[f"refused{stage}"] = str(refused)
        self.told[f"asked_by_hint{stage}"] = sum(one.kind in ASKING_KINDS for one in hints)
        self.keep(f"_offline{stage}")

    def visit(self) -> None:
        """Visit the source again and judge what it holds then."""
        try:
            asyncio.run(arefresh(self.project, pace=0))
        except LeadlineError as refused:
            self.told["not_visited"] = str(refused)
        self.keep("_refreshed")

    def resume(self) -> None:
        """Take the source into another project that begins with the hints, and is stopped twice."""
        log = read_hints(self.project / HINTS_FILE)
        self.project = self.project.with_name("resumed")
        write_hints(self.project / HINTS_FILE, log)
        for requests in (*STOPPED_AT, REQUESTS):
            self.harvest("_resumed", requests=requests)
