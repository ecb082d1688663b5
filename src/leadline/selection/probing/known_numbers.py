"""What holds a digit in the records taken, as words to ask: numbers, years, shelf marks, codes.

Most stand in one record, so they are asked only where an answer holds what is like the word, and is
cut off, so that each shows others; or where a person said such a word to ask.

>>> texts = ["Inn e1, 1930", "Mill e3, 1931"]
>>> [*known_numbers(lambda first: iter(texts[first:]), {form_of("e9")}, 9, "such as e1")]
['e1', 'e3', 'e2', 'e4']
"""

import re
from collections.abc import Callable, Iterable, Iterator
from itertools import islice, product
from typing import Final

from leadline.page.text import terms
from leadline.values.value_forms import form_of

MAX_STEPS_BESIDE: Final = 8
"""Steps from a number that texts show to one beside it."""
COUNTED: Final = re.compile(r"(\D*+)([1-9]\d{0,5}+)")


def said_forms(said: Iterable[str]) -> set[str]:
    """Return the forms of what holds a digit in words that a person said to ask."""
    every = (term for text in said for term in terms(text))
    return {form_of(term) for term in every if not term.isalpha()}


def known_numbers(
    since: Callable[[int], Iterator[str]], forms: set[str], at_once: int, said: str
) -> Iterator[str]:
    """Yield what holds a digit in texts, as they come; ``since`` gives those from a number on.

    Where it is known which ``forms`` are answered, it is those alone: of what the page ``said``
    before the search too, and ``at_once`` at a time of what no text shows and is counted beside.
    """
    read, shown, passed = -1 if forms else 0, set[str](), set[str]()
    while True:
        if (text := said if read < 0 else next(since(read), None)) is not None:
            read += 1
            found = [term for term in terms(text) if not term.isalpha()]
            found = [term for term in found if not forms or form_of(term) in forms]
            shown.update(found)
        else:
            between = dict.fromkeys(_between(shown if forms else ()))
            found = [*islice((one for one in between if one not in passed), at_once)]
            if not found:
                return
        yield from (one for one in found if one not in passed)
        passed.update(found)


def _between(known: Iterable[str]) -> Iterator[str]:
    """Yield what is counted inside of the numbers of its kind and beside, the nearest first."""
    kinds: dict[str, set[int]] = {}
    for match in filter(None, map(COUNTED.fullmatch, known)):
        kinds.setdefault(match[1], set()).add(int(match[2]))
    for (kind, held), step in product(kinds.items(), range(1, MAX_STEPS_BESIDE + 1)):
        beside = {number + one for number in held for one in (-step, step)}
        inside = range(max(1, min(held) - 1), max(held) + 2) if len(held) > 1 else range(0)
        yield from (f"{kind}{number}" for number in sorted(beside) if number in inside)
