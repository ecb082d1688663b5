"""Labels inside lines, and lines that are values of their own.

Texts that have neither are split by templates (``templates.induction``).

>>> inner_labels([f"Court: {c} Date: 200{n}-01-01" for n, c in enumerate("ABCDEF")])
['Court', 'Date']
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final

from leadline.columns.schema import ColumnSchema
from leadline.columns.templates.induction import learn_templates
from leadline.model import Field
from leadline.values.lists import LABEL_PREFIX, split_values
from leadline.values.types import learn_type

MIN_SAME_LINES_SHARE: Final = 0.98
"""Share of runs with the same number of lines that makes the lines values."""
MIN_DISTINCT_RUNS: Final = 5
SEPARATING_TYPES: Final = frozenset(
    {"year", "date", "integer", "number", "money", "percentage", "time"}
)
BEFORE_COLON: Final = re.compile(
    r"(?<![\w(（\[])((?:[^\W\d_][^\s:：;；()（）\[\]]{0,24} ){0,3}"
    r"[^\W\d_][^\s:：;；()（）\[\]]{0,24}) ?[:：](?!/)"
)
"""Up to four words before a colon; counting tells where the label begins. A word behind a bracket
is rather a value ("(closed: fixed)")."""
MIN_LABELLED_SHARE: Final = 0.5
"""Share of lines in which the same words stand before a colon that makes them a label."""
MIN_LONGER_LABEL_SHARE: Final = 0.9
"""Share of a label's lines with the same word in front from which the word belongs to it."""
MAX_SAMPLED_LINES: Final = 400
MIN_ROWS_LABELLED: Final = 5
"""Rows of a page from which a label may be new."""


def are_lines_apart(runs: Sequence[Sequence[str]]) -> bool:
    """Whether loose lines are values: as many in all runs, with one type or with templates."""
    candidates = [list(lines) for lines in runs[:: max(1, len(runs) // MAX_SAMPLED_LINES)]]
    if len({tuple(lines) for lines in candidates}) < MIN_DISTINCT_RUNS:
        return False
    often, times = Counter(map(len, candidates)).most_common(1)[0]
    if often < 2 or times < MIN_SAME_LINES_SHARE * len(candidates):
        return False
    columns = list(zip(*(lines for lines in candidates if len(lines) == often), strict=True))
    if any(learn_type(column).name in SEPARATING_TYPES for column in columns):
        return True
    return 2 * sum(bool(learn_templates(column)) for column in columns) > often


def inner_labels(lines: Sequence[str]) -> list[str]:
    """Return labels inside most lines in order of first appearance; none if only one."""
    whole = frequent_labels(list(lines[:: max(1, len(lines) // MAX_SAMPLED_LINES)]))
    return whole if len(whole) > 1 else []


def frequent_labels(candidates: Sequence[str]) -> list[str]:
    """Return the labels inside most lines, in order of first appearance.

    What stands right behind a label in every line, with its colon written another way, is a value
    ("Publisher: Paris : Seuil").
    """
    counted: Counter[str] = Counter()
    for line in candidates:
        counted.update(dict.fromkeys(_endings(line), 1))
    least = max(3, MIN_LABELLED_SHARE * len(candidates))
    often = {ending: times for ending, times in counted.items() if times >= least}
    behind = Counter(ending for line in candidates for ending in {*_right_behind(line)})
    return [
        ending
        for ending, times in often.items()
        if behind[ending] < times
        and all(times >= MIN_LONGER_LABEL_SHARE * often[short] for short in _shorter(ending))
        and not any(
            other.endswith(f" {ending}") and more >= MIN_LONGER_LABEL_SHARE * times
            for other, more in often.items()
        )
    ]


def _right_behind(line: str) -> Iterator[str]:
    """Yield what stands right behind a label, with a blank before the colon of one of them."""
    for first, second in pairwise(BEFORE_COLON.finditer(line)):
        is_next = not line[first.end() : second.start()].strip()
        if is_next and (first.end() - first.end(1) != second.end() - second.end(1)):
            yield second[1]


def _shorter(ending: str) -> list[str]:
    words = ending.split(" ")
    return [" ".join(words[start:]) for start in range(1, len(words))]


def leading_labels(leads: Sequence[Sequence[str]]) -> list[str]:
    """Return emphasised first words of lines that most records share: labels without a colon.

    ``leads`` are those of each record's lines. The labels end with a blank.
    """
    counted = Counter(lead for record in leads for lead in dict.fromkeys(record) if lead)
    least = max(3, MIN_LABELLED_SHARE * len(leads))
    result = [lead for lead, times in counted.items() if times >= least]
    return [f"{lead} " for lead in result] if len(result) > 1 else []


def _endings(line: str) -> list[str]:
    """Return the last one to four words before each colon of a line."""
    result = []
    for match in BEFORE_COLON.finditer(line):
        words = match[1].split(" ")
        result += [" ".join(words[-count:]) for count in range(1, len(words) + 1)]
    return result


def label_pattern(labels: Sequence[str]) -> re.Pattern[str]:
    """Compile a pattern for labels with their colons, longer ones first.

    Labels that end with a blank have no colon and begin a line.
    """
    ordered = sorted(labels, key=len, reverse=True)
    coloned = "|".join(re.escape(label) for label in ordered if label[-1] != " ")
    leading = "|".join(re.escape(label[:-1]) for label in ordered if label[-1] == " ")
    ways = [rf"(?<!\w)({coloned}) ?[:：]\s*"] if coloned else []
    return re.compile("|".join([*ways, rf"^({leading})(?:\s+|$)"] if leading else ways))


def new_labels(columns: ColumnSchema, rows: Sequence[Sequence[Field]]) -> dict[str, list[str]]:
    """Return the labels that most rows of a page have beside the known ones, by slot.

    >>> columns = ColumnSchema(inline_labels={"/p": ["Author", "Year"]})
    >>> rows = [[Field("Author", f"Ann {n} Place: Rome"), Field("Year", str(n))] for n in "12345"]
    >>> new_labels(columns, rows)
    {'/p': ['Place']}
    """
    found: dict[str, list[str]] = {}
    if len(rows) < MIN_ROWS_LABELLED or not (columns.inline_labels or columns.labels):
        return found
    for slot, known in (*columns.inline_labels.items(), *columns.labels.items()):
        own = {columns.name(f"{slot}={label.strip()}", "text") for label in known}
        own |= {columns.name(f"{slot}={label}", "text") for label in known}
        own.add(columns.name(slot, "text"))
        texts = [
            [
                part
                for one in row
                if one.kind == "text" and one.column in own
                for part in split_values(one.value)
                if ":" in part or "：" in part
            ]
            for row in rows
        ]
        least = MIN_LABELLED_SHARE * len(rows)
        if sum(map(bool, texts)) < least:
            continue
        if slot in columns.inline_labels:
            lines = ["\n".join(each) for each in texts]
            counts = {
                label: sum(f"{label}:" in line or f"{label}：" in line for line in lines)
                for label in frequent_labels(lines)
            }
        else:
            begun = (LABEL_PREFIX.match(text) for each in texts for text in each)
            counts = Counter(match[1] for match in begun if match)
        if new := [label for label, times in counts.items() if times >= least]:
            found[slot] = [label for label in new if label not in known]
    return {slot: labels for slot, labels in found.items() if labels}
