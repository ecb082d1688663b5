"""Amounts: numbers, prices and quantities, with their ranges, magnitudes and units.

Keys are ``12.5 EUR``, ``10..20 EUR`` for a range, ``10.. EUR`` for "from 10", and quantities in the
base unit of their dimension: ``1.8 m`` for 180 cm. Of a former and a present price the present one
is read.

>>> price = ColumnFormat("price", decimal=",", locale="de")
>>> [read_price(text, price).key for text in ("1.234,50 €", "ab 12,– €", "1,5 Mio. EUR", "10–20 €")]
['1234.5 EUR', '12.. EUR', '1500000 EUR', '10..20 EUR']
>>> read_price("statt 89,90 € nur 59,90 €", price).key, read_price("auf Anfrage", price)
('59.9 EUR', None)
>>> size = ColumnFormat("quantity", decimal=".", locale="en")
>>> [read_quantity(text, size).key for text in ("180 cm", "5'11\\"", "1h 30m", "10 x 20 cm")]
['1.8 m', '1.8034 m', '5400 s', '0.1 x 0.2 m']
>>> read_number("(1,234.50)", size).key, read_number("三百二十", size).key
('-1234.5', '320')
"""

import re
from collections.abc import Iterable, Sequence
from functools import cache
from typing import Final, NamedTuple

from leadline.domain.similarity import simplified
from leadline.values.normal.lexicon import Unit, lexicon
from leadline.values.normal.numerals import (
    NUMBER_TEXT,
    NUMERALS,
    plain_number,
    read_decimal,
    to_arabic,
)
from leadline.values.normal.reading import ColumnFormat, Reading
from leadline.values.words import value_words


@cache
def money_words(name: str) -> frozenset[str]:
    """Return words of money as texts are compared: simplified."""
    return frozenset(map(simplified, lexicon().money[name]))


def bare(words: str) -> str:
    """Return words without signs around them."""
    return " ".join(words.split()).strip(" .,:;()[]!*•/")


def says(words: str, name: str) -> bool:
    """Tell whether words hold one of a list; Chinese words without blanks are looked for inside."""
    text, known = bare(words), money_words(name)
    if not text or text in known:
        return bool(text)
    return any(piece.strip(".,:;()") in known for piece in text.split()) or any(
        word in text for word in known if word[0] >= "\u2e80"
    )


def open_end(words: str) -> str:
    """Return "low" or "high" if words leave one end open; of several phrases the longest says.

    >>> open_end("from"), open_end("up to"), open_end("about")
    ('low', 'high', '')
    """
    text = f" {bare(words)} "
    return next((end for phrase, end in _end_phrases() if phrase in text), "")


@cache
def _end_phrases() -> list[tuple[str, str]]:
    """Return phrases with the end that they leave open; blanks part alphabetic words."""
    pairs = [(phrase, end) for end in ("low", "high") for phrase in money_words(end)]
    return [
        (phrase if phrase[0] >= "\u2e80" or not phrase.isalpha() else f" {phrase} ", end)
        for phrase, end in sorted(pairs, key=lambda pair: (-len(pair[0]), pair))
    ]


@cache
def _all_words() -> frozenset[str]:
    names = (
        "low",
        "high",
        "range",
        "was",
        "now",
        "approximate",
        "noise",
        "labels",
        "times",
        "between",
    )
    return frozenset(word for name in names for word in money_words(name))


def is_known(words: str) -> bool:
    """Tell whether all words are words of amounts."""
    text, known = bare(words), _all_words()
    pieces = map(bare, text.split())
    return text in known or all(p in known or not any(map(str.isalnum, p)) for p in pieces)


