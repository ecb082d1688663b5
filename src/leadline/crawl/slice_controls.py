"""Controls of a form that part a source, as dimensions of a slice cover.

Selects and groups of boxes by their choices, ranges of selects by their tiles, ranges of two boxes
by halving. What presents (sort, page size, view), what is hidden from people, and selects that
wait for another one are left out (``forms.submit.fill``).
"""

import re
from collections.abc import Callable, Container, Sequence
from dataclasses import replace
from datetime import date
from functools import partial
from itertools import pairwise
from typing import Final

from leadline.domain.model import DomainKnowledge, combined
from leadline.forms.classify.relevance import label_similarity
from leadline.forms.find import find_interfaces
from leadline.forms.roles.dependents import fill_dependents
from leadline.forms.roles.query_box import NEEDED, control_groups
from leadline.forms.submit.fill import plan_fill
from leadline.forms.submit.ranges import order_key, pair_range_ends
from leadline.model import Choice, Control, QueryInterface
from leadline.page.data_files import any_of
from leadline.page.dom import Document
from leadline.page.text import fold
from leadline.selection.forms.slice_dimensions import (
    MAX_IDLE_PERIODS,
    Bound,
    Choices,
    Dimension,
    Span,
)
from leadline.values.dates import ISO_DATE, DateFormat, learn_date_format
from leadline.wrapper.reading import RecordRow

MIN_NUMERIC_SHARE: Final = 0.8
"""Share of a column's values that are numbers or dates, so that it may be what a range goes by."""

MIN_VALUES_OF_RANGE: Final = 3
"""Values of a column from which it shows what a range goes by."""
MIN_CHARACTERS_OF_DAY: Final = 8
"""Characters that a box for days takes: "1.1.2004"."""
ASKS_YEAR: Final = re.compile(any_of("leadline.forms", "asks_year"), re.IGNORECASE)
_SELECTED_DAYS: Final = re.compile(r"(ymd|dmy|mdy)\1")
"""Selects of year, month and day, for the first day and for the last."""
_NUMBER: Final = re.compile(r"\d{1,4}")
MAX_OFFERED: Final = 2_000
"""Choices that an answer brings for a select."""
PLAUSIBLE_YEARS: Final = (1000, 2100)
PLAUSIBLE_DAYS: Final = range(*(date(year, 1, 1).toordinal() for year in PLAUSIBLE_YEARS))
"""Days that are asked around a period that is served."""
FIRST_YEAR_OF_PERIODS: Final = 1950
"""Year from which on days are asked where both ends of a range must be sent, by years."""
MAX_DIGITS_OF_PERIODS: Final = 8
LARGEST_ASKED: Final = 10**MAX_DIGITS_OF_PERIODS - 1
"""Largest number that is asked where both ends of a range must be sent."""
MAX_YEARS_OF_PERIODS: Final = 150
"""Years that are asked so, the latest first: a form may state the year 1 as its first."""
DAYS_OF_PERIODS: Final = range(
    date(FIRST_YEAR_OF_PERIODS, 1, 1).toordinal(), date(PLAUSIBLE_YEARS[1], 1, 1).toordinal()
)
NEAR_WINDOWS: Final = (0, -1, 1, -2, -4)
"""Windows beside the first one, in windows, that are asked first: some of them have records."""
IDLE_DAYS: Final = 240
"""Days without news after which periods on one side are asked no further."""
INITIAL_YEARS: Final = (1900, 2000)
"""Years at which a range of years or days is cut first, when no record says better."""


def dimensions_of(
    interface: QueryInterface,
    box: Control | None = None,
    rows: Callable[[], Sequence[RecordRow]] = lambda: (),
    knowledge: DomainKnowledge | None = None,
) -> list[Dimension]:
    """Return what parts a source, shortest lists first, ranges last, without the box for words.

    With ``knowledge`` boxes that are only sent with others have values, too.
    """
    is_needed = any(control.role == NEEDED for control in interface.controls)
    filled = plan_fill(interface, knowledge if knowledge and is_needed else DomainKnowledge())
    if filled.refused:
        return []
    dimensions: list[Dimension] = []
    spans = _spans(interface, box, rows)
    taken = {name for span in spans for name in (span.low, span.high)}
    years = _years_by_selects(interface)
    dimensions += [years] if years is not None else []
    taken |= {name for name, _ in years.tiles[0]} if years is not None else set()
    needed = [slot for slot in filled.slots if slot.together]
    for slot in [combined(needed)] if needed else filled.slots:
        if taken & {*slot.names} or (box is not None and box.name in slot.names):
            continue
        tiles = tuple(tuple(zip(slot.names, values, strict=True)) for values, _ in slot.offers)
        if len(tiles) > (not needed):
            dimensions.append(Choices("..".join(slot.names), tiles))
    return [*sorted(dimensions, key=lambda dimension: len(dimension.parts(()))), *spans]


