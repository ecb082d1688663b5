"""The bench of hints serves each kind of folder, and says what a gold hint mends."""

from pathlib import Path

import pytest

from leadline.app.hint_log import read_hints
from leadline_research.bench import hinted_sources
from leadline_research.bench.hinted_sources import served_sources
from leadline_research.bench.hints import run

OWN = Path(__file__).parents[2] / "bench" / "hints"
SHARED = Path(__file__).parents[3] / "shared" / "sources"


@pytest.mark.many
def test_a_source_is_misread_and_doubted_and_whole_with_one_hint() -> None:
    told = run(OWN, names=["side_by_side"])
    assert [told[name] for name in ("whole_0", "whole_1", "whole_fresh")] == [0, 1, 1]
    assert told["whole_refreshed"] == told["whole_2"] == 1
    assert told["wrong_and_calm"] == told["wrong_and_calm_1"] == []
    (source,) = told["sources"]
    assert "record" in source["doubted"]
    assert source["recall_offline_1"] > source["recall"]


@pytest.mark.parametrize(("folder", "name"), [("hints", "two_lists"), ("classic", "goto_box")])
def test_folders_of_other_makers_are_served(folder: str, name: str) -> None:
    if not (SHARED / folder).is_dir():
        pytest.skip(f"{SHARED / folder} is not there")
    with served_sources(SHARED / folder, [name]) as served:
        ((source, shares),) = [(one, one.judge([])) for one in served]
    assert (source.name, shares) == (name, (0.0, 0.0))


def test_gold_hints_are_recipes() -> None:
    recipes = [*(Path(hinted_sources.__file__).parent / "gold_hints").glob("*.toml")]
    recipes += OWN.glob("*.toml")
    assert len(recipes) >= 30
    assert all(map(read_hints, recipes))
