"""Words of any script: what a person would type into a search box, and what a text is about.

Engines cut alphabetic scripts at everything that is no letter or digit. They cut Han text into
single characters, bigrams or dictionary words. Bigrams of Han text find something in all three, so
they stand for words here.

>>> words("Still-life with 2 Lemons, c. 1640")
['still', 'life', 'with', 'lemons']
>>> words("静物画与柠檬")
['静物', '物画', '画与', '与柠', '柠檬']
>>> script("静物画 (1640)")
'han'
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable
from functools import cache
from typing import Final

MIN_WORD_LENGTH: Final = 3
"""Letters of a candidate word; many engines find nothing for two."""
MAX_WORD_LENGTH: Final = 20
"""Letters of a candidate word."""
MAX_CHARACTERS_READ: Final = 200_000
"""Characters of a text that are read."""
MIN_DENSE_WORD_LENGTH: Final = 2
"""Characters of a hangul or katakana word, each of which is a syllable."""
WIDE_CHARACTER_WEIGHT: Final = 2.5
"""Letters that say about as much as one Han, kana or Hangul character."""
_WIDE: Final = re.compile("[\u2e80-\ud7ff]")

_SCRIPT_OF_WORD: Final = {
    "cjk": "han",
    "ideographic": "han",
    "hiragana": "kana",
    "katakana": "kana",
    "katakana-hiragana": "kana",
    "halfwidth": "kana",
    "fullwidth": "latin",
}
"""Scripts by the first word of a character's name in Unicode, where that is no script."""
_UNSPACED: Final = re.compile(r"[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff]")
_ASCII_TOKEN: Final = re.compile(r"[a-z0-9]+")
HAN_CLASS: Final = "\u3005-\u3007\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U000323af"
_HAN: Final = re.compile(f"[{HAN_CLASS}]")
_CJK_RUN: Final = re.compile(
    f"(?P<han>[{HAN_CLASS}]+)|(?P<kata>[\u30a1-\u30fa\u30fc-\u30fe\u31f0-\u31ff]+)"
    "|(?P<hira>[\u3041-\u309f]+)|(?P<hangul>[\uac00-\ud7af\u1100-\u11ff\u3130-\u318f]+)"
    f"|(?P<other>[^{HAN_CLASS}\u3041-\u30ff\u31f0-\u31ff\uac00-\ud7af\u1100-\u11ff\u3130-\u318f]+)"
)


def is_han(character: str) -> bool:
    """Return whether a character is Chinese (also as written in Japanese and Korean)."""
    return _HAN.match(character) is not None


def text_weight(text: str) -> float:
    """Return the length of a text in letters; a wide character counts as 2.5.

    >>> text_weight("Lu Xun 鲁迅")
    12.0
    """
    wide = 0 if text.isascii() else len(_WIDE.findall(text))
    return len(text) + (WIDE_CHARACTER_WEIGHT - 1) * wide


def fold(text: str) -> str:
    """Return a text that is equal for texts that differ only in width, case and accents.

    >>> fold("Édouard ＭＡＮＥＴ") == fold("edouard manet")
    True
    """
    text = unicodedata.normalize("NFKC", text).casefold()
    if text.isascii():
        return text
    return unicodedata.normalize("NFC", unaccented(text))


def unaccented(text: str) -> str:
    """Return the text without the accents of alphabetic scripts; kana and Indic signs keep theirs.

    >>> unaccented("Dürer, ガラス")
    'Durer, ガラス'
    """
    return text if text.isascii() else text.translate(_accents())


@cache
def _accents() -> dict[int, str]:
    """What `unaccented` puts for characters; none of the scripts behind these has accents."""
    plain = {point: unicodedata.normalize("NFD", chr(point)) for point in range(0x80, 0x3000)}
    bases = {at: form[0] for at, form in plain.items() if len(form) > 1 and ord(form[0]) < 0x530}
    return bases | dict.fromkeys(range(0x300, 0x370), "")


