"""What a person wants of a table: which columns, under which names, and which rows.

>>> names = (("name", "title"),)
>>> choice = TableChoice(columns=("year", "name"), rename=names, where=("year>=1990",))
>>> names, rows, _ = choice.apply(("name", "year"), [["Sea", "1991"], ["Tea", "1950"]])
>>> names, list(rows)
(('year', 'title'), [['1991', 'Sea']])
>>> TableChoice(columns=("yaer",)).apply(("name", "year"), [])
Traceback (most recent call last):
ValueError: there is no column 'yaer'; did you mean 'year'?
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from operator import eq, ge, gt, le, lt, ne
from pathlib import Path
from typing import Any, Final

from leadline.crawl.restriction.condition import RANGE, Restriction
from leadline.errors import StoreError
from leadline.store.export.formats import Cell, TableRow
from leadline.store.given import given_text
from leadline.values.numbers import number_in, read_number

PLAN_OF_PROJECT: Final = "project.toml"
"""File of a project in which a person says what is wanted."""
SIGN_OF_A_CONDITION: Final = re.compile(r">=|<=|!=|=|~|>|<")
COMPARISONS: Final = {"=": eq, "!=": ne, ">": gt, "<": lt, ">=": ge, "<=": le}
COLUMN_TABLE: Final = ("keep", "rename", "where", "expect", "expect_rows", "tidy")
"""Keys of the table ``[columns]`` of a plan."""


@dataclass(frozen=True, slots=True)
class TableChoice:
    """Columns in the order wanted (none: all), new names by old ones, conditions on rows.

    A condition is ``COLUMN`` with ``=``, ``!=``, ``~`` (contains), ``>``, ``>=``, ``<`` or ``<=``
    and a value, or ``COLUMN=LOW..HIGH``. Numbers are compared as numbers, all else as text; case
    does not count. A row must meet all conditions; a cell that is empty meets ``!=`` alone, and
    ``=`` with nothing. With ``tidy`` (None: as the plan says) useless columns go, and nameless ones
    get names (``tidy.py``).
    A table without the columns ``expect`` (names as they are shown) or with fewer rows than
    ``expect_rows`` is not written: what a pipeline reads never shrinks unseen.
    """

    columns: tuple[str, ...] = ()
    rename: tuple[tuple[str, str], ...] = ()
    where: tuple[str, ...] = ()
    tidy: bool | None = None
    expect: tuple[str, ...] = ()
    expect_rows: int = 0

    @classmethod
    def of_plan(cls, content: Mapping[str, Any], where: str) -> TableChoice:
        """Read ``[columns]`` of a parsed plan: ``keep``, ``rename`` and ``where``."""
        table = content.get("columns", {})
        if not isinstance(table, dict) or table.keys() - {*COLUMN_TABLE}:
            raise ValueError(f"{where}: [columns] has {', '.join(COLUMN_TABLE)} and nothing else")
        keep, rename, rows, expect = (table.get(name, ()) for name in COLUMN_TABLE[:4])
        for name, value in (("keep", keep), ("where", rows), ("expect", expect)):
            if not isinstance(value, list | tuple):
                raise ValueError(f'{where}: [columns] {name} is a list of texts: {name} = ["year"]')
        names = rename.items() if isinstance(rename, dict) else ()
        least = table.get("expect_rows", 0)
        if type(least) is not int or least < 0:
            raise ValueError(f"{where}: [columns] expect_rows is a number of rows, such as 900")
        texts = [*keep, *rows, *expect, *(text for pair in names for text in pair)]
        if not all(isinstance(text, str) for text in texts) or (rename and not names):
            raise ValueError(f"{where}: [columns] names columns and conditions as texts")
        tidy = table.get("tidy", True) is True
        return cls(tuple(keep), tuple(names), tuple(rows), tidy, tuple(expect), least)

    @property
    def is_of_columns(self) -> bool:
        """Whether it names columns."""
        return bool(self.columns or self.rename or self.where)

    def over(self, plan: TableChoice) -> TableChoice:
        """Return this choice; what it leaves open is that of the plan."""
        return TableChoice(
            self.columns or plan.columns,
            self.rename or plan.rename,
            self.where or plan.where,
            plan.tidy if self.tidy is None else self.tidy,
            self.expect or plan.expect,
            self.expect_rows or plan.expect_rows,
        )

    def check_columns(self, names: Sequence[str]) -> None:
        """Raise ``StoreError`` where a table lacks columns that it must have.

        >>> TableChoice(expect=("Year", "Titel")).check_columns(["year", "title"])
        Traceback (most recent call last):
        leadline.errors.StoreError: nothing is written: the table has no column 'Titel'; did you ...
        """
        known = {name.casefold() for name in names}
        for name in self.expect:
            if name.casefold() not in known:
                said = f"the table has no column {name!r}{meant(name, names)}"
                raise StoreError(f"nothing is written: {said}")

    def check_rows(self, rows: int) -> None:
        """Raise ``StoreError`` where a table has fewer rows than it must have."""
        if rows < self.expect_rows:
            raise StoreError(
                f"nothing is written: the table has {rows:,} rows, "
                f"{self.expect_rows:,} or more are expected"
            )

    def apply(
        self, names: Sequence[str], rows: Iterable[TableRow], kinds: Mapping[str, str] | None = None
    ) -> tuple[tuple[str, ...], Iterator[TableRow], dict[str, str]]:
        """Return names, rows and kinds of the table that is wanted; raise for unknown columns."""
        places = [_place(name, names) for name in self.columns] or [*range(len(names))]
        tests = [_test(condition, names) for condition in self.where]
        new = {names[_place(old, names)]: name for old, name in self.rename}
        shown = tuple(new.get(names[place], names[place]) for place in places)
        if len({name.casefold() for name in shown}) < len(shown):
            folded = [name.casefold() for name in shown]
            twice = next(name for name in shown if folded.count(name.casefold()) > 1)
            raise ValueError(f"two columns would have one name: {twice!r}")
        known = {new.get(name, name): kind for name, kind in (kinds or {}).items()}
        wanted = ([row[place] for place in places] for row in rows if all(t(row) for t in tests))
        return shown, wanted, {name: kind for name, kind in known.items() if name in shown}

    def checked(
        self, names: Sequence[str], rows: Iterable[TableRow]
    ) -> tuple[tuple[str, ...], list[TableRow]]:
        """Return the names and rows that are wanted; raise where they are not to be written."""
        shown, wanted, _ = self.apply(names, rows)
        self.check_columns(shown)
        chosen = [*wanted]
        self.check_rows(len(chosen))
        return shown, chosen


def _place(name: str, names: Sequence[str]) -> int:
    """Find a column by its name, case aside."""
    folded = [each.casefold() for each in names]
    if name in names:
        return names.index(name)
    if name.casefold() in folded:
        return folded.index(name.casefold())
    raise ValueError(f"there is no column {name!r}{meant(name, names)}")


def meant(name: str, names: Iterable[str]) -> str:
    """Return what a person may have meant, as the end of a sentence; the names, if they are few."""
    names = list(names)
    close = get_close_matches(name, names, n=1)
    if close:
        return f"; did you mean {close[0]!r}?"
    return f"; there are {', '.join(names[:20])}{', ...' * (len(names) > 20)}" if names else ""


def _test(condition: str, names: Sequence[str]) -> Callable[[TableRow], bool]:
    match = SIGN_OF_A_CONDITION.search(condition)
    if match is None or not (column := condition[: match.start()].strip()):
        raise ValueError(f"{condition!r} is no condition, such as year>=1990 or title~sea")
    sign, value = match[0], condition[match.end() :].strip()
    if more := SIGN_OF_A_CONDITION.match(value):
        known = ", ".join(("~", *COMPARISONS))
        raise ValueError(f"{condition!r} has the sign {sign + more[0]}; the signs are {known}")
    place = _place(column, names)
    if (ends := RANGE.fullmatch(value)) and any(one.isdigit() for one in value):
        if sign != "=":
            raise ValueError(f"{condition!r}: a range is written as {column}={value}")
        Restriction.of(f"{column}={value}")  # one that goes backwards is said
        tests = [(">=", ends[1].strip()), ("<=", ends[2].strip())]
        return lambda row: all(_holds(row[place], *test) for test in tests if test[1])
    return lambda row: _holds(row[place], sign, value)


def _holds(cell: Cell, sign: str, value: str) -> bool:
    text = "" if cell is None else str(cell)
    if sign == "~":
        return bool(text) and value.casefold() in text.casefold()
    if not text:
        return (sign == "=") == (not value) if sign in ("=", "!=") else False
    one, other = _number(text), _number(value)
    left: Any = one if one is not None and other is not None else text.casefold()
    right: Any = other if one is not None and other is not None else value.casefold()
    return bool(COMPARISONS[sign](left, right))


def _number(text: str) -> float | None:
    """Return the one number of a text."""
    found = number_in(text.strip())
    return read_number(found[1], "1,234.5") if found is not None else None


def plan_choice(folder: Path) -> TableChoice:
    """Return which columns and rows the plan in a project's folder wants in tables."""
    path = folder / PLAN_OF_PROJECT
    if not path.is_file():
        return TableChoice(tidy=True)
    try:
        content = tomllib.loads(given_text(path))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as fault:
        raise ValueError(f"{path} is no TOML: {fault}") from fault
    return TableChoice.of_plan(content, str(path))


ALL: Final = TableChoice()
