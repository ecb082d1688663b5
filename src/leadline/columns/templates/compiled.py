"""The division of a column's texts: its templates, compiled, and those of its parts again.

The whole text stays a value beside its parts: the truth may be "34 KB" as well as 34, and a
division that was wrong then costs a column too many, no value.

>>> held = {"/p": ["{rest} ({number} words)"], "/p|0": ["{number} {unit}"]}
>>> division = compile_division("/p", held, str)
>>> division.values("34 KB (517 words)")[1:]
[('/p|0', '34 KB'), ('/p|0|0', '34'), ('/p|0|1', 'KB'), ('/p|1', '517')]
>>> division.values("not known")
[('/p', 'not known')]
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Generic, TypeAlias, TypeVar

from leadline.columns.templates.template import KINDS, matcher, parts_in

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence


To = TypeVar("To")
At = TypeVar("At")
"""Where a value goes: its slot, or what is put in place of slots."""
PartTarget: TypeAlias = "tuple[At, bool, bool, Division[At] | None]"
"""Where it goes, whether it may hold anything, whether it is a number, and how it is divided."""
CompiledTemplate: TypeAlias = (
    "tuple[Callable[[str], re.Match[str] | None], int, tuple[PartTarget[At], ...]]"
)
"""What matches a text, how long this may be, and its parts."""
THOUSANDS: Final = re.compile(r"[, \xa0\u202f]")
GROUPED: Final = re.compile(r"[+-]?(?:\d{1,3}(?:[, \xa0\u202f]\d{3})+|\d+)(?:\.\d+)?")
"""Numbers of which is sure what parts their thousands, if a column has no other."""
TRIMMED: Final = " \t,;|·•–—"
"""Signs around a part that belong to none."""
SHUT: Final = {")": "(", "）": "（", "]": "[", "】": "【", "》": "《", "」": "「"}
OPENED: Final = {opened: shut for shut, opened in SHUT.items()}
DEEPEST: Final = 4
"""Divisions of parts of parts."""


@dataclass(frozen=True, slots=True)
class Division(Generic[At]):
    """``at`` is where the whole text goes, ``ways`` are those to read its parts."""

    at: At
    ways: tuple[CompiledTemplate[At], ...]

    def values(self, text: str) -> list[tuple[At, str]]:
        """Where each value of a text goes, and the value."""
        found = [(self.at, text)]
        size = len(text)
        for match, longest, parts in self.ways:
            said = match(text) if size <= longest else None
            if said is None:
                continue
            for (at, free, plain, division), part in zip(parts, said.groups(), strict=True):
                if not part:
                    continue
                if free:
                    if not (part[0].isalnum() and part[-1].isalnum()):
                        part = trimmed(part)
                elif plain and not part.isdigit():
                    part = plain_number(part)
                if division is not None:
                    found += division.values(part)
                elif part:
                    found.append((at, part))
            break
        return found

    def places(self) -> Iterator[At]:
        """Every place to which a value may go, those of other ways again."""
        yield self.at
        for _, _, parts in self.ways:
            for at, _, _, division in parts:
                if division is None:
                    yield at
                else:
                    yield from division.places()


def plain_number(part: str) -> str:
    """A number without the signs between its thousands.

    >>> plain_number("1,234.5"), plain_number("12 345"), plain_number("1.234,5")
    ('1234.5', '12345', '1.234,5')
    """
    return THOUSANDS.sub("", part) if GROUPED.fullmatch(part) else part


def moved(division: Division[At], said: Callable[[At], To]) -> Division[To]:
    """A division with other places."""

    def part(one: PartTarget[At]) -> PartTarget[To]:
        at, free, plain, inner = one
        return said(at), free, plain, moved(inner, said) if inner else None

    ways = tuple((match, longest, tuple(map(part, ps))) for match, longest, ps in division.ways)
    return Division(said(division.at), ways)


def trimmed(part: str) -> str:
    """A part without signs that belong to none, such as the one of two brackets.

    >>> trimmed(" A-14 (x)) "), trimmed("1 (a)")
    ('A-14 (x)', '1 (a)')
    """
    part = part.strip(TRIMMED)
    if part and part[-1] in SHUT and part.count(part[-1]) > part.count(SHUT[part[-1]]):
        return part[:-1].rstrip(TRIMMED)
    if part and part[0] in OPENED and part.count(part[0]) > part.count(OPENED[part[0]]):
        return part[1:].lstrip(TRIMMED)
    return part


def compile_division(
    slot: str,
    divided: Mapping[str, Sequence[str]],
    said: Callable[[str], At],
) -> Division[At]:
    """The division of a slot; ``said`` gives what is put in place of slots."""
    templates = divided[slot]
    ways = tuple((*matcher(one), _parts(slot, one, divided, said)) for one in templates)
    return Division(said(slot), ways)


def _parts(
    slot: str, template: str, divided: Mapping[str, Sequence[str]], said: Callable[[str], At]
) -> tuple[PartTarget[At], ...]:
    found: list[PartTarget[At]] = []
    parts = parts_in(template)
    numbers = [part.number for part in parts]
    if len(set(numbers)) < len(numbers):  # a wrapper that a person edited
        numbers = list(range(len(numbers)))
    for number, part in zip(numbers, parts, strict=True):
        at = f"{slot}|{number}"
        inner = at in divided and at.count("|") <= DEEPEST
        division = compile_division(at, divided, said) if inner else None
        found.append((said(at), part.kind not in KINDS, part.kind == "number", division))
    return tuple(found)
