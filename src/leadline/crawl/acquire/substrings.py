"""Single letters, before words, where a source finds parts of words.

A search that looks for what is typed anywhere in its texts (SQL's ``like``) finds nine records of
ten by a letter, which a dictionary of words would find one by one: three sources of 1,500 records
took 630 to 750 requests by words. A source that reads whole words answers with next to nothing,
at the price of one request. Where short words find nothing, parts of three letters are asked.

>>> common_parts(["Prune", "Cherry", "Damson", "Peach", "Lemon"], 1)
['e', 'n']
>>> common_parts(["painting", "print", "printing plate", "paint"], 3)
['int', 'ain', 'ing', 'nti', 'pai', 'pri', 'rin', 'tin']
>>> common_parts(["水彩画", "油画", "版画"], 1)
['画']
"""

from __future__ import annotations

from collections import Counter
from itertools import islice
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable

    from leadline.crawl.acquisition import Acquisition
    from leadline.crawl.events import Event, Reply
    from leadline.crawl.paging.walk import Walk

MOST_PARTS: Final = {1: 4, 3: 12}
"""Parts that are asked, by their length."""
SHARE: Final = {1: 0.6, 3: 0.1}
"""Share of the records seen that must show a part, or it is not asked."""
LONGER: Final = 3
SAMPLE: Final = 2_000
LONGEST: Final = 1_000
WORTH: Final = 1.0
"""New records a page below which no further letter is asked."""


def take_letters(
    state: Acquisition,
    ask_word: Callable[[Acquisition, str], Generator[Event, Reply, Walk]],
) -> Generator[Event, Reply, None]:
    """Ask for letters, each found in most records, until one brings little."""
    source = state.source
    length = 1 if state.habits.shortest == 1 else LONGER
    for part in common_parts(source.texts(), length)[: MOST_PARTS[length]]:
        if part in source.asked or not state.habits.askable(part):
            continue
        seen, sent = len(source.seen), source.requests
        yield from ask_word(state, part)
        if len(source.seen) - seen < WORTH * (source.requests - sent):
            break


def common_parts(texts: Iterable[str], length: int) -> list[str]:
    """Parts of words, of so many letters, that many of some texts hold, the commonest first."""
    counts: Counter[str] = Counter()
    number = 0
    for text in islice(texts, SAMPLE):
        number += 1
        low = text[:LONGEST].casefold()
        parts = {low[at : at + length] for at in range(len(low) - length + 1)}
        counts.update(part for part in parts if part.isalpha())
    kept = [part for part, times in counts.items() if times >= max(2, SHARE[length] * number)]
    return sorted(kept, key=lambda part: (-counts[part], part))
