"""What kind of form it is, and how surely it searches the source.

A linear model over named features (``features``; weights fitted by ``leadline_research.bench.forms.form_weights``) tells
eight kinds apart; a ninth, "filter", is a search form in which nothing can be typed. Four rules
stand over it: a form with a button that says search and nothing personal in it searches; one whose
button sells is an order (23 of 24 labelled ones are); one that is posted and says nothing that is
understood is left alone (it might order something in an unknown language); one that asks for a
password or a file never searches.

The score orders search interfaces: the rule of live harvests (type=search 3, name 2, form 2,
button 2, GET 1, label 1; right on 15 of 15 applications) plus the model's margin.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Final

from leadline.forms.classify.features import form_features
from leadline.forms.lexicon import concepts
from leadline.forms.roles.query_box import SCORE_BY_KIND, SUBMIT_KINDS, box_score, button_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from leadline.model import FormKind, QueryInterface
    from leadline.page.dom import Document

KINDS: Final[tuple[FormKind, ...]] = (
    "contact", "login", "newsletter", "order", "other", "recovery", "registration", "search",
)  # fmt: skip
"""The columns of the weights."""

MAX_MARGIN: Final = 6.0
"""Margins beyond this say no more."""

FILTER_PENALTY: Final = 4.0
"""A box for words is asked before a select."""

NAMELESS_PENALTY, FORMLESS_PENALTY = 6.0, 4.0
"""What only a script sends is asked after what a form sends."""

SECRET_PENALTY: Final = -20.0

ASKS_MARGIN: Final = 1.0

SEARCH_FEATURES: Final = frozenset({"asks", "sifts"})
"""Of the labelled forms 192 of 192 that ask and 20 of 20 that sift are search forms."""


@cache
def _weights() -> dict[str, tuple[float, ...]]:
    """Return the weights of each feature, in the order of ``KINDS``."""
    table = files("leadline.forms.classify").joinpath("weights.tsv").read_text(encoding="utf-8")
    rows = (line.split("	") for line in table.splitlines()[2:])
    return {name: tuple(int(weight) / 100 for weight in row) for name, *row in rows}


def classify(document: Document, interface: QueryInterface) -> tuple[FormKind, float]:
    """The kind of a form and its score as a search interface (higher is better)."""
    features = form_features(document, interface)
    secret = asks_secret(interface)
    kind, margin = decide(features, _kind_scores(features), secret=secret)
    if kind != "search":
        return kind, min(0.0, margin) + (SECRET_PENALTY if secret else -MAX_MARGIN)
    if not any(c.kind in SCORE_BY_KIND and not c.honeypot for c in interface.controls):
        return "filter", margin - FILTER_PENALTY
    return "search", margin + _rule_score(document, interface) - _script_penalty(
        document, interface
    )


def decide(features: list[str], scores: Sequence[float], *, secret: bool) -> tuple[FormKind, float]:
    """The kind that the scores of ``KINDS`` and the two rules say, and by how much it searches."""
    chances = dict(zip(KINDS, scores, strict=True))
    if not SEARCH_FEATURES.isdisjoint(features):
        chances["search"] = max(chances.values()) + ASKS_MARGIN
    elif "mute" in features:
        chances["search"] = min(chances.values()) - ASKS_MARGIN
    elif "sells" in features:
        chances["order"] = max(chances.values()) + ASKS_MARGIN
    rival = max((kind for kind in KINDS if kind != "search"), key=lambda kind: chances[kind])
    margin = max(-MAX_MARGIN, min(MAX_MARGIN, chances["search"] - chances[rival]))
    return (rival if margin < 0 or secret else "search"), margin


def asks_secret(interface: QueryInterface) -> bool:
    """Whether a form asks for a password or a file."""
    return any(c.kind in {"password", "file"} and not c.honeypot for c in interface.controls)


def _script_penalty(document: Document, interface: QueryInterface) -> float:
    """How far from plain HTTP: a box without a name, controls without a form need a script."""
    named = any(c.name and c.kind in SCORE_BY_KIND and not c.honeypot for c in interface.controls)
    return NAMELESS_PENALTY * (not named) + FORMLESS_PENALTY * (
        document.tag[interface.node] != "form"
    )


def _kind_scores(features: list[str]) -> list[float]:
    """The linear scores of the kinds, in the order of ``KINDS``."""
    weights = _weights()
    total = list(weights["bias"])
    for feature in features:
        row = weights.get(feature)
        if row is not None:
            total = [t + w for t, w in zip(total, row, strict=True)]
    return total


def _rule_score(document: Document, interface: QueryInterface) -> float:
    """The form choice of the live prototype: best box, form attributes, button, method."""
    has = document.attributes[interface.node]
    said = " ".join(has.get(name) or "" for name in ("id", "name", "class", "role", "action"))
    buttons = [c for c in interface.controls if c.kind in SUBMIT_KINDS or c.kind == "button"]
    return (
        max(box_score(c) for c in interface.controls)
        + 2.0 * ("search" in concepts(said[:400]))
        + 2.0 * any("search" in concepts(button_text(b)) for b in buttons)
        + 1.0 * (interface.method == "GET")
    )
