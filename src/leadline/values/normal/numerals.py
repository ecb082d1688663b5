"""Numbers as they are written: group and decimal signs, Chinese numerals, 万 and million.

>>> to_arabic("一亿二千万元"), to_arabic("二〇一二年十二月"), to_arabic("百分之十五")
('120000000元', '2012年12月', '15%')
>>> read_decimal("1.234,50", "."), read_decimal("1.234", ","), read_decimal("1.234", ".")
(1234.5, 1234.0, 1.234)
>>> decimal_sign(["1.234", "12,5"]), decimal_sign(["1.234"]), plain_number(1234.50)
(',', '', '1234.5')
"""

import re
from collections.abc import Iterable
from typing import Final

from leadline.page.data_files import LEXICON_FILE, read_table

NUMERALS: Final = read_table("leadline.values.normal", LEXICON_FILE)["numerals"]
HAN_DIGITS: Final = {
    sign: str(value) for value, signs in enumerate(NUMERALS["digits"]) for sign in signs
}
SMALL_UNITS: Final[dict[str, int]] = NUMERALS["small_units"]
LARGE_UNITS: Final[dict[str, int]] = NUMERALS["large_units"]
_TENS: Final[dict[str, str]] = NUMERALS["tens"]
_PERCENT: Final[str] = NUMERALS["percent"]
_HAN_DIGIT: Final = "".join(HAN_DIGITS)
_HAN_UNIT: Final = "".join((*SMALL_UNITS, *LARGE_UNITS))
HAN_NUMBER: Final = re.compile(
    rf"(?:\d[\d,.]{{0,20}})?[{_HAN_DIGIT}{_HAN_UNIT}][{_HAN_DIGIT}{_HAN_UNIT}\d,.]{{0,40}}"
)
HAN_STEP: Final = re.compile(rf"\d[\d,]*(?:\.\d+)?|[{_HAN_DIGIT}]+|[{_HAN_UNIT}]")
HAS_HAN_NUMERAL: Final = re.compile(f"[{_HAN_DIGIT}{_HAN_UNIT}{''.join(_TENS)}]")
PERCENT: Final = re.compile(rf"{_PERCENT}(\d{{1,12}}(?:\.\d{{1,6}})?)")
FRACTION: Final = re.compile(rf"(\d{{1,6}}){NUMERALS['parts']}(\d{{1,6}})")
NUMBER_TEXT: Final = r"\d{1,3}(?:[ '’]\d{3})+(?:[.,]\d+)?(?!\d)|\d+(?:[.,]\d+)*|\.\d+"
"""Pattern of a number in digits with whatever group and decimal signs; no sign before it."""
MAX_NUMBER_CHARS: Final = 40


def to_arabic(text: str) -> str:
    """Return the text with Chinese numerals in digits, 万 and 亿 multiplied out."""
    if not HAS_HAN_NUMERAL.search(text):
        return text
    text = text.replace(_PERCENT, "\0")
    for sign, written in _TENS.items():
        text = text.replace(sign, written)
    text = HAN_NUMBER.sub(_arabic, text).replace("\0", _PERCENT)
    return FRACTION.sub(r"\2/\1", PERCENT.sub(r"\1%", text))


def _arabic(match: re.Match[str]) -> str:
    run = match[0].rstrip(",.")
    total: float = 0
    section: float = 0
    number: float | None = None
    plain = ""
    for step in HAN_STEP.findall(run):
        if step in SMALL_UNITS:
            section += (1 if number is None else number) * SMALL_UNITS[step]
            number, plain = None, ""
        elif step in LARGE_UNITS:
            section += number or 0
            if not section and not total:
                return match[0]  # "万元" is no number, nor is "萬" in a name
            total = total + section * LARGE_UNITS[step] if section else total * LARGE_UNITS[step]
            section, number, plain = 0, None, ""
        else:
            digits = step if step[0].isascii() else "".join(map(HAN_DIGITS.__getitem__, step))
            plain = digits
            number = float(digits.replace(",", ""))
    if plain and not total and not section:
        return plain + match[0][len(run) :]
    return plain_number(total + section + (number or 0)) + match[0][len(run) :]


def read_decimal(text: str, decimal: str) -> float | None:
    """Read a number as ``NUMBER_TEXT`` matches it; ``decimal`` settles "1.234".

    None for what is grouped like no number ("1.2.3", "12,34").
    """
    if len(text) > MAX_NUMBER_CHARS:
        return None
    text = text.replace(" ", "").replace("'", "").replace("’", "")
    if text.isdigit():
        return float(text)
    last = max(text.rfind("."), text.rfind(","))
    if last < 0:
        return None
    sign, other = text[last], "," if text[last] == "." else "."
    whole, rest = text[:last], text[last + 1 :]
    if sign in whole:  # 1,234,567
        groups = text.split(sign)
        is_grouped = other not in text and all(len(group) == 3 for group in groups[2:])
        return float("".join(groups)) if is_grouped and len(groups[-1]) == 3 else None
    if other in whole:  # 1.234,5
        groups = whole.split(other)
        is_grouped = all(len(group) in (2, 3) for group in groups[1:])
        return float("".join(groups) + "." + rest) if is_grouped else None
    if len(rest) == 3 and 1 <= len(whole) <= 3 and whole != "0" and sign != decimal:
        return float(whole + rest)
    return float(f"{whole}.{rest}")


def decimal_sign(numbers: Iterable[str]) -> str:
    """Return the decimal sign that unambiguous numbers of a column have, '' without any."""
    votes = {".": 0, ",": 0}
    for text in numbers:
        last = max(text.rfind("."), text.rfind(","))
        if last < 0:
            continue
        sign, other = text[last], "," if text[last] == "." else "."
        whole, rest = text[:last], text[last + 1 :]
        if sign in whole:
            votes[other] += 1
        elif other in whole or len(rest) != 3 or whole == "0" or len(whole) > 3:
            votes[sign] += 1
    if votes["."] == votes[","]:
        return ""
    return max(votes, key=votes.__getitem__)


def plain_number(number: float) -> str:
    """Write a number without group signs, exponent or superfluous zeros."""
    if number == int(number) and abs(number) < 1e18:
        return str(int(number))
    return f"{number:.6f}".rstrip("0").rstrip(".") if abs(number) >= 1e-3 else f"{number:.9g}"
