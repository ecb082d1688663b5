"""What of a question a query interface can carry: conditions to controls, the rest to the box.

A condition goes to the control whose label names its attribute: a box takes the words, a select
the choice that says them, two ends of a range both ends. What no control takes is typed into the
keyword box, or left to be checked on the records that come.

>>> from leadline.ask.query import parse_query
>>> form = QueryInterface("", "http://h/", "http://h/", "GET", (
...     Control("q", "search", role="query_text"), Control("a", "text", "Author")))
>>> asked = parse_query("diary author:lu xun year:1920")
>>> bound = bind(asked, form, "q", AttributeNames())
>>> bound.values, bound.words, bound.unsent
((('q', 'diary 1920'), ('a', 'lu xun')), 'diary 1920', ())
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from leadline.ask.attributes import DATED, AttributeNames
from leadline.ask.query import AskedQuery, Condition
from leadline.forms.roles.query_box import control_groups
from leadline.forms.submit.constraints import as_wanted
from leadline.forms.submit.ranges import pair_range_ends
from leadline.integrate.schema.features import meanings_of, name_parts
from leadline.model import BOX_KINDS, Control, QueryInterface
from leadline.page.text import fold, words
from leadline.values.dates import find_dates

TEXT_KINDS: Final = frozenset({"text", "search", "textarea", "number"})
MEANINGS_OF_ENDS: Final = {"date_from": DATED, "price_min": ("price", "budget", "revenue")}
"""Meanings of attributes by role of the low end of a range."""


@dataclass(frozen=True, slots=True)
class Binding:
    """A question as one source is asked it.

    ``values`` are what controls get; without any, ``words`` go to the keyword box. ``sent`` are
    the conditions that controls carry, with the value that each has there: records may show that
    code instead. ``unsent`` are those that the source is not asked. Where plain
    words and words of conditions share the box, ``fewer`` are the plain words alone, and ``rarest``
    is one of several: for engines that want all words in one field, or side by side.
    """

    values: tuple[tuple[str, str], ...] = ()
    words: str = ""
    fewer: str = ""
    rarest: str = ""
    sent: Mapping[Condition, str] = field(default_factory=dict)
    unsent: tuple[Condition, ...] = ()

    @property
    def is_empty(self) -> bool:
        """Whether nothing of the question can be sent."""
        return not self.values and not self.words


def bind(asked: AskedQuery, form: QueryInterface, box: str, names: AttributeNames) -> Binding:
    """Return what is sent for a question; ``box`` is the name of the keyword box, '' for none."""
    controls = [group for group in control_groups(form) if not group[0].honeypot]
    values: list[tuple[str, str]] = []
    words, sent, unsent = list(asked.words), dict[Condition, str](), list[Condition]()
    for condition in asked.conditions:
        if condition.attribute.casefold() == "source":
            continue
        filled = _filled(condition, controls, box, names)
        if filled:
            values += filled
            sent[condition] = filled[0][1]
        elif box and not condition.is_range:
            words.append(condition.text)
        else:
            unsent.append(condition)
    text = " ".join(words) if box else ""
    plain = " ".join(asked.words) if box else ""
    fewer = plain if plain != text else ""
    if values and text:
        values.insert(0, (box, text))
    return Binding(tuple(values), text, fewer, "", sent, tuple(unsent))


def _filled(
    condition: Condition, groups: Sequence[Sequence[Control]], box: str, names: AttributeNames
) -> list[tuple[str, str]]:
    """Return what the controls for an attribute get; nothing where none takes the value."""
    if condition.is_range:
        return _filled_range(condition, groups)
    labels = {group[0].group_label or group[0].label or group[0].name: group for group in groups}
    for label in names.columns_of(condition.attribute, "", labels):
        group = labels[label]
        control = group[0]
        if control.name == box or control.role == "query_text":
            continue
        if control.kind in TEXT_KINDS and not (control.readonly or control.disabled):
            return [(control.name, as_wanted(control, condition.text))]
        if control.kind == "select" or control.kind in BOX_KINDS:
            chosen = next(_chosen(group, condition.text), None)
            if chosen is not None:
                return [(control.name, chosen)]
    days = [group[0] for group in groups if _takes_days(group[0])]
    read = {day.isoformat()[:10] for _, day in find_dates(condition.text)}
    if len(days) != 1 or not read:
        return []
    return [(days[0].name, as_wanted(days[0], read.pop() if len(read) == 1 else condition.text))]


def _takes_days(control: Control) -> bool:
    return control.kind == "date" or bool(control.date_format)


def _chosen(group: Sequence[Control], text: str) -> Iterator[str]:
    """Find the values of the choices that say a text."""
    wanted = fold(text).strip()
    says = [choice for one in group for choice in one.choices if not choice.disabled]
    within = [c for c in says if {*words(text)} <= {*words(c.text)}] if words(text) else []
    for control in group:
        if control.kind in BOX_KINDS and wanted in (fold(control.label), fold(control.value)):
            yield control.value
        for choice in control.choices:
            if wanted in (fold(choice.text).strip(), fold(choice.value)) and not choice.disabled:
                yield choice.value
    if len(within) == 1:  # "Oslo (OSL)"
        yield within[0].value


def _filled_range(
    condition: Condition, groups: Sequence[Sequence[Control]]
) -> list[tuple[str, str]]:
    """Return what the two ends of a range get."""
    parts = set(name_parts(condition.attribute))
    meanings = meanings_of(parts)
    for low, high in pair_range_ends([list(group) for group in groups]).items():
        ends = groups[low][0], groups[high][0]
        fits = not meanings.isdisjoint(MEANINGS_OF_ENDS.get(ends[0].role, ()))
        fits = fits or any(p in fold(ends[0].label) for p in parts)
        if not fits:
            continue
        sent = [
            (end.name, value)
            for end, given in zip(ends, (condition.low, condition.high), strict=True)
            if given and (value := _end(end, given)) is not None
        ]
        if sent:
            return sent
    return []


def _end(control: Control, given: str) -> str | None:
    """Return what an end of a range gets for a value; None where no choice says it."""
    if control.kind == "select":
        return next(_chosen([control], given), None)
    year, month, day = (*given.split("-"), "01", "01")[:3]
    return as_wanted(control, f"{year}-{month:0>2}-{day:0>2}") if _takes_days(control) else given
