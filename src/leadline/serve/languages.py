"""Languages of the interface: messages from data files, chosen by ``Accept-Language`` (RFC 9110).

>>> choose_language("zh-TW,zh;q=0.9,en;q=0.8"), choose_language("fr;q=0.9, en;q=0.1, zh;q=0")
('zh', 'en')
>>> Messages("en")("records", count=3), Messages("zh")("records", count=3)
('3 records', '3 条记录')
>>> Messages("zh").sentence("no further page is linked: 20 of 31 were read")
'没有通往下一页的链接：已读 31 条中的 20 条'
"""

import re
import tomllib
from functools import cache
from importlib.resources import files
from typing import Any, Final

LANGUAGES: Final = ("en", "zh")
"""The first one is taken where a browser wants none of them."""
MAX_HEADER_LENGTH: Final = 500
MAX_SENTENCE: Final = 1_000
"""Characters of a sentence of the program that is translated."""
PLACE: Final = re.compile(r"\{(\w+)\}")
NESTED: Final = "reason"
"""How the name of a place begins that holds another sentence, or several with commas between."""


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


@cache
def _sentences(language: str) -> list[tuple[list[str], str]]:
    """Read the program's sentences, the fullest first, cut at their places, and their meaning."""
    file = files(__package__).joinpath("messages", f"sentences.{language}.toml")
    content = tomllib.loads(file.read_text("utf-8")) if file.is_file() else {}
    cut = [(PLACE.split(sentence), told) for sentence, told in content.items()]
    return sorted(cut, key=lambda each: -sum(map(len, each[0][::2])))


def _places(parts: list[str], sentence: str) -> dict[str, str] | None:
    """Return what stands in the places of a pattern; None where a sentence does not follow it.

    >>> _places(["", "a", " of ", "b", " read"], "3 of 9 read"), _places(["no"], "not")
    ({'a': '3', 'b': '9'}, None)
    """
    if not sentence.startswith(parts[0]):
        return None
    at, places = len(parts[0]), {}
    for name, text in zip(parts[1::2], parts[2::2], strict=True):
        end = sentence.find(text, at + 1) if text else len(sentence)
        if end < 0:
            return None
        places[name], at = sentence[at:end], end + len(text)
    return places if at == len(sentence) else None


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

    def sentence(self, sentence: str) -> str:
        """Return a sentence of the program in this language, '' where it is not translated."""
        if self.language == LANGUAGES[0]:
            return sentence
        for parts, told in _sentences(self.language) if len(sentence) <= MAX_SENTENCE else ():
            places = _places(parts, sentence)
            if places is not None:
                for name, place in places.items():
                    if name.startswith(NESTED):
                        several = place.split(", ") if name == f"{NESTED}s" else [place]
                        places[name] = "、".join(map(self.said, several))
                return told.format_map(places)
        return ""

    def said(self, sentence: str) -> str:
        """Return a sentence in this language, as it is where it is not translated."""
        return self.sentence(sentence) or sentence
