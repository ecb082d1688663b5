"""Lists as values, and the slots of the pieces of a line of text.

>>> list(piece_slots("/p", ["a", "#", "b.x", "#"]))
['/p>a', '/p>#a', '/p>b.x', '/p>#b.x']
>>> list(piece_slots("/p", ["#", "b", "#"], numbered=True))
['/p>#', '/p>b', '/p>#b']
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

LIST_SEPARATOR: Final = "\xa0|\xa0"
"""Separator of the values of a list: a bar between non-breaking blanks.

Folded text holds plain blanks only. So a title with a bar in it ("Ulysses | a novel") needs no
escape and stays one value.
"""
DISPLAY_SEPARATOR: Final = " | "
"""Separator of the values of a list, for display."""
SEPARATOR_CHARS: Final = " \t,;|·•–—"
"""Signs between the values of a line; they belong to none of them."""
LABEL_PREFIX: Final = re.compile(r"([^\W\d_][^:：\n]{0,39}?)\s?(?::(?=\s|$)|：)\s*")
"""Pattern of a label in front of a value: "Year: 1901"."""

SlotValue = tuple[str, str, str]
"""Slot, kind and value."""


def join_values(values: Iterable[str]) -> str:
    """Join texts, folded or not, into one value; folded texts may be joined directly."""
    return LIST_SEPARATOR.join(map(display_list, values))


def split_values(value: str) -> list[str]:
    """Split a value into the values of its list; a single value is a list of one."""
    return value.split(LIST_SEPARATOR)


def display_list(value: str) -> str:
    """Return the value with separators for display, as in a table without lists."""
    return value.replace(LIST_SEPARATOR, DISPLAY_SEPARATOR)


def has_alphanumeric(text: str) -> bool:
    """Tell whether a text holds a letter or a digit."""
    return text[:1].isalnum() or any(sign.isalnum() for sign in text)


def piece_slots(slot: str, labels: Sequence[str], *, numbered: bool = False) -> Iterator[str]:
    """Yield the slot of each piece; loose text ("#") is named after the piece in front of it.

    With ``numbered`` pieces of one label are values of their own, else they are a list.
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


def group_loose_pieces(labels: Sequence[str]) -> list[list[int]]:
    """Group the positions of pieces, successive loose texts together."""
    groups: list[list[int]] = []
    for position, label in enumerate(labels):
        if position and label == labels[position - 1] == "#":
            groups[-1].append(position)
        else:
            groups.append([position])
    return groups
