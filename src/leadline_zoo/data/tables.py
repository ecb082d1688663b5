"""Tables of made-up records, written from word lists; equal at every run.

A recipe (``recipes.toml``) has patterns for each column. ``{list}`` draws from a word list,
``{int:1-9}`` a number, ``{date:1990-2020}`` a day, ``{hex:7}`` and ``{digits:5}`` codes.
``{=column}`` repeats the value of another column of the row.

>>> table = make_table("books", 3)
>>> sorted(table.rows[0])[:4]
['author', 'call', 'id', 'publisher']
"""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cache
from importlib.resources import files
from random import Random
from typing import Final

from leadline_zoo.data.wordlists import words

Row = dict[str, str]

BLANK_PATTERN: Final = re.compile(r"\{(=?)(\w+)(?::([^}]*))?\}")


@dataclass(frozen=True, slots=True)
class Recipe:
    """Patterns of a table by column, in the order shown.

    ``title`` names the column that links to the record, ``text`` the long one. ``category`` names
    the column that a select offers, ``date`` the one that groups results. '' means none.
    """

    language: str
    columns: dict[str, tuple[str, ...]]
    title: str = "title"
    text: str = ""
    category: str = ""
    date: str = ""


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of a recipe; each also has a unique ``id``."""

    recipe: Recipe
    rows: tuple[Row, ...]


def _recipes() -> dict[str, Recipe]:
    tables = tomllib.loads(files(__package__).joinpath("recipes.toml").read_text("utf-8"))
    for table in tables.values():
        table["columns"] = {name: tuple(patterns) for name, patterns in table["columns"].items()}
    return {name: Recipe(**table) for name, table in tables.items()}


RECIPES: Final = _recipes()


@cache
def make_table(name: str, count: int, seed: int = 7) -> Table:
    """Write the first ``count`` records of a recipe, a function of the arguments alone."""
    recipe, rng = RECIPES[name], Random(f"{name}/{seed}")
    rows = [_write(recipe, rng, serial) for serial in range(1, count + 1)]
    return Table(recipe, tuple(rows))


def _write(recipe: Recipe, rng: Random, serial: int) -> Row:
    row = {"id": str(1000 + serial * 7 + rng.randrange(7))}
    for column, patterns in recipe.columns.items():
        row[column] = fill(rng.choice(patterns), rng, row, serial)
    return row


def fill(pattern: str, rng: Random, row: Row, serial: int = 0) -> str:
    """Fill the blanks of a pattern.

    >>> fill("No. {int:5-5}/{digits:2} ({=id})", Random(1), {"id": "9"})
    'No. 5/58 (9)'
    """

    def draw(blank: re.Match[str]) -> str:
        same, name, limits = blank.groups()
        return row[name] if same else _draw(name, limits or "", rng, serial)

    if "^" in pattern:
        pattern = re.sub(r"\{(\w+)\^\}", lambda m: capital(_draw(m[1], "", rng, serial)), pattern)
    return BLANK_PATTERN.sub(draw, pattern)


def capital(text: str) -> str:
    """Return the text with its first letter in upper case."""
    return text[:1].upper() + text[1:]


def _draw(name: str, limits: str, rng: Random, serial: int) -> str:
    if name == "serial":
        return str(serial)
    if name in ("int", "two", "date"):
        low, high = (int(part) for part in limits.split("-"))
        if name == "date":
            return (date(low, 1, 1) + timedelta(rng.randrange((high - low + 1) * 365))).isoformat()
        return f"{rng.randint(low, high):02d}" if name == "two" else str(rng.randint(low, high))
    if name in CODE_ALPHABETS:
        return "".join(rng.choices(CODE_ALPHABETS[name], k=int(limits)))
    return rng.choice(words(name))


CODE_ALPHABETS: Final = {
    "hex": "0123456789abcdef",
    "digits": "0123456789",
    "caps": "ABCDEFGHJKLMNPRSTUVWXYZ",
}
