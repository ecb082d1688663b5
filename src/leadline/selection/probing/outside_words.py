"""Check words from outside of the records that are known.

A collection that the empty query leaves out has other words than the records taken: another
language, another kind, no year. Words of known records cannot find it. Asked instead are words that
the site itself uses, and the commonest words of other languages, and numbers.

>>> outside_words(("maps", "letters"), "en", asked={"maps"})[:3]
('letters', '10', 'de')
"""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING, Final

from leadline.selection.probing.stopwords import LANGUAGE_OF_TAG, common_words, content_words

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

WORDS_OF_LANGUAGES: Final = (
    *(("", "10"), ("es", "de"), ("de", "der"), ("en", "the"), ("ru", "о"), ("zh", "的")),
    *(("ru", "в"), ("fr", "la"), ("ja", "の"), ("", "12"), ("de", "und"), ("en", "of")),
)
"""Common words, each with the language that it tells most of; '' are numbers of any language."""
MAX_SITE_WORDS: Final = 3
"""Words of the site's own pages that are asked."""
MAX_OUTSIDE_WORDS: Final = 11


def outside_words(
    site_words: Sequence[str], language: str, asked: Collection[str]
) -> tuple[str, ...]:
    """Return words to check with, best first: of the site, then of other languages and its own."""
    short = language.partition("-")[0].partition("_")[0].lower()
    own = LANGUAGE_OF_TAG.get(short, short)
    foreign = [word for spoken, word in WORDS_OF_LANGUAGES if spoken != own]
    native = [*common_words(language), *content_words(language)]
    of_site = [word for word in site_words if word not in asked][:MAX_SITE_WORDS]
    ordered = chain(of_site, foreign, native)
    usable = (word for word in ordered if len(word) > 1 or not word.isascii())
    return tuple(word for word in dict.fromkeys(usable) if word not in asked)[:MAX_OUTSIDE_WORDS]
