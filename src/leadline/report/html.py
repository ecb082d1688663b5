"""Report as one HTML page: a table of all sources, then a section for each.

The page runs no script and loads nothing, which a Content-Security-Policy also forbids. Harvested
text passes through `leadline.report.markup`.
"""

import json
from collections.abc import Mapping, Sequence
from contextlib import closing
from datetime import UTC, datetime
from importlib.resources import files
from itertools import islice
from pathlib import Path
from typing import Any, Final

from leadline.crawl.script.places import MAP_COMPONENT
from leadline.model import Outcome
from leadline.page.masks import masked_key
from leadline.report.curve import draw
from leadline.report.facts import Facts, gather
from leadline.report.map_view import draw_map
from leadline.report.markup import Markup, count, duration, join, link, number, size, tag, text
from leadline.report.parts import (
    columns_table,
    learned_list,
    left_list,
    notes_list,
    purposes_table,
    queries_table,
    sample_table,
    settled,
    table,
)
from leadline.store import Counts
from leadline.store.export.exporters.datapackage import sentence_of, title_of
from leadline.store.export.formats import plain
from leadline.store.export.table import output_table, table_sources
from leadline.store.reader import Reader

CONTENT_SECURITY_POLICY: Final = "default-src 'none'; style-src 'unsafe-inline'"
OUTCOMES: Final = {
    "complete": "as many were taken as the source says it holds, or its own index was read whole",
    "exhausted": "nothing new was to be expected, but there is no proof that all was taken",
    "paused": "stopped early; run the same command again to go on",
    "failed": "could not be harvested",
}
"""Meaning of the final states of a source; all other states are intermediate."""
MAX_DESCRIPTION: Final = 5_000
"""Characters that search engines take of a description."""
SHOWN_RECORDS: Final = 5
SHOWN_COLUMNS: Final = 8
MAX_CELL_TEXT: Final = 60


def write_report(project: Path | str, out: Path | str) -> None:
    """Write the report of a project atomically."""
    with Reader(project) as store, store.snapshot():
        page = render(store)
    write_page(Path(out), page)


def write_page(path: Path, page: str) -> None:
    """Write a page atomically, and seal it."""
    from leadline.store.export.table import made_file

    with made_file(path.resolve()) as part:
        part.write_text(page, encoding="utf-8", newline="\n")


def render(store: Reader) -> str:
    """Render the page."""
    facts = [gather(store, source) for source in store.sources()]
    name = store.path.resolve().parent.name or store.path.name
    sections = [_source(at, each) for at, each in enumerate(facts, 1)]
    told = dataset_of(store, facts)
    summary = _summary(store, facts)
    return html_page("leadline report", name, summary, _overview(facts), *sections, told)


def dataset_of(store: Reader, facts: Sequence[Facts]) -> Markup:
    """Describe the harvest for search engines and catalogues: a Dataset of schema.org as JSON-LD.

    It is data, which no browser runs.
    """
    sources = table_sources(store, [each.source.key for each in facts])
    ends = [each.ended for each in sources if each.ended]
    columns = dict.fromkeys(masked_key(one.column) for each in facts for one in each.columns)
    described = {
        "@context": "https://schema.org",
        "@type": "Dataset",
        "name": title_of(store.counts().records, sources)[:MAX_DESCRIPTION],
        "description": " ".join(map(sentence_of, sources))[:MAX_DESCRIPTION],
        "dateModified": plain(max(ends)) if ends else None,
        "isBasedOn": [{"@type": "WebSite", "url": one.url[:MAX_DESCRIPTION]} for one in sources],
        "variableMeasured": [column[:MAX_DESCRIPTION] for column in columns],
        "measurementTechnique": "harvest of search forms by leadline",
    }
    safe = json.dumps(described).replace("<", "\\u003c").replace("&", "\\u0026")
    return Markup(f'<script type="application/ld+json">{safe}</script>')


