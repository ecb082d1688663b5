"""Lists of a drawn page from which must be chosen before it shows records, such as a street.

>>> streets = DrawnSelect("street", "", (("", "Please choose"), ("7", "High Street")))
>>> first_waiting((streets,), -1), real_options(streets)
(0, ['7'])
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice, pairwise
from typing import Final

from leadline.forms.labels.placeholders import is_unrestricting
from leadline.model import Page
from leadline.page.data.lists import DataList
from leadline.page.observed import DrawnSelect, Observed, Sighting
from leadline.page.request_places import Leaf, Place, places_in
from leadline.page.text import fold
from leadline.script.explain import best_list, folded_lines, news
from leadline.script.narrowing import KINDS_OF_VALUES, presents
from leadline.wrapper.data.paging import plain_name

MIN_RECORD_LINES: Final = 2
"""Lines of a page that are new after a choice, no options, from which it shows records."""
MAX_CHAINS: Final = 1_000
"""Ways to choose from all lists that are asked."""
CHOOSING: Final = ("choose", "submit")
SENT_IN: Final = (*KINDS_OF_VALUES, "path")
"""Places of a request that may hold what was chosen."""

Chain = tuple[str, ...]
"""What is sent for each list."""


@dataclass(frozen=True, slots=True)
class Choosing:
    """How a call is asked by choices: names and places of the lists, and each way to choose.

    ``is_cut``: some lists were not looked at, or there are too many ways.
    """

    names: tuple[tuple[str, Place], ...]
    chains: tuple[Chain, ...]
    is_cut: bool = False


def real_options(select: DrawnSelect) -> list[str]:
    """Return the values of a list that stand for something: neither "choose" nor "all"."""
    return list(
        dict.fromkeys(one for one, text in select.options if not is_unrestricting(one, text))
    )


def first_waiting(selects: Sequence[DrawnSelect], after: int) -> int | None:
    """Return the number of the first list behind ``after`` from which must be chosen."""
    numbered = ((at, one) for at, one in enumerate(selects) if at > after and one.is_open)
    return next((at for at, one in numbered if real_options(one) and not _is_chosen(one)), None)


def _is_chosen(select: DrawnSelect) -> bool:
    return select.value in real_options(select) or presents(select.name)


def last_selects(observed: Observed) -> tuple[DrawnSelect, ...]:
    """Return the lists as they stood last."""
    return next((one.selects for one in reversed(observed.sightings) if one.selects), ())


def news_of(before: Sighting, seen: Sighting) -> frozenset[str]:
    """Return the lines that a choice brought, without what its lists offer."""
    return news(folded_lines(seen.lines), folded_lines(before.lines)) - options_of(seen)


def options_of(seen: Sighting) -> frozenset[str]:
    """Return what the lists of a page offer, as lines."""
    return folded_lines(text for one in seen.selects for _, text in one.options)


def brings_records(observed: Observed) -> bool:
    """Tell whether the last choice brought lines that may be records."""
    *_, before, seen = observed.sightings
    return len(news_of(before, seen)) >= MIN_RECORD_LINES


@dataclass(frozen=True, slots=True)
class _Answer:
    """What a choice brought: the answer that explains it, and what is sent of each list, where."""

    page: Page
    data: DataList
    seen: Sighting
    sent: Mapping[int, tuple[Place, ...]]


def chosen_answer(observed: Observed) -> tuple[Page, DataList, Choosing] | None:
    """Return the answer that holds the records of a choice, and how each choice is asked."""
    found = [*_answers(observed)]
    if not found:
        return None
    most = max(len(one.sent) for one in found)
    found = [one for one in found if len(one.sent) == most]
    answer = found[-1]
    alike = [one for one in found if _kinds(one.page) == _kinds(answer.page)]
    names: dict[int, Place] = {}
    for at, places in answer.sent.items():
        held = [place for place in places if place not in names.values()]
        held = [place for place in held if all(place in one.sent.get(at, ()) for one in alike)]
        name = fold(plain_name(answer.seen.selects[at].name))
        held.sort(key=lambda place: fold(plain_name(str(place[-1]))) != name)
        if held:
            names[at] = held[0]
    if not names:
        return None
    return answer.page, answer.data, _choosing(observed, answer, names)


def _answers(observed: Observed) -> Iterator[_Answer]:
    """Yield the answers to choices that explain what the page shows after them."""
    for before, seen in pairwise(observed.sightings):
        if seen.action not in CHOOSING or not seen.selects:
            continue
        asked = ((page, _sent(page, seen.selects)) for page in seen.pages)
        sent = {page: places for page, places in asked if places}
        chosen = best_list(sent, news_of(before, seen), least=1)
        if chosen is not None:
            yield _Answer(*chosen[:2], seen, sent[chosen[0]])


def _sent(page: Page, selects: Sequence[DrawnSelect]) -> dict[int, tuple[Place, ...]]:
    """Return the places of a request that hold what is chosen in lists, by their numbers."""
    found = [pair for pair in places_in(page.request).items() if pair[0][0] in SENT_IN]
    chosen = {at: _forms(one) for at, one in enumerate(selects) if one.value in real_options(one)}
    held = {
        at: tuple(place for place, leaf in found if _text(leaf) in forms)
        for at, forms in chosen.items()
    }
    return {at: places for at, places in held.items() if places}


def _text(leaf: Leaf) -> str:
    return fold(str(leaf))


def _forms(select: DrawnSelect) -> set[str]:
    """Return what may be sent for the choice of a list: its value, or its text."""
    return {
        fold(select.value),
        *(fold(text) for one, text in select.options if one == select.value),
    }


def _kinds(page: Page) -> tuple[object, ...]:
    """Return what requests share that differ in their values alone."""
    return page.request.method, page.request.url.split("/")[2:3], (*places_in(page.request),)


def _choosing(observed: Observed, answer: _Answer, names: Mapping[int, Place]) -> Choosing:
    """Return each way to choose from the lists that are sent, as far as they were looked at."""
    entry = observed.sightings[0].selects
    levels = [
        at
        for at, one in enumerate(answer.seen.selects)
        if one.value in real_options(one) and (at >= len(entry) or entry[at].value != one.value)
    ]
    asked = places_in(answer.page.request)
    by_text = {
        at
        for at, place in names.items()
        if _text(asked[place]) != fold(answer.seen.selects[at].value)
    }
    offers: dict[Chain, tuple[tuple[str, str], ...]] = {}
    for one in observed.sightings:
        for number, at in enumerate(levels if one.selects else ()):
            above = [one.selects[level] for level in levels[:number] if level < len(one.selects)]
            if at >= len(one.selects) or not all(up.value in real_options(up) for up in above):
                break
            real = real_options(one.selects[at])
            offers[tuple(up.value for up in above)] = tuple(
                (value, text if at in by_text else value)
                for value, text in one.selects[at].options
                if value in real
            )
    ways: list[tuple[Chain, Chain]] = [((), ())]
    is_cut = False
    for at in levels:
        is_cut = is_cut or any(chosen not in offers for chosen, _ in ways)
        ways = [
            ((*chosen, value), (*sent, text) if at in names else sent)
            for chosen, sent in ways
            for value, text in offers.get(chosen, ())
        ]
    chains = dict.fromkeys(sent for _, sent in ways)
    said = tuple((_called(answer.seen.selects[at], names[at]), names[at]) for at in sorted(names))
    return Choosing(said, (*islice(chains, MAX_CHAINS),), is_cut or len(chains) > MAX_CHAINS)


def _called(select: DrawnSelect, place: Place) -> str:
    """Return the name of a value: that of its parameter, or of the list where it has none."""
    return place[-1] if isinstance(place[-1], str) else select.name
