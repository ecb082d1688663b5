"""Columns of two tables as they are read: what both sides write of one kind, in one form.

>>> left, right = read_alike({"isbn": ["2650239506", "3608454195", "7826832411"]},
...                          {"isbn": ["9782650239504", "ISBN 9783608454192", "9787826832411"]})
>>> left["isbn"].cells == right["isbn"].cells, left["isbn"].kind
(True, 'isbn')
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import lru_cache
from typing import Final
from unicodedata import name as name_of

from leadline.integrate.matching.text import comparison_text
from leadline.values.dates import find_dates, zone_of
from leadline.values.normal.column import learn_format, read_as
from leadline.values.normal.reading import ColumnFormat, Reading
from leadline.values.normal.text import fold_width, is_no_value

MIN_SIDE_READ: Final = 0.8
"""Share of the filled cells of both sides that are read, from which a column is of a kind."""
MEASURED: Final = ("quantity", "price", "number", "date")
"""Kinds whose readings may be near each other, and not equal."""
IDENTIFYING: Final = ("isbn", "issn", "doi")
"""Kinds with which one thing is named by one value, wherever it is listed."""
NAMING: Final = (*IDENTIFYING, "phone", "email")
"""Kinds whose columns correspond where each table has one left."""
MIN_SCRIPT_SHARE: Final = 0.5
"""Difference of the shares of letters of other scripts from which both sides are romanised."""
MIN_OTHER_SHARE: Final = 0.05
"""Share of letters of other scripts, and of Latin ones, from which one table holds both."""
MAX_SCRIPT_SAMPLE: Final = 1000
"""Cells of a side from which its script is told, evenly spread."""
MOMENT: Final = "moment"
"""Precision of a day with a clock."""
PHONE: Final = re.compile(r"\+?[\d(][\d\s()./-]{5,25}\d")
"""A telephone number; without its country it is written as a range of numbers is."""
SIGN_INSIDE: Final = re.compile(r"\d[\s()/-]")
DAY: Final = re.compile(r"\d{1,4}[./-]\d{1,2}[./-]\d{1,4}")
EASTERN: Final = re.compile("[\u4e00-\u9fff\uac00-\ud7a3]+")
ROMAN: Final = re.compile(r"\b(?:(?=[IVX]{2})X{0,3}(?:IX|IV|V?I{0,3})(?<=[IVX])\b|(?<=\s)[IVX]$)")
"""A Roman number: of two signs or more, or the last word of a cell; "I" elsewhere is a word."""
ROMAN_DIGITS: Final = {"I": 1, "V": 5, "X": 10}
ADDRESS_START: Final = re.compile(r"https?://(?:www\.)?")
LEAST_DIGITS, MOST_DIGITS = 6, 15

SHORTEST_WORD: Final = 3
"""Letters of a word that tells of what a column speaks."""

Columns = Mapping[str, Sequence[str]]


@dataclass(frozen=True, slots=True)
class ReadCells:
    """Cells of one side of a column: as they are compared, and their readings by cell.

    ``kind`` is "text", or the kind that both sides are of; ``readings`` are of the cells as they
    were written, none of texts.
    """

    kind: str
    cells: list[str]
    readings: tuple[Reading | None, ...] = ()


def read_alike(
    left: Columns, right: Columns | None
) -> tuple[dict[str, ReadCells], dict[str, ReadCells]]:
    """Read the columns that two tables share, or those of one; of the other there is none then."""
    first: dict[str, ReadCells] = {}
    second: dict[str, ReadCells] = {}
    for name in left:
        if right is None:
            first[name] = _read_pair(left[name], None)[0]
        elif name in right:
            first[name], second[name] = _read_pair(left[name], right[name])
    return first, second


def _read_pair(cells: Sequence[str], others: Sequence[str] | None) -> tuple[ReadCells, ReadCells]:
    sides = [cells] if others is None else [cells, others]
    if all(map(_is_of_phones, sides)):
        found = [_as_read("phone", side, tuple(map(_phone, side))) for side in sides]
        return found[0], found[-1]
    formats = [_format_of(side) for side in sides]
    moments = [_moments(*each) for each in zip(sides, formats, strict=True)]
    if all(map(_is_read, sides, moments)):
        found = [_as_read("date", *each) for each in zip(sides, moments, strict=True)]
        return found[0], found[-1]
    kinds = {each.kind for each in formats}
    if len(kinds) == 1 and kinds != {"text"}:
        read = [read_as(side, each).readings for side, each in zip(sides, formats, strict=True)]
        if all(map(_is_read, sides, read)):
            if kinds == {"url"}:
                read = [tuple(map(_place, each)) for each in read]
            found = [_as_read(formats[0].kind, *each) for each in zip(sides, read, strict=True)]
            return found[0], found[-1]
    romanised = _is_of_two_scripts(sides)
    texts = [with_digits(_romanised(side) if romanised else side) for side in sides]
    return ReadCells("text", texts[0]), ReadCells("text", texts[-1])


def kind_of_names(cells: Sequence[str], others: Sequence[str]) -> str:
    """Return the kind of two columns if a thing seldom has several values of it, or nothing."""
    kind = _read_pair(cells, others)[0].kind
    return kind if kind in NAMING else ""


def _format_of(cells: Sequence[str]) -> ColumnFormat:
    return learn_format([text for cell in dict.fromkeys(cells) if (text := fold_width(cell))])


def _moments(cells: Sequence[str], learned: ColumnFormat) -> tuple[Reading | None, ...]:
    """Read days with a clock as moments, in UTC where they name a zone."""
    if learned.kind != "date":
        return ()
    found: dict[str, Reading | None] = dict.fromkeys(cells)
    for cell in filter(None, found):
        days = dict(find_dates(cell))
        day = days.get(learned.order) or next(iter(days.values()), None)
        if isinstance(day, datetime):
            utc = day - (zone_of(cell) or timedelta())
            found[cell] = Reading("date", utc.isoformat(), precision=MOMENT)
    return tuple([found[cell] for cell in cells])


def _place(address: Reading | None) -> Reading | None:
    """Return an address without what one place is written with or without: https, www, a slash."""
    if address is None:
        return None
    return address._replace(key=ADDRESS_START.sub("", address.key).rstrip("/"))


def _is_of_phones(cells: Sequence[str]) -> bool:
    """Tell whether most cells are written as telephone numbers, with or without a country."""
    texts = [cell for cell in dict.fromkeys(cells) if cell and not is_no_value(cell)]
    return sum(_phone(text) is not None for text in texts) > MIN_SIDE_READ * len(texts) > 0


@lru_cache(maxsize=20_000)
def _phone(text: str) -> Reading | None:
    """Read a telephone number by its digits, which signs divide, without the zero of a country."""
    number = PHONE.fullmatch(fold_width(text).replace("(0)", ""))
    if not number:
        return None
    digits = "".join(filter(str.isdigit, number[0])).lstrip("0")
    is_divided = number[0][0] in "+(" or SIGN_INSIDE.search(number[0])
    is_day = DAY.fullmatch(number[0])
    enough = LEAST_DIGITS <= len(digits) <= MOST_DIGITS
    return Reading("phone", digits) if enough and is_divided and not is_day else None


def _is_read(cells: Sequence[str], readings: Sequence[Reading | None]) -> bool:
    filled = sum(1 for cell in cells if cell)
    return bool(filled) and sum(map(bool, readings)) >= MIN_SIDE_READ * filled


def _as_read(kind: str, cells: Sequence[str], readings: tuple[Reading | None, ...]) -> ReadCells:
    told = [each.key if each else cell for cell, each in zip(cells, readings, strict=True)]
    return ReadCells(kind, told, readings)


def _is_of_two_scripts(sides: Sequence[Sequence[str]]) -> bool:
    """Tell whether the sides, or parts of the one, are written in Latin letters and in others."""
    shares = []
    for cells in sides:
        sample = cells[:: len(cells) // MAX_SCRIPT_SAMPLE + 1]
        foreign = [_share_of_others(cell) for cell in sample if any(map(str.isalpha, cell))]
        if not foreign:
            return False
        shares.append(sum(foreign) / len(foreign))
    if len(sides) == 1:
        return MIN_OTHER_SHARE < shares[0] < 1 - MIN_OTHER_SHARE
    return abs(shares[0] - shares[1]) >= MIN_SCRIPT_SHARE


def _share_of_others(text: str) -> float:
    if text.isascii():
        return 0.0
    letters = [letter for letter in text if letter.isalpha()]
    return sum(not _is_latin(letter) for letter in letters) / max(1, len(letters))


@lru_cache(maxsize=10_000)
def _is_latin(letter: str) -> bool:
    return letter.isascii() or name_of(letter, "").startswith("LATIN")


def latin_words(cells: Sequence[str]) -> frozenset[str]:
    """Return the words of letters of a sample of cells, in Latin letters."""
    sample = _romanised(cells[:: len(cells) // MAX_SCRIPT_SAMPLE + 1])
    texts = [text for text in sample if "://" not in text]
    words = (word for text in texts for word in comparison_text(text).split())
    return frozenset(word for word in words if word.isalpha() and len(word) >= SHORTEST_WORD)


def with_digits(cells: Sequence[str]) -> list[str]:
    """Write Roman numbers up to 39 in digits: of volumes, parts and kings."""
    texts = {cell: ROMAN.sub(lambda found: str(_of_roman(found[0])), cell) for cell in set(cells)}
    return [texts[cell] for cell in cells]


def _of_roman(number: str) -> int:
    """Return the value of a Roman number of I, V and X.

    >>> [_of_roman(number) for number in ("II", "IV", "XIX")]
    [2, 4, 19]
    """
    values = [ROMAN_DIGITS[sign] for sign in number]
    return sum(-a if a < b else a for a, b in zip(values, [*values[1:], 0], strict=True))


def _apart(found: re.Match[str]) -> str:
    return f" {' '.join(found[0])} "


def _romanised(cells: Sequence[str]) -> list[str]:
    """Write cells in Latin letters, each Chinese sign and Korean syllable as a word."""
    from anyascii import anyascii

    texts = {
        cell: cell if cell.isascii() else anyascii(EASTERN.sub(_apart, cell)) for cell in set(cells)
    }
    return [texts[cell] for cell in cells]
