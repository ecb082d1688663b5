"""The first words to ask of a source that nothing is known about.

Order as measured on fifteen search applications: frequent words of the entry page's own text,
common words of its language, more page words, then the options of its selects. Two made-up words
show what the source answers when it has nothing.

>>> probe_words("Prints and drawings. Prints, etchings; prints, drawings.", ["Oil paint"], "en")
('prints', 'drawings', 'etchings', 'the', 'new', 'man', 'of', 'a', 'oil', 'paint')
>>> [len(w) for w in nonsense_words("prints drawings")[0].split()]
[7]
"""

from __future__ import annotations

from collections import Counter
from hashlib import blake2b
from typing import TYPE_CHECKING, Final

from leadline.page.text import script, words
from leadline.selection.probing.stopwords import common_words, guess_language, is_stop_word

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

MOST_PROBES: Final = 30
FIRST_PAGE_WORDS: Final = 6
MORE_PAGE_WORDS: Final = 8
SHORTEST_PAGE_WORD: Final = 4
NONSENSE_LENGTH: Final = 7
_INTERFACE: Final = (
    "search advanced query results result page pages home help about contact login menu more next "
    "previous previously click here website site browse find please enter submit welcome "
    "suche suchen erweiterte hilfe seite recherche recherches aide accueil buscar busqueda ayuda "
    "inicio ricerca pesquisa zoeken поиск найти помощь "
    "搜索 检索 查询 帮助 首页 高级 检索 結果 検索 ヘルプ 검색"
)
INTERFACE: Final = frozenset(_INTERFACE.split())
"""Words of the search itself: frequent on entry pages, rare in records; asked after the others."""

_ALPHABETS: Final = {
    "cyrillic": ("жцщфшхзъгч", "ыюэуё"),
    "greek": ("ψξζθφχβδγλ", "υωηιο"),
    "arabic": ("ظغضذثخطزشف", "وايهء"),
    "hebrew": ("צקטזגפחסדע", "ויאהר"),
}
_LATIN: Final = ("zqxvkjwbfg", "uoiya")


def probe_words(page_text: str, option_texts: Sequence[str], language: str) -> tuple[str, ...]:
    """At most 30 different words, best first.

    ``page_text`` is the body text without navigation, header, footer and forms; ``language`` a
    tag or '' (then it is guessed from the text).
    """
    page = list(_page_words(page_text))
    common = common_words(language or guess_language(page_text or " ".join(option_texts)))
    more = FIRST_PAGE_WORDS + MORE_PAGE_WORDS
    ordered = [*page[:FIRST_PAGE_WORDS], *common, *page[FIRST_PAGE_WORDS:more]]
    ordered += _page_words(" ".join(option_texts[:200]), 3)
    return tuple(dict.fromkeys(ordered))[:MOST_PROBES]


def nonsense_words(avoid: str, *, writing: str = "") -> tuple[str, str]:
    """A word of seven letters and a pair of such words that nothing should hold.

    Made from a digest of ``avoid`` (the page's text), none of whose words they are; in the
    alphabet of ``writing`` (default: of ``avoid``), Latin for Han and other pages.
    """
    alphabet = _ALPHABETS.get(writing or script(avoid), _LATIN)
    low = avoid.lower()
    made: list[str] = []
    turn = 0
    while len(made) < 3:
        word = _made_up(f"{turn}:{avoid[:4000]}", *alphabet)
        turn += 1
        if word not in low and word not in made:
            made.append(word)
    return made[0], f"{made[1]} {made[2]}"


def _page_words(text: str, shortest: int = SHORTEST_PAGE_WORD) -> Iterator[str]:
    """Words by falling frequency, first place on the page deciding ties; interface words last."""
    counts = Counter(w for w in words(text) if len(w) >= shortest or not w.isascii())
    kept = [w for w in counts if not is_stop_word(w)]
    kept.sort(key=lambda w: (w in INTERFACE, -counts[w]))
    yield from kept


def _made_up(seed: str, consonants: str, vowels: str) -> str:
    digest = blake2b(seed.encode(errors="replace")).digest()
    letters = [
        (vowels if place in (1, 4) else consonants)[
            byte % len(vowels if place in (1, 4) else consonants)
        ]
        for place, byte in enumerate(digest[:NONSENSE_LENGTH])
    ]
    return "".join(letters)
