"""Words and signs of dates: a text becomes numbers and months in order, and what words say of them.

>>> [(part.value, part.tag) for part in parse_date("3. März 2012", "").parts]
[(3, ''), (3, 'M'), (2012, '')]
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, partial
from typing import Final, NamedTuple

from leadline.domain.similarity import simplified
from leadline.page.data_files import LEXICON_FILE, any_of, read_table
from leadline.values.normal.lexicon import lexicon
from leadline.values.normal.numerals import to_arabic
from leadline.values.words import value_words

FIRST_YEAR, LAST_YEAR = 100, 2199
LAST_RECENT, FIRST_FORMER = 29, 69
"""Two digits of years of this century and of the last; those between tell no century."""
_any_of: Final = partial(any_of, "leadline.values.normal")
_DATE_LEXICON: Final = read_table("leadline.values.normal", LEXICON_FILE)
_DATE_TEXT: Final = _DATE_LEXICON["date_text"]
_YEAR_SIGN: Final[str] = _DATE_TEXT["year"]
LUNAR_UNTIL: Final[dict[str, int]] = _DATE_LEXICON["lunar_until"]
"""Last year of an era whose months are lunar; all years of eras that are not named."""

CLOCK: Final = re.compile(_any_of("clock"), re.IGNORECASE)
AFTER_CHRIST: Final = re.compile(_any_of("after_christ"), re.IGNORECASE)
LIMITS: Final = (
    (re.compile(rf"\b(?:{_any_of('not_before')})\b", re.IGNORECASE), "after"),
    (re.compile(rf"\b(?:{_any_of('not_after')})\b", re.IGNORECASE), "before"),
)
NEGATION: Final = re.compile(_any_of("negation"), re.IGNORECASE)
LETTER_ZERO: Final = re.compile(
    rf"(?<=[{_DATE_TEXT['zero_beside']}Oo])[Oo](?=[{_DATE_TEXT['zero_beside']}Oo{_YEAR_SIGN}])"
)
MONTHS_OF_FEW: Final = ("out", "set", "ago", "led", "lip", "gen", "mag", "sie", "lis")
"""Short names of months that are words of other languages: read where the locale may have them."""
BEFORE_CHRIST: Final = re.compile(_any_of("before_christ"), re.IGNORECASE)
WEEKDAY_OR_QUARTER: Final = re.compile(_any_of("weekday_or_quarter"))
ERA_SHORT: Final = re.compile(
    rf"([MTSHR])\.?\s?(\d{{1,2}}|{_DATE_TEXT['first_of_era']})(?=[./{_YEAR_SIGN}-])"
)
ERA_LETTERS: Final[dict[str, str]] = _DATE_TEXT["era_letters"]
ROMAN: Final = re.compile(rf"[{_DATE_TEXT['roman']}]{{1,6}}")
ROMAN_VALUES: Final[dict[str, int]] = _DATE_TEXT["roman_values"]
RANGE_SIGNS: Final = "–—~〜～"


class Part(NamedTuple):
    """A number or a month of a date; ``tag`` is y, m or d where a word beside it says so."""

    value: int
    digits: int
    tag: str


@dataclass(slots=True)
class DateParts:
    """Parts of a text in order, and what its words say about them."""

    parts: list[Part] = field(default_factory=list)
    cuts: list[int] = field(default_factory=list)
    """Numbers of parts before a sign or word that means "to"."""
    roles: set[str] = field(default_factory=set)
    lunar: bool = False
    centuries: int = 0
    signs: str = ""


def full_year(year: int) -> int:
    if year <= LAST_RECENT:
        return 2000 + year
    return 1900 + year if FIRST_FORMER <= year <= 99 else 0


def _rewritten(text: str, table: Mapping[str, str]) -> str:
    for written, meant in table.items():
        text = text.replace(written, meant)
    return text


def _prepared(text: str) -> str:
    """Return the text with Chinese numerals and eras in digits, without clock times."""
    text = ERA_SHORT.sub(
        lambda match: f"{ERA_LETTERS[match[1]]}{match[2]}{_YEAR_SIGN} ", text, count=1
    )
    for sign in (".", "/", "-", _YEAR_SIGN):
        text = text.replace(f"{_YEAR_SIGN} {sign}", _YEAR_SIGN)
    text = BEFORE_CHRIST.sub(" bc ", CLOCK.sub(" ", text))
    if "." in text:
        text = AFTER_CHRIST.sub(" ad ", text)
    if NEGATION.match(text):
        for pattern, word in LIMITS:
            text = pattern.sub(word, text)
    if not text.isascii():
        text = LETTER_ZERO.sub("〇", text)
        text = _rewritten(WEEKDAY_OR_QUARTER.sub(" ", simplified(text)), _DATE_TEXT["first_year"])
        text = _rewritten(to_arabic(text), _DATE_TEXT["this_century"])
    return text.casefold()


@cache
def _roles() -> dict[str, str]:
    """Return what each word means, the narrower meaning before the wider."""
    words = lexicon().date
    roles: dict[str, str] = {}
    for name in ("noise", "parts", "dropped"):
        roles.update(dict.fromkeys(map(simplified, words[name]), "noise"))
    for weekday in value_words().weekdays:
        roles[weekday] = "noise"
    meanings = (
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


def parse_date(text: str, locale: str) -> DateParts | None:
    """Take a text apart; None if it holds a word that no date has.

    Words behind a whole day may be any: "Mar 7, 1980 (wide release)".
    """
    said = DateParts()
    tokens = _token().findall(_prepared(text))
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


def _with_roman_months(said: DateParts) -> DateParts | None:
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


def _apply(role: str, token: str, said: DateParts, rest: Sequence[str]) -> bool:
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
        said.roles.add("before" if token in lexicon().date["until"] else "open")
    elif role != "noise":
        said.roles.add(role)
    return True


@cache
def _range_words() -> frozenset[str]:
    return frozenset(map(simplified, lexicon().date["range"]))


def _tag(tag: str, said: DateParts, last: Part | None) -> bool:
    """Say of the last number what it is; the year of an era becomes one of the calendar."""
    if last is None or last.tag not in ("", "y"):
        return False
    if tag == "y" and last.digits == 2 and "'" in said.signs:
        last = Part(full_year(last.value), 4, "")
    eras = [role[4:] for role in said.roles if role.startswith("era ")]
    if tag == "y" and eras and last.tag == "":
        year = _eras()[eras[0]] + last.value
        said.roles.discard(f"era {eras[0]}")
        said.lunar = said.lunar or year <= LUNAR_UNTIL.get(eras[0], LAST_YEAR)
        last = Part(year, 4, "")
    said.parts[-1] = last._replace(tag=tag)
    return True


def _narrow(role: str, said: DateParts, last: Part | None, rest: Sequence[str]) -> bool:
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


def _apply_sign(sign: str, said: DateParts, tokens: Sequence[str], at: int) -> bool:
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


def _has_year(said: DateParts) -> bool:
    since = said.cuts[-1] if said.cuts else 0
    return any(part.digits == 4 or part.tag == "y" for part in said.parts[since:])


def _has_century(tokens: Sequence[str]) -> bool:
    return any(_roles().get(token) == "century" for token in tokens)


def _apply_hyphen(said: DateParts, tokens: Sequence[str], at: int) -> bool:
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
