"""``leadline integrate`` and ``leadline explain``: one table of several sources, with reasons."""

import sys
from collections.abc import Iterator, Sequence
from itertools import product
from pathlib import Path
from typing import Final

from leadline.app.integration.merge import (
    CLEANING_FILE,
    Integration,
    integrate_project,
    write_provenance,
)
from leadline.app.integration.pair_reasons import PairReasons, pair_reasons, records_named
from leadline.app.integration.remembered import MATCHES_FILE, RememberedMatcher
from leadline.app.project import PLAN_FILE, Project, read_plan
from leadline.cli.tables.write import check_output, write_tables
from leadline.cli.terminal.words import clean, short
from leadline.integrate.matching.explanation import PairExplanation
from leadline.integrate.matching.matcher import match
from leadline.store import Reader
from leadline.store.export.choice import plan_choice
from leadline.store.export.each import write_each

SHOWN_REASONS: Final = 8
SHOWN_PAIRS: Final = 5
SHOWN_QUESTIONS: Final = 3
SHOWN_COLUMN_WIDTH: Final = 60
MIN_SOURCES: Final = 2


def run(
    project: Path,
    outputs: Sequence[Path],
    pairs: Path | None,
    provenance: Path | None,
    *,
    quiet: bool,
    typed: bool = False,
) -> int:
    """Integrate, write the tables and print what was joined; return 1 if there is nothing."""
    files = (*outputs, provenance) if provenance is not None else outputs
    for output in files:
        check_output(output)

    def watch(text: str) -> None:
        if not quiet:
            print(clean(text), file=sys.stderr)

    refuse_single(project)
    choice = plan_choice(project)
    remembered = RememberedMatcher(project / MATCHES_FILE, match)
    integration = integrate_project(project, pairs, matcher=remembered, watch=watch)
    remembered.save()
    names, rows = integration.table(typed=typed)

    def write(output: Path) -> None:
        if output == provenance:
            write_provenance(integration, Project(project).store, output)
        else:
            write_tables(*choice.checked(names, rows), [output])
        if not quiet:
            print(f"table:   {output}")

    if not quiet:
        print("\n".join(summary(integration)))
    write_each(files, write)
    return 0 if integration.entities else 1


def refuse_single(project: Path) -> None:
    """Raise ``ValueError`` for a project of one source that is not said to repeat things."""
    with Reader(Project(project).present_store()) as reader:
        keys = [source.key for source in reader.sources()]
    plan = read_plan(project / PLAN_FILE) if (project / PLAN_FILE).is_file() else None
    repeats = plan is not None and any(source.repeats for source in plan.sources)
    if len(keys) < MIN_SOURCES and not repeats:
        raise ValueError(
            f"{project} holds {len(keys)} source, and joining needs two: harvest another into it "
            f"with `leadline harvest URL -p {project}`, or say `repeats = true` of it in "
            f"{PLAN_FILE}; its own table is written by `leadline export`"
        )


def summary(integration: Integration) -> Iterator[str]:
    """Lines that say what was joined, by what, and what is open."""
    records = sum(map(len, integration.rows.values()))
    yield (
        f"{records:,} records of {len(integration.rows)} sources are "
        f"{len(integration.entities):,} entities, {integration.shared:,} of them in several sources"
    )
    aside = sum(1 for each in integration.cleaned if not each.is_kept)
    if integration.cleaned:
        doubted = len(integration.cleaned) - aside
        yield f"{aside:,} records were set aside and {doubted:,} are doubted: see {CLEANING_FILE}"
    for (first, second), matching in integration.matchings.items():
        if first == second:
            yield clean(f"{first}: {len(matching.accepted):,} pairs of duplicates")
            continue
        certain = len(integration.certain[first, second])
        found = len(matching.accepted)
        yield clean(f"{first} and {second}: {found:,} pairs by their values, {certain:,} by a key")
    renamed = {
        (mapped.column, mapped.attribute)
        for mapped in integration.columns.columns
        if mapped.column != mapped.attribute
    }
    for column, attribute in sorted(renamed):
        yield clean(short(f"  column {column} is {attribute}", SHOWN_COLUMN_WIDTH))
    conflicting = integration.entities.conflicting()
    yield f"{conflicting:,} entities have conflicting values; the table holds those of most weight"
    yield from _questions(integration)
    if integration.decisions:
        yield f"{len(integration.decisions):,} decisions of yours were obeyed"


def _questions(integration: Integration) -> Iterator[str]:
    """Ask what only a person can decide: a line each question, and its first sample."""
    keys = {source: [*rows] for source, rows in integration.rows.items()}
    for (first, second), asked in integration.questions[:SHOWN_QUESTIONS]:
        left, right = keys[first][asked.samples[0][0]], keys[second][asked.samples[0][1]]
        equal = f" and are equal in {', '.join(asked.equal)}" if asked.equal else ""
        yield clean(
            f"not joined: {asked.pairs:,} pairs of {first} and {second} differ in "
            f"{', '.join(asked.far)}{equal}, such as {left} and {right}; if they are the same, "
            "say so with --pairs"
        )
    if len(integration.questions) > SHOWN_QUESTIONS:
        yield f"{len(integration.questions) - SHOWN_QUESTIONS:,} more such questions are open"


def explain(project: Path, first: str, second: str) -> int:
    """Print why two entities or records were joined, or not."""
    integration = integrate_project(project)
    for each in integration.cleaned:
        if each.key in (first, second) or f"{each.source}#{each.key}" in (first, second):
            verdict = "is doubted" if each.is_kept else "was set aside"
            print(clean(f"{each.source} {each.key} {verdict}: {'; '.join(each.reasons)}"))
            if not each.is_kept:
                return 0
    lefts, rights = records_named(integration, first), records_named(integration, second)
    pairs = sorted({(min(a, b), max(a, b)) for a, b in product(lefts, rights) if a != b})
    for one, other in pairs[:SHOWN_PAIRS]:
        print(clean(f"{one[0]} {one[1]} and {other[0]} {other[1]}:"))
        for line in reasons(pair_reasons(integration, one, other)):
            print(clean(f"  {line}"))
    return 0


def reasons(known: PairReasons) -> Iterator[str]:
    """Say in sentences what is known of a pair of records."""
    yield "they are one entity" if known.is_joined else "they are not joined"
    if known.decided is not None:
        yield f"you said that they are {'the same' if known.decided else 'not the same'}"
    if known.is_one_source:
        yield "both are of one source, which is supposed to list nothing twice (see `repeats`)"
        return
    if known.has_equal_key:
        yield "an exact key joins them"
    if known.explanation is None:
        yield "their values were not compared: they share too few rare words"
        return
    yield from _score_lines(known.explanation)
    if known.rival is not None:
        left, right = known.rival
        yield f"one of them matches better elsewhere: {left} with {right}"


def _score_lines(explanation: PairExplanation) -> Iterator[str]:
    yield f"log-odds of a match by the values: {explanation.score:+.2f}"
    for reason in explanation.reasons[:SHOWN_REASONS]:
        column = reason.column or "whole record"
        yield f"  {reason.weight:+.2f} {column}, {reason.feature}: {reason.value:.2f}"
    if explanation.final is not None:
        verdict = "above" if explanation.accepted else "below"
        yield (
            f"with the margin over other candidates: {explanation.final:+.2f}, "
            f"{verdict} the threshold {explanation.threshold:+.2f}"
        )
