"""Which columns of a source hold an attribute that a query names, in any of five languages.

A name means a column if a person's plan says so, if the domain or the list of usual names
(``integrate.schema.features``) gives both one meaning, if they are one name, or if schema matching
found that the column corresponds to one of that name in another source.

>>> names = AttributeNames()
>>> names.columns_of("author", "", ["Written by", "作者", "Title"])
['Written by', '作者']
>>> names.columns_of("year", "", ["Release date", "Title"])  # no year: any date will do
['Release date']
>>> names.name_of("", "片長"), names.name_of("", "IATA")
('runtime', 'iata')
>>> names = AttributeNames(mapped={"a": {"Title": "Title"}, "b": {"text_1": "Title"}})
>>> names.columns_of("题名", "b", ["text_1", "text_2"]), names.name_of("b", "text_1")
(['text_1'], 'title')
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from leadline.domain.model import DomainKnowledge
from leadline.integrate.schema.features import meanings_of, name_parts
from leadline.model import QueryInterface
from leadline.page.text import fold

DATED: Final = ("year", "date", "published", "release")
"""Meanings that all hold a year; each may stand for the others where a source has no closer one."""
TITLE: Final = "title"
MIN_COMPARED_CHOICES: Final = 2
"""Different values by which choices and a column are compared."""


def in_reading_order(values: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
    """Put titles first and addresses last, as a person reads a record.

    >>> in_reading_order([("link", "http://a.test/1"), ("year", "1927"), ("title", "Sunrise")])
    [('title', 'Sunrise'), ('year', '1927'), ('link', 'http://a.test/1')]
    """

    def place(value: tuple[str, str]) -> tuple[bool, bool]:
        return value[1].startswith(("http://", "https://")), value[0].casefold() != TITLE

    return sorted(values, key=place)


@dataclass(frozen=True, slots=True)
class Meaning:
    """What a name means: its normalised forms and its usual meanings, the surest first."""

    parts: frozenset[str]
    meanings: tuple[str, ...]

    def is_like(self, other: Meaning) -> bool:
        """Whether two names mean one attribute."""
        return not (
            self.parts.isdisjoint(other.parts) and set(self.meanings).isdisjoint(other.meanings)
        )

    @property
    def is_dated(self) -> bool:
        """Whether it holds a year."""
        return not set(self.meanings).isdisjoint(DATED)


class AttributeNames:
    """Names of attributes in a project.

    ``given`` is a plan's word ('' for no attribute), ``mapped`` what schema matching found.
    """

    def __init__(
        self,
        domain: DomainKnowledge | None = None,
        given: Mapping[str, Mapping[str, str]] | None = None,
        mapped: Mapping[str, Mapping[str, str]] | None = None,
    ) -> None:
        self._given = given or {}
        self._names: dict[tuple[str, str], str] = {}
        self._meanings: dict[tuple[str, str], Meaning] = {}
        self._domain = [each.names for each in domain.attributes] if domain else []
        self._parts = [{p for name in group for p in name_parts(name)} for group in self._domain]
        self._matched = _matched(mapped or {})

    def columns_of(self, attribute: str, source: str, columns: Iterable[str]) -> list[str]:
        """Return the columns of a source that hold an attribute; none if it does not have it."""
        columns = list(columns)
        wanted = self._meaning("", attribute)
        close = [name for name in columns if self._meaning(source, name).is_like(wanted)]
        if close or not wanted.is_dated:
            return close
        return [name for name in columns if self._meaning(source, name).is_dated]

    def name_of(self, source: str, column: str) -> str:
        """Return the attribute's name: the plan's, the domain's, the usual one or the column's."""
        key = source, column
        if key not in self._names:
            self._names[key] = self._name_of(source, column)
        return self._names[key]

    def _name_of(self, source: str, column: str) -> str:
        if told := self._given.get(source, {}).get(column):
            return told
        meaning = self._meaning(source, column)
        for group, known in zip(self._domain, self._parts, strict=True):
            if not known.isdisjoint(meaning.parts):
                return group[0]
        if meaning.meanings and (len(meaning.meanings) == 1 or (source, column) in self._matched):
            return meaning.meanings[0]
        return name_parts(column)[-1]

    def _meaning(self, source: str, name: str) -> Meaning:
        """Return what a column of a source means, or with the source '' a name alone."""
        key = source, name
        if key not in self._meanings:
            told = self._given.get(source, {}).get(name)
            if told is not None:
                self._meanings[key] = self._own(told) if told else Meaning(frozenset(), ())
            else:
                self._meanings[key] = self._own(name, self._matched.get(key))
        return self._meanings[key]

    def _own(self, name: str, matched: Meaning | None = None) -> Meaning:
        parts = set(name_parts(name)) | (matched.parts if matched else frozenset())
        for known in self._parts:
            if not known.isdisjoint(parts):
                parts |= known
        meanings = matched.meanings if matched else ()
        return Meaning(frozenset(parts), meanings or tuple(sorted(meanings_of(parts))))


def columns_by_choices(
    columns: Mapping[str, Iterable[str]], interface: QueryInterface
) -> dict[str, str]:
    """Return the labels of selects whose choices are the values of columns, by column.

    >>> from leadline.model import Choice, Control
    >>> kinds = tuple(Choice(kind, kind) for kind in ("", "Etching", "Bronze"))
    >>> form = QueryInterface("", "", "", "GET", (Control("k", "select", "Medium", choices=kinds),))
    >>> columns_by_choices({"text_1": ["Bronze", "Etching"], "text_2": ["Bronze", "Bath"]}, form)
    {'text_1': 'Medium'}
    """
    labels: dict[str, str] = {}
    for control in interface.controls:
        offered = {fold(choice.text).strip() for choice in control.choices} - {""}
        if len(offered) < MIN_COMPARED_CHOICES or not control.label:
            continue
        for name, values in columns.items():
            held = {fold(value).strip() for value in values} - {""}
            if len(held) >= MIN_COMPARED_CHOICES and held <= offered:
                labels.setdefault(name, control.label)
    return labels


def _matched(mapped: Mapping[str, Mapping[str, str]]) -> dict[tuple[str, str], Meaning]:
    """Return what columns mean by all columns that correspond to them."""
    groups: dict[str, list[tuple[str, str]]] = {}
    for source, columns in mapped.items():
        for column, attribute in columns.items():
            groups.setdefault(attribute, []).append((source, column))
    matched: dict[tuple[str, str], Meaning] = {}
    for attribute, members in groups.items():
        named = [set(name_parts(name)) for name in (attribute, *(c for _, c in members))]
        votes = Counter(meaning for parts in named for meaning in sorted(meanings_of(parts)))
        most = max(votes.values(), default=0)
        best = tuple(meaning for meaning, count in votes.items() if count == most)
        meaning = Meaning(frozenset().union(*named), best)
        matched |= dict.fromkeys(members, meaning)
    return matched
