"""The total learned by its behaviour, where no known words stand beside it.

Narrow words are asked until a number proves to be the total: it equals the rows of answers that a
page shows whole. Their records are taken, so little of the cost is lost.
"""

from collections import Counter
from collections.abc import Sequence
from typing import Final

from leadline.crawl.events import Crawl
from leadline.crawl.paging.next_page import MIN_SHARE_OF_FULL_PAGE
from leadline.crawl.probe.engine_behaviour import first_page
from leadline.crawl.reports import report_wrapper
from leadline.crawl.state.source import SourceState
from leadline.crawl.state.walk_log import WalkLog
from leadline.model import NO
from leadline.page.text import words
from leadline.selection.probing.stopwords import is_stop_word
from leadline.wrapper.query_mask import QueryMask
from leadline.wrapper.reading import PageReading
from leadline.wrapper.totals.behaviour import AnswerPage, candidate_totals, total_by_behaviour
from leadline.wrapper.totals.stated import read_total

FirstPage = tuple[WalkLog, PageReading]

MAX_NARROW_QUERIES: Final = 6
"""Queries that are asked to see how numbers behave."""


def learn_total(source: SourceState) -> Crawl[None]:
    """Learn which number is the total, where the words beside the numbers do not tell."""
    told = NO in source.task.said("total")
    if told or source.learned_wrapper.total is not None or source.form.box is None:
        return
    for query in (*narrow_queries(source), ""):
        pages, without = _answer_pages(source, source.probes.answers), _without(source)
        locator = total_by_behaviour(pages, without)
        if locator is not None:
            source.use_total(locator)
            report_wrapper(source)
        if locator is not None or not query or not candidate_totals(pages, without):
            return
        answer = yield from first_page(source, query, "probe")
        if answer is not None:
            source.add_probe(*answer)


def learn_short_total(source: SourceState, answers: Sequence[FirstPage]) -> bool:
    """Learn the total by the first pages of walked answers, if some are short of it; tell whether.

    One row of each may hold the links to other pages.
    """
    if source.learned_wrapper.total is not None:
        return False
    pages, without = _answer_pages(source, answers), _without(source)
    locator = total_by_behaviour(pages, without) or total_by_behaviour(pages, without, 1)
    if locator is None:
        return False
    stated = (read_total(one.document, locator, one.mask, one.nodes) for one in pages)
    totals = [(one.value or 0) if one is not None else 0 for one in stated]
    is_short = any(n > walk.rows for n, (walk, _) in zip(totals, answers, strict=True))
    if is_short:
        source.use_total(locator)
        report_wrapper(source)
    return is_short


def _without(source: SourceState) -> AnswerPage:
    nonsense = source.probes.nonsense[0]
    return AnswerPage(nonsense.document, nonsense.query_mask.mask, 0, goes_on=False)


def _answer_pages(source: SourceState, answers: Sequence[FirstPage]) -> list[AnswerPage]:
    full = MIN_SHARE_OF_FULL_PAGE * source.answers.largest_page
    return [
        AnswerPage(
            reading.document,
            QueryMask(source.echo_of(walk.query)).mask,
            len(reading.rows),
            len(reading.rows) >= full,
            reading.nodes,
        )
        for walk, reading in answers
    ]


def narrow_queries(source: SourceState) -> list[str]:
    """Return queries that find few records: rare words of known ones, alone and in pairs.

    Two words of one record find less than either, or more where any word suffices.
    """
    texts = [list(dict.fromkeys(words(text))) for text in source.texts_by_key.values()]
    counts = Counter(word for text in texts for word in text)
    rare = [
        sorted(
            (word for word in text if word not in source.asked and not is_stop_word(word)),
            key=lambda word: (counts[word], -len(word), word),
        )
        for text in texts
    ]
    alone = [text[0] for text in rare if text]
    pairs = [" ".join(text[1:3]) for text in rare if len(text) > 2]
    turns = [query for both in zip(alone[::3], pairs[1::3], strict=False) for query in both]
    return list(dict.fromkeys(turns))[:MAX_NARROW_QUERIES]
