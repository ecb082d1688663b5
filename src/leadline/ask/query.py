"""The query language of ``search`` and ``ask``: plain words and conditions on attributes.

    lu xun                              both words, anywhere in a record
    "madman's diary"                    these words in this order
    author:lu xun year:1920..1930       words in an attribute, and a range
    author:"lu xun" novel               quotes end the value, then plain words follow

A condition takes all words up to the next condition, unless its value is quoted. A range has one
end or both, of numbers or of dates (``1920-05..``).

>>> parse_query('diary author:lu xun year:1920..1930').conditions[1]
Condition(attribute='year', text='', low='1920', high='1930')
>>> parse_query('作者：鲁迅 小说').conditions
(Condition(attribute='作者', text='鲁迅 小说', low='', high=''),)
>>> parse_query('author:"Lu Xun" novel').words, parse_query("http://a.example/ 10:30").words
(('novel',), ('http://a.example/', '10:30'))
"""

import re
from dataclasses import dataclass
from typing import Final

from leadline.ask.terms import phrase_terms
from leadline.forms.submit.ranges import is_reversed

TOKEN: Final = re.compile(
    r'(?P<name>(?<!\S)(?:[^\W\d_][\w.-]{0,60}|"[^"\n]{1,60}"))[:：](?!//)'
    r'|"(?P<quoted>[^"\n]{0,500})"|(?P<word>\S+)'
)
RANGE: Final = re.compile(r"(?P<low>[\w./-]{0,20}?)\s*(?:\.\.\.?|…)\s*(?P<high>[\w./-]{0,20})")
MAX_QUERY_CHARS: Final = 2_000


@dataclass(frozen=True, slots=True)
class Condition:
    """Words that an attribute holds (``text``), or a range of it (``low``, ``high``; '': open)."""

    attribute: str
    text: str = ""
    low: str = ""
    high: str = ""

    @property
    def is_range(self) -> bool:
        """Whether the condition is a range."""
        return bool(self.low or self.high)

    def __str__(self) -> str:
        value = f"{self.low}..{self.high}" if self.is_range else self.text
        return f"{self.attribute}:{value}"


@dataclass(frozen=True, slots=True)
class AskedQuery:
    """What a person asks: plain words (or phrases) and conditions, which all must hold."""

    text: str
    words: tuple[str, ...] = ()
    conditions: tuple[Condition, ...] = ()

    @property
    def terms(self) -> list[str]:
        """Terms of all words and conditions, each once."""
        texts = (*self.words, *(each.text for each in self.conditions))
        return list(dict.fromkeys(term for text in texts for term in phrase_terms(text)))

    @property
    def values(self) -> list[tuple[str, str]]:
        """Values by attribute; plain words are of one without a meaning."""
        named = [(one.attribute, one.text) for one in self.conditions if not one.is_range]
        return [*named, *(("words of the question", word) for word in self.words)]


def parse_query(text: str) -> AskedQuery:
    """Read a query; raise ``ValueError`` where it asks nothing."""
    words: list[str] = []
    conditions: list[Condition] = []
    name, values = "", list[str]()

    def close() -> None:
        if name:
            conditions.append(_condition(name, " ".join(values)))
        values.clear()

    for token in TOKEN.finditer(text[:MAX_QUERY_CHARS]):
        if token["name"]:
            close()
            name = token["name"].strip('"')
        elif token["quoted"] is not None and name and not values:
            values.append(token["quoted"])
            close()
            name = ""
        else:
            value = token["word"] or token["quoted"] or ""
            (values if name else words).append(value)
    close()
    if nameless := next((word for word in words if word[:1] in ":：" and word[1:]), ""):
        raise ValueError(f"the condition {nameless} names no attribute; write ATTRIBUTE:WORDS")
    words = [word for word in words if any(map(str.isalnum, word))]
    if not words and not conditions:
        raise ValueError("the query holds no word; ask for words, or for ATTRIBUTE:WORDS")
    return AskedQuery(text, tuple(words), tuple(conditions))


def _condition(name: str, value: str) -> Condition:
    """Make a condition; raise ``ValueError`` for one without a value."""
    span = RANGE.fullmatch(value.strip())
    if span and (span["low"] or span["high"]):
        if is_reversed(span["low"], span["high"]):
            forward = f"{name}:{span['high']}..{span['low']}"
            raise ValueError(f"{name}:{value} goes backwards; did you mean {forward}?")
        return Condition(name, low=span["low"], high=span["high"])
    if not any(map(str.isalnum, value)):
        raise ValueError(f"the condition {name}: names no value; write {name}:WORDS")
    return Condition(name, value.strip())
