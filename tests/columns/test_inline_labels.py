# Holds: labels before values
"""Labels inside lines, and lines that are values."""

from typing import Any

import pytest

from leadline.columns.inline_labels import (
    are_lines_apart,
    inner_labels,
    label_pattern,
    leading_labels,
)
from tables import each_row


@each_row(__file__, "INNER", "why", "lines", "wanted", sequence=list)
def test_inner_labels(why: str, lines: Any, wanted: Any) -> None:
    assert inner_labels(lines) == wanted, why


@each_row(__file__, "LEADING", "why", "leads", "wanted", sequence=list)
def test_leading_labels(why: str, leads: Any, wanted: Any) -> None:
    assert leading_labels(leads) == wanted, why


PATTERN = [
    ("a colon", ["Year", "Maker"], "Year: 1 Maker：Ann", [("Year", 6), ("Maker", 14)]),
    ("a blank before the colon", ["Year"], "Year : 1", [("Year", 7)]),
    ("the longer label first", ["date", "Filing date"], "Filing date: 1", [("Filing date", 13)]),
    ("not inside a word", ["Year"], "MidYear: 1", []),
    ("no colon", ["Year"], "Year 1", []),
    ("a label that begins a line", ["Abstract "], "Abstract of all", [("Abstract", 9)]),
    ("a begin label in the midst", ["Abstract "], "An Abstract of", []),
    ("a begin label alone", ["Abstract "], "Abstract", [("Abstract", 8)]),
    ("signs of patterns", ["No.", "(x)"], "No.: 1 Nox: 2", [("No.", 5)]),
    ("both kinds", ["Abstract ", "Year"], "Abstract x Year: 2", [("Abstract", 9), ("Year", 17)]),
]


@pytest.mark.parametrize(
    ("why", "labels", "text", "wanted"), PATTERN, ids=[row[0] for row in PATTERN]
)
def test_label_pattern(why: str, labels: Any, text: Any, wanted: Any) -> None:
    assert [
        (match[match.lastindex or 0], match.end()) for match in label_pattern(labels).finditer(text)
    ] == wanted, why


@each_row(__file__, "LINES", "why", "runs", "wanted", sequence=list)
def test_lines_apart(why: str, runs: Any, wanted: Any) -> None:
    assert are_lines_apart(runs) == wanted, why