def _years_by_selects(interface: QueryInterface) -> Choices | None:
    """Return years, the latest first, where selects of year, month and day stand for both ends."""
    selects = [c for c in interface.controls if c.kind == "select" and c.name]
    offers = [_numbered(control) for control in selects]
    units = "".join(map(_unit, offers))
    found = _SELECTED_DAYS.search(units)
    if found is None:
        return None
    chosen = [*zip(selects, offers, units, strict=True)][found.start() : found.end()]
    years = set.intersection(*({*offer} for _, offer, unit in chosen if unit == "y"))
    ends = [min] * 3 + [max] * 3

    def bound(year: int) -> Bound:
        return tuple(
            (control.name, offer[year if unit == "y" else end(offer)])
            for (control, offer, unit), end in zip(chosen, ends, strict=True)
        )

    name = f"{chosen[0][0].name}..{chosen[-1][0].name}"
    return Choices(name, tuple(map(bound, sorted(years, reverse=True)))) if years else None


def _numbered(control: Control) -> dict[int, str]:
    """Return the values of a select's choices by the number that each shows."""
    numbers = ((_NUMBER.search(choice.text), choice.value) for choice in control.choices)
    return {int(number[0]): value for number, value in numbers if number is not None}


def _unit(offers: dict[int, str]) -> str:
    """Return y, m or d for years, months and days of a month, '-' for other choices."""
    if {*offers} == {*range(1, 13)}:
        return "m"
    if {*offers} == {*range(1, 32)}:
        return "d"
    first, last = PLAUSIBLE_YEARS
    is_years = len(offers) > 1 and all(first <= number <= last for number in offers)
    return "y" if is_years else "-"


def children_on(form: QueryInterface, document: Document, bound: Bound) -> list[Dimension]:
    """Return selects that waited for one of the controls bound and have their choices on a page.

    Such are the states of a country. What the page holds in hidden fields goes along: its choices
    are offered by its own state.
    """
    names = {name for name, _ in bound}
    waited = {c.name for c in form.controls if c.depends_on and c.depends_on in names}
    if not waited:
        return []
    ready: list[Dimension] = []
    served_forms = find_interfaces(document)
    asks = any(c.form_action and c.sets for c in form.controls if c.name in names)
    if asks and not served_forms and (offered := _offered(document)):
        first = next(one for one in form.controls if one.name in waited)
        kept = replace(first, choices=offered)
        served_forms = (replace(form, controls=(kept,)),)
    for served in served_forms:
        if served.action == form.action:
            filled = fill_dependents(form, served)
            open_now = waited - {c.name for c in filled.controls if c.depends_on} - names
            state = _changed_state(form, served)
            for each in dimensions_of(filled):
                if each.name in open_now and isinstance(each, Choices):
                    ready.append(Choices(each.name, tuple((*state, *tile) for tile in each.tiles)))
                elif each.name in open_now:
                    ready.append(each)
    return ready


def _offered(document: Document) -> tuple[Choice, ...]:
    """Return choices that an answer for a select holds alone: options, or rows of values."""
    found = [
        Choice(document.attribute(node, "value"), document.visible_text(node))
        for node in document.elements("option")
    ]
    for row in document.elements("tr") if not found else ():
        cells = [document.visible_text(node) for node in document.elements("td", within=row)]
        if cells and cells[0]:
            found.append(Choice(cells[0], cells[-1]))
    return tuple(one for one in found if one.value)[:MAX_OFFERED]


def _changed_state(form: QueryInterface, served: QueryInterface) -> Bound:
    """Return hidden fields of a form that hold another value on a later page."""
    before = {one.name: one.value for one in form.controls if one.kind == "hidden"}
    return tuple(
        (one.name, one.value)
        for one in served.controls
        if one.kind == "hidden" and before.get(one.name, one.value) != one.value
    )


def _spans(
    interface: QueryInterface, box: Control | None, rows: Callable[[], Sequence[RecordRow]]
) -> list[Span]:
    groups = control_groups(interface)
    spans: list[Span] = []
    for at, to in pair_range_ends(groups).items():
        low, high = groups[at][0], groups[to][0]
        typed = all(control.kind not in {"select", "radio", "checkbox"} for control in (low, high))
        is_needed = low.required or high.required
        shape = date_format_of(low) if date_format_of(low) == date_format_of(high) else None
        if typed and is_needed and (shape is not None or low.kind == high.kind == "number"):
            tiles, extent = _years(low, high, shape) if shape is not None else _numbers(low, high)
            span = _span(low, high, rows, shape)
            span = replace(span, disjoint=True, tiles=tiles, extent=extent)
            spans.append(_by_windows(low, high, span, rows) if low.most_days and shape else span)
        elif typed and box not in (low, high) and not is_needed:
            shape = date_format_of(low)
            if shape is None and low.role == "date_from" and _takes_days(low):
                shape = _written(low, rows())
            spans.append(_span(low, high, rows, shape))
    return spans


