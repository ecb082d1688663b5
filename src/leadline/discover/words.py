"""Words of pages and addresses for classifiers: runs of letters, and dictionary words of Han text.

Han text is cut by rjieba, which the extra ``discover`` installs. It is loaded at the first Han run.

>>> text_words("The Tide Tables of 1987, port_42")
['tide', 'tables', 'port_42']
>>> text_words("使用链接评估")
['使用', '链接', '评估']
>>> url_words("http://h.example/~smith/%E6%BD%AE%E6%B1%90-list.html?page=2")
['example', 'smith', '潮汐', 'list', 'html', 'page']
"""

import re
from collections.abc import Callable
from functools import cache
from typing import Final
from urllib.parse import unquote

from leadline.errors import require_package
from leadline.selection.probing.stopwords import is_stop_word

MIN_TOKEN_LENGTH: Final = 2
"""Characters of a word; single letters and single Han characters say little."""
MAX_TOKEN_LENGTH: Final = 29
"""Characters of a word; longer runs are codes."""

_HAN_CLASS: Final = "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
_FIRST_HAN: Final = "\u3400"
_RUN: Final = re.compile(f"[{_HAN_CLASS}]+|[^\\W{_HAN_CLASS}]+")


def text_words(text: str) -> list[str]:
    """Return the words of a text in reading order, without stop words and plain numbers."""
    words: list[str] = []
    for run in _RUN.findall(text.lower()):
        if run[0] >= _FIRST_HAN and _is_han(run[0]):
            words += [word for word in _han_cutter()(run) if len(word) >= MIN_TOKEN_LENGTH]
        elif MIN_TOKEN_LENGTH <= len(run) <= MAX_TOKEN_LENGTH and _is_telling(run):
            words.append(run)
    return words


def url_words(url: str) -> list[str]:
    """Return the words of an address, without its scheme; escapes are decoded first."""
    return text_words(unquote(url.partition("//")[2] or url).replace("_", " "))


@cache
def _is_telling(word: str) -> bool:
    return not word.isdigit() and not is_stop_word(word)


def _is_han(character: str) -> bool:
    return character <= "\u9fff" or "\uf900" <= character <= "\ufaff"


@cache
def _han_cutter() -> Callable[[str], list[str]]:
    """Return the function that cuts Han text into words; raises ``MissingExtra`` without rjieba."""
    require_package("rjieba", "cutting Chinese text into words")
    from rjieba import cut

    return cut
