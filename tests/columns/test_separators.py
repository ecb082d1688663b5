"""Separator confidence: which constants of a template separate values."""

from __future__ import annotations

from typing import Any

import pytest

from leadline.columns.templates.separators import (
    TemplatePiece,
    are_units,
    is_categorical,
    is_typed_or_categorical,
    join,
    merge_weak_separators,
)


def pieces_of(*items: str | tuple[str, str]) -> list[TemplatePiece]:
    """Return pieces: a constant for each text, a part for each kind with its texts by bars."""
    return [
        TemplatePiece("", item)
        if isinstance(item, str)
        else TemplatePiece(item[0], "", item[1].split("|"))
        for item in items
    ]


def merged(items: list[str | tuple[str, str]], rows: int = 0) -> list[str]:
    """Return constants in quotes and the first text of each part, after merging."""
    pieces = pieces_of(*items)
    rows = rows or max(len(piece.texts) for piece in pieces)
    return [
        repr(piece.text) if not piece.kind else f"{piece.kind}: {piece.texts[0][:40]}"
        for piece in merge_weak_separators(pieces, rows)
    ]


NAMES = ("text", "Ann Lee|Bo Poe|Cy Sand|Di Kim|Ed Orr|Flo Ray")
TITLES = ("text", "Sea of ink|Bread and war|Stone song|Night house|Open garden|Secret river")
FEW = ("text", "|".join(["Art", "Sport"] * 10))
MANY_NAMES = ("text", "|".join(f"{chr(65 + n)}nn Lee" for n in range(20)))
MANY_TITLES = ("text", "|".join(f"Sea {chr(97 + n)}" for n in range(20)))
DATES = ("date", "2001-02-03|2001-02-04|2001-02-05|2001-02-06|2001-02-07|2001-02-08")
NUMBERS = ("number", "7|12|31|8|95|104")
YEARS = ("number", "1901|1915|1930|1944|1951|1999")
CODES = ("number", "10115|20095|50667|60311|70173|80331")
HAN = ("text", "红楼梦|水浒传|西游记|三国|聊斋|儒林")
UNITS = ("text", "KB|MB|KB|MB|KB|KB")
PROSE = ("text", "|".join(["a long tale of the sea " * 5] * 6))

CONSTANTS = [
    ("a comma between names goes", [NAMES, ", ", TITLES], ["text: Ann Lee, Sea of ink"]),
    (
        "a bar always separates",
        [NAMES, " | ", TITLES],
        ["text: Ann Lee", "' | '", "text: Sea of ink"],
    ),
    (
        "a bullet always separates",
        [NAMES, " • ", TITLES],
        ["text: Ann Lee", "' • '", "text: Sea of ink"],
    ),
    (
        "a comma in front of a date",
        [NAMES, ", ", DATES],
        ["text: Ann Lee", "', '", "date: 2001-02-03"],
    ),
    (
        "a slash between number and text",
        [NUMBERS, " / ", TITLES],
        ["number: 7", "' / '", "text: Sea of ink"],
    ),
    ("a hyphen inside a word", [NUMBERS, "-", TITLES], ["text: 7-Sea of ink"]),
    (
        "a dot behind a rank in front of Han",
        [NUMBERS, ".", HAN],
        ["number: 7", "'.'", "text: 红楼梦"],
    ),
    ("a dot behind a rank in front of Latin", [NUMBERS, ".", TITLES], ["text: 7.Sea of ink"]),
    ("a label in front", ["Court: ", NAMES], ["'Court: '", "text: Ann Lee"]),
    ("a word in front that is no label", ["Python ", TITLES], ["text: Python Sea of ink"]),
    ("an author's preposition", ["by ", NAMES], ["'by '", "text: Ann Lee"]),
    (
        "an author's preposition in front of prose",
        ["by ", PROSE],
        ["text: by a long tale of the sea a long tale of"],
    ),
    ("a connecting word between texts", [NAMES, " and ", TITLES], ["text: Ann Lee and Sea of ink"]),
    (
        "a connecting word in front of a categorical text",
        [MANY_NAMES, " in ", FEW],
        ["text: Ann Lee", "' in '", "text: Art"],
    ),
    (
        "a long word in front of a categorical text",
        [MANY_NAMES, " between ", FEW],
        ["text: Ann Lee between Art"],
    ),
    (
        "a word beside a number",
        [NUMBERS, " words ", TITLES],
        ["number: 7", "' words '", "text: Sea of ink"],
    ),
    (
        "brackets around a number",
        [TITLES, " (", NUMBERS, ")"],
        ["text: Sea of ink", "' ('", "number: 7", "')'"],
    ),
    ("brackets around a text", [TITLES, " (", NAMES, ")"], ["text: Sea of ink (Ann Lee)"]),
    (
        "quotes around a text",
        ["《", HAN, "》", NAMES],
        ["'《'", "text: 红楼梦", "'》'", "text: Ann Lee"],
    ),
    ("brackets of its own in front", ["[PDF] ", TITLES], ["'[PDF] '", "text: Sea of ink"]),
    ("brackets of its own behind", [TITLES, " (m/w/d)"], ["text: Sea of ink", "' (m/w/d)'"]),
    ("a leading sign", ["• ", TITLES], ["'• '", "text: Sea of ink"]),
    ("a leading sign of prose", ["- ", PROSE], ["text: - a long tale of the sea a long tale of "]),
    ("a trailing sign", [TITLES, " /"], ["text: Sea of ink", "' /'"]),
    (
        "a trailing dot behind prose",
        [PROSE, "."],
        ["text: a long tale of the sea a long tale of th"],
    ),
    ("a trailing word", [TITLES, " page"], ["text: Sea of ink page"]),
    ("an author's suffix", [NAMES, " 著"], ["text: Ann Lee", "' 著'"]),
    ("an ellipsis in front", ["...", TITLES], ["'...'", "text: Sea of ink"]),
    ("an ellipsis behind", [TITLES, "…"], ["text: Sea of ink", "'…'"]),
    ("a sign of money in front of a number", ["£", NUMBERS], ["'£'", "number: 7"]),
    ("a dot behind a number alone", [NUMBERS, "."], ["text: 7."]),
    ("a unit behind a number", [NUMBERS, " bytes"], ["number: 7", "' bytes'"]),
    ("a blank between number and unit", [NUMBERS, " ", UNITS], ["text: 7 KB"]),
    ("a blank between number and name", [NUMBERS, " ", TITLES], ["text: 7 Sea of ink"]),
    (
        "a blank between year and name",
        [YEARS, " ", NAMES],
        ["number: 1901", "' '", "text: Ann Lee"],
    ),
    ("a blank between two numbers", [NUMBERS, " ", YEARS], ["number: 7", "' '", "number: 1901"]),
    (
        "a blank between text and date",
        [NAMES, " ", DATES],
        ["text: Ann Lee", "' '", "date: 2001-02-03"],
    ),
    (
        "a blank behind a postal code",
        [CODES, " ", NAMES],
        ["number: 10115", "' '", "text: Ann Lee"],
    ),
    ("a blank between Han texts", [HAN, " ", HAN], ["text: 红楼梦", "' '", "text: 红楼梦"]),
    ("nothing between number and text", [NUMBERS, TITLES], ["text: 7Sea of ink"]),
    ("a dash in each of few texts", [NAMES, " - ", TITLES], ["text: Ann Lee - Sea of ink"]),
    (
        "a dash in each of many texts",
        [MANY_NAMES, " - ", MANY_TITLES],
        ["text: Ann Lee", "' - '", "text: Sea a"],
    ),
    ("a colon in each of many texts", [MANY_NAMES, "; ", MANY_TITLES], ["text: Ann Lee; Sea a"]),
    (
        "a sign that separates elsewhere",
        [NAMES, " / ", TITLES, " / ", NUMBERS],
        ["text: Ann Lee", "' / '", "text: Sea of ink", "' / '", "number: 7"],
    ),
    (
        "a comma that separates elsewhere",
        [NAMES, ", ", TITLES, ", ", YEARS],
        ["text: Ann Lee, Sea of ink", "', '", "number: 1901"],
    ),
]