MAX_AMOUNT_CHARS: Final = 120
"""Characters of a text that may be an amount."""
MAX_ITEMS: Final = 4
ISO_DURATION: Final = re.compile(
    r"p(?:(\d{1,4})d)?(?:t(?:(\d{1,4})h)?(?:(\d{1,4})m)?(?:(\d{1,5})s)?)?", re.IGNORECASE
)
CLOCK_DURATION: Final = re.compile(r"(\d{1,3}):([0-5]\d):([0-5]\d)")
ACCOUNTING: Final = re.compile(r"\(([^()]{1,40})\)")
EMPTY_CENTS: Final = re.compile(r"(?<=\d)[.,]\s?[-–—]{1,2}")
SHARED_MAGNITUDE: Final = re.compile(
    rf"(?<![\d.,])(\d{{1,6}}(?:\.\d{{1,3}})?)([-~–—{NUMERALS['range_signs']}])"
    rf"(\d{{1,6}}(?:\.\d{{1,3}})?)([{NUMERALS['magnitude_signs']}])"
)
PER_THING: Final = re.compile(r"\s?/\s?[^\d\s/]{1,12}$")
FOREIGN_TO_NUMBERS: Final = re.compile(r"[#№±$€£¥]")
DENOMINATORS: Final = (2, 3, 4, 5, 6, 8, 10, 12, 16, 32, 64)
GENERAL_UNITS: Final = lexicon().money["general"]
"""Words for the money of several countries: a narrower word before the number goes first."""
JOINING: Final = ("", *lexicon().money["joining"])
IN_BRACKETS: Final = re.compile(r"\([^()]{0,60}\)|\[[^\[\]]{0,60}\]")
_WORD_EDGE: Final = "[^\\W\\d_]"


class Item(NamedTuple):
    """One number of a text with what stands beside it, and the words before it."""

    number: float
    magnitude: float
    unit: str
    before: str
    is_least: bool


class Amounts(NamedTuple):
    """The items of a text, and the words behind the last."""

    items: tuple[Item, ...]
    behind: str


def read_price(text: str, learned: ColumnFormat) -> Reading | None:
    """Read an amount of money; the currency is '' where neither value nor column tells it."""
    if len(text) > MAX_AMOUNT_CHARS:
        return None
    if "(" in text and (outside := read_price(_outside(text), learned)):
        return outside
    text = _arabic(text)
    if bare(text) in money_words("free") or (
        not any(map(str.isdigit, text)) and says(text, "free")
    ):
        return Reading("price", "0", 0.0, 0.0)
    if "%" in text or says(text, "no_amount"):
        return None
    text = PER_THING.sub("", text)
    amounts = _amounts(EMPTY_CENTS.sub("", text), "price", learned)
    items = _present(amounts.items)
    if not items:
        return None
    if any(item.unit in lexicon().subunits for item in items):
        return _with_cents(items, learned)
    if not any(item.unit for item in items) and not _are_known(amounts):
        return None
    units = {item.unit for item in items if item.unit}
    if len(units) > 1 or (len(items) == 1 and re.search(r"\d", amounts.items[0].before)):
        return None
    unit = _currency(units.pop() if units else learned.unit, learned.locale)
    return _ranged("price", items, amounts.behind, unit, 1.0)


def read_quantity(text: str, learned: ColumnFormat) -> Reading | None:
    """Read a quantity, a range of it, or the sizes of a thing ("10 x 20 cm")."""
    if len(text) > MAX_AMOUNT_CHARS:
        return None
    if "(" in text and (outside := read_quantity(_outside(text), learned)):
        return outside
    duration = _duration(text)
    if duration is not None:
        return Reading("quantity", f"{plain_number(duration)} s", duration, duration, "s")
    amounts = _amounts(_arabic(text), "quantity", learned)
    items = amounts.items
    if not items or not _are_known(amounts):
        return None
    units = [_unit(item.unit, items, learned.base) for item in items]
    known = [unit for unit in units if unit]
    if not known:
        if learned.unit and len(items) <= 2:
            unit = lexicon().units[learned.unit][-1]
            return _ranged("quantity", items, amounts.behind, unit.base, unit.factor)
        return None
    bases = {unit.base for unit in known}
    if len(bases) > 1:
        return None
    base = bases.pop()
    if any(_is_times(item.before) for item in items[1:]):
        return _sizes(items, units, base)
    if len(items) > 1 and all(units) and all(bare(i.before) in JOINING for i in items[1:]):
        factors = [unit.factor for unit in known]
        if factors != sorted(set(factors), reverse=True):
            return None
        total = sum(i.number * i.magnitude * f for i, f in zip(items, factors, strict=True))
        return Reading("quantity", f"{plain_number(total)} {base}", total, total, base)
    factor = known[-1].factor
    if len({unit.factor for unit in known}) > 1:
        return None
    return _ranged("quantity", items, amounts.behind, base, factor)


