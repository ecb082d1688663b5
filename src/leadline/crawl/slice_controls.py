"""Controls of a form that part a source, as dimensions of a slice cover.

Selects and groups of boxes by their choices, ranges of selects by their tiles, ranges of two boxes
by halving. What presents (sort, page size, view), what is hidden from people, and selects that
wait for another one are left out (``forms.submit.fill``).
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import date
from typing import Final

from leadline.domain.model import DomainKnowledge
from leadline.forms.classify.relevance import label_similarity
from leadline.forms.find import find_interfaces
from leadline.forms.roles.dependents import fill_dependents
from leadline.forms.roles.query_box import control_groups, word_boxes
from leadline.forms.submit.date_format import ISO_DATE, DateFormat, asks_year, learn_date_format
from leadline.forms.submit.fill import plan_fill
from leadline.forms.submit.ranges import order_key, pair_range_ends
from leadline.model import Control, QueryInterface
from leadline.page.dom import Document
from leadline.page.text import fold
from leadline.selection.forms.slice_dimensions import (
    Bound,
    Choices,
    Dimension,
    Pairs,
    Period,
    Span,
)
from leadline.wrapper.reading import RecordRow

MIN_NUMERIC_SHARE: Final = 0.8
"""Share of a column's values that are numbers or dates, so that it may be what a range goes by."""

MIN_VALUES_OF_RANGE: Final = 3
"""Values of a column from which it shows what a range goes by."""
MIN_CHARACTERS_OF_DAY: Final = 8
"""Characters that a box for days takes: "1.1.2004"."""
PLAUSIBLE_YEARS: Final = (1000, 2100)
FIRST_YEAR_OF_PERIODS: Final = 1950
"""Year from which on days are asked where both ends of a range must be sent, by years."""
MAX_YEARS_OF_PERIODS: Final = 150
"""Years that are asked so, the latest first: a form may state the year 1 as its first."""
INITIAL_LIMITS: Final = {"date_from": (1900, 2000)}
"""Years at which a range is cut first, by role, when no record says better."""


def dimensions_of(
    interface: QueryInterface,
    box: Control | None = None,
    rows: Callable[[], Sequence[RecordRow]] = lambda: (),
) -> list[Dimension]:
    """Return what parts a source, shortest lists first, ranges last, without the box for words."""
    filled = plan_fill(interface, DomainKnowledge())
    if filled.refused:
        return []
    dimensions: list[Dimension] = []
    spans = _spans(interface, box, rows)
    taken = {name for span in spans for name in (span.low, span.high)}
    for slot in filled.slots:
        if taken & {*slot.names} or (box is not None and box.name in slot.names):
            continue
        offers = [values for values, _ in slot.offers]
        if len(offers) < 2:
            continue
        if len(slot.names) == 1:
            dimensions.append(Choices(slot.names[0], tuple(values[0] for values in offers)))
        else:
            tiles = tuple(tuple(zip(slot.names, values, strict=True)) for values in offers)
            dimensions.append(Pairs("..".join(slot.names), tiles))
    return [*sorted(dimensions, key=lambda dimension: len(dimension.parts(()))), *spans]


def children_on(form: QueryInterface, document: Document, bound: Bound) -> list[Dimension]:
    """Return selects that waited for one of the controls bound and have their choices on a page.

    Such are the states of a country.
    """
    names = {name for name, _ in bound}
    waited = {c.name for c in form.controls if c.depends_on and c.depends_on in names}
    if not waited:
        return []
    ready: list[Dimension] = []
    for served in find_interfaces(document):
        if served.action == form.action:
            filled = fill_dependents(form, served)
            open_now = waited - {c.name for c in filled.controls if c.depends_on} - names
            ready += [each for each in dimensions_of(filled) if each.name in open_now]
    return ready


def _spans(
    interface: QueryInterface, box: Control | None, rows: Callable[[], Sequence[RecordRow]]
) -> list[Span]:
    groups = control_groups(interface)
    spans: list[Span] = []
    for at, to in pair_range_ends(groups).items():
        low, high = groups[at][0], groups[to][0]
        typed = all(control.kind not in {"select", "radio", "checkbox"} for control in (low, high))
        is_needed = low.required or high.required
        if typed and is_needed and low.kind == high.kind == "date":
            spans.append(_period(low, high, rows))
        elif typed and box not in (low, high) and not is_needed:
            spans.append(_span(low, high, rows))
    return spans


def with_needed_days(interface: QueryInterface, latest: date) -> QueryInterface | None:
    """Return the interface with ranges of days of which both ends must be sent, None without one.

    Boxes for words are then sent as they were served. Days after ``latest`` are not asked, unless
    the form names a later one as its last.
    """
    groups = control_groups(interface)
    ends = {groups[at][0].name for pair in pair_range_ends(groups).items() for at in pair}
    days = {c.name for c in interface.controls if c.kind == "date" and c.name in ends}
    boxes = {box.name for box in word_boxes(interface)} - days

    def needed(control: Control) -> Control:
        if control.name in days:
            return replace(control, required=True, high=control.high or latest.isoformat())
        return replace(control, kind="hidden") if control.name in boxes else control

    return replace(interface, controls=tuple(map(needed, interface.controls))) if days else None


