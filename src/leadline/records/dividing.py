"""Where one line of text holds several values: signs between them, labels inside, lines apart.

A line is divided when nearly all records divide it into the same number of parts. Strong signs (a
bar, a middle dot) do that by themselves; a comma or a dash stands inside names too, so one of the
parts must be told by its type in all records: a year, a date, a price.

>>> find_separator([f"{n} KB ({7 * n} words) - 200{n}-01-0{n}" for n in range(1, 8)])
' - '
>>> find_separator(["Lee, Ann", "Poe, Edgar", "Joyce, James", "Twain, Mark", "Sand, George"])
''
>>> inner_labels([f"Court: {c} Date: 200{n}-01-01" for n, c in enumerate("ABCDEF")])
['Court', 'Date']
"""

from __future__ import annotations

import re
from collections import Counter
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from leadline.records.types import learn_type

if TYPE_CHECKING:
    from collections.abc import Sequence

STRONG: Final = (" | ", " · ", " • ", " ・ ", "｜")
WEAK: Final = (" – ", " — ", " - ", " / ", "; ", "；", ", ", "，", "、")
FRAMES: Final = {
    "()": re.compile(r"(\S.{0,300}?) ?[(（\[]([^()（）\[\]]{1,40})[)）\]]"),
    "#:": re.compile(r"(#?\d{1,12}): (.{1,400})"),
}
"""A name with something in brackets behind it, a number in front of one; the whole is kept too."""
FRAMED: Final = 0.95
FEW: Final = 0.1
"""Different values a record, at most, of a part that tells one of a few things (a state)."""
DASHES: Final = (" – ", " — ", " - ", " / ")
SEVERAL: Final = 4
MANY: Final = 20
"""So many values with so many dashes each are no accident."""
ALIKE: Final = 0.98
"""Share of values with the same number of signs that makes the signs dividers."""
LEAST: Final = 5
"""Different values that are needed: a few titles may each have one comma."""
MOST_PARTS: Final = 12
TELLING: Final = frozenset({"year", "date", "integer", "number", "money", "percentage", "time"})
TRIMMED: Final = " \t,;|·•–—-"
"""Signs around a part that belong to none."""
BEFORE_COLON: Final = re.compile(
    r"((?:[^\W\d_][^\s:：]{0,24} ){0,3}[^\W\d_][^\s:：]{0,24}) ?[:：](?!/)"
)
"""Up to four words before a colon: its label ends there, and where it begins is counted."""
NAMED: Final = 0.5
"""Share of lines in which the same words stand before a colon that makes them a label."""
LONGER: Final = 0.9
"""A label has a word more in front if that stands there this often."""
SAMPLE: Final = 400


def find_separator(values: Sequence[str]) -> str:
    """The sign that divides the values of a column into parts, '' if it is one value."""
    held = _sample(values)
    if len(set(held)) < LEAST or learn_type(held).name != "text":
        return ""
    for frame in FRAMES:
        found = [FRAMES[frame].fullmatch(value) for value in held]
        framed = [match.groups() for match in found if match]
        if len(framed) >= FRAMED * len(held) and any(map(_is_told, zip(*framed, strict=True))):
            return frame
    for sign in (*STRONG, *WEAK):
        parted = [parts_of(value, sign) for value in held]
        often, times = Counter(map(len, parted)).most_common(1)[0]
        if not 1 < often <= MOST_PARTS or times < ALIKE * len(held):
            continue
        columns = list(zip(*(parts for parts in parted if len(parts) == often), strict=True))
        several = often >= SEVERAL and len(held) >= MANY and sign in DASHES
        if sign in STRONG or several or _are_told(columns, sign):
            return sign
    return ""


