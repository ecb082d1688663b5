"""Where records stand by a person's word: one record that was shown, or the list that is meant.

One example is made a template, and the template finds the records of every page. A record is shown
by the texts of its first and its last cell; a list by its heading or by the text of one cell.

>>> from leadline.page.dom import parse_html
>>> rows = "".join(f"<tr><td>Title {n}<td>19{n}<tr><td>Author {n}<td>Press" for n in range(10, 14))
>>> page = parse_html(f"<table>{rows}</table>", "http://h.test/")
>>> template = shown_template(page, (), Hint("record", ("Title 11", "Press")))
>>> template.every, [len(span.nodes) for span in replay_at_path(page, template)]
(2, [2, 2, 2, 2])
>>> page = parse_html(f"<table>{rows.replace('Press', 'Press<tr><td>&nbsp;')}", "http://h.test/")
>>> template = shown_template(page, (), Hint("record", ("Title 11", "Press")))
>>> template.every, [len(span.nodes) for span in replay_at_path(page, template)]
(2, [3, 3, 3, 3])
"""

import json
from collections.abc import Sequence
from dataclasses import replace
from itertools import islice, pairwise
from typing import Final

from leadline.model import DataRegion, Hint, RecordSpan
from leadline.page.dom import Document
from leadline.page.plain import from_plain, to_plain
from leadline.page.text import fold
from leadline.wrapper.record_template import (
    HEADINGS_OF_LISTS,
    RecordTemplate,
    compile_template,
    heading_scope,
    headings,
    replay_at_path,
    shape,
    signature,
)

SAYING_TAGS: Final = frozenset(
    ["h1", "h2", "h3", "h4", "h5", "h6", "caption", "legend", "dt", "th", "strong", "b", "label"]
)
MAX_TRIED: Final = 6
"""Texts of a list's first record of which one may mean the list."""
MIN_SHARE_MEANT: Final = 0.7
"""Share of the records that both an example and a list have, from which it means that list."""
MIN_SHARE_ALIKE: Final = 0.8
"""Share of the cells a record apart that are both numbers or both none, where records are beside
each other."""
MAX_ENDS_TRIED: Final = 4
"""Ends of a record that are tried from one start of it, the nearest first."""
Shown = tuple[DataRegion, int, int, tuple[str, ...]]
"""Records like the one shown: heads of one record, heads to skip, shapes of heads that count."""
PLACE_KINDS: Final = frozenset({"record", "region"})
SEEN: Final = "seen"
TOLD: Final = "told"
MAX_SEEN: Final = 3
"""Queries that brought what was shown, which are asked first."""
MAX_PLACES: Final = 60
"""Places of one example on a page that are looked at."""


def template_of(rule: str) -> RecordTemplate | None:
    """Return the template that was learned from an example, None where the text is none."""
    try:
        template = from_plain(RecordTemplate, json.loads(rule)) if rule else None
    except (TypeError, ValueError, AttributeError):
        return None
    return template if template is not None and _is_sound(template) else None


def _is_sound(template: RecordTemplate) -> bool:
    """Tell whether the parts of a template are what they must be; a recipe is anybody's."""
    words = (template.under, template.not_under)
    texts = (*template.path, *template.heads, *template.members, *template.shapes, *words)
    counts = (template.max_nodes, template.every, template.skip, template.min_breaks)
    lists = (template.path, template.heads, template.members, template.shapes)
    return (
        all(isinstance(one, tuple) for one in lists)
        and all(isinstance(one, str) for one in texts)
        and all(isinstance(one, int) and one >= 0 for one in counts)
    )


def rule_of(template: RecordTemplate, seen: Sequence[str]) -> str:
    """Return a template as the rule of a hint, with queries that brought what it stands for."""
    return json.dumps({**to_plain(template), SEEN: [*seen]}, ensure_ascii=False)


def words_seen(hints: Sequence[Hint]) -> list[str]:
    """Return the queries that brought what a person showed; a recipe is anybody's."""
    placed = [hint.rule for hint in hints if hint.kind in PLACE_KINDS and template_of(hint.rule)]
    seen = [json.loads(rule).get(SEEN) for rule in placed]
    words = [word for one in seen if isinstance(one, list) for word in one[:MAX_SEEN]]
    return [word for word in words if isinstance(word, str) and word]


def given_template(
    pages: Sequence[tuple[Document, Sequence[DataRegion]]], hints: Sequence[Hint]
) -> RecordTemplate | None:
    """Return where records stand by the latest record that was shown; None without one."""
    for hint in hints[::-1]:
        templates = (shown_template(document, regions, hint) for document, regions in pages)
        learned = next(filter(None, templates), None) if hint.kind == "record" else None
        template = template_of(hint.rule) if hint.kind in PLACE_KINDS else None
        if template is not None or learned is not None:
            return template or learned
    return None


