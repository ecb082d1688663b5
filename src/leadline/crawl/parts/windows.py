"""Windows of days: a form wants both ends of a period and refuses one that is too long.

What it says of a whole year is compared with what it says of shorter periods. The longest that is
not refused so is the window that the source is asked by, period after period. Numbers in the
refusal are tried first; in any language, what changes when one obeys is the answer. Then a window
with records is looked for: that which is served, those at days that the page names, then farther
and farther back.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from itertools import count, islice, takewhile
from typing import Final

from leadline.crawl.events import Crawl
from leadline.crawl.probe.moments import ENDS_NEEDED, Probed
from leadline.crawl.probe.probes import Probes, ask_probe
from leadline.crawl.slice_controls import DAYS_OF_PERIODS, date_format_of
from leadline.crawl.state.findings import masked_texts
from leadline.crawl.state.source import SourceState
from leadline.forms.labels.placeholders import unrestricting
from leadline.forms.roles.query_box import control_groups
from leadline.forms.submit.ranges import pair_range_ends
from leadline.model import Control, QueryInterface
from leadline.page.dom import Document, parse
from leadline.values.dates import ISO_DATE, DateFormat
from leadline.wrapper.induction import mine_answer
from leadline.wrapper.region_choice import ProbePage, count_novel_records

LONG: Final = 364
"""Days between the ends of the period that is asked first."""
SHORTER: Final = (182, 91, 60, 31, 28, 13, 7, 6, 0)
"""Days between the ends of shorter ones, where the refusal names none that is taken."""
MAX_ANCHORS: Final = 2
"""Days at which a long period is asked."""
MAX_CHOOSING: Final = 2
"""Selects of which a choice is made where a form says the same of all periods."""
MIN_TEXTS_OF_RECORDS: Final = 8
MAX_NAMED_DAYS: Final = 4
"""Days that the page names at which records are looked for."""
SHORT_NUMBER: Final = re.compile(r"(?<![\d/.-])\d{1,3}(?![\d/.-]*\d)")
_DAY: Final = re.compile(r"\d{1,4}[-./]\d{1,2}[-./]\d{1,4}")


@dataclass(frozen=True, slots=True)
class _Ends:
    """The two boxes of a period, and how they want days."""

    low: Control
    high: Control
    shape: DateFormat


@dataclass(frozen=True, slots=True)
class _Said:
    """What a page says beside the form, digits as #; the numbers in it; its number of records."""

    texts: frozenset[str]
    numbers: tuple[int, ...]
    records: int


def fit_window(source: SourceState, at: Probed) -> Crawl[Probed]:
    """Return the form with the period that it takes, as it is where a long one is not refused."""
    form, entry = at.form, at.entry
    ends = _ends_of(form)
    if ends is None:
        return at
    for each in (form, *islice(_with_a_choice(form), MAX_CHOOSING)):
        fitted = yield from _fit(source, replace(at, form=each), ends, entry)
        if fitted.form is not each:
            return fitted
    return at


def _with_a_choice(form: QueryInterface) -> Iterator[QueryInterface]:
    """Yield the form with a choice made in a select that makes none: it may be wanted, too."""
    for at, control in enumerate(form.controls):
        free = {*unrestricting(control.choices)}
        kept = tuple(one for one in control.choices if one not in free and not one.disabled)
        if control.kind == "select" and free and len(kept) > 1 and not control.multiple:
            chosen = (replace(kept[0], selected=True), *kept[1:])
            made = replace(control, choices=chosen, value=kept[0].value)
            yield replace(form, controls=(*form.controls[:at], made, *form.controls[at + 1 :]))


def _fit(source: SourceState, at: Probed, ends: _Ends, entry: Document) -> Crawl[Probed]:
    """Return the form with the period that it takes, as it is where none is found."""
    form = at.form
    source.use(form)
    days = _days_to_try(source, ends, entry)
    for last in days[:MAX_ANCHORS]:
        refused = yield from _ask(source, entry, ends, last, LONG)
        if refused is None or refused.records:
            return at
        day = yield from _ask(source, entry, ends, last, 0)
        if day is None or not (day.records or _is_other(refused, day)):
            continue  # it has nothing there, whatever the period
        limits = {n for n in refused.numbers if 0 < n < LONG}
        named = sorted({*limits, *(n - 1 for n in limits)}, reverse=True)  # both ends may count
        for width in dict.fromkeys([*named, *SHORTER]):
            said = yield from _ask(source, entry, ends, last, width)
            if said is None or not (said.records or _is_other(refused, said)):
                continue
            for day_at in [] if said.records else _places(days, last, width):
                there = yield from _ask(source, entry, ends, day_at, width)
                if there is not None and (there.records or _says_much_more(there, said)):
                    last = day_at
                    break
            source.journal.note(f"the form takes periods of {width + 1} days; each is asked")
            return replace(at, form=_fitted(form, ends, last, width))
    return at


