"""``bench forms-fill``: DKS against Random and Zipf on forms, after Lin 2016, section 5.

SE = N_success / N_total (submissions that found anything) and CR = R_retrieval / R_DB (records
taken), against submissions and against requests (every result page is one), on three made-up
databases and on real museums behind forms of several controls. As in the paper an experiment ends
when one method has 80 % of the records; a method that is slower is followed to twice the requests.

``ahead`` (``ahead_dks``) says of every database at how many of 40 marks on the way there the
product's own filler (``dks``) has at least the CR (by requests) and the SE (by submissions) of
every rival of the paper, and of the stronger rivals that are told which box is which.
The figures as SVG: ``python -m leadline_research.lin2016.figures DATA OUT``.
"""

from __future__ import annotations

from argparse import ArgumentParser
from dataclasses import dataclass
from pathlib import Path
from random import Random
from statistics import fmean
from typing import TYPE_CHECKING, Any, Final

from leadline.forms.find import find_interfaces
from leadline.forms.submit.fill import plan_fill
from leadline.page.dom import parse_html
from leadline_research.bench.as_module import run_as_module
from leadline_research.bench.folders import chosen
from leadline_research.bench.forms.form_source import FormSource
from leadline_research.bench.selection.curves import curves_svg
from leadline_research.lin2016.assignments import TrialSetting, literal_slots
from leadline_research.lin2016.data import PAGE_SIZE, books_a, books_b, museums, papers
from leadline_research.lin2016.fillers import FILLERS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from leadline.model import QueryInterface
    from leadline_research.lin2016.data import Database

LEVEL: Final = 0.8
SLACK: Final = 2.0
"""How much longer than the fastest a slower method is followed."""

MOST_REQUESTS: Final = 3.0
"""Requests allowed, in pages that the whole database has."""

MARKS: Final = 40
DRAWN: Final = 120
"""Points of a curve in a figure."""

PAPER: Final = ("random", "zipf")
TOLD: Final = ("random-told", "zipf-told", "zipf-values")
OURS: Final = ("dks-sampled", "dks")
"""The product's own, and the paper's way in our reading; both are measured against all rivals."""

STRATEGIES: Final = (*OURS, "dks-literal", *PAPER, *TOLD)


@dataclass(frozen=True, slots=True)
class Step:
    """Where a run stands after a submission."""

    submissions: int
    requests: int
    successes: int
    records: int


def run(
    data: Path | None = None,
    strategies: Sequence[str] = STRATEGIES,
    seeds: int = 1,
    cap: int = 0,
) -> dict[str, object]:
    """All databases with all strategies; ``cap`` is what one query reaches at most.

    Without ``data`` the made-up databases alone.
    """
    runs: list[dict[str, Any]] = []
    ahead: dict[str, dict[str, dict[str, object]]] = {name: {} for name in OURS}
    names = list(dict.fromkeys([*OURS, *chosen(strategies, FILLERS, "strategy")]))
    real = museums(data) if data else []
    for database in (papers(), books_a(), books_b(), *real):
        found = _database(database, names, seeds, cap)
        runs += found
        for name in OURS:
            ahead[name][database.name] = _ahead(found, name)
    own, papers_own = (ahead[name] for name in OURS)
    return {
        "cap": cap,
        "page_size": PAGE_SIZE,
        "ahead": own,
        "ahead_dks": papers_own,
        "runs": runs,
    }


def _database(
    database: Database, strategies: Sequence[str], seeds: int, cap: int
) -> list[dict[str, Any]]:
    """Every strategy on one database; ours first, the others no longer than need be."""
    source = FormSource(database.name, database.rows, database.boxes, page_size=PAGE_SIZE, cap=cap)
    limit = int(MOST_REQUESTS * len(source) / PAGE_SIZE)
    runs = []
    for strategy in strategies:
        chancy = not strategy.startswith("dks")
        for seed in range(seeds if chancy else 1):
            steps = drive(database, source, strategy, seed, limit)
            if steps[-1].records >= LEVEL * len(source):
                limit = min(limit, int(SLACK * steps[-1].requests))
            runs.append(_figures(database.name, strategy, seed, steps, len(source)))
    return runs


def drive(
    database: Database, source: FormSource, strategy: str, seed: int, limit: int
) -> list[Step]:
    """One run to 80 % of the records, to the limit of requests, or to where it knows no more."""
    filler = FILLERS[strategy](setting(database, seed))
    held: set[str] = set()
    steps = [Step(0, 0, 0, 0)]
    answer = None
    while steps[-1].requests < limit and len(held) < LEVEL * len(source):
        try:
            assignment = next(filler) if answer is None else filler.send(answer)
        except StopIteration:
            break
        answer = source.ask(assignment)
        held.update(record.key for record in answer.records)
        last = steps[-1]
        steps.append(
            Step(
                last.submissions + 1,
                last.requests + answer.interactions,
                last.successes + bool(answer.records),
                len(held),
            )
        )
    return steps


