"""Tokens of a text: words, signs and typed values, for the alignment of many texts.

Dates, times, numbers and addresses are one token each. A number attached to letters is part of a
word or code ("19-P-1256"). Each Han character is a token, and a blank beside one is too, because
Chinese has no blanks between words. The number of a case or a decree is one word.

>>> [token.key.strip(chr(0)) for token in tokens_of("#7: on 3 May 2012 (12,345 bytes) 19-P-12")]
['#', 'number', ':', 'on', 'date', '(', 'number', 'bytes', ')', '19-P-12']
>>> [token.key.strip(chr(0)) for token in tokens_of("共12页")]
['共', 'number', '页']
>>> [token.key for token in tokens_of("国 （2003）民终12号")]
['国', ' ', '（2003）民终12号']
"""

import re
from dataclasses import dataclass
from typing import Final

from leadline.columns.templates.template import KINDS
from leadline.page.data_files import LEXICON_FILE, read_table

_HAN: Final = "\u2e80-\u2fdf\u3005-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
_CASE_SIGNS: Final = read_table("leadline.columns", LEXICON_FILE)["case_signs"]
_TOKEN: Final = re.compile(
    rf"(?P<url>{KINDS['url']})|(?P<email>(?<![\w.+-]){KINDS['email']})"
    rf"|(?P<date>(?<![^\W{_HAN}]){KINDS['date']})|(?P<time>(?<![\w:]){KINDS['time']}(?![\w:]))"
    rf"|(?P<number>(?<![^\W{_HAN}])(?<![^\W{_HAN}][-/._#]){KINDS['number']}"
    rf"(?!(?:st|nd|rd|th)\b)(?=[a-zA-Z]{{1,3}}\b|[^\W\d_a-zA-Z]|\W|$)(?![-/]\w|\.(?![{_HAN}])\w|,\d))"
    rf"|(?P<case>[{_HAN}]{{0,8}}[（(〔\[]\d{{4}}[)）〕\]][{_HAN}]{{0,8}}\d{{1,9}}(?:-\d{{1,9}})?[{_CASE_SIGNS}])"
    rf"|(?P<blank>(?<=[{_HAN}])\s(?=\S)|(?<=\S)\s(?=[{_HAN}]))"
    rf"|(?P<han>[{_HAN}])"
    rf"|(?P<word>(?:(?![{_HAN}])\w)(?:(?:(?![{_HAN}])[\w'’./#@&+-])*(?:(?![{_HAN}])\w))?)"
    r"|(?P<sign>\.{2,}|\S)"
)
TYPED_KINDS: Final = frozenset({"url", "email", "date", "time", "number"})
"""Kinds of tokens that stand for any value of the kind."""


@dataclass(frozen=True, slots=True)
class Token:
    """A token; ``key`` is its text, or its kind behind a NUL."""

    key: str
    start: int
    stop: int


def tokens_of(text: str) -> list[Token]:
    """Return the tokens of a text in order."""
    return [
        Token(
            f"\0{match.lastgroup}" if match.lastgroup in TYPED_KINDS else match[0],
            match.start(),
            match.end(),
        )
        for match in _TOKEN.finditer(text)
    ]
