"""Languages of the interface: messages from data files, chosen by ``Accept-Language`` (RFC 9110).

>>> choose_language("zh-TW,zh;q=0.9,en;q=0.8"), choose_language("fr;q=0.9, en;q=0.1, zh;q=0")
('zh', 'en')
>>> Messages("en")("records", count=3), Messages("zh")("records", count=3)
('3 records', '3 条记录')
"""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from typing import Any, Final

LANGUAGES: Final = ("en", "zh")
"""The first one is taken where a browser wants none of them."""
MAX_HEADER_LENGTH: Final = 500


def choose_language(accept: str) -> str:
    """Return the language that a browser likes best."""
    best, best_weight = LANGUAGES[0], 0.0
    for part in accept[:MAX_HEADER_LENGTH].split(","):
        name, _, parameter = part.partition(";")
        language = name.strip().lower().partition("-")[0]
        if language in LANGUAGES and (weight := _weight(parameter)) > best_weight:
            best, best_weight = language, weight
    return best


def _weight(parameter: str) -> float:
    name, _, value = parameter.partition("=")
    if name.strip() != "q":
        return 1.0
    try:
        return min(1.0, float(value))
    except ValueError:
        return 0.0


@cache
def texts(language: str) -> dict[str, str]:
    """Read the messages of a language by key."""
    file = files(__package__).joinpath("messages", f"{language}.toml")
    content: dict[str, str] = tomllib.loads(file.read_text("utf-8"))
    return content


class Messages:
    """Messages of one language; called with a key and the values of its places in braces.

    A number is grouped. ``count=1`` takes the message whose key ends with ``.one``, if there is
    one. Raises ``KeyError`` for a key without a message.
    """

    def __init__(self, language: str) -> None:
        self.language = language
        self._texts = texts(language)

    def __call__(self, key: str, **values: Any) -> str:
        text = self._texts[key]
        if values.get("count") == 1:
            text = self._texts.get(f"{key}.one", text)
        shown = {
            name: f"{value:,}" if isinstance(value, int) else value
            for name, value in values.items()
        }
        return text.format_map(shown) if shown else text

    def known(self, prefix: str, word: str) -> str:
        """Return the message of a word of the program, such as a state; the word if it has none."""
        return self._texts.get(f"{prefix}.{word}", word)
