"""The controls of a form that part a source, as dimensions of a slice cover.

Selects and groups of boxes by their choices, ranges of selects by their tiles, ranges of two boxes
by halving. What presents (sort, page size, view), what is hidden from people, and selects that
wait for another one are left out (``forms.assignments``).
"""

from __future__ import annotations

import re
from datetime import date
from typing import TYPE_CHECKING, Final

from leadline.forms import control_groups, fill
from leadline.forms.ranges import order_key, pair_ends
from leadline.forms.relevance import label_similarity
from leadline.knowledge.domain import DomainKnowledge
from leadline.queries.slice_dimensions import Choices, Pairs, Span

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence

    from leadline.model import Control, QueryInterface
    from leadline.pipelines.reading import Row
    from leadline.queries.slice_dimensions import Dimension

NUMBERS: Final = 0.8
"""Share of a column's values that are numbers or dates, so that it may be what a range goes by."""

YEARS: Final = (1000, 2100)
GUESSED: Final = {"date_from": (1900, 2000)}
"""Where a range of years is cut first when no record was seen that says better."""

_WHOLE: Final = re.compile(r"\D{0,4}\d[\d\s]*\D{0,4}")

Rows = "Callable[[], Sequence[Row]]"


def dimensions_of(
    interface: QueryInterface,
    box: Control | None = None,
    rows: Callable[[], Sequence[Row]] = lambda: (),
) -> list[Dimension]:
    """What parts a source, shortest lists first, ranges last; never the box for words itself."""
    filled = fill(interface, DomainKnowledge())
    if filled.refused:
        return []
    found: list[Dimension] = []
    spans = _spans(interface, box, rows)
    taken = {name for span in spans for name in (span.low, span.high)}
    for slot in filled.slots:
        if taken & {*slot.names} or (box is not None and box.name in slot.names):
            continue
        offers = [values for values, _ in slot.offers]
        if len(offers) < 2:
            continue
        if len(slot.names) == 1:
            found.append(Choices(slot.names[0], tuple(values[0] for values in offers)))
        else:
            tiles = tuple(tuple(zip(slot.names, values, strict=True)) for values in offers)
            found.append(Pairs("..".join(slot.names), tiles))
    return [*sorted(found, key=lambda one: len(one.parts(()))), *spans]


def children_of(
    before: QueryInterface, after: QueryInterface, bound: Collection[str]
) -> list[Dimension]:
    """Selects that waited for one of the controls bound, and have their choices now."""
    waited = {c.name for c in before.controls if c.depends_on and c.depends_on in bound}
    still = {c.name for c in after.controls if c.depends_on}
    come = waited - still
    return [one for one in dimensions_of(after) if one.name in come and one.name not in bound]


def _spans(
    interface: QueryInterface, box: Control | None, rows: Callable[[], Sequence[Row]]
) -> list[Span]:
    groups = control_groups(interface)
    found = []
    for at, to in pair_ends(groups).items():
        low, high = groups[at][0], groups[to][0]
        typed = all(one.kind not in {"select", "radio", "checkbox"} for one in (low, high))
        if typed and box not in (low, high) and not (low.required or high.required):
            found.append(_span(low, high, rows))
    return found


def _span(low: Control, high: Control, rows: Callable[[], Sequence[Row]]) -> Span:
    days = low.kind == "date"

    def known() -> list[int]:
        return known_values(low, high, rows(), days=days)

    return Span(
        low.name, high.name, known, disjoint=low.role == "date_from" or days,
        write=_day if days else str, read=_ordinal if days else int,
    )  # fmt: skip


def known_values(low: Control, high: Control, rows: Sequence[Row], *, days: bool) -> list[int]:
    """Numbers (or days) of the column that a range seems to go by, else its stated limits."""
    columns: dict[str, list[str]] = {}
    for row in rows:
        for one in row.fields:
            if one.kind == "text":
                columns.setdefault(one.column, []).append(one.value)
    ranked = sorted(columns, key=lambda name: -label_similarity(low.label or low.name, name))
    for name in ranked:
        found = [_number(value, days=days) for value in columns[name]]
        values = [value for value in found if value is not None]
        fits = len(values) >= max(3.0, NUMBERS * len(found)) and len({*values}) > 2
        if fits and (low.role != "date_from" or days or _are_years(values)):
            return values
    limits = [_number(text, days=days) for text in (low.low, high.high) if text]
    stated = [value for value in limits if value is not None]
    if stated:
        return stated
    guessed = GUESSED.get(low.role, ()) if not days else ()
    return [*guessed] or ([date(y, 1, 1).toordinal() for y in (1900, 2000)] if days else [])


def _are_years(values: Sequence[int]) -> bool:
    return all(YEARS[0] <= value <= YEARS[1] for value in values)


def _number(text: str, *, days: bool) -> int | None:
    key = order_key(text)
    if key is None:
        return None
    if days:
        parts = [int(part) for part in key if abs(part) < 10_000]
        try:
            year, month, day = (*parts, 1, 1)[:3]
            return date(year, month or 1, day or 1).toordinal()
        except ValueError:
            return None
    return int(key[0]) if abs(key[0]) < 10**12 else None


def _day(ordinal: int) -> str:
    return date.fromordinal(min(max(ordinal, 1), date.max.toordinal())).isoformat()


def _ordinal(text: str) -> int:
    return date.fromisoformat(text).toordinal()