@pytest.mark.parametrize(("why", "items", "wanted"), CONSTANTS, ids=[row[0] for row in CONSTANTS])
def test_which_constants_stay(why: str, items: Any, wanted: Any) -> None:
    assert merged(items) == wanted, why


CATEGORICAL = [
    ("one value is constant", ["a"] * 30, False),
    ("two in thirty", ["a", "b"] * 15, True),
    ("three in twelve", ["a", "b", "c"] * 4, True),
    ("three in eleven", (["a", "b", "c"] * 4)[:11], False),
    ("all distinct", list("abcdefgh"), False),
    ("four in thirty", (["a", "b", "c", "d"] * 8)[:30], False),
    ("four in forty", ["a", "b", "c", "d"] * 10, True),
    ("none", [], False),
]


@pytest.mark.parametrize(
    ("why", "texts", "wanted"), CATEGORICAL, ids=[row[0] for row in CATEGORICAL]
)
def test_few_distinct_texts(why: str, texts: Any, wanted: Any) -> None:
    assert is_categorical(texts) == wanted, why


UNIT_TEXTS = [
    ("units", ["KB", "MB"], True),
    ("a dot behind", ["Std.", "min."], True),
    ("a square", ["m²", "km²"], True),
    ("a blank inside", ["KB x"], False),
    ("a digit", ["K2"], False),
    ("too long", ["a" * 13], False),
    ("empty", [""], False),
]


@pytest.mark.parametrize(("why", "texts", "wanted"), UNIT_TEXTS, ids=[row[0] for row in UNIT_TEXTS])
def test_units(why: str, texts: Any, wanted: Any) -> None:
    assert are_units(texts) == wanted, why


TYPED = [
    ("a kind", "date", ["x"], True),
    ("a state", "text", ["open", "closed"] * 20, True),
    ("codes", "text", ["A-1", "B-22", "C-3x"], True),
    ("years behind a hash", "text", ["#1901", "#1950", "#1999"], True),
    ("names", "text", ["Ann", "Bo", "Cy", "Di"], False),
    ("prose of few kinds", "text", ["a long text " * 8, "another one " * 8] * 20, False),
]


@pytest.mark.parametrize(("why", "kind", "texts", "wanted"), TYPED, ids=[row[0] for row in TYPED])
def test_typed_or_categorical(why: str, kind: Any, texts: Any, wanted: Any) -> None:
    assert is_typed_or_categorical(TemplatePiece(kind, "", texts)) == wanted, why


def test_join_strips_and_keeps_rows() -> None:
    pieces = pieces_of(("text", "a |b "), "- ", ("number", "1|2"), " x")
    join(pieces, 0, 3)
    assert [(piece.kind, piece.text, piece.texts) for piece in pieces] == [
        ("text", "", ["a - 1", "b - 2"]),
        ("", " x", []),
    ]


def test_join_at_the_edge_takes_what_is_there() -> None:
    pieces = pieces_of("[", ("text", "a|b"))
    join(pieces, -1, 2, "quantity")
    assert [(piece.kind, piece.texts) for piece in pieces] == [("quantity", ["[a", "[b"])]
