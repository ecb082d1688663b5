"""Terms that a form makes a person agree to: a box "I agree", a button "Accept".

Nothing is agreed to in a person's name unless the person said so. The words of many languages stand
in ``lexicon.toml`` under ``terms``. Banners on cookies are no terms, nor is a box for search terms.

>>> [is_terms_box(Control("ok", "checkbox", label)) for label in (
...     "I agree to the terms of use", "Ich akzeptiere die AGB", "Accepted terms only", "Terms")]
[True, True, False, False]
>>> agrees("Accept all cookies"), agrees("我已阅读并同意用户协议"), agrees("Search terms")
(False, True, False)
"""

import re
from dataclasses import replace
from functools import cache, lru_cache
from typing import Final

from leadline.forms.lexicon import concepts, table_of
from leadline.forms.roles.query_box import SUBMIT_KINDS, button_text
from leadline.forms.words import squash
from leadline.model import BOX_KINDS, Control, QueryInterface

TERMS_ROLE: Final = "terms"
"""Role of a box that agrees to terms."""
MAX_CHARACTERS_OF_SENTENCE: Final = 600
"""Characters of a label, a button or a sentence that are read."""
MAX_CHARACTERS_SAID: Final = 8_000
"""Characters of the text around a button that are looked through for a sentence that agrees."""
MAX_SHOWN_TERMS: Final = 80
_END_OF_SENTENCE: Final = re.compile(r"[.!?。！？\n]+")
_FIRST_WITHOUT_SPACES: Final = 0x2E80


@cache
def _expression(name: str) -> re.Pattern[str]:
    """Return the expression for one list of the lexicon."""
    parts = table_of("terms")[name]
    ends = (rf"\b{part}\b" if _is_spaced(part) else part for part in parts)
    return re.compile("|".join(ends), re.IGNORECASE)


def _is_spaced(part: str) -> bool:
    """Return whether an expression is of a script that sets spaces between words."""
    return all(ord(character) < _FIRST_WITHOUT_SPACES for character in part)


def agrees(text: str) -> bool:
    """Return whether a text agrees to terms by itself."""
    return _agrees(text[:MAX_CHARACTERS_OF_SENTENCE])


@lru_cache(maxsize=1024)
def _agrees(text: str) -> bool:
    if _expression("harmless").search(text) or is_refusal(text):
        return False
    if _expression("agree").search(text):
        return True
    return bool(_expression("verbs").search(text) and _expression("nouns").search(text))


def is_refusal(text: str) -> bool:
    """Return whether a text says that one does not agree."""
    return _refuses(text[:MAX_SHOWN_TERMS])


@lru_cache(maxsize=1024)
def _refuses(text: str) -> bool:
    return bool(_expression("refuse").search(text))


def is_agreeing_button(text: str) -> bool:
    """Return whether a button or a link with this text agrees when it is pressed."""
    text = squash(text).strip(" .!»›>→")
    if not text or len(text) > MAX_SHOWN_TERMS or _expression("harmless").search(text):
        return False
    whole = _expression("button").fullmatch(text)
    return bool(whole) or (not is_refusal(text) and agrees(text))


def is_terms_box(control: Control) -> bool:
    """Return whether a box says that one agrees, or does not."""
    text = f"{control.label} {control.group_label}".strip()[:MAX_CHARACTERS_OF_SENTENCE]
    if control.kind not in BOX_KINDS or _expression("harmless").search(text):
        return False
    if control.kind == "radio":
        return agrees(control.label) or agrees(control.group_label)
    return agrees(text)


def terms_text(form: QueryInterface, said: str = "") -> str:
    """Return what a form that only leads on agrees to when it is sent, '' for nothing.

    ``said`` is what the page says around it.
    """
    boxes = [control for control in form.controls if control.kind in BOX_KINDS]
    buttons = [control for control in form.controls if control.kind in SUBMIT_KINDS]
    shown = " ".join([said, *map(button_text, buttons), *(box.label for box in boxes)])
    if _expression("harmless").search(shown[:MAX_CHARACTERS_SAID]):
        return ""
    for box in boxes:
        if is_terms_box(box) or (box.kind == "checkbox" and "agree" in concepts(box.name)):
            return squash(box.label or box.name)[:MAX_SHOWN_TERMS]
    for button in buttons:
        if is_agreeing_button(button_text(button)):
            return squash(button_text(button))[:MAX_SHOWN_TERMS]
    return sentence_of_terms(said) if not boxes else ""


def sentence_of_terms(said: str) -> str:
    """Return the first sentence by which one agrees who goes on, '' for none."""
    for sentence in _END_OF_SENTENCE.split(said[:MAX_CHARACTERS_SAID]):
        text = sentence[:MAX_CHARACTERS_OF_SENTENCE]
        if _expression("nouns").search(text) and _expression("verbs").search(text):
            return squash(text)[:MAX_SHOWN_TERMS]
    return ""


def names_terms(text: str) -> bool:
    """Return whether a heading names terms."""
    return bool(_expression("nouns").search(text[:MAX_CHARACTERS_OF_SENTENCE]))


def with_agreed(form: QueryInterface) -> QueryInterface:
    """Return a form with its boxes for terms ticked, as a person who agrees would.

    >>> form = QueryInterface("", "http://h/", "http://h/", "GET", (
    ...     Control("ok", "checkbox", "I accept the disclaimer", "1", role="terms"),))
    >>> with_agreed(form).controls[0].checked
    True
    """
    ticked = tuple(
        replace(one, checked=not is_refusal(one.label)) if one.role == TERMS_ROLE else one
        for one in form.controls
    )
    return replace(form, controls=ticked) if ticked != form.controls else form


def terms_boxes(form: QueryInterface) -> list[Control]:
    """Return the boxes of a form that agree to terms and are not ticked as it is served."""
    boxes = (one for one in form.controls if one.role == TERMS_ROLE)
    return [one for one in boxes if not (one.checked or one.disabled or is_refusal(one.label))]
