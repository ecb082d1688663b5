# Holds: words from outside while words are asked; claims checked by words; known numbers asked
# Holds: known words asked again
"""What is said of the whole of a source is true, or bounded: a source for each rule.

The whole measure is ``leadline bench claims``; a floor holds it on a hundred sources. Here is one
source of each kind that was called complete before its rule stood.
"""

from dataclasses import replace
from functools import cache, reduce

import pytest
from in_memory import of_zoo, run

from leadline.crawl.acquisition import Acquisition
from leadline.crawl.claim import with_claim
from leadline.crawl.state.canary import Canary
from leadline.crawl.state.evidence import MAX_BOUND, Draw, Evidence
from leadline.crawl.state.packed_rows import WalkRows
from leadline.crawl.state.source import CrawlTask, SourceState
from leadline.crawl.state.walk_log import AnswerSummary, WalkLog
from leadline.model import Hint, Outcome
from leadline.selection.estimators.missing_share import missing_share
from leadline.selection.probing.outside_words import years_before
from leadline.selection.probing.whole_database import UNCHECKED
from leadline.wrapper.reading import RecordRow
from leadline_research.bench.claims import Claim, measure
from leadline_zoo.adversarial.engine_kinds import ENGINE_KINDS, FORM_KINDS
from leadline_zoo.adversarial.site import AdversarialSite
from leadline_zoo.adversarial.sources import KINDS, LATER_KINDS, adversarial_source
from leadline_zoo.in_memory import SiteWire
from leadline_zoo.random_sources import random_source
from leadline_zoo.zoo import ZOO
from tables import each_row


@cache
def claim(name: str) -> Claim:
    """What is said of a source of ``bench claims``, as its row has it."""
    kind, _, number = name.rpartition("-")
    if kind == "random":
        return measure(name, lambda: SiteWire(random_source(int(number))))
    kinds = next(one for one in (KINDS, LATER_KINDS, ENGINE_KINDS, FORM_KINDS) if kind in one)
    drawn = adversarial_source(int(number), kinds)
    site = AdversarialSite(drawn.spec, drawn.adversity)
    return measure(name, lambda: SiteWire(drawn.spec, site=site))


@each_row(__file__, "all_is_taken_whatever_the_form_is_served_with", "name")
def test_all_is_taken_whatever_the_form_is_served_with(name: str) -> None:
    assert claim(name).recall >= 0.99
    assert not claim(name).is_outside


def test_words_asked_before_everything_bound_what_it_missed() -> None:
    """Of six probes four bring records, and the walk that follows holds each of these."""
    wire = SiteWire(ZOO["tracker"])
    bound = run(wire.url, wire, hints=(Hint("sure", ("1%",)),)).outcome.missing_at_most
    assert bound is not None
    assert bound <= 0.015, "0.0181 by the words that were asked afterwards alone"


def test_few_words_from_outside_are_asked_where_little_can_be_missing() -> None:
    crawl, _ = of_zoo("tracker")
    assert crawl.outcome.missing_at_most <= MAX_BOUND
    assert len(crawl.gets) <= 30, "37 with all words from outside"


def test_a_person_says_how_much_may_be_missing() -> None:
    ran = {}
    for sure in ("none", "5%", "proof"):
        wire = SiteWire(ZOO["opac"])
        ran[sure] = run(wire.url, wire, most=1000, hints=(Hint("sure", (sure,)),))
    checks = [sum(get.purpose == "check" for get in one.gets) for one in ran.values()]
    assert 0 == checks[0] < checks[1] < checks[2]
    assert UNCHECKED in ran["none"].outcome.reason
    assert 0.02 < ran["5%"].outcome.missing_at_most <= 0.05
    assert {len(one.records) for one in ran.values()} == {1200}


def test_words_that_the_form_cannot_send_are_no_checks() -> None:
    crawl, _ = of_zoo("tenders")  # in ISO 8859-1
    assert not [get for get in crawl.gets if "%26%23" in str(get.request)]


