"""Sources that take whole names, beginnings or patterns, and forms that offer several ways."""

from __future__ import annotations

import pytest
from trait_sites import PatternSite, harvested, lookup, plain_source

from leadline.crawl.events import StateChanged

ENGLISH = (("whole", "exact name"), ("start", "starts with"), ("words", "any word"))
CHINESE = (("whole", "精确"), ("start", "前方一致"), ("part", "模糊"))
GERMAN = (("whole", "genau"), ("start", "beginnt mit"), ("words", "enthält"))


@pytest.mark.parametrize(
    ("table", "options"),
    [
        ("zh_objects", {"mode": "glob"}),
        ("ru_firms", {"mode": "pattern"}),
        ("books", {"mode": "whole pattern"}),
        ("zh_books", {"mode": "whole pattern"}),
        ("books", {"modes": ENGLISH}),
        ("zh_objects", {"modes": CHINESE}),
        ("de_press", {"modes": GERMAN}),
        ("articles", {"modes": ENGLISH, "as_radio": False}),
    ],
)
def test_a_source_of_names_is_taken(table: str, options: dict[str, object]) -> None:
    result = harvested(lookup(plain_source(table, "table"), **options))
    assert result.recall >= 0.99
    assert result.precision == 1.0
    assert result.requests <= 380


def test_where_nothing_is_found_only_that_is_said() -> None:
    ran = harvested(lookup(plain_source("books", "table"), mode="whole")).ran
    said = [event.reason for event in ran.events if isinstance(event, StateChanged)][-1]
    assert said.startswith("no word that was tried found anything")


@pytest.mark.parametrize("table", ["zh_books", "de_press"])
def test_a_pattern_for_everything_is_tried_where_words_find_something_too(table: str) -> None:
    result = harvested(PatternSite(plain_source(table, "table")))
    assert result.recall == 1.0
    assert result.precision == 1.0
    assert result.requests <= 150
