"""What the words around one number make of it: a total, a range's total, a number of pages.

Texts are lower case, with the query masked. No page is known here: a number comes
with the text before and after it. The words stand in ``lexicon.toml``.

>>> interpretations(130, "results 1 - 20 of about ", " for □")
[('range', 4.0, {'first': 1, 'last': 20, 'about': True})]
>>> interpretations(45, "共找到 ", " 条结果")[0][:2], interpretations(9, "page 2 of ", "")[0][0]
(('count', 2.5), 'page')
"""

import re
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Final

from leadline.page.data_files import any_of, read_table
from leadline.wrapper.query_mask import MASK

MAX_CONTEXT_WORDS: Final = 4
"""Words kept on each side as context; more of them would hold parts of records."""
MAX_WORD_CHARACTERS: Final = 16
MIN_STEM_CHARACTERS: Final = 4
MAX_RANGE_RECORDS: Final = 2_000
"""Records on one page; a wider range is something else."""

_TOTALS_LEXICON: Final = read_table("leadline.wrapper.totals", "lexicon.toml")
NOUNS: Final = frozenset(_TOTALS_LEXICON["nouns"].split())
FOUND: Final = frozenset(_TOTALS_LEXICON["found"].split())
NEGATIONS: Final = frozenset(_TOTALS_LEXICON["negations"])
STEMS: Final = tuple(_TOTALS_LEXICON["stems"])
UNITS: Final = tuple(_TOTALS_LEXICON["units"])
ANNOUNCING: Final = tuple(_TOTALS_LEXICON["announcing"])
COUNT_OF: Final = tuple(_TOTALS_LEXICON["count_of"])
ABOUT: Final = tuple(_TOTALS_LEXICON["about"])
MORE_THAN: Final = tuple(_TOTALS_LEXICON["more_than"])
OF: Final = tuple(_TOTALS_LEXICON["of"])
AFTER_OF: Final = tuple(_TOTALS_LEXICON["after_of"])
PAGE_UNITS: Final = tuple(_TOTALS_LEXICON["page_units"])
PAGE_WORDS: Final = "|".join(_TOTALS_LEXICON["page_words"])
DASHES: Final = "|".join(_TOTALS_LEXICON["dashes"])
DATABASE_WORDS: Final = re.compile("|".join(_TOTALS_LEXICON["database_words"]))

_ORDINAL: Final[str] = _TOTALS_LEXICON["ordinal"]
_SCALES: Final = "|".join(_TOTALS_LEXICON["scales"])
_GROUPS: Final = r"\d{1,3}(?:[,.'’٬\u00a0\u202f\u2009 ]\d{3})+(?!\d)"
COUNT: Final = re.compile(
    rf"(?<![\w.,])(?:{_GROUPS}|\d{{1,12}})(?:[.,]\d{{1,2}}(?=\s?(?:{_SCALES}|k\b|m\b)))?"
    r"|(?<=[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3])(?:\d{1,3}(?:,\d{3})+(?!\d)|\d{1,12})"
)
"""A number with or without thousands separators; after a Chinese, Japanese or Korean letter too."""
SCALE: Final = {**_TOTALS_LEXICON["scales"], "k": 1000, "m": 10**6}
SCALED: Final = re.compile(rf"\s?({_SCALES}|[km](?![a-z]))")

_SHOWN: Final = r"\d[\d,.'’ ]{0,11}"
_UNIT: Final = rf"\s?(?:{'|'.join(UNITS)}|[^\W\d_]{{3,12}})?"
_RANGE: Final = re.compile(
    rf"(?<![\d,.])(?<!\d[-–/])(?P<first>{_SHOWN}){_UNIT}\s?(?:{DASHES})"
    rf"\s?{_ORDINAL}?(?P<last>{_SHOWN}){_UNIT}"
    rf"[\s,，、;|(（]{{0,3}}(?:[^\W\d_]{{1,16}}[\s,，、]{{0,2}}){{0,2}}$"
)
"""The records shown, at the end of the text before "of"; no end of a date."""


def _first_of(name: str) -> str:
    return any_of("leadline.wrapper.totals", f"total_first.{name}")


