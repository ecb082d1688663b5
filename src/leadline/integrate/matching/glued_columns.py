"""Columns of one table that the other writes into a text: "Emma, vol. 2" beside "Emma" and "2".

What has no counterpart is set beside the text whose counterpart holds such words, so that whole
texts are compared. That needs no known pair: the words of the column stand in most texts of the
other table, and not in its own.

>>> left = {"title": ["Emma, vol. II", "Emma, vol. I", "Faust, vol. II", "Faust, vol. III"]}
>>> right = {"title": ["Emma", "Emma", "Faust"], "no": ["1", "2", "3"]}
>>> glued(left, right)[1]["title"]
['Emma 1', 'Emma 2', 'Faust 3']
"""

from collections.abc import Mapping, Sequence
from itertools import chain
from typing import Final

from leadline.integrate.matching.readings import with_digits
from leadline.integrate.matching.text import comparison_text

MIN_TOLD_SHARE: Final = 0.5
"""Share of a column's cells, and of the other table's texts, that hold words of each other."""
MAX_SAMPLED_CELLS: Final = 2000
"""Cells that are looked at, evenly spread."""
MAX_PART_WORDS: Final = 10
"""Words of a mean cell above which a column holds texts of its own."""

Columns = Mapping[str, Sequence[str]]
Words = list[frozenset[str]]


def glued(left: Columns, right: Columns) -> tuple[Columns, Columns]:
    """Set columns without a counterpart beside the texts that they are a part of elsewhere."""
    words = [{name: _words(cells) for name, cells in each.items()} for each in (left, right)]
    return (_with_parts(left, words[0], words[1]), _with_parts(right, words[1], words[0]))


def _with_parts(own: Columns, words: Mapping[str, Words], other: Mapping[str, Words]) -> Columns:
    shared = [name for name in own if name in other]
    found = dict(own)
    for name, cells in own.items():
        if name in other or sum(map(len, words[name])) > MAX_PART_WORDS * len(words[name]):
            continue
        whole = next((e for e in shared if _is_part(words[name], words[e], other[e])), None)
        if whole is not None:
            both = zip(found[whole], cells, strict=True)
            found[whole] = [" ".join(filter(None, pair)) for pair in both]
    return found


def _is_part(part: Words, beside: Words, texts: Words) -> bool:
    """Tell whether ``texts`` hold what stands in ``part``, and ``beside`` does not."""
    new = frozenset(chain.from_iterable(part)) - frozenset(chain.from_iterable(beside))
    there = frozenset(chain.from_iterable(texts))
    filled, others = [*filter(None, part)], [*filter(None, texts)]
    told = sum(not cell.isdisjoint(new) and cell <= there for cell in filled)
    holding = sum(not text.isdisjoint(new) for text in others)
    is_told = told >= MIN_TOLD_SHARE * len(filled) > 0
    return is_told and holding >= MIN_TOLD_SHARE * len(others) > 0


def _words(cells: Sequence[str]) -> Words:
    sample = with_digits(cells[:: len(cells) // MAX_SAMPLED_CELLS + 1])
    return [frozenset(comparison_text(cell).split()) for cell in sample]
