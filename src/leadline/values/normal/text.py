"""Texts in a form for comparison: width, case, blanks, traditional and simplified Chinese.

>>> fold_width("Ｐｙｔｈｏｎ　３．１"), text_key("圖書  館"), text_key("  ÉCOLE ")
('Python 3.1', '图书 馆', 'école')
"""

from __future__ import annotations

from unicodedata import normalize

from leadline.domain.similarity import simplified
from leadline.values.normal.reading import ColumnFormat, Reading


def fold_width(text: str) -> str:
    """Return the text in NFKC with single blanks."""
    if text.isascii():
        return " ".join(text.split())
    return " ".join(normalize("NFKC", text).split())


def text_key(text: str) -> str:
    """Return the text for comparison: folded width and case, Chinese in simplified characters."""
    folded = fold_width(text).casefold()
    return folded if folded.isascii() else simplified(folded)


def read_text(text: str, _: ColumnFormat) -> Reading | None:
    """Read any text that holds a letter or a digit."""
    key = text_key(text)
    return Reading("text", key) if any(map(str.isalnum, key)) else None
