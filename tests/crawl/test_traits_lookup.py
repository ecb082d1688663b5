"""Sources that take whole names, beginnings or patterns, and forms that offer several ways."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from trait_sites import (
    LookupSite,
    PatternSite,
    harvested,
    lookup,
    names_and_columns,
    plain_source,
)

from amounts import further
from leadline.crawl.events import StateChanged
from leadline_zoo.pages.engine import Hits

if TYPE_CHECKING:
    from leadline_zoo.data.tables import Row
    from leadline_zoo.pages.layouts import Listing
    from leadline_zoo.pages.view import View

ENGLISH = (("whole", "exact name"), ("start", "starts with"), ("words", "any word"))
CHINESE = (("whole", "精确"), ("start", "前方一致"), ("part", "模糊"))
GERMAN = (("whole", "genau"), ("start", "beginnt mit"), ("words", "enthält"))


@pytest.mark.parametrize(
    ("table", "options"),
    [
        ("zh_objects", {"mode": "glob"}),
        ("ru_firms", {"mode": "pattern"}),
        further("books", {"mode": "whole pattern"}),
        ("zh_books", {"mode": "whole pattern"}),
        ("books", {"modes": ENGLISH}),
        further("zh_objects", {"modes": CHINESE}),
        further("de_press", {"modes": GERMAN}),
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


@pytest.mark.parametrize("table", ["zh_books", further("de_press")])
def test_a_pattern_for_everything_is_tried_where_words_find_something_too(table: str) -> None:
    result = harvested(PatternSite(plain_source(table, "table")))
    assert result.recall == 1.0
    assert result.precision == 1.0
    assert result.requests <= 150


SYLLABLES = ("ba", "do", "kel", "mir", "tan", "ve", "shu", "pri", "gor", "ne", "zu", "lo", "fi")


def invented(number: str) -> str:
    """A word that no list of words holds."""
    digits = (int(number) // len(SYLLABLES) ** place % len(SYLLABLES) for place in range(3))
    return "".join(SYLLABLES[digit] for digit in digits)


class InventedNames(LookupSite):
    """A dictionary of invented words, looked up as a whole unless a select says otherwise."""

    modes = (("whole", "exact name"), ("part", "contains"))
    as_radio = False

    def name_of(self, row: Row) -> str:
        return invented(row["id"])


def list_of_names(listing: Listing, _view: View) -> str:
    names = (f'<li><a href="{one.href}">{invented(one.row["id"])}</a>' for one in listing.records)
    return f"<ul>{''.join(names)}</ul>"


def test_a_letter_is_asked_in_modes_that_answer_no_word() -> None:
    site = InventedNames(plain_source("books", "table"))
    site.draw = list_of_names
    result = harvested(site)
    assert result.recall >= 0.9
    assert result.precision == 1.0
    assert 1.0 - result.recall <= (result.ran.outcome.missing_at_most or 0.0)


class ListInOneMode(LookupSite):
    """One mode shows three hits of a word, the other the whole list whatever the word is."""

    modes = (("words", "any word"), ("list", "contains"))
    as_radio = False

    def find(self, view: View) -> Hits:
        is_list = self.asked_mode == "list"
        return Hits(tuple(range(60))) if is_list else Hits(super().find(view).rows[:3])


def test_a_mode_that_heeds_no_word_is_not_probed_anew() -> None:
    site = ListInOneMode(plain_source("books", "table"))
    site.draw = names_and_columns
    ran = harvested(site).ran
    assert ran.records
    assert sum("mode=list" in get.request.url for get in ran.gets) <= 8
