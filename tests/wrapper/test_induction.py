# Holds: wrappers learned anew
"""Layouts learned from two answers and two nonsense pages, then read on pages never seen."""

import time
from dataclasses import replace

import pytest

from leadline.model import Page, Request
from leadline.page.dom import Document, parse_html
from leadline.wrapper import induction
from leadline.wrapper.column_profile import ColumnProfile
from leadline.wrapper.induction import MinedAnswer, learn_layout, learn_wrapper, mine_answer
from leadline.wrapper.region_choice import ProbePage
from leadline.wrapper.reinduction import Experience, reinduce
from leadline.wrapper.wrapper import Wrapper
from result_pages import (
    LAYOUTS,
    adverts,
    books,
    facets,
    long_help,
    nothing,
    others_instead,
    page,
    pager,
    recent,
    related,
    striped_table,
)
from tables import each_row

PAGES = (("river", 10), ("pepper", 7), ("jungle", 3), ("canyon", 2), ("violin", 1), ("temple", 0))
"""Answers that are read with what was learned from two others: long, short, single and none."""


def loaded(document: Document) -> Page:
    return Page(Request("GET", document.url), document.url, 200)


def answer(query: str, document: Document) -> MinedAnswer:
    return mine_answer(loaded(document), ProbePage(document, query))


def learned(layout: str, counts: tuple[int, int] = (10, 8), empty=nothing) -> Wrapper:  # type: ignore[no-untyped-def]
    """A reader, learned from the answers to two words and to two that find nothing."""
    show = LAYOUTS[layout]
    answers = [
        answer(word, page(word, books(word, count), show, empty=empty))
        for word, count in zip(("whale", "harbour"), counts, strict=True)
    ]
    nonsense = [
        ProbePage(page(word, [], show, empty=empty), word) for word in ("qzxvkjw", "zzqa kkwxop")
    ]
    reader = learn_wrapper(answers, nonsense)
    assert reader is not None
    return reader


def keys(reader: Wrapper, layout: str, word: str, count: int, empty=nothing) -> list[str]:  # type: ignore[no-untyped-def]
    document = page(word, books(word, count), LAYOUTS[layout], empty=empty)
    return [row.key for row in reader.read_document(loaded(document), document, word).rows]


def wanted(word: str, count: int) -> list[str]:
    return [f"lib.test/book/{book.id}" for book in books(word, count)]


@pytest.mark.parametrize(
    "empty", [nothing, long_help, others_instead], ids=lambda one: one.__name__
)
@pytest.mark.parametrize("layout", LAYOUTS)
def test_every_layout_is_learned_among_menus_facets_adverts_and_pagers(layout, empty) -> None:  # type: ignore[no-untyped-def]
    reader = learned(layout, empty=empty)
    read = {(word, n): keys(reader, layout, word, n, empty) for word, n in PAGES}
    assert read == {(word, n): wanted(word, n) for word, n in PAGES}


@each_row(__file__, "few_records_teach_the_layout_too", "counts", "unlearnable")
def test_few_records_teach_the_layout_too(
    counts: tuple[int, int], unlearnable: tuple[str, ...]
) -> None:
    wrong = [
        layout
        for layout, reader in ((one, learned(one, counts)) for one in LAYOUTS)
        if any(keys(reader, layout, word, n) != wanted(word, n) for word, n in PAGES)
    ]
    assert wrong == list(unlearnable)


def test_a_header_row_of_plain_cells_is_no_record_but_a_record_both_answers_begin_with_is() -> None:
    """Both are the first row on both answers; only the record leads somewhere."""
    show = LAYOUTS["header_row_of_cells"]
    first = books("common", 1)
    found = {word: [*first, *books(word, 8)] for word in ("whale", "harbour", "river")}
    reader = learn_wrapper(
        [answer(word, page(word, found[word], show)) for word in ("whale", "harbour")],
        [ProbePage(page(word, [], show), word) for word in ("qzxvkjw", "zzqa kkwxop")],
    )
    assert reader is not None
    document = page("river", found["river"], show)
    rows = reader.read_document(loaded(document), document, "river").rows
    assert [row.key for row in rows] == [f"lib.test/book/{book.id}" for book in found["river"]]


