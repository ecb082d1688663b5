"""What a text, a sign or a name says about the page it leads to.

A text is folded (compatibility forms, case, accents), its signs are set aside, and the rest must
consist of known words: a direction, and fillers such as "page" or "results". So
"Next 20 results »" is read and "The next big thing" is not. The words stand in ``lexicon.toml``.

>>> read_word("Následující stránka »"), read_word("下一頁"), read_word("Next post")
('NEXT', 'NEXT', 'ARTICLE')
>>> read_word("The next big thing") is None
True
"""

import re
import unicodedata
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Final, Literal

from leadline.page.data_files import read_table
from leadline.page.text import fold as unaccented_text

Word = Literal["NEXT", "PREV", "FIRST", "LAST", "OLDER", "NEWER", "MORE", "ARTICLE"]

MAX_TEXT_CHARACTERS_READ: Final = 48
"""Characters of a pager text; longer texts are prose."""
MAX_TOKENS: Final = 6

RIGHT_EDGE: Final = frozenset("»›>→⇒⟶❯▶►▸⟩〉》")
LEFT_EDGE: Final = frozenset("«‹<←⇐⟵❮◀◄◂⟨〈《")

_HAN_SCRIPT: Final = re.compile("[\u3040-\u30ff\u3400-\u9fff]")
_NOT_LETTERS: Final = re.compile(r"[^\w\u0300-\u036f\u0900-\u0dff\u0e00-\u0e7f]|[\d_]")
_TOKEN: Final = re.compile(r"[a-z]+|[A-Z]+(?![a-z])|[A-Z][a-z]*")
_FORMATTING: Final = dict.fromkeys((0x200B, 0x200E, 0x200F, 0xFE0E, 0xFE0F, 0xFEFF))


def fold(text: str) -> str:
    """Fold compatibility forms, case, accents and white space.

    >>> fold("  Próxima　ＰＡＧＥ ")
    'proxima page'
    """
    return " ".join(unaccented_text(text).split())


def _roles() -> dict[str, Word]:
    """Map folded words to roles; a word of two languages keeps the first role in this order."""
    languages = list(zip(*LEXICON["directions"].values(), strict=True))
    columns: tuple[tuple[Word, Iterable[str]], ...] = (
        ("NEXT", languages[0]),
        ("PREV", languages[1]),
        ("OLDER", [LEXICON["older"]]),
        ("NEWER", [LEXICON["newer"]]),
        ("FIRST", languages[2]),
        ("LAST", languages[3]),
        ("MORE", [LEXICON["more"]]),
        ("ARTICLE", [LEXICON["article"]]),
    )
    roles: dict[str, Word] = {}
    for role, texts in columns:
        for word in " ".join(texts).split():
            roles.setdefault(fold(word), role)
    return roles


def _by_text(table: Mapping[Word, str]) -> dict[str, Word]:
    return {text: role for role, texts in table.items() for text in texts.split()}


LEXICON: Final = read_table("leadline.wrapper.pager", "lexicon.toml")
_ROLES: Final = _roles()
_FILLERS: Final = frozenset(map(fold, LEXICON["fillers"].split())).difference(_ROLES)
_HAN_PATTERNS: Final[dict[Word, re.Pattern[str]]] = {
    role: re.compile("|".join(patterns)) for role, patterns in LEXICON["han"].items()
}
_SINGLE_SIGNS: Final = _by_text(LEXICON["signs"])
_DOUBLED_SIGNS: Final = _by_text(LEXICON["doubled_signs"])
_CLASSES: Final = _by_text(LEXICON["class_words"])


def is_filler(token: str) -> bool:
    """Tell whether a folded token is a small word of pagers ("page", "results", "of")."""
    return token in _FILLERS


@lru_cache(maxsize=8192)
def read_word(text: str) -> Word | None:
    """Return what a whole text says about the page it leads to, None if it says anything else."""
    if len(text) > MAX_TEXT_CHARACTERS_READ:
        return None
    bare = " ".join(_NOT_LETTERS.sub(" ", fold(text)).split())
    if not bare:
        return None
    if _HAN_SCRIPT.search(bare):
        joined = bare.replace(" ", "").removeprefix(LEXICON["han_prefix"])
        return next(
            (role for role, pattern in _HAN_PATTERNS.items() if pattern.fullmatch(joined)), None
        )
    return _read_tokens(bare.split())


def _read_tokens(tokens: list[str]) -> Word | None:
    """Read known words only; an article word turns a direction into a neighbour."""
    if len(tokens) > MAX_TOKENS:
        return None
    kinds: set[Word] = set()
    for token in tokens:
        role = _ROLES.get(token)
        if role is not None:
            kinds.add(role)
        elif token not in _FILLERS:
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
    """Return the direction of a text that is only a sign, and whether the sign is a doubled one.

    >>> read_sign("›"), read_sign("»"), read_sign(">>|"), read_sign("Next")
    (('NEXT', False), ('NEXT', True), ('LAST', False), (None, False))
    """
    if len(text) > 24:
        return None, False
    sign = "".join(text.translate(_FORMATTING).split())
    if not sign.isascii():
        sign = unicodedata.normalize("NFKC", sign)
    if sign in _DOUBLED_SIGNS:
        return _DOUBLED_SIGNS[sign], True
    bare = sign.strip("[](){}").casefold()
    return _SINGLE_SIGNS.get(sign) or _SINGLE_SIGNS.get(bare), False


def read_side(text: str) -> Literal["NEXT", "PREV"] | None:
    """Return the direction of an arrow at the edge of a text.

    >>> read_side("« Older posts"), read_side("ouder »"), read_side("Older posts")
    ('PREV', 'NEXT', None)
    """
    bare = text.strip()
    if bare and bare[0] in LEFT_EDGE:
        return "PREV"
    return "NEXT" if bare and bare[-1] in RIGHT_EDGE else None


@lru_cache(maxsize=8192)
def read_class(value: str) -> Word | None:
    """Return the direction in class names, element ids or image file names; None if there are two.

    >>> read_class("pagnNextArrow"), read_class("nav-previous"), read_class("context")
    ('NEXT', 'PREV', None)
    """
    words = {
        _CLASSES[t] for token in _TOKEN.findall(value[:400]) if (t := token.lower()) in _CLASSES
    }
    if words.issuperset(("NEXT", "PREV")):
        return None
    order: tuple[Word, ...] = ("NEXT", "PREV", "LAST", "FIRST")
    return next((word for word in order if word in words), None)