def html_page(kicker: str, name: str, summary: Markup, *main: Markup) -> str:
    """Return a whole page without scripts, which loads nothing, with its head line."""
    style = Markup(files(__package__).joinpath("style.css").read_text("utf-8"))
    head = tag(
        "head",
        Markup('<meta charset="utf-8">'),
        Markup('<meta name="viewport" content="width=device-width, initial-scale=1">'),
        Markup(f'<meta http-equiv="Content-Security-Policy" content="{CONTENT_SECURITY_POLICY}">'),
        Markup('<meta name="referrer" content="no-referrer">'),
        Markup('<meta name="color-scheme" content="light dark">'),
        tag("title", f"leadline: {name}"),
        tag("style", style),
    )
    header = tag(
        "header",
        tag("p", kicker, cls="kicker"),
        tag("h1", text(name)),
        tag("p", summary, cls="sum"),
    )
    body = tag("body", header, tag("main", *main))
    return f"<!doctype html>\n{tag('html', head, body, lang='en')}\n"


def section(title: str, inside: Markup) -> Markup:
    """Return a section under its heading; '' if it is empty."""
    return tag("section", tag("h2", title), inside, cls="source") if inside else inside


def _summary(store: Reader, facts: Sequence[Facts]) -> Markup:
    counts = store.counts()
    facts_line = [
        tag("strong", count(counts.records, "record")),
        f" from {count(len(facts), 'source')}, {count(counts.requests, 'request')}",
        f", {size(counts.bytes)}",
    ]
    if counts.last_at:
        at = datetime.fromtimestamp(counts.last_at, UTC)
        facts_line.append(f"; last request {at:%Y-%m-%d %H:%M} UTC")
    return join(facts_line)


def _overview(facts: Sequence[Facts]) -> Markup:
    """The table of all sources, if there are several."""
    if not facts:
        return tag("p", "Nothing was harvested yet.")
    if len(facts) == 1:
        return Markup("")
    rows = [
        [
            tag("a", text(each.source.key, 60), href=f"#s{at}"),
            _badge(each),
            number(each.counts.records),
            number(each.source.estimate),
            number(each.counts.requests),
            size(each.counts.bytes),
            duration(each.span),
        ]
        for at, each in enumerate(facts, 1)
    ]
    head = ["source", "outcome", "#records", "#estimate", "#requests", "#size", "#time"]
    return tag("section", tag("h2", "Sources"), table(head, rows))


def _source(at: int, facts: Facts) -> Markup:
    source = facts.source
    meaning = OUTCOMES.get(source.state, "under way")
    parts = [
        tag("h2", text(source.key, 120), " ", _badge(facts)),
        tag("p", link(source.url), cls="url"),
        tag("p", _sentence(source.reason or meaning), cls="reason"),
    ]
    if source.reason and source.state != "complete":
        parts.append(tag("p", facts.level, ": ", meaning, ".", cls="meaning"))
    if source.proof:
        parts.append(tag("p", tag("strong", "Proof: "), text(source.proof, 1000)))
    parts.append(_claim(facts))
    parts += [
        _figures(facts),
        _titled("Coverage", draw(facts.coverage, source.key), _legend(facts)),
        _map(facts),
        _titled("What was left, and why", left_list(facts)),
        _titled("Queries that paid", queries_table(facts)),
        _titled("Where the requests went", purposes_table(facts.purposes)),
        _titled("Columns", columns_table(facts.columns, facts.counts.records)),
        _titled("Kinds of records", _kinds(facts)),
        _titled("A sample of the records", sample_table(facts.sample)),
        _titled("Notes", notes_list(facts.notes, ("info",))),
        _titled("What was learned", learned_list(_plain(facts.learned)), cls="learned"),
    ]
    return tag("section", *parts, id=f"s{at}", cls="source")


def _map(facts: Facts) -> Markup:
    """The map of a source that was asked place by place."""
    drawn = draw_map(facts.learned.get(MAP_COMPONENT) or {}, facts.source.key)
    said = "Each shape is what one answer covers; dashed ones may have been cut. Dots are records."
    return _titled("Coverage on the map", drawn, tag("p", said, cls="legend") if drawn else drawn)


def _plain(learned: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in learned.items() if name != MAP_COMPONENT}


