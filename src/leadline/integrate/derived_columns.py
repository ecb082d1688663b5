"""Columns that hold parts of another column: what a harvest divides out of a text or an address.

Beside their source they are the same evidence twice, so they never enter matching beside it.

>>> titles = ["Emma, vol. 1", "Emma, vol. 2", "Walden, vol. 3"]
>>> volumes = {"title": titles, "title_2": ["Emma", "Emma", "Walden"], "vol.": ["1", "2", "3"]}
>>> derived_columns({**volumes, "year": ["1815", "1816", "1854"]})
{'title_2': 'title', 'vol.': 'title'}
"""

from collections.abc import Mapping, Sequence
from typing import Final

MAX_CHECKED: Final = 300
"""Rows on which columns are compared, evenly spread."""
MIN_DERIVED_ROWS: Final = 3


def derived_columns(columns: Mapping[str, Sequence[str]]) -> dict[str, str]:
    """Return the columns whose every value is a part of the value of another one, and which."""
    rows = max(map(len, columns.values()), default=0)
    places = range(0, rows, rows // MAX_CHECKED + 1)
    sampled = {name: [cells[place] for place in places] for name, cells in columns.items()}
    found: dict[str, str] = {}
    for name, cells in sampled.items():
        held = [place for place, cell in enumerate(cells) if cell]
        if len(held) < MIN_DERIVED_ROWS:
            continue
        for other, texts in sampled.items():
            if other != name and all(
                cells[place] in texts[place] and cells[place] != texts[place] for place in held
            ):
                found[name] = other
                break
    return found
