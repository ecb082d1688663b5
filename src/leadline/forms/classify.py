"""What kind of form it is, and how surely it searches the source."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from leadline.forms.choose import PRESSED, box_score, button_text
from leadline.forms.lexicon import concepts
from leadline.forms.words import name_words

if TYPE_CHECKING:
    from leadline.dom import Document
    from leadline.model import FormKind, QueryInterface

LEAST_SEARCH: Final = 3.0
"""A form that scores less searches nothing."""


def classify(document: Document, interface: QueryInterface) -> tuple[FormKind, float]:
    """The kind of a form and its score as a search interface (higher is better)."""
    controls = [c for c in interface.controls if not c.honeypot]
    kinds = [c.kind for c in controls]
    texts = [box_score(c) for c in controls]
    passwords = kinds.count("password")
    best = max(texts, default=-10.0)
    form_says = concepts(_form_text(document, interface))
    buttons = [button_text(c) for c in controls if c.kind in PRESSED | {"button"}]
    button_says = {concept for text in buttons for concept in concepts(text)}
    score = best + 2.0 * ("search" in form_says) + 2.0 * ("search" in button_says)
    score += 1.0 * (interface.method == "GET")
    says = form_says | button_says
    score -= 4.0 * len(says & {"newsletter", "order", "language", "switch", "login", "comment"})
    if passwords:
        boxes = sum(k in {"text", "email", "tel", "password"} for k in kinds)
        return ("login" if passwords == 1 and boxes <= 3 else "registration"), -20.0
    if "file" in kinds:
        return "other", -20.0
    if best > -5 and score >= LEAST_SEARCH:
        return "search", score
    if "newsletter" in says or (kinds.count("email") == 1 and "textarea" not in kinds):
        return "newsletter", min(score, 0.0) - 5
    if "order" in says:
        return "order", min(score, 0.0) - 5
    if "textarea" in kinds or any("email" in concepts(c.name) for c in controls):
        return "contact", min(score, 0.0) - 5
    if any(k in {"select", "radio", "checkbox"} for k in kinds):
        return "filter", min(score, 2.0)
    return "other", min(score, 0.0) - 5


def _form_text(document: Document, interface: QueryInterface) -> str:
    """What the form's own attributes and action say."""
    said = []
    for name in ("id", "name", "class", "role", "aria-label", "action"):
        value = document.attribute(interface.node, name)
        said.append(" ".join(name_words(value)))
    return " ".join(said)