def script(text: str) -> str:
    """Return the script of most letters, '' without letters; Japanese with kana is kana."""
    counts: Counter[str] = Counter()
    for character in text[:5000]:
        if character.isascii():
            counts["latin"] += character.isalpha()
        elif character.isalpha():
            counts[_script_of(character)] += 1
    if counts["kana"] * 10 > counts["han"] and counts["kana"] + counts["han"] > counts["latin"]:
        return "kana"
    best = max(counts, key=lambda name: counts[name], default="")
    return best if best and counts[best] else ""


def words(text: str, *, shortest: int = MIN_WORD_LENGTH) -> list[str]:
    """Return candidate query words in reading order with repeats: letters only, lower case.

    Hyphens and apostrophes separate words, tokens with a digit are dropped. Han runs give bigrams;
    katakana and hangul runs are words of two characters or more; hiragana, which is mostly grammar,
    gives words only between other scripts.
    """
    if text.isascii():
        text = text[:MAX_CHARACTERS_READ].lower()
        tokens = _ASCII_TOKEN.findall(text)
        return [w for w in tokens if shortest <= len(w) <= MAX_WORD_LENGTH and w.isalpha()]
    result: list[str] = []
    for token in _tokens(text):
        if len(token) >= shortest and token.isascii():
            if len(token) <= MAX_WORD_LENGTH and token.isalpha():
                result.append(token)
        else:
            result.extend(_cut(token, shortest))
    return result


def terms(text: str) -> list[str]:
    """Return what a full-text index holds: every word and number, Han and kana as bigrams.

    >>> terms("Nr. 12 静物画")
    ['nr', '12', '静物', '物画']
    """
    result: list[str] = []
    for token in _tokens(text):
        if token.isascii():
            result.append(token)
            continue
        for match in _CJK_RUN.finditer(token):
            run = match[0]
            result.extend([run] if match["other"] or match["hangul"] else ngrams(run, 2))
    return result


def document_frequencies(texts: Iterable[str]) -> Counter[str]:
    """Return in how many texts each word stands, in the order of first sight.

    >>> document_frequencies(["a red red rose", "the red sea"]).most_common(1)
    [('red', 2)]
    """
    return Counter(word for text in texts for word in dict.fromkeys(words(text)))


def ngrams(run: str, size: int) -> list[str]:
    """Return overlapping pieces of ``size`` characters; a shorter run is its own only piece.

    >>> ngrams("柠檬水", 2), ngrams("水", 2)
    (['柠檬', '檬水'], ['水'])
    """
    if len(run) <= size:
        return [run] if run else []
    return [run[i : i + size] for i in range(len(run) - size + 1)]


def _script_of(letter: str) -> str:
    word = unicodedata.name(letter, "other").partition(" ")[0].casefold()
    return _SCRIPT_OF_WORD.get(word, word)


def _tokens(text: str) -> Iterable[str]:
    """Return runs of letters, digits and their signs, lower case, in compatibility form."""
    text = unicodedata.normalize("NFKC", text[:MAX_CHARACTERS_READ]).lower()
    if text.isascii():
        return _ASCII_TOKEN.findall(text)
    return token_pattern().findall(text)


@cache
def token_pattern() -> re.Pattern[str]:
    """Return words with the vowel signs and accents that Python's word class leaves out."""
    marks = [c for c in map(chr, range(0x300, 0x11000)) if unicodedata.category(c) in ("Mn", "Mc")]
    signs = "".join(re.escape(c) for c in marks)
    return re.compile(f"(?:[^\\W_]|[{signs}])+")


def _cut(token: str, shortest: int) -> list[str]:
    """Return the words of a token with characters outside ASCII."""
    result: list[str] = []
    runs = list(_CJK_RUN.finditer(token))
    for match in runs:
        run = match[0]
        if match["han"]:
            result.extend(ngrams(run, 2))
        elif match["other"]:
            if any(c.isdigit() for c in run):
                continue
            if _UNSPACED.match(run):
                result.extend(ngrams(run, 3))
            elif shortest <= len(run) <= MAX_WORD_LENGTH:
                result.append(run)
        elif (match["hira"] is None or len(runs) == 1) and (
            MIN_DENSE_WORD_LENGTH <= len(run) <= MAX_WORD_LENGTH
        ):
            result.append(run)
    return result if shortest < 2 else [w for w in result if len(w) > 1]
