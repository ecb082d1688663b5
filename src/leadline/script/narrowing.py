"""What a call is asked with that may hide records: choices, dates, places; and wider values.

A page stands on "Status: Active", on this year, or on the middle of a map. Its call sends that, and
the total of the answer is that of the part. A choice is known by the page's own control, whose
value the call sends; dates and coordinates are known by their looks.

>>> asked = Request("GET", "http://h.test/x?state=open&from=2026-01-01&to=2026-12-31")
>>> dates, = narrowings(Call(asked))
>>> dates.text, with_values_at(asked, dates.wider[0].values).url[-40:]
('from: 2026-01-01, to: 2026-12-31', 'state=open&from=1900-01-01&to=2100-12-12')
>>> spot, = narrowings(Call(Request("GET", "http://h.test/near?lat=45.1&lng=10.2&radius=50")))
>>> spot.text, spot.is_place
('lat: 45.1, lng: 10.2', True)
>>> narrowings(Call(Request("GET", "http://h.test/near/45.123/10.25/rows")))[0].text
'45.123, 10.25'
"""

import re
from collections.abc import Container, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import MAXYEAR, date
from itertools import islice, pairwise
from typing import Final

from leadline.forms.presets import MAX_TEXT_LENGTH, Preset, presets_of
from leadline.model import Control, QueryInterface, Request
from leadline.page.data_files import LEXICON_FILE, read_table
from leadline.page.request_places import Leaf, Place, places_in, with_place, without_place
from leadline.page.text import fold
from leadline.script.windows import EPOCH, Values, day_of, like_day
from leadline.wrapper.data.call import Call
from leadline.wrapper.data.paging import COUNTER_NAMES, SIZE_NAME, plain_name

KINDS_OF_VALUES: Final = ("query", "form", "json", "part")
MIN_LETTERS_ALONE: Final = 3
"""Characters of a value from which a control is its origin whatever both are called."""
MAX_CHOICES: Final = 40
"""Choices of a control that are asked one by one at most."""
EARLIEST: Final = 1900
LATEST: Final = 2100
YEARS_AROUND: Final = 5
"""Years before and after a span that are asked where the widest one is refused."""
WIDE_RADIUS: Final = 20_000
"""Kilometres, or miles, in which everything on Earth lies; in metres a thousand times that."""
MAX_RADIUS_IN_KM: Final = 1_500.0
MANY: Final = 1_000
"""Records that are asked for around a place at most."""
_NAME_WORDS: Final = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")
_PARAMETERS: Final = {
    name: frozenset(words.split())
    for name, words in read_table("leadline.script", LEXICON_FILE)["parameters"].items()
}
"""Words of names of parameters, by what their values mean."""
_PRESENTS: Final = _PARAMETERS["presents"]
_LOWER: Final = _PARAMETERS["from"]
_UPPER: Final = _PARAMETERS["until"]
_YEAR_WORDS: Final = _PARAMETERS["years"]
_LATITUDES: Final = _PARAMETERS["latitudes"]
_LONGITUDES: Final = _PARAMETERS["longitudes"]
_POSTAL: Final = _PARAMETERS["postal_codes"]
_SPOTS: Final = _PARAMETERS["spots"]
_BOXES: Final = _PARAMETERS["boxes"]
_RADII: Final = _PARAMETERS["radii"]
_DEGREES: Final = r"-?\d{1,3}(?:\.\d{1,15})?"
_EXACT_DEGREES: Final = re.compile(r"-?\d{1,3}\.\d{2,15}")
_SPOT: Final = re.compile(rf"({_DEGREES})\s?,\s?({_DEGREES})")
_BOX: Final = re.compile(rf"{_DEGREES}(?:\s?,\s?{_DEGREES}){{3}}")
_RADIUS: Final = re.compile(r"(\d{1,9}(?:\.\d{1,6})?)\s?([a-z]{0,10})", re.IGNORECASE)
_YEAR_OR_MONTH: Final = re.compile(r"(?:19|20)\d\d(?:-\d\d)?")


@dataclass(frozen=True, slots=True)
class Wider:
    """Values that may show more; ``is_all``: nothing lies outside of them.

    ``is_said``: the values say so themselves, while a server may take what is left out as it likes.
    """

    values: Values
    is_all: bool = True
    is_said: bool = True


