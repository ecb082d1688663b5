"""A call that answers for one place on Earth: asked place by place until the map is covered.

Where the records lie that an answer shows tells how far it reaches (``script/map_cover``). The map
begins around the first records and grows with what is found; what no answer covers is halved.
Records far from all others stay unseen, so nothing is said of the whole Earth.

A call that takes codes or names of places is asked for those of its records, one by one: codes
until each was shown twice or its own was asked; places, which have many records, each.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from math import inf
from typing import Final, NamedTuple

from leadline.crawl.events import ComponentLearned, Crawl
from leadline.crawl.paging.walk import ask_walked
from leadline.crawl.restriction.data import parameters
from leadline.crawl.state.source import SourceState
from leadline.model import Outcome, Page
from leadline.page.request_places import Place, place_at
from leadline.page.text import fold
from leadline.script.codes import is_code, values_like
from leadline.script.map_cover import MapBox, MapCover, MapLook, Spot, spot_of
from leadline.script.narrowing import MAX_RADIUS_IN_KM, WIDE_RADIUS
from leadline.wrapper.data.call import Call, CallPart, data_of
from leadline.wrapper.data.data_wrapper import DataWrapper
from leadline.wrapper.reading import PageReading

MAP_COMPONENT: Final = "map"
"""Name under which a source keeps where its map was asked."""
MAX_PLACES: Final = 600
"""Places of a map that are asked at most."""
LEAST_SHARE_ON_MAP: Final = 0.8
"""Share of an answer's records that must say where they lie."""
Named = tuple[tuple[str, str], ...]
MAX_CODES: Final = 1_000
"""Codes that are asked at most."""


class _Asker(NamedTuple):
    """How a place is asked: names and values of parameters; ``km`` around it, ``inf`` for any."""

    values: Callable[[MapBox], Named]
    is_box: bool
    km: float


def take_places(
    source: SourceState, first: PageReading, size: int, *, is_end: bool
) -> Crawl[tuple[str, bool]]:
    """Ask a call for places until the map is covered; return what to say, and whether it is.

    ``first`` is its answer as the page asks it, of ``size`` records in all; ``is_end``: that is all
    which the call gives for its place.
    """
    call = source.form.call
    parts = call.part if call is not None else ()
    part = next((one for one in parts if one.is_place and not (one.is_wide and is_end)), None)
    if call is None or part is None or source.form.alternatives or source.task.only:
        return "", False
    shown = _spots(source, first.page)
    asker = _asker(call, part)
    if asker is None or len(shown) < LEAST_SHARE_ON_MAP * len(first.rows) or not shown:
        return "", False
    cover, most, asked, lacking = MapCover(), size, 0, 0
    known = None if asker.is_box else _asked_at(call, part)
    if known is not None:
        cover.add(MapLook(known, frozenset(shown), is_full=True))
    cover.known |= {*shown}
    while asked < MAX_PLACES and (box := cover.next_box(is_box=asker.is_box)) is not None:
        text = source.bind(asker.values(box))
        walked = yield from ask_walked(source, text, "slice")
        asked += 1
        if walked is None:
            lacking += 1
            continue
        walk, reading = walked
        most = max(most, len(walk.keys))
        is_full = len(walk.keys) >= most or (walk.total or 0) > len(walk.keys)
        at = box if asker.is_box else box.center
        spots = frozenset(_spots(source, reading.page))
        lacking += is_full and len(walk.keys) > len(spots) == 1  # how many stand there?
        cover.add(MapLook(at, spots, is_full, asker.km))
    source.journal.tell(ComponentLearned(MAP_COMPONENT, cover.to_dict()))
    said = f"the map was asked at {asked + 1:,} places"
    if cover.is_whole and asked < MAX_PLACES and not lacking:
        left = tuple(one for one in call.part if not one.is_place)
        source.become(replace(source.form, call=replace(source.form.call or call, part=left)))
        return f"{said}, until all around the records was covered{_within(cover)}", True
    source.leave_unsearched("a part of the map")
    return f"{said}, and a part of it is left", False


def _within(cover: MapCover) -> str:
    """Say how much may be missing of what lies in the part that was covered."""
    bound = cover.missing_at_most
    if bound is None:
        return ""
    seen = f"{cover.due - cover.lacked:,} of {cover.due:,} that had to be shown again were"
    return f"; of what lies in it at most {bound:.1%} are missing (95 %), as {seen}"


