"""Single letters, before words, where a source finds parts of words.

A search that looks for what is typed anywhere in its texts (SQL's ``like``) finds nine records of
ten by a letter, which a dictionary of words would find one by one: three sources of 1,500 records
took 630 to 750 requests by words. A source that reads whole words answers with next to nothing,
at the price of one request; one that ignores short words was found out before.

>>> common_letters(["Prune", "Cherry", "Damson", "Peach", "Lemon"])
['e', 'n']
>>> common_letters(["水彩画", "油画", "版画"])
['画']
"""

from __future__ import annotations

from collections import Counter
from itertools import islice
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable

    from leadline.pipelines.acquisition import Acquisition
    from leadline.pipelines.events import Event, Reply

MOST_LETTERS: Final = 4
SHARE: Final = 0.6
"""Share of the records seen that must show a letter, or it is not asked."""
SAMPLE: Final = 2_000
WORTH: Final = 1.0
"""New records a page below which no further letter is asked."""


def take_letters(
    state: Acquisition, ask_word: Callable[[Acquisition, str], Generator[Event, Reply, None]]
) -> Generator[Event, Reply, None]:
    """Ask for letters, each found in most records, until one brings little."""
    source = state.source
    for letter in common_letters(source.texts())[:MOST_LETTERS]:
        if letter in source.asked or not state.habits.askable(letter):
            continue
        seen, sent = len(source.seen), source.requests
        yield from ask_word(state, letter)
        if len(source.seen) - seen < WORTH * (source.requests - sent):
            break


def common_letters(texts: Iterable[str]) -> list[str]:
    """The letters and characters that most of some texts hold, the commonest first."""
    counts: Counter[str] = Counter()
    number = 0
    for text in islice(texts, SAMPLE):
        number += 1
        counts.update({one for one in text.casefold() if one.isalpha()})
    kept = [letter for letter, times in counts.items() if times >= max(2, SHARE * number)]
    return sorted(kept, key=lambda letter: (-counts[letter], letter))
