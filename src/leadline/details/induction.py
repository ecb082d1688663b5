"""Induction of a detail wrapper: fields of record pages, learned by contrast of some of them.

>>> from leadline.page.dom import parse_html
>>> html = "<body><h1>Emma {0}</h1><p>Shop</p><table><tr><th>ISBN<td>{0}0<tr><th>Form<td>x</table>"
>>> pages = [read_content(parse_html(html.format(n), "http://h.test/")) for n in "1234"]
>>> wrapper = learn_details(pages, [(Field("title", f"Emma {n}"),) for n in "1234"])
>>> wrapper.fields(pages[2])
(Field(column='ISBN', value='30', kind='text'), Field(column='Form', value='x', kind='text'))
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from leadline.columns.naming import MAX_NAME_CHARACTERS, clean_name, step_name
from leadline.details.content import DetailContent, read_content
from leadline.details.contrast import accepted_groups, count_pages, is_stable_step, line_template
from leadline.details.entries import FieldKind
from leadline.details.labelling import LabelledText
from leadline.details.wrapper import (
    ANY_LABEL,
    FILES,
    MACHINE,
    PAIRS,
    STYLED_STEP,
    DetailTemplate,
    DetailWrapper,
    SlotValues,
)
from leadline.model import Field

__all__ = ["learn_details", "read_content"]
MAX_NUMBERED: Final = 12
"""Texts at one place that may be values of their own."""
MIN_PAGES_TO_NUMBER: Final = 3
MIN_PAGES_TO_REPEAT: Final = 2
"""Pages on which a field must repeat another one to be left out."""

OTHER_FORMATS: Final = frozenset({".json", ".xml", ".csv", ".bib", ".ris"})
"""Endings of an address under which the same record is given as data."""

Slot = tuple[str, "FieldKind"]


def learn_details(
    pages: Sequence[DetailContent],
    listed: Sequence[Sequence[Field]],
    again: DetailContent | None = None,
) -> DetailWrapper:
    """Learn which fields record pages bring; ``listed`` are the fields of each page's record.

    One page alone gives what its markup calls a field: with two or more, data are told from
    template. Columns that only repeat what the list shows are left out, and so is what the first
    page says otherwise when it is read ``again``: how long it took, how often it was seen.
    """
    template = learn_template(pages)
    shown = [list(template.slots(page)) for page in pages]
    kept = differing = _differing(shown, len(pages))
    if again is not None:
        second = {(one.slot, one.kind): one.values for one in template.slots(again)}
        first = {(one.slot, one.kind): one.values for one in shown[0]}
        kept = [slot for slot in kept if first.get(slot) == second.get(slot)]
    fresh, repeated = _without_repeats(kept, shown, listed)
    left_out = frozenset(slot for slot, _ in set(differing) - set(fresh))
    columns = _columns(fresh, shown, listed)
    names = frozenset(one.column.casefold() for fields in listed for one in fields)
    return DetailWrapper(template, columns, left_out, names, repeated)


def learn_template(pages: Sequence[DetailContent]) -> DetailTemplate:
    """Tell data from template on some record pages of one source."""
    steps = count_pages(_styled_steps(page) for page in pages)
    stable = frozenset(step for step in steps if is_stable_step(step, steps, len(pages)))
    template = DetailTemplate(steps=stable)
    template = replace(template, groups=accepted_groups([template.groups_of(p) for p in pages]))
    lines = [template.lines_of(page) for page in pages]
    template = replace(template, lines=line_template(lines))
    if len(pages) < MIN_PAGES_TO_REPEAT:
        return template
    texts = [list(template.lines.labelled(page)) for page in lines]
    most: Counter[str] = Counter()
    for page in texts:
        for base, times in Counter(text.base for text in page if not text.is_own).items():
            most[base] = max(most[base], times)
    template = replace(template, single=frozenset(base for base in most if most[base] == 1))
    by_slot = [_by_slot(template, page) for page in texts]
    slots = dict.fromkeys(slot for page in by_slot for slot in page)
    runs = {slot: [page[slot] for page in by_slot if slot in page] for slot in slots}
    numbered = frozenset(slot for slot, same in runs.items() if _is_numbered(same))
    trails = frozenset(slot for slot, same in runs.items() if _is_trail(same))
    return replace(template, numbered=numbered - trails, trails=trails)


def _by_slot(
    template: DetailTemplate, texts: Sequence[LabelledText]
) -> dict[str, list[LabelledText]]:
    slots: dict[str, list[LabelledText]] = defaultdict(list)
    for text in texts:
        slots[template.slot_of(text)].append(text)
    return slots


def _is_numbered(pages: Sequence[Sequence[LabelledText]]) -> bool:
    """Tell whether a slot has the same number of texts on all pages, and no items of a list."""
    if len(pages) < MIN_PAGES_TO_NUMBER or any(text.is_item for page in pages for text in page):
        return False
    counts = {len(page) for page in pages}
    return len(counts) == 1 and 1 < next(iter(counts)) <= MAX_NUMBERED


def _is_trail(pages: Sequence[Sequence[LabelledText]]) -> bool:
    """Tell whether the items on all pages are links but for the last one."""
    return len(pages) >= MIN_PAGES_TO_NUMBER and all(
        len(page) > 1 and all(text.is_link for text in page[:-1]) and not page[-1].is_link
        for page in pages
    )


def _styled_steps(content: DetailContent) -> Iterator[str]:
    places = {line.base for line in content.lines} | {group.path for group in content.groups}
    places |= {entry.slot for entry in content.files}
    for place in places:
        yield from (match[0] for match in STYLED_STEP.finditer(place))


def _differing(shown: Sequence[Sequence[SlotValues]], pages: int) -> list[Slot]:
    """Return slots whose values differ from page to page, in order of reading.

    Pairs are kept where they do not, and what has a label beside it, or a name for machines, where
    others of its place, or of its object, differ.
    """
    values: dict[Slot, set[tuple[str, ...]]] = {}
    channel: dict[Slot, int] = {}
    seen: Counter[Slot] = Counter()
    for page in shown:
        for slot, _, texts, kind, reader in page:
            values.setdefault((slot, kind), set()).add(texts)
            channel[slot, kind] = reader
            seen[slot, kind] += 1
    least = min(MIN_PAGES_TO_REPEAT, pages)
    facts = {_neighbours(slot) for (slot, _), texts in values.items() if len(texts) > 1}
    kept = [
        slot
        for slot, distinct in values.items()
        if any(map(any, distinct))
        and (
            channel[slot] == PAIRS
            or pages == 1
            or (channel[slot] != FILES and _neighbours(slot[0]) in facts)
            or (seen[slot] >= least and (len(distinct) > 1 or seen[slot] < pages))
        )
    ]
    return sorted(kept, key=lambda slot: channel[slot])


def _neighbours(slot: str) -> str:
    """Return what a slot shares with its neighbours: its place, or its object's type.

    >>> _neighbours("div.row/div|isbn"), _neighbours("ld:Book.name"), _neighbours("md:name")
    ('div.row/div', 'ld:Book', 'md')
    """
    sign = "." if slot.startswith("ld:") else ":" if slot.startswith("md:") else "|"
    return slot.partition(sign)[0]


def _without_repeats(
    slots: Sequence[Slot], shown: Sequence[Sequence[SlotValues]], listed: Sequence[Sequence[Field]]
) -> tuple[list[Slot], tuple[tuple[str, str, FieldKind], ...]]:
    """Leave out slots that show on every page what the list or a surer slot shows.

    Pairs repeat only the list: what a page calls by two names are two fields. Return also which
    slots repeat a column of the list, one for each.
    """
    by_page: list[dict[Slot, tuple[str, ...]]] = []
    channel: dict[Slot, int] = {}
    for page in shown:
        by_page.append({(one.slot, one.kind): one.values for one in page if any(one.values)})
        channel.update({(one.slot, one.kind): one.channel for one in page})
    columns: dict[Slot, list[str]] = defaultdict(lambda: [""] * len(shown))
    for number, fields in enumerate(listed):
        for one in fields:
            if not columns[one.column, one.kind][number]:
                columns[one.column, one.kind][number] = _folded(one.value)
    kept: dict[Slot, list[str]] = {}
    repeated: dict[Slot, Slot] = {}
    for slot in slots:
        texts = [_folded(" ".join(page.get(slot, ()))) for page in by_page]
        column = next((one for one, rival in columns.items() if _repeats(texts, rival)), None)
        if slot[1] == "link" and any(_is_format(texts, rival) for rival in columns.values()):
            continue
        if column is not None:
            repeated.setdefault(column, slot)
        elif channel[slot] == PAIRS or not any(_repeats(texts, one) for one in kept.values()):
            kept[slot] = texts
    return list(kept), tuple((slot, *column) for column, (slot, _) in repeated.items())


def _folded(text: str) -> str:
    return " ".join(text.replace("|", " ").casefold().split())


def _repeats(texts: Sequence[str], rival: Sequence[str]) -> bool:
    """Tell whether a rival shows the same on every page that shows one of the texts."""
    pairs = [(own, other) for own, other in zip(texts, rival, strict=True) if own]
    return len(pairs) >= MIN_PAGES_TO_REPEAT and all(own == other for own, other in pairs)


def _is_format(texts: Sequence[str], rival: Sequence[str]) -> bool:
    """Tell whether links are the record's own address in another format of data.

    >>> _is_format(["h.test/1.json", "h.test/2.json"], ["h.test/1", "h.test/2"])
    True
    >>> _is_format(["h.test/1.pdf", "h.test/2.pdf"], ["h.test/1", "h.test/2"])
    False
    """
    pairs = [(own, other) for own, other in zip(texts, rival, strict=True) if own]
    rests = {own[len(other) :] if other and own.startswith(other) else "" for own, other in pairs}
    return len(pairs) >= MIN_PAGES_TO_REPEAT and len(rests) == 1 and rests <= OTHER_FORMATS


def _columns(
    slots: Sequence[Slot], shown: Sequence[Sequence[SlotValues]], listed: Sequence[Sequence[Field]]
) -> tuple[tuple[str, str, FieldKind], ...]:
    """Return the column of each slot.

    Slots that differ in classes alone and never stand on one page are one column.
    """
    labels: dict[Slot, Counter[str]] = defaultdict(Counter)
    pages: dict[Slot, set[int]] = defaultdict(set)
    channel: dict[Slot, int] = {}
    for number, page in enumerate(shown):
        for slot, label, _, kind, reader in page:
            labels[slot, kind][label] += 1
            pages[slot, kind].add(number)
            channel[slot, kind] = reader
    taken = {field.column.casefold() for fields in listed for field in fields}
    columns: list[tuple[str, str, FieldKind]] = []
    alike: dict[Slot, tuple[str, set[int]]] = {}
    for slot, kind in slots:
        bare = STYLED_STEP.sub(lambda step: step[1], slot), kind
        name, others = alike.get(bare, ("", set[int]()))
        if channel[slot, kind] == MACHINE or not name or others & pages[slot, kind]:
            label = labels[slot, kind].most_common(1)[0][0]
            name, others = _unique(_name(slot, label, channel[slot, kind]), taken), set()
        taken.add(name.casefold())
        alike[bare] = name, others | pages[slot, kind]
        columns.append((slot, name, kind))
    return tuple(columns)


def _name(slot: str, label: str, channel: int) -> str:
    """Return the name of a slot: its label, else what its place is called."""
    if name := clean_name(label):
        return name
    place, _, own = slot.partition("@")[0].rpartition("|")
    if channel == FILES:
        return "picture" if own == "img" else own
    if own and own != ANY_LABEL:
        return clean_name(own)
    steps = (clean_name(step_name(_step(step))) for step in reversed(place.split("/")))
    return next((name for name in steps if name), "text")


def _step(step: str) -> str:
    return step.replace("#", ".", 1) if "." not in step else step


def _unique(name: str, taken: set[str]) -> str:
    """Return a name that no other column has: those of record pages say so."""
    plain = name[: MAX_NAME_CHARACTERS - len(" (page 99)")]
    if name.casefold() not in taken:
        return name
    name, number = f"{plain} (page)", 2
    while name.casefold() in taken:
        name, number = f"{plain} (page {number})", number + 1
    return name
