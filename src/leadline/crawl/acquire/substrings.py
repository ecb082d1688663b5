"""Parts of words, asked before words, where a source finds them inside its texts.

A search that looks for what is typed anywhere (SQL's ``like``) finds most records by one letter. A
source that reads whole words answers with next to nothing, at the price of one request. Where
short words find nothing, parts of three letters are asked.

>>> common_parts(["Prune", "Cherry", "Damson", "Peach", "Lemon"], 1)[:4]
['e', 'n', 'a', 'c']
>>> common_parts(["painting", "print", "printing plate", "paint"], 3)
['int', 'ain', 'ing', 'nti', 'pai', 'pri', 'rin', 'tin']
>>> common_parts(["水彩画", "油画", "版画"], 1)
['画']
"""

from collections import Counter
from collections.abc import Iterable
from itertools import islice
from typing import Final

from leadline.crawl.acquire.ask_word import ask_while_new
from leadline.crawl.acquisition import Acquisition
from leadline.crawl.events import Crawl

MAX_PARTS_BY_LENGTH: Final = {1: 12, 3: 12}
"""Parts that are asked, by their letters."""
MIN_SHARE_BY_LENGTH: Final = {1: 0.3, 3: 0.1}
"""Share of the records seen that must show a part, by its letters."""
LETTERS_OF_LONG_PART: Final = 3
MAX_RECORDS_COUNTED: Final = 2_000
MAX_CHARACTERS_COUNTED: Final = 1_000
MIN_NEW_RECORDS_PER_PAGE: Final = 1.0
MAX_IDLE_PARTS: Final = 2
"""Parts in a row with fewer new records a page after which no further part is asked.

What is known holds the parts asked, so the next commonest may stand beside them everywhere.
"""


def take_by_substrings(state: Acquisition) -> Crawl[None]:
    """Ask for parts of words, each found in many records, until two in a row bring little."""
    asked = state.source.asked
    length = 1 if state.behaviour.shortest == 1 else LETTERS_OF_LONG_PART
    parts = common_parts(state.source.texts_by_key.values(), length)[: MAX_PARTS_BY_LENGTH[length]]
    fresh = (part for part in parts if part not in asked and state.behaviour.askable(part))
    return ask_while_new(state, fresh, MAX_IDLE_PARTS, MIN_NEW_RECORDS_PER_PAGE)


def common_parts(texts: Iterable[str], length: int) -> list[str]:
    """Return parts of words, of ``length`` letters, that many texts hold, the commonest first."""
    counts: Counter[str] = Counter()
    number = 0
    for text in islice(texts, MAX_RECORDS_COUNTED):
        number += 1
        folded = text[:MAX_CHARACTERS_COUNTED].casefold()
        parts = {folded[at : at + length] for at in range(len(folded) - length + 1)}
        counts.update(part for part in parts if part.isalpha())
    least = max(2, MIN_SHARE_BY_LENGTH[length] * number)
    kept = [part for part, times in counts.items() if times >= least]
    return sorted(kept, key=lambda part: (-counts[part], part))
