"""What a value means, so that two ways to write one thing do not contradict each other.

>>> def same(one, other):
...     return is_same_meaning(meaning_of(one), meaning_of(other))
>>> same("Anna Becker", "Becker, Anna"), same("doi:10.1000/ABC", "https://doi.org/10.1000/abc")
(True, True)
>>> same("0-306-40615-2", "9780306406157"), same("12. Mai 2024", "2024-05-12")
(True, True)
>>> same("1,234.50", "1234.5"), same("1998", "1999"), same("03/04/2012", "04/03/2012")
(True, False, False)
"""

from functools import lru_cache
from typing import Final, NamedTuple

from leadline.values.normal.column import READERS, read_as
from leadline.values.normal.names import DIGIT
from leadline.values.normal.reading import ColumnFormat, Reading, is_same_amount
from leadline.values.normal.text import fold_width, is_no_value, text_key

MAX_MEANT_CHARACTERS: Final = 300
"""Characters of a value that is read; a longer one means what it says."""
MAX_NAMED_CHARACTERS: Final = 120
"""Characters of a text that may be the name of a person."""
EDGE_SIGNS_OF_TEXT: Final = " .,;:/"
AMOUNT_KINDS: Final = ("date", "price", "quantity", "number")


class ValueMeaning(NamedTuple):
    """Keys of what a value may be, of which one suffices to be equal, and its amount or date."""

    keys: frozenset[str]
    amount: Reading | None


@lru_cache(maxsize=20_000)
def meaning_of(text: str, learned: ColumnFormat | None = None) -> ValueMeaning:
    """Read a value; ``learned`` is how its column is written, where that is known."""
    folded = fold_width(text)
    keys = {f"text {text_key(folded).strip(EDGE_SIGNS_OF_TEXT)}"}
    if len(folded) > MAX_MEANT_CHARACTERS:
        return ValueMeaning(frozenset(keys), None)
    for kind in _possible(folded):
        reading = READERS[kind](folded, learned or ColumnFormat(kind))
        if reading is not None:
            keys.add(f"{kind} {_key(reading)}")
    return ValueMeaning(frozenset(keys), _amount(text, folded, learned))


def says_nothing(text: str) -> bool:
    """Tell whether a value only says that there is none."""
    return not text.strip() or is_no_value(text)


def is_same_meaning(one: ValueMeaning, other: ValueMeaning) -> bool:
    """Tell whether two values mean one thing."""
    return not one.keys.isdisjoint(other.keys) or is_same_amount(one.amount, other.amount)


def _possible(text: str) -> list[str]:
    """Return the kinds that a text may be of, by its signs."""
    kinds = []
    digits = sum(map(str.isdigit, text))
    if digits >= 7:
        kinds += ["isbn", "issn", "phone"]
    if "10." in text:
        kinds.append("doi")
    if "@" in text:
        kinds.append("email")
    if "://" in text or text[:4].casefold() == "www.":
        kinds.append("url")
    if not digits and len(text) <= MAX_NAMED_CHARACTERS:
        is_name = " " in text and "(" not in text and "[" not in text
        kinds += ["language", "person"] if is_name else ["language"]
    return kinds


def _key(reading: Reading) -> str:
    """Return the key of a reading; persons count in any order, addresses without their scheme."""
    if reading.kind == "person":
        return "; ".join(sorted(reading.key.split("; ")))
    if reading.kind == "url":
        return reading.key.partition("://")[2].removeprefix("www.").rstrip("/")
    return reading.key


def _amount(text: str, folded: str, learned: ColumnFormat | None) -> Reading | None:
    """Return the number, amount or date that a text is, None where that is open."""
    if not DIGIT.search(folded) or (folded.isdecimal() and folded[0] == "0" != folded):
        return None  # zeros in front are those of a code
    if learned is not None and learned.kind in AMOUNT_KINDS:
        return _certain(read_as([text], learned).readings[0], folded)
    for kind in ("date", "number"):
        reading = READERS[kind](folded, ColumnFormat(kind))
        if reading is not None and (kind != "date" or reading.precision == "YMD"):
            return _certain(reading, folded)
    return None


def _certain(reading: Reading | None, text: str) -> Reading | None:
    """Leave out a date of which the day was written, and could not be told from the month."""
    if reading is None or reading.kind != "date" or reading.precision != "Y":
        return reading
    return reading if sum(map(str.isdigit, text)) <= 4 else None