def _period(low: Control, high: Control, rows: Callable[[], Sequence[RecordRow]]) -> Period:
    """Return a range of days by the years between its limits, the latest first."""
    first = ISO_DATE.read(low.low) or date(FIRST_YEAR_OF_PERIODS, 1, 1).toordinal()
    last = max(first, ISO_DATE.read(high.high) or first)
    years = range(date.fromordinal(last).year, date.fromordinal(first).year - 1, -1)
    years = years[:MAX_YEARS_OF_PERIODS]
    tiles = tuple(
        (
            (low.name, ISO_DATE.write(max(first, date(year, 1, 1).toordinal()))),
            (high.name, ISO_DATE.write(min(last, date(year, 12, 31).toordinal()))),
        )
        for year in years
    )
    return Period(
        low.name,
        high.name,
        lambda: known_days(low, high, rows(), ISO_DATE),
        write=ISO_DATE.write,
        read=lambda text: ISO_DATE.read(text) or 0,
        tiles=tiles,
    )


def _span(low: Control, high: Control, rows: Callable[[], Sequence[RecordRow]]) -> Span:
    shape = ISO_DATE if low.kind == "date" else None
    if shape is None and low.role == "date_from" and _takes_days(low):
        shape = _written(low, rows())
    if shape is None:
        return Span(
            low.name,
            high.name,
            lambda: known_values(low, high, rows()),
            disjoint=low.role == "date_from",
        )
    return Span(
        low.name,
        high.name,
        lambda: known_days(low, high, rows(), shape),
        write=shape.write,
        read=lambda text: shape.read(text) or 0,
    )


def _takes_days(low: Control) -> bool:
    """Tell whether a text box may be for days and not for years alone."""
    if 0 < low.max_length < MIN_CHARACTERS_OF_DAY:
        return False
    return not asks_year(f"{low.label} {low.group_label} {low.name}")


def _columns(low: Control, rows: Sequence[RecordRow]) -> list[list[str]]:
    """Return the texts of each column, that first which a range is named after."""
    columns: dict[str, list[str]] = {}
    for row in rows:
        for value in row.fields:
            if value.kind == "text":
                columns.setdefault(value.column, []).append(value.value)
    ranked = sorted(columns, key=lambda name: -label_similarity(low.label or low.name, name))
    return [columns[name] for name in ranked]


def _written(low: Control, rows: Sequence[RecordRow]) -> DateFormat | None:
    """Return how the source writes days, as the first column of days shows it."""
    shapes = (
        learn_date_format(texts)
        for texts in _columns(low, rows)
        if len(texts) >= MIN_VALUES_OF_RANGE
    )
    return next((shape for shape in shapes if shape is not None), None)


def known_days(
    low: Control, high: Control, rows: Sequence[RecordRow], shape: DateFormat
) -> list[int]:
    """Return the days of the column that a range seems to go by, else its stated limits."""
    for texts in _columns(low, rows):
        days = [day for text in texts if (day := shape.read(text)) is not None]
        if _is_enough(days, len(texts)):
            return days
    limits = [day for text in (low.low, high.high) if (day := shape.read(text)) is not None]
    return limits or [date(year, 1, 1).toordinal() for year in INITIAL_LIMITS["date_from"]]


def known_values(low: Control, high: Control, rows: Sequence[RecordRow]) -> list[int]:
    """Return numbers of the column that a range seems to go by, else its stated limits."""
    for texts in _columns(low, rows):
        numbers = [_number(value) for value in texts]
        values = [value for value in numbers if value is not None]
        if _is_enough(values, len(numbers)) and (low.role != "date_from" or _are_years(values)):
            return values
    limits = [_number(text) for text in (low.low, high.high) if text]
    stated = [value for value in limits if value is not None]
    return stated or [*INITIAL_LIMITS.get(low.role, ())]


def _is_enough(numbers: Sequence[int], values: int) -> bool:
    """Tell whether so many of a column's values are numbers that a range may go by them."""
    least = max(float(MIN_VALUES_OF_RANGE), MIN_NUMERIC_SHARE * values)
    return len(numbers) >= least and len({*numbers}) > 2


def _are_years(values: Sequence[int]) -> bool:
    return all(PLAUSIBLE_YEARS[0] <= value <= PLAUSIBLE_YEARS[1] for value in values)


def _number(text: str) -> int | None:
    key = order_key(text)
    return int(key[0]) if key is not None and abs(key[0]) < 10**12 else None


def choice_texts(form: QueryInterface, name: str) -> dict[str, str]:
    """Return the values of a control by their folded labels."""
    controls = [control for control in form.controls if control.name == name]
    boxes = [control for control in controls if control.kind in {"radio", "checkbox"}]
    values = {fold(control.label).strip(): control.value for control in boxes}
    for control in controls:
        values |= {fold(choice.text).strip(): choice.value for choice in control.choices}
    return {text: value for text, value in values.items() if text}
