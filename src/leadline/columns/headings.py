"""Headings of columns: a page whose columns stand in another order is put into the learned one.

Cells of a table and children of a card are places that are told by their number. What names them is
the heading: the header row of the table, or the label with which each child of a card begins. The
headings are learned with the columns. A page that shows them in another order is rearranged before
it is read: cells go where they stood, a missing one leaves a gap, and a new one stands at the end
with its heading as its label. So all that is known of places (keys, links, columns) stays true.

>>> from leadline.page.dom import parse_html
>>> html = "<table><tr><th>{}<th>{}<tr><td>{}<td>{}<tr><td>{}<td>{}</table>"
>>> one = parse_html(html.format("Who", "Born", "Ann", 1, "Bo", 2), "")
>>> rows = [RecordSpan((i,)) for i in one.elements("tr")][1:]
>>> headings = learn_headings([(one, rows)])
>>> headings
{'tr': ['who', 'born']}
>>> other = parse_html(html.format("Born", "Name", 1, "Ann", 2, "Bo"), "")
>>> document, shown = arranged(other, rows, headings, {"name": "who"})
>>> shown.moved, document.visible_text(0)
(True, 'Name Born Ann 1 Bo 2')
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import islice
from typing import Final

from leadline.columns.inline_runs import CELLS, HEADING, column_span, step_label
from leadline.columns.naming import MAX_ROWS_TO_HEADER, clean_name, header_names, table_of
from leadline.columns.schema import HEADER_ROW, KEPT_HEADINGS, folded
from leadline.model import RecordSpan
from leadline.page.dom import Attributes, Document
from leadline.values.lists import LABEL_PREFIX

MIN_SHARE_LABELLED: Final = 0.95
"""Share of the records in which the children of a card begin with the same labels."""
MIN_RECORDS_LABELLED: Final = 3
MAX_CARD_LABEL_CHARACTERS: Final = 40
MAX_STEPS_TO_LABELS: Final = 3
"""Steps from a record to children that have labels."""
MAX_CHILDREN: Final = 60
MAX_HEADINGS: Final = 500
COUNTER: Final = re.compile(r"(?<!\s)\s*+\(\s*+\d[\d.,\s]{0,20}\)$")
"""A number behind a heading: how many rows have a value, notes, or hits."""
COLONS: Final = (":", "：")
GAP: Final = -1
"""Stands for a column that a page does not show."""

Headings = Mapping[str, Sequence[str]]
"""Headings in their order, by the place at which they stand."""


@dataclass(frozen=True, slots=True)
class ShownHeadings:
    """The headings of one page as they stand: which are ``new``, and which learned are ``missing``.

    ``moved``: those that are known stand in another order than when they were learned.
    """

    names: tuple[str, ...]
    new: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
    moved: bool = False


@dataclass(slots=True)
class _Changes:
    """What is to be rearranged: children in their new order, labels, texts with another label or
    none, and the child that gaps are like."""

    orders: dict[int, list[int]] = field(default_factory=dict)
    marks: dict[int, str] = field(default_factory=dict)
    texts: dict[int, str] = field(default_factory=dict)
    like: dict[int, int] = field(default_factory=dict)


@lru_cache(maxsize=KEPT_HEADINGS)
def uncounted(name: str) -> str:
    """Return a heading as it is compared where the number behind it may have changed.

    >>> uncounted("Title (1,204)"), uncounted("Size (mm)")
    ('title', 'size (mm)')
    """
    return COUNTER.sub("", folded(name)) or folded(name)


def learn_headings(
    samples: Sequence[tuple[Document, Sequence[RecordSpan]]],
) -> dict[str, list[str]]:
    """Learn the headings of a source's records; {} where their places have none."""
    for document, spans in samples:
        if header_names(document, spans):
            row = spans[0].nodes[0]
            at = _header_row(document, table_of(document, row), {}, spans)
            return {HEADER_ROW: [*map(folded, _names_of(document, at))]} if at >= 0 else {}
    counted: dict[str, Counter[tuple[str, ...]]] = {}
    records = [(document, span) for document, spans in samples for span in spans]
    for document, span in records:
        for path, parent in _parents(document, span):
            labels = tuple(label for _, label in _labelled(document, parent))
            counted.setdefault(path, Counter())[labels] += 1
    result = {}
    for path, times in counted.items():
        labels, most = times.most_common(1)[0]
        named = [label for label in labels if label]
        if (
            most >= max(MIN_RECORDS_LABELLED, MIN_SHARE_LABELLED * len(records))
            and len({*map(folded, named)}) == len(named) > 1
        ):
            result[path] = [*labels]
    return result


