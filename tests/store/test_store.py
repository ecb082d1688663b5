"""The store on real files: what goes in comes out, and once, however often it is told."""

import itertools
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leadline.errors import Unreachable
from leadline.model import ArchiveLocator, Field, Outcome, Page, Record, Request
from leadline.store import CoveragePoint, Reader, Store
from seen_times import seen_times

URL = "https://art.example/search?q={}&page={}"


def request(words: str = "water", page: int = 1) -> Request:
    return Request("GET", URL.format(words, page))


def page(words: str = "water", at: int = 1, **more: Any) -> Page:
    return Page(request(words, at), URL.format(words, at), 200, body=b"x" * 100, **more)


def record(key: str, *values: str, row: int = 0, kind: str = "") -> Record:
    fields = tuple(Field(f"c{i}", value) for i, value in enumerate(values))
    return Record("art", key, fields, row=row, kind=kind)


def taken(store: Store, keys: Sequence[str], *, at: int = 1, query: int | None = None) -> int:
    """One page with records of these keys, stored and taken; how many were new."""
    number = store.add_page("art", page(at=at), ("a.warc.gz", at, 9), "walk", query=query)
    return store.take("art", query, number, [record(key, key, row=i) for i, key in enumerate(keys)])


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    ticks = itertools.count(1000)
    with Store(tmp_path / "art.leadline", clock=lambda: float(next(ticks))) as made:
        made.add_source("art", "https://art.example/")
        yield made


def test_a_source_keeps_its_first_address_and_its_last_state(store: Store) -> None:
    store.set_state("art", "exhausted", reason="25 weak queries", estimate=120.5)
    store.add_source("art", "https://elsewhere.example/")
    source = store.source("art")
    assert (source.url, source.state, source.reason) == (
        "https://art.example/",
        "exhausted",
        "25 weak queries",
    )
    store.set_state("art", "complete", reason="all", proof="total 120 = 120 keys")
    assert store.source("art").estimate == 120.5
    assert store.source("art").proof == "total 120 = 120 keys"
    assert store.source("art").created_at < store.source("art").updated_at


@pytest.mark.parametrize(("state", "kept"), [("exhausted", None), ("paused", 120.5)])
def test_an_end_without_a_size_forgets_the_estimate(
    store: Store, state: Literal["exhausted", "paused"], kept: float | None
) -> None:
    store.set_state("art", "harvesting", estimate=120.5)
    store.finish("art", Outcome(state, "No word promises anything new."))
    assert store.source("art").estimate == kept


def test_an_outcome_is_kept_with_its_notes(store: Store) -> None:
    outcome = Outcome(
        "paused", "The host asks us to wait.", notes=("page 7 was cut off", "cap 1000")
    )
    store.finish("art", outcome)
    store.finish("art", outcome)
    assert store.source("art").state == "paused"
    assert [note.text for note in store.notes("art")] == ["page 7 was cut off", "cap 1000"]


def test_what_was_learned_is_kept_part_by_part(store: Store) -> None:
    store.learn("art", "pager", {"step": 20, "kind": "link"})
    store.learn("art", "habits", {"and": True, "词": [1, None]})
    store.learn("art", "pager", {"step": 100})
    assert store.learned("art") == {
        "habits": {"and": True, "词": [1, None]},
        "pager": {"step": 100},
    }


def test_a_page_is_numbered_kept_at_once_and_comes_back_in_order(store: Store) -> None:
    first = store.add_page(
        "art", page(at=1, fetched_at=5.0, seconds=0.25), ("a.warc.gz", 0, 70), "A"
    )
    second = store.add_page("art", page(at=2, truncated=True), None, note="cut off")
    with Reader(store.path) as other:  # another connection: it is committed
        pages = list(other.pages("art"))
    assert [p.number for p in pages] == [first, second]
    assert pages[0].locator == ArchiveLocator("a.warc.gz", 0, 70)
    assert pages[0].fingerprint == request(page=1).fingerprint
    assert (pages[0].purpose, pages[0].fetched_at, pages[0].seconds) == ("A", 5.0, 0.25)
    assert (pages[1].locator, pages[1].truncated, pages[1].note) == (None, True, "cut off")
    assert [p.number for p in store.pages("art", after=first)] == [second]
    assert store.page(second) == pages[1]


