"""Texts of cells as they are compared: words without case, accents and punctuation.

>>> comparison_text("Café  Nº5, (Paris)")
'cafe no5 paris'
>>> number_of("$1,299.00"), number_of("n/a")
(1299.0, nan)
"""

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Final
from unicodedata import combining, name, normalize

from leadline.values.normal.text import text_key

WORD: Final = re.compile(r"\w+")
DIGIT_RUN: Final = re.compile(r"\d+")
NUMBER_CELL: Final = re.compile(r"[^\d.\-]*(-?\d{1,15}(?:\.\d{1,15})?)[^\d]{0,8}")


def comparison_text(text: str) -> str:
    """Return the words of a text, folded, with single blanks between them."""
    return " ".join(WORD.findall(plain_text(text)))


def plain_text(text: str) -> str:
    """Return a text without case and accents, its signs kept."""
    key = text_key(text)
    return key if key.isascii() else "".join(map(_plain, normalize("NFKD", key)))


@lru_cache(maxsize=10_000)
def _plain(letter: str) -> str:
    """Return a letter without its accent, and one of the Latin script in ASCII: "ø" is "o"."""
    if letter.isascii() or combining(letter):
        return letter if letter.isascii() else ""
    from anyascii import anyascii

    return anyascii(letter) if name(letter, "").startswith("LATIN") else letter


def comparison_columns(cells: Mapping[str, Sequence[str]]) -> dict[str, list[str]]:
    """Return the cells of each column as they are compared."""
    columns = {}
    for column, values in cells.items():
        texts = {cell: comparison_text(cell) for cell in set(values)}
        columns[column] = [texts[cell] for cell in values]
    return columns


def number_of(text: str) -> float:
    """Return the number that a cell holds and nothing else but a unit; NaN without one."""
    match = NUMBER_CELL.fullmatch(text.replace(",", ""))
    return float(match[1]) if match else float("nan")
