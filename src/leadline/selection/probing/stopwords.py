"""Commonest words of thirty languages: probes that hit, and words not to harvest with.

The words stand in ``stopwords.toml``. Boolean operators are never sent as words.

>>> common_words("en")
('the', 'new', 'man', 'of', 'a')
>>> guess_language("Die Sammlung und das Archiv der Stadt")
'de'
"""

from functools import cache
from typing import Final

from leadline.page.data_files import read_table
from leadline.page.text import script, terms

OPERATORS: Final = frozenset({"and", "or", "not", "near", "xor", "adj", "und", "oder", "et", "ou"})
"""Words that engines take for Boolean operators, whatever the case."""

PROBES_PER_LANGUAGE: Final = 5
MIN_LANGUAGE_WORDS: Final = 2
"""Different stop words that tell a language from its neighbours: "no" alone is four of them."""
MAX_GUESSED_CHARACTERS: Final = 20_000
"""Characters of a page that its language is guessed from."""
DEFAULT_LANGUAGE: Final = "en"
LANGUAGE_OF_TAG: Final = {"nb": "no", "nn": "no", "cn": "zh", "jp": "ja", "kr": "ko"}
"""Language by another tag in use."""


@cache
def _lexicon() -> dict[str, dict[str, list[str]]]:
    """Read the word lists, once."""
    return {
        name: {key: words.split() for key, words in table.items()}
        for name, table in read_table("leadline.selection.probing", "stopwords.toml").items()
    }


@cache
def stop_words() -> dict[str, frozenset[str]]:
    """Return the common words by language."""
    return {language: frozenset(words) for language, words in _lexicon()["common"].items()}


@cache
def interface_words() -> frozenset[str]:
    """Return words of search interfaces: frequent on entry pages, rare in records."""
    return frozenset(_lexicon()["interface"]["all"])


@cache
def _all_stop_words() -> frozenset[str]:
    return OPERATORS.union(*stop_words().values())


def common_words(language: str) -> tuple[str, ...]:
    """Return the probe words of a language tag ('de-AT', 'zh_TW'); English for unknown ones."""
    short = _short_tag(language)
    common = _lexicon()["common"]
    return tuple(common.get(LANGUAGE_OF_TAG.get(short, short), common[DEFAULT_LANGUAGE]))[
        :PROBES_PER_LANGUAGE
    ]


def content_words(language: str) -> tuple[str, ...]:
    """Return words that say something, for engines that drop grammar words.

    >>> content_words("ru")[0], content_words("nl")[:2], content_words("sv")[:2]
    ('россия', ('geschiedenis', 'stad'), ('2020', '10'))
    """
    short, lexicon = _short_tag(language), _lexicon()
    is_latin = short in lexicon["languages_of_script"]["latin"] or short not in lexicon["common"]
    content = lexicon["content"]
    common = content["latin" if is_latin else "other"]
    return tuple(dict.fromkeys([*content.get(short, ()), *common]))


def guess_language(text: str) -> str:
    """Return the language of a page: by its script, then by whose stop words it holds most of."""
    page_script, lexicon = script(text), _lexicon()
    candidates = lexicon["languages_of_script"].get(page_script)
    if candidates is None:
        return lexicon["language_of_script"].get(page_script, [DEFAULT_LANGUAGE])[0]
    page_words = terms(text[:MAX_GUESSED_CHARACTERS])
    stop = stop_words()
    counts = {language: sum(t in stop[language] for t in page_words) for language in candidates}
    best = max(candidates, key=lambda language: counts[language])
    return best if counts[best] >= MIN_LANGUAGE_WORDS else candidates[0]


def is_stop_word(word: str) -> bool:
    """Whether a word is grammar in any of the languages, or a Boolean operator."""
    return word in _all_stop_words()


def _short_tag(language: str) -> str:
    return language.lower().replace("_", "-").split("-")[0]
