"""The first words to ask of a source that nothing is known about.

In this order: frequent words of the entry page's own text, common words of its language, more page
words, then the options of its selects. Two made-up words show what the source answers when it has
nothing.

>>> probe_words("Prints and drawings. Prints, etchings; prints, drawings.", ["Oil paint"], "en")
('prints', 'drawings', 'etchings', 'the', 'new', 'man', 'of', 'a', 'oil', 'paint')
>>> [len(w) for w in nonsense_words("prints drawings")[0].split()]
[7]
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from hashlib import blake2b
from typing import Final

from leadline.page.data_files import LEXICON_FILE, read_table
from leadline.page.text import script, words
from leadline.selection.probing.stopwords import (
    common_words,
    guess_language,
    interface_words,
    is_stop_word,
)

MAX_PROBES: Final = 30
PAGE_WORDS_BEFORE_COMMON: Final = 6
PAGE_WORDS_AFTER_COMMON: Final = 8
MIN_PAGE_WORD_LETTERS: Final = 4
NONSENSE_LETTERS: Final = 7

_ALPHABETS: Final[dict[str, list[str]]] = read_table("leadline.selection.probing", LEXICON_FILE)[
    "alphabets"
]
_LATIN: Final = ("zqxvkjwbfg", "uoiya")


def probe_words(page_text: str, option_texts: Sequence[str], language: str) -> tuple[str, ...]:
    """Return at most 30 different words, best first.

    ``page_text`` is the body text without navigation, header, footer and forms. ``language`` is a
    tag, or '' to guess it from the text.
    """
    page = list(_page_words(page_text))
    common = common_words(language or guess_language(page_text or " ".join(option_texts)))
    more = PAGE_WORDS_BEFORE_COMMON + PAGE_WORDS_AFTER_COMMON
    ordered = [*page[:PAGE_WORDS_BEFORE_COMMON], *common, *page[PAGE_WORDS_BEFORE_COMMON:more]]
    ordered += _page_words(" ".join(option_texts[:200]), 3)
    return tuple(dict.fromkeys(ordered))[:MAX_PROBES]


def nonsense_words(avoid: str) -> tuple[str, str]:
    """Make a word of seven letters, and a pair of such words, that nothing should hold.

    They are made from a digest of ``avoid`` (the page's text), which holds none of them. Letters
    are of the script of ``avoid``, Latin for Han and other pages.
    """
    alphabet = _ALPHABETS.get(script(avoid), _LATIN)
    low = avoid.lower()
    made: list[str] = []
    turn = 0
    while len(made) < 3:
        word = _made_up(f"{turn}:{avoid[:4000]}", *alphabet)
        turn += 1
        if word not in low and word not in made:
            made.append(word)
    return made[0], f"{made[1]} {made[2]}"


def _page_words(text: str, shortest: int = MIN_PAGE_WORD_LETTERS) -> Iterator[str]:
    """Yield words by falling frequency, ties in order of the page; interface words last."""
    counts = Counter(w for w in words(text) if len(w) >= shortest or not w.isascii())
    kept = [w for w in counts if not is_stop_word(w)]
    interface = interface_words()
    kept.sort(key=lambda w: (w in interface, -counts[w]))
    yield from kept


def _made_up(seed: str, consonants: str, vowels: str) -> str:
    """Return letters by the digest of a seed, with vowels in second and fifth place."""
    digest = blake2b(seed.encode(errors="replace")).digest()
    alphabets = (vowels if place in (1, 4) else consonants for place in range(NONSENSE_LETTERS))
    return "".join(
        letters[byte % len(letters)] for letters, byte in zip(alphabets, digest, strict=False)
    )