def read_number(text: str, learned: ColumnFormat) -> Reading | None:
    """Read a number, a share ("45 %") or a range."""
    if len(text) > MAX_AMOUNT_CHARS:
        return None
    if FOREIGN_TO_NUMBERS.search(text):
        return None
    inside = ACCOUNTING.fullmatch(text)
    text = _arabic(inside[1] if inside else text)
    amounts = _amounts(text, "number", learned)
    if not amounts.items or not _are_known(amounts):
        return None
    units = {item.unit for item in amounts.items if item.unit}
    if units.difference(lexicon().money["percent"]) or len(units) > 1:
        return None
    factor = 10.0 if NUMERALS["tenths"] in units else 1.0
    reading = _ranged("number", amounts.items, amounts.behind, "%" if units else "", factor)
    if inside and reading and reading.low is not None and reading.low == reading.high:
        return Reading("number", f"-{reading.key}", -reading.low, -reading.low, reading.unit)
    return reading


def numbers_of(text: str) -> list[str]:
    """Return the numbers of a text as they are written, for the vote on the decimal sign."""
    return _PLAIN_NUMBER.findall(text)


def units_of(text: str, kind: str, learned: ColumnFormat) -> list[str]:
    """Return the units (or currencies) of the numbers of a text, for the vote of a column."""
    amounts = _amounts(_arabic(text[:MAX_AMOUNT_CHARS]), kind, learned)
    units = (item.unit for item in amounts.items if item.unit not in lexicon().subunits)
    return [_currency(unit, learned.locale) if kind == "price" else unit for unit in units if unit]


_PLAIN_NUMBER: Final = re.compile(NUMBER_TEXT)


def _outside(text: str) -> str:
    """Return a text without what stands in brackets: "30 cm (12 in)"."""
    return " ".join(IN_BRACKETS.sub(" ", text).replace("(", " ").replace(")", " ").split())


def _arabic(text: str) -> str:
    if text.isascii():
        return text.casefold()
    text = SHARED_MAGNITUDE.sub(_shared_magnitude, simplified(text))
    return to_arabic(text).casefold()


def _shared_magnitude(match: re.Match[str]) -> str:
    """Give 1 in "1-2万" the magnitude of 2, if it is the smaller."""
    low, sign, high, magnitude = match.groups()
    return f"{low}{magnitude if float(low) < float(high) else ''}{sign}{high}{magnitude}"


@cache
def _pattern(kind: str) -> re.Pattern[str]:
    """Return the pattern of a number with what may stand beside it, by kind of amount."""
    known = lexicon().units if kind == "quantity" else {}
    magnitudes = [word for word in lexicon().magnitudes if word not in known and word != "k"]
    magnitudes += ["k"] if kind != "quantity" else []
    units = [*_currency_names(), *lexicon().subunits] if kind == "price" else list(lexicon().units)
    if kind == "number":
        units = list(lexicon().money["percent"])
    unit, magnitude = _alternatives(units), _alternatives(magnitudes)
    front = rf"(?:(?P<front>{unit})\.?\s?)?" if kind == "price" else ""
    return re.compile(
        rf"{front}(?P<sign>(?<![^\s(:~])[-+−–]\s?)?{front.replace('front', 'inner')}"
        rf"(?:(?:(?P<whole>\d{{1,9}})\s)?(?P<over>\d{{1,4}})[/⁄](?P<under>\d{{1,4}})"
        rf"|(?<![\d.,])(?P<number>{NUMBER_TEXT})(?:e(?P<power>[+-]?\d{{1,2}})\b)?)"
        rf"(?P<plus>\+(?=\s?(?:{unit})))?"
        rf"(?:\s|-(?={_WORD_EDGE}))?(?:(?P<magnitude>{magnitude})\.?\s?)?(?:(?P<unit>{unit})\.?)?"
    )