_RANGE_AFTER: Final = re.compile(
    rf"\s?(?:(?:{_first_of('units')})\s?(?:{_first_of('of_them')})?|{_first_of('of_them_alone')})"
    rf"[\s,，、:：(（]{{0,4}}(?:{_first_of('showing')})?\s?:?\s?"
    rf"(?P<first>\d[\d,]{{0,9}}){_UNIT}\s?(?:{DASHES})\s?(?P<last>\d[\d,]{{0,9}})"
    r"(?!\d|[-–]\d|\s?(?:of|von|de|sur|di|/))"
)
"""The total first: "130 件中 1-20 件", "130 results, showing 1 to 20"."""
_BEHIND_PAGE: Final = any_of("leadline.wrapper.totals", "behind_page")
_PAGE: Final = re.compile(
    rf"(?:{PAGE_WORDS})[\s.:：]{{0,3}}(?P<page>\d[\d,.]{{0,8}})\s?(?:{_BEHIND_PAGE})?[\s,，、(（/]{{0,3}}$"
)
_PART: Final = re.compile(rf"\s?(?:{'|'.join(map(re.escape, OF))})\s?\d")
_NUMBER_IN_END: Final = re.compile(r"\d[^\d]{0,24}$")
_NUMBER_END: Final = re.compile(r"\d[\d,.'’]{0,11}\s?$")
_LAST_WORD: Final = re.compile(r"\s([^\W\d_]{2,24})$")
_WORDS_AFTER: Final = re.compile(r"[\s-]?([^\W\d_]{1,24})")
_DATE_END: Final = re.compile(r"\d{1,4}[/.]\d{1,2}[/.]$")
_DATE_BEGIN: Final = re.compile(r"[/.]\d{1,2}[/.]\d")
_GLUED: Final = re.compile(r"\w[-–]$|[$€£¥#]\s?$|\bno\.?\s?$")
"""Beginnings of docket numbers and prices."""
_MANY_DIGITS: Final = re.compile(r"\d+(?:[.,' ]\d+)*")
_EDGES: Final = " \n,.:;()-–|\"'“”„‘’«»「」『』"
OPENING: Final = " \t\n:：(（[=,，"

MaskText = Callable[[str], str]
Parts = dict[str, int | None]
Interpretation = tuple[str, float, Parts]
"""Pattern, points, and what stands beside the number (``first``, ``last``, ``page``, ``about``)."""


NUMBER_PATTERN: Final = "number"
"""Pattern of a number that is known to be the total by its behaviour alone."""


def plain_number(before: str, after: str) -> Interpretation:
    """Return a number as it stands: only "about" beside it is read."""
    about = _without_about(before.rstrip(OPENING))[1] or after.lstrip().startswith(MORE_THAN)
    return NUMBER_PATTERN, 0.0, {"about": about}


@lru_cache(maxsize=4096)
def interpretations(value: int, before: str, after: str) -> list[Interpretation]:
    """Return the kinds of total that a number may be."""
    rest, about = _without_about(before.rstrip(OPENING))
    about = about or after.lstrip().startswith(MORE_THAN)
    of = _before_of(rest)
    if of is not None:
        known = _paged(of, value) or _ranged(_RANGE.search(of), value, about)
        if known:
            return [known]
    known = _ranged(_RANGE_AFTER.match(after), value, about)
    if known:
        return [known]
    if _GLUED.search(before) or _is_date(before, after):
        return []
    if after.lstrip().startswith(PAGE_UNITS):
        shown = before.rstrip().endswith(_ORDINAL)
        return [] if shown else [("page", 0.5, {"page": None, "about": False})]
    part = _NUMBER_END.search(of) if of is not None else None
    return _counted(rest, after, about, part=read_count(part[0]) if part else None)


def _counted(before: str, after: str, about: bool, *, part: int | None) -> list[Interpretation]:
    kinds: list[Interpretation] = []
    noun, word = _noun_after(after), _is_announced(before)
    if noun or word:
        kinds.append(("count", 2.5 if noun and word else 2.0, {"about": about}))
    if part is not None:
        kinds.append(("of", 1.0, {"last": part, "about": about}))
    if _PART.match(after):
        kinds.append(("part", 1.0, {"about": about}))
    return kinds


def _paged(of: str, value: int) -> Interpretation | None:
    """Read "Page 2 of 9"."""
    paged = _PAGE.search(of)
    number = read_count(paged["page"]) if paged else None
    return ("page", 0.5, {"page": number, "about": False}) if number else None


def follows_page(before: str) -> bool:
    """Tell whether a number stands behind "page 2 of", so that it may be the number of pages.

    >>> follows_page("page 2 of "), follows_page("record 2 of ")
    (True, False)
    """
    of = _before_of(_without_about(before.rstrip(OPENING))[0])
    return of is not None and _PAGE.search(of) is not None


def _ranged(shown: re.Match[str] | None, value: int, about: bool) -> Interpretation | None:
    """Read "1-20 of 130"."""
    if shown is None:
        return None
    first, last = read_count(shown["first"]), read_count(shown["last"])
    if first is None or last is None or not _is_range(first, last, value):
        return None
    return "range", 4.0, {"first": first, "last": last, "about": about}


def _without_about(text: str) -> tuple[str, bool]:
    """Remove "about" at the end of a text, and tell whether it was there."""
    ending = _ends_with(text, ABOUT)
    return (text[: len(text) - len(ending)].rstrip(OPENING), True) if ending else (text, False)


def _before_of(text: str) -> str | None:
    """Return the text before an "of" at the end of a text, None without one."""
    tail = _ends_with(text, AFTER_OF)
    bare = text[: len(text) - len(tail)].rstrip() if tail else text
    ending = _ends_with(bare, OF) or _ends_with(text, OF)
    if not ending:
        return None
    cut = bare if bare.endswith(ending) else text
    return cut[: len(cut) - len(ending)].rstrip(" ,，、;|(（")


