"""Templates of texts that hold several values: how they are written, and read in one go.

A template is a text with its changing parts in braces, so that a person can read and edit it in a
wrapper file: ``{number} KB ({number} words) - {date}``. It is compiled to one regular expression
with atomic groups, so hostile texts cost no more than others.

``{text}`` ends at the first place where what follows it in the template stands, ``{rest}`` (one a
template) takes as much as it can, ``{tail}`` stands behind it and does not hold what stands before
it, ``{maybe}`` is the last part and may be missing together with the sign before it. Parts are
numbered from 0, or as they say: ``{date:2}`` is the same part as that number of another template.
A ``{number}`` is read without signs between its thousands, an ``{amount}`` as it stands.

>>> read = compile_template("#{number}: {text}: {rest} ({tail})")
>>> read("#7: bug: A (b) c: d (closed)")
('7', 'bug', 'A (b) c: d', 'closed')
>>> read("a wiki page") is None, compile_template("{text}: {maybe}")("new")
(True, ('new', None))
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

from leadline.page.data_files import LEXICON_FILE, any_of, read_table
from leadline.values.words import value_words

Item = tuple[str, str]
"""Nothing and a constant text, or the kind of a changing part and its number if it has one."""
Read = Callable[[str], tuple[str | None, ...] | None]

MAX_CHARACTERS: Final = 600
"""Characters of a text that may be split; a longer one is prose."""
MAX_OPEN_ENDED_CHARACTERS: Final = 20_000
"""Characters of a text whose last part takes all that is left: nothing is tried twice."""
STRONG_SEPARATORS: Final = "|·•・｜"
"""Signs that separate values wherever they stand, also where a value is empty."""


def _by_first_letter(words: Iterable[str]) -> Iterator[str]:
    """Return a branch of a pattern for each first letter, longer words first."""
    names = sorted(words, key=lambda name: (-len(name), name))
    for letter in sorted({name[0] for name in names}):
        rests = "|".join(re.escape(name[1:]) for name in names if name[0] == letter)
        yield f"{letter}(?:{rests})"


_LEXICON: Final = read_table("leadline.columns", LEXICON_FILE)
_DATE_SIGNS: Final = value_words().date_signs
_YEAR_PATTERN: Final = r"\d{4}"
_CLOCK: Final = (
    r"(?:(?:,?\s(?:at\s|um\s)?|T)\d{1,2}[:h]\d{2}(?::\d{2}(?:\.\d+)?)?"
    r"(?:\s?[apAP]\.?[mM]\b\.?)?(?:\s?(?:Uhr|Z|UTC|GMT|[A-Z]{3,4}\b|[+-]\d\d:?\d\d))?)?"
)
_NAME: Final = f"(?i:{'|'.join(_by_first_letter(value_words().months))})(?![^\\W\\d_])"
_DATES: Final = (
    rf"{_YEAR_PATTERN}(?:-\d{{1,2}}-|/\d{{1,2}}/|\.\d{{1,2}}\.)\d{{1,2}}(?!\d)",
    rf"\d{{1,2}}(?:-\d{{1,2}}-|/\d{{1,2}}/|\.\s?\d{{1,2}}\.\s?)(?:{_YEAR_PATTERN}|\d{{2}})(?![\d.])",
    rf"\d{{1,2}}(?:\.|st|nd|rd|th|er)?[\s-](?:de\s|of\s)?{_NAME}\.?[\s,-]\s?(?:de\s)?{_YEAR_PATTERN}(?!\d)",
    rf"{_NAME}\.?\s\d{{1,2}}(?:st|nd|rd|th)?,?\s{_YEAR_PATTERN}(?!\d)",
    rf"{_YEAR_PATTERN}\s?[{_DATE_SIGNS.year}]\s?\d{{1,2}}\s?[{_DATE_SIGNS.month}](?:\s?\d{{1,2}}\s?[{_DATE_SIGNS.day}])?",
    rf"{_NAME}\.?\s{_YEAR_PATTERN}(?!\d)",
)
_CLOCK_FIRST: Final = r"(?:\d{1,2}:\d{2}(?::\d{2})?,?\s)?"
_WEEKDAY: Final = rf"(?:(?i:{'|'.join(_by_first_letter(value_words().weekdays))})\.?,?\s)?"
_MEASURED: Final = r"\d{1,15}(?:[.,]\d{1,15})?(?: ?\d/\d{1,2})?[¼½¾]?"
UNITS: Final = rf"(?:{any_of('leadline.columns', 'units')})(?:[²³23]|(?![^\W_]))"
KINDS: Final = {
    "date": rf"{_CLOCK_FIRST}{_WEEKDAY}(?:{'|'.join(_DATES)}){_CLOCK}",
    "time": r"\d{1,2}:\d{2}(?::\d{2})?(?:\s?[apAP]\.?[mM]\b\.?)?",
    "number": r"[+-]?(?:\d{1,3}(?:[ \xa0\u202f]\d{3})+(?:[.,]\d{1,2})?(?!\d)|\d+(?:[.,']\d+)*)",
    "amount": r"[+-]?(?:\d{1,3}(?:[ \xa0\u202f]\d{3})+(?:[.,]\d{1,2})?(?!\d)|\d+(?:[.,']\d+)*)",
    "url": r"(?:https?://|www\.)[^\s<>\"]+",
    "email": r"[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}",
    "unit": r"[^\W\d_]{1,12}[.²³]?",
    "quantity": r"[+-]?\d+(?:[.,']\d+)* ?[^\W\d_]{1,12}[.²³]?",
    "measure": (
        rf"[^;|]{{0,80}}?{_MEASURED}\s?(?:[{_LEXICON['times_signs']}*]\s?{_MEASURED}|{UNITS})[^;|]{{0,120}}"
    ),
}
"""Patterns of the kinds of parts; a part of another kind is any text."""
PART_IN_BRACES: Final = re.compile(r"\{([^\W\d]+)(?::(\d+))?\}")
OPEN: Final = "([（【［"
SHUT: Final = ")]）】］"
_NO_BRACKET: Final = r"[^()（）\[\]【】［］]*"
BRACKETED: Final = rf"{_NO_BRACKET}(?:[(（\[【［]{_NO_BRACKET}[)）\]】］]{_NO_BRACKET})*"
"""Text in brackets: may hold brackets once more."""


@lru_cache(maxsize=1024)
def items_of(template: str) -> tuple[Item, ...]:
    """Return the constants and parts of a template."""
    result: list[Item] = []
    at = 0
    for part in PART_IN_BRACES.finditer(template):
        if part.start() > at:
            result.append(("", template[at : part.start()]))
        result.append((part[1], part[2] or ""))
        at = part.end()
    if at < len(template):
        result.append(("", template[at:]))
    return tuple(result)


def written(items: Sequence[Item]) -> str:
    """Write constants and parts as a template."""
    return "".join(
        text if not kind else f"{{{kind}:{text}}}" if text else f"{{{kind}}}"
        for kind, text in items
    )


def compile_template(template: str) -> Read:
    """Return a function that reads the parts of a text, None if the template does not match."""
    match, longest = matcher(template)

    def read(text: str) -> tuple[str | None, ...] | None:
        result = match(text) if len(text) <= longest else None
        return result.groups() if result else None

    return read


@lru_cache(maxsize=1024)
def matcher(template: str) -> tuple[Callable[[str], re.Match[str] | None], int]:
    """Return what matches a whole text, and how many characters a text may have."""
    items = items_of(template)
    open_ended = bool(items) and items[-1][0] == "rest"
    match = re.compile(_pattern(items), re.DOTALL).fullmatch
    return match, MAX_OPEN_ENDED_CHARACTERS if open_ended else MAX_CHARACTERS


def _pattern(items: Sequence[Item]) -> str:
    groups: list[str] = []
    atomic = False
    for at, (kind, text) in enumerate(items):
        if not kind:
            maybe = at + 1 < len(items) and items[at + 1][0] == "maybe"
            groups.append(f"(?:{_literal(text)}(.*))?" if maybe else _literal(text))
        elif kind == "maybe":
            continue
        elif kind in KINDS:
            groups.append(f"({KINDS[kind]})")
        else:
            inner = _inner(items, at)
            if atomic:
                groups.append(")")
            atomic = kind == "text" and all(other != "maybe" for other, _ in items[at:])
            groups.append(f"(?>({inner})" if atomic else f"({inner})")
    return "".join([*groups, ")" if atomic else ""])


def _inner(items: Sequence[Item], at: int) -> str:
    """Return the pattern of a free part at this place of a template."""
    kind, (before, after) = items[at][0], _beside(items, at)
    if before[-1:] and before[-1] in OPEN and after[:1] and after[0] in SHUT:
        return BRACKETED
    if kind == "text":
        return ".*?"
    if kind == "tail" and before.strip():
        return rf"(?:(?!{_literal(before)}).)*"
    return ".*"


def _beside(items: Sequence[Item], at: int) -> tuple[str, str]:
    """Return the constants in front of a part and behind it."""
    (left, before), (right, after) = (("", ""), *items, ("", ""))[at : at + 3 : 2]
    return "" if left else before, "" if right else after


def _literal(text: str) -> str:
    """Return the pattern of a constant; blanks beside a strong sign are optional."""
    result = re.escape(text).replace(r"\ ", " ")
    for sign in STRONG_SEPARATORS:
        result = re.sub(
            rf" ?{re.escape(re.escape(sign))} ?", lambda m: f" ?{m[0].strip()} ?", result
        )
    return result


@dataclass(frozen=True, slots=True)
class TemplatePart:
    """A part of a template: its kind and the constants in front of it and behind it."""

    number: int
    kind: str
    before: str
    after: str


def parts_in(template: str) -> list[TemplatePart]:
    """Return the parts of a template in order.

    >>> parts_in("by {rest} on {date:4}")[1]
    TemplatePart(number=4, kind='date', before=' on ', after='')
    """
    items = items_of(template)
    result: list[TemplatePart] = []
    for at, (kind, number) in enumerate(items):
        if kind:
            result.append(TemplatePart(int(number or len(result)), kind, *_beside(items, at)))
    return result


def numbered(templates: Sequence[str]) -> list[str]:
    """Number the parts of a column's templates: one part has one number in all of them.

    >>> numbered(["{rest} ({date}) {number} hits", "{rest} {number} hits", "see {text}: {rest}"])
    ['{rest} ({date}) {number} hits', '{rest} {number:2} hits', 'see {text:3}: {rest:4}']
    """
    known: list[TemplatePart] = []
    result: list[str] = []
    for template in templates:
        parts = parts_in(template)
        free = list(known)
        numbers: list[int] = []
        for part in parts:
            same = max(
                free, key=lambda known_part: _likeness(known_part, part, free, parts), default=None
            )
            if same is not None and _likeness(same, part, free, parts) > 0:
                free.remove(same)
                numbers.append(same.number)
            else:
                numbers.append(len(known))
                known.append(replace(part, number=len(known)))
        result.append(_with_numbers(template, numbers))
    return result


def _with_numbers(template: str, numbers: list[int]) -> str:
    if numbers == list(range(len(numbers))):
        return template
    left = enumerate(numbers)
    items = []
    for kind, text in items_of(template):
        if kind:
            place, number = next(left)
            text = "" if number == place else str(number)
        items.append((kind, text))
    return written(items)


def _likeness(
    known_part: TemplatePart,
    other: TemplatePart,
    ones: Sequence[TemplatePart],
    others: Sequence[TemplatePart],
) -> int:
    """Rank how surely parts of two templates are one part; 0 if they are not."""
    if (known_part.kind in KINDS or other.kind in KINDS) and known_part.kind != other.kind:
        return 0
    before = known_part.before.strip() == other.before.strip()
    after = known_part.after.strip() == other.after.strip()
    if before and after:
        return 4
    if (before and _has_words(known_part.before)) or (after and _has_words(known_part.after)):
        return 3
    if known_part.kind in KINDS:
        alone = [sum(part.kind == known_part.kind for part in parts) for parts in (ones, others)]
        return 2 if alone == [1, 1] else 0
    return int(known_part.kind == other.kind and before)


def _has_words(text: str) -> bool:
    return any(sign.isalpha() for sign in text)
