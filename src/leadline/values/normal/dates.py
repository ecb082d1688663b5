"""Dates with the precision that they have: a year, a month of a year, or a day; never more.

Keys are those of EDTF (ISO 8601-2): ``2012``, ``2012-04``, ``2012-04-03``, ``198X`` for a decade,
``18XX`` for a century, ``1914/1918`` for a span, ``../1900`` for before. A year before Christ has a
minus (``-221``). A clock time beside a date is passed over. Months of Chinese and Japanese eras
before the solar calendar came (1912, 1873) are lunar: only the year is read.

>>> plain = ColumnFormat("date")
>>> [read_date(text, plain).key for text in ("3. März 2012", "民國101年4月", "平成元年1月8日")]
['2012-03-03', '2012-04', '1989-01-08']
>>> [read_date(text, plain).key for text in ("03/04/2012", "ca. 1850", "1990s", "3–5 April 2012")]
['2012', '1850', '199X', '2012-04-03/2012-04-05']
>>> read_date("yesterday", plain), read_date("30.02.2012", plain), read_date("5 May", plain)
(None, None, None)
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from datetime import date
from functools import cache
from typing import TYPE_CHECKING, Final, Literal, NamedTuple

from leadline.domain.similarity import simplified
from leadline.values.normal.lexicon import lexicon
from leadline.values.normal.numerals import to_arabic
from leadline.values.normal.reading import ColumnFormat, Reading
from leadline.values.words import value_words

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

MAX_DATE_TEXT_CHARS: Final = 80
"""Characters of a text that may be a date or a span of dates."""
FIRST_YEAR, LAST_YEAR = 100, 2199
LAST_RECENT, FIRST_FORMER = 29, 69
"""Two digits of years of this century and of the last; those between tell no century."""
LUNAR_UNTIL: Final = {
    "民国": 0,
    "中华民国": 0,
    "令和": 0,
    "平成": 0,
    "昭和": 0,
    "大正": 0,
    "明治": 1872,
}
"""Last year of an era whose months are lunar; all years of eras that are not named."""

PLAIN_DATE: Final = re.compile(r"(\d{1,4})([-/.])(\d{1,2})\2(\d{1,4})")
CLOCK: Final = re.compile(
    r"(?:(?:[T,:]|\b(?:um|at|в|à)\b)\s*|(?<=[\d\s日])\s|^)\d{1,2}(?::\d{2}){1,2}(?:\.\d{1,9})?"
    r"\s?(?:[ap]\.?m\b\.?|Uhr\b|h\b)?\s?(?:Z\b|(?:UTC|GMT)(?:[+-]\d\d:?\d\d)?\b|[A-Z]{3,4}\b|[+-]\d\d(?::?\d\d)?\b)?"
    r"|(?:\bat\s)?\b\d{1,2}\s?[ap]\.?m\b\.?|(?:\bum\s)?\b\d{1,2}\s?Uhr\b"
    r"|(?:\bum\s)?\d{1,2}\.\d{2}\s?Uhr\b"
    r"|(?:午前|午後|午后|上午|下午|晚上|晚|早)?\s?\d{1,2}[時时点](?:\d{1,2}分(?:\d{1,2}秒)?|半)?"
    r"|(?:午前|午後|午后|上午|下午|晚上|晚|早)\s?\d{1,2}:\d{2}|(?<=\d)T\d{4,6}Z?\b",
    re.IGNORECASE,
)
UNCLEAR_YEAR: Final = re.compile(r"\[?(\d{3}(?=[-?])|\d{2}(?=--))[-?]{1,3}\]?")
AFTER_CHRIST: Final = re.compile(
    r"\ba\.\s?d\b\.?|\bn\.?\s?chr\b\.?|(?<![^\W\d_])н\.\s?э\b\.?|\bc\.\s?e\b\.?", re.IGNORECASE
)
LIMITS: Final = (
    (re.compile(r"\b(?:not before|no earlier than|nicht vor|не ранее)\b", re.IGNORECASE), "after"),
    (re.compile(r"\b(?:not after|no later than|nicht nach|не позднее)\b", re.IGNORECASE), "before"),
)
NEGATION: Final = re.compile(r"no|ni|не", re.IGNORECASE)
LETTER_ZERO: Final = re.compile(
    r"(?<=[〇零一二三四五六七八九Oo])[Oo](?=[〇零一二三四五六七八九Oo年])"
)
BRACKETS: Final = re.compile(r"\([^()]{0,60}\)")
MONTHS_OF_FEW: Final = ("out", "set", "ago", "led", "lip", "gen", "mag", "sie", "lis")
"""Short names of months that are words of other languages: read where the locale may have them."""
BEFORE_CHRIST: Final = re.compile(
    r"до\s?н\.?\s?э\.?|v\.?\s?chr\.?|\bb\.?\s?c\.?(?:\s?e\b\.?)?(?![^\W\d_])|(?<![^\W\d_])前(?=\d)",
    re.IGNORECASE,
)
WEEKDAY_OR_QUARTER: Final = re.compile(
    r"\((?:星期|周|週)?[月火水木金土日一二三四五六天](?:曜日?)?\)|(?:星期|周|週)[一二三四五六日天]"
    r"|第?[1-4一二三四][季四]半?季?[度期]"
)
ERA_SHORT: Final = re.compile(r"([MTSHR])\.?\s?(\d{1,2}|元)(?=[./年-])")
ERA_LETTERS: Final = {"M": "明治", "T": "大正", "S": "昭和", "H": "平成", "R": "令和"}
ROMAN: Final = re.compile(r"[ivxⅰⅴⅹхvi]{1,6}")
ROMAN_VALUES: Final = {"i": 1, "v": 5, "x": 10, "х": 10}
RANGE_SIGNS: Final = "–—~〜～"

Role = Literal[
    "noise",
    "approximate",
    "before",
    "after",
    "since",
    "range",
    "century",
    "decade",
    "quarter",
    "year",
    "month",
    "day",
    "bc",
    "ad",
    "era",
    "month name",
]


class Part(NamedTuple):
    """A number or a month of a date; ``tag`` is y, m or d where a word beside it says so."""

    value: int
    digits: int
    tag: str


class DateSpan(NamedTuple):
    """A date: key, first and last day as numbers, precision; year, month, day with 0 for none."""

    key: str
    low: float
    high: float
    precision: str
    parts: tuple[int, int, int]


@dataclass(slots=True)
class _Parts:
    """Parts of a text in order, and what its words say about them."""

    parts: list[Part] = field(default_factory=list)
    cuts: list[int] = field(default_factory=list)
    """Numbers of parts before a sign or word that means "to"."""
    roles: set[str] = field(default_factory=set)
    lunar: bool = False
    centuries: int = 0
    signs: str = ""


def read_date(text: str, learned: ColumnFormat) -> Reading | None:
    """Read a date, or a span of dates; None for what is none, or not of a known year."""
    if len(text) > MAX_DATE_TEXT_CHARS:
        return None
    if unclear := UNCLEAR_YEAR.fullmatch(text):
        return _reading(_of_unclear(unclear[1]))
    plain = PLAIN_DATE.fullmatch(text)
    span = (
        _in_digits(int(plain[1]), int(plain[3]), int(plain[4]), _lengths(plain), learned, plain[2])
        if plain
        else _read_words(text, learned)
    )
    if span is None and not plain and "(" in text:  # 1999年(平成11年)1月, 1998 (USA)
        outside = BRACKETS.sub(" ", text)
        span = _read_words(outside, learned) if any(map(str.isdigit, outside)) else None
    return _reading(span)


def _reading(span: DateSpan | None) -> Reading | None:
    return Reading("date", span.key, span.low, span.high, "", span.precision) if span else None


def _of_unclear(digits: str) -> DateSpan | None:
    """Read "198-" as a decade and "19--" as a century, as catalogues write them."""
    part = Part(int(digits) * 10, 4, "x") if len(digits) == 3 else Part(int(digits) + 1, 2, "c")
    return _decade(part, 0)


def order_of_dates(texts: Iterable[str]) -> str:
    """Return the order of day and month that the dates of a column settle, '' if they do not."""
    days_first = months_first = 0
    for text in texts:
        match = PLAIN_DATE.match(text)
        if match and len(match[1]) <= 2:
            days_first += 12 < int(match[1]) <= 31 and int(match[3]) <= 12
            months_first += 12 < int(match[3]) <= 31 and int(match[1]) <= 12
    if days_first > 9 * months_first:
        return "dmy"
    return "mdy" if months_first > 9 * days_first else ""


def _lengths(match: re.Match[str]) -> tuple[int, int, int]:
    return len(match[1]), len(match[3]), len(match[4])


def _in_digits(
    first: int,
    second: int,
    third: int,
    lengths: tuple[int, int, int],
    learned: ColumnFormat,
    sign: str,
) -> DateSpan | None:
    """Read three numbers; where the order of day and month is open, only the year."""
    if lengths[0] == 4:
        return _span(first, second, third) if lengths[2] <= 2 else None
    if lengths[0] == 3 or lengths[2] == 3:
        return None
    order = learned.order or ("dmy" if sign == "." else order_of_locale(learned.locale))
    if lengths[2] == 4:
        year = third
    elif first > 31:
        return _span(_full_year(first), second, third)
    elif order:
        year = _full_year(third)
    else:
        return None
    if first > 12 or second > 12 or first == second:
        order = "mdy" if second > 12 else "dmy"
    if not order:
        return _span(year) if first and second else None
    return _span(year, second, first) if order == "dmy" else _span(year, first, second)


def order_of_locale(locale: str) -> str:
    """Return the order of day and month in a country: '' where it is not one."""
    if locale in ("en-US", "en-PH"):
        return "mdy"
    return "" if locale in ("", "en", "en-CA") or locale[:2] in ("zh", "ja", "ko") else "dmy"


def _full_year(year: int) -> int:
    if year <= LAST_RECENT:
        return 2000 + year
    return 1900 + year if FIRST_FORMER <= year <= 99 else 0


def _year(year: int) -> DateSpan:
    number = float(year * 10_000)
    return DateSpan(str(year), number, number + 9_999, "Y", (year, 0, 0))


def _span(year: int, month: int = 0, day: int = 0) -> DateSpan | None:
    """Make a date; month and day are 0 where there are none. None for days that never were."""
    if not FIRST_YEAR <= year <= LAST_YEAR or month > 12:
        return None
    if not month:
        return None if day else _year(year)
    number = year * 10_000 + month * 100
    if not day:
        key = f"{year:04}-{month:02}"
        return DateSpan(key, number, number + 99, "YM", (year, month, 0))
    try:
        date(year, month, day)
    except ValueError:
        return None
    number += day
    return DateSpan(f"{year:04}-{month:02}-{day:02}", number, number, "YMD", (year, month, day))


def _read_words(text: str, learned: ColumnFormat) -> DateSpan | None:
    said = _parse(_prepared(text), learned.locale)
    if said is None or not said.parts:
        return None
    cut = said.cuts[0] if said.cuts else 0
    if len(said.cuts) > 1 or (cut and not 0 < cut < len(said.parts)):
        return None
    whole = _of_parts(said.parts, said, learned) if not cut else _span_of(said, cut, learned)
    if whole is None or "bc" in said.roles:
        return whole and _before_christ(whole)
    if said.lunar and whole.parts[0]:
        whole = _span(whole.parts[0])
    if whole and "approximate" in said.roles:
        whole = whole._replace(precision=whole.precision + "~")
    return whole and _open(whole, said.roles, is_span=bool(cut))


def _open(whole: DateSpan, roles: set[str], *, is_span: bool) -> DateSpan:
    """Open one end of a date: before, after, since."""
    if is_span or not roles & {"before", "after", "since", "open"}:
        return whole
    if "before" in roles:
        return whole._replace(key=f"../{whole.key}", low=0.0)
    return whole._replace(key=f"{whole.key}/..", high=float(LAST_YEAR * 10_000 + 9_999))


def _before_christ(whole: DateSpan) -> DateSpan | None:
    if whole.precision.rstrip("~") != "Y":
        return None
    return DateSpan(f"-{whole.key}", -whole.high, -whole.low, whole.precision, (0, 0, 0))


def _span_of(said: _Parts, cut: int, learned: ColumnFormat) -> DateSpan | None:
    """Read "3–5 April 2012", "1914–18": the shorter end takes what the longer one has."""
    right = _of_parts(said.parts[cut:], said, learned)
    left_parts = said.parts[:cut]
    left = _of_parts(left_parts, said, learned)
    months = [part for part in left_parts if part.tag == "M"]
    if right and right.precision == "YM" and len(months) == 1 and len(left_parts) == 2:
        right = _of_parts([*months, *said.parts[cut:]], said, learned)  # May 1-5, 2010
    if left and not right and len(said.parts) == cut + 1 and left.precision == "Y":
        return (
            _short_span(left.parts[0], said.parts[-1].value) if said.parts[-1].digits == 2 else None
        )
    if left and not right:
        right = _completed(said.parts[cut:], left)
    elif right and not left:
        left = _completed(left_parts, right)
    if left is None or right is None or left.low > right.low:
        return None
    if left.precision != right.precision and "decade" in (left.precision, right.precision):
        return None
    precision = left.precision if left.precision == right.precision else "Y"
    return DateSpan(f"{left.key}/{right.key}", left.low, right.high, precision, (0, 0, 0))


def _completed(parts: Sequence[Part], whole: DateSpan) -> DateSpan | None:
    """Read "3" or "3 April" with the year, and the month, of the other end."""
    year, month, day = whole.parts
    months = [part.value for part in parts if part.tag in ("m", "M")]
    days = [part.value for part in parts if part.tag in ("", "d") and part.digits <= 2]
    if len(parts) != len(months) + len(days) or len(months) > 1 or len(days) > 1:
        return None
    if bool(days) != bool(day):
        return None
    return _span(year, months[0] if months else month, days[0] if days else 0)


def _of_parts(parts: Sequence[Part], said: _Parts, learned: ColumnFormat) -> DateSpan | None:
    """Read numbers and months that stand for one date."""
    tags = "".join(part.tag for part in parts)
    if len(parts) == 1 and tags in ("c", "x"):
        return _decade(parts[0], said.centuries)
    if not 1 <= len(parts) <= 3 or "c" in tags or "x" in tags:
        return None
    if "y" in tags or "d" in tags or "m" in tags:
        return _of_tagged(parts)
    if "M" in tags:
        return _of_named(parts, said.signs) if tags == "M" else None
    values, digits = [part.value for part in parts], [part.digits for part in parts]
    match digits:
        case [4]:
            return _span(values[0])
        case [1 | 2 | 3] if said.roles & {"bc", "ad"}:
            return _year(values[0])
        case [8]:
            return _span(values[0] // 10_000, values[0] // 100 % 100, values[0] % 100)
        case [4, 2] if values[1] > 12:
            return _short_span(values[0], values[1])
        case [4, 1 | 2]:
            return _span(values[0], values[1]) if values[1] or digits[1] == 2 else None
        case [2] if "'" in said.signs:
            return _span(_full_year(values[0]))
        case [1 | 2, 4]:
            return _span(values[1], values[0]) if values[0] else None
        case [a, b, c] if b <= 2:
            return _in_digits(values[0], values[1], values[2], (a, b, c), learned, said.signs[:1])
    return None


def _short_span(first: int, last: int) -> DateSpan | None:
    """Read 1914/18 and 1998-99 as spans of years."""
    if last <= first % 100:
        return None
    last += first // 100 * 100
    return DateSpan(f"{first}/{last}", first * 10_000, last * 10_000 + 9_999, "Y", (0, 0, 0))


def _of_tagged(parts: Sequence[Part]) -> DateSpan | None:
    found = {"y": 0, "m": 0, "d": 0}
    for part in parts:
        tag = "m" if part.tag == "M" else part.tag or ("y" if part.digits == 4 else "")
        if not tag and len(parts) == 3:
            tag = "d" if found["m"] else "m"
        if not tag or found[tag]:
            return None
        found[tag] = part.value
    return _span(found["y"], found["m"], found["d"])


def _of_named(parts: Sequence[Part], signs: str) -> DateSpan | None:
    """Read a named month with a year, or with a day and a year."""
    month = next(part.value for part in parts if part.tag == "M")
    numbers = [part for part in parts if part.tag != "M"]
    years = [part for part in numbers if part.digits == 4]
    days = [part for part in numbers if part.digits <= 2]
    if len(years) == 1 and len(years) + len(days) == len(numbers):
        return _span(years[0].value, month, days[0].value if days else 0)
    if not years and len(days) == 2 and days[1].digits == 2:
        return _span(_full_year(days[1].value), month, days[0].value)
    if len(days) == len(numbers) == 1 and "'" in signs:
        return _span(_full_year(days[0].value), month)
    return None


def _decade(part: Part, centuries: int) -> DateSpan | None:
    """Read a decade ("1980s", "20世紀80年代") or a century."""
    value = part.value
    if part.tag == "c":
        if not 1 <= value <= 21:
            return None
        first = (value - 1) * 100
        return DateSpan(
            f"{value - 1:02}XX", first * 10_000, (first + 99) * 10_000 + 9_999, "century", (0, 0, 0)
        )
    if part.digits == 2:
        if not centuries:
            return None
        value += (centuries - 1) * 100
    if value % 10 or not FIRST_YEAR <= value <= LAST_YEAR:
        return None
    return DateSpan(
        f"{value // 10}X", value * 10_000, (value + 9) * 10_000 + 9_999, "decade", (0, 0, 0)
    )


def _prepared(text: str) -> str:
    """Return the text with Chinese numerals and eras in digits, without clock times."""
    text = ERA_SHORT.sub(lambda match: f"{ERA_LETTERS[match[1]]}{match[2]}年 ", text, count=1)
    text = (
        text.replace("年 .", "年")
        .replace("年 /", "年")
        .replace("年 -", "年")
        .replace("年 年", "年")
    )
    text = BEFORE_CHRIST.sub(" bc ", CLOCK.sub(" ", text))
    if "." in text:
        text = AFTER_CHRIST.sub(" ad ", text)
    if NEGATION.match(text):
        for pattern, word in LIMITS:
            text = pattern.sub(word, text)
    if not text.isascii():
        text = LETTER_ZERO.sub("〇", text)
        text = to_arabic(WEEKDAY_OR_QUARTER.sub(" ", simplified(text)).replace("元年", "1年"))
        text = text.replace("上世纪", "20世纪").replace("本世纪", "21世纪")
    return text.casefold()


@cache
def _roles() -> dict[str, Role]:
    """Return what each word means, the narrower meaning before the wider."""
    words = lexicon().date
    roles: dict[str, Role] = {}
    for name in ("noise", "parts", "dropped"):
        roles.update(dict.fromkeys(map(simplified, words[name]), "noise"))
    for weekday in value_words().weekdays:
        roles[weekday] = "noise"
    meanings: tuple[Role, ...] = (
        "approximate", "before", "after", "range", "since", "century", "decade", "quarter", "year",
        "month", "day", "bc", "ad",
    )  # fmt: skip
    for role in meanings:
        roles.update(dict.fromkeys(map(simplified, words[role]), role))
    roles.update(dict.fromkeys(_eras(), "era"))
    roles.update(dict.fromkeys(value_words().months, "month name"))
    return roles


@cache
def _eras() -> dict[str, int]:
    return {simplified(name): zero for name, zero in lexicon().eras.items()}


@cache
def _token() -> re.Pattern[str]:
    """Return the pattern of tokens: numbers, words, the words of scripts without blanks, signs."""
    joined = sorted((word for word in _roles() if word[0] >= "\u2e80"), key=len, reverse=True)
    return re.compile(rf"\d+|{'|'.join(joined)}|[^\W\d_]+|[^\w\s]|\s+")


def _parse(text: str, locale: str) -> _Parts | None:
    """Take a text apart; None if it holds a word that no date has.

    Words behind a whole day may be any: "Mar 7, 1980 (wide release)".
    """
    said = _Parts()
    tokens = _token().findall(text)
    for at, token in enumerate(tokens):
        if token.isdigit():
            if len(token) > 8 or len(said.parts) > 6:
                return None
            if "quarter" in said.roles and token in "1234":
                said.roles.discard("quarter")
                continue
            said.parts.append(Part(int(token), len(token), ""))
        elif token[0].isspace():
            continue
        elif token[0].isalpha():
            role = _roles().get(token)
            if token in MONTHS_OF_FEW and locale[:2] in ("", "en", "de", "ru"):
                role = None
            if role is None and len(said.parts) == 3 and not any(map(str.isdigit, tokens[at:])):
                break
            if role is None and (number := _roman(token) or _roman(token.removesuffix("e"))):
                tag = "c" if "century of next" in said.roles else "r"
                said.parts.append(Part(number, 1 if number <= 12 else 2, tag))
            elif role is None or not _apply(role, token, said, tokens[at + 1 :]):
                return None
        elif not _apply_sign(token, said, tokens, at):
            return None
    return _with_roman_months(said)


def _with_roman_months(said: _Parts) -> _Parts | None:
    """Take "3.IV.2012" as a named month; a Roman numeral means nothing elsewhere."""
    for at, part in enumerate(said.parts):
        if part.tag == "r":
            if not 0 < at < len(said.parts) - 1 or part.value > 12:
                return None
            said.parts[at] = part._replace(tag="M")
    return said


def _roman(token: str) -> int:
    if not ROMAN.fullmatch(token):
        return 0
    values = [ROMAN_VALUES.get(sign, 0) for sign in token]
    if 0 in values:
        return 0
    following = [*values[1:], 0]
    return sum(-v if v < after else v for v, after in zip(values, following, strict=True))


def _apply(role: Role, token: str, said: _Parts, rest: Sequence[str]) -> bool:
    """Let a word act on the parts so far; False if it cannot stand there."""
    last = said.parts[-1] if said.parts else None
    if token == "c" and last and last.tag == "" and last.digits <= 2:
        role = "century"
    if role == "month name":
        said.parts.append(Part(value_words().months[token], 0, "M"))
    elif role == "era":
        said.roles.add(f"era {token}")
    elif role in ("year", "month", "day"):
        return _tag(role[0], said, last)
    elif role in ("century", "decade", "quarter"):
        return _narrow(role, said, last, rest)
    elif role in ("range", "before", "since") and said.parts and any(t.isdigit() for t in rest):
        if token in _range_words():
            said.cuts.append(len(said.parts))
        else:
            said.roles.add(role)
    elif role == "range":
        said.roles.add("before" if token in ("until", "till", "bis", "до", "まで") else "open")
    elif role != "noise":
        said.roles.add(role)
    return True


@cache
def _range_words() -> frozenset[str]:
    return frozenset(map(simplified, lexicon().date["range"]))


def _tag(tag: str, said: _Parts, last: Part | None) -> bool:
    """Say of the last number what it is; the year of an era becomes one of the calendar."""
    if last is None or last.tag not in ("", "y"):
        return False
    if tag == "y" and last.digits == 2 and "'" in said.signs:
        last = Part(_full_year(last.value), 4, "")
    eras = [role[4:] for role in said.roles if role.startswith("era ")]
    if tag == "y" and eras and last.tag == "":
        year = _eras()[eras[0]] + last.value
        said.roles.discard(f"era {eras[0]}")
        said.lunar = said.lunar or year <= LUNAR_UNTIL.get(eras[0], LAST_YEAR)
        last = Part(year, 4, "")
    said.parts[-1] = last._replace(tag=tag)
    return True


def _narrow(role: Role, said: _Parts, last: Part | None, rest: Sequence[str]) -> bool:
    """Take the number beside "century", "decade" or "quarter"."""
    if role == "quarter":
        if last is not None and last.value <= 4 and last.digits <= 1:
            said.parts.pop()
        else:
            said.roles.add("quarter")
        return True
    if last is None:
        if role == "century" and len(rest) > 1:
            said.roles.add("century of next")
        return True
    if last.tag not in ("", "r", "c"):
        return False
    if role == "century":
        if said.centuries:
            return False
        if any(token.isdigit() for token in rest[:4]) and not said.cuts:
            said.parts.pop()
            said.centuries = last.value
        else:
            said.parts[-1] = Part(last.value, 2, "c")
            if said.cuts == [1] and len(said.parts) == 2 and said.parts[0].digits <= 2:
                said.parts[0] = Part(said.parts[0].value, 2, "c")
        return True
    if last.digits == 1:
        return True  # "1er avril"
    if last.value % 10 or last.digits not in (2, 4):
        return False
    said.parts[-1] = last._replace(tag="x")
    return True


def _apply_sign(sign: str, said: _Parts, tokens: Sequence[str], at: int) -> bool:
    if sign in RANGE_SIGNS:
        is_followed = any(map(str.isdigit, tokens[at:])) or _has_century(tokens[at:])
        if said.parts and is_followed:
            said.cuts.append(len(said.parts))
        else:
            said.roles.add("before" if not said.parts else "open")
    elif sign == "-":
        return _apply_hyphen(said, tokens, at)
    elif sign in "/." and said.parts:
        after = tokens[at + 1 : at + 2]
        is_year = bool(after) and len(after[0]) == 4 and after[0].isdigit()
        if sign == "/" and (_has_century(tokens[at:]) or (is_year and _has_year(said))):
            said.cuts.append(len(said.parts))
        said.signs += sign
    elif sign == "'":
        said.signs += sign
    elif sign == "?":
        said.roles.add("approximate")
    return sign not in "@#%$€£¥+=_<>|:!" and (sign != "*" or not at)


def _has_year(said: _Parts) -> bool:
    since = said.cuts[-1] if said.cuts else 0
    return any(part.digits == 4 or part.tag == "y" for part in said.parts[since:])


def _has_century(tokens: Sequence[str]) -> bool:
    return any(_roles().get(token) == "century" for token in tokens)


def _apply_hyphen(said: _Parts, tokens: Sequence[str], at: int) -> bool:
    """Tell a hyphen of a date (2012-04) from that of a span (1914-1918, 1998-99, 2012-)."""
    if not said.parts:
        return at > 0 and tokens[at - 1].isalpha()
    last = said.parts[-1]
    numbers = [token for token in tokens[at + 1 :] if token.isdigit()]
    if not numbers:
        following = next((token for token in tokens[at + 1 :] if token[0].isalpha()), "")
        if following and (_has_century(tokens[at:]) and _roman(following)):
            said.cuts.append(len(said.parts))
            return True
        if following and _roles().get(following) in ("decade", "month name", "noise"):
            return True
        said.roles.add("open")
        return not following or _roles().get(following) == "since"
    is_spaced = tokens[at - 1].isspace() and tokens[at + 1].isspace()
    names_month = any(_roles().get(token) == "month name" for token in tokens[at + 1 :])
    days = len(said.parts) == 1 and last.digits <= 2 and len(numbers) >= 3
    if last.tag == "M":
        is_cut = names_month
    elif any(part.tag == "M" for part in said.parts):
        is_cut = len(numbers) >= 2 if len(numbers[0]) <= 2 else _has_year(said)
    else:
        is_cut = (len(numbers[0]) == 4 and _has_year(said)) or days or last.tag in ("d", "m")
        is_cut = is_cut or (names_month and len(numbers) > 1)
    if is_spaced or is_cut or _has_century(tokens[at:]):
        said.cuts.append(len(said.parts))
    said.signs += "-"
    return True