@dataclass(frozen=True, slots=True)
class Narrowing:
    """Values of a call that may hide records: as a ``text`` for people, and where they stand.

    ``wider`` are values that may show more, the widest first; ``others`` those of each other choice
    where the page offers some. ``is_place``: records are found around a place on Earth.
    ``is_shown``: a reader of the page sees it, as no hidden value. ``is_list``: it is one of a list
    to choose from; buttons may lead to records of other kinds.
    """

    text: str
    places: tuple[Place, ...]
    wider: tuple[Wider, ...] = ()
    others: tuple[Values, ...] = ()
    is_place: bool = False
    is_shown: bool = True
    is_list: bool = False


def with_values_at(request: Request, values: Values) -> Request:
    """Return a request with other values at some places, or without them."""
    for place, leaf in values:
        request = (
            without_place(request, place) if leaf is None else with_place(request, place, leaf)
        )
    return request


def asked_with(call: Call, values: Values) -> Call:
    """Return a call whose requests have other values at some places."""
    whole = with_values_at(call.whole, values) if call.whole is not None else None
    return replace(call, base=with_values_at(call.base, values), whole=whole)


def narrowings(call: Call, forms: Sequence[QueryInterface] = ()) -> list[Narrowing]:
    """Return what a call is asked with that may hide records; ``forms`` are the page's controls."""
    found = _own_values(call)
    places = list(_places(call, found))
    used = {place for one in places for place in one.places}
    pairs = [(form, preset) for form in forms for preset in presets_of(form, "")]
    held = [(preset, [c for c in form.controls if c.name == preset.name]) for form, preset in pairs]
    chosen: dict[Place, Narrowing] = {}
    labels: dict[Place, str] = {}
    for preset, group in held:
        place = _place_of(call, group, found)
        is_date = place in found and _date_key(found[place], _name(place)) != ""
        if place in used or (is_date and preset.is_typed):
            labels[place] = preset.text
        elif place:
            chosen.setdefault(place, _choice(preset, place, found.get(place), group))
    used |= chosen.keys()
    windows = _windows({place: leaf for place, leaf in found.items() if place not in used})
    return [*chosen.values(), *(_labelled(one, labels) for one in windows), *places]


def shown_presets(forms: Sequence[QueryInterface]) -> list[str]:
    """Return what the controls of a drawn page are set to that may hide records."""
    return [one.text for form in forms for one in presets_of(form, "") if _is_shown(form, one)]


def _is_shown(form: QueryInterface, preset: Preset) -> bool:
    return any(one.name == preset.name and one.kind != "hidden" for one in form.controls)


def _own_values(call: Call) -> dict[Place, Leaf]:
    """Return the values of a call that are no words, pages, sizes or ways to present."""
    paging = call.paging
    taken = {hole.place for hole in call.holes} | {call.size}
    taken |= {paging.place, *paging.beside} if paging is not None else set()
    return {
        place: leaf
        for place, leaf in places_in(call.whole or call.base).items()
        if place[0] in KINDS_OF_VALUES and place not in taken and leaf not in ("", None)
        if (name := _name(place)).casefold() not in COUNTER_NAMES and not _words(name) & _PRESENTS
    }


def _name(place: Place) -> str:
    """Return the last name of a place."""
    return next((one for one in reversed(place[1:]) if isinstance(one, str) and one != "json"), "")


def _words(name: str) -> set[str]:
    return {one.casefold() for one in _NAME_WORDS.findall(name)}


def presents(name: str) -> bool:
    """Tell whether what is called so only orders or shows records otherwise.

    >>> presents("sortBy"), presents("street")
    (True, False)
    """
    return bool(_words(name) & _PRESENTS)


def _labelled(narrowing: Narrowing, labels: Mapping[Place, str]) -> Narrowing:
    said = [labels[place] for place in narrowing.places if place in labels]
    return replace(narrowing, text=", ".join(said)) if said else narrowing


