"""Word lists from which made-up records are written (``wordlists.tsv``).

Written by hand for this project; people and firms are invented.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files


@cache
def _lists() -> dict[str, str]:
    text = files(__package__).joinpath("wordlists.tsv").read_text("utf-8")
    return dict(line.split("\t") for line in text.splitlines())


@cache
def words(name: str) -> tuple[str, ...]:
    """Return a list; entries are separated by | or else by spaces (``_`` is a space).

    >>> words("priority")
    ('low', 'normal', 'high', 'critical')
    """
    text = _lists()[name]
    if "|" in text:
        return tuple(text.split("|"))
    return tuple(word.replace("_", " ") for word in text.split())
