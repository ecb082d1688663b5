"""Which controls of a form carry a person's conditions, and with which values.

A condition names a control by the name that is sent, by its label, or by a word that means the
same. Two ends of a range take a range or one value. A select, radio group or list of boxes takes
the choices that a range holds, one request each. A condition that no control carries is an error
that says what may be named.

>>> form = QueryInterface("", "http://h/", "http://h/", "GET", (
...     Control("q", "search", "Search", role="query_text"),
...     Control("y1", "text", "Year from", role="date_from"), Control("y2", "text", role="date_to"),
...     Control("k", "select", "Kind", choices=(Choice("", "all"), Choice("7", "Prints")))))
>>> def bound(*texts): return bind_restrictions([*map(Restriction.of, texts)], form, "q")
>>> bound("year=1990..1999", "kind=prints")
((('y1', '1990'), ('y2', '1999'), ('k', '7')),)
>>> bound("q=sea", "q=fog")
((('q', 'sea'),), (('q', 'fog'),))
>>> bound("colour=red")
Traceback (most recent call last):
leadline.crawl.restriction.binding.UnboundError: the form has no control 'colour'; \
it has: q (words), Year from (a range), Kind (1 choice)
"""

import shlex
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import product
from typing import Final

from leadline.crawl.restriction.condition import Restriction
from leadline.errors import LeadlineError
from leadline.forms.classify.relevance import MIN_LABEL_SIMILARITY, label_similarity
from leadline.forms.display import display_name
from leadline.forms.labels.placeholders import is_unrestricting
from leadline.forms.roles.query_box import control_groups, query_control
from leadline.forms.submit.fill import TYPED_KINDS, is_bindable
from leadline.forms.submit.ranges import order_key, pair_range_ends
from leadline.integrate.schema.features import meanings_of, name_parts
from leadline.model import BOX_KINDS, Choice, Control, QueryInterface
from leadline.page.query_string import query_pairs, split_address
from leadline.page.text import fold

Values = tuple[tuple[str, str], ...]
"""Values to send, by control name."""
MAX_ALTERNATIVES: Final = 200
"""Filled forms that conditions may come to."""
MAX_SHOWN_CHOICES: Final = 12
EXACT: Final = 3.0
"""How well a name fits that is sent just so."""
MEANINGS_OF_RANGES: Final = {
    "date_from": {"year", "date", "released", "dated"},
    "price_min": {"price", "budget", "revenue"},
}
"""What the low end of a range means, by its role, where its label says only "from"."""


class UnboundError(LeadlineError):
    """A condition that no control of the form carries; the sentence says what may be named."""


def bind_restrictions(
    restrictions: Iterable[Restriction], interface: QueryInterface, box: str
) -> tuple[Values, ...]:
    """Return the filled forms that ask for a part: several where choices must be asked in turn.

    All names must hold; of several conditions on one name either. ``box`` is the name of the box
    for words. Raise ``UnboundError``.
    """
    by_name: dict[str, list[Values]] = {}
    for one in restrictions:
        by_name.setdefault(fold(one.name), []).extend(_bound(one, interface, box))
    count = 1
    for values in by_name.values():
        count *= len(values)
    if count > MAX_ALTERNATIVES:
        raise UnboundError(f"these conditions come to {count:,} forms to send; ask for fewer")
    alternatives = (
        tuple(pair for values in chosen for pair in values) for chosen in product(*by_name.values())
    )
    return tuple(dict.fromkeys(alternatives))


def carries(restrictions: Iterable[Restriction], interface: QueryInterface) -> bool:
    """Tell whether an interface has controls for all conditions."""
    box = query_control(interface)
    try:
        bind_restrictions(restrictions, interface, box.name if box is not None else "")
    except UnboundError:
        return False
    return True


def dropped_query(url: str, interface: QueryInterface | None) -> str:
    """Say which query of an entry address is dropped, and how to keep it; '' where it has none."""
    controls = interface.controls if interface is not None else ()
    shown = {control.name for control in controls if control.kind != "hidden"}
    pairs = query_pairs(split_address(url).query)
    asked = [f"{name}={value}" for name, value in pairs if name in shown and value]
    options = " ".join(f"--only {shlex.quote(one)}" for one in asked)
    return options and (
        f"the address asks for {' & '.join(asked)}; that is dropped: the whole source is taken "
        f"(to take that part alone: {options})"
    )


def restrict_interface(interface: QueryInterface, values: Values) -> QueryInterface:
    """Return the interface with controls that always send these values, out of everyone's reach."""
    names = {name for name, _ in values}
    kept = [control for control in interface.controls if control.name not in names]
    places = [n for n, c in enumerate(interface.controls) if c.name in names]
    first = sum(c.name not in names for c in interface.controls[: places[0]]) if places else 0
    fixed = [Control(name, "hidden", value=value) for name, value in values]
    return replace(interface, controls=(*kept[:first], *fixed, *kept[first:]))


def _bound(wanted: Restriction, interface: QueryInterface, box: str) -> list[Values]:
    """Return the values for one condition; several where its choices are asked in turn."""
    if not wanted.name:
        if not box:
            raise UnboundError("the form has no box for words")
        return [((box, wanted.value),)]
    groups = [group for group in control_groups(interface) if is_bindable(group[0])]
    pairs = pair_range_ends(groups)
    scores = [(_fit(wanted.name, group), -at) for at, group in enumerate(groups)]
    best, place = max(scores, default=(0.0, 0))
    if not best:
        raise UnboundError(_no_control(wanted.name, interface, groups, pairs, box))
    group = groups[-place]
    low = next((low for low, high in pairs.items() if -place in (low, high)), None)
    is_end_alone = best == EXACT and not wanted.is_range
    if low is not None and not is_end_alone:
        return [_ends(wanted, groups[low][0], groups[pairs[low]][0])]
    return _own_values(wanted, group)