def _ends_of(form: QueryInterface) -> _Ends | None:
    groups = control_groups(form)
    for at, to in pair_range_ends(groups).items():
        low, high = groups[at][0], groups[to][0]
        shape = date_format_of(low)
        typed = low.kind != "select" and high.kind != "select" and low.name and high.name
        if typed and low.required and high.required and shape is not None:
            return _Ends(low, high, shape)
    return None


def _days_to_try(source: SourceState, ends: _Ends, entry: Document) -> list[int]:
    """Return the last day that is served, the day of the visit, and days that the page names.

    None is later than the last one that the form takes.
    """
    fetched = source.entry.fetched_at if source.entry is not None else 0.0
    today = datetime.fromtimestamp(fetched, UTC).date().toordinal()
    texts = _DAY.findall(entry.visible_text(0))
    named = sorted({day for text in texts if (day := ends.shape.read(text))}, reverse=True)
    first, last = (ends.shape.read(end.value) for end in (ends.low, ends.high))
    served = [last] if first is not None and last is not None else []
    latest = ISO_DATE.read(ends.high.high) or today
    return list(
        dict.fromkeys(min(day, latest) for day in (*served, today, *named[:MAX_NAMED_DAYS]))
    )


def _places(days: Sequence[int], last: int, width: int) -> list[int]:
    """Return last days of periods: at the days named, after them, then farther and farther back."""
    named = [day for day in days if day != last]
    after = [day + width for day in days if day + width <= max(days)]
    back = takewhile(DAYS_OF_PERIODS.__contains__, (last - (width + 1) * 2**n for n in count()))
    return [*named, *after, *back]


def _ask(
    source: SourceState, entry: Document, ends: _Ends, last: int, width: int
) -> Crawl[_Said | None]:
    """Ask a period and return what its answer says, None where the server refuses it."""
    first, stop = ends.shape.write(last - width), ends.shape.write(last)
    query = source.bind(((ends.low.name, first), (ends.high.name, stop)))
    page = yield from ask_probe(source, Probes(), query, "probe")
    if page is None:
        return None
    probed, form_page = ProbePage(parse(page), source.echo_of(query)), ProbePage(entry, "")
    document, known = probed.document, form_page.chunks
    texts = [" ".join(document.text[node].split()) for node in document.text_nodes]
    new = [text for text in texts if text and text.casefold() not in known]
    numbers = tuple(int(number) for text in new for number in SHORT_NUMBER.findall(text))
    regions = mine_answer(page, probed).regions
    records = count_novel_records(probed, regions, known, [form_page])
    return _Said(masked_texts(document) - masked_texts(entry), numbers, records)


def _is_other(refused: _Said, said: _Said) -> bool:
    """Tell whether an answer says nothing of what refused a longer period, or something else."""
    if refused.texts.isdisjoint(said.texts):
        return bool(refused.texts)
    return bool(refused.texts - said.texts) and bool(said.texts - refused.texts)


def _says_much_more(there: _Said, empty: _Said) -> bool:
    """Tell whether an answer holds as many texts more than an empty one as a few records have."""
    return len(there.texts - empty.texts) >= MIN_TEXTS_OF_RECORDS


def _fitted(form: QueryInterface, ends: _Ends, last: int, width: int) -> QueryInterface:
    """Return the form with the period from which on others are asked."""
    days = {ends.low.name: last - width, ends.high.name: last}
    controls = (
        replace(control, value=ends.shape.write(days[control.name]), most_days=width)
        if control.name in days
        else control
        for control in form.controls
    )
    return replace(form, controls=tuple(controls))


CRAWL_PARTS: Final = (ENDS_NEEDED.part(10, fit_window),)
