"""Discovery on loopback: sources of the zoo behind a directory, among decoys."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discovery_scene import TOPICS, served_scene

import leadline

if TYPE_CHECKING:
    from pathlib import Path

BOOKS = "books, library catalogue"


def test_every_interface_of_the_topic_is_found_and_no_other(tmp_path: Path) -> None:
    with served_scene(TOPICS[BOOKS]) as scene:
        discovery = leadline.discover(
            scene.directory.url, project=tmp_path / "p", topic=BOOKS, anywhere=True
        )
        assert not scene.wrong(discovery)
        assert discovery.sources == len(scene.wanted)
        assert discovery.outcome.state == "exhausted"
        assert not [path for path in scene.directory.log if path in ("/session", "/buy", "/send")]


def test_a_harvest_takes_what_was_found(tmp_path: Path) -> None:
    with served_scene(["opac"], ["jobs"]) as scene:
        folder = tmp_path / "p"
        leadline.discover(scene.directory.url, project=folder, topic=BOOKS, anywhere=True)
        taken = leadline.harvest(folder, budget=leadline.Budget(requests=30))
        (outcome,) = taken.outcomes.values()
        assert outcome.records > 100
