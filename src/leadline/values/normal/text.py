"""Texts in a form for comparison: width, case, blanks, traditional and simplified Chinese.

>>> fold_width("Ｐｙｔｈｏｎ　３．１"), fold_width("3½″"), text_key("圖書  館")
('Python 3.1', '3 1/2"', '图书 馆')
"""

from typing import Final
from unicodedata import normalize

from leadline.domain.similarity import simplified
from leadline.values.normal.lexicon import lexicon
from leadline.values.normal.reading import ColumnFormat, Reading

SPELLED_FRACTIONS: Final = {
    ord(sign): f" {fraction}"
    for sign, fraction in zip("½¼¾⅓⅔⅛", ("1/2", "1/4", "3/4", "1/3", "2/3", "1/8"), strict=True)
} | {
    ord("\u200b"): "",
    ord("\ufeff"): "",
    ord("’"): "'",
    ord("‘"): "'",
    ord("″"): '"',
    ord("′"): "'",
}


def fold_width(text: str) -> str:
    """Return the text in NFKC with single blanks; fractions are spelled out."""
    if text.isascii():
        return " ".join(text.split())
    return " ".join(normalize("NFKC", text.translate(SPELLED_FRACTIONS)).split())


def text_key(text: str) -> str:
    """Return the text for comparison: folded width and case, Chinese in simplified characters."""
    folded = fold_width(text).casefold()
    return folded if folded.isascii() else simplified(folded)


def is_no_value(text: str) -> bool:
    """Tell whether a text only says that there is no value: "n/a", "unknown", "不详"."""
    return text.casefold().strip(" .[]()-–—?*:") in lexicon().no_value


def read_text(text: str, _: ColumnFormat) -> Reading | None:
    """Read any text that holds a letter or a digit and does not only say that there is none."""
    key = text_key(text)
    return Reading("text", key) if any(map(str.isalnum, key)) and not is_no_value(key) else None