def _claim(facts: Facts) -> Markup:
    """Say how much may be missing at the end."""
    if facts.source.state not in OUTCOMES or "claim" not in facts.learned:
        return Markup("")
    bound = (facts.learned["claim"] or {}).get("missing_at_most")
    limit = (
        "how much is missing is not known"
        if bound is None
        else f"at most {float(bound):.1%} of the records are missing (95 %), if words like those "
        "asked find them"
    )
    limit = next((one.sentence for one in facts.doubts if one.kind == "bound"), limit)
    said = tag("p", tag("strong", f"{facts.level.capitalize()}: "), text(limit, 600), cls="claim")
    doubts = [text(settled(one), 600) for one in facts.doubts if one.kind != "bound"]
    return join([said, *(tag("p", tag("strong", "Doubt: "), one, cls="claim") for one in doubts)])


def _figures(facts: Facts) -> Markup:
    """The key figures of a source."""
    counts, estimate = facts.counts, facts.source.estimate
    shown = [
        ("records", number(counts.records), f"of about {number(estimate)}" if estimate else ""),
        ("requests", number(counts.requests), _failed(counts)),
        (
            "new records a request",
            number(counts.records / max(1, counts.requests)),
            f"{number(counts.sightings)} seen in all",
        ),
        ("downloaded", size(counts.bytes), ""),
        ("from first to last request", duration(facts.span), _pace(facts)),
    ]
    return tag(
        "dl",
        *(
            tag("div", tag("dt", name), tag("dd", value, tag("small", note)))
            for name, value, note in shown
        ),
        cls="figures",
    )


def _failed(counts: Counts) -> str:
    return f"{number(counts.failed)} brought no page" if counts.failed else ""


def _pace(facts: Facts) -> str:
    """Rate of requests and mean time of an answer."""
    answered = facts.counts.requests - facts.counts.failed
    parts = []
    if facts.span > 0:
        parts.append(f"{number(facts.counts.requests / facts.span)} requests a second")
    if answered and facts.counts.seconds:
        parts.append(f"{duration(facts.counts.seconds / answered)} an answer")
    return ", ".join(parts)


def _legend(facts: Facts) -> Markup:
    if len(facts.coverage) < 2:
        return Markup("")
    parts = [tag("span", "records taken", cls="key taken")]
    if any(point.estimate is not None for point in facts.coverage):
        parts.append(tag("span", "records estimated to be there", cls="key estimate"))
    return tag("p", *parts, cls="legend")


def _kinds(facts: Facts) -> Markup:
    if len(facts.kinds) < 2:
        return Markup("")
    rows = [
        [text(kind) if kind else "(none)", number(times)] for kind, times in facts.kinds.items()
    ]
    return table(["kind", "#records"], rows)


def _titled(title: str, *parts: Markup, cls: str = "") -> Markup:
    """A part of a section under its heading; '' if it is empty."""
    inside = join(parts)
    return tag("div", tag("h3", title), inside, cls=f"part {cls}") if inside else inside


def _badge(facts: Facts) -> Markup:
    known = facts.source.state if facts.source.state in OUTCOMES else "underway"
    return tag("span", facts.level, cls=f"badge {known}")


def _sentence(words: str) -> Markup:
    """A reason with a capital letter and a full stop."""
    words = words[:1].upper() + words[1:]
    return text(words if words.endswith((".", "!", "?", "。")) else f"{words}.", 1000)


def harvest_html(store: Path, outcomes: Mapping[str, Outcome]) -> str:
    """Return the outcomes and the first records of some sources as HTML."""
    ends = [
        [key, each.level, f"{each.records:,}", each.proof or each.reason]
        for key, each in outcomes.items()
    ]
    parts = [_table(["source", "end", "records", "because"], ends)]
    with closing(Reader(store)) as reader, reader.snapshot():
        taken = output_table(reader, list(outcomes), provenance=False)
        rows = [[plain(cell) or "" for cell in row] for row in islice(taken.rows, SHOWN_RECORDS)]
    parts.append(_table(taken.names[:SHOWN_COLUMNS], [row[:SHOWN_COLUMNS] for row in rows]))
    return "".join(parts)


def _table(names: Sequence[str], rows: list[list[str]]) -> Markup:
    """Return a table whose cells are cut; '' without rows."""
    return table([*map(text, names)], [[cell[:MAX_CELL_TEXT] for cell in row] for row in rows])
