"""Where a run of text holds several values: labels inside its lines, lines that stand apart.

What has neither labels nor lines is divided by its templates (``template_learning``).

>>> inner_labels([f"Court: {c} Date: 200{n}-01-01" for n, c in enumerate("ABCDEF")])
['Court', 'Date']
"""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING, Final

from leadline.columns.templates.induction import learn_templates
from leadline.values.types import learn_type

if TYPE_CHECKING:
    from collections.abc import Sequence

ALIKE: Final = 0.98
"""Share of values with the same number of signs that makes the signs dividers."""
LEAST: Final = 5
"""Different values that are needed: a few titles may each have one comma."""
TELLING: Final = frozenset({"year", "date", "integer", "number", "money", "percentage", "time"})
BEFORE_COLON: Final = re.compile(
    r"(?<![\w(（\[])((?:[^\W\d_][^\s:：;；()（）\[\]]{0,24} ){0,3}"
    r"[^\W\d_][^\s:：;；()（）\[\]]{0,24}) ?[:：](?!/)"
)
"""Up to four words before a colon: its label ends there, and where it begins is counted. A word
behind a bracket is a value more often ("(closed: fixed)")."""
NAMED: Final = 0.5
"""Share of lines in which the same words stand before a colon that makes them a label."""
LONGER: Final = 0.9
"""A label has a word more in front if that stands there this often."""
SAMPLE: Final = 400


def are_lines_apart(runs: Sequence[Sequence[str]]) -> bool:
    """Whether loose lines of a slot are values of their own: as many in all, one told by type or
    most of them with a template.
    """
    held = [list(lines) for lines in runs[:: max(1, len(runs) // SAMPLE)]]
    if len({tuple(lines) for lines in held}) < LEAST:
        return False
    often, times = Counter(map(len, held)).most_common(1)[0]
    if often < 2 or times < ALIKE * len(held):
        return False
    columns = list(zip(*(lines for lines in held if len(lines) == often), strict=True))
    if any(learn_type(column).name in TELLING for column in columns):
        return True
    return 2 * sum(bool(learn_templates(column)) for column in columns) > often


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
