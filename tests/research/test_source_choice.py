"""Choice of sources from samples: the default beside CORI, ReDDE and Yang 2008, on made domains."""

from __future__ import annotations

from dataclasses import replace

import pytest

from leadline.ask.query import parse_query
from leadline.model import Control, QueryInterface
from leadline_research.bench.asking.choosing import (
    SampledDomain,
    by_yang,
    choice_figures,
    yang_sites,
)
from leadline_research.bench.asking.domains import DOMAINS, domain

KEYWORDS = Control("q", "text", "Keywords")
PERSON = Control("who", "text", "Director")
FORMS = {
    "words": QueryInterface("", "", "", "GET", (KEYWORDS,)),
    "persons": QueryInterface("", "", "", "GET", (PERSON,)),
}


@pytest.mark.parametrize("name", DOMAINS)
def test_a_domain_has_sources_that_answer_and_some_that_do_not(name: str) -> None:
    made = domain(name)
    assert len(made.sources) >= 6
    assert len(made.queries) >= 30
    holding = [len(made.truth(query)) for query in made.queries]
    assert 0 in holding
    assert sum(holding) <= 0.55 * len(made.queries) * len(made.sources)


def test_the_default_beats_rivals_that_only_rank() -> None:
    films = domain("films")
    films = replace(films, queries=films.queries[4:8])
    whole = SampledDomain(films, 1.0)
    default = choice_figures(films, lambda query: whole.default(parse_query(query.text)))
    assert (default["pass_rate"], default["pass_precision"]) == (1.0, 1.0)
    for rival in (whole.by_cori, whole.by_redde):
        figures = choice_figures(films, lambda query, r=rival: r(parse_query(query.text)))  # type: ignore[misc]
        shares = figures["pass_rate"], figures["pass_precision"]
        assert 0 < min(shares) < 1.0


def test_yang_chooses_by_the_interface_alone() -> None:
    films = domain("films")
    sites = yang_sites(FORMS, "director", "genre")
    by_person = next(query for query in films.queries if query.columns and not query.years)
    assert by_yang(replace(by_person, words=()), sites) == {"persons"}
    by_word = next(query for query in films.queries if query.words and not query.columns)
    assert by_yang(by_word, sites) == {"words"}
