"""What an inspection shows of a page that a script draws: its records and their call."""

from contextlib import suppress
from typing import Final, Protocol

from leadline.crawl.events import Crawl, RecordsExtracted
from leadline.crawl.probe.forms import CrawlEnded
from leadline.crawl.state.source import SourceState
from leadline.crawl.ways.table import Approach, take_ways
from leadline.model import Field
from leadline.page.dom import parse
from leadline.wrapper.data.call import Call

MAX_ROWS_SHOWN: Final = 50


class Shown(Protocol):
    """The parts of an inspection that are filled in here."""

    query: str
    rows: tuple[tuple[Field, ...], ...]
    total: int | None
    next_page: str
    next_via: str
    trouble: str
    notes: list[str]


def show_scripted(source: SourceState, seen: Shown) -> Crawl[None]:
    """Show the records behind a page that neither a form nor a list gives."""
    if source.entry is None:
        return
    document = parse(source.entry)
    approach = Approach(source, document, document)
    approach.failed = CrawlEnded(source.outcome("failed", seen.trouble))
    outcome = None
    with suppress(CrawlEnded):
        outcome = yield from take_ways(approach, with_pages=False)
    taken = [one for one in source.journal.drain() if isinstance(one, RecordsExtracted)]
    rows = [record.fields for one in taken for record in one.records]
    if not rows:
        seen.trouble = outcome.reason if outcome is not None else seen.trouble
        return
    seen.rows, seen.trouble = tuple(rows[:MAX_ROWS_SHOWN]), ""
    seen.notes.append(outcome.proof or outcome.reason if outcome is not None else "")
    if (call := source.form.call) is not None:
        seen.notes[-1:] = call_lines(call)
        if named := source.learned_wrapper.to_dict().get("identity"):
            seen.notes.append(f"a record is named by its value {named}")
        walk, reading = source.probes.answers[0]
        seen.query, seen.total = walk.query, walk.total
        if (onward := call.proposal(reading)) is not None:
            seen.next_page, seen.next_via = f"{onward[1].method} {onward[1].url}", "data"


def call_lines(call: Call) -> list[str]:
    """Return what is known of a call, a line each."""
    lines = [f"the records come by the call {call.base.method} {call.base.url}"]
    lines += [f"the word stands at {_place(hole.place)}" for hole in call.holes]
    if call.paging is not None:
        lines.append(
            f"the next page is asked for by {call.paging.kind} at {_place(call.paging.place)}"
        )
    if call.size:
        lines.append(f"the number of records a page stands at {_place(call.size)}")
    if call.total:
        lines.append(f"the total stands at {_place(call.total)} of the answer")
    return lines


def _place(place: tuple[str | int, ...]) -> str:
    return " > ".join(map(str, place))
