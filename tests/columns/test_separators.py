"""Separator confidence: which constants of a template separate values."""

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
from tables import each_row, read_rows


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
    (why, [globals().get(item, item) for item in items], [*wanted])
    for why, items, wanted in read_rows(__file__, "CONSTANTS", "why", "items", "wanted")
]


@pytest.mark.parametrize(("why", "items", "wanted"), CONSTANTS, ids=[row[0] for row in CONSTANTS])
def test_which_constants_stay(why: str, items: Any, wanted: Any) -> None:
    assert merged(items) == wanted, why


@each_row(__file__, "CATEGORICAL", "why", "texts", "wanted", sequence=list)
def test_few_distinct_texts(why: str, texts: Any, wanted: Any) -> None:
    assert is_categorical(texts) == wanted, why


@each_row(__file__, "UNIT_TEXTS", "why", "texts", "wanted", sequence=list)
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
