"""Report of a whole line as one HTML page: found, refused, taken, joined, left, and questions."""

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from leadline.report.discovery import found_table, refused_table
from leadline.report.facts import gather
from leadline.report.html import html_page, section, write_page
from leadline.report.markup import Markup, count, duration, join, link, number, tag, text
from leadline.report.parts import left_list, table
from leadline.store import Reader
from leadline.store.discovery import (
    DISCOVERY_FOLDER,
    DISCOVERY_KEY,
    FOUND_INTERFACES,
    REFUSED_FORMS,
)
from leadline.store.line import LineState, OpenQuestion, StageNote

LINE_REPORT: Final = "run.html"
STORE: Final = "project.sqlite"
QUESTION_KINDS: Final = {
    "source": "A source wants something",
    "columns": "Two columns that may be one",
    "records": "Two records that may be one",
}


def write_line_report(project: Path) -> Path:
    """Write the report of the last run of a project into its folder; return its path."""
    path = project / LINE_REPORT
    write_page(path, render_line(project))
    return path


def render_line(project: Path) -> str:
    """Render the page; parts of stages that did not run are left out."""
    state = LineState.read(project)
    name = project.resolve().name
    notes = state.notes if state else []
    sections = [
        section("Stages", _stages(notes)),
        section("Questions for you", _questions(state.questions if state else ())),
        *_discovered(project / DISCOVERY_FOLDER / STORE),
        *_harvested(project / STORE),
        section("Joined", _joined(state)),
    ]
    return html_page("leadline run", name, _sum(state), *sections)


def _sum(state: LineState | None) -> Markup:
    if state is None:
        return Markup("Nothing was run yet.")
    requests = sum(note.requests for note in state.notes)
    entities = state.facts.get("entities", 0)
    return join(
        [
            tag("strong", count(entities, "entity", "entities")),
            f" in the table; run {state.run} sent {count(requests, 'request')}",
            f"; {count(len(state.questions), 'question')} for you",
        ]
    )


def _stages(notes: Sequence[StageNote]) -> Markup:
    rows = [
        [
            note.stage,
            note.state,
            text(note.did),
            text(note.why, 1000),
            number(note.requests),
            duration(note.seconds),
        ]
        for note in notes
    ]
    head = ["stage", "state", "what it did", "why it stopped", "#requests", "#time"]
    return table(head, rows)


def _questions(questions: Sequence[OpenQuestion]) -> Markup:
    rows = [
        [
            QUESTION_KINDS.get(each.kind, each.kind),
            text(each.about),
            text(each.text, 500),
            text(each.how),
        ]
        for each in questions
    ]
    return table(["what", "of", "question", "how to answer"], rows)


def _discovered(store: Path) -> list[Markup]:
    if not store.is_file():
        return []
    with Reader(store) as reader:
        learned = reader.learned(DISCOVERY_KEY)
    return [
        section("Found", found_table(learned.get(FOUND_INTERFACES, []))),
        section("Refused", refused_table(learned.get(REFUSED_FORMS, []))),
    ]


def _harvested(store: Path) -> list[Markup]:
    if not store.is_file():
        return []
    with Reader(store) as reader, reader.snapshot():
        facts = [gather(reader, source) for source in reader.sources()]
    rows = [
        [
            link(each.source.url),
            each.level,
            number(each.counts.records),
            number(each.counts.requests),
            text(each.source.proof or each.source.reason, 1000),
        ]
        for each in facts
    ]
    head = ["source", "outcome", "#records", "#requests", "why it ended"]
    left = [
        tag("div", tag("h3", text(each.source.key, 120)), inside)
        for each in facts
        if (inside := left_list(each))
    ]
    return [section("Taken", table(head, rows)), section("Left, and why", join(left))]


def _joined(state: LineState | None) -> Markup:
    if state is None or not state.facts:
        return Markup("")
    return table(["what", "#number"], [[name, number(n)] for name, n in state.facts.items()])