def arranged(
    document: Document,
    spans: Sequence[RecordSpan],
    headings: Headings,
    aliases: Mapping[str, str],
) -> tuple[Document, ShownHeadings | None]:
    """Return the page in the learned order, and its headings; None where it shows none.

    ``aliases`` are learned headings by others (folded) that were recognised as the same.
    """
    if not headings or not spans:
        return document, None
    changes = _Changes()
    shown: ShownHeadings | None = None
    if HEADER_ROW in headings:
        shown = _arrange_tables(document, spans, headings[HEADER_ROW], aliases, changes)
    else:
        for path, learned in headings.items():
            one = _arrange_cards(document, spans, (path, learned), aliases, changes)
            shown = one if shown is None or (one is not None and one.moved) else shown
    return _rearranged(document, changes) if changes.orders else document, shown


def header_rows(
    document: Document, spans: Sequence[RecordSpan], headings: Headings
) -> frozenset[int]:
    """Return the rows that hold the headings, of which none is a record."""
    if HEADER_ROW not in headings:
        return frozenset()
    known = _known_names(headings[HEADER_ROW])
    tables = dict.fromkeys(table_of(document, span.nodes[0]) for span in spans)
    rows = (_row_with(document, table, known)[0] for table in tables if table >= 0)
    return frozenset(row for row in rows if row >= 0)


def _arrange_tables(
    document: Document,
    spans: Sequence[RecordSpan],
    learned: Sequence[str],
    aliases: Mapping[str, str],
    changes: _Changes,
) -> ShownHeadings | None:
    shown = None
    known = {**_known_names(learned), **aliases}
    tables: dict[int, list[RecordSpan]] = {}
    for span in spans:
        tables.setdefault(table_of(document, span.nodes[0]), []).append(span)
    for table, inside in tables.items():
        header = _header_row(document, table, known, inside) if table >= 0 else -1
        if header < 0:
            continue
        names = _names_of(document, header)
        order, one = _compared(names, learned, _recounted(names, learned, aliases))
        shown = shown if shown is not None and shown.moved else one
        if order is None:
            continue
        for row in document.elements("tr", within=table):
            if table_of(document, row) == table:
                _arrange_row(document, row, order, names, changes)
    return shown


def _arrange_row(
    document: Document, row: int, order: Sequence[int], names: Sequence[str], changes: _Changes
) -> None:
    children = document.children(row)
    cells = [child for child in children if document.tag[child] in CELLS]
    if any(column_span(document, cell) > 1 for cell in cells) or len(cells) > len(names):
        return
    placed = [cells[at] if 0 <= at < len(cells) else GAP for at in order]
    placed += [cell for at, cell in enumerate(cells) if at not in {*order}]
    while placed and placed[-1] == GAP:
        placed.pop()
    changes.orders[row] = [*placed, *(child for child in children if child not in {*cells})]
    for at, cell in enumerate(cells):
        if at not in {*order} and names[at]:
            changes.marks[cell] = clean_name(names[at])


def _arrange_cards(
    document: Document,
    spans: Sequence[RecordSpan],
    place: tuple[str, Sequence[str]],
    aliases: Mapping[str, str],
    changes: _Changes,
) -> ShownHeadings | None:
    path, learned = place
    shown: Counter[ShownHeadings] = Counter()
    for span in spans:
        for at, parent in _parents(document, span):
            if at != path:
                continue
            labelled = _labelled(document, parent)
            names = [label for _, label in labelled]
            same = _recounted(names, learned, aliases)
            order, one = _compared(names, learned, same)
            known = len([name for name in learned if name]) - len(one.missing)
            if not known:
                continue
            shown[one] += 1
            aliased = any(folded(name) in same for name in names)
            if order is not None or aliased:
                order = order if order is not None else [*range(len(learned))]
                _arrange_card(document, (parent, labelled), order, changes)
                _relabel(document, labelled, same, changes)
    return shown.most_common(1)[0][0] if shown else None


