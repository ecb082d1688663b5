"""Numbers in five styles (1,234.5 or 1.234,5 or 1 234,5 ...), with money or units beside them.

>>> number_in("约 1,234.5 米"), number_in("US$ 12"), number_in("No. 14-7189")
(('', '1,234.5', '米'), ('US$', '12', ''), None)
>>> read_number("1.234,50", "1.234,5"), read_number("1.234", "1,234.5"), read_number("12", "1234.5")
(1234.5, 1.234, 12)
>>> currency_of("Fr."), currency_of("円"), currency_of("kg")
('CHF', 'JPY', '')
"""

import re
from typing import Final

from leadline.page.data_files import any_of
from leadline.values.words import value_words

NUMBER_STYLES: Final = {
    "1234.5": re.compile(r"[+-]?\d{1,18}(\.\d{1,12})?"),
    "1,234.5": re.compile(r"[+-]?(?:\d{1,3}(?:,\d{3}){0,5}|\d{1,18})(\.\d{1,12})?"),
    "1.234,5": re.compile(r"[+-]?(?:\d{1,3}(?:\.\d{3}){0,5}|\d{1,18})(,\d{1,12})?"),
    "1 234,5": re.compile(r"[+-]?(?:\d{1,3}(?:[ ']\d{3}){0,5}|\d{1,18})([,.]\d{1,12})?"),
    "12,34,567.5": re.compile(r"[+-]?(?:\d{1,2}(?:,\d{2}){0,6},\d{3}|\d{1,3})(\.\d{1,12})?"),
}
"""Patterns by example; a column has the first style that reads all of its values."""
GROUP_SIGN: Final = re.compile(r"[ ,.']")
NUMBER: Final = re.compile(
    r"(?P<before>[^\d+−-]{0,12}?)(?P<number>[+−-]?\d(?:[\d,.' ]{0,30}\d)?)(?P<after>[^\d]{0,16})"
)
APPROXIMATE: Final = re.compile(
    rf"(?:{any_of('leadline.values', 'approximate', 'words.toml')})\s*", re.IGNORECASE
)


def number_in(text: str) -> tuple[str, str, str] | None:
    """Split a text around its one number: text before, number, text after; None if there is none.

    A number behind a slash, point or hyphen is part of a name ("No. 14-7189").
    """
    match = NUMBER.fullmatch(
        APPROXIMATE.sub("", text, count=1) if APPROXIMATE.match(text) else text
    )
    if match is None:
        return None
    before, after = match["before"].strip(), match["after"].strip()
    if match["before"].endswith(("/", ".", "-")) and not currency_of(before):
        return None
    return before, match["number"].replace("−", "-"), after


def read_number(text: str, style: str) -> int | float | None:
    """Read a number of a style, None if it is not; an ``int`` where it has no decimals."""
    match = NUMBER_STYLES[style].fullmatch(text)
    if match is None:
        return None
    decimals = match[1] or ""
    whole = GROUP_SIGN.sub("", text[: len(text) - len(decimals)])
    if len(whole.lstrip("+-")) > 1 and whole.lstrip("+-")[0] == "0":
        return None  # a number with leading zeros is a name
    return float(f"{whole}.{decimals[1:]}") if decimals else int(whole)


def currency_of(text: str) -> str:
    """Return the currency that a text names, '' if it names none."""
    return value_words().currencies.get(text.casefold().strip(". "), "")
