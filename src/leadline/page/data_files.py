"""Data files beside the code that reads them: lexicons, weights, rules."""

import tomllib
from functools import cache
from importlib.resources import files
from typing import Any, Final

LEXICON_FILE: Final = "lexicon.toml"
"""File of a room that holds its words of all languages."""


@cache
def read_table(package: str, *path: str) -> dict[str, Any]:
    """Read a TOML file of a package, once.

    >>> sorted(read_table("leadline.wrapper.pager", "lexicon.toml")["directions"])[:4]
    ['af', 'ar', 'az', 'be']
    """
    return tomllib.loads(files(package).joinpath(*path).read_text(encoding="utf-8"))


@cache
def any_of(package: str, name: str, file: str = LEXICON_FILE) -> str:
    """Return expressions of a package's lexicon, joined as alternatives of one pattern.

    ``name`` is a list under ``[expressions]``, or "table.list".

    >>> any_of("leadline.crawl", "everything.words").split("|")[0]
    'all'
    """
    found: Any = read_table(package, file)["expressions"]
    for key in name.split("."):
        found = found[key]
    return "|".join(found)
