"""Wrapper of answers that are data: the list of records, the field that names them, the total."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import takewhile
from typing import Any, Self

from leadline.model import Page
from leadline.page.data.lists import (
    COLUMNS,
    EACH,
    TEXTS,
    VALUES,
    DataList,
    Item,
    Path,
    like_list,
    list_at,
    value_at,
)
from leadline.page.dom import Document
from leadline.wrapper.data.call import Call, data_of
from leadline.wrapper.data.endings import more_said
from leadline.wrapper.data.rows import identity_of, record_rows
from leadline.wrapper.reading import PageReading
from leadline.wrapper.totals.stated import StatedTotal, TotalLocator
from leadline.wrapper.wrapper import Wrapper


@dataclass(frozen=True, slots=True)
class DataWrapper(Wrapper):
    """Reads records from the list at ``path``, or from the one whose items have ``names``.

    ``call`` is the request behind the page; its place of the total is read too.
    """

    call: Call | None = None
    path: Path = ()
    names: frozenset[str] = field(default_factory=frozenset)
    identity: str = ""

    @classmethod
    def of(cls, data: DataList, call: Call | None = None, items: Sequence[Item] = ()) -> Self:
        """Return a wrapper of a list; ``items`` name their identity where they are more."""
        named = identity_of(items or data.items)
        return cls((), call=call, path=data.path, names=data.names, identity=named)

    def code_of(self, query: str) -> str:
        """Return '': data are read anew."""
        return ""

    def items(self, data: Any) -> tuple[Item, ...]:
        """Return the objects of the list of records in an answer."""
        items = list_at(data, self.path)
        by_place = bool(self.names) and all(map(str.isdecimal, self.names))  # by an older version
        if items and (by_place or self.names & {name for item in items[:5] for name in item}):
            return items
        other = like_list(data, self.names)
        return other.items if other is not None else ()

    def is_answer(self, page: Page) -> bool:
        """Whether an answer has the list of records, empty or not, or states a total."""
        data = data_of(page)
        steps = [*takewhile(lambda step: step not in (VALUES, COLUMNS, EACH, TEXTS), self.path)]
        is_list = self.path[len(steps) :][:1] not in ((VALUES,), (COLUMNS,))
        place = value_at(data, steps)
        total = value_at(data, self.call.total) if self.call and self.call.total else None
        return isinstance(place, list if is_list else dict) or isinstance(total, int)

    def read_document(self, page: Page, document: Document, query: str) -> PageReading:
        """Read the records of an answer."""
        data = data_of(page)
        rows = record_rows(self.items(data), self.identity, page.url)
        stated = self.call.stated(page) if self.call is not None and self.call.total else 0
        total = None
        if stated or (self.call is not None and self.call.total and not rows):
            total = StatedTotal(stated, None, None, False, 1.0, TotalLocator("data", "", "", ""))
        more = more_said(page, self.path) if rows else ""
        return PageReading(page, document, rows, total, cut=page.truncated, more=more)

    def with_total(self, total: TotalLocator | None) -> DataWrapper:
        """Return the wrapper without a place of the total, if None is given."""
        if total is not None or self.call is None:
            return self
        return replace(self, call=replace(self.call, total=()))

    def to_dict(self) -> dict[str, Any]:
        """Return plain values that a person can read and edit."""
        return {
            "call": self.call.to_dict() if self.call is not None else None,
            "list": list(self.path),
            "names": sorted(self.names),
            "identity": self.identity,
        }

    @classmethod
    def from_dict(cls, plain: dict[str, Any]) -> DataWrapper:
        """Restore a wrapper of data."""
        call = Call.from_dict(plain["call"]) if plain.get("call") else None
        names = frozenset(map(str, plain.get("names", ())))
        return cls(
            (),
            call=call,
            path=tuple(plain["list"]),
            names=names,
            identity=str(plain.get("identity", "")),
        )