def _place_of(call: Call, group: Sequence[Control], found: Mapping[Place, Leaf]) -> Place:
    """Return where a call sends what the controls of one name stand on, () where it does not."""
    held = [one for one in group if one.checked or one.kind not in ("checkbox", "radio")]
    texts = {fold(text) for one in held for text in _texts(one)} - {""}
    names = {fold(plain_name(one.name)) for one in group}
    words = {word for one in group for word in _words(f"{one.name} {one.label}")}
    is_tick = any(one.kind == "checkbox" for one in group)
    for place, leaf in found.items():
        is_named = fold(plain_name(_name(place))) in names
        is_alike = is_named or bool(_words(_name(place)) & words)
        is_same = fold(str(leaf)) in texts and not isinstance(leaf, bool)
        is_on = is_tick and (leaf is True or fold(str(leaf)) in ("1", "true", "on", "yes"))
        if is_same and (is_alike or len(str(leaf)) >= MIN_LETTERS_ALONE):
            return place
        if is_on and is_alike:
            return place
        if (is_alike or _words(str(leaf)) & words) and _is_inside(str(leaf), texts):
            return place
    is_list = any(one.kind == "select" for one in group)  # buttons are named as what they lead to
    path = places_in(call.whole or call.base).items() if is_list else ()
    segments = ((place, leaf) for place, leaf in path if place[0] == "path")
    long = {text for text in texts if len(text) >= MIN_LETTERS_ALONE}
    return next((place for place, leaf in segments if fold(str(leaf)) in long), ())


def _texts(control: Control) -> Iterator[str]:
    """Yield what a control may send: its values, and what it shows of them."""
    yield from (text for one in control.choices if one.selected for text in (one.value, one.text))
    if control.kind not in ("select", "hidden"):
        yield from (control.value, control.label if control.checked else "")
    elif control.kind == "hidden":
        yield control.value


def _is_inside(text: str, values: Container[str]) -> bool:
    """Tell whether an expression holds one of some values, in quotes or behind an equals sign."""
    said = re.findall(r"[=:'\"~]\s?([^'\"=:~()\[\]{}&|]{1,80})", text)
    return "{" not in text and any(fold(one).strip() in values for one in said if one.strip())


def _choice(preset: Preset, place: Place, leaf: Leaf, group: Sequence[Control]) -> Narrowing:
    """Return what the choice of a control narrows, and its other choices."""
    kind = group[0].kind
    said = Narrowing(preset.text, (place,), is_shown=kind != "hidden", is_list=kind == "select")
    if isinstance(leaf, bool):
        return replace(said, wider=(Wider(((place, not leaf),)), _absent([place])))
    if place[0] == "path" or not _is_whole_value(leaf, group):
        return said
    by_text = _sends_texts(leaf, group)
    choices = [one for control in group for one in control.choices]
    sent = {one.value: one.text if by_text else one.value for one in choices}
    wider: tuple[Wider, ...] = ()
    if preset.free is not None:
        free = sent.get(preset.free[0], preset.free[0]) if len(preset.free) == 1 else ""
        wider = (Wider(((place, _like(leaf, free)),)), _absent([place]))
    others = [sent.get(one, one) for one in preset.others if one not in (preset.free or ())]
    each = tuple(((place, _like(leaf, one)),) for one in islice(others, MAX_CHOICES + 1))
    return replace(said, wider=wider, others=each)


def _absent(places: Sequence[Place]) -> Wider:
    return Wider(tuple((place, None) for place in places), is_said=False)


def _sends_texts(leaf: Leaf, group: Sequence[Control]) -> bool:
    """Tell whether a call sends what a choice shows, and not its value."""
    held = [one for control in group for one in control.choices if one.selected]
    values = {fold(one.value) for one in held}
    return fold(str(leaf)) not in values and fold(str(leaf)) in {fold(one.text) for one in held}


def _is_whole_value(leaf: Leaf, group: Sequence[Control]) -> bool:
    """Tell whether a value is what a control holds, not an expression around it."""
    held = {fold(text) for one in group for text in _texts(one)}
    return fold(str(leaf)) in held or any(one.kind == "checkbox" for one in group)


def _like(old: Leaf, value: str) -> Leaf:
    is_number = isinstance(old, int) and not isinstance(old, bool) and value.isdecimal()
    return int(value) if is_number else value


def _windows(found: Mapping[Place, Leaf]) -> Iterator[Narrowing]:
    """Yield spans of time: two dates side by side, or one whose name says which end it is."""
    groups: dict[Place, list[tuple[Place, Leaf, str]]] = {}
    for place, leaf in found.items():
        if (key := _date_key(leaf, _name(place))) != "":
            groups.setdefault(place[:-1], []).append((place, leaf, key))
    for ones in groups.values():
        ends = _ends(ones)
        used = {place for place, *_ in ends}
        if ends:
            yield _window(ends)
        rest = [(place, leaf) for place, leaf, _ in ones if place not in used]
        for place, leaf in rest:
            if not EPOCH.fullmatch(str(leaf)):  # else a time at which it was asked
                wider = (_absent([place]), Wider(((place, ""),), is_said=False))
                yield Narrowing(_said([(place, leaf)]), (place,), wider)


