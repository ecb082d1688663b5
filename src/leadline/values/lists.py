"""How the pieces of a run become values: which belong together, and the slot of each.

>>> list(slots_of("/p", ["a", "#", "b.x", "#"]))
['/p>a', '/p>#a', '/p>b.x', '/p>#b.x']
>>> list(slots_of("/p", ["#", "b", "#"], numbered=True))
['/p>#', '/p>b', '/p>#b']
>>> loose_joined(["#", "#", "b", "#"])
[[0, 1], [2], [3]]
>>> held = joined(["Ulysses | a novel", "Emma"])
>>> split(held), split("Ulysses | a novel"), readable(held)
(['Ulysses | a novel', 'Emma'], ['Ulysses | a novel'], 'Ulysses | a novel | Emma')
"""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

JOIN: Final = "\xa0|\xa0"
"""Between the values of a list: what repeats within a record is one value. A bar between blanks
that do not break: of white space a folded text holds blanks only, so none holds this sign, and a
title with a bar in it ("Ulysses | a novel") needs no escape and stays one value."""
BAR: Final = " | "
"""The same for a person's eyes."""
EDGES: Final = " \t,;|·•–—"
"""Signs that part values in a line; they belong to none of them."""
PREFIX: Final = re.compile(r"([^\W\d_][^:：\n]{0,39}?)\s?(?::(?=\s|$)|：)\s*")
"""A label in front of a value: "Year: 1901"."""

Value = tuple[str, str, str]
"""Slot, kind and value."""


def joined(values: Iterable[str]) -> str:
    """A list of texts, folded or not, as one value; of folded ones ``JOIN.join`` is that too."""
    return JOIN.join(map(readable, values))


def split(value: str) -> list[str]:
    """The values of a list, a single value alone."""
    return value.split(JOIN)


def readable(value: str) -> str:
    """The value as a table shows it that holds no lists."""
    return value.replace(JOIN, BAR)


def says(text: str) -> bool:
    """Whether a text holds a letter or a digit."""
    return text[:1].isalnum() or any(sign.isalnum() for sign in text)


def slots_of(slot: str, labels: Sequence[str], *, numbered: bool = False) -> Iterator[str]:
    """The slots of pieces of these labels; loose text is told by the piece in front of it.

    ``numbered`` pieces of one label are values of their own, else they are a list.
    """
    before = ""
    seen: Counter[str] = Counter()
    for label in labels:
        at = f"{slot}>{label}{before}" if label == "#" else f"{slot}>{label}"
        if numbered:
            seen[at] += 1
            at = at if seen[at] == 1 else f"{at}#{seen[at] - 1}"
        yield at
        if label != "#":
            before = label


def loose_joined(labels: Sequence[str]) -> list[list[int]]:
    """Places of pieces, successive ones of loose text together."""
    found: list[list[int]] = []
    for place, label in enumerate(labels):
        if place and label == labels[place - 1] == "#":
            found[-1].append(place)
        else:
            found.append([place])
    return found
