"""``leadline integrate`` and ``leadline explain``: one table of several sources, with reasons."""

from __future__ import annotations

import sys
from itertools import product
from typing import TYPE_CHECKING, Final

from leadline.app.integration.merge import CLEANING_FILE, integrate_project, write_provenance
from leadline.app.project import Project
from leadline.cli.export import check_output
from leadline.cli.words import clean, short
from leadline.errors import require_package
from leadline.integrate.matching.explanation import explain_pair
from leadline.integrate.matching.matcher import match
from leadline.store.export import write_table

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from leadline.app.integration.merge import Integration, Matcher
    from leadline.integrate.fusion import Member
    from leadline.integrate.matching.explanation import PairExplanation

SHOWN_REASONS: Final = 8
SHOWN_PAIRS: Final = 5
SHOWN_COLUMN_WIDTH: Final = 60
MATCHERS: Final = ("default", "splink")


def run(
    project: Path,
    outputs: Sequence[Path],
    pairs: Path | None,
    provenance: Path | None,
    *,
    matcher: str,
    quiet: bool,
) -> int:
    """Integrate, write the tables and print what was joined; return 1 if there is nothing."""
    written = (*outputs, provenance) if provenance is not None else outputs
    for output in written:
        check_output(output)
    if matcher not in MATCHERS:
        raise ValueError(f"no matcher named {matcher!r}; there are: {', '.join(MATCHERS)}")
    chosen: Matcher = match
    if matcher == "splink":
        require_package("splink", "the matcher splink")
        from leadline.integrate.matching.splink_matcher import match_by_splink

        chosen = match_by_splink

    def watch(text: str) -> None:
        if not quiet:
            print(clean(text), file=sys.stderr)

    integration = integrate_project(project, pairs, matcher=chosen, watch=watch)
    names, rows = integration.table()
    for output in outputs:
        write_table(names, rows, output)
    if provenance is not None:
        write_provenance(integration, Project(project).store, provenance)
    if not quiet:
        print("\n".join(summary(integration)))
        for output in written:
            print(f"table:   {output}")
    return 0 if integration.entities else 1


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
    conflicts = sum(1 for entity in integration.entities if entity.conflicts)
    yield f"{conflicts:,} entities have conflicting values; the table holds those of most weight"
    if integration.decisions:
        yield f"{len(integration.decisions):,} decisions of yours were obeyed"


def explain(project: Path, first: str, second: str) -> int:
    """Print why two entities or records were joined, or not."""
    integration = integrate_project(project)
    for each in integration.cleaned:
        if each.key in (first, second) or f"{each.source}#{each.key}" in (first, second):
            verdict = "is doubted" if each.is_kept else "was set aside"
            print(clean(f"{each.source} {each.key} {verdict}: {'; '.join(each.reasons)}"))
            if not each.is_kept:
                return 0
    lefts, rights = _members(integration, first), _members(integration, second)
    pairs = sorted({(min(a, b), max(a, b)) for a, b in product(lefts, rights) if a != b})
    for one, other in pairs[:SHOWN_PAIRS]:
        print(clean(f"{one[0]} {one[1]} and {other[0]} {other[1]}:"))
        for line in reasons(integration, one, other):
            print(clean(f"  {line}"))
    return 0


def _members(integration: Integration, name: str) -> list[Member]:
    """Records that an id means; raise ``ValueError`` for none."""
    members = [member for e in integration.entities if e.id == name for member in e.members]
    source, _, key = name.rpartition("#")
    members = members or [
        (each, name if not source else key)
        for each, rows in integration.rows.items()
        if (key in rows if source == each else not source and name in rows)
    ]
    if not members:
        raise ValueError(f"{name} is the id of no entity and the key of no record")
    return members


def reasons(integration: Integration, one: Member, other: Member) -> Iterator[str]:
    """Say in sentences what is known of a pair of records."""
    joined = any({one, other} <= set(entity.members) for entity in integration.entities)
    yield "they are one entity" if joined else "they are not joined"
    if (one, other) in integration.decisions:
        same = integration.decisions[one, other]
        yield f"you said that they are {'the same' if same else 'not the same'}"
    pair = (one[0], other[0])
    if pair not in integration.matchings:
        yield "both are of one source, which is supposed to list nothing twice"
        return
    row, other_row = (integration.rows[source][key] for source, key in (one, other))
    if (row, other_row) in integration.certain[pair]:
        yield "an exact key joins them"
    explanation = explain_pair(integration.matchings[pair], row, other_row)
    if explanation is None:
        yield "their values were not compared: they share too few rare words"
        return
    yield from _score_lines(explanation)
    if explanation.rival is not None:
        keys = [{r: k for k, r in integration.rows[s].items()} for s in pair]
        left, right = (k[r] for k, r in zip(keys, explanation.rival, strict=True))
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
