"""Questions that only a person can decide, gathered from all stages into one list.

Three kinds: a source that wants something of the person, two columns that may be one, and pairs of
records that the matcher is least sure of. Of each only what an answer would change is asked.
"""

from collections.abc import Iterator
from typing import Final

from leadline.app.integration.decisions import DECISIONS_FILE
from leadline.app.integration.merge import Integration
from leadline.app.source.recorder import FINISHED
from leadline.integrate.record_table import Member
from leadline.integrate.schema.mapping import ColumnMapping, MappedColumn
from leadline.store import Reader
from leadline.store.line import OpenQuestion
from leadline.store.rows import StoredSource

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


def questions_of(store: Reader, integration: Integration) -> list[OpenQuestion]:
    """Return all open questions of a project: sources, then columns, then records."""
    return [
        *source_questions(store.sources()),
        *column_questions(integration.columns),
        *pair_questions(store, integration),
    ]


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