def _fit(name: str, group: Sequence[Control]) -> float:
    """Return how well a name fits a control: as it is sent, as it is read, as it is meant."""
    control = group[0]
    if name == control.name or fold(name) == fold(control.name):
        return EXACT
    labels = [text for text in (control.group_label, control.label) if text]
    if any(fold(name).strip() == fold(label).strip(" :：*?") for label in labels):
        return 2.0
    alike = max((label_similarity(label, name) for label in labels), default=0.0)
    if alike >= MIN_LABEL_SIMILARITY:
        return alike
    meant = meanings_of(name_parts(name)) | {fold(name)}
    says = {*meanings_of(part for label in labels for part in name_parts(label))}
    says |= MEANINGS_OF_RANGES.get(control.role, set())
    return 0.5 if meant & says else 0.0


def _ends(wanted: Restriction, low: Control, high: Control) -> Values:
    """Return what the two ends of a range get."""
    first, last = (wanted.low, wanted.high) if wanted.is_range else (wanted.value, wanted.value)
    given = [(one, text) for one, text in ((low, first), (high, last)) if text]
    return tuple((one.name, _end(one, text, is_low=one is low)) for one, text in given)


def _end(control: Control, text: str, *, is_low: bool) -> str:
    if control.kind == "select":
        return _chosen([control], text)
    if control.kind == "date":
        year, *rest = text.split("-")
        month, day = (*rest, *(("01", "01") if is_low else ("12", "31"))[len(rest) :])[:2]
        return f"{year}-{month:0>2}-{day:0>2}"
    return text


def _own_values(wanted: Restriction, group: Sequence[Control]) -> list[Values]:
    """Return the values of one control for a condition."""
    control = group[0]
    if control.kind in TYPED_KINDS:
        if not wanted.is_range:
            return [((control.name, wanted.value),)]
        return [((control.name, str(number)),) for number in _whole_numbers(wanted)]
    if not wanted.is_range:
        return [((control.name, _chosen(group, wanted.value)),)]
    first, last = order_key(wanted.low), order_key(wanted.high)
    inside = [
        choice.value
        for choice in _choices(group)
        if (key := order_key(choice.text) or order_key(choice.value)) is not None
        and (first is None or key >= first)
        and (last is None or key[:1] <= last[:1])
    ]
    if not inside:
        raise UnboundError(f"no choice of {wanted.name!r} lies in it; {_offered(group)}")
    return [((control.name, value),) for value in inside]


def _whole_numbers(wanted: Restriction) -> range:
    """Return the numbers of a range that a single box takes one by one."""
    if not (wanted.low.isdecimal() and wanted.high.isdecimal()):
        raise UnboundError(f"{wanted.name!r} is one box: it takes a value, or whole numbers A..B")
    numbers = range(int(wanted.low), int(wanted.high) + 1)
    if not 0 < len(numbers) <= MAX_ALTERNATIVES:
        raise UnboundError(f"{wanted.text} is no range of 1 to {MAX_ALTERNATIVES} numbers")
    return numbers


def _choices(group: Sequence[Control]) -> list[Choice]:
    """Return the choices of a select or of a group of boxes, without those that mean "all"."""
    boxes = [Choice(c.value, c.label, disabled=c.disabled) for c in group if c.kind in BOX_KINDS]
    offered = [*boxes, *(choice for control in group for choice in control.choices)]
    return [c for c in offered if not c.disabled and not is_unrestricting(c.value, c.text)]


def _chosen(group: Sequence[Control], text: str) -> str:
    """Return the value of the choice that says a text."""
    wanted = fold(text).strip()
    for choice in _choices(group):
        if wanted in (fold(choice.text).strip(), fold(choice.value).strip()):
            return choice.value
    name = group[0].group_label or group[0].label or group[0].name
    raise UnboundError(f"{name!r} has no choice {text!r}; {_offered(group)}")


def _offered(group: Sequence[Control]) -> str:
    texts = [" ".join((choice.text or choice.value).split()) for choice in _choices(group)]
    more = f" and {len(texts) - MAX_SHOWN_CHOICES} more" if len(texts) > MAX_SHOWN_CHOICES else ""
    return f"it has: {', '.join(texts[:MAX_SHOWN_CHOICES])}{more}"


def _no_control(
    name: str,
    interface: QueryInterface,
    groups: Sequence[Sequence[Control]],
    pairs: dict[int, int],
    box: str,
) -> str:
    """Return the sentence on a name that no control has."""
    offered = []
    for at, group in enumerate(groups):
        control, kind = group[0], ""
        if control.name == box:
            kind = "words"
        elif at in pairs:
            kind = "a range"
        elif choices := len(_choices(group)):
            kind = f"{choices} choice{'s' if choices > 1 else ''}"
        if at not in pairs.values() and control.name:
            shown = control.name if control.name == box else display_name(interface, control.name)
            offered.append(f"{shown} ({kind})" if kind else shown)
    return f"the form has no control {name!r}; it has: {', '.join(offered) or 'none'}"
