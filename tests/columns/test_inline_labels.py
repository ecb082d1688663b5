"""Labels inside lines, and lines that are values."""

from __future__ import annotations

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


LEADING = [
    ("two in most records", [["Abstract", "Year"]] * 4 + [["Year"]], ["Abstract ", "Year "]),
    ("one", [["Abstract"]] * 5, []),
    ("rare ones", [["Abstract", "Year"]] * 2 + [[]] * 5, []),
    ("twice in a record", [["Abstract", "Abstract"]] * 5, []),
    ("no emphasis", [["", ""]] * 5, []),
    ("none", [], []),
]


@pytest.mark.parametrize(("why", "leads", "wanted"), LEADING, ids=[row[0] for row in LEADING])
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


LINES = [
    ("a year line", [[f"Ann {chr(65 + n)}", str(1900 + n)] for n in range(20)], True),
    ("too few", [[f"Ann {n}", str(1900 + n)] for n in range(4)], False),
    ("one line each", [[str(1900 + n)] for n in range(20)], False),
    ("any number of lines", [[str(1900 + n)] * (1 + n % 3) for n in range(20)], False),
    (
        "lines with templates",
        [[f"by Ann {chr(65 + n)} on 2001-01-{n + 10}", f"{n} of {n + 3} pages"] for n in range(18)],
        True,
    ),
    ("lines of text", [[f"Ann {chr(65 + n)}", f"Bo {chr(90 - n)}"] for n in range(20)], False),
]


@pytest.mark.parametrize(("why", "runs", "wanted"), LINES, ids=[row[0] for row in LINES])
def test_lines_apart(why: str, runs: Any, wanted: Any) -> None:
    assert are_lines_apart(runs) == wanted, why
