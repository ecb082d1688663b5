"""Separator confidence: which constants of a template separate values.

A constant separates values on evidence over the records: a neighbour has a kind (a date, a number)
or few distinct values; the sign does nothing else (a bar, quotes); it is a label with its colon; or
it stands exactly once in each of very many texts. Other constants are merged with their neighbours,
so a title with a dash or a comma stays whole.

>>> names, letters = (TemplatePiece("text", "", texts) for texts in (["Lee", "Poe"], ["A", "B"]))
>>> pieces = [names, TemplatePiece("", ", "), letters]
>>> [piece.texts for piece in merge_weak_separators(pieces, 2)]
[['Lee, A', 'Poe, B']]
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final

from leadline.columns.runs import ELLIPSES
from leadline.columns.templates.template import STRONG_SEPARATORS
from leadline.columns.templates.tokens import TYPED_KINDS
from leadline.page.data_files import LEXICON_FILE, read_table
from leadline.values.lists import has_alphanumeric
from leadline.values.types import learn_type

MIN_TEXTS_FOR_STATISTICS: Final = 20
"""Texts from which one dash or colon in each is no accident."""
MIN_ONCE_SHARE: Final = 0.98
"""Share of these texts in which the sign stands once."""
MAX_DISTINCT_SHARE: Final = 0.1
"""Distinct values per text of a categorical part (a state)."""
MAX_DISTINCT_IN_FEW_TEXTS: Final = 3
"""Distinct values that count as categorical where at least four times as many texts have them."""
MAX_NEIGHBOUR_MEAN_CHARACTERS: Final = 60
"""Mean characters of a text beside which a word alone separates values; a longer one is prose."""
MAX_CONNECTING_WORD_LETTERS: Final = 5
"""Letters of a word that separates a categorical part from a text ("in", "für")."""
POSTAL_CODE_DIGITS: Final = range(4, 8)
FIRST_UNSPACED_CHARACTER: Final = "\u2e80"
"""From this character on scripts have no blanks between words, so a blank separates values."""
UNIT_WORD: Final = re.compile(r"[^\W\d_]{1,12}[.²³]?")
COMMAS: Final = (", ", "，", "、", ". ", ".")
DASHES: Final = (" – ", " — ", " - ", " / ", "--")
INFORMATIVE_TYPES: Final = frozenset(
    {"year", "date", "integer", "number", "money", "percentage", "time"}
)
INNER_SIGN: Final = re.compile(r"[,.:/'’_-]")
"""Signs that stand inside numbers, names and addresses when no blank is beside them."""
CODE_WORD: Final = re.compile(r"(?=\D*\d)[^\s,;]{2,24}")
"""One word with a digit: an order number, a shelf mark."""
LABEL_AT_END: Final = re.compile(r"[^\W\d_][^:：]{0,30}[:：]\s*$")
_QUOTES: Final = ("《》", "「」", "『』", "【】", "〈〉", "“”", "„“", "«»", '""', "''")
QUOTES: Final = {pair[0]: pair[1] for pair in _QUOTES}
"""Signs that hold one value and do nothing else, by the opening one."""
BRACKETS: Final = {"(": ")", "（": "）", "[": "]", "［": "］", "<": ">", **QUOTES}
_LEXICON: Final = read_table("leadline.columns", LEXICON_FILE)
AUTHOR_PREPOSITIONS: Final = frozenset(_LEXICON["author_prepositions"].split())
"""Words in front of an author; they separate values without a sign."""
AUTHOR_SUFFIXES: Final = frozenset(_LEXICON["author_suffixes"].split())
"""Words behind an author."""
LEADING_SIGNS: Final = "-–—•»›*·+~#@／"
TRAILING_SIGNS: Final = ("/", ".", ",", ":", ";", "-", "–", "—", "»", "›", "·", "。", "：", "，")
"""Signs that end all texts and belong to no value; ``LEADING_SIGNS`` begin them."""
MAX_PART_MEAN_CHARACTERS: Final = 80
"""Mean characters of a part; a longer text is prose and is not split in its midst."""
MAX_JUDGED_PARTS: Final = 64
"""Parts whose judgement is kept: the proposals for a column have most of theirs in common."""
NUMBER_SIGNS: Final = "$€£¥￥¢₽₴₺₹₩฿#%‰№°½¼¾"


@dataclass(slots=True)
class TemplatePiece:
    """Part of a template being built: a constant (``kind`` ''), or a part with its texts."""

    kind: str
    text: str
    texts: list[str] = field(default_factory=list)

    @property
    def mean(self) -> float:
        """Mean characters of a text."""
        return sum(map(len, self.texts)) / max(1, len(self.texts))


def merge_weak_separators(pieces: Sequence[TemplatePiece], rows: int) -> list[TemplatePiece]:
    """Merge every constant that separates nothing with its neighbours, one after the other."""
    merged = _with_empty_constants(pieces)
    while True:
        constants = [at for at, piece in enumerate(merged) if not piece.kind]
        firm = {at for at in constants if _is_separating(merged, at, rows)}
        signs = {merged[at].text for at in firm if _is_separator(merged[at].text)}
        weak = [
            at
            for at in constants
            if at not in firm and not (merged[at].text in signs and 0 < at < len(merged) - 1)
        ]
        if not weak:
            return merged
        join(merged, weak[0] - 1, weak[0] + 2)


def _is_separator(text: str) -> bool:
    """Whether a sign that separates two values separates others too; commas do not."""
    return bool(text.strip()) and text not in COMMAS and not any(map(str.isalnum, text))


def _with_empty_constants(pieces: Sequence[TemplatePiece]) -> list[TemplatePiece]:
    """Put an empty constant between adjacent parts."""
    merged: list[TemplatePiece] = []
    for piece in pieces:
        if piece.kind and merged and merged[-1].kind:
            merged.append(TemplatePiece("", ""))
        merged.append(piece)
    return merged


def join(pieces: list[TemplatePiece], first: int, stop: int, kind: str = "text") -> None:
    """Replace some pieces by one part."""
    first, stop = max(0, first), min(len(pieces), stop)
    mine = pieces[first:stop]
    rows = max((len(piece.texts) for piece in mine if piece.kind), default=0)
    texts = ["".join(p.texts[n] if p.kind else p.text for p in mine).strip() for n in range(rows)]
    pieces[first:stop] = [TemplatePiece(kind, "", texts)]


def _is_separating(pieces: Sequence[TemplatePiece], at: int, rows: int) -> bool:
    """Whether a constant separates its neighbours, or encloses one value."""
    text = pieces[at].text
    inside = 0 < at < len(pieces) - 1
    if inside and INNER_SIGN.fullmatch(text) and not _is_rank_sign(pieces, at):
        return False
    if (
        any(sign in text for sign in STRONG_SEPARATORS)
        or LABEL_AT_END.search(text)
        or _is_bracket(pieces, at)
    ):
        return len(pieces) > 1
    if at == 0:
        return len(pieces) > 1 and _is_prefix(text, pieces[1], len(pieces))
    if at == len(pieces) - 1:
        return _is_suffix(text, pieces[at - 1], len(pieces), rows)
    left, right = pieces[at - 1], pieces[at + 1]
    typed = is_typed_or_categorical(left), is_typed_or_categorical(right)
    if not text.strip():
        year = len(pieces) == 3 or at + 2 < len(pieces)
        gap = bool(text) and _blank_is_gap(left, right)
        return gap or _blank_separates(left, right, typed, year=year)
    if all(sign.isalnum() or sign == " " for sign in text):
        return _word_separates(text, left, right)
    if text.strip() == ".":
        return left.kind in TYPED_KINDS or right.kind in TYPED_KINDS
    return any(typed) or _stands_once(text, left, right, rows)


def _is_rank_sign(pieces: Sequence[TemplatePiece], at: int) -> bool:
    """Whether a glued sign stands between a number and Han signs ("7.红楼梦")."""
    if at != 1 or len(pieces) < 3 or pieces[0].kind != "number":
        return False
    return all(text[:1] > FIRST_UNSPACED_CHARACTER for text in pieces[2].texts if text)


def _is_bracket(pieces: Sequence[TemplatePiece], at: int) -> bool:
    """Whether a constant opens or closes quotes, or brackets around a typed part."""
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
    once = all(opened not in text and closed not in text for one in inside for text in one.texts)
    return any(map(is_typed_or_categorical, inside)) or (
        once and opened in QUOTES and last == first + 2
    )


def _is_prefix(text: str, value: TemplatePiece, pieces: int) -> bool:
    """Whether a constant that begins all texts is not part of the value behind it."""
    if not text.strip():
        return False
    if value.kind in TYPED_KINDS:
        return pieces > 2 or any(sign.isalnum() or sign in NUMBER_SIGNS for sign in text)
    if _is_bracketed(text.strip()) or text.strip() in ELLIPSES:
        return True
    if all(sign in LEADING_SIGNS for sign in text.strip()):
        return value.mean <= MAX_PART_MEAN_CHARACTERS
    if any(word.casefold() in AUTHOR_PREPOSITIONS for word in text.split()):
        return value.mean <= MAX_NEIGHBOUR_MEAN_CHARACTERS
    return is_typed_or_categorical(value) and pieces > 2


def _is_bracketed(text: str) -> bool:
    """Whether a constant stands in brackets of its own ("[PDF]", "(m/w/d)")."""
    return BRACKETS.get(text[0]) == text[-1] != text[0]


def _is_suffix(text: str, value: TemplatePiece, pieces: int, rows: int) -> bool:
    """Whether a constant that ends all texts is not part of the value in front of it."""
    if not text.strip() or text.strip() in ELLIPSES:
        return bool(text.strip())
    if value.kind in TYPED_KINDS:
        bare = text.strip() in TRAILING_SIGNS and value.kind != "number"
        typed = any(sign.isalnum() or sign in NUMBER_SIGNS for sign in text)
        return pieces > 2 or bare or typed
    if text.strip() in TRAILING_SIGNS:
        return value.mean <= MAX_PART_MEAN_CHARACTERS
    if text.strip() in AUTHOR_SUFFIXES or _is_bracketed(text.strip()):
        return value.mean <= MAX_NEIGHBOUR_MEAN_CHARACTERS
    if rows >= MIN_TEXTS_FOR_STATISTICS and any(dash in text for dash in DASHES):
        return True
    return is_typed_or_categorical(value) and pieces > 2


def _blank_separates(
    left: TemplatePiece, right: TemplatePiece, typed: tuple[bool, bool], *, year: bool
) -> bool:
    """Whether a blank separates two kinds, a date and any text, or a number and its unit."""
    if left.kind in TYPED_KINDS and right.kind in TYPED_KINDS:
        return left.kind != right.kind  # "0187 703 0408" is one number to call
    if {"date", "time", "url", "email"} & {left.kind, right.kind}:
        return (left if right.kind in TYPED_KINDS else right).mean <= MAX_NEIGHBOUR_MEAN_CHARACTERS
    if year and right.kind == "number" and learn_type(right.texts).name == "year":
        return left.mean <= MAX_NEIGHBOUR_MEAN_CHARACTERS
    if year and left.kind == "number" and learn_type(left.texts).name == "year":
        return right.mean <= MAX_NEIGHBOUR_MEAN_CHARACTERS
    return left.kind == "number" and typed[1] and are_units(right.texts)


def _blank_is_gap(left: TemplatePiece, right: TemplatePiece) -> bool:
    """Whether a blank separates two values: one is a postal code, or in an unspaced script."""
    if _is_postal_code(left) != _is_postal_code(right):
        return (left if right.kind in TYPED_KINDS else right).mean <= MAX_NEIGHBOUR_MEAN_CHARACTERS
    behind, before = (text[-1:] for text in left.texts), (text[:1] for text in right.texts)
    return all(sign > FIRST_UNSPACED_CHARACTER for sign in behind) or all(
        sign > FIRST_UNSPACED_CHARACTER for sign in before
    )


def _is_postal_code(piece: TemplatePiece) -> bool:
    """Whether a part is a number with as many digits in all texts: a postal code."""
    sizes = {len(text) for text in piece.texts if text.isdecimal()}
    return piece.kind == "number" and len(sizes) == 1 and min(sizes) in POSTAL_CODE_DIGITS


def _word_separates(text: str, left: TemplatePiece, right: TemplatePiece) -> bool:
    if max(left.mean, right.mean) > MAX_NEIGHBOUR_MEAN_CHARACTERS:
        return False
    if (
        left.kind in TYPED_KINDS
        or right.kind in TYPED_KINDS
        or text.strip().casefold() in AUTHOR_PREPOSITIONS
    ):
        return True
    small = len(text.strip()) <= MAX_CONNECTING_WORD_LETTERS and " " not in text.strip()
    return small and (is_categorical(left.texts) or is_categorical(right.texts))


def _stands_once(text: str, left: TemplatePiece, right: TemplatePiece, rows: int) -> bool:
    """Whether a dash or colon stands exactly once in nearly all of many texts."""
    if len(left.texts) < max(MIN_TEXTS_FOR_STATISTICS, MIN_ONCE_SHARE * rows):
        return False
    if not (any(dash in text for dash in DASHES) or text.strip()[-1] in ":："):
        return False
    pairs = zip(left.texts, right.texts, strict=True)
    again = sum(text in one or text in other for one, other in pairs)
    return again <= (1 - MIN_ONCE_SHARE) * len(left.texts)


def is_typed_or_categorical(piece: TemplatePiece) -> bool:
    """Whether a part has a kind, a type or a code, or few distinct values."""
    return piece.kind in TYPED_KINDS or _are_typed_or_categorical(tuple(piece.texts))


@lru_cache(maxsize=MAX_JUDGED_PARTS)
def _are_typed_or_categorical(parts: tuple[str, ...]) -> bool:
    texts = [text for text in parts if has_alphanumeric(text)]
    mean = sum(map(len, parts)) / max(1, len(parts))
    if is_categorical(texts) and mean <= MAX_NEIGHBOUR_MEAN_CHARACTERS:
        return True
    if texts and all(map(CODE_WORD.fullmatch, texts)):
        return True
    return learn_type([text.lstrip("#") for text in texts]).name in INFORMATIVE_TYPES


def is_categorical(texts: Sequence[str]) -> bool:
    """Whether texts have few distinct values."""
    return (
        1
        < len(set(texts))
        <= max(MAX_DISTINCT_SHARE * len(texts), min(MAX_DISTINCT_IN_FEW_TEXTS, len(texts) // 4))
    )


def are_units(texts: Sequence[str]) -> bool:
    """Whether all texts may be units behind a number."""
    return all(UNIT_WORD.fullmatch(text) for text in texts)
