"""Words of names in markup, split as an editor would have written them.

Names of controls (``ctl00$txtAuthorName``) become comparable with labels when they are split at
separators and at capital letters.

>>> name_words("ctl00$txtAuthorName")
('ctl00', 'txt', 'author', 'name')
"""

import re
import unicodedata
from functools import lru_cache
from typing import Final

_HUMP: Final = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_WORD: Final = re.compile(
    r"[^\W\d_](?:[^\W\d_]|[\u0300-\u036f\u064b-\u065f\u0900-\u094f\u0981-\u09cd\u0a01-\u0a4d"
    r"\u0a81-\u0acd\u0b01-\u0b4d\u0b82-\u0bcd\u0c00-\u0c4d\u0c81-\u0ccd\u0d00-\u0d4d\u0d82-\u0ddf"
    r"\u0e31-\u0e4e\u0eb1-\u0ecd\u0f71-\u0f84\u102b-\u103e\u17b4-\u17d3])*|\d+"
)
"""Letters with their combining marks (accents; vowels from Arabic to Khmer), or digits."""
MAX_NAME_LENGTH: Final = 200
"""Characters of a name that are read; longer names are generated."""


def squash(text: str) -> str:
    """Return the text with white space folded to single spaces and stripped."""
    return " ".join(text.split())


@lru_cache(maxsize=4096)
def name_words(name: str) -> tuple[str, ...]:
    """Return the words of a control's name or id, folded; digits stay with their letters."""
    words: list[str] = []
    text = _HUMP.sub(" ", unicodedata.normalize("NFKC", name[:MAX_NAME_LENGTH]))
    previous_end = -1
    for match in _WORD.finditer(text):
        word = match.group().casefold()
        if word[0].isdecimal() and words and match.start() == previous_end:
            words[-1] += word
        else:
            words.append(word)
        previous_end = match.end()
    return tuple(words)
