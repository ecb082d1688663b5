"""``bench forms-fill``: DKS against Random and Zipf on forms, after Lin 2016, section 5.

SE = N_success / N_total is the share of submissions with results. CR = R_retrieval / R_DB is the
share of records taken. Both are measured by submissions and by requests (result pages), on three
synthetic databases and on real museums. As in the paper, an experiment ends when one method has
80 % of the records. A slower method is followed to twice the requests.

``ahead`` counts, for every database, the marks (of 40 on the way to 80 %) at which the product's
filler has at least the CR (by requests) and the SE (by submissions) of every rival. Rivals are
those of the paper, and stronger ones that know the column of each box. ``ahead_dks`` does so for
``dks``. ``python -m leadline_research.lin2016.figures DATA OUT`` draws the figures as SVG.
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
from leadline_research.bench.forms.form_source import FormSource
from leadline_research.bench.selection.curves import curves_svg
from leadline_research.lin2016.assignments import TrialSetting, literal_slots
from leadline_research.lin2016.data import PAGE_SIZE, books_a, books_b, museums, papers
from leadline_research.lin2016.fillers import FILLERS
from leadline_research.named import chosen, member

if TYPE_CHECKING:
    from collections.abc import Sequence

    from leadline.model import QueryInterface
    from leadline_research.lin2016.data import Database

TARGET_COVERAGE: Final = 0.8
"""Share of the records at which a run ends."""

MAX_RATIO_TO_FASTEST: Final = 2.0
"""Requests of a slower method by those of the fastest, at which it is stopped."""

MAX_REQUESTS_PER_PAGE: Final = 3.0
"""Requests of a run by the result pages of the whole database."""

MARK_COUNT: Final = 40
"""Marks at which methods are compared."""

MAX_DRAWN_POINTS: Final = 120
"""Points of a curve in a figure."""

PAPER_RIVALS: Final = ("random", "zipf")
TOLD_RIVALS: Final = ("random-told", "zipf-told", "zipf-values")
OWN_STRATEGIES: Final = ("dks-sampled", "dks")
"""The product's own filler, and the paper's in our reading."""

STRATEGIES: Final = (*OWN_STRATEGIES, "dks-literal", *PAPER_RIVALS, *TOLD_RIVALS)


@dataclass(frozen=True, slots=True)
class Step:
    """State of a run after a submission."""

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
    """Run all strategies on all databases; ``cap`` limits the records that one query reaches.

    Without ``data`` only the synthetic databases are used.
    """
    runs: list[dict[str, Any]] = []
    ahead: dict[str, dict[str, dict[str, object]]] = {name: {} for name in OWN_STRATEGIES}
    names = list(dict.fromkeys([*OWN_STRATEGIES, *chosen(strategies, FILLERS, "strategy")]))
    real = museums(data) if data else []
    for database in (papers(), books_a(), books_b(), *real):
        found = _database(database, names, seeds, cap)
        runs += found
        for name in OWN_STRATEGIES:
            ahead[name][database.name] = _ahead(found, name)
    own, papers_own = (ahead[name] for name in OWN_STRATEGIES)
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
    """Run every strategy on one database; the product's first, which limit the others."""
    source = FormSource(database.name, database.rows, database.boxes, page_size=PAGE_SIZE, cap=cap)
    limit = int(MAX_REQUESTS_PER_PAGE * len(source) / PAGE_SIZE)
    runs = []
    for strategy in strategies:
        chancy = not strategy.startswith("dks")
        for seed in range(seeds if chancy else 1):
            steps = drive(database, source, strategy, seed, limit)
            if steps[-1].records >= TARGET_COVERAGE * len(source):
                limit = min(limit, int(MAX_RATIO_TO_FASTEST * steps[-1].requests))
            runs.append(_figures(database.name, strategy, seed, steps, len(source)))
    return runs


def drive(
    database: Database, source: FormSource, strategy: str, seed: int, limit: int
) -> list[Step]:
    """Run to 80 % of the records, to the limit of requests, or until nothing is left to ask."""
    filler = member(strategy, FILLERS, "strategy")(setting(database, seed))
    held: set[str] = set()
    steps = [Step(0, 0, 0, 0)]
    answer = None
    while steps[-1].requests < limit and len(held) < TARGET_COVERAGE * len(source):
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
    """Read the form as the product does."""
    html = f"<form action=/search>{database.form}<button>Search</button></form>"
    return find_interfaces(parse_html(html, "http://source.test/"))[0]


def setting(database: Database, seed: int) -> TrialSetting:
    """Make the setting of a filler for a database."""
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
    done = last.records >= TARGET_COVERAGE * size
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


def _ahead(runs: Sequence[dict[str, Any]], ours_is: str = OWN_STRATEGIES[0]) -> dict[str, object]:
    """Count the marks at which one of our fillers is not behind, and its least lead."""
    curves = {name: [r["curve"] for r in runs if r["strategy"] == name] for name in STRATEGIES}
    (ours,) = curves[ours_is]
    size = runs[0]["size"]
    found: dict[str, object] = {"marks": MARK_COUNT}
    for group, rivals in (("paper", PAPER_RIVALS), ("told", TOLD_RIVALS)):
        rows = [curve for name in rivals for curve in curves[name]]
        if not rows:
            continue
        for measure, along in (("cr", 1), ("se", 0)):
            gaps = []
            for mark in range(1, MARK_COUNT + 1):
                at = ours[-1][along] * mark / MARK_COUNT
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
    """Read CR or SE of a curve at some requests (``along`` 1) or submissions (0)."""
    before = [point for point in curve if point[along] <= at] or [curve[0]]
    last = before[-1]
    if measure == "se":
        return last[2] / last[0] if last[0] else 1.0
    following = next((point for point in curve if point[along] > at), last)
    width = following[along] - last[along]
    share = (at - last[along]) / width if width else 0.0
    return (last[3] + share * (following[3] - last[3])) / size


def figures(result: dict[str, Any]) -> dict[str, str]:
    """Draw the paper's figures 1 and 2 for every database, as SVG by file name."""
    drawn: dict[str, str] = {}
    for database in dict.fromkeys(run["database"] for run in result["runs"]):
        runs = [r for r in result["runs"] if r["database"] == database and r["seed"] == 0]
        for measure, along in (("se", False), ("cr", True)):
            curves = [
                {
                    "strategy": r["strategy"],
                    "points": [
                        (point[0], point[1], _value(point, measure, r["size"]))
                        for point in r["curve"][1 :: max(1, len(r["curve"]) // MAX_DRAWN_POINTS)]
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
