"""Harvesting sources together is compared with one after the other."""

from pathlib import Path

import pytest

from leadline.model import Budget
from leadline_research.bench.selection.together import compared, run, timed
from leadline_zoo.source import ServedSource
from leadline_zoo.spec import Engine, Look, Pager, SourceSpec

FEW = SourceSpec("few", "books", 60, pager=Pager("next", 20))
OTHER = SourceSpec(
    "other",
    "ru_firms",
    80,
    charset="windows-1251",
    look=Look("definitions"),
    pager=Pager("next", 20),
    engine=Engine(empty="nothing", everything=("%",)),
)


def test_two_sources_without_anything_in_common_are_the_same_together() -> None:
    with ServedSource(FEW) as few, ServedSource(OTHER) as other:
        urls = [few.url, other.url]
        alone = [timed([url], Budget()) for url in urls]
        both = timed(urls, Budget())
    for number, size in enumerate((60, 80)):
        found = compared("name", alone[number], both, number)
        assert found["records"] == [size, size]
        assert found["in_both"] == found["equal"] == size
        assert found["requests"][0] == found["requests"][1]


def test_a_budget_holds_for_each() -> None:
    with ServedSource(FEW) as few, ServedSource(OTHER) as other:
        both = timed([few.url, other.url], Budget(requests=9))
    assert [one["requests"] for one in both["sources"]] == [9, 9]
    assert {one["state"] for one in both["sources"]} == {"paused"}


def test_one_site_alone_is_nothing_to_compare(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="two sites"):
        run(tmp_path, names=["one"])