def test_failures_are_requests_too_and_only_the_last_ones_can_be_forgotten(store: Store) -> None:
    store.add_failure("art", request(page=1), Unreachable("", request(page=1)))
    store.add_page("art", page(at=1), None)
    store.add_failure("art", request(page=2), Unreachable("time-out", request(page=2)))
    last = store.add_page("art", page(at=3), ("a.warc.gz", 0, 9), error="Blocked")
    assert [p.error for p in store.pages("art")] == ["Unreachable", "", "Unreachable", "Blocked"]
    assert store.counts("art").failed == 3
    assert store.forget_failures("art") == 2
    assert [p.error for p in store.pages("art")] == ["Unreachable", ""]
    assert store.add_page("art", page(at=2), None) > last  # a number never means two requests


def test_records_are_new_once(store: Store) -> None:
    assert taken(store, ["a", "b", "c"], at=1) == 3
    assert taken(store, ["c", "d", "d"], at=2) == 1
    assert taken(store, ["a", "b"], at=3) == 0
    assert [r.key for r in store.records()] == ["a", "b", "c", "d"]
    assert seen_times(store, "art") == {"a": 2, "b": 2, "c": 2, "d": 1}
    counts = store.counts("art")
    assert (counts.records, counts.sightings, counts.requests, counts.bytes) == (4, 8, 3, 300)


def test_a_record_keeps_its_first_page_row_query_and_values(store: Store) -> None:
    water = store.open_query("art", "water")
    fire = store.open_query("art", "fire")
    one = store.add_page("art", page(at=1), None, query=water)
    two = store.add_page("art", page("fire", 1), None, query=fire)
    store.take("art", water, one, [record("/7", "Lilies", row=3, kind="object")])
    store.take("art", fire, two, [record("/7", "Changed", row=9, kind="person")])
    (kept,) = store.records("art")
    assert kept == Record("art", "/7", (Field("c0", "Lilies"),), one, 3, "water", "object")


def test_a_replay_changes_nothing_and_answers_the_same(store: Store) -> None:
    def run(pages: list[int]) -> list[int]:
        query = store.open_query("art", "water", entries=[["q", "water"]])
        news = [
            store.take("art", query, number, [record(key, key) for key in keys])
            for number, keys in zip(pages, ["abc", "cde", "eee", ""], strict=True)
        ]
        store.close_query(query, reason="walked to the end", total=5, exact=True)
        store.note("art", "page 2 overlaps", page=pages[1])
        store.add_point("art", 4, 5, 5.0)
        return news

    pages = [store.add_page("art", page(at=n), None) for n in range(1, 5)]
    first = run(pages)
    before = dump(store)
    assert first == [3, 2, 0, 0]
    assert run(pages) == first
    assert dump(store) == before


def dump(store: Store) -> list[Any]:
    """All that a person could see, times of change aside."""
    return [
        list(store.records()),
        list(store.pages("art")),
        store.queries("art"),
        store.notes("art"),
        store.coverage("art"),
        seen_times(store, "art"),
        store.counts(),
    ]


def test_a_page_mined_better_the_second_time_adds_what_was_missed(store: Store) -> None:
    number = store.add_page("art", page(), None)
    assert store.take("art", None, number, [record("a")]) == 1
    assert store.take("art", None, number, [record("a"), record("b")]) == 2
    assert store.counts("art").records == len(list(store.records())) == 2