def _alternatives(words: Iterable[str]) -> str:
    """Return alternatives, the longest first; a word in letters ends where its letters end."""
    ordered = sorted(set(words), key=lambda word: (-len(word), word))
    return "|".join(
        re.escape(word)
        + (rf"(?!{_WORD_EDGE})" if word[-1].isalpha() and word[-1] < "\u2e80" else "")
        for word in ordered
    )


@cache
def _currency_names() -> dict[str, str]:
    return {**value_words().currencies, **lexicon().currencies}


def _amounts(text: str, kind: str, learned: ColumnFormat) -> Amounts:
    """Return the numbers of a text; none if there are too many or one is no number."""
    items: list[Item] = []
    at = 0
    for match in _pattern(kind).finditer(text):
        parts = match.groupdict()
        number = _number(parts, learned.decimal or decimal_of_locale(learned.locale, kind))
        if number is None or len(items) >= MAX_ITEMS:
            return Amounts((), text)
        sign = (parts["sign"] or "").strip()
        before = text[at : match.start()]
        negative = sign in ("-", "−", "–") and not (items and not before.strip())
        if sign and items and not before.strip():
            before = sign
        front = parts.get("front") or parts.get("inner") or ""
        unit = front if front and parts["unit"] in GENERAL_UNITS else parts["unit"] or front
        size = lexicon().magnitudes.get(parts["magnitude"] or "", 1.0)
        items.append(Item(-number if negative else number, size, unit, before, bool(parts["plus"])))
        at = match.end()
    return Amounts(tuple(items), text[at:])


def _number(parts: dict[str, str | None], decimal: str) -> float | None:
    whole, over, under = parts["whole"], parts["over"], parts["under"]
    if over and under:
        is_fraction = int(under) in DENOMINATORS
        return int(whole or 0) + int(over) / int(under) if is_fraction else None
    number = read_decimal(parts["number"] or "", decimal)
    if parts["power"] and number is not None:
        return number * float(f"1e{int(parts['power'])}")
    return number


def decimal_of_locale(locale: str, kind: str) -> str:
    """Return the decimal sign where neither value nor column settles it."""
    if locale[:2] in ("de", "ru", "fr", "es", "it", "pt", "nl", "pl", "cs", "sv", "da", "nb", "tr"):
        return "." if locale == "de-CH" else ","
    return "" if kind == "price" else "."


def _present(items: Sequence[Item]) -> list[Item]:
    """Return the items without former prices; after "now" nothing before it counts."""
    former = [says(item.before, "was") for item in items]
    if any(former) and not all(former):
        kept = [item for item, is_former in zip(items, former, strict=True) if not is_former]
        return [kept[0]._replace(before=""), *kept[1:]] if kept else []
    if len(items) == 2 and says(items[1].before, "now"):
        return [items[1]]
    return list(items)


def _are_known(amounts: Amounts) -> bool:
    """Tell whether all words around the numbers are words of amounts."""
    behind = IN_BRACKETS.sub(" ", amounts.behind)
    return all(map(is_known, (*(item.before for item in amounts.items), behind)))


def _is_times(words: str) -> bool:
    pieces = words.split()
    times = [piece for piece in pieces if piece in (*lexicon().money["times"], "✕")]
    labels = money_words("labels")
    return len(times) == 1 and all(p in times or p.strip("().") in labels for p in pieces)


def _duration(text: str) -> float | None:
    clock = CLOCK_DURATION.fullmatch(text)
    if clock:
        return float(int(clock[1]) * 3600 + int(clock[2]) * 60 + int(clock[3]))
    if text[:1] not in "pP" or len(text) < 3:
        return None
    match = ISO_DURATION.fullmatch(text)
    if not match or not any(match.groups()):
        return None
    sizes = (86_400, 3_600, 60, 1)
    return float(
        sum(int(part or 0) * size for part, size in zip(match.groups(), sizes, strict=True))
    )


