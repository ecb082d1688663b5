"""Which columns of a source hold an attribute that a query names, in any of five languages.

A name means a column if a person's plan says so, if the domain or the list of usual names
(``integrate.schema.features``) gives both one meaning, or if they are one name.

>>> names = AttributeNames()
>>> names.columns_of("author", "", ["Written by", "作者", "Title"])
['Written by', '作者']
>>> names.columns_of("year", "", ["Release date", "Title"])  # no year: any date will do
['Release date']
>>> names.name_of("", "片長"), names.name_of("", "IATA")
('runtime', 'iata')
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from leadline.integrate.schema.features import meanings_of, name_parts

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from leadline.domain.model import DomainKnowledge

DATED: Final = ("year", "date", "published", "release")
"""Meanings that all hold a year; each may stand for the others where a source has no closer one."""


class AttributeNames:
    """Names of attributes in a project; ``given`` is a plan's {source: {column: attribute}}."""

    def __init__(
        self,
        domain: DomainKnowledge | None = None,
        given: Mapping[str, Mapping[str, str]] | None = None,
    ) -> None:
        self._given = given or {}
        self._groups = [each.names for each in domain.attributes] if domain else []
        self._parts = [{p for name in group for p in name_parts(name)} for group in self._groups]

    def columns_of(self, attribute: str, source: str, columns: Iterable[str]) -> list[str]:
        """Return the columns of a source that hold an attribute; none if it does not have it."""
        columns = list(columns)
        wanted, meanings = self._of(attribute)
        close = [name for name in columns if self._is_one(source, name, wanted, meanings)]
        if close or meanings.isdisjoint(DATED):
            return close
        return [c for c in columns if not self._of(c)[1].isdisjoint(DATED)]

    def name_of(self, source: str, column: str) -> str:
        """Return the attribute's name: the plan's, the domain's, the usual one or the column's."""
        if told := self._given.get(source, {}).get(column):
            return told
        parts = set(name_parts(column))
        for group, known in zip(self._groups, self._parts, strict=True):
            if not known.isdisjoint(parts):
                return group[0]
        meanings = meanings_of(parts)
        return min(meanings) if len(meanings) == 1 else name_parts(column)[-1]

    def _of(self, name: str) -> tuple[set[str], set[str]]:
        """Return the names that mean what a name means, and its usual meanings."""
        parts = set(name_parts(name))
        for known in self._parts:
            if not known.isdisjoint(parts):
                parts |= known
        return parts, meanings_of(parts)

    def _is_one(self, source: str, column: str, wanted: set[str], meanings: set[str]) -> bool:
        told = self._given.get(source, {}).get(column)
        own = set(name_parts(column if told is None else told)) if told != "" else set()
        return not own.isdisjoint(wanted) or not meanings_of(own).isdisjoint(meanings)
