"""A source that paused on answers that were none is asked again for them by the next run."""

from pathlib import Path

import pytest

import leadline
from amounts import further
from leadline_zoo.hostile import BEHAVIOURS, HostileSource


@pytest.mark.parametrize(
    "name", ["refresh to elsewhere", further("flood page"), further("half pages"), "packed wrongly"]
)
def test_the_next_run_asks_again(name: str, tmp_path: Path) -> None:
    with HostileSource(BEHAVIOURS[name]) as source:
        (paused,) = leadline.harvest(source.url, project=tmp_path, pace=0).outcomes.values()
        assert paused.state == "paused"
        source.is_healed = True
        (ended,) = leadline.harvest(source.url, project=tmp_path, pace=0).outcomes.values()
        assert ended.state == "exhausted"
        assert ended.records == BEHAVIOURS[name].count > paused.records
