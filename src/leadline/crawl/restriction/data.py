"""A part of records that come as data: what their call can be asked, and what fields must show.

A condition on words goes into the call's place for words, one with the name of a parameter of the
call into that. All others are looked for in the records that are read: a field holds the words of
the value, or lies between the ends of a range; words without a name may stand anywhere.

>>> from leadline.model import Field
>>> def row(year): return RecordRow(year, (Field("when", year), Field("name", "Ann Lee")), "")
>>> rows = [row("1989"), row("1990")]
>>> FieldFilter.of(map(Restriction.of, ("when=1990..", "name=lee", "ann")), rows).rows(rows)[0].key
'1990'
>>> FieldFilter.of([Restriction.of("colour=red")], rows)
Traceback (most recent call last):
leadline.crawl.restriction.binding.UnboundError: the records have no field 'colour'; \
they have: when, name
"""

from __future__ import annotations

import re
from collections.abc import Collection, Container, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import product
from typing import Any, Final

from leadline.crawl.restriction.binding import MAX_ALTERNATIVES, UnboundError, Values
from leadline.crawl.restriction.condition import Restriction
from leadline.forms.submit.ranges import order_key
from leadline.model import Request
from leadline.page.request_places import Leaf, Place, places_in, with_place
from leadline.page.text import fold
from leadline.wrapper.data.call import OPERATION_NAMES, Call
from leadline.wrapper.reading import PageReading, RecordRow

WORDS_OF_A_CALL: Final = ""
"""Name under which words stand among the values of a call."""
MAX_SHOWN_FIELDS: Final = 20
KINDS_OF_PARAMETERS: Final = ("query", "form", "json")


@dataclass(frozen=True, slots=True)
class FieldFilter:
    """Conditions that records which were read must meet; ``kept`` are the keys of those that do.

    Of several conditions on one field either must hold. A field '' is any.
    """

    conditions: tuple[tuple[str, tuple[Restriction, ...]], ...] = ()
    kept: set[str] = field(default_factory=set)

    @classmethod
    def of(
        cls, wanted: Iterable[Restriction], rows: Sequence[RecordRow], boxes: Container[str] = ()
    ) -> FieldFilter:
        """Find the fields that conditions name; raise ``UnboundError`` where no record has one.

        What names one of the ``boxes`` of the page, and no field, asks for words.
        """
        columns = list(dict.fromkeys(one.column for row in rows for one in row.fields))
        by_field: dict[str, list[Restriction]] = {}
        for number, one in enumerate(wanted):
            name = _field_named(one.name, columns, boxes) or f"\0{number}"
            by_field.setdefault(name, []).append(one)
        return cls(tuple((name.partition("\0")[0], (*ones,)) for name, ones in by_field.items()))

    def to_plain(self) -> list[list[Any]]:
        """Return the conditions as plain values."""
        return [[name, *(one.text for one in ones)] for name, ones in self.conditions]

    @classmethod
    def from_plain(cls, plain: Iterable[Sequence[str]]) -> FieldFilter:
        """Restore a filter."""
        return cls(tuple((name, tuple(map(Restriction.of, ones))) for name, *ones in plain))

    def rows(self, rows: Iterable[RecordRow]) -> tuple[RecordRow, ...]:
        """Return the records of the part."""
        return tuple(row for row in rows if all(_holds(row, *one) for one in self.conditions))

    def sifted(self, reading: PageReading) -> tuple[PageReading, int]:
        """Return a page with the records of the part alone, and how many of them are new."""
        rows, before = self.rows(reading.rows), len(self.kept)
        self.kept.update(row.key for row in rows)
        return replace(reading, rows=rows), len(self.kept) - before


def _field_named(name: str, columns: Sequence[str], boxes: Container[str]) -> str:
    wanted = fold(name)
    for shown in (fold, lambda column: fold(column).rpartition(" ")[2]):
        if found := next((column for column in columns if shown(column) == wanted), ""):
            return found
    if not name or wanted in boxes:
        return ""
    more = " and others" if len(columns) > MAX_SHOWN_FIELDS else ""
    raise UnboundError(
        f"the records have no field {name!r}; "
        f"they have: {', '.join(columns[:MAX_SHOWN_FIELDS])}{more}"
    )