def _with_cents(items: Sequence[Item], learned: ColumnFormat) -> Reading | None:
    """Read "75 cents", "12元5角", "5 рублей 50 копеек"."""
    total, currency = 0.0, ""
    for item in items:
        unit = lexicon().subunits.get(item.unit)
        share, own = unit or (1.0, _currency(item.unit, learned.locale))
        if currency and own and own != currency:
            return None
        currency = currency or own
        total += item.number * item.magnitude * share
    total = round(total, 6)
    currency = currency or lexicon().currency_of.get(learned.locale, learned.unit)
    return Reading("price", f"{plain_number(total)} {currency}".strip(), total, total, currency)


def _currency(name: str, locale: str) -> str:
    """Return the ISO code of a currency; a sign of several countries by the place."""
    code = _currency_names().get(name, name.upper() if len(name) == 3 and name.isascii() else name)
    place = lexicon().currency_of
    own = place.get(locale) or place.get(locale[:2], "")
    if code == "$":
        return own if own.endswith("D") else "USD"
    if code in ("¥", "CNY") and name in lexicon().money["yuan_or_yen"]:
        return own if own in ("CNY", "JPY", "TWD", "HKD") else "CNY" if name != "¥" else "¥"
    if code == "kr":
        return own if own in ("SEK", "DKK", "NOK") else "kr"
    return code


def _unit(name: str, items: Sequence[Item], base: str) -> Unit | None:
    """Return the unit of a name; one with several meanings means what its neighbours do."""
    meanings = lexicon().units.get(name, ())
    if len(meanings) > 1:
        others = {base} | {
            meaning.base
            for item in items
            if item.unit != name
            for meaning in lexicon().units.get(item.unit, ())
        }
        return next((unit for unit in meanings if unit.base in others), meanings[0])
    return meanings[0] if meanings else None


def bases_of(units: Iterable[str]) -> list[str]:
    """Return the dimensions of units that have one meaning."""
    meanings = (lexicon().units.get(unit, ()) for unit in units)
    return [meaning[0].base for meaning in meanings if len(meaning) == 1]


def _sizes(items: Sequence[Item], units: Sequence[Unit | None], base: str) -> Reading | None:
    """Read "10 x 20 cm": the last unit is that of all."""
    last = next((unit for unit in reversed(units) if unit), None)
    if last is None or not all(_is_times(item.before) for item in items[1:]):
        return None
    if base not in ("m", "px"):
        return None  # "2 x 500 g" is no size
    sizes = [item.number * (unit or last).factor for item, unit in zip(items, units, strict=True)]
    key = " x ".join(map(plain_number, sizes))
    return Reading("quantity", f"{key} {base}", sizes[0], sizes[0], base)


def _ranged(
    kind: str, items: Sequence[Item], behind: str, unit: str, factor: float
) -> Reading | None:
    """Read one number or two, open at an end or not, in the unit given."""
    numbers = [item.number * item.magnitude * factor for item in items]
    first, suffix = items[0], f" {unit}" if unit else ""
    if len(items) == 2:
        low, high = numbers
        if first.magnitude == 1.0 != items[1].magnitude and first.number < items[1].number:
            low *= items[1].magnitude
        connector = bare(items[1].before)
        if connector not in money_words("range") or low > high:
            return None
        key = f"{plain_number(low)}..{plain_number(high)}{suffix}"
        return Reading(kind, key, low, high, unit)
    if len(items) != 1:
        return None
    number = numbers[0]
    end = open_end(f"{first.before} {behind}")
    if end == "low" or first.is_least or behind.strip() in ("+", "~", "〜"):
        return Reading(kind, f"{plain_number(number)}..{suffix}", number, None, unit)
    if end == "high":
        return Reading(kind, f"..{plain_number(number)}{suffix}", None, number, unit)
    return Reading(kind, f"{plain_number(number)}{suffix}", number, number, unit)
