"""Phrases and column labels of a search interface in eight languages.

``phrases.tsv`` and ``labels.tsv`` have a row for each key and a column for each language.

>>> say("de", "found", n=number("de", 1331))
'1.331 Treffer gefunden'
"""

from __future__ import annotations

import csv
from functools import cache
from importlib.resources import files
from typing import Final

LANGUAGES: Final = ("en", "zh-Hans", "zh-Hant", "ja", "de", "fr", "ru", "es")

THOUSANDS_SEPARATORS: Final = {"de": ".", "es": ".", "fr": "\u00a0", "ru": "\u00a0"}


@cache
def _table(name: str) -> dict[str, dict[str, str]]:
    """Read a table of texts by key and language."""
    text = files(__package__).joinpath(name).read_text("utf-8")
    rows = csv.DictReader(text.splitlines(), delimiter="\t", quoting=csv.QUOTE_NONE)
    return {row["key"]: row for row in rows}


def say(language: str, phrase: str, **values: object) -> str:
    """Return a phrase in a language with its blanks filled."""
    return _table("phrases.tsv")[phrase][language].format(**values)


def label(language: str, column: str) -> str:
    """Return the displayed name of a column."""
    return _table("labels.tsv")[column][language]


def number(language: str, value: int) -> str:
    """Format a number for a language: 1,331 or 1.331 or 1 331."""
    return f"{value:,}".replace(",", THOUSANDS_SEPARATORS.get(language, ","))
