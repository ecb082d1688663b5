"""A map that is asked place by place: what the answers cover of it, and where to ask next.

An answer around a spot shows the nearest records: it covers the circle up to the farthest one, or
as far as was asked where it shows fewer than others do. It covers no more than up to the nearest
record that is known and that it lacks. An answer for a box covers that box unless it is full. What
no answer covers is halved and asked. Then the eight parts beside the map are asked once: what they
show makes it grow.

>>> cover = MapCover()
>>> cover.add(MapLook(Spot(1.0, 1.0), frozenset({Spot(1.0, 1.0), Spot(1.5, 1.5)}), is_full=True))
>>> [round(side, 3) for side in cover.next_box(is_box=True) or ()]
[0.925, 0.925, 1.575, 1.575]
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import product
from math import asin, cos, hypot, inf, radians, sin, sqrt
from typing import Any, Final, NamedTuple

from leadline.page.data_files import LEXICON_FILE, read_table
from leadline.selection.estimators.missing_share import poisson_limit

_EARTH_RADIUS: Final = 6371.0
"""Kilometres."""
MARGIN: Final = 0.15
"""Share of the sides of the known map that is looked at beyond it."""
LEAST_MARGIN: Final = 0.02
"""Degrees."""
SMALLEST_SIDE: Final = 0.002
"""Degrees; a box with smaller sides is halved no more."""
MAX_BOXES: Final = 20_000
"""Boxes that are looked at, asked or not."""
MAX_DEPTH_OF_PLACE: Final = 4
MAX_SPOTS_KEPT: Final = 2_000
"""Spots of a picture."""
MIN_DUE: Final = 30
"""Spots that must have been due again before anything is said of those that none shows."""
WELL_INSIDE: Final = 0.95
"""Share of the radius of an answer up to which a spot is due: servers measure otherwise."""
_NAMES: Final = {
    kind: frozenset(words.split())
    for kind, words in read_table("leadline.script", LEXICON_FILE)["parameters"].items()
    if kind in ("latitudes", "longitudes")
}


class Spot(NamedTuple):
    """A place on Earth, in degrees."""

    latitude: float
    longitude: float

    def km_to(self, other: "Spot") -> float:
        """Return the distance on the sphere in kilometres.

        >>> round(Spot(48.85, 2.35).km_to(Spot(52.52, 13.41)))
        878
        """
        lat, lng = radians(self.latitude), radians(other.latitude)
        half = sin((lng - lat) / 2) ** 2
        turn = sin(radians(other.longitude - self.longitude) / 2) ** 2
        return 2 * _EARTH_RADIUS * asin(min(1.0, sqrt(half + cos(lat) * cos(lng) * turn)))


class MapBox(NamedTuple):
    """A part of a map, in degrees."""

    south: float
    west: float
    north: float
    east: float

    @property
    def center(self) -> Spot:
        """The spot in its middle."""
        return Spot((self.south + self.north) / 2, (self.west + self.east) / 2)

    @property
    def corners(self) -> list[Spot]:
        """Its four corners."""
        return [Spot(*one) for one in product((self.south, self.north), (self.west, self.east))]

    def holds(self, other: "MapBox") -> bool:
        """Tell whether another box lies inside."""
        return (
            self.south <= other.south
            and self.west <= other.west
            and self.north >= other.north
            and self.east >= other.east
        )

    def neighbors(self) -> list["MapBox"]:
        """Return the eight boxes of its size beside it, as far as they lie on Earth."""
        high, wide = self.north - self.south, self.east - self.west
        steps = (one for one in product((-1, 0, 1), repeat=2) if one != (0, 0))
        beside = (
            MapBox(
                max(-90.0, self.south + up * high),
                max(-180.0, self.west + right * wide),
                min(90.0, self.north + up * high),
                min(180.0, self.east + right * wide),
            )
            for up, right in steps
        )
        return [one for one in beside if one.south < one.north and one.west < one.east]

    def quarters(self) -> list["MapBox"]:
        """Return its four parts."""
        middle = self.center
        rows = ((self.south, middle.latitude), (middle.latitude, self.north))
        columns = ((self.west, middle.longitude), (middle.longitude, self.east))
        return [MapBox(south, west, north, east) for south, north in rows for west, east in columns]


@dataclass(frozen=True, slots=True)
class MapLook:
    """What was asked, a box or a spot, and the places of the records shown.

    ``is_full``: as many as any answer shows. ``km`` is how far was asked, ``inf`` without a limit.
    """

    at: MapBox | Spot
    shown: frozenset[Spot]
    is_full: bool = False
    km: float = inf

    def nearest(self, others: Iterable[Spot]) -> float:
        """Return the kilometres to the nearest of other spots that it does not show."""
        at = self.at
        if isinstance(at, MapBox):
            return inf
        return min((at.km_to(one) for one in others if one not in self.shown), default=inf)

    def owes(self, spot: Spot) -> bool:
        """Tell whether a spot lies well inside of what the answer covers, so that it shows it."""
        at = self.at
        if isinstance(at, MapBox):
            return not self.is_full and at.holds(MapBox(*spot, *spot))
        return at.km_to(spot) < WELL_INSIDE * self.reach(inf)

    def reach(self, lacks: float) -> float:
        """Return the kilometres that it covers; ``lacks``: at which it lacks a record."""
        at = self.at
        if isinstance(at, MapBox):
            return 0.0
        is_full = self.is_full
        return min(max(map(at.km_to, self.shown), default=0.0) if is_full else self.km, lacks)


@dataclass
class MapCover:
    """Looks at a map so far, and the boxes that are still to be looked at.

    ``due`` known spots lay inside what a later look covers: all should be shown again, and
    ``lacked`` were not.
    """

    looks: list[MapLook] = field(default_factory=list)
    known: set[Spot] = field(default_factory=set)
    asked: set[MapBox] = field(default_factory=set)
    boxes: int = 0
    due: int = 0
    lacked: int = 0
    _lacks: list[float] = field(default_factory=list)
    _left: list[MapBox] = field(default_factory=list)
    _map: MapBox | None = None
    _ring: list[MapBox] = field(default_factory=list)
    _left_by: MapBox | None = None

    def add(self, look: MapLook) -> None:
        """Take what an answer shows."""
        due = [one for one in self.known if look.owes(one)]
        self.due += len(due)
        self.lacked += sum(one not in look.shown for one in due)
        new = look.shown - self.known
        for number, earlier in enumerate(self.looks):
            self._lacks[number] = min(self._lacks[number], earlier.nearest(new))
        self.looks.append(look)
        self._lacks.append(look.nearest(self.known))
        self.known |= new

    def to_dict(self) -> dict[str, Any]:
        """Return the looks and the spots as plain values, for a picture."""
        looks = [
            [*one.at, *([] if isinstance(one.at, MapBox) else [_km(one.reach(lacks))])]
            for one, lacks in zip(self.looks, self._lacks, strict=True)
        ]
        full = [number for number, one in enumerate(self.looks) if one.is_full]
        spots = sorted(self.known)
        kept = spots[:: len(spots) // MAX_SPOTS_KEPT + 1]
        return {"looks": looks, "full": full, "spots": [[*one] for one in kept]}

    @property
    def missing_at_most(self) -> float | None:
        """Share of what lies in the parts that were covered and may be missing (95 %).

        By capture and recapture: what one look lacks that it owes, any other may lack too. None
        where too little was seen twice.
        """
        if self.due < MIN_DUE:
            return None
        return min(1.0, poisson_limit(self.lacked) / self.due)

    @property
    def is_whole(self) -> bool:
        """Whether every part of the map was covered."""
        return not (self._left or self._ring) and self.boxes < MAX_BOXES

    def next_box(self, *, is_box: bool) -> MapBox | None:
        """Return the part of the map to ask next, None where all is covered.

        ``is_box``: boxes are asked, else the spot in the middle.
        """
        circles = self._circles()
        while self.boxes < MAX_BOXES:
            if not self._left and (wider := self._wider()) is not None:
                self._left.append(wider)
            if not self._left:
                return self._outside(circles)
            box = self._left.pop()
            self.boxes += 1
            if self._is_covered(box, circles):
                continue
            is_known = not is_box and any(box.center.km_to(at) < km for at, km in circles)
            if box not in self.asked and not is_known:
                self.asked.add(box)
                self._left.append(box)
                return box
            if max(box.north - box.south, box.east - box.west) > SMALLEST_SIDE:
                self._left += box.quarters()
        return None

    def _outside(self, circles: Sequence[tuple[Spot, float]]) -> MapBox | None:
        """Return a part beside the map that was not asked, None where none is left."""
        if self._map is not None and self._map != self._left_by:
            self._left_by = self._map
            self._ring = self._map.neighbors()
        while self._ring:
            box = self._ring.pop()
            if not self._is_covered(box, circles):
                return box
        return None

    def _circles(self) -> list[tuple[Spot, float]]:
        pairs = zip(self.looks, self._lacks, strict=True)
        spots = [(one.at, one.reach(lacks)) for one, lacks in pairs]
        return [(at, km) for at, km in spots if isinstance(at, Spot) and km > 0]

    def _is_covered(self, box: MapBox, circles: Sequence[tuple[Spot, float]]) -> bool:
        whole = (one.at for one in self.looks if isinstance(one.at, MapBox) and not one.is_full)
        if any(at.holds(box) for at in whole):
            return True
        corners = box.corners
        return any(all(at.km_to(one) <= km for one in corners) for at, km in circles)

    def _wider(self) -> MapBox | None:
        """Return the map around all that is known, None where it was looked at."""
        if not self.known:
            return None
        lats, lngs = zip(*self.known, strict=True)
        inner = MapBox(min(lats), min(lngs), max(lats), max(lngs))
        if self._map is not None and self._map.holds(inner):
            return None
        high = max(LEAST_MARGIN, MARGIN * (inner.north - inner.south))
        wide = max(LEAST_MARGIN, MARGIN * (inner.east - inner.west))
        self._map = MapBox(
            max(-90.0, inner.south - high),
            max(-180.0, inner.west - wide),
            min(90.0, inner.north + high),
            min(180.0, inner.east + wide),
        )
        return self._map


def _km(reach: float) -> float:
    return round(min(reach, _EARTH_RADIUS), 3)


def spot_of(item: Any, depth: int = 0) -> Spot | None:
    """Return where a record of an answer lies, None where it does not say.

    >>> spot_of({"id": 7, "geo": {"lat": "48.1", "lng": 11.5}})
    Spot(latitude=48.1, longitude=11.5)
    >>> spot_of({"geometry": {"type": "Point", "coordinates": [11.5, 48.1]}})
    Spot(latitude=48.1, longitude=11.5)
    """
    if not isinstance(item, dict) or depth > MAX_DEPTH_OF_PLACE:
        return None
    named = {str(name).casefold(): value for name, value in item.items()}
    lat = next((value for name, value in named.items() if name in _NAMES["latitudes"]), None)
    lng = next((value for name, value in named.items() if name in _NAMES["longitudes"]), None)
    pair = named.get("coordinates")
    if lat is None and isinstance(pair, list) and len(pair) >= 2:
        lng, lat = pair[:2]
    try:
        found = Spot(round(float(lat), 6), round(float(lng), 6))  # type: ignore[arg-type]
    except (TypeError, ValueError):
        inner = (spot_of(value, depth + 1) for value in item.values())
        return next((one for one in inner if one is not None), None)
    is_on_earth = hypot(*found) > 0 and abs(found.latitude) <= 90 and abs(found.longitude) <= 180
    return found if is_on_earth else None