def told_regions(
    document: Document, regions: tuple[DataRegion, ...], hints: Sequence[Hint]
) -> tuple[DataRegion, ...]:
    """Return the records that stand where a person's word says, of any page; else the regions.

    A page that lacks them is no answer, whatever else it lists.
    """
    template = given_template((), hints)
    if template is None:
        return regions
    spans = replay_at_path(document, template)
    return (DataRegion(document.parent[spans[0].nodes[0]], spans, 1.0, TOLD),) if spans else ()


def shown_template(
    document: Document, regions: Sequence[DataRegion], hint: Hint
) -> RecordTemplate | None:
    """Learn from the example on a page; None where it does not show it."""
    if hint.kind == "record":
        shown = _record_region(document, hint.texts[0], hint.texts[-1])
        if shown is None:
            return None
        region, every, skip, shapes = shown
        template = compile_template(document, region)
        return replace(template, every=every, skip=skip, shapes=shapes, fixed=True)
    found = _meant(document, regions, hint.texts[0])
    return fixed_template(compile_template(document, found[0]), document, [hint]) if found else None


def fixed_template(
    template: RecordTemplate, document: Document, hints: Sequence[Hint]
) -> RecordTemplate:
    """Return a template of the list that a person meant: it stands there and nowhere else."""
    for hint in hints:
        text = fold(hint.texts[0]).strip(" :")
        if hint.kind == "region":
            under = replace(template, under=text, fixed=True)
            template = under if replay_at_path(document, under) else replace(template, fixed=True)
        elif hint.kind == "not_region":
            said = text if headings(document, text) else template.not_under
            template = replace(template, not_under=said, fixed=True)
    return template


def hinted_regions(
    document: Document, regions: Sequence[DataRegion], hints: Sequence[Hint]
) -> Sequence[DataRegion]:
    """Return the regions that a person meant, without those of which it said that they are none."""
    unwanted = list[DataRegion]()
    for hint in hints:
        if hint.kind == "not_region":
            unwanted += _meant(document, regions, hint.texts[0])
        elif hint.kind == "region":
            regions = _meant(document, regions, hint.texts[0]) or regions
    if not unwanted:
        return regions
    spans = [(one.nodes[0], document.end[one.nodes[-1]]) for no in unwanted for one in no.records]

    def is_apart(record: RecordSpan) -> bool:
        start, stop = record.nodes[0], document.end[record.nodes[-1]]
        return all(stop <= first or start >= last for first, last in spans)

    kept = [replace(region, records=tuple(filter(is_apart, region.records))) for region in regions]
    return [region for region in kept if region.records]


def example_of_list(document: Document, regions: Sequence[DataRegion], region: DataRegion) -> str:
    """Return the heading above a list, or else a text of its first record, that means it; or ''."""
    first = region.records[0]
    start, stop = first.nodes[0], document.end[first.nodes[-1]]
    above = [node for node in document.elements(*HEADINGS_OF_LISTS) if node < start]
    inside = (document.text[node] for node in document.text_nodes if start <= node < stop)
    said = (*(document.visible_text(node) for node in above[:-3:-1]), *islice(inside, MAX_TRIED))
    ours = {record.nodes[0] for record in region.records}
    for text in (" ".join(one.split()) for one in said):
        found = _meant(document, regions, text) if text else []
        held = [{record.nodes[0] for record in region.records} for region in found]
        if any(len(ours & one) > MIN_SHARE_MEANT * len(ours | one) for one in held):
            return text
    return ""


def nodes_saying(document: Document, text: str) -> list[int]:
    """Return the elements whose text is this one, else those that hold it, the innermost."""
    wanted = " ".join(fold(text).split())
    texts = [(node, " ".join(fold(document.text[node]).split())) for node in document.text_nodes]
    found = [node for node, own in texts if own == wanted] or [
        node for node, own in texts if wanted in own
    ]
    return [document.parent[node] for node in found[:MAX_PLACES]] or _around(document, wanted)


def _around(document: Document, wanted: str) -> list[int]:
    """Return the innermost element that holds a text which is parted by elements."""
    node, found = document.body(), list[int]()
    while wanted in " ".join(fold(document.visible_text(node)).split()):
        found = [node]
        inner = (
            child
            for child in document.children(node)
            if wanted in " ".join(fold(document.visible_text(child)).split())
        )
        if (step := next(inner, None)) is None:
            break
        node = step
    return found


def _meant(document: Document, regions: Sequence[DataRegion], text: str) -> list[DataRegion]:
    """Return what stands under a heading, or the region whose smallest record holds a cell."""
    places = nodes_saying(document, text)
    for node in places:
        if any(document.tag[up] in SAYING_TAGS for up in (node, *document.ancestors(node))):
            first, stop = heading_scope(document, node)
            inside = [
                replace(region, records=records)
                for region in regions
                if (records := tuple(r for r in region.records if first < r.nodes[0] < stop))
            ]
            if inside:
                return inside
    holding = [
        (document.end[record.nodes[-1]] - record.nodes[0], at, region, record)
        for at, region in enumerate(regions)
        for record in region.records
        if len(region.records) > 1 and any(_holds(document, record, node) for node in places)
    ]
    if not holding:
        return []
    _, _, region, record = min(holding, key=lambda one: one[:2])
    parent = document.parent[record.nodes[0]]
    ours = tuple(r for r in region.records if document.parent[r.nodes[0]] == parent)
    return [replace(region, records=ours)]