def _ends(ones: Sequence[tuple[Place, Leaf, str]]) -> list[tuple[Place, Leaf, bool]]:
    """Return the ends of a span, each with whether it is the later one."""
    named = [
        (place, leaf, bool(_words(_name(place)) & _UPPER))
        for place, leaf, _ in ones
        if _words(_name(place)) & (_LOWER | _UPPER) and not _YEAR_OR_MONTH.fullmatch(str(leaf))
    ]
    dated = [
        (key, place, leaf) for place, leaf, key in ones if not _YEAR_OR_MONTH.fullmatch(str(leaf))
    ]
    if len(dated) == 2 and dated[0][0] != dated[1][0] and len({one[2] for one in named}) < 2:
        dated.sort(key=lambda one: one[0])
        return [(place, leaf, number == 1) for number, (_, place, leaf) in enumerate(dated)]
    return named


def _window(ends: Sequence[tuple[Place, Leaf, bool]]) -> Narrowing:
    widest = tuple((place, _at_end(leaf, is_late)) for place, leaf, is_late in ends)
    around = tuple((place, _at_end(leaf, is_late, YEARS_AROUND)) for place, leaf, is_late in ends)
    absent = _absent([place for place, *_ in ends])
    wider = (Wider(widest), absent, Wider(around, is_all=False))
    text = _said([(place, leaf) for place, leaf, _ in ends])
    return Narrowing(text, tuple(place for place, *_ in ends), wider)


def _date_key(leaf: Leaf, name: str) -> str:
    """Return a value by which dates are ordered, '' where a value is no date.

    >>> _date_key("2026-01-01T00:00:00Z", ""), _date_key("31.12.2026", ""), _date_key("7", "")
    ('2026-01-01', '2026-12-31', '')
    """
    text = str(leaf)
    if EPOCH.fullmatch(text) and not isinstance(leaf, bool):
        return text if _words(name) & (_LOWER | _UPPER | {"date"}) else ""
    if _YEAR_OR_MONTH.fullmatch(text):
        return text if _words(name) & _YEAR_WORDS else ""
    day = _day(leaf)
    return day[0].isoformat() if day is not None and EARLIEST <= day[0].year <= LATEST else ""


def _day(leaf: Leaf) -> tuple[date, bool] | None:
    """Return the day that a value names, and whether that stands before the month; or None."""
    for is_day_first in (True, False):
        with suppress(ValueError):
            return day_of(leaf, is_day_first=is_day_first), is_day_first
    return None


def _at_end(leaf: Leaf, is_late: bool, years: int = 0) -> Leaf:
    """Return a date as far back, or as far ahead, as any; ``years`` away from where it stands.

    >>> _at_end("2026-02-28T23:00Z", True), _at_end("05/11/2026", False)
    ('2100-12-12T23:00Z', '01/01/1900')
    >>> _at_end("2026-02-28", True, 5), _at_end(1767225600, False)
    ('2031-02-28', 0)
    >>> _at_end("9998-01-01", True, 5)
    '9999-01-01'
    """
    found = _day(leaf)
    if found is None:
        return leaf
    day, is_day_first = found
    far = date(LATEST, 12, 12) if is_late else date(EARLIEST, 1, 1)
    if years:
        year = day.year + (years if is_late else -years)
        far = day.replace(year=min(max(year, 1), MAXYEAR), day=min(day.day, 28))
    return like_day(leaf, far, is_day_first=is_day_first)


