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


def words(name: str) -> list[str]:
    """Return a list; entries are separated by | or else by spaces (``_`` is a space).

    >>> words("priority")
    ['low', 'normal', 'high', 'critical']
    """
    text = _lists()[name]
    if "|" in text:
        return text.split("|")
    return [word.replace("_", " ") for word in text.split()]