def _arrange_card(
    document: Document,
    card: tuple[int, Sequence[tuple[int, str]]],
    order: Sequence[int],
    changes: _Changes,
) -> None:
    parent, labelled = card
    placed = [labelled[at][0] if at != GAP else GAP for at in order]
    further = [at for at in range(len(labelled)) if at not in {*order}]
    while placed and placed[-1] == GAP:
        placed.pop()
    changes.like[parent] = next((labelled[at][0] for at in order if at != GAP), GAP)
    own = {child for child, _ in labelled}
    loose = [child for child in document.children(parent) if child not in own]
    changes.orders[parent] = [*loose, *placed, *(labelled[at][0] for at in further)]
    for at in further:
        child, label = labelled[at]
        if label:
            changes.marks[child] = clean_name(label)
            text, *others = document.texts(child)
            words = " ".join(document.text[text].split())
            match = LABEL_PREFIX.match(words)
            changes.texts[text] = words[match.end() :] if match else ""
            if not match and others and (value := document.text[others[0]].lstrip())[:1] in COLONS:
                changes.texts[others[0]] = value[1:]


def _relabel(
    document: Document,
    labelled: Sequence[tuple[int, str]],
    aliases: Mapping[str, str],
    changes: _Changes,
) -> None:
    """Let children begin with the learned label where they have another one for it."""
    for child, label in labelled:
        if learned := aliases.get(folded(label)):
            text = document.texts(child)[0]
            changes.texts[text] = document.text[text].replace(label, learned, 1)


def _known_names(learned: Sequence[str]) -> dict[str, str]:
    """Return learned headings by how they are compared, those with another number too."""
    named = [name for name in learned if name]
    return {uncounted(name): name for name in named} | {folded(name): name for name in named}


def _recounted(
    names: Sequence[str], learned: Sequence[str], aliases: Mapping[str, str]
) -> dict[str, str]:
    """Return the aliases, and headings that differ from a learned one by the number behind it.

    The name without the number must be the only one of its kind on both sides.
    """
    here = Counter(uncounted(name) for name in names if name)
    there = Counter(uncounted(name) for name in learned if name)
    known = {uncounted(name): name for name in learned if name}
    taken = {folded(name) for name in learned}.union(aliases)
    taken |= {folded(name) for name in aliases.values()}
    found = {
        folded(name): known[uncounted(name)]
        for name in names
        if folded(name) not in taken and here[uncounted(name)] == there[uncounted(name)] == 1
    }
    return {**found, **aliases}


def _compared(
    names: Sequence[str], learned: Sequence[str], aliases: Mapping[str, str]
) -> tuple[list[int] | None, ShownHeadings]:
    """Return where each learned column stands on a page (None: all where they stood), and what of
    the headings is new or missing. Equal headings are taken in their order."""
    places: dict[tuple[str, int], int] = {}
    times: Counter[str] = Counter()
    for at, name in enumerate(names):
        same = folded(aliases.get(folded(name), name))
        places[same, times[same]] = at
        times[same] += 1
    order = []
    times.clear()
    for name in learned:
        same = folded(name)
        order.append(places.get((same, times[same]), GAP))
        times[same] += 1
    new = tuple(names[at] for at in range(len(names)) if at not in {*order} and names[at])
    missing = tuple(name for name, at in zip(learned, order, strict=True) if at == GAP and name)
    found = [at for at in order if at != GAP]
    shown = ShownHeadings(tuple(names), new, missing, found != sorted(found))
    is_same = order == [*range(len(order))] and not new
    return (None if is_same else order), shown


def _header_row(
    document: Document, table: int, known: Mapping[str, str], spans: Sequence[RecordSpan]
) -> int:
    """Return the row with the headings: that with most known ones, else one that looks so."""
    row, _ = _row_with(document, table, known)
    if row >= 0:
        return row
    names = header_names(document, spans)
    if not names:
        return -1
    wanted = {name for name in map(clean_name, names.values()) if name}
    for row in islice(_rows_of(document, table), MAX_ROWS_TO_HEADER + 2):
        if wanted == {name for name in _names_of(document, row, spread=False) if name}:
            return row
    return -1


def _row_with(document: Document, table: int, known: Mapping[str, str]) -> tuple[int, int]:
    """Return the row of a table with most known headings, at least half of its cells."""
    best, most = -1, 0
    for row in islice(_rows_of(document, table), MAX_ROWS_TO_HEADER + 2) if known else ():
        names = {folded(name) for name in _names_of(document, row, spread=False) if name}
        shared = sum(not {name, uncounted(name)}.isdisjoint(known) for name in names)
        if shared > most and 2 * shared >= min(len(names), len({*known.values()})):
            best, most = row, shared
    return best, most