def interface_of(database: Database) -> QueryInterface:
    """The form as the product reads it."""
    html = f"<form action=/search>{database.form}<button>Search</button></form>"
    return find_interfaces(parse_html(html, "http://source.test/"))[0]


def setting(database: Database, seed: int) -> TrialSetting:
    """What a filler is given of a database."""
    interface = interface_of(database)
    knowledge = database.knowledge()
    boxes = tuple(c.name for c in interface.controls if c.kind in {"text", "search"})
    columns = [(box, database.boxes[box][0]) for box in boxes]
    attribute_of = {slot.names[0]: slot.attribute for slot in plan_fill(interface, knowledge).slots}
    columns += [(box, attribute_of[box]) for box in boxes if attribute_of.get(box)]
    return TrialSetting(
        knowledge,
        slots=lambda: plan_fill(interface, knowledge).slots,
        literal_slots=lambda: literal_slots(interface, knowledge),
        boxes=boxes,
        rng=Random(seed),
        column_of=tuple(columns),
    )


def _figures(
    database: str, strategy: str, seed: int, steps: Sequence[Step], size: int
) -> dict[str, Any]:
    last = steps[-1]
    done = last.records >= LEVEL * size
    return {
        "database": database,
        "strategy": strategy,
        "seed": seed,
        "size": size,
        "se": round(last.successes / max(1, last.submissions), 4),
        "cr": round(last.records / size, 4),
        "submissions": last.submissions,
        "requests": last.requests,
        "to_80": last.requests if done else None,
        "curve": [[s.submissions, s.requests, s.successes, s.records] for s in _thinned(steps)],
    }


def _thinned(steps: Sequence[Step]) -> list[Step]:
    most = 400
    if len(steps) <= most:
        return list(steps)
    return [steps[round(at * (len(steps) - 1) / (most - 1))] for at in range(most)]


def _ahead(runs: Sequence[dict[str, Any]], ours_is: str = OURS[0]) -> dict[str, object]:
    """At how many marks one of ours is not behind, and by how much at the worst."""
    curves = {name: [r["curve"] for r in runs if r["strategy"] == name] for name in STRATEGIES}
    (ours,) = curves[ours_is]
    size = runs[0]["size"]
    found: dict[str, object] = {"marks": MARKS}
    for group, rivals in (("paper", PAPER), ("told", TOLD)):
        rows = [curve for name in rivals for curve in curves[name]]
        if not rows:
            continue
        for measure, along in (("cr", 1), ("se", 0)):
            gaps = []
            for mark in range(1, MARKS + 1):
                at = ours[-1][along] * mark / MARKS
                own = _read(ours, at, along, measure, size)
                best = max(
                    fmean(_read(c, at, along, measure, size) for c in curves[name])
                    for name in rivals
                    if curves[name]
                )
                gaps.append(own - best)
            found[f"{measure}_over_{group}"] = sum(gap >= 0 for gap in gaps)
            found[f"{measure}_least_lead_over_{group}"] = round(min(gaps), 4)
    return found


def _read(curve: Sequence[Sequence[int]], at: float, along: int, measure: str, size: int) -> float:
    """CR or SE of a curve after so many requests (``along`` 1) or submissions (0)."""
    before = [point for point in curve if point[along] <= at] or [curve[0]]
    last = before[-1]
    if measure == "se":
        return last[2] / last[0] if last[0] else 1.0
    following = next((point for point in curve if point[along] > at), last)
    width = following[along] - last[along]
    share = (at - last[along]) / width if width else 0.0
    return (last[3] + share * (following[3] - last[3])) / size


def figures(result: dict[str, Any]) -> dict[str, str]:
    """The paper's figures 1 and 2 for every database, as SVG by file name."""
    drawn: dict[str, str] = {}
    for database in dict.fromkeys(run["database"] for run in result["runs"]):
        runs = [r for r in result["runs"] if r["database"] == database and r["seed"] == 0]
        for measure, along in (("se", False), ("cr", True)):
            curves = [
                {
                    "strategy": r["strategy"],
                    "points": [
                        (point[0], point[1], _value(point, measure, r["size"]))
                        for point in r["curve"][1 :: max(1, len(r["curve"]) // DRAWN)]
                    ],
                }
                for r in runs
            ]
            drawn[f"forms-fill-{database}-{measure}.svg"] = curves_svg(curves, requests=along)
    return drawn


def _value(point: Sequence[int], measure: str, size: int) -> float:
    return point[2] / max(1, point[0]) if measure == "se" else point[3] / size


def main(data: Path, out: Path) -> None:
    """Draw the paper's figures 1 and 2 for every database."""
    out.mkdir(parents=True, exist_ok=True)
    for name, picture in figures(run(data)).items():
        (out / name).write_text(picture + "\n", encoding="utf-8")


if __name__ == "__main__":
    asked = ArgumentParser("python -m leadline_research.lin2016.figures", description=main.__doc__)
    asked.add_argument("data", type=Path, help="folder with the tables of the museums")
    asked.add_argument("out", type=Path, help="folder for the pictures")
    run_as_module(main, asked)
