"""Words asked after everything seems taken: one that brings news shows that it was not.

Half of the words come from the records taken, half from outside of them
(``selection.probing.outside_words``).
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import chain, zip_longest
from typing import Final

from leadline.crawl.acquire.check_words import (
    check_words,
    check_words_from_outside,
    checks_wanted,
)
from leadline.crawl.acquire.keywords import follow_news
from leadline.crawl.acquire.partitions import Part, Parts, walk_parts
from leadline.crawl.acquisition import Acquisition, try_query
from leadline.crawl.events import Crawl
from leadline.crawl.paging.orders import STABLE_SORT_KEYS, stable_orders
from leadline.crawl.state.source import SourceState
from leadline.selection.probing.outside_words import (
    MAX_OUTSIDE_WORDS_OF_PROOF,
    MIN_OUTSIDE_FOUND,
    CheckDraws,
)
from leadline.selection.probing.whole_database import MIN_SHARE_OF_ABOUT, checks_for, is_word

MAX_PAIRS_IN_VAIN: Final = 4
"""Pairs of words in a row that find nothing after which none is asked: whole texts are taken."""
MAX_CHECKS_WITHOUT_RECORDS: Final = 20
"""Words of known records that find nothing after which nothing can be checked so."""


def check_claim(state: Acquisition, claimed: str, parts: Parts) -> Crawl[Parts]:
    """Ask words after a whole walk, with and without a part in turn, until one brings news.

    Each is written in the way that finds any record, first as the one before it was found. A word
    that finds none is no check: the engine takes no such words, or no record holds it. Words from
    outside come first (where a plain word was walked, in turns until a known one finds any), then
    words of known records until enough have found records and little can be missing. What a word
    found that nothing foresaw is taken at once, with what its words lead to. Where all is taken
    that the source says it holds, further words from outside are asked until enough of them found
    records. Some are asked in another order that the form offers: one by date may hide what has
    none. What is claimed is then walked in that order too, and checked once more.
    """
    source, news, turn, pairs_in_vain = state.source, 0, 1, 0
    if not checks_wanted(source):
        unchecked = replace(state.try_of(claimed), checks_wanted=0, is_weakly_checked=True)
        state.update_try(claimed, unchecked)
        return parts
    draws = CheckDraws(checks_for(claimed), state.stated_size == source.record_count)
    order, number = () if parts.names else _other_order(state, claimed), 0
    known = yield from check_words(state, claimed)
    for word, is_outside in _in_turns(source, claimed, draws, known):
        is_bounded = not source.evidence.leaves_more_than(source.task.bound_wanted)
        if not draws.worth(word, is_outside=is_outside, is_bounded=is_bounded):
            continue
        is_pair = not is_outside and " " in word
        if (is_outside and draws.known and is_word(claimed)) or (
            is_pair and pairs_in_vain >= MAX_PAIRS_IN_VAIN
        ):
            continue
        before, number = source.record_count, number + 1
        part = parts.parts[number % len(parts.parts)] if number % 2 else ()
        part = part or (order if number % 4 > 1 else ())
        yield from state.spellings_seen.count(source)
        found = False
        forms = [word] if is_outside else state.spellings(word)[::turn]
        for form in forms:
            text = source.bind(((source.form.box_name, form), *part)) if part else form
            new = yield from try_query(state, text, "check")
            if found := new is not None and state.tries[-1].walked > 0:
                turn = turn if form == forms[0] else -turn
                state.note_found(form)
                break
        draws.add(found=found, is_outside=is_outside)
        pairs_in_vain = pairs_in_vain if not is_pair else 0 if found else pairs_in_vain + 1
        news = source.record_count - before if found else news
        if news and part and part == order:
            wider = yield from walk_parts(state, claimed, part[0][0], [order], parts)
            if wider is not parts:
                return (yield from check_claim(state, claimed, wider))
            part = ()
        if news and not part and (is_outside or not is_word(claimed)):
            yield from follow_news(state, before, word)
        if draws.without_records >= MAX_CHECKS_WITHOUT_RECORDS or news:
            break
    is_weak = draws.outside < MIN_OUTSIDE_FOUND
    checks = draws.known + draws.outside
    tried = replace(state.try_of(claimed), checks=checks, news=news, is_weakly_checked=is_weak)
    state.update_try(claimed, replace(tried, checks_wanted=checks_wanted(source)))
    return parts


def _in_turns(
    source: SourceState, claimed: str, draws: CheckDraws, known: Iterable[str]
) -> Iterator[tuple[str, bool]]:
    """Return the words to check with in their order, and whether each is from outside."""
    outside = check_words_from_outside(source, is_proof=draws.is_stated)
    longer = check_words_from_outside(source, MAX_OUTSIDE_WORDS_OF_PROOF)
    further = (word for word in longer if word not in outside and draws.owes_outside)
    first = [(word, True) for word in outside]
    later = ((word, False) for word in known)
    turns = zip_longest(later, first) if is_word(claimed) else ([*first], later)
    asked = filter(None, chain.from_iterable(turns))
    return chain(asked, ((word, True) for word in further))


def _other_order(state: Acquisition, claimed: str) -> Part:
    """Return an order to check the whole walk of a query for everything in, () where none is."""
    tried, form = state.try_of(claimed), state.source.form
    owed = (tried.total or 0) * (1.0 if tried.exact else MIN_SHARE_OF_ABOUT)
    if is_word(claimed) or tried.walked < owed or form.order is not None:
        return ()
    return tuple(stable_orders(form.interface, len(STABLE_SORT_KEYS) + 1)[:1])