def _by_windows(
    low: Control, high: Control, span: Span, rows: Callable[[], Sequence[RecordRow]]
) -> Span:
    """Return a range as the windows that the form takes, from one with records to both sides."""
    first, last, width = span.read(low.value), span.read(high.value), low.most_days + 1
    latest = max(last, ISO_DATE.read(high.high) or last)
    within = range(DAYS_OF_PERIODS.start, latest + width)
    near = [(first + step * width, last + step * width) for step in NEAR_WINDOWS]
    tiles = tuple(
        ((low.name, span.write(start)), (high.name, span.write(stop)))
        for start, stop in near
        if start in within and stop in within
    )
    found = replace(span, known=lambda: [first, last])
    patience = max(MAX_IDLE_PERIODS, IDLE_DAYS // width) + len(NEAR_WINDOWS)
    extent = f"periods of {width} days were asked until several in a row brought nothing"
    onward = partial(found.around, lambda: len(rows()), within, patience)
    return replace(span, tiles=tiles, extent=extent, onward=onward)


def served_periods(interface: QueryInterface, names: Container[str]) -> list[Span]:
    """Return ranges of days that are served with both ends, of the boxes named."""
    groups, spans = control_groups(interface), list[Span]()
    for at, to in pair_range_ends(groups).items():
        low, high = groups[at][0], groups[to][0]
        shape = date_format_of(low) or learn_date_format([low.value, high.value])
        days = [day for end in (low, high) if shape and (day := shape.read(end.value))]
        if shape and len(days) > 1 and low.name in names and high.name in names:
            known = partial(sorted, days)
            spans.append(Span(low.name, high.name, known, write=shape.write))
    return spans


def date_format_of(control: Control) -> DateFormat | None:
    """Return how a box wants days, None where it says nothing of days."""
    if written := control.date_format:
        return DateFormat(written[:3], written[3:])
    return ISO_DATE if control.kind == "date" else None


def _numbers(low: Control, high: Control) -> tuple[tuple[Bound, ...], str]:
    """Return a range by 10, 20, 50, 100, and what is asked so."""
    tens = (10**digits for digits in range(1, MAX_DIGITS_OF_PERIODS))
    starts = [0, *(times * ten for ten in tens for times in (1, 2, 5)), LARGEST_ASKED + 1]
    tiles = (
        ((low.name, str(first)), (high.name, str(after - 1))) for first, after in pairwise(starts)
    )
    return tuple(tiles), f"every range of numbers from 0 to {LARGEST_ASKED:,} was asked"


def _years(low: Control, high: Control, shape: DateFormat) -> tuple[tuple[Bound, ...], str]:
    """Return the years between the limits of a range, the latest first, and what is asked so."""
    first = ISO_DATE.read(low.low) or date(FIRST_YEAR_OF_PERIODS, 1, 1).toordinal()
    last = max(first, ISO_DATE.read(high.high) or first)
    years = range(date.fromordinal(last).year, date.fromordinal(first).year - 1, -1)
    years = years[:MAX_YEARS_OF_PERIODS]
    tiles = tuple(
        (
            (low.name, shape.write(max(first, date(year, 1, 1).toordinal()))),
            (high.name, shape.write(min(last, date(year, 12, 31).toordinal()))),
        )
        for year in years
    )
    return tiles, f"every year from {years[-1]} to {years[0]} was asked, by days"


def _span(
    low: Control, high: Control, rows: Callable[[], Sequence[RecordRow]], shape: DateFormat | None
) -> Span:
    """Return a range of days of some shape, else one of numbers."""
    if shape is None:
        by_time = low.role == "date_from"
        years = INITIAL_YEARS if by_time else ()
        return Span(
            low.name,
            high.name,
            lambda: _known(low, high, rows(), _number, are_years=by_time) or years,
            disjoint=by_time,
        )
    days = [date(year, 1, 1).toordinal() for year in INITIAL_YEARS]
    return Span(
        low.name,
        high.name,
        lambda: _known(low, high, rows(), shape.read) or days,
        write=shape.write,
        read=lambda text: shape.read(text) or 0,
    )


def _takes_days(low: Control) -> bool:
    """Tell whether a text box may be for days and not for years alone."""
    if 0 < low.max_length < MIN_CHARACTERS_OF_DAY:
        return False
    return ASKS_YEAR.search(f"{low.label} {low.group_label} {low.name}") is None


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


def _known(
    low: Control,
    high: Control,
    rows: Sequence[RecordRow],
    read: Callable[[str], int | None],
    *,
    are_years: bool = False,
) -> list[int]:
    """Return values of the column that a range seems to go by, else its stated limits."""
    for texts in _columns(low, rows):
        values = [value for text in texts if (value := read(text)) is not None]
        if _is_enough(values, len(texts)) and (not are_years or _are_years(values)):
            return values
    return [value for text in (low.low, high.high) if (value := read(text)) is not None]


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