@each_row(__file__, "a_silent_block_pauses_and_says_so", "name", "words")
def test_a_silent_block_pauses_and_says_so(name: str, words: str) -> None:
    outcome = claim(name).outcome
    assert (outcome.state, outcome.level) == ("paused", "stopped")
    assert words in outcome.reason
    assert outcome.estimate is None


@pytest.mark.many  # 480 requests
def test_neighbours_in_the_alphabet_are_no_draws_and_give_no_size() -> None:
    near = claim("near-90008")
    assert near.recall >= 0.95
    assert near.outcome.missing_at_most is None
    assert not near.is_false_size


def test_an_estimate_above_the_bound_of_an_ended_source_is_not_believed() -> None:
    outcome = claim("random-970001").outcome  # 150 records; 174 were estimated
    assert (outcome.records, outcome.estimate) == (150, None)
    assert outcome.missing_at_most is not None
    assert outcome.missing_at_most <= 0.05


@each_row(
    __file__, "no_size_is_said_that_the_bound_does_not_bear", "new", "taken", "size", "is_said"
)
def test_no_size_is_said_that_the_bound_does_not_bear(
    new: int, taken: int, size: float, *, is_said: bool
) -> None:
    source = SourceState(CrawlTask("coins", "http://coins.test/"))
    source.become(Evidence((Draw(9, new),) * 5, rows=45, literal_rows=45))
    outcome = with_claim(source, Outcome("exhausted", "", records=taken, estimate=size))
    assert outcome.estimate == (size if is_said else None)


def test_a_size_that_the_source_states_of_itself_is_proof_and_nothing_else_is() -> None:
    names = ("mail-archive", "tenders", "opac")
    index, total, ended = (of_zoo(name)[0].outcome for name in names)
    assert index.level == "proven"  # "This index contains 1,000 documents"
    assert total.level == "nothing more found"  # two queries state one total
    assert ended.level == "nothing more found"  # a walk that ended by itself
    assert ended.estimate is None


@each_row(__file__, "what_a_check_finds_is_followed", "name")
def test_what_a_check_finds_is_followed(name: str) -> None:
    assert claim(name).recall >= 0.99


def test_all_years_up_to_the_last_are_asked_where_the_first_is_not_known() -> None:
    assert claim("recent-only-510004").recall == 1.0  # "c. 1480" is always shown


def test_years_are_asked_in_both_directions_from_one_that_finds_news() -> None:
    assert claim("typed-years-610008").recall == 1.0


def test_labels_are_not_asked_where_few_records_came_unforeseen() -> None:
    assert claim("constant-of-part-740009").recall == 1.0  # five were found by "a"


def test_words_of_known_records_that_find_nothing_raise_the_bound() -> None:
    refuses = claim("too-many-710000")  # shows none of a long answer
    assert refuses.recall < 0.2
    assert not refuses.is_outside


def test_words_without_accents_are_asked_first_of_an_answer_to_everything() -> None:
    assert claim("random-650001").recall == 1.0  # finds no word with an accent


def test_a_known_word_that_finds_more_at_the_end_goes_on() -> None:
    warm = adversarial_source(510063, KINDS)
    requests = claim("warm-up-510063").requests  # one for the form, the last is the canary
    late = replace(warm.adversity, warm_up=requests - 2)
    grown = measure("", lambda: SiteWire(warm.spec, site=AdversarialSite(warm.spec, late)))
    assert grown.recall >= 0.99
    assert not grown.is_outside


def test_a_stated_size_is_no_proof_where_few_words_from_outside_find_records() -> None:
    part = claim("constant-of-part-510025")
    assert not part.is_false_complete
    assert not part.is_outside


def test_a_known_word_that_finds_less_at_the_end_raises_the_bound() -> None:
    outcome = claim("shard-out-22").outcome
    assert claim("shard-out-22").missing <= (outcome.missing_at_most or 0.0)


