"""Similarity of two names: sim(x, y) of Lin 2016, eq. (2), over normalised text.

Lin, H. et al. 2016, 3.2: sim(x, y) = 1 - ed(x, y) / max(|x|, |y|), with Levenshtein's distance in
code points. That formula and nothing more: ``leadline_research.lin2016.assignments``.

Differs: traditional and simplified Chinese are one; two Han words of which one
has at most two characters, or two words of at most four Latin letters, count only when equal
(作者 is not 作品, ISBN is not ISSN). Both readings give 0 for an empty side: no label is no
evidence, where the bare formula would be 0/0.

>>> round(similarity("Author", "Authors"), 3), similarity("ISBN", "ISSN")
(0.857, 0.0)
>>> similarity("書名：", "书名")
1.0
"""

import unicodedata
from functools import cache, lru_cache
from importlib.resources import files
from typing import Final

EDGE_MARKS: Final = (
    " \t\n\r\f\u00a0\u3000:：*?？.。,，、;；()（）[]【】「」«»‹›<>…-–—\"'“”`|/→▶►▸✓★"
)
MAX_COMPARED_CHARACTERS: Final = 60
"""Characters compared; a longer text is no name."""

MAX_CACHED_CHARACTERS: Final = 200
"""Characters of a text whose normal form is remembered."""

MAX_SHORT_HAN, MAX_SHORT_LATIN = 2, 4
"""Characters up to which one changed character makes another word."""


def normalise(text: str) -> str:
    """Return N(s): NFKC, case folded, single spaces, edge marks dropped.

    >>> normalise("  ＩＳＢＮ： ")
    'isbn'
    """
    return _cached(text) if len(text) <= MAX_CACHED_CHARACTERS else _normalised(text)


def _normalised(text: str) -> str:
    text = " ".join(unicodedata.normalize("NFKC", text).split())
    return text.casefold().strip(EDGE_MARKS)


_cached = lru_cache(maxsize=20_000)(_normalised)


@cache
def _simplified_characters() -> dict[int, str]:
    """Read the pairs of traditional and simplified characters: those of OpenCC (Apache-2.0)."""
    text = files("leadline.domain").joinpath("simplified.txt").read_text(encoding="utf-8")
    return {ord(pair[0]): pair[1] for pair in text.split()}


def simplified(text: str) -> str:
    """Return the text with traditional characters in simplified form, character by character.

    >>> simplified("圖書編號")
    '图书编号'
    """
    return text.translate(_simplified_characters())


def is_han(text: str) -> bool:
    """Whether the text holds a Han, kana or hangul character (scripts without word spaces)."""
    return any("\u2e80" <= c <= "\u9fff" or "\uac00" <= c <= "\ud7af" for c in text)


def edit_distance(left: str, right: str) -> int:
    """Return Levenshtein's distance with unit costs, in code points.

    >>> edit_distance("kitten", "sitting")
    3
    """
    previous = list(range(len(right) + 1))
    for row, character in enumerate(left, 1):
        current = [row]
        for column, other in enumerate(right, 1):
            change = previous[column - 1] + (character != other)
            current.append(min(previous[column] + 1, current[-1] + 1, change))
        previous = current
    return previous[-1]


def similarity(left: str, right: str) -> float:
    """Return eq. (2) over normalised texts; 0 if either is empty."""
    x, y = normalise(left)[:MAX_COMPARED_CHARACTERS], normalise(right)[:MAX_COMPARED_CHARACTERS]
    if not x or not y:
        return 0.0
    if is_han(x) and is_han(y):
        x, y = simplified(x), simplified(y)
    if x != y and _are_short(x, y):
        return 0.0
    return 1.0 if x == y else 1.0 - edit_distance(x, y) / max(len(x), len(y))


def _are_short(x: str, y: str) -> bool:
    """Whether texts are too short to be similar without being equal."""
    if is_han(x) and is_han(y):
        return min(len(x), len(y)) <= MAX_SHORT_HAN
    return max(len(x), len(y)) <= MAX_SHORT_LATIN and not is_han(x + y)
