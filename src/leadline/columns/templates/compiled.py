"""Compiled templates of a slot: how a text is split into parts, and these into parts again.

The whole text stays a value beside its parts. A wrong split then costs a column too many, but no
value.

>>> templates = {"/p": ["{rest} ({number} words)"], "/p|0": ["{number} {unit}"]}
>>> division = compile_division("/p", templates, str)
>>> division.values("34 KB (517 words)")[1:]
[('/p|0', '34 KB'), ('/p|0|0', '34'), ('/p|0|1', 'KB'), ('/p|1', '517')]
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Generic, TypeAlias, TypeVar

from leadline.columns.templates.template import KINDS, matcher, parts_in
from leadline.values.normal.text import is_no_value

At = TypeVar("At")
"""Where a value goes: its slot, or what stands in place of slots (a column's name or number)."""
PartTarget: TypeAlias = "tuple[At, bool, bool, Division[At] | None]"
"""Where a part goes, whether it may be any text, whether it is a number, and how it is split."""
CompiledTemplate: TypeAlias = (
    "tuple[Callable[[str], re.Match[str] | None], int, tuple[PartTarget[At], ...]]"
)
"""Matcher, characters of the longest text it takes, and parts."""
THOUSANDS_SIGN: Final = re.compile(r"[, \xa0\u202f]")
GROUPED_NUMBER: Final = re.compile(r"[+-]?(?:\d{1,3}(?:[, \xa0\u202f]\d{3})+|\d+)(?:\.\d+)?")
"""Numbers whose thousands signs are certain, if a column holds no others."""
EDGE_SIGNS: Final = " \t,;|·•–—"
"""Signs around a part that are not part of it."""
OPENING_OF: Final = {")": "(", "）": "（", "]": "[", "】": "【", "》": "《", "」": "「"}
CLOSING_OF: Final = {opening: closing for closing, opening in OPENING_OF.items()}
MAX_NO_VALUE: Final = 24
"""Characters of the longest text that says that there is no value."""
MAX_COMPILED_DEPTH: Final = 4
"""Splits of parts of parts."""


@dataclass(frozen=True, slots=True)
class Division(Generic[At]):
    """How the texts of a slot are split: the whole goes to ``at``, parts by the first template."""

    at: At
    templates: tuple[CompiledTemplate[At], ...]

    def values(self, text: str) -> list[tuple[At, str]]:
        """Return where each value of a text goes, and the value."""
        values = [(self.at, text)]
        size = len(text)
        if size <= MAX_NO_VALUE and is_no_value(text):
            return values  # "N/A" has no parts
        for match, longest, targets in self.templates:
            parts = match(text) if size <= longest else None
            if parts is None:
                continue
            for (at, free, is_number, division), part in zip(targets, parts.groups(), strict=True):
                if not part:
                    continue
                if free:
                    if not (part[0].isalnum() and part[-1].isalnum()):
                        part = trimmed(part)
                elif is_number and not part.isdigit():
                    part = without_thousands_signs(part)
                if division is not None:
                    values += division.values(part)
                elif part:
                    values.append((at, part))
            break
        return values


def without_thousands_signs(number: str) -> str:
    """Return a number without the signs between its thousands.

    >>> [without_thousands_signs(number) for number in ("1,234.5", "12 345", "1.234,5")]
    ['1234.5', '12345', '1.234,5']
    """
    return THOUSANDS_SIGN.sub("", number) if GROUPED_NUMBER.fullmatch(number) else number


def trimmed(part: str) -> str:
    """Return a part without signs at its edges, such as one bracket of a pair.

    >>> trimmed(" A-14 (x)) "), trimmed("1 (a)")
    ('A-14 (x)', '1 (a)')
    """
    part = part.strip(EDGE_SIGNS)
    if part and part[-1] in OPENING_OF and part.count(part[-1]) > part.count(OPENING_OF[part[-1]]):
        return part[:-1].rstrip(EDGE_SIGNS)
    if part and part[0] in CLOSING_OF and part.count(part[0]) > part.count(CLOSING_OF[part[0]]):
        return part[1:].lstrip(EDGE_SIGNS)
    return part


def compile_division(
    slot: str, templates: Mapping[str, Sequence[str]], to: Callable[[str], At]
) -> Division[At]:
    """Compile the templates of a slot; ``to`` gives what stands in place of slots."""
    compiled = tuple(
        (*matcher(template), _targets(slot, template, templates, to))
        for template in templates[slot]
    )
    return Division(to(slot), compiled)


def _targets(
    slot: str, template: str, templates: Mapping[str, Sequence[str]], to: Callable[[str], At]
) -> tuple[PartTarget[At], ...]:
    targets: list[PartTarget[At]] = []
    parts = parts_in(template)
    numbers = [part.number for part in parts]
    if len(set(numbers)) < len(numbers):  # a wrapper that a person edited
        numbers = list(range(len(numbers)))
    for number, part in zip(numbers, parts, strict=True):
        at = f"{slot}|{number}"
        inner = at in templates and at.count("|") <= MAX_COMPILED_DEPTH
        division = compile_division(at, templates, to) if inner else None
        targets.append((to(at), part.kind not in KINDS, part.kind == "number", division))
    return tuple(targets)
