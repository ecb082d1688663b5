"""Data files beside the code that reads them: lexicons, weights, rules."""

import tomllib
from functools import cache
from importlib.resources import files
from typing import Any


@cache
def read_table(package: str, *path: str) -> dict[str, Any]:
    """Read a TOML file of a package, once.

    >>> sorted(read_table("leadline.wrapper.pager", "lexicon.toml")["directions"])[:4]
    ['af', 'ar', 'az', 'be']
    """
    return tomllib.loads(files(package).joinpath(*path).read_text(encoding="utf-8"))
