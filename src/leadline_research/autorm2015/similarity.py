"""Leaf and tree similarity and their clustering: AutoRM section 2, by way of Lu et al. 2013.

Shi, Liu, Shen, Yuan, Huang, "AutoRM", Knowledge-Based Systems 89 (2015), sections 2.1-2.2; the
leaf similarity is that of Lu et al., "Annotating Search Results from Web Databases", TKDE 2013:
data content, presentation style, data type, tag path and adjacency, weighted.

Reconstructed: the five weights are remembered from that paper and scaled to a sum of 1, so that
the threshold 0.6 of AutoRM applies. Differs:

- Content is the cosine of the first ``MAX_WORDS`` words as they stand, case folded: no stop words
  go out and nothing is stemmed, for pages are of any language.
- Presentation is read from the tags above a leaf (``STYLE_TAGS``), not from its attributes and not
  from style sheets: there is no browser here. Classes are steps of the tag path instead.
- Data types are told of the first ``MAX_TYPES`` runs in the first ``MAX_TYPED_CHARS`` characters.
- The tag path goes from the root of a sibling down and has no directions; it is cut by ``autorm``.
- Neighbours are the leaves before and behind in the same sibling; one that is missing is like none.

>>> a, b, c = leaf("$ 12.50", ("b",)), leaf("$ 7.00", ("b",)), leaf("Ulysses", ("i",))
>>> leaf_similarity(a, b) > 0.6 > leaf_similarity(a, c)
True
>>> tree_similarity(0b111, 0b110)
0.6666666666666666
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from functools import lru_cache
from math import sqrt
from typing import TYPE_CHECKING, Final

from leadline.mining.signatures import similarity as tree_similarity

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

CONTENT_WEIGHT: Final = 0.64
PRESENTATION_WEIGHT: Final = 0.81
DATA_TYPE_WEIGHT: Final = 1.00
TAG_PATH_WEIGHT: Final = 0.48
ADJACENCY_WEIGHT: Final = 0.56
LEAF_THRESHOLD: Final = 0.6
"""AutoRM 2.1: leaves at least this similar are of one cluster."""
TREE_THRESHOLD: Final = 0.5
"""AutoRM 2.2: h, trees more similar than this are of one cluster."""

TYPE_PATTERN: Final = re.compile(
    r"(?P<Date>\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}|\d{4}年\d{1,2}月)|(?P<Time>\d{1,2}:\d\d(?::\d\d)?)"
    r"|(?P<Currency>[$€£¥￥]\s?\d[\d,.]*|\d[\d,.]*\s?[$€£¥])|(?P<Percentage>\d[\d.,]*\s?%)"
    r"|(?P<Decimal>\d+[.,]\d+)|(?P<Integer>\d+)|(?P<String>[^\W\d_]+)|(?P<Symbol>[^\w\s])"
)
MAX_WORDS: Final = 12
MAX_TYPES: Final = 12
MAX_TYPED_CHARS: Final = 400
"""Words, types and characters of a text that are looked at: a long one is told by its beginning."""
STYLE_TAGS: Final = {
    "face": {"tt", "code", "kbd", "samp", "pre"},
    "size": {"big", "small", "h1", "h2", "h3", "h4"},
    "colour": {"a", "font", "mark"},
    "weight": {"b", "strong", "th", "h1", "h2", "h3", "h4"},
    "italic": {"i", "em", "cite", "var", "dfn"},
    "decoration": {"u", "s", "del", "ins", "a"},
}
"""The six style features, by the tags that change them."""

__all__ = ["Leaf", "cluster", "leaf", "leaf_similarity", "tree_similarity"]


@dataclass(frozen=True, slots=True)
class Leaf:
    """A leaf node: its words, types, style and path, and its neighbours before and after."""

    words: dict[str, int]
    types: tuple[str, ...]
    style: tuple[bool, ...]
    path: tuple[str, ...]
    before: Leaf | None = None
    after: Leaf | None = None


def leaf(
    text: str, path: Sequence[str], before: Leaf | None = None, after: Leaf | None = None
) -> Leaf:
    """A leaf from its text and the tags (``tag.class``) from its sibling root down to it."""
    tags = [step.partition(".")[0] for step in path]
    words = Counter(re.findall(r"\w+", text.casefold())[:MAX_WORDS])
    style = tuple(any(tag in changing for tag in tags) for changing in STYLE_TAGS.values())
    return Leaf(dict(words), data_types(text), style, tuple(path), before, after)


def data_types(text: str) -> tuple[str, ...]:
    """The sequence of data types of a text; runs of one type count once.

    >>> data_types("Sold 12/05/2024, 14:30 for $ 12.50 (5 %)")
    ('String', 'Date', 'Symbol', 'Time', 'String', 'Currency', 'Symbol', 'Percentage', 'Symbol')
    """
    found: list[str] = []
    for match in TYPE_PATTERN.finditer(text[:MAX_TYPED_CHARS]):
        name = match.lastgroup or ""
        if not found or found[-1] != name:
            found.append(name)
        if len(found) == MAX_TYPES:
            break
    return tuple(found)


def leaf_similarity(a: Leaf, b: Leaf) -> float:
    """Sim(u, v) of Lu et al., scaled to [0, 1]."""
    neighbours = (_neighbour(a.before, b.before) + _neighbour(a.after, b.after)) / 2
    whole = (
        CONTENT_WEIGHT + PRESENTATION_WEIGHT + DATA_TYPE_WEIGHT + TAG_PATH_WEIGHT + ADJACENCY_WEIGHT
    )
    return (_own(a, b) + ADJACENCY_WEIGHT * neighbours) / whole


def _own(a: Leaf, b: Leaf) -> float:
    return (
        CONTENT_WEIGHT * _cosine(a.words, b.words)
        + PRESENTATION_WEIGHT * sum(map(bool.__eq__, a.style, b.style)) / len(a.style)
        + DATA_TYPE_WEIGHT * _common(a.types, b.types) / (max(len(a.types), len(b.types)) or 1)
        + TAG_PATH_WEIGHT * _path_similarity(a.path, b.path)
    )


def _neighbour(a: Leaf | None, b: Leaf | None) -> float:
    """Similarity of neighbours by the four features other than adjacency; 0 if one is missing."""
    if a is None or b is None:
        return 0.0
    return _own(a, b) / (CONTENT_WEIGHT + PRESENTATION_WEIGHT + DATA_TYPE_WEIGHT + TAG_PATH_WEIGHT)


def _cosine(a: dict[str, int], b: dict[str, int]) -> float:
    product = sum(times * b.get(word, 0) for word, times in a.items())
    if not product:
        return 0.0
    return product / sqrt(sum(n * n for n in a.values()) * sum(n * n for n in b.values()))


@lru_cache(maxsize=20_000)
def _common(a: tuple[str, ...], b: tuple[str, ...]) -> int:
    """Length of the longest common subsequence."""
    row = [0] * (len(b) + 1)
    for x in a:
        before = 0
        for at, y in enumerate(b, 1):
            before, row[at] = row[at], before + 1 if x == y else max(row[at], row[at - 1])
    return row[-1]


def _path_similarity(a: tuple[str, ...], b: tuple[str, ...]) -> float:
    """1 - EditDistance / (len + len), with substitution as deletion and insertion."""
    whole = len(a) + len(b)
    return 2 * _common(a, b) / whole if whole else 1.0


def cluster(
    weights: Sequence[int], alike: Callable[[int, int], float], threshold: float
) -> list[list[int]]:
    """Agglomerative clustering by average linkage; merge while the best is over the threshold.

    ``weights`` says how many equal items each one stands for.

    >>> cluster([1, 1, 2], lambda a, b: 0.9 if a + b == 1 else 0.1, 0.5)
    [[0, 1], [2]]
    """
    groups = {at: [at] for at in range(len(weights))}
    sizes = dict(enumerate(weights))
    links = {(a, b): alike(a, b) for a in groups for b in groups if a < b}
    while links:
        (a, b), best = max(links.items(), key=lambda item: (item[1], -item[0][0], -item[0][1]))
        if best <= threshold:
            break
        for other in groups:
            if other not in (a, b):
                to_a, to_b = (min(a, other), max(a, other)), (min(b, other), max(b, other))
                links[to_a] = (links[to_a] * sizes[a] + links.pop(to_b) * sizes[b]) / (
                    sizes[a] + sizes[b]
                )
        del links[a, b]
        groups[a] += groups.pop(b)
        sizes[a] += sizes.pop(b)
    return [sorted(members) for members in groups.values()]
