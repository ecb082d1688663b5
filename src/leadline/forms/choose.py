"""Which control takes the words, and which button a person would press.

>>> from leadline.model import Control, QueryInterface
>>> form = QueryInterface("", "http://h/", "http://h/", "GET", (
...     Control("user", "email"), Control("q", "text"),
...     Control("go", "submit", value="Go"), Control("fulltext", "submit", value="Search")))
>>> query_control(form).name, press(form).name
('q', 'fulltext')
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from leadline.forms.lexicon import (
    BASKET,
    EMAIL,
    JUMP,
    LOGIN,
    NEWSLETTER,
    NOT_PRESSED,
    SEARCH,
    SEARCH_NAME,
    USER,
)  # fmt: skip
from leadline.forms.words import name_words

if TYPE_CHECKING:
    from leadline.model import Control, QueryInterface

TYPED: Final = {"search": 5.0, "text": 1.0, "textarea": -0.5, "url": -3.0, "tel": -4.0}
"""What a control's kind says before its name and label are read; other kinds hold no words."""

LEAST_BOX: Final = -2.5
"""A box below this is an e-mail, user or trap box."""

PRESSED: Final = frozenset({"submit", "image"})


def query_control(interface: QueryInterface) -> Control | None:
    """The box that takes words: the keyword box, else the likeliest text box, else None."""
    best, best_score = None, LEAST_BOX
    for control in interface.controls:
        score = box_score(control)
        if score > best_score:
            best, best_score = control, score
    return best


def box_score(control: Control) -> float:
    """How likely a control is the keyword box (spec: name 2, type 3, label 1, e-mail -5)."""
    if control.kind not in TYPED or control.honeypot or (not control.name and control.readonly):
        return -10.0
    words = name_words(control.name) + name_words(control.element_id)
    text = f"{control.name} {control.element_id} {control.label}"
    score = TYPED[control.kind]
    score += 2.0 * any(word in SEARCH_NAME for word in name_words(control.name))
    score += 1.0 * any(word in SEARCH_NAME for word in name_words(control.element_id))
    score += 2.0 * bool(SEARCH.search(" ".join(words))) + 1.0 * bool(SEARCH.search(control.label))
    score -= 5.0 * bool(EMAIL.search(text) or USER.search(" ".join(words)))
    score -= 3.0 * bool(NEWSLETTER.search(text)) + 1.0 * control.disabled + 1.5 * control.readonly
    return score - 1.0 * (not control.name)


def press(interface: QueryInterface) -> Control | None:
    """The button a person would press to search, None when the form has none to press.

    With several, one that says search wins, then the first after the keyword box; never one that
    clears, exports, adds or removes; one that jumps to a record only if nothing else is there.
    """
    box = query_control(interface)
    best, best_score = None, -4.0
    for control in interface.controls:
        if control.kind not in PRESSED or control.disabled:
            continue
        score = _button_score(control)
        score += 0.5 * (box is not None and control.node > box.node)
        if score > best_score:
            best, best_score = control, score
    return best


def _button_score(button: Control) -> float:
    said = button_text(button)
    named = " ".join(name_words(button.name) + name_words(button.element_id))
    score = 3.0 * bool(SEARCH.search(said)) + 1.0 * bool(SEARCH.search(named))
    score -= 2.0 * bool(JUMP.search(said) or JUMP.search(named))
    for other in (NOT_PRESSED, BASKET, LOGIN, NEWSLETTER):
        score -= 5.0 * bool(other.search(said)) + 2.0 * bool(other.search(named))
    return score


def button_text(button: Control) -> str:
    """What a reader sees on a button: its label, else its value."""
    return button.label or button.value
