"""A harvest begun anew destroys nothing until it has taken records itself."""

from pathlib import Path

import leadline
from leadline.app.aside import set_aside
from leadline_zoo.source import serve
from leadline_zoo.spec import Faults, SourceSpec

TINY = SourceSpec("tiny", "books", 30)
DEAD = SourceSpec("tiny", "books", 30, faults=Faults(dead=True))


def test_a_harvest_begun_anew_while_the_source_is_down_loses_nothing(tmp_path: Path) -> None:
    with serve(TINY) as source:
        first = leadline.harvest(source.url, project=tmp_path)
        keys = [record.key for record in first.records()]
        address = source.url
    assert len(keys) == TINY.count
    again = leadline.harvest(address, project=tmp_path, fresh=True)
    assert [outcome.state for outcome in again.outcomes.values()] == ["failed"]
    assert [record.key for record in leadline.load(tmp_path).records()] == keys
    assert leadline.check(tmp_path).is_whole
    assert not (tmp_path / "aside").exists()


def test_what_a_new_harvest_replaces_is_kept_before_it(tmp_path: Path) -> None:
    with serve(TINY) as source:
        leadline.harvest(source.url, project=tmp_path)
        leadline.harvest(source.url, project=tmp_path, fresh=True)
    for folder in (tmp_path, tmp_path / "before"):
        assert sum(1 for _ in leadline.load(folder).records()) == TINY.count
        assert leadline.check(folder).is_whole


def test_a_move_that_was_killed_half_way_is_undone(tmp_path: Path) -> None:
    with serve(TINY) as source:
        taken = leadline.harvest(source.url, project=tmp_path)
        (tmp_path / "aside").mkdir()
        (tmp_path / "pages").rename(tmp_path / "aside" / "pages")
        leadline.harvest(source.url, project=tmp_path)
    assert leadline.check(tmp_path).pages > 0
    assert leadline.check(tmp_path).is_whole
    set_aside(taken.project)
    assert not taken.project.store.exists()
    with serve(DEAD) as source:
        leadline.harvest(source.url, project=tmp_path)
    assert sum(1 for _ in leadline.load(tmp_path).records()) == TINY.count
