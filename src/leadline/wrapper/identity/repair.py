"""Keys found to be wrong: one record comes under another key after every search.

Links may carry a handle of the search (a number of the result set, a hash) that two answers without
a common record do not show. Later the same texts come again under new keys. What differs between
the two keys of a text is the handle. Where nothing else is left, the text is the key.

>>> pairs = [(f"h/s/a1/{n}", f"h/s/b2/{n}") for n in range(5)]
>>> reduction = learn_reduction(pairs, [f"h/s/b2/{n}" for n in range(5)])
>>> reduction.steps, reduction.key("h/s/c3/7", "")
((2,), 'h/s//7')
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final
from urllib.parse import urlencode

from leadline.page.query_string import query_pairs
from leadline.wrapper.identity.text import LEADING_NUMBER

MIN_KEY_PAIRS: Final = 5
"""Texts that came under two keys from which the keys are doubted."""
MIN_TEXT_PAIRS: Final = 20
"""Such texts from which texts themselves become the keys: two records may share one."""
MIN_SHARE_AGREEING: Final = 0.9
"""Share of these texts of which both keys must be one without what differs."""
MIN_SHARE_DISTINCT_KEYS: Final = 0.85
"""Share of different keys that must be left on a page."""


@dataclass(frozen=True, slots=True)
class KeyReduction:
    """What of a key is left out: parameters, steps of the path, or all of it for the text."""

    parameters: frozenset[str] = frozenset()
    steps: tuple[int, ...] = ()
    by_text: bool = False

    def key(self, key: str, text: str) -> str:
        """Return what is left of a record's key."""
        if self.by_text:
            return stable_text(text)
        path, _, query = key.partition("?")
        steps = path.split("/")
        for place in self.steps:
            if place < len(steps):
                steps[place] = ""
        kept = [pair for pair in query_pairs(query) if pair[0] not in self.parameters]
        tail = "?" + urlencode(kept, errors="surrogateescape") if kept else ""
        return "/".join(steps) + tail


def stable_text(text: str) -> str:
    """Return the text of a record without its number in the list."""
    return LEADING_NUMBER.sub("", " ".join(text.casefold().split()), count=1)


def learn_reduction(
    pairs: Sequence[tuple[str, str]], page_keys: Sequence[str]
) -> KeyReduction | None:
    """Learn what of the keys belongs to the search, from pairs of keys of one text each.

    The keys of a page must stay different, and those of different texts. None where the pairs are
    too few, or are records that share a text.

    >>> pairs = [(f"h/s-{n}/hit", f"h/s-{n + 50}/hit") for n in range(5)]
    >>> learn_reduction(pairs, ["h/s-70/hit"]) is None
    True
    """
    if len(pairs) < MIN_KEY_PAIRS:
        return None
    differing: Counter[str | int] = Counter()
    for one, other in pairs:
        differing.update(_differences(one, other))
    often = [part for part, times in differing.items() if times >= MIN_SHARE_AGREEING * len(pairs)]
    reduction = KeyReduction(
        frozenset(part for part in often if isinstance(part, str)),
        tuple(sorted(part for part in often if isinstance(part, int))),
    )
    equal = sum(reduction.key(one, "") == reduction.key(other, "") for one, other in pairs)
    are_apart = all(
        len({reduction.key(key, "") for key in keys}) >= MIN_SHARE_DISTINCT_KEYS * len(keys)
        for keys in ({*page_keys}, {one for one, _ in pairs})
    )
    if equal >= MIN_SHARE_AGREEING * len(pairs) and are_apart:
        return reduction
    return KeyReduction(by_text=True) if len(pairs) >= MIN_TEXT_PAIRS else None


def _differences(one: str, other: str) -> set[str | int]:
    """Return names of parameters and places in the path in which two keys differ."""
    path, _, query = one.partition("?")
    other_path, _, other_query = other.partition("?")
    steps, other_steps = path.split("/"), other_path.split("/")
    here, there = dict(query_pairs(query)), dict(query_pairs(other_query))
    parts: set[str | int] = {name for name in {*here, *there} if here.get(name) != there.get(name)}
    if len(steps) == len(other_steps):
        parts.update(place for place in range(1, len(steps)) if steps[place] != other_steps[place])
    return parts
