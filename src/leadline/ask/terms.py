"""Terms of a full-text index over texts of all scripts, and of what is looked for in it.

Scripts without blanks between words (Han, kana, Hangul, Thai, Lao, Khmer, Burmese) give overlapping
bigrams and the last character of a run. So each part of such a text is a phrase of bigrams, and a
single character is the beginning of a term. Width, case, accents and traditional characters do not
count.

>>> index_terms("Nr. 12 靜物畫, Éden")
['nr', '12', '静物', '物画', '画', 'eden']
>>> phrase_terms("靜物畫"), phrase_terms("画"), phrase_terms("still-life")
(['静物', '物画'], ['画'], ['still', 'life'])
"""

import re
from collections.abc import Iterable
from typing import Final

from leadline.domain.similarity import simplified
from leadline.page.text import HAN_CLASS, fold, ngrams, token_pattern

MAX_CHARS: Final = 200_000
"""Characters of a text that are read."""
ASCII_RUN: Final = re.compile(r"[a-z0-9]+")
DENSE_CLASS: Final = (
    f"{HAN_CLASS}\u3041-\u30ff\u31f0-\u31ff\uac00-\ud7af\u1100-\u11ff\u3130-\u318f"
    "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff"
)
"""Characters of scripts that are written without blanks, or with endings that stick to words."""
DENSE: Final = re.compile(f"[{DENSE_CLASS}]")
DENSE_OR_OTHER: Final = re.compile(f"[{DENSE_CLASS}]+|[^{DENSE_CLASS}]+")


def index_terms(text: str) -> list[str]:
    """Return the terms of a text in reading order, with repeats."""
    terms: list[str] = []
    for run in _runs(text):
        if not is_dense(run) or len(run) == 1:
            terms.append(run)
        else:
            terms += [*ngrams(run, 2), run[-1]]
    return terms


def phrase_terms(text: str) -> list[str]:
    """Return the terms that stand in this order in an index where it holds the text."""
    return [term for run in _runs(text) for term in (ngrams(run, 2) if is_dense(run) else [run])]


def is_dense(run: str) -> bool:
    """Return whether a text begins in a script that is written without blanks."""
    return DENSE.match(run) is not None


def begins_term(term: str) -> bool:
    """Return whether a term of a phrase stands for all terms that begin with it.

    >>> begins_term("画"), begins_term("静物"), begins_term("a")
    (True, False, False)
    """
    return len(term) == 1 and is_dense(term)


def _runs(text: str) -> Iterable[str]:
    """Return the runs of one kind of script in a text, folded."""
    text = fold(text[:MAX_CHARS])
    if text.isascii():
        yield from ASCII_RUN.findall(text)
        return
    for token in token_pattern().findall(simplified(text)):
        if token.isascii():
            yield token
        else:
            yield from DENSE_OR_OTHER.findall(token)
