"""Words in the values of columns, from ``words.toml``: months, weekdays, yes and no, money."""

from functools import cache
from typing import NamedTuple

from leadline.page.data_files import read_table


class DateSigns(NamedTuple):
    """Signs behind a year, a month and a day in digits, in scripts without blanks."""

    year: str
    month: str
    day: str


class ValueWords(NamedTuple):
    """Words in lower case; ``months`` by number, ``zones`` the hours from UTC of each name.

    ``currencies`` are by ISO code or ambiguous sign.
    """

    months: dict[str, int]
    weekdays: tuple[str, ...]
    booleans: dict[str, bool]
    currencies: dict[str, str]
    date_signs: DateSigns
    month_letters: frozenset[str]
    zones: dict[str, float]


@cache
def value_words() -> ValueWords:
    """Read the words, once.

    >>> words = value_words()
    >>> words.months["märz"], words.booleans["да"], words.currencies["€"]
    (3, True, 'EUR')
    """
    tables = read_table("leadline.values", "words.toml")
    return ValueWords(
        {name: at for at, names in enumerate(tables["months"], 1) for name in names.split()},
        tuple(tables["weekdays"].split()),
        {
            word: key == "true"
            for key, words in tables["booleans"].items()
            for word in words.split()
        },
        {sign: code for code, signs in tables["currencies"].items() for sign in signs.split()},
        DateSigns(**tables["date_signs"]),
        frozenset(tables["month_letters"].split()),
        {name: float(hours) for hours, names in tables["zones"].items() for name in names.split()},
    )