def _places(call: Call, found: Mapping[Place, Leaf]) -> Iterator[Narrowing]:
    """Yield the place around which, or the box in which, records are found."""
    latitudes = [(place, leaf) for place, leaf in found.items() if _is_degree(place, leaf, 90)]
    longitudes = [(place, leaf) for place, leaf in found.items() if _is_degree(place, leaf, 180)]
    both = [*latitudes, *longitudes]
    if latitudes and len(latitudes) == len(longitudes):
        if len(latitudes) == 1:
            yield _spot(call, found, both)
        else:
            yield _corners(latitudes, longitudes)
        return
    for place, leaf in found.items():
        words, text = _words(_name(place)), str(leaf)
        if _BOX.fullmatch(text) and words & _BOXES:
            whole = ("-180,-90,180,90", "-90,-180,90,180")
            wider = tuple(Wider(((place, one),)) for one in whole)
            yield Narrowing(_said([(place, leaf)]), (place,), wider, is_place=True)
        elif (_SPOT.fullmatch(text) and words & _SPOTS) or words & _POSTAL:
            yield _spot(call, found, [(place, leaf)])
    pairs = [(*one, *two) for one, two in pairwise(_decimals(call))]
    for place, leaf, other, second in pairs:
        if place[:-1] == other[:-1] and (place[0] == "path" or _words(_name(place)) & _SPOTS):
            yield _spot(call, found, [(place, leaf), (other, second)])
            return


def _decimals(call: Call) -> list[tuple[Place, Leaf]]:
    """Return the steps of a path, and the items of lists, that may be degrees, in order."""
    asked = places_in(call.whole or call.base).items()
    steps = [(place, leaf) for place, leaf in asked if isinstance(place[-1], int)]
    exact = [(place, leaf) for place, leaf in steps if _EXACT_DEGREES.fullmatch(str(leaf))]
    return sorted(exact, key=lambda one: str(one[0]))


def _is_degree(place: Place, leaf: Leaf, most: int) -> bool:
    words = _words(_name(place))
    is_named = words & (_LATITUDES if most == 90 else _LONGITUDES)
    number = re.fullmatch(_DEGREES, str(leaf))
    return bool(is_named) and number is not None and abs(float(number[0])) <= most


def _corners(
    latitudes: Sequence[tuple[Place, Leaf]], longitudes: Sequence[tuple[Place, Leaf]]
) -> Narrowing:
    """Return the box between corners, and the whole Earth in its place."""
    values: list[tuple[Place, Leaf]] = []
    for ones, most in ((latitudes, 90), (longitudes, 180)):
        ordered = sorted(ones, key=lambda one: float(str(one[1])))
        for number, (place, leaf) in enumerate(ordered):
            end = most if number else -most
            values.append((place, str(end) if isinstance(leaf, str) else end))
    both = [*latitudes, *longitudes]
    places = tuple(place for place, _ in both)
    return Narrowing(_said(both), places, (Wider(tuple(values)),), is_place=True)


def _spot(call: Call, found: Mapping[Place, Leaf], at: Sequence[tuple[Place, Leaf]]) -> Narrowing:
    """Return a place with its radius and its number of records, both as large as may be."""
    radii = [(place, leaf) for place, leaf in found.items() if _words(_name(place)) & _RADII]
    far = tuple((place, wide) for place, leaf in radii if (wide := _far(leaf)) is not None)
    asked = places_in(call.whole or call.base)
    sizes = [place for place in asked if SIZE_NAME.match(plain_name(_name(place)))]
    sizes = sizes or ([("query", "limit")] if call.base.method == "GET" else [])
    many: Values = tuple(
        (place, MANY if isinstance(asked.get(place), int) else str(MANY)) for place in sizes[:1]
    )
    wider = dict.fromkeys(filter(None, ((*far, *many), far, many)))
    places = (*(place for place, _ in at), *(place for place, _ in far))
    tries = tuple(Wider(one, is_all=False) for one in wider)
    return Narrowing(_said(at), places, tries, is_place=True)


def _far(radius: Leaf) -> Leaf:
    """Return a radius around the Earth in the unit of another, None where it is no number.

    >>> _far("50"), _far("50km"), _far(5000)
    ('20000', '20000km', 20000000)
    """
    match = _RADIUS.fullmatch(str(radius))
    if match is None or isinstance(radius, bool):
        return None
    wide = WIDE_RADIUS * (1 if float(match[1]) <= MAX_RADIUS_IN_KM else 1_000)
    return f"{wide}{match[2]}" if isinstance(radius, str) else wide


def _said(values: Sequence[tuple[Place, Leaf]]) -> str:
    pairs = ((_name(place), leaf) for place, leaf in values)
    said = (f"{name}: {leaf}" if name else str(leaf) for name, leaf in pairs)
    return ", ".join(one[:MAX_TEXT_LENGTH] for one in said)
