"""Two-level templates: outer separators first."""

from __future__ import annotations

from typing import Any

import pytest

from leadline.columns.templates.template import compile_template
from leadline.columns.templates.two_level import widened

WIDENED = [
    (
        "a size and a date",
        "{number} KB ({number} words) - {date}",
        ["34 KB (517 words) - 2012-03-04"],
        "{rest} - {date}",
    ),
    (
        "a bar is stronger than a comma",
        "{text}, {rest} | {number} p., {tail}",
        ["Ann, Lee | 12 p., ink"],
        "{rest} | {tail}",
    ),
    (
        "semicolons before commas",
        "{text}, {number}; {rest}, {number}",
        ["Ann, 1901; Bo, 1902"],
        "{text}; {rest}",
    ),
    (
        "commas alone",
        "{text} {number}, {rest} ({date})",
        ["Ann 7, Bo (2012-01-01)"],
        "{text}, {rest}",
    ),
    ("one part a segment stays", "{text} - {rest}", ["Ann - Bo"], "{text} - {rest}"),
    ("a small word leads one part", "{rest} - in {tail}", ["Ann - in Rome"], "{rest} - in {tail}"),
    (
        "a capital word leads none",
        "{rest} - Phase {tail} II",
        ["Ann - Phase 3 II"],
        "{rest} - {tail}",
    ),
    ("a number behind a word", "{rest} - vol {number}", ["Ann - vol 3"], "{rest} - {tail}"),
    (
        "brackets around several",
        "{rest} ({text}, {number} – {number})",
        ["Ann Lee (Dutch, 1853 – 1890)"],
        "{rest} ({tail})",
    ),
    ("brackets around one", "{rest} ({number})", ["Emma (1815)"], "{rest} ({number})"),
    ("brackets behind a count", "{number} hits ({number})", ["12 hits (3)"], "{rest} ({number})"),
    ("a label of all", "Size: {number} x {number} mm", ["Size: 12 x 30 mm"], "Size: {rest}"),
    (
        "a label in brackets",
        "[Size] {number} x {number} mm",
        ["[Size] 12 x 30 mm"],
        "[Size] {rest}",
    ),
    (
        "two labels",
        "Size: {number} Date: {date}",
        ["Size: 3 Date: 2012-01-01"],
        "Size: {number} Date: {date}",
    ),
    (
        "a range among words is two values",
        "aged {number}–{number} years",
        ["aged 12–15 years"],
        "aged {number}–{number} years",
    ),
    ("a range alone", "{number}–{number}", ["12–15"], "{number}–{number}"),
    (
        "a range of times at a dash",
        "{time} - {time}, {rest}",
        ["10:00 - 11:00, Hall"],
        "{text}, {rest}",
    ),
    ("an optional part", "{text}: {maybe}", ["a: b"], "{text}: {maybe}"),
    (
        "a separator in brackets",
        "{text} ({number} - {number}) {rest}",
        ["Ann (12 - 15) Lee"],
        "{text} ({text}) {rest}",
    ),
    ("reads less when widened", "{text} ({number}) - {rest}", ["Ann (12) - Bo"], "{text} - {rest}"),
    (
        "signs in front of a bracket",
        "{rest}, {number} p. - ({tail})",
        ["Ann, 3 p. - (x)"],
        "{rest}. - {tail}",
    ),
    (
        "a sign behind a segment",
        "{number} KB. - {date}",
        ["3 KB. - 2012-01-01"],
        "{rest}. - {date}",
    ),
    ("nested brackets", "{text} ({rest} [{number}])", ["Ann (Bo [3])"], "{text} ({rest})"),
    ("no constant", "{rest}", ["Ann"], "{rest}"),
    ("no texts to check", "{number} KB ({number} words) - {date}", [], "{rest} - {date}"),
]


@pytest.mark.parametrize(
    ("why", "template", "values", "wanted"), WIDENED, ids=[row[0] for row in WIDENED]
)
def test_widened(why: str, template: Any, values: Any, wanted: Any) -> None:
    assert widened(template, values) == wanted, why


@pytest.mark.parametrize("row", WIDENED, ids=[row[0] for row in WIDENED])
def test_widened_templates_read_the_same_texts(row: tuple[str, str, list[str], str]) -> None:
    _, template, values, wide = row
    for value in values:
        assert compile_template(template)(value) is not None
        assert compile_template(wide)(value) is not None
