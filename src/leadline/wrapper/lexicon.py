"""Word lists of the wrapper's rooms: data files beside the code that reads them."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from typing import Any


@cache
def load_lexicon(room: str) -> dict[str, Any]:
    """Load ``lexicon.toml`` of a folder of the wrapper.

    >>> sorted(load_lexicon("pager")["directions"])[:4]
    ['af', 'ar', 'az', 'be']
    """
    path = files("leadline.wrapper").joinpath(room, "lexicon.toml")
    return tomllib.loads(path.read_text(encoding="utf-8"))
