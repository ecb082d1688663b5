"""Words beside amounts: what they say of a price or a number, and whether they are known at all.

>>> says("jetzt nur", "now"), is_known("ca."), is_known("weather")
(True, True, False)
"""

from functools import cache

from leadline.domain.similarity import simplified
from leadline.values.normal.lexicon import lexicon


@cache
def money_words(name: str) -> frozenset[str]:
    """Return words of money as texts are compared: simplified."""
    return frozenset(map(simplified, lexicon().money[name]))


def bare(words: str) -> str:
    """Return words without signs around them."""
    return " ".join(words.split()).strip(" .,:;()[]!*•/")


def says(words: str, name: str) -> bool:
    """Tell whether words hold one of a list; Chinese words without blanks are looked for inside."""
    text, known = bare(words), money_words(name)
    if not text or text in known:
        return bool(text)
    return any(piece.strip(".,:;()") in known for piece in text.split()) or any(
        word in text for word in known if word[0] >= "\u2e80"
    )


def open_end(words: str) -> str:
    """Return "low" or "high" if words leave one end open; of several phrases the longest says.

    >>> open_end("from"), open_end("up to"), open_end("about")
    ('low', 'high', '')
    """
    text = f" {bare(words)} "
    return next((end for phrase, end in _end_phrases() if phrase in text), "")


@cache
def _end_phrases() -> list[tuple[str, str]]:
    """Return phrases with the end that they leave open; blanks part alphabetic words."""
    pairs = [(phrase, end) for end in ("low", "high") for phrase in money_words(end)]
    return [
        (phrase if phrase[0] >= "\u2e80" or not phrase.isalpha() else f" {phrase} ", end)
        for phrase, end in sorted(pairs, key=lambda pair: (-len(pair[0]), pair))
    ]


@cache
def _all_words() -> frozenset[str]:
    names = (
        "low",
        "high",
        "range",
        "was",
        "now",
        "approximate",
        "noise",
        "labels",
        "times",
        "between",
    )
    return frozenset(word for name in names for word in money_words(name))


def is_known(words: str) -> bool:
    """Tell whether all words are words of amounts."""
    text, known = bare(words), _all_words()
    pieces = map(bare, text.split())
    return text in known or all(p in known or not any(map(str.isalnum, p)) for p in pieces)