def test_what_beside_changes_with_the_query_is_measured_to_change() -> None:
    """The traps of these pages are real: lists beside the results differ between the answers."""
    found = {word: books(word, 10) for word in ("whale", "harbour")}
    changing = [
        one.__name__
        for one in (facets, adverts, related, pager, recent)
        if one("whale", found["whale"]).casefold().replace("whale", "□")
        != one("harbour", found["harbour"]).casefold().replace("harbour", "□")
    ]
    assert changing == ["facets", "adverts", "related"]


@each_row(__file__, "LARGE_PAGES", "why", "unit", "times")
def test_learning_from_a_large_page_ends_soon(why: str, unit: str, times: int) -> None:
    """Without a sample of records and a bound on depth these take from 5 to 60 seconds."""
    frame = next((tag for tag in ("<table>", "<select>") if unit.startswith(tag)), "")
    html = frame + "".join(unit[len(frame) :].replace("{n}", str(n)) for n in range(times))
    started = time.process_time()
    document = parse_html(html, "http://h.test/")
    nonsense = ProbePage(parse_html("<p>nothing", "http://h.test/"), "zzz")
    learn_layout([answer("o", document)], [nonsense])
    assert time.process_time() - started < 12


def test_a_page_of_too_many_nodes_is_not_mined(monkeypatch: pytest.MonkeyPatch) -> None:
    document = parse_html("<ul>" + "<li>a <b>1</b>" * 300, "http://h.test/")
    assert answer("a", document).regions
    monkeypatch.setattr(induction, "MAX_NODES_MINED", 500)
    assert not answer("a", document).regions


@pytest.mark.parametrize("more", [0, 3], ids=["as many records", "more records"])
def test_columns_are_learned_again_only_where_a_layout_may_read_better(
    monkeypatch: pytest.MonkeyPatch, more: int
) -> None:
    """A page that is doubted and was read right costs no columns."""
    reader, document = learned("striped_table"), page("river", books("river", 10), striped_table)
    reading = reader.read_document(loaded(document), document, "river")
    taught = []
    learn = induction.learn_columns
    monkeypatch.setattr(induction, "learn_columns", lambda s, q: taught.append(s) or learn(s, q))
    doubted = replace(reading, rows=reading.rows[: 10 - more])
    nonsense = [ProbePage(page("qzxvkjw", [], striped_table), "qzxvkjw")]
    better = reinduce(reader, doubted, "river", Experience(ColumnProfile(), reading.keys, nonsense))
    assert (better is not None, len(taught)) == (bool(more), bool(more))


@pytest.mark.parametrize("kinds", [("title", "posting"), ("kopf", "zeile"), ("head odd", "line")])
def test_rows_that_go_on_with_a_record_are_none_of_their_own(kinds: tuple[str, str]) -> None:
    head, onward = kinds

    def ledger(query: str, numbers: range) -> MinedAnswer:
        rows = "".join(
            f"<tr class='{head}'><td>2020-01-{n % 28 + 1}<td colspan=2>{query} of number {n}<td>"
            f"<tr class='{onward}'><td><td><td><a href='/rent?of={n}'>rent {n % 7}</a><td>{n}.50"
            f"<tr class='{onward}'><td><td><td><a href='/cash?of={n}'>cash</a><td>-{n}.50"
            for n in numbers
        )
        html = f"<h1>Journal</h1><table><tr><th>Date<th>What<th>Account<th>Amount{rows}</table>"
        return answer(query, parse_html(html, f"http://h.test/journal?q={query}"))

    empty = ProbePage(
        parse_html("<h1>Journal</h1><table></table>", "http://h.test/journal?q=x"), "x"
    )
    pages = [ledger("sale", range(10, 50)), ledger("sea", range(60, 72))]
    wrapper = learn_wrapper(pages, [empty])
    assert wrapper is not None
    read = [wrapper.read_document(p.page, p.probe.document, p.probe.query) for p in pages]
    assert [len(reading.rows) for reading in read] == [40, 12]
