"""Words by which values are read, from ``lexicon.toml``: dates, money, units, languages."""

from functools import cache
from typing import Any, NamedTuple

from leadline.page.data_files import read_table


class Unit(NamedTuple):
    """A unit: base unit of its dimension, factor to it, and the name that is shown."""

    base: str
    factor: float
    name: str


class ValueLexicon(NamedTuple):
    """Words in lower case and the parts of values they stand for; ``eras`` by first year less 1."""

    no_value: frozenset[str]
    date: dict[str, tuple[str, ...]]
    eras: dict[str, int]
    money: dict[str, tuple[str, ...]]
    currencies: dict[str, str]
    subunits: dict[str, tuple[float, str]]
    currency_of: dict[str, str]
    magnitudes: dict[str, float]
    units: dict[str, tuple[Unit, ...]]
    languages: dict[str, str]
    booleans: dict[str, bool]
    person: dict[str, tuple[str, ...]]


@cache
def lexicon() -> ValueLexicon:
    """Read the words, once.

    >>> words = lexicon()
    >>> words.units["公里"][0].factor, words.eras["令和"], words.languages["немецкий"]
    (1000, 2018, 'de')
    """
    tables = read_table("leadline.values.normal", "lexicon.toml")
    return ValueLexicon(
        frozenset(_listed(tables["no_value"])),
        {name: tuple(words.split()) for name, words in tables["date"].items()},
        tables["eras"],
        {name: _listed(words) for name, words in tables["money"].items()},
        _inverted(tables["currencies"]),
        {
            word: (float(key.split(" ")[0]), key.split(" ")[1])
            for key, words in tables["subunits"].items()
            for word in _listed(words)
        },
        tables["currency_of"],
        {
            word: float(size)
            for size, words in tables["magnitudes"].items()
            for word in _listed(words)
        },
        _units(tables["units"]),
        {**{code: code for code in tables["language"]}, **_inverted(tables["language"])},
        {word: key == "yes" for key, words in tables["boolean"].items() for word in _listed(words)},
        {
            name: _listed(words) if "," in words else tuple(words.split())
            for name, words in tables["person"].items()
        },
    )


def _listed(words: str) -> tuple[str, ...]:
    return tuple(word for piece in words.split(",") if (word := " ".join(piece.split())))


def _inverted(table: dict[str, str]) -> dict[str, str]:
    return {word: key for key, words in table.items() for word in _listed(words)}


def _units(table: dict[str, list[list[Any]]]) -> dict[str, tuple[Unit, ...]]:
    """Return units by name; one name may be a unit of several dimensions ("s", "с")."""
    units: dict[str, tuple[Unit, ...]] = {}
    for base, rows in table.items():
        for factor, words in rows:
            names = _listed(words)
            for name in names:
                units[name] = (*units.get(name, ()), Unit(base, factor, names[0]))
    return units
