"""Placeholder labels: text inside a control, default texts, first options that are captions.

Rule 2 of Yang 2008, 2.2: text within a control's value range is its default, not its label. A
first option that names the list ("All years", "请选择城市") is its label when no other text is.

>>> first_caption((Choice("", "-- Choose a city --"), Choice("1", "Bari")))
'Choose a city'
>>> first_caption((Choice("all", "All years"), Choice("2020", "2020"), Choice("2019", "2019")))
'All years'
>>> first_caption((Choice("2020", "2020"), Choice("2019", "2019"))), first_caption(
...     (Choice("", "All"), Choice("1", "Art")))
('', '')
"""

import re
from collections.abc import Sequence
from functools import cache
from typing import Final

from leadline.domain.similarity import normalise
from leadline.forms.lexicon import signs_of, word_set
from leadline.forms.words import squash
from leadline.model import Choice
from leadline.page.data_files import any_of
from leadline.page.dom import Document

UNBOUND_VALUES: Final = frozenset({"", "0", "-1", "all", "any", "*", "none", "null", "-", "%"})
"""Values that mean "do not restrict"."""

_CAPTION_START: Final = re.compile(
    rf"^(?:{any_of('leadline.forms', 'caption_start')})", re.IGNORECASE
)
_DASHED: Final = re.compile(r"^[\s\-–—=*<>«».·~_|]+|[\s\-–—=*<>«»·~_|]+$")
_WRAPPED: Final = re.compile(r"^[\[(（【](.*)[\])）】]$")
_MARK: Final = re.compile(
    r"\(.{2,100}\)$|（.{1,100}）$|[:：…]$|\.\.\.$|^[-–—=]{2}|(?<![-–—=])[-–—=]{2,}+$|\*$"
)
_HAS_WORD: Final = re.compile(r"[^\W\d_]{2}|[\u2e80-\u9fff\uac00-\ud7af]")
_DIGIT: Final = re.compile(r"\d")
_WHOLE_NUMBER: Final = re.compile(
    rf"(?<![^\W_])\d(?!\d*[^\W\d_]\b)|\d\s*[{signs_of('number_signs')}]"
)
"""A digit that is no part of a name like N.W.2d."""
MAX_CAPTION_LENGTH: Final = 60
"""Characters of a first option that may be a caption."""


def first_caption(choices: tuple[Choice, ...], set_apart: bool = False) -> str:
    """Return the first option as the caption of its select, '' if it is one value among others.

    ``set_apart`` says that only the first option lacks a value attribute.
    """
    if not choices:
        return ""
    first = choices[0]
    text = _WRAPPED.sub(r"\1", _DASHED.sub("", first.text)).strip()
    if not _HAS_WORD.search(text) or len(text) > MAX_CAPTION_LENGTH or is_empty_caption(text):
        return ""
    if _CAPTION_START.match(text) or _MARK.search(first.text):
        return text
    if _is_alternative(text, choices):
        return ""
    unbound = first.value.strip().casefold() in UNBOUND_VALUES or first.disabled
    if unbound and (first.value != "" or not _is_value_like(choices)):
        return text
    return text if set_apart or _is_unlike(choices) else ""


@cache
def _empty_captions() -> frozenset[str]:
    return frozenset(map(normalise, word_set("empty_captions")))


def is_empty_caption(text: str) -> bool:
    """Return whether a text says only "choose" or "all"."""
    return normalise(text) in _empty_captions()


def is_unrestricting(value: str, text: str) -> bool:
    """Return whether a choice restricts nothing: it means "all", or asks to choose.

    >>> is_unrestricting("", "请选择"), is_unrestricting("fiction", "All")
    (True, True)
    >>> is_unrestricting("0", "Any price"), is_unrestricting("0", "0 rooms")
    (True, False)
    """
    sent = value.strip().casefold()
    if is_empty_caption(text) or sent == "":
        return True
    return sent in UNBOUND_VALUES and (not _DIGIT.search(text) or bool(_CAPTION_START.match(text)))


def unrestricting(choices: Sequence[Choice]) -> list[Choice]:
    """Return the choices that restrict nothing: 0 and the like are values where another means all.

    >>> choices = Choice("", "Choose a province"), Choice("0", "Anhui"), Choice("1", "Fujian")
    >>> [choice.text for choice in unrestricting(choices)]
    ['Choose a province']

    Nor does a count from 0 on of which none is chosen hold a choice for all.

    >>> unrestricting([Choice(str(n), text) for n, text in enumerate(["Coins", "Maps", "Art"])])
    []
    """
    free = [choice for choice in choices if is_unrestricting(choice.value, choice.text)]
    said = [
        choice
        for choice in free
        if not choice.value.strip()
        or _CAPTION_START.match(choice.text)
        or is_empty_caption(choice.text)
    ]
    counted = [choice.value for choice in choices] == [str(n) for n in range(len(choices))]
    is_count = counted and not any(choice.selected for choice in choices)
    return said if said or is_count else free


def _is_alternative(text: str, choices: tuple[Choice, ...]) -> bool:
    """Return whether a first option is one of two, or shares its first or last word with the next.

    "Search titles" and "Search authors" are two ways to search.
    """
    if len(choices) == 2:
        return True
    words = normalise(text).split()
    others = normalise(choices[1].text).split() if len(choices) > 1 else []
    shared = len(words) > 1 and len(others) > 1
    return shared and (words[0] == others[0] or words[-1] == others[-1])


def _is_unlike(choices: tuple[Choice, ...]) -> bool:
    """Return whether the first option alone has no number, or shares another's value."""
    others = choices[1:]
    if len(others) < 2:
        return False
    numbered = all(_WHOLE_NUMBER.search(other.text) for other in others)
    return (numbered and not _DIGIT.search(choices[0].text)) or any(
        other.value == choices[0].value for other in others
    )


def _is_value_like(choices: tuple[Choice, ...]) -> bool:
    """Return whether all options send nothing: a script fills their values with their texts."""
    return len(choices) > 1 and all(choice.value == "" for choice in choices)


def placeholder_label(document: Document, node: int, kind: str, value: str) -> str:
    """Return what a reader sees inside a text box: a placeholder, or a default that vanishes."""
    has = document.attributes[node]
    for name in ("placeholder", "data-placeholder", "data-watermark", "data-default"):
        if _HAS_WORD.search(text := squash(has.get(name) or "")):
            return text
    scripted = " ".join(has.get(name) or "" for name in ("onfocus", "onblur", "onclick"))
    vanishes = "value" in scripted or "clear" in scripted.casefold()
    if kind in {"text", "search"} and _HAS_WORD.search(value) and (vanishes or _is_prompt(value)):
        return squash(value)
    return ""


def _is_prompt(value: str) -> bool:
    """Return whether a default text speaks to the reader."""
    return bool(re.search(r"(\.\.\.|…)$", value.strip())) or " " in value.strip()