def _holds(document: Document, record: RecordSpan, node: int) -> bool:
    return record.nodes[0] <= node < document.end[record.nodes[-1]]


def _record_region(document: Document, first: str, last: str) -> Shown | None:
    """Return the records that are like the one shown."""
    best: tuple[int, Shown] | None = None
    ends = nodes_saying(document, last)
    for start in nodes_saying(document, first):
        for stop in [one for one in ends if one >= start][:MAX_ENDS_TRIED]:
            found = _like(document, start, stop)
            if found is not None and (best is None or found[0] < best[0]):
                best = found
    return best[1] if best is not None else None


def _like(document: Document, start: int, stop: int) -> tuple[int, Shown] | None:
    """Return the records like the one from one cell to another, and the nodes of it.

    It is the innermost element around both that has siblings like it; or, where that element has
    none, or shows several records side by side, a run of its children that is repeated.
    """
    above = [start, *document.ancestors(start)]
    common = next((node for node in above if node <= stop < document.end[node]), -1)
    if common < 0:
        return None
    size = document.end[stop] - start
    alike = _siblings_like(document, common)
    run = _run(document, common, start, stop)
    if run is not None and (len(alike) < 2 or _is_side_by_side(document, alike, run[1])):
        return size, run
    while len(alike) < 2 and common > 0:
        common = document.parent[common]
        alike = _siblings_like(document, common)
    if len(alike) < 2 or document.tag[common] in ("body", "html"):
        return None
    records = tuple(RecordSpan((node,)) for node in alike)
    return size, (DataRegion(document.parent[common], records, 1.0, "shown"), 0, 0, ())


def _is_side_by_side(document: Document, holders: Sequence[int], every: int) -> bool:
    """Tell whether elements hold several records of so many children, alike in what they say."""
    cells = [
        [node for node in document.children(holder) if document.tag[node] != "#text"]
        for holder in holders
    ]
    if not every or any(len(row) % every for row in cells):
        return False
    pairs = [pair for row in cells for pair in zip(row, row[every:], strict=False)]
    alike = sum(_is_number(document, one) is _is_number(document, other) for one, other in pairs)
    return alike >= MIN_SHARE_ALIKE * len(pairs) > 0


def _is_number(document: Document, node: int) -> bool:
    return document.visible_text(node).strip().isdecimal()


def _siblings_like(document: Document, node: int) -> list[int]:
    parent = document.parent[node]
    if parent < 0:
        return []
    wanted = signature(document, node)
    return [one for one in document.children(parent) if signature(document, one) == wanted]


def _repeats(shapes: Sequence[str], every: int) -> float:
    """Return the share of rows that are of the shape of the one so many rows later."""
    pairs = [one == other for one, other in zip(shapes, shapes[every:], strict=False)]
    return sum(pairs) / max(1, len(pairs))


def _run(document: Document, parent: int, start: int, stop: int) -> Shown | None:
    """Return the records of several siblings each, where the run that was shown is repeated.

    Rows of other shapes than those shown may stand between and behind: blank ones, and remarks.
    """
    nodes = [node for node in document.children(parent) if document.tag[node] != "#text"]
    at = [i for i, node in enumerate(nodes) if node <= start < document.end[node]]
    to = [i for i, node in enumerate(nodes) if node <= stop < document.end[node]]
    if not at or not to or to[0] <= at[0]:
        return None
    signs = [signature(document, node) for node in nodes]
    head, inner = signs[at[0]], signs[at[0] + 1 : to[0] + 1]
    heads = [i for i, sign in enumerate(signs) if sign == head]
    every = 1 + inner.count(head)
    shapes = [shape(document, nodes[i]) if signs[i] == head else "" for i in range(len(nodes))]
    ours = {shapes[i] for i in range(at[0], to[0] + 1)} - {""}
    of_all = [one for one in shapes if one]
    is_own = _repeats([one for one in of_all if one in ours], every) > _repeats(of_all, every)
    heads = [i for i in heads if shapes[i] in ours] if is_own else heads
    skip = heads.index(at[0]) % every
    starts = heads[skip::every]
    width = to[0] + 1 - at[0]
    cuts = [*starts, len(nodes)] if every == 1 else [*starts, starts[-1] + width]
    signed, kept = [*zip(nodes, signs, strict=True)], {head, *inner} if is_own else {*signs}
    spans = [tuple(n for n, sign in signed[i:j] if sign in kept) for i, j in pairwise(cuts)]
    if len(spans) < 2:
        return None
    region = DataRegion(parent, tuple(map(RecordSpan, spans)), 1.0, "shown")
    turn = (every, skip) if every > 1 else (0, 0)
    return region, *turn, tuple(sorted(ours)) if is_own and every > 1 else ()
