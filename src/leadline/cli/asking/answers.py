"""``leadline search`` and ``leadline ask``: what a project holds, what its sources answer now."""

import json
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Final

from leadline.app.asking.ask import AskOptions, aask
from leadline.app.asking.choices import forget_choices, ranking_weights
from leadline.app.asking.events import (
    AskEvent,
    AskResults,
    QuestionAnswered,
    RecordsArrived,
    SourceEnded,
    SourcesChosen,
    SourceStarted,
)
from leadline.app.asking.search import SearchResults, choose, search
from leadline.app.calls import run_to_end
from leadline.app.project import Project
from leadline.ask.attributes import in_reading_order
from leadline.cli.terminal.words import clean, short
from leadline.page.masks import masked_all, masked_value

VALUE_WIDTH: Final = 48
SHOWN_VALUES: Final = 8
SHOWN_FACET_VALUES: Final = 4


PARTIAL_EXIT_CODE: Final = 3


def run_search(
    project: Path, query: str, limit: int, offset: int, *, as_json: bool, choose_row: int = 0
) -> int:
    """Print what is found, or log a choice; return 1 if nothing is found."""
    if choose_row:
        row = choose(project, query, choose_row)
        print(f"kept: {described(row.values)}")
        return 0
    results = search(project, query, limit=limit, offset=offset)
    if as_json:
        print(json.dumps(masked_all(plain_results(results)), ensure_ascii=False))
    else:
        print("\n".join(_lines(results)))
    return 0 if results.rows else 1


def run_ranking(project: Path, *, reset: bool) -> int:
    """Print the weights of attributes in ranking; with ``reset`` forget the choices first."""
    Project(project).present_store()
    if reset:
        print(f"{forget_choices(project):,} choices are forgotten")
    for each in ranking_weights(project):
        moved = f", {each.start:.2f} at the start; {each.choices:,} choices" if each.choices else ""
        print(clean(f"{each.attribute}: {each.now:.2f}{moved}"))
    print("attributes that are not listed weigh 1.00")
    return 0


def plain_results(results: SearchResults) -> dict[str, Any]:
    """Return the results as plain values, for JSON."""
    shown = ("source", "key", "entity", "members", "values", "page", "page_url", "score")
    return results.plain(lambda row: {name: getattr(row, name) for name in shown})


def _lines(results: SearchResults) -> Iterator[str]:
    for number, row in enumerate(results.rows, results.offset + 1):
        yield f"{number}. {described(row.values)}"
        others = {source for source, _ in row.members} - {row.source}
        yield clean(f"   {', '.join([row.source, *sorted(others)])}  {row.page_url}")
    at_least = "" if results.is_total_exact else "at least "
    records = "record" if results.total == 1 else "records"
    if results.is_relaxed:
        yield "no record holds all words; these hold some of them"
    yield f"{at_least}{results.total:,} {records} in {results.seconds:.2f} s"
    for facet in results.facets:
        shown = ((masked_value(facet.attribute, value), n) for value, n in facet.values)
        values = _joined(f"{short(value, VALUE_WIDTH)} {n:,}" for value, n in shown)
        yield f"{clean(facet.attribute)}: {values}"
    yield from map(clean, results.notes)


def described(values: dict[str, str]) -> str:
    """Return the first values of a record on one line, its addresses last."""
    shown = in_reading_order(values.items())[:SHOWN_VALUES]
    return " · ".join(short(masked_value(name, value), VALUE_WIDTH) for name, value in shown)


def run_ask(project: Path, query: str, options: AskOptions, *, as_json: bool, quiet: bool) -> int:
    """Ask live and print the answer; return 1 for no row, 3 for a partial answer."""

    async def run() -> list[AskResults]:
        answers: list[AskResults] = []
        async for event in aask(project, query, options):
            if isinstance(event, QuestionAnswered):
                answers.append(event.results)
            for line in () if quiet else _event_lines(event):
                print(clean(line), file=sys.stderr)
        return answers

    (results,) = run_to_end(run)
    if as_json:
        print(json.dumps(masked_all(results), ensure_ascii=False))
    else:
        print("\n".join(_answer_lines(results)))
    if not results.rows:
        return 1
    return PARTIAL_EXIT_CODE if results.is_partial else 0


def _event_lines(event: AskEvent) -> Iterator[str]:
    match event:
        case SourcesChosen(choices):
            for each in choices:
                verb = "asked" if each.is_chosen else "not asked"
                yield f"{each.source}: {verb}, {each.reason}"
        case SourceStarted(source, question):
            yield f"{source}: {question!r} is sent"
        case RecordsArrived(source, records, total):
            of = f" of {total:,}" if total is not None else ""
            yield f"{source}: {len(records):,} record{'s' * (len(records) != 1)}{of}"
            yield f"  {described({f.column: f.value for f in records[0].fields if f.value})}"
        case SourceEnded(source, state, count, reason, seconds):
            came = f"{count:,} record{'s' * (count != 1)}"
            yield f"{source}: {state} after {seconds:.1f} s, {came} ({reason})"


def _answer_lines(results: AskResults) -> Iterator[str]:
    for number, row in enumerate(results.rows, 1):
        yield f"{number}. {described(dict(row.values))}"
        sources = ", ".join(dict.fromkeys(source for source, _ in row.members))
        stored = "" if row.is_live else " (stored before, not asked now)"
        yield clean(f"   {sources}{stored}  {' '.join(row.page_urls[:1])}")
    asked = len(results.sources)
    sources = "source" if asked == 1 else "sources"
    things = "thing" if results.total == 1 else "things"
    yield f"{results.total:,} {things} from {asked} {sources} in {results.seconds:.1f} s"
    if results.is_partial:
        yield "the answer is partial:"
        for each in results.sources:
            if each.state != "done":
                yield clean(f"  {each.source} is {each.state}: {each.reason}")
    yield from map(clean, results.notes)


def _joined(parts: Iterable[str]) -> str:
    return ", ".join(list(parts)[:SHOWN_FACET_VALUES])
