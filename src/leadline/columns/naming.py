"""Names of columns: header cells, labels, microdata and classes, before any number.

>>> clean_name("  Year : "), clean_name("@views-field-title"), clean_name("@col-md")
('Year', 'title', '')
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from leadline.columns.inline_runs import CELLS, column_span
from leadline.columns.runs import InlineRun
from leadline.columns.templates.compiled import Division, compile_division
from leadline.model import RecordSpan
from leadline.page.dom import Document
from leadline.values.lists import SlotValue

RunValues = tuple[InlineRun, list[SlotValue]]
"""A run and its values."""

MAX_NAME_CHARACTERS: Final = 60
LAYOUT_WORD: Final = re.compile(
    r"(?:col|row|span|grid|container|wrapper|wrap|inner|outer|content|item|field|value|data|text|"
    r"block|box|cell|views|view|media|body|left|right|center|pull|float|d|p|m|my|mx|mb|mt|btn|"
    r"button|link|small|medium|large|xs|sm|md|lg|xl|hidden|visible|flex|block|inline|info|list|"
    r"unit|size|fa|icon|clear|fix|clearfix|cf|first|last|odd|even|td|th|tr|div|li|ul|css|style)"
)
"""Class words that tell where something stands on the page, not what it is."""
LABEL_EDGES: Final = " :：*▲▼△▽▴▾↑↓↕⇅⇵⬍"
"""Signs around a label that do not belong to its name; headers of sorted tables have arrows."""
MAX_ROWS_TO_HEADER: Final = 20
"""Rows of a table that are searched for its header."""
MAX_HEADER_CHARACTERS: Final = 40
"""Characters of a cell of a header that is no ``th``."""
HEADINGS: Final = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})


def clean_name(hint: str) -> str:
    """Return a readable name from a label or a class (marked ``@``); '' if it names nothing."""
    if not hint.startswith("@"):
        return " ".join(hint.split()).strip(LABEL_EDGES)[:MAX_NAME_CHARACTERS]
    words = [word for word in re.split(r"[-_]+|(?<=[a-z])(?=[A-Z])", hint[1:]) if word]
    kept = [word for word in words if len(word) > 1 and not LAYOUT_WORD.fullmatch(word.casefold())]
    return "_".join(kept).casefold()[:MAX_NAME_CHARACTERS]


def step_name(step: str) -> str:
    """Return a name from a step of a place: its class, or 'title' for a heading."""
    tag, _, style = step.lstrip("~").partition(".")
    return clean_name(f"@{style}") or ("title" if tag in HEADINGS else "")


def header_names(document: Document, spans: Sequence[RecordSpan]) -> dict[int, str]:
    """Return the header text by column number, for records that are rows of a table.

    >>> from leadline.page.dom import parse_html
    >>> page = parse_html("<table><tr><th colspan=2>Who<th>Year<tr><td>A<td>B<td>1</table>", "")
    >>> header_names(page, [RecordSpan((10,))])
    {0: 'Who', 2: 'Year'}
    """
    if not spans:
        return {}
    row = spans[0].nodes[0]
    if document.tag[row] in CELLS:
        row = document.parent[row]
    if row < 0 or document.tag[row] != "tr":
        return {}
    if (table := table_of(document, row)) < 0:
        return {}
    nodes = {node for span in spans for node in span.nodes}
    taken = nodes | {document.parent[node] for node in nodes if document.tag[node] == "td"}
    all_rows = (other for other in document.elements("tr", within=table) if other not in taken)
    rows = (other for other in all_rows if table_of(document, other) == table)
    return _best_header(document, rows, len(_cells(document, row)))


def table_of(document: Document, row: int) -> int:
    """Return the table around a row, -1 for none."""
    return next((above for above in document.ancestors(row) if document.tag[above] == "table"), -1)


def _best_header(document: Document, rows: Iterable[int], width: int) -> dict[int, str]:
    """Return the first row of header cells, else a first row of short texts as wide as records."""
    spare: dict[int, str] = {}
    for at, row in enumerate(rows):
        if at > MAX_ROWS_TO_HEADER:
            break
        cells = _cells(document, row)
        named = {column: text for column, cell, text in cells if text}
        heads = sum(document.tag[cell] == "th" for _, cell, _ in cells)
        if heads and heads >= len(cells) / 2 and len(cells) >= min(width, 2):
            return named
        if (
            at == 0
            and len(cells) == width > 1
            and all(len(t) <= MAX_HEADER_CHARACTERS for t in named.values())
        ):
            spare = named
    return spare


def _cells(document: Document, row: int) -> list[tuple[int, int, str]]:
    """Return column number, node and text of the cells of a row."""
    result, column = [], 0
    for cell in document.children(row):
        if document.tag[cell] in CELLS:
            result.append((column, cell, document.visible_text(cell)))
            column += column_span(document, cell)
    return result


def name_slots(
    templates: Mapping[str, Sequence[str]],
    records: Sequence[Sequence[RunValues]],
    headers: dict[int, str],
    parts: dict[str, str],
) -> dict[str, str]:
    """Return a name of its own for every slot, in the order in which slots are read."""
    divisions = {slot: compile_division(slot, templates, str) for slot in templates}
    hints: dict[str, Counter[str]] = {}
    for record in records:
        for run, values in record:
            for slot, hint in _slot_hints(run, _with_parts(values, divisions), headers):
                hint = parts.get(slot) or hint
                hints.setdefault(slot, Counter())[hint] += 1
    names: dict[str, str] = dict.fromkeys(hints, "")
    taken: set[str] = set()
    numbers: dict[str, int] = {}
    for slot in sorted(hints, key=lambda slot: slot.count("|")):  # parts do not number the others
        hint, times = max(hints[slot].items(), key=lambda item: (item[0] != "", item[1]))
        wanted = hint if 2 * times >= hints[slot].total() else ""
        names[slot] = _free(wanted or names.get(slot.partition("|")[0], ""), taken, numbers)
        taken.add(names[slot].casefold())
    return names


def _slot_hints(
    run: InlineRun, slots: Iterable[str], headers: dict[int, str]
) -> Iterator[tuple[str, str]]:
    around = _run_name(run, headers)
    hints = {piece.label: piece.hint for piece in (*run.pieces, *run.lines)}
    done: set[str] = set()
    for slot in slots:
        if slot in done:
            continue
        done.add(slot)
        if "|" in slot:
            whole, _, label = slot.partition("|")[0].partition("=")
            yield slot, clean_name(label or hints.get(whole.rpartition(">")[2], "")) or around
        elif "=" in slot:
            yield slot, clean_name(slot.rpartition("=")[2])
        elif slot.endswith("!"):
            yield slot, clean_name(run.outline.hint)
        elif ">" in slot:
            yield slot, clean_name(hints.get(slot.rpartition(">")[2], "")) or around
        else:
            yield slot, around


def _run_name(run: InlineRun, headers: dict[int, str]) -> str:
    place = run.outline.place
    if place and place[0][0] == "td" and place[0][1] in headers:
        return clean_name(headers[place[0][1]])
    steps: Iterable[str] = (label for label, _ in reversed(place))
    return clean_name(run.outline.hint) or next(
        (name for step in steps if (name := step_name(step))), ""
    )


def _free(wanted: str, taken: set[str], numbers: dict[str, int]) -> str:
    """Return the name, or the first free one with a number; case aside, as in a table.

    ``numbers`` are the next ones by folded name.
    """
    base, name = (wanted, wanted) if wanted else ("text", "text_1")
    while name.casefold() in taken:
        number = numbers.get(base.casefold(), 2)
        numbers[base.casefold()] = number + 1
        name = f"{base}_{number}"
    return name


def _with_parts(
    values: Iterable[SlotValue], divisions: Mapping[str, Division[str]]
) -> Iterator[str]:
    """Return the slots of values, those of the parts of a split text behind its own."""
    for slot, kind, value in values:
        if kind == "text" and slot in divisions:
            yield from (at for at, _ in divisions[slot].values(value))
        else:
            yield slot
