"""What a text, a sign or a name says about the page it leads to.

Spec: harvest.md section 3.1. A text is folded (compatibility forms, case, accents), its signs are
set aside, and what is left must consist of known words only: a direction, and fillers such as
"page" or "results". So "Next 20 results »" is read and "The next big thing" is not.

>>> read_word("Následující stránka »"), read_word("下一頁"), read_word("Next post")
('NEXT', 'NEXT', 'ARTICLE')
>>> read_word("The next big thing") is None
True
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import Final, Literal, cast

from leadline.wrapper.pager.lexicon import ARTICLE, FILLERS, HAN, LEXICON, MORE, NEWER, OLDER

Word = Literal["NEXT", "PREV", "FIRST", "LAST", "OLDER", "NEWER", "MORE", "ARTICLE"]

LONGEST_WORDS: Final = 48
"""Characters: the longest pager text in the labelled pages has 24; prose is longer."""
MOST_TOKENS: Final = 6

_RIGHT: Final = (
    "> › → ▶ ► ▸ ⟩ ❯ ⇒ ⟶ ➔ ➜ ➤ 〉 --> -> => ›› &gt; &rsaquo; &rarr; chevron_right navigate_next "
    "arrow_forward keyboard_arrow_right arrow_right arrow_forward_ios"
)
_LEFT: Final = (
    "< ‹ ← ◀ ◄ ◂ ⟨ ❮ ⇐ ⟵ 〈 <-- <- <= ‹‹ &lt; &lsaquo; &larr; chevron_left navigate_before "
    "arrow_back keyboard_arrow_left arrow_left arrow_back_ios"
)
SIGNS: Final[tuple[tuple[Word, str], ...]] = (
    ("NEXT", _RIGHT),
    ("PREV", _LEFT),
    ("LAST", ">| >>| »| ›| ▶| ▶▶| ⏭ →| ⇥ >>>| ►| ►►| >>> last_page"),
    ("FIRST", "|< |<< |« |‹ |◀ ⏮ |← ⇤ |<<< |◄ |◄◄ <<< first_page"),
)
"""Signs that are a whole link text, with the names that icon fonts use."""

DOUBLED_SIGNS: Final[tuple[tuple[Word, str], ...]] = (
    ("NEXT", "» >> ▶▶ ►► 》 →→ ⏩ ❯❯ &raquo; &gt;&gt; ≫ »» ⟫"),
    ("PREV", "« << ◀◀ ◄◄ 《 ←← ⏪ ❮❮ &laquo; &lt;&lt; ≪ «« ⟪"),
)
"""They mean "last" where a single sign or a word stands beside them, else "next"."""

RIGHT_EDGE: Final = frozenset("»›>→⇒⟶❯▶►▸⟩〉》")
LEFT_EDGE: Final = frozenset("«‹<←⇐⟵❮◀◄◂⟨〈《")

CLASS_WORDS: Final[tuple[tuple[Word, str], ...]] = (
    ("NEXT", "next nextpage nextlink nxt pagenext right forward naechste weiter suivant siguiente"),
    ("PREV", "prev previous previouspage prevpage prevlink left back zurueck precedent anterior"),
    ("LAST", "last lastpage"),
    ("FIRST", "first firstpage"),
)

_ACCENTS: Final = re.compile("[\u0300-\u036f\u0591-\u05c7\u064b-\u0655]")
"""Of Latin, Greek, Cyrillic, Hebrew and Arabic; the marks of kana and Indic scripts are letters."""
_HAN_SCRIPT: Final = re.compile("[\u3040-\u30ff\u3400-\u9fff]")
_NOT_LETTERS: Final = re.compile(r"[^\w\u0300-\u036f\u0900-\u0dff\u0e00-\u0e7f]|[\d_]")
_TOKEN: Final = re.compile(r"[a-z]+|[A-Z]+(?![a-z])|[A-Z][a-z]*")
_FORMATTING: Final = dict.fromkeys((0x200B, 0x200E, 0x200F, 0xFE0E, 0xFE0F, 0xFEFF))


def fold(text: str) -> str:
    """Compatibility forms, lower case, no accents, single spaces.

    >>> fold("  Próxima　ＰＡＧＥ ")
    'proxima page'
    """
    if text.isascii():
        return " ".join(text.lower().split())
    wide = unicodedata.normalize("NFKC", text).casefold()
    bare = _ACCENTS.sub("", unicodedata.normalize("NFD", wide))
    return " ".join(unicodedata.normalize("NFC", bare).split())


def _load_roles() -> dict[str, Word]:
    """Folded word -> role; a word of two languages keeps the first role in this order."""
    columns: tuple[tuple[Word, list[str]], ...] = (
        ("NEXT", [row[1] for row in LEXICON]), ("PREV", [row[2] for row in LEXICON]),
        ("OLDER", [OLDER]), ("NEWER", [NEWER]),
        ("FIRST", [row[3] for row in LEXICON]), ("LAST", [row[4] for row in LEXICON]),
        ("MORE", [MORE]), ("ARTICLE", [ARTICLE]),
    )  # fmt: skip
    roles: dict[str, Word] = {}
    for role, texts in columns:
        for word in " ".join(texts).split():
            roles.setdefault(fold(word), role)
    return roles


def _load_signs(table: tuple[tuple[Word, str], ...]) -> dict[str, Word]:
    return {sign: role for role, signs in table for sign in signs.split()}


_ROLES: Final = _load_roles()
_FILL: Final = frozenset(word for word in map(fold, FILLERS.split()) if word not in _ROLES)
_HAN: Final = tuple((cast("Word", role), re.compile("|".join(patterns))) for role, patterns in HAN)
_SINGLE: Final = _load_signs(SIGNS)
_DOUBLE: Final = _load_signs(DOUBLED_SIGNS)
_CLASSES: Final = {word: role for role, words in CLASS_WORDS for word in words.split()}


def is_filler(token: str) -> bool:
    """Whether a folded token is a noun or small word that pagers use ("page", "results", "of")."""
    return token in _FILL


@lru_cache(maxsize=8192)
def read_word(text: str) -> Word | None:
    """What a whole text says about the page it leads to, None when it says anything else."""
    if len(text) > LONGEST_WORDS:
        return None
    bare = " ".join(_NOT_LETTERS.sub(" ", fold(text)).split())
    if not bare:
        return None
    if _HAN_SCRIPT.search(bare):
        joined = bare.replace(" ", "").removeprefix("共")
        return next((role for role, pattern in _HAN if pattern.fullmatch(joined)), None)
    return _read_tokens(bare.split())


def _read_tokens(tokens: list[str]) -> Word | None:
    """Known words only; an article word turns a direction into a neighbour."""
    if len(tokens) > MOST_TOKENS:
        return None
    kinds: set[Word] = set()
    for token in tokens:
        role = _ROLES.get(token)
        if role is not None:
            kinds.add(role)
        elif token not in _FILL:
            return None
    if "ARTICLE" in kinds:
        return "ARTICLE" if len(kinds) > 1 else None
    for pair in (("OLDER", "NEWER"), ("NEXT", "PREV"), ("FIRST", "LAST")):
        if kinds.issuperset(pair):
            return None
    order: tuple[Word, ...] = ("OLDER", "NEWER", "NEXT", "PREV", "FIRST", "LAST", "MORE")
    return next((word for word in order if word in kinds), None)


@lru_cache(maxsize=2048)
def read_sign(text: str) -> tuple[Word | None, bool]:
    """The direction of a text that is only a sign, and whether the sign is a doubled one.

    >>> read_sign("›"), read_sign("»"), read_sign(">>|"), read_sign("Next")
    (('NEXT', False), ('NEXT', True), ('LAST', False), (None, False))
    """
    if len(text) > 24:
        return None, False
    sign = "".join(text.translate(_FORMATTING).split())
    if not sign.isascii():
        sign = unicodedata.normalize("NFKC", sign)
    if sign in _DOUBLE:
        return _DOUBLE[sign], True
    return _SINGLE.get(sign) or _SINGLE.get(sign.strip("[](){}").casefold()), False


def read_side(text: str) -> Literal["NEXT", "PREV"] | None:
    """The way that an arrow at the edge of a text points.

    >>> read_side("« Older posts"), read_side("ouder »"), read_side("Older posts")
    ('PREV', 'NEXT', None)
    """
    bare = text.strip()
    if bare and bare[0] in LEFT_EDGE:
        return "PREV"
    return "NEXT" if bare and bare[-1] in RIGHT_EDGE else None


@lru_cache(maxsize=8192)
def read_class(value: str) -> Word | None:
    """The direction in class names, element ids or image file names; None if there are two.

    >>> read_class("pagnNextArrow"), read_class("nav-previous"), read_class("context")
    ('NEXT', 'PREV', None)
    """
    said = {
        _CLASSES[t] for token in _TOKEN.findall(value[:400]) if (t := token.lower()) in _CLASSES
    }
    if said.issuperset(("NEXT", "PREV")):
        return None
    order: tuple[Word, ...] = ("NEXT", "PREV", "LAST", "FIRST")
    return next((word for word in order if word in said), None)
