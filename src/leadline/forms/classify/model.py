"""Form classification: the kind of a form, and how surely it searches the source.

A linear model over named features distinguishes eight kinds (weights: ``weights.tsv``, fitted by
``leadline_research.bench.forms.form_weights``). A ninth, "filter", is a search form without a box
for text. Four rules stand over it:

- a form with a search button and nothing personal searches;
- a form whose button sells is an order;
- a posted form without an understood word is left alone: it might order something;
- a form that asks for a password or a file never searches.

The score orders search interfaces: a sum of rules (kind, name and label of the box, attributes of
the form, button, GET) plus the model's margin. It chose the right
form on 15 of 15 live applications.
"""

from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from typing import Final, get_args

from leadline.forms.classify.features import form_features
from leadline.forms.lexicon import concepts
from leadline.forms.roles.query_box import SCORE_BY_KIND, SUBMIT_KINDS, box_score, button_text
from leadline.model import FormKind, QueryInterface
from leadline.page.dom import Document

KINDS: Final[tuple[FormKind, ...]] = tuple(sorted(set(get_args(FormKind)) - {"filter"}))
"""The columns of the weights."""

MAX_MARGIN: Final = 6.0
"""Margin of the model's scores beyond which it says no more."""

FILTER_PENALTY: Final = 4.0
"""Score by which a form without a box for words is asked later."""

NAMELESS_PENALTY, FORMLESS_PENALTY = 6.0, 4.0
"""Scores by which forms that only a script sends are asked later."""

SECRET_PENALTY: Final = -20.0
"""Score of a form that asks for a password or a file."""

ASKS_MARGIN: Final = 1.0
"""Margin by which a rule overrides the model."""

SEARCH_FEATURES: Final = frozenset({"asks", "sifts"})
"""Features of whole forms that make them search forms."""


@cache
def _weights() -> dict[str, tuple[float, ...]]:
    """Return the weights of each feature, in the order of ``KINDS``."""
    table = files("leadline.forms.classify").joinpath("weights.tsv").read_text(encoding="utf-8")
    rows = (line.split("	") for line in table.splitlines()[2:])
    return {name: tuple(int(weight) / 100 for weight in row) for name, *row in rows}


def classify(document: Document, interface: QueryInterface) -> tuple[FormKind, float]:
    """Return the kind of a form and its score as a search interface (higher is better)."""
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
    """Return the kind that scores and rules give, and the margin by which the form searches."""
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
    """Return whether a form asks for a password or a file."""
    return any(c.kind in {"password", "file"} and not c.honeypot for c in interface.controls)


def _script_penalty(document: Document, interface: QueryInterface) -> float:
    """Return the penalty of boxes without a name and controls without a form."""
    named = any(c.name and c.kind in SCORE_BY_KIND and not c.honeypot for c in interface.controls)
    return NAMELESS_PENALTY * (not named) + FORMLESS_PENALTY * (
        document.tag[interface.node] != "form"
    )


def _kind_scores(features: list[str]) -> list[float]:
    """Return the linear scores of the kinds, in the order of ``KINDS``."""
    weights = _weights()
    total = list(weights["bias"])
    for feature in features:
        row = weights.get(feature)
        if row is not None:
            total = [t + w for t, w in zip(total, row, strict=True)]
    return total


def _rule_score(document: Document, interface: QueryInterface) -> float:
    """Return the score by rules: best box, form attributes, button, method."""
    own = document.attributes[interface.node]
    attributes = " ".join(own.get(name) or "" for name in ("id", "name", "class", "role", "action"))
    buttons = [c for c in interface.controls if c.kind in SUBMIT_KINDS or c.kind == "button"]
    return (
        max(box_score(c) for c in interface.controls)
        + 2.0 * ("search" in concepts(attributes[:400]))
        + 2.0 * any("search" in concepts(button_text(b)) for b in buttons)
        + 1.0 * (interface.method == "GET")
    )
