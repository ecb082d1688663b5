"""What the columns of a table are for other programs: title, author, year, latitude ...

Found by the names of columns, in the languages of the list of synonyms. A column has one role, and
a role one column: the one whose name stands first in the list of the role. Columns of provenance
have none.

>>> roles = roles_of(["Verfasser", "Titel", "Jahr", "Signatur", "_key"])
>>> sorted(roles.items(), key=lambda pair: pair[1])
[('creator', 0), ('title', 1), ('year', 2), ('identifier', 3)]
>>> book = Work(["Titel", "Jahr", "Regal"], ["Fog\\xa0|\\xa0Mist", "1998", "7"])
>>> book.all("title"), book.year, book.rest
(['Fog', 'Mist'], '1998', [('Regal', '7')])
"""

import re
from collections.abc import Collection, Mapping, Sequence
from functools import cache
from typing import Final

from leadline.domain.similarity import normalise, simplified
from leadline.page.data_files import read_table
from leadline.store.export.formats import Cell, TableRow, plain
from leadline.values.lists import split_values

SIGNS_IN_NAMES: Final = re.compile(r"[\W_]+")
YEAR_OF_WORK: Final = re.compile(r"(?<!\d)(1\d{3}|20\d{2})(?!\d)")
WEB_ADDRESS: Final = re.compile(r"https?://\S+")


@cache
def _ranks() -> Mapping[str, list[tuple[int, str]]]:
    """Return the roles of a name, each with the name's place in the list of the role."""
    ranks: dict[str, list[tuple[int, str]]] = {}
    lists = read_table("leadline.integrate.schema", "synonyms.toml")
    for role, names in {**lists, **read_table("leadline.store.export", "roles.toml")}.items():
        for rank, name in enumerate(names.split(",")):
            ranks.setdefault(_folded(name), []).append((rank, role))
    return ranks


def _folded(name: str) -> str:
    return simplified(" ".join(SIGNS_IN_NAMES.sub(" ", normalise(name)).split()))


def roles_of(names: Sequence[str]) -> dict[str, int]:
    """Return the column of each role that the names of a table tell."""
    found = [
        (rank, place, role)
        for place, name in enumerate(names)
        if not name.startswith("_")
        for rank, role in _ranks().get(_folded(name), ())
    ]
    roles: dict[str, int] = {}
    for _, place, role in sorted(found):
        if role not in roles and place not in roles.values():
            roles[role] = place
    return roles


class Work:
    """One row, asked by roles; ``rest`` are the columns that nobody asked for, with their texts."""

    def __init__(self, names: Sequence[str], row: TableRow, roles: Mapping[str, int] = {}) -> None:
        self._names, self._row = names, row
        self.roles = roles or roles_of(names)
        self._asked = set[int]()

    def one(self, *roles: str) -> str:
        """Return the text of the first role that has one, '' where none has."""
        for role in roles:
            place = self.roles.get(role)
            if place is not None and (text := _text(self._row[place])):
                self._asked.add(place)
                return text
        return ""

    def all(self, role: str) -> list[str]:
        """Return the values of a role: those of a list, or of a text with semicolons."""
        text = self.one(role)
        place = self.roles.get(role)
        cell = self._row[place] if place is not None and text else text
        values = cell if isinstance(cell, list) else split_values(str(cell or ""))
        if len(values) == 1:
            values = [*map(str.strip, values[0].split(";"))]
        return [value for each in values if (value := _text(each))]

    def name_of(self, role: str) -> str:
        """Return the name of a role's column."""
        return self._names[self.roles[role]]

    @property
    def year(self) -> str:
        """The first year in what tells when it appeared, '' where none does."""
        for role in ("year", "published", "release", "date"):
            found = YEAR_OF_WORK.search(_text(self._cell(role)))
            if found:
                if self.one(role) == found[0]:
                    return found[0]
                self._asked.discard(self.roles[role])  # the rest of the date is kept as well
                return found[0]
        return ""

    @property
    def key(self) -> str:
        """The key of the record, else nothing."""
        return self.own("_key")

    @property
    def address(self) -> str:
        """The address of the record's own page, else of the page that showed it."""
        for text in (self.own("_detail_url"), self.own("_key"), self.own("_page_url")):
            if WEB_ADDRESS.fullmatch(text):
                return text
        return ""

    def own(self, name: str) -> str:
        """Return a column of provenance, '' where the table has none."""
        return _text(self._row[self._names.index(name)]) if name in self._names else ""

    @property
    def rest(self) -> list[tuple[str, str]]:
        """Columns that no role was asked for, in the order of the table."""
        return [
            (name, text)
            for place, name in enumerate(self._names)
            if place not in self._asked and not name.startswith("_")
            if (text := _text(self._row[place]))
        ]

    def _cell(self, role: str) -> Cell:
        return self._row[self.roles[role]] if role in self.roles else None


def _text(cell: Cell) -> str:
    if isinstance(cell, list):
        return "; ".join(cell)
    return plain(cell) or ""


def kind_of_work(roles: Collection[str]) -> str:
    """Tell what the works of a table are: 'article', 'book' or 'other'.

    >>> kind_of_work({"title", "journal"}), kind_of_work({"title", "isbn"}), kind_of_work({"title"})
    ('article', 'book', 'other')
    """
    if "journal" in roles:
        return "article"
    return "book" if {"isbn", "publisher"} & {*roles} else "other"
