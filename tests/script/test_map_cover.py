"""Maps that are asked place by place: whatever a server shows at once, all of it is found."""

from collections.abc import Callable
from dataclasses import replace
from math import inf
from random import Random

import pytest

from amounts import amount
from leadline.script.map_cover import MapBox, MapCover, MapLook, Spot, spot_of

MOST = 25
Server = Callable[[MapBox], tuple[list[Spot], bool]]


def towns(seed: int, count: int = 400) -> list[Spot]:
    """Places in clusters of unlike size, some far off."""
    chance = Random(seed)
    centers = [Spot(chance.uniform(42, 52), chance.uniform(0, 12)) for _ in range(6)]
    near = (chance.choice(centers) for _ in range(count))
    width = chance.choice((0.3, 1.0, 4.0))
    return [
        Spot(at.latitude + chance.gauss(0, width) / 2, at.longitude + chance.gauss(0, width))
        for at in near
    ]


def nearest(spots: list[Spot], at: Spot, km: float = inf) -> list[Spot]:
    ordered = sorted(spots, key=at.km_to)[:MOST]
    return [one for one in ordered if at.km_to(one) <= km]


def inside(spots: list[Spot], box: MapBox) -> list[Spot]:
    return [one for one in spots if box.holds(MapBox(*one, *one))][:MOST]


def taken(cover: MapCover, look: Callable[[MapBox], MapLook], *, is_box: bool) -> int:
    asked = 0
    while asked < 3_000 and (box := cover.next_box(is_box=is_box)) is not None:
        cover.add(look(box))
        asked += 1
    return asked


@pytest.mark.parametrize("seed", range(amount(2, many=6)))
def test_the_nearest_of_every_place_are_all(seed: int) -> None:
    spots = towns(seed)
    cover = MapCover()
    cover.add(MapLook(spots[0], frozenset(nearest(spots, spots[0])), is_full=True))

    def look(box: MapBox) -> MapLook:
        shown = nearest(spots, box.center)
        return MapLook(box.center, frozenset(shown), is_full=len(shown) >= MOST)

    asked = taken(cover, look, is_box=False)
    assert cover.known == {*spots}
    assert cover.is_whole
    assert asked < 3 * len(spots)


@pytest.mark.parametrize("seed", range(4))
def test_boxes_that_are_full_are_halved(seed: int) -> None:
    chance = Random(seed)
    spots = [Spot(chance.uniform(48, 52), chance.uniform(5, 9)) for _ in range(300)]
    cover = MapCover()
    cover.known |= {*spots[:MOST]}

    def look(box: MapBox) -> MapLook:
        shown = inside(spots, box)
        return MapLook(box, frozenset(shown), is_full=len(shown) >= MOST)

    taken(cover, look, is_box=True)
    assert cover.known == {*spots}


def test_a_radius_that_the_server_cuts_is_seen_by_what_an_answer_lacks() -> None:
    chance = Random(5)
    spots = [Spot(chance.uniform(48, 50), chance.uniform(7, 10)) for _ in range(120)]
    cover = MapCover()
    cover.add(MapLook(spots[0], frozenset(nearest(spots, spots[0], 30)), is_full=True))

    def look(box: MapBox) -> MapLook:  # 500 km are asked, 30 heeded
        return MapLook(box.center, frozenset(nearest(spots, box.center, 30)), km=500)

    taken(cover, look, is_box=False)
    assert len(cover.known) > 0.9 * len(spots)


@pytest.mark.parametrize(
    "item",
    [{}, {"lat": "north"}, {"lat": 91, "lng": 1}, {"lat": 0, "lng": 0}, {"lat": 1e400, "lng": 2}],
)
def test_what_is_no_place_is_none(item: dict[str, object]) -> None:
    assert spot_of(item) is None


def test_all_at_one_spot_ends() -> None:
    cover = MapCover()
    here = Spot(1.0, 1.0)
    cover.add(MapLook(here, frozenset({here}), is_full=True))
    look = MapLook(here, frozenset({here}), is_full=True)
    asked = taken(cover, lambda box: replace(look, at=box.center), is_box=False)
    assert asked < 200


@pytest.mark.parametrize("seed", range(amount(1, many=4)))
def test_what_answers_leave_out_bounds_what_all_of_them_leave_out(seed: int) -> None:
    """Each answer hides a tenth of what lies around its place; nothing else is hidden."""
    spots, chance, cover = towns(seed), Random(seed), MapCover()

    def look(box: MapBox) -> MapLook:
        around = nearest(spots, box.center)
        shown = {one for one in around if chance.random() > 0.1}
        return MapLook(box.center, frozenset({*shown, around[-1]}), is_full=True)

    cover.add(look(MapBox(*spots[0], *spots[0])))
    taken(cover, look, is_box=False)
    bound = cover.missing_at_most
    assert bound is not None
    assert 0.05 < bound < 0.5
    assert 1 - len(cover.known) / len({*spots}) <= bound
