"""Words to check with after everything seems taken: of the records taken, and from outside."""

from __future__ import annotations

from itertools import zip_longest
from typing import TYPE_CHECKING, Final

from leadline.crawl.probe.words import all_text, language, option_texts, own_text
from leadline.page.dom import parse
from leadline.page.text import fold, unaccented, words
from leadline.selection.probing.outside_words import outside_words
from leadline.selection.probing.probe_words import probe_words
from leadline.selection.probing.stopwords import guess_language
from leadline.selection.probing.whole_database import MIN_CHECK_WORDS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from leadline.crawl.acquisition import Acquisition
    from leadline.crawl.state.source import SourceState

MAX_KNOWN_SHARE_OF_PAGE: Final = 0.75
"""Share of a page that a check word's known records may fill, so that unknown ones show too."""


def check_words_from_outside(source: SourceState) -> tuple[str, ...]:
    """Return words of the site's own pages, and of other languages, that were not asked yet."""
    if source.entry is None:
        return ()
    entry = parse(source.entry)
    text = own_text(entry)
    spoken = language(entry) or guess_language(text if words(text) else all_text(entry))
    of_site = probe_words(text, option_texts(source.form.interface), spoken)
    return outside_words(of_site, spoken, source.asked)


def check_words(state: Acquisition, claimed: str = "") -> Iterator[str]:
    """Return words to check with: a frequent one, one whose answer fits on a page, a rare one, ...

    Frequent words look into the bulk; a word whose whole answer is seen says more about what is
    missing than the first page of thousands, which shows the same records first time and again. A
    rare word shows what ranks too low for a long answer.
    None holds the query that is ``claimed`` to give all: where parts of words are found, what
    "painting" finds is found by "a" too, and so it checks nothing.
    """
    source = state.source
    counts: dict[str, int] = {}
    for text in source.texts_by_key.values():
        for word in dict.fromkeys(words(text)):
            counts[word] = counts.get(word, 0) + 1
    most = 0.5 * source.record_count
    page = max(1, MAX_KNOWN_SHARE_OF_PAGE * source.answers.largest_page)
    part = fold(claimed).strip()
    fitting = [
        word
        for word, times in counts.items()
        if times <= most and word not in source.asked and not (part and part in fold(word))
    ]
    frequent = sorted(fitting, key=lambda word: (-counts[word], word))
    on_a_page = sorted(
        (word for word in fitting if counts[word] <= page),
        key=lambda word: (unaccented(word) != word, -counts[word], word),
    )
    whole = on_a_page[: 4 * MIN_CHECK_WORDS]
    rare = [word for word in on_a_page[::-1] if counts[word] > 1][: 2 * MIN_CHECK_WORDS]
    turns = zip_longest(frequent[: 2 * MIN_CHECK_WORDS], whole[::2], rare, whole[1::2])
    return (word for turn in turns for word in turn if word)
