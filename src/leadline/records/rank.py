"""Which of the drafts are the records: the choice AutoRM leaves open (``spec`` section 7)."""

from __future__ import annotations

import re
from collections import Counter
from statistics import median
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from leadline.records.candidates import Draft
    from leadline.records.flat import Flat

ASIDE: Final = re.compile(
    r"nav|menu|foot|side|widget|breadcrumb|crumb|header|pag(?:er|ination)", re.IGNORECASE
)
ASIDE_TAGS: Final = frozenset({"nav", "footer", "header", "aside", "select", "form"})


def score(flat: Flat, draft: Draft) -> float:
    """How much a draft looks like the records a page was asked for."""
    chars, linked = flat.chars, flat.linked
    spans = draft.spans
    count = len(spans)
    sizes = [chars[stop] - chars[start] for start, stop in spans]
    total = sum(sizes)
    if not total:
        return 0.0
    masks = [span_kinds(flat, start, stop) for start, stop in spans]
    tight, rich = cohesion(masks)
    with_link = sum(linked[stop] > linked[start] for start, stop in spans) / count
    in_links = sum(linked[stop] - linked[start] for start, stop in spans) / total
    page = chars[-1] or 1
    value: float = min(count, 60) ** 0.6 * min(median(sizes), 300) * (1 + min(rich, 8) / 8)
    value *= (0.5 + 0.5 * with_link) * tight * (total / page) ** 0.3 * (1.2 - 0.7 * in_links)
    return value * (0.25 if is_aside(flat, draft.parent) else 1.0)


def span_kinds(flat: Flat, start: int, stop: int) -> int:
    """The leaf kinds of whole siblings ``start .. stop - 1``."""
    kinds, end = flat.kinds, flat.document.end
    mask = 0
    while start < stop:
        mask |= kinds[start]
        start = end[start]
    return mask


def cohesion(masks: list[int]) -> tuple[float, float]:
    """Mean similarity to the kinds that at least half of the records have, and their number."""
    counted = Counter(masks)
    share: Counter[int] = Counter()
    for mask, times in counted.items():
        while mask:
            low = mask & -mask
            share[low] += times
            mask ^= low
    half = len(masks) / 2
    core = sum(bit for bit, times in share.items() if times >= half)
    size = core.bit_count()
    near = sum(
        times * (mask & core).bit_count() / (max(mask.bit_count(), size) or 1)
        for mask, times in counted.items()
    )
    return near / len(masks), size


def is_aside(flat: Flat, node: int) -> bool:
    """Whether a node lies in what a page shows beside its subject."""
    document = flat.document
    while node >= 0:
        if document.tag[node] in ASIDE_TAGS:
            return True
        held = document.attributes[node]
        if document.tag[node] != "body" and (
            ASIDE.search(held.get("class") or "") or ASIDE.search(held.get("id") or "")
        ):
            return True
        node = document.parent[node]
    return False