def parts_of(value: str, sign: str) -> list[str]:
    """The parts of a value without the signs around them; all of it where it is not divided.

    >>> parts_of("Alien (1979)", "()"), parts_of("Aliens", "()"), parts_of("#7: New", "#:")
    (['Alien', '1979'], ['Aliens'], ['#7', 'New'])
    """
    if sign in FRAMES:
        found = FRAMES[sign].fullmatch(value)
        return list(found.groups()) if found else [value]
    return [part.strip(TRIMMED) for part in value.split(sign)]


def _is_told(column: Sequence[str]) -> bool:
    """Whether a part is a year, a date, a number of its own, or one of a few words."""
    few = len(set(column)) <= FEW * len(column) and len(set(column)) > 1
    return few or learn_type([text.lstrip("#") for text in column]).name in TELLING


def _are_told(columns: Sequence[Sequence[str]], sign: str) -> bool:
    """Whether one part has a type of its own and is no piece of a date ("March 4, 2012")."""
    told = [learn_type(column).name in TELLING for column in columns]
    pairs = (
        [f"{a}{sign}{b}" for a, b in zip(one, other, strict=True)]
        for one, other in pairwise(columns)
    )
    return any(told) and not any(learn_type(pair).name == "date" for pair in pairs)


def are_lines_apart(runs: Sequence[Sequence[str]]) -> bool:
    """Whether loose lines of a slot are values of their own: as many in all, one told by type."""
    held = [list(lines) for lines in runs[:: max(1, len(runs) // SAMPLE)]]
    if len({tuple(lines) for lines in held}) < LEAST:
        return False
    often, times = Counter(map(len, held)).most_common(1)[0]
    if often < 2 or times < ALIKE * len(held):
        return False
    columns = zip(*(lines for lines in held if len(lines) == often), strict=True)
    return any(learn_type(column).name in TELLING for column in columns)


def inner_labels(lines: Sequence[str]) -> list[str]:
    """Two labels or more that stand inside most lines, in order of first appearance."""
    held = _sample(lines)
    counted: Counter[str] = Counter()
    for line in held:
        counted.update(dict.fromkeys(_endings(line), 1))
    least = max(3, NAMED * len(held))
    often = {ending: times for ending, times in counted.items() if times >= least}
    whole = [
        ending
        for ending, times in often.items()
        if all(times >= LONGER * often[short] for short in _shorter(ending))
        and not any(
            other.endswith(f" {ending}") and more >= LONGER * times for other, more in often.items()
        )
    ]
    return whole if len(whole) > 1 else []


def _shorter(ending: str) -> list[str]:
    words = ending.split(" ")
    return [" ".join(words[start:]) for start in range(1, len(words))]


def leading_labels(leads: Sequence[Sequence[str]]) -> list[str]:
    """Emphasised first words of lines that are the same in most records: labels without a colon.

    Given are those of each record's lines; the labels end with a blank.
    """
    counted = Counter(lead for record in leads for lead in dict.fromkeys(record) if lead)
    least = max(3, NAMED * len(leads))
    found = [lead for lead, times in counted.items() if times >= least]
    return [f"{lead} " for lead in found] if len(found) > 1 else []


def _endings(line: str) -> list[str]:
    """One to four words before each colon of a line."""
    found = []
    for match in BEFORE_COLON.finditer(line):
        words = match[1].split(" ")
        found += [" ".join(words[-count:]) for count in range(1, len(words) + 1)]
    return found


def label_pattern(labels: Sequence[str]) -> re.Pattern[str]:
    """A pattern for any of the labels with its colon, longer ones first; those that end with a
    blank have none and begin a line.
    """
    ordered = sorted(labels, key=len, reverse=True)
    coloned = "|".join(re.escape(label) for label in ordered if label[-1] != " ")
    leading = "|".join(re.escape(label[:-1]) for label in ordered if label[-1] == " ")
    ways = [rf"(?<!\w)({coloned}) ?[:：]\s*"] if coloned else []
    return re.compile("|".join([*ways, rf"^({leading})(?:\s+|$)"] if leading else ways))


def _sample(values: Sequence[str]) -> list[str]:
    return list(values[:: max(1, len(values) // SAMPLE)])