def test_largest_answers_of_one_size_are_no_draws() -> None:
    draws = tuple(Draw(size, 0) for size in (15, 4, 15, 7, 15))
    assert Evidence(draws).drawn(whole_only=True) == [(3, 0), (6, 0)]
    assert len(Evidence(draws).drawn(whole_only=False)) == len(draws)


def test_longer_answers_than_one_with_news_are_no_draws_after_a_query_for_everything() -> None:
    evidence = Evidence((Draw(6, 6), Draw(90, 0), Draw(7, 1), Draw(50, 0)), everything_after=1)
    assert evidence.drawn(whole_only=True) == [(5, 6), (6, 1)]


def test_rare_words_find_what_long_answers_leave_out() -> None:
    assert claim("score-tail-610000").recall >= 0.95
    assert not claim("score-tail-610000").is_outside


@each_row(__file__, "sources_of_fresh_draws_are_taken", "name", "recall")
def test_sources_of_fresh_draws_are_taken(name: str, recall: float) -> None:
    assert claim(name).recall >= recall
    assert not claim(name).is_outside


def test_a_run_of_signs_is_not_asked_again_for_each_of_its_pieces() -> None:
    assert claim("random-770000").requests <= 300  # 419 with all pieces


def test_one_spelling_is_asked_where_three_words_are_found_with_and_without_accents() -> None:
    state = Acquisition(SourceState(CrawlTask("notices", "http://notices.test/")))
    rows = [RecordRow("1", (), "L'été à Évreux"), RecordRow("2", (), "Été")]
    both, none = (WalkLog("été", rows_by_key=WalkRows.of(some)) for some in (rows, []))
    for answers in ((both, both), (both, none), (both, both), (both, both)):
        state.note_accents(*answers)
        assert state.forms("été") == ["été", "ete"]
    state.note_accents(both, both)
    assert state.forms("été") == ["été"]
    for _ in range(3):
        state.note_accents(none, both)
    assert state.forms("été") == ["ete"]


def test_queries_for_everything_that_find_nothing_are_not_suspicious() -> None:
    known = Canary().with_answer("oil", None, ("a", "b")).with_answer("ink", None, ("c",))
    for query in ("", "*", "%", "*:*", "-zuqxoky", ".*"):
        known = known.with_answer(query, None, ())
    assert not known.is_suspicious
    for query in ("tin", "elm", "oak", "ash", "fir", "yew"):
        known = known.with_answer(query, None, ())
    assert known.is_suspicious


def test_shelf_marks_that_stand_close_together_are_no_years() -> None:
    dated = [f"Emma, {1815 + number % 35}" for number in range(700)]
    marked = [f"Persuasion, 1820, no. {mark}" for mark in range(1030, 1045)]
    assert years_before([*dated, *marked]) == ("1814",)


def test_years_further_back_are_asked_where_some_years_are_missing() -> None:
    sparse = [f"Emma, {year}" for year in range(1651, 1850) if year % 3]
    assert years_before(sparse) == ("1650", "1649", "1647", "1643")
    assert years_before([*sparse * 5, "Of 1640", "Of 1645"]) == ("1650",)


def test_whole_answers_on_one_page_tell_what_is_withheld() -> None:
    short = AnswerSummary("oil", rows=18, pages=1, total=20, exact=True, reason="asked")
    others = [replace(short, pages=2), replace(short, total=40), replace(short, reason="")]
    known = reduce(lambda known, answer: known.with_page(answer, 25), [short] * 5, Evidence())
    assert (known.counted, known.withheld) == (100, 10)
    assert 0.1 < known.withheld_share < 0.2
    assert reduce(lambda known, answer: known.with_page(answer, 25), others, known) == known
    assert Evidence().with_page(short, 25).withheld_share == 0  # one answer may be read wrong


def test_a_name_that_finds_itself_alone_is_no_draw() -> None:
    alone = Evidence(tuple(Draw(1, 0) for _ in range(200)))
    assert missing_share(alone.drawn(whole_only=True)) is None
