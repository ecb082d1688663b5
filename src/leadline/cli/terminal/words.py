"""Formatting of harvested text and errors for a terminal; secrets in them are masked.

Harvested text may contain codes that move the cursor or reverse the direction of writing; such
characters are replaced.

>>> clean("Tea\\x1b[2J pot\\u202e"), short("a rather long title", 10)
('Tea�[2J pot�', 'a rather …')
>>> short("北京首都国际机场", 9)
'北京首都…'
"""

import re
from typing import Final

from rich.cells import cell_len, set_cell_size

from leadline.page.masks import masked

TERMINAL_CONTROLS: Final = re.compile(
    "[\0-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]"
)


def clean(text: str) -> str:
    """Return the text on one line without control characters."""
    return TERMINAL_CONTROLS.sub("\N{REPLACEMENT CHARACTER}", " ".join(masked(text).split()))


def short(text: str, width: int) -> str:
    """Clean a text and cut it to ``width`` terminal columns; a Chinese character takes two."""
    text = clean(text[: 4 * width])
    return text if cell_len(text) <= width else f"{set_cell_size(text, width - 1)}…"


def disk_trouble(fault: OSError) -> str:
    """Describe an error of the operating system with its file.

    >>> disk_trouble(FileNotFoundError(2, "No such file or directory", "art.csv"))
    'art.csv: No such file or directory'
    """
    where = f"{fault.filename}: " if fault.filename else ""
    return f"{where}{fault.strerror or fault}"
