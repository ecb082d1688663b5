"""Words of forms in many languages, read as concepts; the tables stand in ``lexicon.toml``.

``concepts`` says what a form, a button, a label or a name is for, ``role_concepts`` what a control
asks for. Both read stems, whole words and terms of scripts without spaces.

>>> sorted(concepts("Erweiterte Suche")), sorted(concepts("ctl00$btnSearchAll"))
(['advanced', 'search'], ['search'])
>>> sorted(concepts("用户登录")), sorted(concepts("research staff"))
(['login', 'user'], [])
>>> sorted(role_concepts("Publication year")), sorted(role_concepts("出版年份"))
(['date'], ['date'])
"""

import re
from collections import defaultdict
from collections.abc import Mapping
from functools import cache, lru_cache
from typing import Any, Final

from leadline.domain.similarity import normalise
from leadline.forms.words import name_words
from leadline.page.data_files import read_table

Concepts = frozenset[str]

RANGE_ENDS: Final = frozenset({"from", "to"})
"""Concepts of the two ends of a range."""

MIN_INNER_STEM_LENGTH: Final = 5
"""Characters; a stem this long may also stand inside a compound."""

MAX_STEM_LENGTH: Final = 16
"""Characters of the longest stem of the tables that is looked up."""

_FIRST_UNSPACED: Final = 0x2E80
"""Code point from which on scripts set no spaces between words."""

_HAN_GAP: Final = re.compile(r"(?<=[\u3040-\u9fff])[\s\u3000]+(?=[\u3040-\u9fff])")
"""Space that sets the characters of a word apart (年　份)."""

_NO_CONCEPTS: Final[Concepts] = frozenset()


class Lexicon:
    """A table of concepts, compiled; each word and text is looked up once."""

    def __init__(self, table: Mapping[str, str], false_friends: Mapping[str, str]) -> None:
        self._false_friends = false_friends
        self._stems: dict[str, set[str]] = defaultdict(set)
        self._whole: dict[str, set[str]] = defaultdict(set)
        self._unspaced: dict[str, set[str]] = defaultdict(set)
        for concept, row in table.items():
            for term in row.split():
                if ord(term[0]) >= _FIRST_UNSPACED:
                    self._unspaced[term].add(concept)
                elif term.startswith("="):
                    self._whole[term[1:]].add(concept)
                else:
                    self._stems[term].add(concept)
        self.word = lru_cache(maxsize=50_000)(self._read_word)
        self.text = lru_cache(maxsize=20_000)(self._read_text)

    def _read_word(self, word: str) -> Concepts:
        """Return the concepts of one folded word."""
        if ord(word[0]) >= _FIRST_UNSPACED:
            return frozenset(c for term, cs in self._unspaced.items() if term in word for c in cs)
        concepts = set(self._whole.get(word.rstrip("0123456789") or word, ()))
        for start in range(max(1, len(word) - MIN_INNER_STEM_LENGTH + 1)):
            for stop in range(start + (MIN_INNER_STEM_LENGTH if start else 2), len(word) + 1):
                if stop - start > MAX_STEM_LENGTH:
                    break
                concepts |= self._stems.get(word[start:stop], _NO_CONCEPTS)
        concepts.discard(self._false_friends.get(word, ""))
        return frozenset(concepts)

    def _read_text(self, text: str) -> Concepts:
        """Return the concepts of a text; a stem may be written in two or three words."""
        words = name_words(_HAN_GAP.sub("", text))
        concepts: set[str] = set()
        for word in words:
            concepts |= self.word(word)
        for at in range(len(words) - 1):
            pair, triple = words[at : at + 2], words[at : at + 3]
            for joined in ("".join(pair), "-".join(pair), "".join(triple), "-".join(triple)):
                concepts |= self._stems.get(joined, _NO_CONCEPTS)
        return frozenset(concepts)


def _tables() -> dict[str, Any]:
    return read_table("leadline.forms", "lexicon.toml")


@cache
def _lexicon(name: str) -> Lexicon:
    return Lexicon(_tables()[name], _tables()["false_friends"])


@cache
def word_set(name: str) -> frozenset[str]:
    """Return a set of words of ``lexicon.toml`` by its name there."""
    return frozenset(word.replace("_", " ") for word in _tables()["words"][name].split())


def signs_of(name: str) -> str:
    """Return signs of ``lexicon.toml``, in their order there, for a class of characters."""
    return "".join(_tables()["words"][name].split())


@cache
def table_of(name: str) -> dict[str, list[str]]:
    """Return a table of lists of ``lexicon.toml`` by its name there."""
    table: dict[str, list[str]] = _tables()[name]
    return table


@cache
def match_choice() -> re.Pattern[str]:
    """Return the expression that finds choices of how words must match."""
    table = _tables()["match_choices"]
    expression = rf"\b(?:{'|'.join(table['words'])})\b|{'|'.join(table['anywhere'])}"
    return re.compile(expression, re.IGNORECASE)


def concepts(text: str) -> Concepts:
    """Return the purposes that a label, a name or a button speaks of."""
    return _lexicon("purposes").text(text)


def is_search_name(name: str) -> bool:
    """Return whether a control's name is one that search boxes have."""
    words, purposes = word_set("search_names"), _lexicon("purposes")
    return any(word in words or "search" in purposes.word(word) for word in name_words(name))


def role_concepts(text: str) -> Concepts:
    """Return what a label or a name asks for: dates, prices, places, ends of ranges."""
    return _lexicon("roles").text(text)


def word_role_concepts(word: str) -> Concepts:
    """Return what one folded word asks for."""
    return _lexicon("roles").word(word)


def label_concepts(label: str) -> Concepts:
    """Return what a label asks for; ends of ranges only from its first or last word.

    >>> sorted(label_concepts("Year from")), sorted(label_concepts("From the editors of the year"))
    (['date', 'from'], ['date', 'from'])
    """
    words = name_words(normalise(label))
    spoken = role_concepts(normalise(label)) - RANGE_ENDS
    for word in (*words[:1], *words[-1:][::-1], "".join(words[:3])):
        if word and (ends := word_role_concepts(word) & RANGE_ENDS):
            return spoken | ends
    return spoken


def is_bare_range_end(label: str) -> bool:
    """Return whether a label says no more than "from" or "to".

    >>> [is_bare_range_end(label) for label in ("from:", "по", "Year from", "Author")]
    [True, True, False, False]
    """
    return len(name_words(label)) == 1 and bool(label_concepts(label) & RANGE_ENDS)