def _ends_with(text: str, endings: tuple[str, ...]) -> str:
    """Return the longest of the words that stands as a whole word at the end of a text."""
    if not text.endswith(endings):
        return ""
    best = ""
    for ending in endings:
        if len(ending) > len(best) and text.endswith(ending):
            left = text[-len(ending) - 1 : -len(ending)]
            if not (
                left.isalpha() and left < "\u3040" and ending[0].isalpha() and ending[0] < "\u3040"
            ):
                best = ending
    return best


def _noun_after(after: str) -> bool:
    """Tell whether one of the next three words is a counted thing, or says that it was counted."""
    bare = after.lstrip(" +")
    for more in MORE_THAN:
        bare = bare.removeprefix(more)
    if bare.startswith(UNITS):
        return True
    at = 0
    for _ in range(3):
        word = _WORDS_AFTER.match(bare, at)
        if word is None or word[1] in NEGATIONS:
            return False
        if word[1] in NOUNS or word[1] in FOUND or word[1].startswith(STEMS):
            return True
        at = word.end()
    return False


def is_counted(before: str, after: str) -> bool:
    """Tell whether a number counts something, or a word like "total" stands before it."""
    return _noun_after(after) or _is_announced(before.rstrip(OPENING))


def _is_announced(before: str) -> bool:
    """Tell whether the text before a number says that things were counted.

    >>> _is_announced("records found"), _is_announced("found records"), _is_announced("records")
    (True, True, False)
    """
    if _ends_with(before, ANNOUNCING):
        return True
    noun = _LAST_WORD.search(before)
    if noun is None or not (noun[1] in NOUNS or noun[1].startswith(STEMS)):
        return False
    rest = before[: noun.start()].rstrip()
    return bool(_ends_with(rest, ANNOUNCING) or _ends_with(rest, COUNT_OF))


def _is_range(first: int, last: int, value: int) -> bool:
    """Tell whether ``first`` to ``last`` of ``value`` may be the records of one page."""
    return 0 < first <= last <= value and last - first < MAX_RANGE_RECORDS


def _is_date(before: str, after: str) -> bool:
    """Tell whether a number is the day, month or year of a date with strokes or points."""
    if _DATE_END.search(before) or _DATE_BEGIN.match(after):
        return True
    return bool(re.search(r"\d[/.]$", before) and re.match(r"[/.]\d", after))


def words_before(text: str, mask: MaskText) -> str:
    """Return a few words before a total, without ranges and "about", which vary."""
    bare = _without_about(text.rstrip(OPENING))[0]
    of = _before_of(bare)
    if of is not None and _NUMBER_IN_END.search(of):
        shown = _RANGE.search(of)
        bare = of[: shown.start()] if shown else of
    return " ".join(_surroundings(bare, mask)[-MAX_CONTEXT_WORDS:])


def words_after(text: str, mask: MaskText) -> str:
    """Return a few words after a total."""
    return " ".join(_surroundings(text, mask)[:MAX_CONTEXT_WORDS])


def _surroundings(text: str, mask: MaskText) -> list[str]:
    """Return words without signs, numbers as #, the query as one mask.

    A word is masked only as a whole, else the query "a" would hide half of every word.
    """
    words: list[str] = []
    for token in text.split():
        bare = token.strip(_EDGES)
        if not bare:
            continue
        masked = mask(bare)
        word = MASK if masked == MASK else masked if bare[0] >= "\u3040" else bare
        word = _MANY_DIGITS.sub("#", word)
        if not (word == MASK and words[-1:] == [MASK]):
            words.append(word[:MAX_WORD_CHARACTERS])
    return words


def same_surroundings(one: Sequence[str], other: Sequence[str]) -> float:
    """Compute the share of words that agree, from the number outwards; a mask agrees with anything.

    >>> same_surroundings(["results", "for", "□"], ["result", "for", "war"])
    1.0
    """
    if not one or not other:
        return 1.0 if not one and not other else 0.25
    agreeing = sum(_same_word(a, b) for a, b in zip(one, other, strict=False))
    return agreeing / max(len(one), len(other))


def _same_word(one: str, other: str) -> bool:
    """Tell whether words are equal but for an ending ("result", "results"), or one is the query."""
    if one == other or MASK in (one, other):
        return True
    stem = min(len(one), len(other)) - 1
    return (
        stem >= MIN_STEM_CHARACTERS
        and abs(len(one) - len(other)) <= 3
        and one[:stem] == other[:stem]
    )


def read_count(text: str) -> int | None:
    """Read a number with thousands separators of any kind.

    >>> [read_count(text) for text in ("1,234", "1.234.567", "1 234", "12'345", "007")]
    [1234, 1234567, 1234, 12345, 7]
    """
    digits = re.sub(r"\D", "", text)
    return int(digits) if 0 < len(digits) <= 14 else None


def read_scaled(text: str, unit: str) -> int | None:
    """Read a scaled number: "1.2" and 万 are 12,000."""
    try:
        return int(float(text.replace(",", ".") if text.count(",") == 1 else text) * SCALE[unit])
    except ValueError:
        whole = read_count(text)
        return whole * SCALE[unit] if whole is not None else None