def _spots(source: SourceState, page: Page) -> list[Spot]:
    """Return where the records of an answer lie, as far as they say."""
    wrapper = source.wrapper
    items = wrapper.items(data_of(page)) if isinstance(wrapper, DataWrapper) else ()
    return [spot for item in items if (spot := spot_of(item)) is not None]


def _degrees(call: Call, places: Sequence[Place]) -> list[float]:
    asked = call.whole or call.base
    try:
        return [float(str(place_at(asked, place))) for place in places]
    except ValueError:
        return []


def _asked_at(call: Call, part: CallPart) -> Spot | None:
    """Return the spot that a call asks around as the page asks it."""
    degrees = _degrees(call, part.places[:2])
    return Spot(*degrees) if len(degrees) == 2 else None


def _asker(call: Call, part: CallPart) -> _Asker | None:
    """Return how a call is asked for a place, None where its parameters do not show it."""
    known = parameters(call)
    places = part.places
    names = [str(place[-1]) for place in places]
    if any(known.get(fold(name)) != place for name, place in zip(names, places, strict=True)):
        return None
    degrees = _degrees(call, places[:4])
    if len(degrees) == 4 and len(places) == 4 and abs(degrees[0]) <= 90 and abs(degrees[1]) <= 90:
        return _Asker(_corners(names, degrees), is_box=True, km=inf)
    if len(_degrees(call, places[:2])) != 2:
        return None
    latitude, longitude = names[:2]

    def around(box: MapBox) -> Named:
        at = box.center
        return ((latitude, _text(at.latitude)), (longitude, _text(at.longitude)))

    return _Asker(around, is_box=False, km=_km(call, places[2:]))


def _corners(names: Sequence[str], degrees: Sequence[float]) -> Callable[[MapBox], Named]:
    """Return how a box is sent by two latitudes and two longitudes."""
    south, north = (0, 1) if degrees[0] <= degrees[1] else (1, 0)
    west, east = (2, 3) if degrees[2] <= degrees[3] else (3, 2)

    def values(box: MapBox) -> Named:
        sides = {south: box.south, north: box.north, west: box.west, east: box.east}
        return tuple((names[at], _text(sides[at])) for at in range(4))

    return values


def _km(call: Call, places: Sequence[Place]) -> float:
    """Return how far around a spot is asked, ``inf`` without a limit."""
    degrees = _degrees(call, places[:1])
    if not degrees or degrees[0] >= WIDE_RADIUS:
        return inf
    return degrees[0] if degrees[0] <= MAX_RADIUS_IN_KM else degrees[0] / 1_000


def _text(degrees: float) -> str:
    return f"{degrees:.5f}"


def take_codes(source: SourceState, call: Call) -> Crawl[Outcome]:
    """Ask for the codes, or the places, of all records that are found; its example is the first."""
    like, columns = call.like, call.searched
    kind = "codes" if is_code(like) else "names"
    shown, asked = Counter[str]({like: 0} | dict.fromkeys(source.task.said("ask"), 0)), list[str]()
    is_known = bool(columns) or is_code(like)
    for text in source.texts_by_key.of_columns(columns) if is_known else ():
        shown.update(values_like(text, like))
    while len(asked) < MAX_CODES:
        due = [one for one, times in shown.items() if times < 2 or not is_code(like)]
        left = [one for one in due if one not in asked]
        if not left:
            break
        code = max(left, key=lambda one: (_distance(one, asked), one))
        asked.append(code)
        walked = yield from ask_walked(source, code, "word")
        for row in walked[1].rows if walked is not None else ():
            values = [one.value for one in row.fields if not columns or one.column in columns]
            shown.update(values_like(" ".join(values), like) if is_known else ())
    source.leave_unsearched(f"{kind} that no record names")
    named = f"{len(asked):,} {kind} like {like} were asked"
    of_records = sum(times > 0 for times in shown.values())
    if len(shown) < 2:
        return source.outcome("exhausted", f"{named}, and no record names another")
    end = "until each was asked" + (", or its records were shown twice" if is_code(like) else "")
    return source.outcome("exhausted", f"{named} of {of_records:,} that records name, {end}")


def _distance(code: str, asked: list[str]) -> int:
    """Return how far a code lies from those that were asked, as numbers."""
    if not code.isdecimal():
        return 0
    return min((abs(int(code) - int(one)) for one in asked if one.isdecimal()), default=0)