def _holds(row: RecordRow, name: str, wanted: Sequence[Restriction]) -> bool:
    values = [fold(one.value) for one in row.fields if name in ("", one.column)]
    return any(_meets(value, one) for one in wanted for value in values) or (
        not name and all(any(_says(v, word) for v in values) for word in wanted[0].value.split())
    )


def _meets(value: str, wanted: Restriction) -> bool:
    if not wanted.is_range:
        return _says(value, wanted.value)
    key, low, high = order_key(value), order_key(wanted.low), order_key(wanted.high)
    return key is not None and (low or key) <= key and (not high or key[: len(high)] <= high)


def _says(value: str, text: str) -> bool:
    """Tell whether a folded value holds a text as whole words, in scripts that part words."""
    text = fold(text)
    if not text.isascii():
        return text in value
    return re.search(rf"(?<!\w){re.escape(text)}(?!\w)", value) is not None


def parameters(call: Call) -> dict[str, Place]:
    """Return the places of values that a call may be asked with otherwise, by their last name."""
    paging = call.paging
    taken = {hole.place for hole in call.holes} | {call.size}
    taken |= {paging.place, *paging.beside} if paging is not None else set()
    named = {
        fold(str(place[-1])): place
        for request in (call.base, call.whole or call.base)
        for place, leaf in places_in(request).items()
        if place[0] in KINDS_OF_PARAMETERS and place not in taken and isinstance(place[-1], str)
        if place[-1].casefold() not in OPERATION_NAMES and "{" not in str(leaf)
    }
    return named | {fold(name): place for name, place in call.choices}


def _hole_names(call: Call) -> dict[str, None]:
    """Return the names of the places for words: ``search[value]`` is called ``search`` too."""
    names = (fold(str(hole.place[-1])) for hole in call.holes)
    return dict.fromkeys(one for name in names for one in (name, *re.findall(r"\w+", name)))


def offered(call: Call) -> str:
    """Say what a call may be asked with."""
    names = [*(f"{name} (words)" for name in [*_hole_names(call)][:1]), *parameters(call)]
    more = " and others" if len(names) > MAX_SHOWN_FIELDS else ""
    shown = ", ".join(names[:MAX_SHOWN_FIELDS]) or "none"
    return f"what the page's call may be asked with: {shown}{more}"


def with_values(call: Call, values: Values) -> Call:
    """Return the call with other values of its parameters."""
    places = parameters(call)

    def changed(request: Request) -> Request:
        for name, value in values:
            if name != WORDS_OF_A_CALL:
                place = places[fold(name)]
                request = with_place(request, place, _like(places_in(request).get(place), value))
        return request

    whole = changed(call.whole) if call.whole is not None else None
    asked = {places[fold(name)] for name, _ in values if name != WORDS_OF_A_CALL}
    part = tuple(one for one in call.part if asked.isdisjoint(one.places))
    return replace(call, base=changed(call.base), whole=whole, part=part)


def _like(old: Leaf, value: str) -> Leaf:
    """Return a value as the kind of leaf that it replaces."""
    if isinstance(old, bool) and value.casefold() in ("true", "false"):
        return value.casefold() == "true"
    if isinstance(old, float) and re.fullmatch(r"-?\d{1,9}(?:\.\d{1,9})?", value):
        return float(value)
    is_number = isinstance(old, int) and not isinstance(old, bool) and value.isdecimal()
    return int(value) if is_number else value


def bind_call(
    wanted: Sequence[Restriction], call: Call, boxes: Collection[str] = ()
) -> tuple[tuple[Values, ...], tuple[Restriction, ...]]:
    """Return what the call is asked with, and the conditions that it cannot carry."""
    places = parameters(call)
    words = {"", *boxes, *_hole_names(call)} - {*places}
    carried: dict[str, list[tuple[str, str]]] = {}
    rest: list[Restriction] = []
    for one in wanted:
        name = fold(one.name)
        if one.is_range or not (call.holes if name in words else name in places):
            rest.append(one)
        elif name in words:
            carried.setdefault("", []).append((WORDS_OF_A_CALL, one.value))
        else:
            carried.setdefault(name, []).append((str(places[name][-1]), one.value))
    alternatives: Iterator[Values] = product(*carried.values())
    chosen = tuple(values for values, _ in zip(alternatives, range(MAX_ALTERNATIVES), strict=False))
    return chosen, tuple(rest)
