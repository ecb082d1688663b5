"""Template induction: alignment, pieces and scores."""

from typing import Any

import pytest

from leadline.columns.templates import induction
from leadline.columns.templates.divide import learn_divisions
from leadline.columns.templates.induction import learn_templates
from leadline.columns.templates.separators import TemplatePiece
from leadline.columns.templates.tokens import tokens_of
from tables import each_row


def anchors(texts: list[str], share: float) -> list[str]:
    """Return the constants of texts, kinds in angles."""
    found = induction._anchors([tokens_of(text) for text in texts], share)
    return [f"<{key[1:]}>" if key[0] == "\0" else key for key in found]


def pieces(texts: list[str], share: float = 0.9) -> list[tuple[str, str]]:
    """Return the pieces of texts before any is merged: kind, and constant or first text."""
    tokens = [tokens_of(text) for text in texts]
    keys = induction._anchors(tokens, share)
    rows = [
        (text, [row[at] for at in induction._places(keys, row, from_right=False)])
        for text, row in zip(texts, tokens, strict=True)
    ]
    return [(one.kind, one.text or one.texts[0]) for one in induction._pieces(keys, rows)]


def written(items: list[tuple[str, str]], first: str = "") -> str:
    """Write a template of constants (kind '') and parts with their texts by bars."""
    made = [
        TemplatePiece(kind, "" if kind else text, text.split("|") if kind else [])
        for kind, text in items
    ]
    return induction._written(made)


@each_row(__file__, "ANCHORS", "why", "texts", "share", "wanted", sequence=list)
def test_anchors(why: str, texts: Any, share: Any, wanted: Any) -> None:
    assert anchors(texts, share) == wanted, why


@each_row(__file__, "COMMON", "why", "first", "second", "wanted", sequence=list)
def test_common_subsequence(why: str, first: Any, second: Any, wanted: Any) -> None:
    assert induction._in_common(first, second) == wanted, why


@each_row(__file__, "PLACES", "why", "keys", "text", "from_right", "wanted", sequence=list)
def test_places(why: str, keys: Any, text: Any, from_right: Any, wanted: Any) -> None:
    assert induction._places(keys, tokens_of(text), from_right=from_right) == wanted, why


PIECES = [
    (
        "a blank in all gaps",
        [f"#{n} of Ann{n}" for n in range(10, 20)],
        [("", "#"), ("number", "10"), ("", " of "), ("text", "Ann10")],
    ),
    (
        "a text between signs",
        [f"{chr(65 + n)}nn; {n}" for n in range(10)],
        [("text", "Ann"), ("", "; "), ("number", "0")],
    ),
    (
        "blanks around a text",
        [f"on {chr(65 + n)}nn - {n}" for n in range(10)],
        [("", "on "), ("text", "Ann"), ("", " - "), ("number", "0")],
    ),
]


@pytest.mark.parametrize(("why", "texts", "wanted"), PIECES, ids=[row[0] for row in PIECES])
def test_pieces(why: str, texts: Any, wanted: Any) -> None:
    assert pieces(texts) == wanted, why


@each_row(__file__, "WRITTEN", "why", "items", "wanted", sequence=list)
def test_written(why: str, items: Any, wanted: Any) -> None:
    assert written(items) == wanted, why


@each_row(__file__, "SCORES", "why", "template", "texts", "first", "wanted", sequence=list)
def test_scores(why: str, template: Any, texts: Any, first: Any, wanted: Any) -> None:
    assert round(induction._score(template, texts, first=first), 3) == wanted, why


SAMPLES = [
    ("few", ["a"] * 10, 10),
    ("many", ["a"] * 1_000, 250),
    ("prose among them", ["a"] * 60 + ["a" * 601] * 40, 60),
    ("mostly prose", ["a"] * 40 + ["a" * 601] * 60, 0),
    ("many characters", ["a" * 500] * 240, 48),
    ("none", [], 0),
]


@pytest.mark.parametrize(("why", "texts", "wanted"), SAMPLES, ids=[row[0] for row in SAMPLES])
def test_samples(why: str, texts: Any, wanted: Any) -> None:
    assert len(induction._sampled(texts)) == wanted, why


@each_row(__file__, "KINDS", "why", "texts", "wanted", sequence=list)
def test_two_kinds_of_texts(why: str, texts: Any, wanted: Any) -> None:
    assert learn_templates(texts) == wanted, why


@each_row(__file__, "DIVISIONS", "why", "texts", "singles", "templates", "names", sequence=list)
def test_divisions(why: str, texts: Any, singles: bool, templates: Any, names: Any) -> None:
    wanted = templates or {}, names or {}
    assert learn_divisions({"s": texts}, singles=singles) == wanted, why
