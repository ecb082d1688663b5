"""Properties that every selector and every schedule must have, found by their registries."""

from functools import cache
from random import Random

import pytest

from leadline.model import Answer, Ask, Query, Taken
from leadline.selection.keywords import overlap_aware
from leadline_research.bench.selection.acquire import acquire
from leadline_research.bench.selection.simulated import SimulatedSource
from leadline_research.bench.selection.strategies import SELECTORS, STRATEGIES, Setting
from leadline_research.good1953.good_turing import GoodTuring
from leadline_research.xian2012.cost import QUERIES, REQUESTS
from leadline_research.xian2012.knowledge import PublishedKnowledge


def pool(size: int = 300, seed: int = 5) -> list[Taken]:
    """Records over Zipf-like words in two columns."""
    rng = Random(seed)
    words = [f"w{n:03}" for n in range(200)]
    records = []
    for key in range(size):
        places = {min(199, int(rng.paretovariate(0.7)) + rng.randrange(8)) for _ in range(5)}
        records.append(Taken(key, frozenset(Query("ab"[p % 2], words[p]) for p in places)))
    return records


def make(name: str, **options: object) -> tuple[object, SimulatedSource]:
    source = SimulatedSource("s", pool(), page_size=10, cap=int(str(options.pop("cap", 0))))
    setting = Setting(
        PublishedKnowledge(),
        Random(1),
        page_size=10,
        cap=source.cap,
        size=300.0,
        costs=REQUESTS if source.cap else QUERIES,
    )
    return SELECTORS[name](setting), source


@cache
def driven(name: str, cap: int) -> tuple[list[Query], set[object]]:
    """What a selector asks of a source, and what it takes; one for all tests of a process."""
    return drive(name, cap=cap)


def drive(name: str, most: int = 400, **options: object) -> tuple[list[Query], set[object]]:
    selector, source = make(name, **options)
    query: Query | None = Query("a", "w004")
    asked: list[Query] = []
    taken: set[object] = set()
    while query is not None and len(asked) < most:
        answer = source.ask(query)
        asked.append(query)
        taken.update(record.key for record in answer.records)
        selector.observe(answer)  # type: ignore[attr-defined]
        found = selector.select()  # type: ignore[attr-defined]
        query = found.query if found else None
    return asked, taken


@pytest.mark.parametrize("name", SELECTORS)
@pytest.mark.parametrize("cap", [0, 20])
def test_never_asks_twice_and_repeats_exactly(name: str, cap: int) -> None:
    asked, taken = driven(name, cap)
    assert len(set(asked)) == len(asked)
    assert drive(name, cap=cap) == (asked, taken)
    assert len(asked) > 5


@pytest.mark.parametrize("name", SELECTORS)
def test_takes_nearly_all_of_a_small_source(name: str) -> None:
    _, taken = driven(name, 0)
    reachable = {record.key for record in pool() if record.terms}
    assert len(taken) >= 0.9 * len(reachable)


@pytest.mark.parametrize("name", SELECTORS)
def test_selecting_changes_nothing(name: str) -> None:
    if name == "random":
        pytest.skip("each selection draws anew")
    selector, source = make(name)
    selector.observe(source.ask(Query("a", "w004")))  # type: ignore[attr-defined]
    first = selector.select()  # type: ignore[attr-defined]
    assert first == selector.select()  # type: ignore[attr-defined]


@pytest.mark.parametrize("name", SELECTORS)
def test_before_any_answer_there_is_nothing_to_say(name: str) -> None:
    selector, _ = make(name)
    assert selector.select() is None  # type: ignore[attr-defined]


@pytest.mark.parametrize("name", SELECTORS)
def test_empty_broken_and_unstated_answers_are_learned_from(name: str) -> None:
    selector, source = make(name)
    observe, select = selector.observe, selector.select  # type: ignore[attr-defined]
    observe(Answer(Ask("s", Query("", "nothing")), ()))
    observe(Answer(Ask("s", Query("a", "w002")), source.records[:7], total=90, complete=False))
    observe(Answer(Ask("s", Query("", "bare")), (Taken("bare", frozenset()),), total=None))
    observe(source.ask(Query("a", "w006")))
    found = select()
    assert found is not None
    assert found.query not in (Query("", "nothing"), Query("a", "w002"))
    assert selector.estimate() >= 8  # type: ignore[attr-defined]


def sources(cap: int = 0) -> list[SimulatedSource]:
    """Three sources, the first two overlapping."""
    records = pool(400)
    parts = {"one": records[:250], "two": records[100:300], "far": records[300:]}
    return [SimulatedSource(k, part, page_size=10, cap=cap) for k, part in parts.items()]


