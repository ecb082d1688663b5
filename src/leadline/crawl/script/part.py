"""A part of a source whose records come as data: its call is asked, or what is read is sifted.

A call is asked with the words, and with other values of its own parameters. What it cannot be asked
is looked for in the records: they are all read, and those of the part are kept.
"""

from collections.abc import Sequence
from typing import Final

from leadline.crawl.client import ask_and_read
from leadline.crawl.events import ComponentLearned, Crawl, QueryClosed
from leadline.crawl.restriction.binding import UnboundError, Values
from leadline.crawl.restriction.condition import Restriction, part_text
from leadline.crawl.restriction.data import (
    WORDS_OF_A_CALL,
    FieldFilter,
    bind_call,
    offered,
    with_values,
)
from leadline.crawl.state.source import SourceState
from leadline.forms.find import find_interfaces
from leadline.forms.roles.query_box import word_boxes
from leadline.page.dom import parse
from leadline.page.text import fold
from leadline.wrapper.data.call import Call
from leadline.wrapper.reading import RecordRow

SIFTED: Final = "sifted"
"""Name under which a source keeps the conditions that are looked for in its records."""


def sift_records(
    source: SourceState, rows: Sequence[RecordRow], wanted: Sequence[Restriction] | None = None
) -> str:
    """Keep only records of the part from now on, where one is wanted; say why not, or ''."""
    wanted = source.task.only if wanted is None else wanted
    if not wanted or source.part_filter is not None:
        return ""
    try:
        kept = FieldFilter.of(wanted, rows, _boxes(source))
    except UnboundError as fault:
        return str(fault)
    source.restrict((), (), kept)
    source.journal.tell(ComponentLearned(SIFTED, kept.to_plain()))
    source.journal.note(
        f"{part_text(wanted)} is looked for in the records: all are read, those of the part kept"
    )
    return ""


def restrict_call(source: SourceState, call: Call) -> Crawl[str]:
    """Ask a call for the wanted part alone from now on; return why that cannot be, or ''."""
    alternatives, rest = bind_call(source.task.only, call, _boxes(source))
    rows = (yield from _rows(source)) if rest else ()
    if rest and (reason := sift_records(source, rows, rest)):
        return f"{reason}; {offered(call)}"
    values = alternatives[0] if alternatives else ()
    asked = tuple(pair for pair in values if pair[0] != WORDS_OF_A_CALL)
    if asked and not (yield from _is_heeded(source, asked)):
        return (
            f"asked with and without {part_text(source.task.only)} the page's call brings the same:"
            " it does not heed it, or everything is in it; leave it out"
        )
    if not values or values != asked or len(alternatives) > 1:
        source.restrict((), alternatives if values else ())
        return ""
    source.restrict(values, ())
    source.ask_by(with_values(call, values))
    return ""


def _boxes(source: SourceState) -> set[str]:
    """Return names of the boxes for words of the entry page, and the one that help texts use."""
    entry, rules = source.entry, source.task.rules
    forms = find_interfaces(parse(entry), rules) if entry is not None else []
    return {"q", *(fold(box.name) for form in forms for box in word_boxes(form) if box.name)}


def _rows(source: SourceState) -> Crawl[Sequence[RecordRow]]:
    """Return records to learn the names of fields from."""
    if source.probes.answers:
        return tuple(row for _, reading in source.probes.answers for row in reading.rows)
    return (yield from _answer(source, ()))[0]


def _answer(source: SourceState, values: Values) -> Crawl[tuple[Sequence[RecordRow], int]]:
    """Return the records, and the stated total, of the first page with these values."""
    text = source.bind(values) if values else ""
    reading = yield from ask_and_read(source, text, "restriction")
    source.journal.tell(QueryClosed(text, reason="a look whether the call heeds it"))
    if reading is None:
        return (), 0
    return reading.rows, reading.stated.value or 0 if reading.stated is not None else 0


def _is_heeded(source: SourceState, asked: Values) -> Crawl[bool]:
    """Tell whether an answer changes with the values."""
    (whole, total), (part, size) = (
        (yield from _answer(source, ())),
        (yield from _answer(source, asked)),
    )
    return total != size or [row.key for row in whole] != [row.key for row in part]
