"""The state of one source at the coordinator: what counts, what is telling, what is deferred."""

import pytest

from leadline.model import Answer, Ask, Field, Query, Record, Taken
from leadline.selection.knowledge.dynamic import DynamicKnowledge
from leadline.selection.messages import DeferredAnswer, QueryObserved
from leadline.selection.source_state import SourceSelection, last_estimate
from leadline.selection.word_columns import WordColumns
from tables import each_row


def state() -> SourceSelection:
    columns = WordColumns()
    columns.join("a")
    return SourceSelection("a", columns)


def record(key: int, **values: str) -> Record:
    return Record("", str(key), tuple(Field(*item) for item in values.items()))


ROWS = tuple(record(n, title=f"sea fog{chr(97 + n)}") for n in range(5))


@pytest.mark.parametrize(
    ("answer", "weak", "known", "why"),
    [
        (QueryObserved("sea", ROWS, chosen=True), 1, 5, "nothing new: five known records"),
        (QueryObserved("sea", ROWS), 0, 0, "nobody chose it"),
        (QueryObserved("sea", ROWS, chosen=True, new=1), 0, 0, "news"),
        (QueryObserved("sea", ROWS, chosen=True, hidden=True), 1, 0, "the cap hides the rest"),
        (DeferredAnswer("sea", ROWS, chosen=True), 0, 0, "the rest is still to come"),
        (DeferredAnswer("sea", ROWS, chosen=True, new=5), 0, 0, "news on a first page"),
    ],
)
def test_answers_that_count_for_the_stopping_rule(
    answer: QueryObserved, weak: int, known: int, why: str
) -> None:
    source = state()
    source.add(answer)
    assert (source.stopping.weak, source.stopping.known) == (weak, known), why
    assert list(source.uncompared) == [answer]


def test_known_records_of_a_first_page_count_with_its_rest() -> None:
    source = state()
    source.deferred.add("sea", total=30, shown=10, known=4)
    source.add(QueryObserved("sea", ROWS, chosen=True))
    assert source.stopping.known == 5 + 4
    assert list(source.recent) == [(5, 0)]


def test_answers_with_records_are_counted() -> None:
    source = state()
    for rows in (ROWS, (), ROWS):
        source.add(QueryObserved("sea", rows))
    assert source.answers == 2


@each_row(
    __file__, "a_word_in_nearly_all_records_is_a_label", "records", "holding", "answers", "telling"
)
def test_a_word_in_nearly_all_records_is_a_label(
    records: int, holding: int, answers: int, telling: bool
) -> None:
    source = state()
    source.answers = answers
    source.read([record(n, title="print sea" if n < holding else "sea") for n in range(records)])
    terms = source.terms_of(record(0))
    assert (Query("", "print") in terms) is telling


def test_records_are_read_once_and_links_are_no_words() -> None:
    source = state()
    row = Record(
        "", "1", (Field("title", "sea fog sea"), Field("url", "http://x.test/ink", "link"))
    )
    source.read([row, row])
    source.read([row])
    assert source.words["1"] == ["sea", "fog"]
    assert source.word_counts == {"sea": 1, "fog": 1}


def observed(source: SourceSelection, rows: tuple[Record, ...]) -> Answer:
    source.read(rows)
    taken = tuple(Taken(("a", row.key), source.terms_of(row)) for row in rows)
    answer = Answer(Ask("a", Query("", "sea")), taken, total=9, exact=True)
    source.selector.observe(answer)
    return answer


def test_a_complete_answer_is_compared_and_waits_no_more() -> None:
    source = state()
    source.deferred.add("sea", total=9, shown=5)
    whole = QueryObserved("sea", ROWS, total=5, exact=True, complete=True)
    source.note_rest(whole, observed(source, ROWS))
    assert source.deferred.rests == {}
    assert (source.deferred.compared, source.deferred.different) == (1, 0)
    source.note_rest(QueryObserved("sea", ROWS, total=5, exact=True), observed(source, ROWS))
    source.note_rest(QueryObserved("sea", ROWS, total=5, complete=True), observed(source, ROWS))
    assert source.deferred.compared == 1, "cut, or not exact"


def test_a_deferred_answer_waits_with_what_was_known_of_it() -> None:
    source = state()
    first = DeferredAnswer("sea", ROWS, total=9, exact=True, new=2)
    source.note_rest(first, observed(source, ROWS))
    rest = source.deferred.rests["sea"]
    assert (rest.total, rest.shown, rest.known) == (9, 5, 3)


def test_a_deferred_answer_of_which_all_is_known_is_settled() -> None:
    source = state()
    for _ in range(3):
        source.deferred.note_complete(counted=5, total=5)
    first = DeferredAnswer("sea", ROWS, total=5, exact=True)
    source.note_rest(first, observed(source, ROWS))
    assert source.deferred.rests == {}
    assert (source.stopping.weak, source.stopping.known) == (1, 5)
    sea = source.selector.knowledge.vocabulary.number(Query("", "sea"))
    assert sea in source.selector.membership.complete_terms


def test_all_is_observed_once_more_with_shared_knowledge() -> None:
    source, shared = state(), DynamicKnowledge()
    answers = [QueryObserved("sea", ROWS), QueryObserved("fog", ROWS)]
    source.history += answers
    source.stopping.add(new=0)
    source.selector.size = 70.0
    source.restart_with(shared)
    assert source.is_shared
    assert list(source.unobserved) == answers
    assert (source.history, source.stopping.weak) == ([], 0)
    assert source.selector.knowledge is shared
    assert source.selector.size == 70.0


def test_a_finished_source_forgets_what_it_was_asked() -> None:
    source = state()
    observed(source, ROWS)
    source.forget_asked()
    assert source.selector.membership.complete_terms
    source.is_over = True
    source.forget_asked()
    assert source.selector.membership.complete_terms == []


def test_a_word_refused_for_its_column_is_offered_in_another() -> None:
    source = state()
    source.read([record(1, size="oil")])
    source.selector.knowledge.vocabulary.number(Query("", "oil"))
    number = source.selector.statistics.refuse(Query("", "oil"))
    for _ in range(5):
        source.columns.note_answer("a", "oil", hit=False)
    source.read([record(2, title="oil")])
    assert not source.selector.statistics.closed[number]


@each_row(__file__, "the_last_answers_say_the_size", "taken", "recent", "expected")
def test_the_last_answers_say_the_size(
    taken: int, recent: list[tuple[int, int]], expected: float | None
) -> None:
    estimate = last_estimate(taken, recent)
    assert estimate == (None if expected is None else pytest.approx(expected))


def test_recent_answers_go_before_counts() -> None:
    source = state()
    observed(source, ROWS)
    assert source.estimate() == source.selector.estimate()
    source.recent.append((60, 30))
    assert source.estimate() == 10.0
