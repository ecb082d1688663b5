"""Contrast of record pages: which groups of pairs, labels and texts are template, which are data.

What all pages show at one place is template. A place that shows one text a page, and another one
on other pages, holds data. Where several texts stand at one place, those that most pages show are
template.

>>> pages = [[("h1", t), ("li", "Next"), ("li", g)] for t, g in [("A", "x"), ("B", "y")]]
>>> sorted(template_texts(pages))
[('li', 'Next')]
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from leadline.details.entries import ENDS_AS_LABEL, PairGroup, TextLine
from leadline.details.labelling import LineTemplate

MIN_TEMPLATE_SHARE: Final = 0.6
"""Share of the pages from which one of several texts at a place is template."""
MIN_LABELS_SHARE: Final = 0.5
"""Share of the pages, and of the labels of a group, from which labels count as recurring."""
MIN_RECURRING_SHARE: Final = 0.95
"""Share of the texts of a place that recur on other pages if nothing but labels stands there."""
MIN_FIXED_SHARE: Final = 0.4
"""Share of them that most pages show."""
MIN_LED_SHARE: Final = 0.6
"""Share of the lines of a place that begin with frequent labels if rare labels stand there too."""
MIN_VALUES_SHARE: Final = 0.3
"""Share of the pages on which a place shows data if a frequent text there may be a value too."""
MIN_PAGES: Final = 2
MIN_STABLE_SHARE: Final = 0.15
"""Share of the pages from which a class or an id is no name of single records."""

Placed = tuple[str, str]
"""Base and text of a line."""


def is_stable_step(step: str, pages: Mapping[str, int], count: int) -> bool:
    """Tell whether a step with a class or an id belongs to the template: several pages have it."""
    return pages.get(step, 0) >= min(count, max(MIN_PAGES, MIN_STABLE_SHARE * count))


def accepted_groups(pages: Sequence[Sequence[PairGroup]]) -> frozenset[str]:
    """Return the paths of groups whose labels recur and whose values differ from page to page."""
    labels: dict[str, Counter[str]] = defaultdict(Counter)
    values: dict[str, set[object]] = defaultdict(set)
    count: Counter[str] = Counter()
    marked: dict[str, bool] = {}
    for groups in pages:
        by_path: dict[str, list[PairGroup]] = defaultdict(list)
        for group in groups:
            by_path[group.path].append(group)
        for path, same in by_path.items():
            pairs = [pair for group in same for pair in group.pairs]
            count[path] += 1
            labels[path].update({pair.slot for pair in pairs})
            values[path].add(tuple((pair.slot, pair.values) for pair in pairs))
            marked[path] = all(group.is_marked for group in same)
    accepted = set()
    for path, times in count.items():
        if len(pages) == 1:
            is_pairs, differs = marked[path], True
        else:
            often = max(MIN_PAGES, MIN_LABELS_SHARE * times) if not marked[path] else MIN_PAGES
            recurring = sum(seen >= often for seen in labels[path].values())
            is_pairs = recurring >= max(1, MIN_LABELS_SHARE * len(labels[path]))
            differs = len(values[path]) > 1
        if is_pairs and differs:
            accepted.add(path)
    return frozenset(accepted)


def line_template(pages: Sequence[Sequence[TextLine]]) -> LineTemplate:
    """Return what contrast says of the lines of some pages."""
    leads = _leads(pages)
    rest = [[line for line in page if (line.base, line.lead) not in leads] for page in pages]
    placed = [[(line.base, line.text) for line in page] for page in rest]
    texts = template_texts(placed)
    label_bases = _label_bases(placed, texts)
    data: Counter[str] = Counter()
    for page in placed:
        data.update({base for base, text in page if (base, text) not in texts} - label_bases)
    often = max(MIN_PAGES, MIN_VALUES_SHARE * len(pages))
    bases = frozenset(base for base, times in data.items() if times >= often)
    return LineTemplate(leads, texts, label_bases, bases)


def _leads(pages: Sequence[Sequence[TextLine]]) -> frozenset[tuple[str, str]]:
    """Return labels in front of values: frequent ones, and marked ones that stand beside those."""
    count: Counter[tuple[str, str]] = Counter()
    for page in pages:
        count.update({(line.base, line.lead) for line in page if line.lead})
    marked = {(line.base, line.lead) for page in pages for line in page if line.is_marked}
    marked = {lead for lead in marked if lead[1]}
    if len(pages) == 1:
        return frozenset(marked)
    often = max(MIN_PAGES, MIN_LABELS_SHARE * len(pages))
    frequent = {lead for lead, times in count.items() if times >= often}
    bases = {base for base, _ in frequent & marked}
    lines: Counter[str] = Counter(line.base for page in pages for line in page)
    led: Counter[str] = Counter()
    for base, lead in frequent:
        led[base] += count[base, lead]
    labelled = {base for base, times in led.items() if times >= MIN_LED_SHARE * lines[base]}
    beside = {
        lead
        for lead, times in count.items()
        if times >= MIN_PAGES and (lead[0] in labelled or (lead in marked and lead[0] in bases))
    }
    return frozenset(frequent | beside)


def template_texts(pages: Sequence[Sequence[Placed]]) -> frozenset[tuple[str, str]]:
    """Return the texts that are template, each with its place."""
    by_base: dict[str, dict[str, int]] = defaultdict(lambda: defaultdict(int))
    most: Counter[str] = Counter()
    for page in pages:
        for base, times in Counter(base for base, _ in page).items():
            most[base] = max(most[base], times)
        for base, text in set(page):
            by_base[base][text] += 1
    often = max(MIN_PAGES, MIN_TEMPLATE_SHARE * len(pages))
    template: set[tuple[str, str]] = set()
    for base, texts in by_base.items():
        if most[base] == 1:
            template.update((base, text) for text in texts if len(texts) == 1)
            continue
        template.update(
            (base, text)
            for text, times in texts.items()
            if times >= (MIN_PAGES if ENDS_AS_LABEL.search(text[-4:]) else often)
        )
    return frozenset(template)


def _label_bases(
    pages: Sequence[Sequence[Placed]], template: frozenset[tuple[str, str]]
) -> frozenset[str]:
    """Return places at which nearly all texts recur on other pages, many of them on most."""
    count: Counter[tuple[str, str]] = Counter()
    most: Counter[str] = Counter()
    for page in pages:
        texts = set(page)
        count.update(texts)
        for base, times in Counter(base for base, _ in texts).items():
            most[base] = max(most[base], times)
    shown: Counter[str] = Counter()
    recurring: Counter[str] = Counter()
    fixed: Counter[str] = Counter()
    for (base, text), times in count.items():
        shown[base] += times
        recurring[base] += times if times >= MIN_PAGES else 0
        fixed[base] += times if (base, text) in template else 0
    return frozenset(
        base
        for base, times in shown.items()
        if recurring[base] >= MIN_RECURRING_SHARE * times
        and fixed[base] >= MIN_FIXED_SHARE * times
        and most[base] > 1
    )


def count_pages(pages: Iterable[Iterable[str]]) -> Counter[str]:
    """Count on how many pages each text stands."""
    counted: Counter[str] = Counter()
    for page in pages:
        counted.update(set(page))
    return counted
