"""Which constants of a template part two values, and which belong to what stands around them.

A constant is believed on evidence over the records: one of its neighbours is told by its kind (a
date, a number) or is one of a few words; it is a sign that does nothing else (a bar, quotes); a
label with its colon; or it stands exactly once in each of very many texts. All others are joined
with their neighbours, the weakest first, so a title with a dash or a comma stays whole.

>>> names, letters = (TemplatePiece("text", "", said) for said in (["Lee", "Poe"], ["A", "B"]))
>>> pieces = [names, TemplatePiece("", ", "), letters]
>>> [piece.said for piece in merge_weak_separators(pieces, 2)]
[['Lee, A', 'Poe, B']]
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from leadline.columns.runs import ELLIPSES
from leadline.columns.templates.template import STRONG
from leadline.columns.templates.tokens import TYPED
from leadline.values.lists import says
from leadline.values.types import learn_type

if TYPE_CHECKING:
    from collections.abc import Sequence

MANY: Final = 20
"""So many texts with one dash or colon each are no accident."""
STEADY: Final = 0.98
"""Share of these in which the sign stands once."""
FEW: Final = 0.1
"""Different values a text, at most, of a part that tells one of a few things (a state)."""
AT_LEAST: Final = 3
"""So many different values are few too, where four times as many texts have them."""
SHORT: Final = 60
"""Mean characters of a text beside which a word without a sign parts values; beside more it is
prose ("is a 1924 film")."""
SMALL_WORD: Final = 5
"""Letters of a word that parts two texts if one of them is one of a few ("in", "für")."""
WIDTHS: Final = range(4, 8)
"""Digits of codes of towns."""
HAN: Final = "\u2e80"
"""Signs behind this one are written without blanks between words, so a blank parts values."""
UNIT: Final = re.compile(r"[^\W\d_]{1,12}[.²³]?")
COMMAS: Final = (", ", "，", "、", ". ", ".")
DASHES: Final = (" – ", " — ", " - ", " / ", "--")
TELLING: Final = frozenset({"year", "date", "integer", "number", "money", "percentage", "time"})
GLUED: Final = re.compile(r"[,.:/'’_-]")
"""Signs that stand inside numbers, names and addresses when no blank is beside them."""
CODE: Final = re.compile(r"(?=\D*\d)[^\s,;]{2,24}")
"""One word with a digit: an order number, a shelf mark."""
LABEL: Final = re.compile(r"[^\W\d_][^:：]{0,30}[:：]\s*$")
QUOTES: Final = {"《": "》", "「": "」", "『": "』", "【": "】", "〈": "〉", "“": "”", "„": "“",
                 "«": "»", '"': '"', "'": "'"}  # fmt: skip
"""Signs that hold one value and do nothing else."""
BRACKETS: Final = {"(": ")", "（": "）", "[": "]", "［": "］", "<": ">", **QUOTES}
_WRITTEN_BY: Final = "by von par di por af av door przez autor author auteur от автор"
WRITTEN_BY: Final = frozenset(_WRITTEN_BY.split())
"""Words in front of who made something; they part without a sign."""
_MADE_IT: Final = "著 编 編 译 譯 主编 主編 编著 編著 编译 等著"
MADE_IT: Final = frozenset(_MADE_IT.split())
"""The same where they stand behind."""
LEADING: Final = "-–—•»›*·+~#@／"
TRAILING: Final = ("/", ".", ",", ":", ";", "-", "–", "—", "»", "›", "·", "。", "：", "，")
"""Signs that begin or end all texts and are none of their values."""
LONG: Final = 80
"""Mean characters of prose: it has no such signs, and no division in its midst."""
SIGNS_OF_NUMBERS: Final = "$€£¥￥¢₽₴₺₹₩฿#%‰№°½¼¾"


@dataclass(slots=True)
class TemplatePiece:
    """Part of a template in the making: a constant (``kind`` ''), or a part with what it says."""

    kind: str
    text: str
    said: list[str] = field(default_factory=list)

    @property
    def mean(self) -> float:
        """Characters of a value."""
        return sum(map(len, self.said)) / max(1, len(self.said))


def merge_weak_separators(pieces: Sequence[TemplatePiece], rows: int) -> list[TemplatePiece]:
    """Pieces with every constant that parts nothing joined to its neighbours, weak ones first."""
    found = _with_gaps(pieces)
    while True:
        constants = [at for at, piece in enumerate(found) if not piece.kind]
        firm = {at for at in constants if _is_firm(found, at, rows)}
        signs = {found[at].text for at in firm if _is_separator(found[at].text)}
        weak = [
            (_strength(found[at].text), at)
            for at in constants
            if at not in firm and not (found[at].text in signs and 0 < at < len(found) - 1)
        ]
        if not weak:
            return found
        join(found, min(weak)[1] - 1, min(weak)[1] + 2)


def _is_separator(text: str) -> bool:
    """Whether a sign that parts two values parts others of the same text too; commas do not
    ("Lee, Ann, 1999").
    """
    return bool(text.strip()) and text not in COMMAS and not any(map(str.isalnum, text))


def _with_gaps(pieces: Sequence[TemplatePiece]) -> list[TemplatePiece]:
    """Parts with nothing between have an empty constant between them."""
    found: list[TemplatePiece] = []
    for piece in pieces:
        if piece.kind and found and found[-1].kind:
            found.append(TemplatePiece("", ""))
        found.append(piece)
    return found


def _strength(text: str) -> int:
    """How much a constant looks as if it parts values: blanks, commas, words, signs."""
    bare = text.strip()
    if not bare or GLUED.fullmatch(text):
        return 0
    if all(sign in ",，、;；." for sign in bare):
        return 1
    return 2 if bare[0].isalnum() and bare[-1].isalnum() else 3


def join(pieces: list[TemplatePiece], first: int, stop: int, kind: str = "text") -> None:
    """Some pieces as one part."""
    first, stop = max(0, first), min(len(pieces), stop)
    mine = pieces[first:stop]
    rows = max((len(piece.said) for piece in mine if piece.kind), default=0)
    said = ["".join(p.said[n] if p.kind else p.text for p in mine).strip() for n in range(rows)]
    pieces[first:stop] = [TemplatePiece(kind, "", said)]


def _is_firm(pieces: Sequence[TemplatePiece], at: int, rows: int) -> bool:
    """Whether a constant parts what stands around it, or stands around one value."""
    text = pieces[at].text
    inside = 0 < at < len(pieces) - 1
    if inside and GLUED.fullmatch(text) and not _is_rank(pieces, at):
        return False
    if any(sign in text for sign in STRONG) or LABEL.search(text) or _is_bracket(pieces, at):
        return len(pieces) > 1
    if at == 0:
        return len(pieces) > 1 and _begins(text, pieces[1], len(pieces))
    if at == len(pieces) - 1:
        return _ends(text, pieces[at - 1], len(pieces), rows)
    left, right = pieces[at - 1], pieces[at + 1]
    told = is_typed_or_categorical(left), is_typed_or_categorical(right)
    if not text.strip():
        year = len(pieces) == 3 or at + 2 < len(pieces)
        apart = bool(text) and _are_apart(left, right)
        return apart or _parts_by_blank(left, right, told, year=year)
    if all(sign.isalnum() or sign == " " for sign in text):
        return _parts_by_words(text, left, right)
    if text.strip() == ".":
        return left.kind in TYPED or right.kind in TYPED
    return any(told) or _stands_once(text, left, right, rows)


def _is_rank(pieces: Sequence[TemplatePiece], at: int) -> bool:
    """Whether a glued sign stands between a number and Han signs ("7.红楼梦")."""
    if at != 1 or len(pieces) < 3 or pieces[0].kind != "number":
        return False
    return all(text[:1] > HAN for text in pieces[2].said if text)


def _is_bracket(pieces: Sequence[TemplatePiece], at: int) -> bool:
    """Whether a constant opens or closes brackets around parts of which one is told, or quotes."""
    closes = [first for first in range(at - 2, max(-1, at - 7), -2) if _pairs(pieces, first, at)]
    opens = [
        last for last in range(at + 2, min(len(pieces), at + 7), 2) if _pairs(pieces, at, last)
    ]
    return bool(closes or opens)


def _pairs(pieces: Sequence[TemplatePiece], first: int, last: int) -> bool:
    opened, closed = pieces[first].text.rstrip()[-1:], pieces[last].text.lstrip()[:1]
    if not opened or BRACKETS.get(opened) != closed:
        return False
    inside = [piece for piece in pieces[first + 1 : last] if piece.kind]
    once = all(opened not in text and closed not in text for one in inside for text in one.said)
    return any(map(is_typed_or_categorical, inside)) or (
        once and opened in QUOTES and last == first + 2
    )


def _begins(text: str, value: TemplatePiece, pieces: int) -> bool:
    """Whether what begins all texts is no part of the value behind it."""
    if not text.strip():
        return False
    if value.kind in TYPED:
        return pieces > 2 or any(sign.isalnum() or sign in SIGNS_OF_NUMBERS for sign in text)
    if _is_shut(text.strip()) or text.strip() in ELLIPSES:
        return True
    if all(sign in LEADING for sign in text.strip()):
        return value.mean <= LONG
    if any(word.casefold() in WRITTEN_BY for word in text.split()):
        return value.mean <= SHORT
    return is_typed_or_categorical(value) and pieces > 2


def _is_shut(text: str) -> bool:
    """Whether a constant stands in brackets of its own ("[PDF]", "(m/w/d)")."""
    return BRACKETS.get(text[0]) == text[-1] != text[0]


def _ends(text: str, value: TemplatePiece, pieces: int, rows: int) -> bool:
    """The same of what ends all texts."""
    if not text.strip() or text.strip() in ELLIPSES:
        return bool(text.strip())
    if value.kind in TYPED:
        bare = text.strip() in TRAILING and value.kind != "number"
        told = any(sign.isalnum() or sign in SIGNS_OF_NUMBERS for sign in text)
        return pieces > 2 or bare or told
    if text.strip() in TRAILING:
        return value.mean <= LONG
    if text.strip() in MADE_IT or _is_shut(text.strip()):
        return value.mean <= SHORT
    if rows >= MANY and any(dash in text for dash in DASHES):
        return True
    return is_typed_or_categorical(value) and pieces > 2


def _parts_by_blank(
    left: TemplatePiece, right: TemplatePiece, told: tuple[bool, bool], *, year: bool
) -> bool:
    """Two values that are told by their kind, a date and anything, a number and its unit."""
    if left.kind in TYPED and right.kind in TYPED:
        return left.kind != right.kind  # "0187 703 0408" is one number to call
    if {"date", "time", "url", "email"} & {left.kind, right.kind}:
        return (left if right.kind in TYPED else right).mean <= SHORT
    if year and right.kind == "number" and learn_type(right.said).name == "year":
        return left.mean <= SHORT
    if year and left.kind == "number" and learn_type(left.said).name == "year":
        return right.mean <= SHORT
    return left.kind == "number" and told[1] and are_units(right.said)


def _are_apart(left: TemplatePiece, right: TemplatePiece) -> bool:
    """Whether a blank parts two values: one is the code of a town, or written without blanks."""
    if _is_of_one_width(left) != _is_of_one_width(right):
        return (left if right.kind in TYPED else right).mean <= SHORT
    behind, before = (text[-1:] for text in left.said), (text[:1] for text in right.said)
    return all(sign > HAN for sign in behind) or all(sign > HAN for sign in before)


def _is_of_one_width(piece: TemplatePiece) -> bool:
    """Whether a part is a number of as many digits in all texts: a code of a town."""
    sizes = {len(text) for text in piece.said if text.isdecimal()}
    return piece.kind == "number" and len(sizes) == 1 and min(sizes) in WIDTHS


def _parts_by_words(text: str, left: TemplatePiece, right: TemplatePiece) -> bool:
    if max(left.mean, right.mean) > SHORT:
        return False
    if left.kind in TYPED or right.kind in TYPED or text.strip().casefold() in WRITTEN_BY:
        return True
    small = len(text.strip()) <= SMALL_WORD and " " not in text.strip()
    return small and (is_categorical(left.said) or is_categorical(right.said))


def _stands_once(text: str, left: TemplatePiece, right: TemplatePiece, rows: int) -> bool:
    """Whether a dash or colon stands in nearly all of very many texts, and no second time."""
    if len(left.said) < max(MANY, STEADY * rows):
        return False
    if not (any(dash in text for dash in DASHES) or text.strip()[-1] in ":："):
        return False
    pairs = zip(left.said, right.said, strict=True)
    again = sum(text in one or text in other for one, other in pairs)
    return again <= (1 - STEADY) * len(left.said)


def is_typed_or_categorical(piece: TemplatePiece) -> bool:
    """Whether a part is told by its kind, or is one of a few values in all records."""
    if piece.kind in TYPED:
        return True
    said = [text for text in piece.said if says(text)]
    if is_categorical(said) and piece.mean <= SHORT:
        return True
    if said and all(map(CODE.fullmatch, said)):
        return True
    return learn_type([text.lstrip("#") for text in said]).name in TELLING


def is_categorical(said: Sequence[str]) -> bool:
    """Whether texts are one of a few in all records."""
    return 1 < len(set(said)) <= max(FEW * len(said), min(AT_LEAST, len(said) // 4))


def are_units(said: Sequence[str]) -> bool:
    """Whether texts may stand behind a number and say what it counts."""
    return all(UNIT.fullmatch(text) for text in said)