def test_a_query_is_found_again_and_sums_its_pages(store: Store) -> None:
    water = store.open_query("art", "water", entries=[["q", "water"]], purpose="word")
    whole = store.open_query("art", "", purpose="whole")
    assert store.open_query("art", "water") == water != whole
    taken(store, ["a", "b"], at=1, query=water)
    taken(store, ["b", "c"], at=2, query=water)
    taken(store, ["c", "d"], at=3, query=whole)
    store.close_query(water, reason="end", total=3)
    first, second = store.queries("art")
    assert (first.text, first.entries, first.purpose) == ("water", [["q", "water"]], "word")
    assert (first.pages, first.records, first.new) == (2, 4, 3)
    assert (first.total, first.exact, first.reason, first.finished) == (3, False, "end", True)
    assert (second.text, second.pages, second.new, second.finished) == ("", 1, 1, False)


def test_a_page_that_was_fetched_as_a_probe_joins_the_query_that_takes_it(store: Store) -> None:
    number = store.add_page("art", page(), None, "probe")
    query = store.open_query("art", "water")
    store.take("art", query, number, [record("a")])
    assert store.queries("art")[0].pages == 1


def test_sources_do_not_share_keys(store: Store) -> None:
    store.add_source("museum", "https://museum.example/")
    taken(store, ["a"])
    number = store.add_page("museum", page(), None)
    assert store.take("museum", None, number, [Record("museum", "a", (Field("x", "1"),))]) == 1
    assert [(r.source, r.key) for r in store.records()] == [("art", "a"), ("museum", "a")]
    assert store.counts().records == 2


def test_kinds_and_columns_are_counted(store: Store) -> None:
    number = store.add_page("art", page(), None)
    store.take(
        "art",
        None,
        number,
        [
            record("a", "x", "", kind="object"),
            record("b", "y", "z", kind="object"),
            record("p", kind="person"),
        ],
    )
    assert store.kinds("art") == {"object": 2, "person": 1}
    assert [(c.column, c.filled, c.example) for c in store.columns("art")] == [
        ("c0", 2, "x"),
        ("c1", 1, "z"),
    ]
    assert [r.key for r in store.records("art", kind="person")] == ["p"]


def test_kinds_can_be_said_later_and_stay(store: Store) -> None:
    number = store.add_page("art", page(), None)
    records = [record("a"), record("b"), record("c")]
    store.take("art", None, number, records)
    store.set_kinds("art", {"a": "object", "b": "person", "unknown": "x"})
    store.take("art", None, number, records)
    assert [(r.key, r.kind) for r in store.records()] == [
        ("a", "object"),
        ("b", "person"),
        ("c", ""),
    ]


def test_a_sample_is_spread_over_all_records(store: Store) -> None:
    taken(store, [str(n) for n in range(100)])
    assert [r.key for r in store.sample("art", 4)] == ["0", "25", "50", "75"]
    assert len(store.sample("art", 1000)) == 100
    store.add_source("empty", "https://e.example")
    assert store.sample("empty", 4) == []


def test_the_coverage_curve_holds_no_endless_estimate(store: Store) -> None:
    store.add_point("art", 1, 20, float("inf"))
    store.add_point("art", 2, 40, 90.0)
    store.add_point("art", 2, 40, 95.0)
    assert store.coverage("art") == [CoveragePoint(1, 20, None), CoveragePoint(2, 40, 95.0)]


def test_more_rows_than_one_step_come_back_whole_and_while_writing(store: Store) -> None:
    keys = [f"k{i}" for i in range(2500)]
    taken(store, keys)
    seen = []
    for at, each in enumerate(store.records("art")):
        seen.append(each.key)
        if at == 1200:
            taken(store, ["late"], at=2)
    assert seen == [*keys, "late"]


def test_a_transaction_keeps_all_or_nothing(store: Store) -> None:
    def broken() -> None:
        with store.transaction():
            store.add_source("lost", "https://lost.example/")
            store.note("lost", "never kept")
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        broken()
    assert [s.key for s in store.sources()] == ["art"]
    with pytest.raises(ValueError, match="lost"):
        store.notes("lost")


