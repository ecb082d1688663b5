"""Choice of sources from samples: the default beside CORI, ReDDE and Yang 2008, on made domains."""

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
from leadline_research.bench.asking.questions import made_questions

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
    films = made_questions(domain("films"), "director", "genre")
    films = replace(films, questions=films.questions[4:8])
    whole = SampledDomain(films, 1.0)
    default = choice_figures(films, whole.default)
    assert (default["pass_rate"], default["pass_precision"]) == (1.0, 1.0)
    for rival in (whole.by_cori, whole.by_redde):
        figures = choice_figures(films, rival)
        shares = figures["pass_rate"], figures["pass_precision"]
        assert 0 < min(shares) < 1.0


def test_yang_chooses_by_the_interface_alone() -> None:
    films = made_questions(domain("films"), "director", "genre")
    sites = yang_sites(FORMS, films.knowledge)
    assert by_yang(parse_query("director:Fritz"), sites) == {"persons"}
    assert by_yang(parse_query("moon"), sites) == {"words"}
