"""Tables and lists of the report."""

import json
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final

from leadline.model import Doubt, Field, Record
from leadline.page.masks import masked_all, masked_value
from leadline.report.facts import Facts
from leadline.report.markup import Markup, count, duration, join, link, number, size, tag, text
from leadline.store import ColumnFill, Note, Purpose, StoredPage, StoredQuery

Say = Callable[[str], str]
"""Says a sentence of the program in the language of a person."""

MAX_QUERIES: Final = 15
MAX_REASONS: Final = 10
"""Reasons of cut answers, and damaged pages, that are listed."""
MAX_ANSWERS_PER_REASON: Final = 4
MAX_COLUMNS: Final = 60
"""Columns of a source that are listed; more are only counted."""
MAX_SAMPLE_COLUMNS: Final = 16
MAX_LEARNED_LENGTH: Final = 6000
"""Characters of a learned part that are displayed."""


def table(head: Sequence[str], rows: Iterable[Sequence[object]], cls: str = "") -> Markup:
    """Make a table; ``#`` in front of a name marks a column of numbers."""
    styles = ["number" if name.startswith("#") else "" for name in head]
    names = [name if isinstance(name, Markup) else name.removeprefix("#") for name in head]
    top = [
        tag("th", name, cls=style, scope="col") for name, style in zip(names, styles, strict=True)
    ]
    body = [
        tag("tr", *(tag("td", cell, cls=style) for cell, style in zip(row, styles, strict=True)))
        for row in rows
    ]
    inside = tag("table", tag("thead", tag("tr", *top)), tag("tbody", *body), cls=cls)
    return tag("div", inside, cls="scroll", tabindex="0") if body else Markup("")


def as_it_is(sentence: str) -> str:
    """Say a sentence in English."""
    return sentence


def queries_table(facts: Facts, say: Say = as_it_is) -> Markup:
    """Make the table of the most productive queries; count the others."""
    productive = facts.productive
    rows = [_query(query, say) for query in productive[:MAX_QUERIES]]
    names = (say(name) for name in ("query", "purpose", "stated", "requests", "seen", "new", "end"))
    head = [f"#{name}" if 2 <= place <= 5 else name for place, name in enumerate(names)]
    remarks = []
    if rest := productive[MAX_QUERIES:]:
        new = sum(query.new for query in rest)
        remarks.append(
            say(
                f"1 more query brought {new:,}."
                if len(rest) == 1
                else f"{len(rest):,} more queries brought {new:,}."
            )
        )
    if barren := len(facts.queries) - len(productive):
        remarks.append(
            say(
                "1 query brought nothing new."
                if barren == 1
                else f"{barren:,} queries brought nothing new."
            )
        )
    return join([table(head, rows), tag("p", " ".join(remarks)) if remarks else Markup("")])


def _query(query: StoredQuery, say: Say) -> list[object]:
    stated = (
        number(query.total) if query.exact or query.total is None else f"~{number(query.total)}"
    )
    return [
        text(query.text, 80) if query.text else tag("em", say("(empty)")),
        say(query.purpose),
        stated,
        number(query.pages),
        number(query.records),
        tag("strong", number(query.new)),
        text(say(query.reason or ("ended" if query.finished else "not ended")), 120),
    ]


def settled(doubt: Doubt, say: Say = as_it_is) -> str:
    """Return the sentence of a doubt, with the hint that settles it."""
    settles = f"leadline hint FOLDER {doubt.settled_by}"
    return f"{say(doubt.sentence)} ({say(settles)})" if doubt.settled_by else say(doubt.sentence)


def left_list(facts: Facts, say: Say = as_it_is) -> Markup:
    """List all evidence that records are missing."""
    is_proven = facts.source.state == "complete"
    incomplete = [] if is_proven else _incomplete(facts.incomplete, say)
    items = [
        *(text(settled(doubt, say), 600) for doubt in facts.doubts),
        *_gap(facts, say),
        *incomplete,
        *_pages(facts.troubled, say),
        *(_note(note, say) for note in facts.notes if note.level != "info"),
    ]
    if items:
        return tag("ul", *(tag("li", item) for item in items), cls="left")
    if is_proven:
        nothing = "Nothing: no page failed or came damaged, and the proof stands above."
        return tag("p", say(nothing))
    is_asked = facts.counts.requests
    return tag("p", say("Nothing is known to be missing.")) if is_asked else Markup("")


def _gap(facts: Facts, say: Say) -> list[str]:
    estimate, taken = facts.source.estimate, facts.counts.records
    if estimate is None or estimate < taken + 0.5:
        return []
    missing, share = round(estimate - taken), taken / estimate
    return [say(f"about {missing:,} records by estimate ({share:.1%} are taken)")]


def _incomplete(queries: Sequence[StoredQuery], say: Say) -> list[Markup]:
    """Answers with hidden records by reason, the largest loss first."""
    reasons: dict[str, list[StoredQuery]] = {}
    for query in sorted(queries, key=_unseen, reverse=True):
        reasons.setdefault(query.reason or "it was not ended", []).append(query)
    ranked = sorted(reasons.items(), key=lambda item: -sum(map(_unseen, item[1])))
    items = []
    for reason, cut in ranked[:MAX_REASONS]:
        shown = [_answer(query, say) for query in cut[:MAX_ANSWERS_PER_REASON]]
        parts = [part for each in shown for part in ("; ", each)][1:]
        if len(cut) > MAX_ANSWERS_PER_REASON:
            parts.append(say(f"; {len(cut) - MAX_ANSWERS_PER_REASON:,} more"))
        cuts = say("1 answer cut short" if len(cut) == 1 else f"{len(cut):,} answers cut short")
        items.append(join([cuts, ", ", text(say(reason), 200), ": ", *parts]))
    if len(ranked) > MAX_REASONS:
        rest = sum(len(cut) for _, cut in ranked[MAX_REASONS:])
        items.append(join([say(f"{rest:,} more cut short, for other reasons")]))
    return items