def _rows_of(document: Document, table: int) -> Iterator[int]:
    return (
        row for row in document.elements("tr", within=table) if table_of(document, row) == table
    )


def _names_of(document: Document, row: int, *, spread: bool = True) -> list[str]:
    """Return the text of each column of a header row; one that spans several names them all."""
    names: list[str] = []
    for cell in document.children(row):
        if document.tag[cell] in CELLS:
            width = column_span(document, cell) if spread else 1
            names += [clean_name(document.visible_text(cell))] * width
    return names[:MAX_HEADINGS]


def _parents(document: Document, span: RecordSpan) -> Iterator[tuple[str, int]]:
    """Yield elements of a record whose children begin with labels, with the paths to them."""
    if len(span.nodes) != 1 or document.tag[span.nodes[0]] == "tr":
        return
    seen: set[str] = set()
    todo = [("", span.nodes[0], 0)]
    while todo:
        path, node, depth = todo.pop()
        children = [child for child in document.children(node) if document.tag[child] != "#text"]
        if path not in seen and 1 < len(children) <= MAX_CHILDREN:
            labels = [_label(document, child) for child in children]
            if sum(map(bool, labels)) > 1:
                seen.add(path)
                yield path, node
                continue
        if depth < MAX_STEPS_TO_LABELS:
            todo += [
                (f"{path}/{step_label(document, child)}", child, depth + 1)
                for child in reversed(children[:MAX_CHILDREN])
            ]


def _labelled(document: Document, parent: int) -> list[tuple[int, str]]:
    """Return the children of an element with the label of each, '' for none."""
    children = [child for child in document.children(parent) if document.tag[child] != "#text"]
    return [(child, _label(document, child)) for child in children]


def _label(document: Document, node: int) -> str:
    """Return the label with which an element begins, '' where it has none."""
    texts = document.texts(node)
    if not texts:
        return ""
    first = " ".join(document.text[texts[0]].split())
    if (match := LABEL_PREFIX.match(first)) and (len(texts) > 1 or match.end() < len(first)):
        return match[1]
    if len(texts) < 2 or len(first) > MAX_CARD_LABEL_CHARACTERS:
        return ""
    return clean_name(first)


def _rearranged(document: Document, changes: _Changes) -> Document:
    """Return the document with children in another order; all else stays as it is."""
    sources = [*_sources(document, changes)]
    at = {source: number for number, (source, _) in enumerate(sources) if source >= 0}
    result = Document(document.url, document.charset, document.html, document.base, document.cut)
    result.scripts = document.scripts
    moved = {child for order in changes.orders.values() for child in order}
    firsts = {document.texts(child)[0] for child in moved if child >= 0 and document.texts(child)}
    for number, (source, parent) in enumerate(sources):
        like = source if source >= 0 else changes.like.get(parent, GAP)
        tag = document.tag[like] if like >= 0 else "td"
        above = document.parent[source] if source >= 0 else parent
        result.tag.append(tag)
        result.parent.append(at[above] if above >= 0 else -1)
        result.end.append(number + 1)
        result.text.append(changes.texts.get(source, document.text[source]) if source >= 0 else "")
        result.attributes.append(_attributes(document, like, changes))
        result.gap.append(source >= 0 and (document.gap[source] or source in firsts))
        if tag == "#text":
            result.text_nodes.append(number)
    for number in range(len(sources) - 1, 0, -1):
        above = result.parent[number]
        result.end[above] = max(result.end[above], result.end[number])
    return result


def _attributes(document: Document, source: int, changes: _Changes) -> Attributes:
    if source < 0:
        return {}
    if source in changes.marks:
        return {**document.attributes[source], HEADING: changes.marks[source]}
    return document.attributes[source]


def _sources(document: Document, changes: _Changes) -> Iterator[tuple[int, int]]:
    """Yield the nodes in their new order, each with the parent of a gap (-1 for others).

    Inside what is rearranged nothing else is, and texts that became empty are left out.
    """
    node, stop = 0, len(document)
    while node < stop:
        yield node, -1
        if node not in changes.orders:
            node += 1
            continue
        for child in changes.orders[node]:
            if child == GAP:
                yield GAP, node
                continue
            for inner in range(child, document.end[child]):
                if changes.texts.get(inner, "kept"):
                    yield inner, -1
        node = document.end[node]