@pytest.mark.parametrize(
    ("call", "why"),
    [
        (lambda s: s.note("nobody", "x"), "no source 'nobody'"),
        (lambda s: s.take("art", None, 99, []), "no page 99"),
        (lambda s: s.page(99), "no page 99"),
        (lambda s: list(s.records("nobody")), "no source 'nobody'"),
    ],
)
def test_what_is_not_there_is_named(store: Store, call: Any, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        call(store)


def test_a_reader_sees_every_page_at_once_and_does_not_wait(store: Store) -> None:
    with Reader(store.path) as reader, store.transaction():
        taken(store, ["a"])
        assert reader.counts().records == 0  # not yet committed, and not blocked
    with Reader(store.path) as reader:
        assert reader.counts().records == 1
        with reader.snapshot():
            before = reader.counts()
            taken(store, ["b"], at=2)
            assert reader.counts() == before
        assert reader.counts().records == 2


ANY_TEXT = st.text(st.characters(exclude_categories=()), max_size=40) | st.sampled_from(
    ["\0", "\ud800", "\udfff\ud800", "a\0b", "\u202egpj.exe", "\ufeff", "=1+1", "'\"", "𠮷", "\r\n"]
)


@given(
    st.dictionaries(ANY_TEXT, st.lists(st.tuples(ANY_TEXT, ANY_TEXT), max_size=4), max_size=6),
    ANY_TEXT,
)
def test_any_text_comes_back_as_it_was(
    tmp_path_factory: pytest.TempPathFactory, found: dict[str, list[tuple[str, str]]], name: str
) -> None:
    path = tmp_path_factory.mktemp("weird") / "p.leadline"
    records = [
        Record(name, key, tuple(Field(c, v, "link") for c, v in fields), kind=name)
        for key, fields in found.items()
    ]
    with Store(path) as store:
        store.add_source(name, name)
        query = store.open_query(name, name, entries=[[name, name]])
        number = store.add_page(
            name, Page(Request("GET", "https://a.example"), name, 200), None, note=name
        )
        assert store.take(name, query, number, records) == len(found)
        store.set_state(name, "failed", reason=name)
        store.note(name, name)
        store.learn(name, "wrapper", {name: [name]})
    with Reader(path) as reader:
        assert [(r.source, r.key, r.fields, r.query, r.kind) for r in reader.records()] == [
            (name, r.key, r.fields, name, name) for r in records
        ]
        assert reader.learned(name) == {"wrapper": {name: [name]}}
        assert reader.source(name).reason == reader.notes(name)[0].text == name
        assert next(reader.pages(name)).final_url == name
        assert reader.queries(name)[0].entries == [[name, name]]
        assert sum(c.filled for c in reader.columns(name)) <= sum(map(len, found.values()))


def test_a_huge_value_comes_back(store: Store) -> None:
    number = store.add_page("art", page(), None)
    store.take("art", None, number, [record("big", "北京" * 1_000_000)])
    assert len(next(store.records()).fields[0].value) == 2_000_000


def test_records_taken_twice_are_merged_and_a_replay_changes_nothing(store: Store) -> None:
    for _ in range(2):  # the second time a resumed run tells all of it again
        for at, keys in ((1, ["/a?s=1", "/b?s=1"]), (2, ["/a?s=2", "/c?s=2"])):
            store.take(
                "art",
                None,
                at
                if store.counts("art").requests >= at
                else store.add_page("art", page(at=at), None),
                [record(key, key, row=i) for i, key in enumerate(keys)],
            )
        store.merge("art", {"/a?s=2": "/a?s=1"})
        assert [one.key for one in store.records("art")] == ["/a?s=1", "/b?s=1", "/c?s=2"]
        assert [one.new for one in store.pages("art")] == [2, 1]
        assert seen_times(store, "art") == {"/a?s=1": 2, "/b?s=1": 1, "/c?s=2": 1}