def harvest(name: str, *, at_once: int = 1) -> tuple[list[Ask], dict[str, set[object]]]:
    """Drive a strategy with some asks under way at the same time, answered in turn."""
    strategy = STRATEGIES[name]
    made = sources()
    shared = strategy.knowledge()
    selectors = {
        s.key: SELECTORS[strategy.selector](
            Setting(
                strategy.knowledge() if strategy.schedule == "separate" else shared,
                Random(1),
                size=float(len(s)),
            )
        )
        for s in made
    }
    schedule = strategy.arrange(selectors, {s.key: [Query("a", "w004")] for s in made})
    by_key = {s.key: s for s in made}
    taken: dict[str, set[object]] = {key: set() for key in by_key}
    asked: list[Ask] = []
    under_way: list[Ask] = []
    while len(asked) < 900:
        free = by_key.keys() - {ask.source for ask in under_way}
        ask = schedule.next(free) if len(under_way) < at_once else None
        if ask is not None:
            assert ask.source in free
            asked.append(ask)
            under_way.append(ask)
            continue
        if not under_way:
            break
        answer = by_key[under_way[0].source].ask(under_way.pop(0).query)
        taken[answer.ask.source].update(record.key for record in answer.records)
        schedule.tell(answer)
    return asked, taken


@pytest.mark.parametrize("name", STRATEGIES)
@pytest.mark.parametrize("at_once", [1, 3])
def test_every_strategy_ends_repeats_and_asks_no_source_twice(name: str, at_once: int) -> None:
    asked, taken = harvest(name, at_once=at_once)
    assert len(set(asked)) == len(asked) < 900
    if at_once > 1:  # asks under way are what could change between two runs
        assert harvest(name, at_once=at_once) == (asked, taken)
    least = 0.3 if name.startswith("cycle") else 0.85
    assert all(len(taken[s.key]) >= least * len(s) for s in sources())


def test_many_sources_under_way_take_as_much_as_one_at_a_time() -> None:
    for name in ("default", "gt"):
        alone, together = harvest(name)[1], harvest(name, at_once=3)[1]
        assert sum(map(len, together.values())) >= 0.98 * sum(map(len, alone.values()))


def apart(name: str, size: int, words: int, seed: int) -> SimulatedSource:
    """A source that shares words with others and no record."""
    rng = Random(f"{name} {seed}")
    records = []
    for key in range(size):
        own = {min(words, int(3 * rng.paretovariate(0.6)) + rng.randrange(6)) for _ in range(4)}
        common = {min(300, int(rng.paretovariate(0.7))) for _ in range(2)}
        held = [*(f"{name}{n}" for n in sorted(own)), *(f"c{n}" for n in sorted(common))]
        records.append(Taken((name, key), frozenset(Query("", word) for word in held)))
    return SimulatedSource(name, records, page_size=10, cap=0)


@pytest.mark.parametrize("seed", range(1, 7))
def test_sources_that_share_nothing_cost_what_the_best_of_the_single_ones_does(seed: int) -> None:
    """They were asked each other's words once: 50 to 65 queries instead of 18 to 22."""
    made = [apart("a", 1500, 1200, seed), apart("b", 600, 300, seed), apart("c", 900, 3000, seed)]
    names = ("default", "gt", "separate-a-gt")
    spent = [len(acquire(made, STRATEGIES[name], seed=seed).together.covered) for name in names]
    assert spent[0] <= 1.05 * min(spent[1:]) + 2.0


def test_a_record_proven_absent_is_expected_no_more() -> None:
    sea, fog = Query("", "sea"), Query("", "fog")
    shared = PublishedKnowledge()
    setting = Setting(shared, Random(1))
    first, second = SELECTORS["dkr"](setting), SELECTORS["dkr"](setting)
    first.observe(Answer(Ask("a", sea), (Taken(1, frozenset({sea, fog})),)))
    assert second.select() is not None
    second.observe(Answer(Ask("b", sea), ()))
    found = second.select()
    assert found is None or found.new < 1


def test_least_efficiency_ends_the_tail() -> None:
    gt = GoodTuring(min_efficiency=1000.0)
    gt.observe(Answer(Ask("s", Query("", "a")), (Taken(1, frozenset({Query("", "b")})),)))
    assert gt.select() is None


def test_the_default_over_a_shortlist_takes_as_much_as_over_all_terms(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    whole = harvest("default")
    monkeypatch.setattr(overlap_aware, "MIN_TERMS_FOR_SHORTLIST", 0)
    monkeypatch.setattr(overlap_aware, "SHORTLIST_TERMS", 100)
    shortlisted = harvest("default")
    assert shortlisted != whole
    taken = [sum(map(len, found.values())) for _, found in (whole, shortlisted)]
    assert taken[1] >= 0.98 * taken[0]
    assert len(shortlisted[0]) <= 1.1 * len(whole[0])


def test_a_shortlist_is_drawn_up_anew_when_it_is_used_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(overlap_aware, "MIN_TERMS_FOR_SHORTLIST", 0)
    monkeypatch.setattr(overlap_aware, "SHORTLIST_TERMS", 1)
    selector = overlap_aware.OverlapAware()
    sea, fog, ice = (Query("", word) for word in ("sea", "fog", "ice"))

    def selected_after(key: int, asked: str, *terms: Query) -> Query | None:
        selector.observe(Answer(Ask("s", Query("", asked)), (Taken(key, frozenset(terms)),)))
        found = selector.select()
        return found.query if found else None

    selector.observe(Answer(Ask("s", Query("", "a")), (Taken(1, frozenset({sea, fog})),)))
    assert selected_after(2, "b", sea) == sea
    assert selected_after(3, "c", fog) == sea
    assert selected_after(4, "d", fog) == sea, "fog is better now, but not on the list"
    assert selected_after(5, "e", ice) == sea
    assert selected_after(6, "sea", fog) == fog, "the list of sea alone is used up"
