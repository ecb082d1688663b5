"""When a discovery stops: sources behind made directories are found, for few requests."""

from statistics import mean

import pytest

from made_scenes import KINDS, NAMINGS, crawled, made_scene

SCENES_OF_A_KIND = 2
MIN_RECALL = 0.95


@pytest.mark.parametrize("naming", NAMINGS)
def test_sources_are_found_and_the_crawl_stops(naming: str) -> None:
    first = 300 + len(KINDS) * NAMINGS.index(naming)
    apart = len(KINDS) * len(NAMINGS)
    scenes = [
        made_scene(first + kind + apart * time)
        for kind in range(len(KINDS))
        for time in range(SCENES_OF_A_KIND)
    ]
    results = [crawled(scene) for scene in scenes]
    assert {scene.naming for scene in scenes} == {naming}
    assert mean(result.recall for result in results) >= MIN_RECALL
    assert not any(result.wrong for result in results)
    assert max(result.requests / result.fewest for result in results) < 12
    if naming == "described":
        flat = [r for s, r in zip(scenes, results, strict=True) if s.kind == "flat"]
        assert all(result.requests <= 3 * result.fewest for result in flat)


def test_a_crawl_that_found_nothing_leaves_no_link() -> None:
    scene = made_scene(0)
    scene.pages = {url: page.replace("<input", "<i") for url, page in scene.pages.items()}
    assert crawled(scene).requests == crawled(scene, thorough=True).requests
