"""Words asked after everything seems taken: one that brings news shows that it was not.

Half of the words come from the records taken, half from outside of them
(``selection.probing.outside_words``).
"""

from __future__ import annotations

from dataclasses import replace
from itertools import chain, zip_longest
from typing import TYPE_CHECKING, Final

from leadline.crawl.acquire.check_words import check_words, check_words_from_outside
from leadline.crawl.acquire.keywords import follow_news
from leadline.crawl.acquire.partitions import walk_parts
from leadline.crawl.acquire.try_query import try_query
from leadline.crawl.paging.orders import STABLE_SORT_KEYS, stable_orders
from leadline.selection.probing.outside_words import MAX_OUTSIDE_WORDS_OF_PROOF, MIN_OUTSIDE_FOUND
from leadline.selection.probing.whole_database import MIN_SHARE_OF_ABOUT, checks_for, is_word

if TYPE_CHECKING:
    from leadline.crawl.acquire.partitions import Part, Parts
    from leadline.crawl.acquisition import Acquisition
    from leadline.crawl.events import Crawl

MAX_CHECKS_WITHOUT_RECORDS: Final = 20
"""Words of known records that find nothing after which nothing can be checked so."""


def check_claim(state: Acquisition, claimed: str, parts: Parts) -> Crawl[Parts]:
    """Ask words after a whole walk, with and without a part in turn, until one brings news.

    Each is written in the way that finds any record, first as the one before it was found. A word
    that finds none is no check: the engine takes no such words, or no record holds it. All from
    outside are asked, so words of known records only until enough have found records. What a word
    found that nothing foresaw is taken at once, with what its words lead to. Where all is taken
    that the source says it holds, further words from outside are asked until enough of them found
    records. Where enough did, and little can be missing, only years are asked on. Some are asked in
    another order that the form offers: one by date may hide what has none. What is claimed is then
    walked in that order too, and checked once more.
    """
    checks = news = without_records = found_outside = 0
    source, wanted, turn = state.source, checks_for(claimed), 1
    outside = check_words_from_outside(source)
    longer = check_words_from_outside(source, MAX_OUTSIDE_WORDS_OF_PROOF)
    further = (word for word in longer if word not in outside)
    is_stated = state.stated_size == source.record_count
    known = yield from check_words(state, claimed)
    paired = chain.from_iterable(zip_longest(known, outside))
    first = ((word, False) for word in paired if word)
    asked = chain(first, ((word, True) for word in further))
    order = () if parts.names else _other_order(state, claimed)
    for number, (word, is_further) in enumerate(asked):
        is_outside = is_further or word in outside
        is_bounded = found_outside >= MIN_OUTSIDE_FOUND and source.evidence.is_bounded
        if checks >= wanted and (not is_outside or (is_bounded and not word.isdecimal())):
            continue
        if is_further and (not is_stated or found_outside >= MIN_OUTSIDE_FOUND):
            break
        before = source.record_count
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
                break
        if found:
            checks, news = checks + 1, source.record_count - before
            found_outside += is_outside
        elif not is_outside:
            without_records += 1
        if news and part and part == order:
            wider = yield from walk_parts(state, claimed, part[0][0], [order], parts)
            if wider is not parts:
                return (yield from check_claim(state, claimed, wider))
            part = ()
        if news and not part and (is_outside or not is_word(claimed)):
            yield from follow_news(state, before, word)
        if without_records >= MAX_CHECKS_WITHOUT_RECORDS or news:
            break
    is_weak = found_outside < MIN_OUTSIDE_FOUND
    tried = replace(state.try_of(claimed), checks=checks, news=news, is_weakly_checked=is_weak)
    state.update_try(claimed, tried)
    return parts


def _other_order(state: Acquisition, claimed: str) -> Part:
    """Return an order to check the whole walk of a query for everything in, () where none is."""
    tried, form = state.try_of(claimed), state.source.form
    owed = (tried.total or 0) * (1.0 if tried.exact else MIN_SHARE_OF_ABOUT)
    if is_word(claimed) or tried.walked < owed or form.order is not None:
        return ()
    return tuple(stable_orders(form.interface, len(STABLE_SORT_KEYS) + 1)[:1])
