"""Numbers as people write them: 1,234.5 and 1.234,5 and 1 234,5, with money or units beside.

>>> number_in("约 1,234.5 米"), number_in("US$ 12"), number_in("No. 14-7189")
(('', '1,234.5', '米'), ('US$', '12', ''), None)
>>> read_number("1.234,50", "1.234,5"), read_number("1.234", "1,234.5"), read_number("12", "1234.5")
(1234.5, 1.234, 12)
>>> currency_of("Fr."), currency_of("円"), currency_of("kg")
('CHF', 'JPY', '')
"""

from __future__ import annotations

import re
from typing import Final

STYLES: Final = {
    "1234.5": re.compile(r"[+-]?\d{1,18}(\.\d{1,12})?"),
    "1,234.5": re.compile(r"[+-]?(?:\d{1,3}(?:,\d{3}){0,5}|\d{1,18})(\.\d{1,12})?"),
    "1.234,5": re.compile(r"[+-]?(?:\d{1,3}(?:\.\d{3}){0,5}|\d{1,18})(,\d{1,12})?"),
    "1 234,5": re.compile(r"[+-]?(?:\d{1,3}(?:[ ']\d{3}){0,5}|\d{1,18})([,.]\d{1,12})?"),
    "12,34,567.5": re.compile(r"[+-]?(?:\d{1,2}(?:,\d{2}){0,6},\d{3}|\d{1,3})(\.\d{1,12})?"),
}
"""Ways to write numbers, by example; a column is written in the first that reads all of it."""
THOUSANDS: Final = re.compile(r"[ ,.']")
NUMBER: Final = re.compile(
    r"(?P<before>[^\d+−-]{0,12}?)(?P<number>[+−-]?\d(?:[\d,.' ]{0,30}\d)?)(?P<after>[^\d]{0,16})"
)
ABOUT: Final = re.compile(r"(?:ca?\.?|circa|about|approx\.?|约|約|[~≈])\s*", re.I)
CURRENCIES: Final = {
    "€": "EUR", "eur": "EUR", "euro": "EUR", "£": "GBP", "gbp": "GBP", "us$": "USD", "usd": "USD",
    "$": "$", "c$": "CAD", "cad": "CAD", "a$": "AUD", "aud": "AUD", "nz$": "NZD", "hk$": "HKD",
    "nt$": "TWD", "s$": "SGD", "r$": "BRL", "¥": "¥", "cn¥": "CNY", "rmb": "CNY", "cny": "CNY",
    "元": "CNY", "人民币": "CNY", "jp¥": "JPY", "jpy": "JPY", "円": "JPY", "₩": "KRW", "원": "KRW",
    "₹": "INR", "rs": "INR", "inr": "INR", "₽": "RUB", "руб": "RUB", "р": "RUB", "rub": "RUB",
    "₴": "UAH", "грн": "UAH", "zł": "PLN", "pln": "PLN", "kč": "CZK", "czk": "CZK", "ft": "",
    "huf": "HUF", "fr": "CHF", "sfr": "CHF", "chf": "CHF", "kr": "kr", "sek": "SEK", "nok": "NOK",
    "dkk": "DKK", "₺": "TRY", "tl": "TRY", "try": "TRY", "₫": "VND", "đ": "VND", "₪": "ILS",
    "฿": "THB", "lei": "RON", "ron": "RON", "лв": "BGN", "din": "RSD",
}  # fmt: skip
"""Signs and words of money; a sign that several countries use stands for itself."""


def number_in(text: str) -> tuple[str, str, str] | None:
    """What stands before the one number of a text, the number, and what stands after it."""
    found = NUMBER.fullmatch(ABOUT.sub("", text, count=1) if ABOUT.match(text) else text)
    if found is None:
        return None
    before, after = found["before"].strip(), found["after"].strip()
    if found["before"].endswith(("/", ".", "-")) and not currency_of(before):
        return None
    return before, found["number"].replace("−", "-"), after


def read_number(text: str, style: str) -> int | float | None:
    """A number of a style, an ``int`` where nothing stands behind its point; None if it is not."""
    found = STYLES[style].fullmatch(text)
    if found is None:
        return None
    behind = found[1] or ""
    whole = THOUSANDS.sub("", text[: len(text) - len(behind)])
    if len(whole.lstrip("+-")) > 1 and whole.lstrip("+-")[0] == "0":
        return None  # a number with leading zeros is a name
    return float(f"{whole}.{behind[1:]}") if behind else int(whole)


def currency_of(text: str) -> str:
    """The currency that a text names, '' if it names none."""
    return CURRENCIES.get(text.casefold().strip(". "), "")
