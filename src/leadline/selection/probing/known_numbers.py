"""What holds a digit in the records taken, as words to ask: numbers, years, shelf marks, codes.

Most stand in one record, so they are asked only where an answer holds what is like the word, and is
cut off, so that each shows others; or where a person said such a word to ask.

>>> texts = ["Inn e1, 1930", "Mill e3, 1931"]
>>> [*known_numbers(lambda first: iter(texts[first:]), {form_of("e9")}, 9)]
['e1', 'e3', 'e2', 'e4']
"""

import re
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import Final

from leadline.page.text import terms
from leadline.values.value_forms import form_of

COUNTED: Final = re.compile(r"(\D*+)([1-9]\d{0,5}+)")


def said_forms(said: Iterable[str]) -> set[str]:
    """Return the forms of what holds a digit in words that a person said to ask."""
    every = (term for text in said for term in terms(text))
    return {form_of(term) for term in every if not term.isalpha()}


def known_numbers(
    since: Callable[[int], Iterator[str]], forms: set[str], at_once: int
) -> Iterator[str]:
    """Yield what holds a digit in texts, as they come; ``since`` gives those from a number on.

    Of ``forms`` that a person showed those alone are answered, and ``at_once`` at a time of those
    that no text shows and that are counted between.
    """
    read, shown, passed = 0, set[str](), set[str]()
    while True:
        if (text := next(since(read), None)) is not None:
            read += 1
            found = [term for term in terms(text) if not term.isalpha()]
            found = [term for term in found if not forms or form_of(term) in forms]
            shown.update(found)
        else:
            between = _between(shown if forms else ())
            found = [*islice((one for one in between if one not in passed), at_once)]
            if not found:
                return
        yield from (one for one in found if one not in passed)
        passed.update(found)


def _between(known: Iterable[str]) -> Iterator[str]:
    """Yield what is counted between the first and the last of its kind, and beside them."""
    kinds: dict[str, set[int]] = {}
    for match in filter(None, map(COUNTED.fullmatch, known)):
        kinds.setdefault(match[1], set()).add(int(match[2]))
    for kind, held in kinds.items():
        beside = range(max(1, min(held) - 1), max(held) + 2) if len(held) > 1 else ()
        yield from (f"{kind}{number}" for number in beside if number not in held)
