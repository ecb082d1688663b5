"""Templates: how they are written, compiled and numbered."""

from __future__ import annotations

from typing import Any

import pytest

from leadline.columns.templates.template import (
    KINDS,
    MAX_CHARACTERS,
    MAX_OPEN_ENDED_CHARACTERS,
    compile_template,
    items_of,
    numbered,
    parts_in,
    written,
)

READ = [
    ("a tail stops at its sign", "{rest} ({tail})", "A (b) c (d)", ("A (b) c", "d")),
    ("a text ends at the first sign", "{text}: {rest}", "a: b: c", ("a", "b: c")),
    ("a rest takes all it can", "{rest}: {tail}", "a: b: c", ("a: b", "c")),
    ("an optional part there", "{text}: {maybe}", "a: b", ("a", "b")),
    ("an optional part missing", "{text}: {maybe}", "a", ("a", None)),
    ("a bar without blanks", "{text} | {rest}", "a|b", ("a", "b")),
    ("a bar with an empty value", "{text} | {rest}", "a | ", ("a", "")),
    ("numbers with thousands", "{number} hits", "1 234 hits", ("1 234",)),
    ("a number is no word", "{number} hits", "many hits", None),
    ("a date", "{rest} on {date}", "Ann on 3 May 2012", ("Ann", "3 May 2012")),
    ("a date with a clock", "{date}", "2012-03-04 10:20", ("2012-03-04 10:20",)),
    ("a Chinese date", "{rest} {date}", "新华网 2012年3月4日", ("新华网", "2012年3月4日")),
    ("a German date", "{date}", "4. März 2012", ("4. März 2012",)),
    ("a weekday", "{date}", "Mon, 3 May 2012", ("Mon, 3 May 2012",)),
    ("a time", "{time} {rest}", "10:20 pm Hall", ("10:20 pm", "Hall")),
    ("an address", "{rest} {url}", "see http://h.test/a?b", ("see", "http://h.test/a?b")),
    ("a mail address", "{rest} <{email}>", "Ann <a@h.test>", ("Ann", "a@h.test")),
    ("a quantity", "{quantity}, {rest}", "34 KB, x", ("34 KB", "x")),
    (
        "a measure",
        "{measure}; {rest}",
        "support: 24 x 36 cm; gift",
        ("support: 24 x 36 cm", "gift"),
    ),
    ("a unit", "{number} {unit}", "3 m²", ("3", "m²")),
    ("brackets inside brackets", "{rest} ({tail})", "A (b (c) d)", ("A", "b (c) d")),
    ("a template in other words", "{number} KB", "KB 3", None),
    ("letters that mean something in a pattern", "a.b*{number}", "a.b*7", ("7",)),
    ("lines", "{text} - {rest}", "a\nb - c", ("a\nb", "c")),
    ("an empty text", "{rest}", "", ("",)),
]


@pytest.mark.parametrize(("why", "template", "text", "wanted"), READ, ids=[row[0] for row in READ])
def test_read(why: str, template: Any, text: Any, wanted: Any) -> None:
    assert compile_template(template)(text) == wanted, why


ITEMS = [
    ("constants and parts", "a {rest} b", ((("", "a "), ("rest", ""), ("", " b")), True)),
    ("a numbered part", "{date:4}x", ((("date", "4"), ("", "x")), True)),
    ("only a constant", "abc", ((("", "abc"),), True)),
    ("empty", "", ((), True)),
    ("a brace that is no part", "{1} {rest}", ((("", "{1} "), ("rest", "")), True)),
    ("adjacent parts", "{number}{unit}", ((("number", ""), ("unit", "")), True)),
]


@pytest.mark.parametrize(("why", "template", "wanted"), ITEMS, ids=[row[0] for row in ITEMS])
def test_items_and_back(why: str, template: Any, wanted: Any) -> None:
    assert (items_of(template), written(items_of(template)) == template) == wanted, why


NUMBERED = [
    (
        "the same constants around",
        ["{rest} ({date})", "x {rest} ({date})"],
        ["{rest} ({date})", "x {rest:2} ({date})"],
    ),
    (
        "a kind that stands once",
        ["by {rest} on {date}", "on {date}"],
        ["by {rest} on {date}", "on {date:1}"],
    ),
    (
        "a kind that stands twice",
        ["{date} to {date}", "{date}: {rest}"],
        ["{date} to {date}", "{date:2}: {rest:3}"],
    ),
    (
        "words in front",
        ["{rest} {number} hits", "{number} hits for {tail}"],
        ["{rest} {number} hits", "{number:1} hits for {tail:2}"],
    ),
    (
        "nothing in common",
        ["{text}: {rest}", "{number}-{number}"],
        ["{text}: {rest}", "{number:2}-{number:3}"],
    ),
    ("one template", ["{text} / {rest}"], ["{text} / {rest}"]),
    ("a part of another kind", ["({number})", "({rest})"], ["({number})", "({rest:1})"]),
    ("none", [], []),
]


@pytest.mark.parametrize(("why", "templates", "wanted"), NUMBERED, ids=[row[0] for row in NUMBERED])
def test_numbers_of_parts(why: str, templates: Any, wanted: Any) -> None:
    assert numbered(templates) == wanted, why


PARTS = [
    (
        "before and after",
        "by {rest} on {date:4}",
        [(0, "rest", "by ", " on "), (4, "date", " on ", "")],
    ),
    ("at the edges", "{number}-{number}", [(0, "number", "", "-"), (1, "number", "-", "")]),
    ("none", "abc", []),
]


@pytest.mark.parametrize(("why", "template", "wanted"), PARTS, ids=[row[0] for row in PARTS])
def test_parts(why: str, template: Any, wanted: Any) -> None:
    assert [
        (part.number, part.kind, part.before, part.after) for part in parts_in(template)
    ] == wanted, why


def test_long_texts_are_prose() -> None:
    read = compile_template("{text} - {date}")
    assert read("a" * (MAX_CHARACTERS - 13) + " - 2012-01-01") is not None
    assert read("a" * (MAX_CHARACTERS - 12) + " - 2012-01-01") is None
    open_ended = compile_template("{date} {rest}")
    assert open_ended("2012-01-01 " + "a" * 5_000) is not None
    assert open_ended("2012-01-01 " + "a" * MAX_OPEN_ENDED_CHARACTERS) is None


def test_every_kind_reads_one_part() -> None:
    for kind in KINDS:
        assert len(parts_in(f"{{{kind}}}")) == 1
        assert compile_template(f"{{{kind}}}")("") is None
