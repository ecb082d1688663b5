"""Habits of engines, learned over the wire from engines that have them."""

from dataclasses import replace
from functools import cache
from urllib.parse import parse_qs

from in_memory import Ran, SiteWire, alive, run, taken

from leadline.crawl.events import ComponentLearned, Notice
from leadline.errors import FetchError
from leadline.model import Page, Request
from leadline_zoo.spec import Engine, Form, Pager, SourceSpec, Total
from tables import each_named

BOOKS = SourceSpec("books", "books", 300)


@cache
def lived(spec: SourceSpec) -> tuple[Ran, SiteWire]:
    """A crawl of a source, the same for all that look at it."""
    return alive(spec, most=600)


def habits(ran: Ran) -> dict[str, object]:
    return next(
        (e.value for e in ran.events if isinstance(e, ComponentLearned) and e.name == "habits"), {}
    )


def test_words_are_asked_as_they_are_written_where_case_matters() -> None:
    spec = replace(BOOKS, engine=Engine(case="kept", empty="nothing"))
    ran, wire = lived(spec)
    assert taken(ran, wire.site) == (300, 300)


def test_a_form_is_loaded_again_once_where_that_is_not_what_is_wrong() -> None:
    """Odd queries are refused with 403 whatever the token is: two words and no word while probing,
    once for all tries, once for a number that checks. The words go through.
    """

    class Picky(SiteWire):
        def __call__(self, request: Request) -> Page | FetchError:
            asked = parse_qs(request.body.decode("latin-1"), keep_blank_values=True).get("q")
            if asked is not None and not asked[0].isalpha():
                self.site.answer(request.method, request.url, request.body, self.cookie)
                return Page(request, request.url, 403)
            return super().__call__(request)

    spec = replace(BOOKS, form=Form("POST", token=True), engine=Engine(empty="nothing"))
    wire = Picky(spec)
    ran = run(wire.url, wire, most=600)
    assert taken(ran, wire.site)[0] >= 290
    again = [get for get in ran.gets if get.purpose == "form again"]
    assert len(again) <= 4


ENGINES = [
    ("all words", Engine("and", empty="nothing"), {"relaxes": False}),
    ("any word", Engine("or", empty="nothing", order="relevance"), {"relaxes": True}),
    ("parts of words", Engine("substring", empty="nothing"), {"relaxes": False}),
    ("any word if no record has all", Engine(relaxed=True, empty="nothing"), {"relaxes": True}),
    ("capitals matter", Engine(case="kept", empty="nothing"), {"case_matters": True}),
    ("capitals do not matter", Engine(empty="nothing"), {"case_matters": False}),
    ("short words find nothing", Engine(min_length=3, empty="nothing"), {"shortest": 3}),
]


@each_named(ENGINES, "engine", "known")
def test_a_habit_is_learned_from_an_engine_that_has_it(
    engine: Engine, known: dict[str, object]
) -> None:
    ran, wire = lived(replace(BOOKS, engine=engine))
    told = habits(ran)
    assert {name: told.get(name) for name in known} == known
    floor = 0.9 if engine.case == "kept" else 0.97  # words are sent in lower case
    assert taken(ran, wire.site)[0] >= floor * 300


def test_a_source_that_is_taken_whole_is_not_asked_for_its_habits() -> None:
    ran, _ = lived(BOOKS)
    assert "walk gave" in ran.outcome.reason or "ended by itself" in ran.outcome.reason
    assert habits(ran) == {}
    asked = [get.query for get in ran.gets if get.purpose == "habit"]
    assert all(query and query[-1] in "*?" for query in asked), "only whether a sign is read"


def test_habits_cost_four_requests_at_most() -> None:
    ran, _ = lived(replace(BOOKS, engine=Engine(empty="nothing")))
    assert 1 <= sum(get.purpose == "habit" for get in ran.gets) <= 4


def test_relaxed_answers_are_named() -> None:
    spec = replace(BOOKS, engine=Engine(relaxed=True, empty="nothing"))
    ran, _ = lived(spec)
    assert any("relaxed" in event.text for event in ran.events if isinstance(event, Notice))


ACCENTS = [
    ("found as written only", "kept"),
    ("found without accents only", "plain"),
    ("found both ways", "folded"),
]


@each_named(ACCENTS, "accents")
def test_words_with_accents_are_sent_as_the_engine_needs_them(accents: str) -> None:
    spec = SourceSpec(
        "avis",
        "fr_notices",
        300,
        engine=Engine(accents=accents, empty="nothing"),  # type: ignore[arg-type]
        pager=Pager("numbers", 20),
        total=Total("exact"),
    )
    ran, wire = lived(spec)
    assert taken(ran, wire.site)[0] >= 0.97 * 300


def test_few_records_are_not_worth_the_probes() -> None:
    ran, _ = lived(replace(BOOKS, count=40, engine=Engine(empty="nothing")))
    asked = [get.query for get in ran.gets if get.purpose == "habit"]
    assert all(query and query[-1] in "*?" for query in asked), "only whether a sign is read"


def test_a_short_word_of_the_records_tells_whether_short_words_are_found() -> None:
    """English "an" stands in no Russian record, and words of two letters were not asked then."""
    spec = replace(BOOKS, table="ru_letters", engine=Engine(empty="nothing"))
    ran, _ = lived(spec)
    assert habits(ran)["shortest"] == 1
    assert any(len(get.query or "") == 2 for get in ran.gets if get.purpose == "habit")