def _unseen(query: StoredQuery) -> int:
    return max(0, (query.total or 0) - query.records)


def _answer(query: StoredQuery, say: Say) -> Markup:
    """A query with the number of its rows that were seen."""
    name = text(f"“{query.text}”", 80) if query.text else say("the empty query")
    if query.total is None:
        return join([name, say(f" ({query.records:,} rows seen)")])
    return join([name, say(f" ({query.records:,} of {query.total:,} rows seen)")])


def _pages(pages: Sequence[StoredPage], say: Say) -> list[Markup]:
    """Failed requests and damaged pages."""
    failures: dict[str, list[StoredPage]] = {}
    for page in pages:
        if page.error or page.status >= 400:
            failures.setdefault(page.error or f"HTTP {page.status}", []).append(page)
    items = [
        join(
            [
                say(
                    "1 request without a page: "
                    if len(them) == 1
                    else f"{len(them):,} requests without a page: "
                ),
                say(name),
                " ",
                _first_note(them, say),
            ]
        )
        for name, them in sorted(failures.items())
    ]
    damaged = [page for page in pages if page.truncated or (page.note and not page.error)]
    for page in damaged[:MAX_REASONS]:
        what = say("came cut off") if page.truncated else ""
        remarks = join([what, ": " if what and page.note else "", text(say(page.note), 200)])
        where = say(f"page {page.number}")
        items.append(join([where, " ", remarks, " (", link(page.final_url), ")"]))
    if len(damaged) > MAX_REASONS:
        more = len(damaged) - MAX_REASONS
        items.append(join([say(f"{more:,} more with remarks")]))
    return items


def _first_note(pages: Sequence[StoredPage], say: Say) -> Markup:
    note = next((page.note for page in pages if page.note), "")
    return join(["(", text(say(note), 200), ")"]) if note else Markup("")


def notes_list(notes: Sequence[Note], levels: Sequence[str], say: Say = as_it_is) -> Markup:
    """Make a list of the notes of some levels."""
    items = [tag("li", _note(note, say)) for note in notes if note.level in levels]
    return tag("ul", *items) if items else Markup("")


def _note(note: Note, say: Say) -> Markup:
    where = say(f" (page {note.page})") if note.page else ""
    return join([text(say(note.text), 400), where])


def purposes_table(purposes: Sequence[Purpose]) -> Markup:
    """Make the table of purposes of requests."""
    rows = [
        [
            each.name or "(none)",
            number(each.requests),
            number(each.records),
            number(each.new),
            size(each.bytes),
            duration(each.seconds / max(1, each.requests)),
        ]
        for each in purposes
    ]
    head = ["purpose", "#requests", "#records seen", "#new", "#size", "#time an answer"]
    return table(head, rows)


def columns_table(columns: Sequence[ColumnFill], records: int) -> Markup:
    """Make the table of columns: type, share of filled records, example."""
    rows = [
        [
            text(each.column, 80),
            each.type or each.kind,
            _bar(each.filled / max(1, records)),
            number(each.filled),
            _value(each.column, each.kind, each.example),
        ]
        for each in columns[:MAX_COLUMNS]
    ]
    more = len(columns) - MAX_COLUMNS
    remarks = tag("p", f"{count(more, 'more column')}.") if more > 0 else Markup("")
    return join([table(["column", "type", "filled", "#records", "example"], rows), remarks])


def _bar(share: float) -> Markup:
    """A share as a bar with a number."""
    wide = f"width:{share:.1%}"
    shown = f"{share:.0%}" if share in (0, 1) or 0.01 <= share < 0.995 else f"{share:.1%}"
    return join([tag("span", tag("i", style=wide), cls="bar"), tag("span", shown, cls="share")])


def sample_table(records: Sequence[Record]) -> Markup:
    """Make the table of sample records."""
    times = Counter(
        slot
        for record in records
        for slot in dict.fromkeys((field.column, field.kind) for field in record.fields)
    )
    shown = list(times)
    if len(shown) > MAX_SAMPLE_COLUMNS:
        best = [slot for slot, _ in times.most_common(MAX_SAMPLE_COLUMNS)]
        shown = [slot for slot in shown if slot in best]
    rows = [[_cell(record.fields, slot) for slot in shown] for record in records]
    hidden = len(times) - len(shown)
    remarks = tag("p", f"{count(hidden, 'more column')} not shown here.") if hidden else Markup("")
    names = [text(column, 60) for column, _ in shown]
    return join([table(names, rows, cls="sample"), remarks]) if shown else Markup("")


def _cell(fields: Sequence[Field], slot: tuple[str, str]) -> Markup:
    values = [
        _value(f.column, f.kind, f.value) for f in fields if (f.column, f.kind) == slot and f.value
    ]
    return join([part for value in values for part in (Markup("<br>"), value)][1:])


def _value(column: str, kind: str, value: str) -> Markup:
    value = masked_value(column, value)
    return link(value) if kind in ("link", "image") else text(value)


def learned_list(learned: dict[str, Any]) -> Markup:
    """Make the collapsed list of learned parts."""
    return join(
        [
            tag("details", tag("summary", name), tag("pre", text(_json(value), MAX_LEARNED_LENGTH)))
            for name, value in learned.items()
        ]
    )


def _json(value: Any) -> str:
    return json.dumps(masked_all(value), ensure_ascii=False, indent=1)
