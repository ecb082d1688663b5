"""Integration as a stage of the line: one table of all sources, and what a person must decide.

It depends on the records, the decisions, the domain and the program alone. While these are as they
were, the table is not made again.
"""

import json
from collections.abc import Callable, Iterator, Sequence
from hashlib import blake2b
from pathlib import Path
from typing import Final

import leadline
from leadline.app.integration.decisions import DECISIONS_FILE
from leadline.app.integration.merge import Integration, integrate_project
from leadline.app.integration.remembered import MATCHES_FILE, RememberedMatcher
from leadline.app.project import Plan
from leadline.app.source.recorder import FINISHED
from leadline.integrate.matching.matcher import match
from leadline.integrate.record_table import Member
from leadline.integrate.schema.mapping import ColumnMapping, MappedColumn
from leadline.store import Reader
from leadline.store.damaged import set_aside_damaged
from leadline.store.export.choice import plan_choice
from leadline.store.export.each import write_each
from leadline.store.export.table import write_table
from leadline.store.line import TABLE_FILE, LineState, OpenQuestion, StageNote
from leadline.store.rows import StoredSource
from leadline.store.seals import broken_blocks, seal

UNCHANGED: Final = "nothing was matched: records and decisions are as they were"
MIN_DOUBTFUL: Final = 0.25
MAX_DOUBTFUL: Final = 0.7
"""Chances that two columns are one, between which a person is asked."""
MAX_COLUMN_QUESTIONS: Final = 10
MAX_PAIR_QUESTIONS: Final = 5
"""Pairs of records that are asked for two sources: the matcher learns from each answer."""
MAX_DISTANCE: Final = 1.0
"""Log-odds from the threshold up to which a pair is asked."""
MAX_SHOWN_VALUES: Final = 3
SIGNS_OF_A_SESSION: Final = ("login", "captcha", "401", "403", "session")
SIGNS_OF_A_BUDGET: Final = ("budget", "was stopped", "was killed", "not begun")


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
        state.questions = [
            *source_questions(store.sources()),
            *column_questions(integration.columns),
            *pair_questions(store, integration),
        ]
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


def source_questions(sources: list[StoredSource]) -> Iterator[OpenQuestion]:
    """Ask about each source that stopped for another reason than a budget or a kill."""
    for source in sources:
        if source.state in FINISHED or any(sign in source.reason for sign in SIGNS_OF_A_BUDGET):
            continue
        wants_session = any(sign in source.reason.casefold() for sign in SIGNS_OF_A_SESSION)
        how = (
            f"leadline harvest {source.url} --cookies FILE, with a session of your own"
            if wants_session
            else "look at it with `leadline inspect`, or leave it out"
        )
        yield OpenQuestion("source", source.key, f"it stopped: {source.reason}", how)


def column_questions(columns: ColumnMapping) -> list[OpenQuestion]:
    """Ask about columns that may hold one attribute, the most doubtful first."""
    held = {(mapped.source, mapped.attribute) for mapped in columns.columns}
    taken = [each for each in columns.columns if _is_doubtful(each)]
    left = [
        each
        for each in columns.rejected
        if _is_doubtful(each) and (each.source, each.attribute) not in held
    ]
    doubted = sorted([*taken, *left], key=lambda each: (abs(0.5 - each.score), each.column))
    return [_column_question(each, each in taken) for each in doubted[:MAX_COLUMN_QUESTIONS]]


def _is_doubtful(mapped: MappedColumn) -> bool:
    return MIN_DOUBTFUL <= mapped.score < MAX_DOUBTFUL


def _column_question(mapped: MappedColumn, is_taken: bool) -> OpenQuestion:
    did = "it was taken for it" if is_taken else "it was left apart"
    text = f"is column {mapped.column} the attribute {mapped.attribute}? {did}"
    how = f"columns = {{'{mapped.column}' = '{mapped.attribute}'}} under its [[source]]; '' is no"
    reasons = f" (chance {mapped.score:.2f})"
    return OpenQuestion("columns", mapped.source, text + reasons, how)


def pair_questions(store: Reader, integration: Integration) -> Iterator[OpenQuestion]:
    """Ask about the pairs of records whose scores are nearest to the threshold."""
    for (first, second), matching in integration.matchings.items():
        keys = [list(integration.rows[source]) for source in (first, second)]
        certain = integration.certain[first, second]
        lefts, rights = {left for left, _ in certain}, {right for _, right in certain}
        near = sorted(
            (abs(pair.score - matching.threshold), pair.left, pair.right)
            for pair in matching.ranked
            if pair.left not in lefts and pair.right not in rights
        )
        asked = 0
        for distance, left, right in near:
            if distance > MAX_DISTANCE or asked == MAX_PAIR_QUESTIONS:
                break
            pair = (first, keys[0][left]), (second, keys[1][right])
            if (min(pair), max(pair)) not in integration.decisions:
                yield _pair_question(store, *pair)
                asked += 1


def _pair_question(store: Reader, first: Member, second: Member) -> OpenQuestion:
    shown = " and ".join(f"“{_values(store, member)}”" for member in (first, second))
    line = ",".join([*first, *second])
    how = f"{line},yes (or no) in {DECISIONS_FILE}"
    return OpenQuestion("records", f"{first[0]}, {second[0]}", f"are {shown} the same?", how)


def _values(store: Reader, member: Member) -> str:
    """Return the first values of a record."""
    texts = [field.value for field in store.record(*member).fields if field.kind == "text"]
    return ", ".join(" ".join(text.split())[:60] for text in texts[:MAX_SHOWN_VALUES])
