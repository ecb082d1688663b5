"""Conditions of ``--only``: what a person wants of a source, before any form is seen.

>>> Restriction.of("year=1990..1999")
Restriction(name='year', value='', low='1990', high='1999')
>>> Restriction.of("q=history").text, Restriction.of("sea fog").text
('q=history', 'sea fog')
>>> part_text([Restriction.of("year=1990.."), Restriction.of("history")])
'year=1990.. & history'
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from leadline.forms.submit.ranges import is_reversed

CONDITION: Final = re.compile(r"([^=<>!~]{0,80})=(.*)", re.DOTALL)
RANGE: Final = re.compile(r"([^.]*)\.\.([^.]*)")
OTHER_SIGN: Final = re.compile(r"(\w[^=<>!~]{0,60}?)\s*(>=?|<=?|!=|~)\s*([^=<>!~]{1,60})")
"""A condition as those on the rows of a table are written."""
ONLY_COMPONENT: Final = "only"
"""Name under which a source keeps its conditions, as a list of texts."""
WAY: Final = "way"
"""Name under which a source keeps the way that a person chose."""
OFFICIAL: Final = "official"
"""Way of whatever the site offers for download."""


@dataclass(frozen=True, slots=True)
class Restriction:
    """One condition: a control's name or label ('' for the box of words), a value or two ends."""

    name: str
    value: str = ""
    low: str = ""
    high: str = ""

    @classmethod
    def of(cls, text: str) -> Restriction:
        """Read a condition: NAME=VALUE, NAME=LOW..HIGH, or words; raise ``ValueError``."""
        if not text.strip():
            raise ValueError("a condition is written as NAME=VALUE, NAME=LOW..HIGH, or as words")
        parts = CONDITION.fullmatch(text)
        if parts is None:
            if other := OTHER_SIGN.fullmatch(text):
                named, limit = other[1].strip(), other[3].strip()
                shown = f"{named}={limit}.." if ">" in other[2] else f"{named}=..{limit}"
                raise ValueError(f"{text!r} is no condition of a part; one is written as {shown}")
            return cls("", " ".join(text.split()))
        name, value = parts[1].strip(), " ".join(parts[2].split())
        if not name or not value:
            raise ValueError(f"{text!r} names {'no value' if name else 'no control'}")
        ends = RANGE.fullmatch(value)
        if ends is not None and any(character.isdigit() for character in value):
            if is_reversed(ends[1].strip(), ends[2].strip()):
                forward = f"{name}={ends[2].strip()}..{ends[1].strip()}"
                raise ValueError(f"{text!r} goes backwards; did you mean {forward}?")
            return cls(name, "", ends[1].strip(), ends[2].strip())
        return cls(name, value)

    @property
    def is_range(self) -> bool:
        """Whether two ends are given, of which one may be open."""
        return not self.value

    @property
    def text(self) -> str:
        """The condition as it is written."""
        value = f"{self.low}..{self.high}" if self.is_range else self.value
        return f"{self.name}={value}" if self.name else value


def part_text(restrictions: Iterable[Restriction]) -> str:
    """Return the conditions as one line, '' for none."""
    return " & ".join(one.text for one in restrictions)
