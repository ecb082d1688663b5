"""Integration as a stage of the line: one table of all sources, and what a person must decide.

It depends on the records, the decisions, the domain and the program alone. While these are as they
were, the table is not made again.
"""

import json
from collections.abc import Callable, Sequence
from hashlib import blake2b
from pathlib import Path
from typing import Final

import leadline
from leadline.app.integration.decisions import DECISIONS_FILE
from leadline.app.integration.merge import Integration, integrate_project
from leadline.app.integration.remembered import MATCHES_FILE, RememberedMatcher
from leadline.app.line.questions import questions_of
from leadline.app.project import Plan
from leadline.integrate.matching.matcher import match
from leadline.store import Reader
from leadline.store.damaged import set_aside_damaged
from leadline.store.export.choice import plan_choice
from leadline.store.export.each import write_each
from leadline.store.export.table import write_table
from leadline.store.line import TABLE_FILE, LineState, StageNote
from leadline.store.seals import broken_blocks, seal

UNCHANGED: Final = "nothing was matched: records and decisions are as they were"


def integrate_line(
    plan: Plan, state: LineState, outputs: Sequence[Path], watch: Callable[[str], None]
) -> StageNote:
    """Integrate the sources of a project and write the tables, unless nothing changed.

    ``watch`` is told what is being done.
    """
    folder = plan.project.folder
    if not _has_records(plan):
        return StageNote("integrate", "stopped", "no table was written", "there are no records")
    digest = digest_of(plan)
    tables = [folder / TABLE_FILE, *outputs]
    is_there = all(table.is_file() for table in tables) and not broken_blocks(tables[0])
    if digest == state.digest and is_there:
        return StageNote("integrate", "done", _text(state.facts), UNCHANGED)
    remembered = RememberedMatcher(folder / MATCHES_FILE, match)
    integration = integrate_project(folder, matcher=remembered, plan=plan, watch=watch)
    remembered.save()
    names, rows = integration.table()
    if tables[0].is_dir():
        set_aside_damaged(tables[0])
    write_each(tables[:1], lambda table: write_table(names, rows, table))
    seal(tables[0])
    choice = plan_choice(folder)
    write_each(outputs, lambda table: write_table(*choice.checked(names, rows), table))
    with Reader(plan.project.store) as store:
        state.questions = questions_of(store, integration)
    state.facts, state.digest = _facts(integration), digest
    state.write()
    written = ", ".join(table.name for table in tables)
    return StageNote("integrate", "done", _text(state.facts), f"all is joined; in {written}")


def _has_records(plan: Plan) -> bool:
    if not plan.project.store.is_file():
        return False
    with Reader(plan.project.store) as store:
        return store.counts().records > 0


def digest_of(plan: Plan) -> str:
    """Return a digest of all that an integration depends on."""
    with Reader(plan.project.store) as store:
        sources = [
            [source.key, source.state, source.updated_at, store.counts(source.key).requests]
            for source in store.sources()
        ]
    decisions = plan.project.folder / DECISIONS_FILE
    said = decisions.read_text("utf-8-sig") if decisions.is_file() else ""
    own = [[target.key, target.columns, target.repeats] for target in plan.sources]
    parts = [leadline.__version__, sources, said, plan.domain.to_dict(), own]
    return blake2b(json.dumps(parts).encode(), digest_size=16).hexdigest()


def _facts(integration: Integration) -> dict[str, int]:
    matched = sum(len(matching.accepted) for matching in integration.matchings.values())
    return {
        "records": sum(map(len, integration.rows.values())),
        "sources": len(integration.rows),
        "entities": len(integration.entities),
        "shared": integration.shared,
        "by values": matched,
        "by a key": sum(map(len, integration.certain.values())),
        "set aside": sum(1 for each in integration.cleaned if not each.is_kept),
        "conflicting": integration.entities.conflicting(),
    }


def _text(facts: dict[str, int]) -> str:
    return (
        f"{facts.get('records', 0):,} records of {facts.get('sources', 0):,} sources are "
        f"{facts.get('entities', 0):,} entities, {facts.get('shared', 0):,} of them in several"
    )
