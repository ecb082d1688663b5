"""Which encoding bytes are in that nobody declared and that are no UTF-8, by their letters.

Each encoding is judged by what the bytes say in it: common characters of its language count for
it, rare ones and signs that no text has against it. Bytes that it cannot hold rule it out.

>>> guess_charset("検索結果 東京都立図書館".encode("euc_jp"))
'euc_jp'
>>> guess_charset("Größe, Höhe".encode("cp1252")), guess_charset("поиск книги".encode("koi8_r"))
('cp1252', 'koi8-r')
>>> guess_charset("ліхтар і їжак".encode("koi8_u"))
'koi8-u'
"""

import re
from collections import Counter
from functools import cache
from typing import Final

from w3lib.encoding import resolve_encoding

from leadline.page.data_files import read_table

MAX_BYTES_JUDGED: Final = 20_000
"""Bytes of a page that are judged, those with letters beyond ASCII."""
MIN_SCORE_OF_PAIRS: Final = 0.3
"""Points a character from which bytes are a text of an encoding with two bytes a character."""
MAX_WRONG_SHARE: Final = 0.03
"""Share of the characters that may be none: pages are cut, and glued from parts."""
COMMON_POINTS: Final = 1.0
LISTED_POINTS: Final = 0.3
"""Points of a character in the first part of a national list, that of everyday ones."""
RARE_POINTS: Final = -0.5
ODD_POINTS: Final = -1.0
SIGN_POINTS: Final = 0.2
_TEXT: Final = re.compile(rb"[^<>\x00-\x1f]+")
_PUNCTUATION: Final = re.compile("[\u3000-\u3011\u30fb\u30fc\uff01-\uff5e·“”‘’…—《》]")
_INSIDE_WORD: Final = re.compile("[a-z][\u4e00-\ud7a3]|[\u4e00-\ud7a3][a-z]")
"""A letter of a Latin word beside one that stands in none."""
_KANA: Final = re.compile("[\u3041-\u3096\u30a1-\u30fa]")
_HANGUL: Final = re.compile("[\uac00-\ud7a3]")
_IDEOGRAPH: Final = re.compile("[\u4e00-\u9fff]")

PAIRS: Final = {
    "cp932": ("japanese", "euc_jp", range(0xB0, 0xD0)),
    "euc_jp": ("japanese", "euc_jp", range(0xB0, 0xD0)),
    "gb18030": ("simplified", "gb2312", range(0xB0, 0xD8)),
    "big5hkscs": ("traditional", "big5", range(0xA4, 0xC7)),
    "cp949": ("korean", "euc_kr", range(0xB0, 0xC9)),
}
"""Encodings of two bytes: language, the national list of characters, and the first bytes of its
everyday part."""
ONE_BYTE_CODECS: Final = ("cp125", "iso8859", "koi8", "mac")
UNUSUAL_CODECS: Final = tuple(f"iso8859-{number}" for number in (3, 4, 10, 13, 14, 15, 16))
"""Encodings that few pages are in, and that short texts of others look like."""
WESTERN: Final = "cp1252"
MIN_WESTERN_SHARE: Final = 0.97
"""Share of the letters that one Western language has, from which a text is Western."""
LATIN_CODECS: Final = ("cp1252", "cp1250", "cp1254", "cp1257", "iso8859-2")
CYRILLIC_CODECS: Final = ("cp1251", "koi8-r", "koi8-u", "iso8859-5", "cp866", "mac-cyrillic")
LETTERS_FOR_LINES: Final = {"koi8-r": "koi8-u"}
"""Encodings that another one copies, but for letters in place of lines of boxes."""
OTHER_SCRIPTS: Final = {
    "cp1253": re.compile("[\u0370-\u03ff]"),
    "cp1255": re.compile("[\u05d0-\u05ea]"),
    "cp1256": re.compile("[\u0620-\u06d2]"),
    "cp874": re.compile("[\u0e01-\u0e5b]"),
}
SINGLES: Final = (*LATIN_CODECS, *CYRILLIC_CODECS, *OTHER_SCRIPTS)
"""Encodings of one byte; where two fit alike, the first."""
UNWEIGHED_POINTS: Final = 0.95
"""Factor of the points of scripts whose letters are only counted, beside those that are weighed."""
_CYRILLIC: Final = re.compile("[\u0400-\u045f\u0490\u0491]")
_WRONG_CASE: Final = re.compile(
    "[\u0430-\u044f\u0451\u0456\u0457\u0454][\u0410-\u042f\u0401\u0406\u0407\u0404]"
)
_ALONE: Final = re.compile("[A-Za-z][^\x00-\x7f]|[^\x00-\x7f][A-Za-z]")
_SIGNS: Final = frozenset("\xa0«»“”„‘’–—…·€")


def guess_charset(body: bytes) -> str:
    """Return Python's name of the encoding that the letters of a page speak for."""
    return best_charset(high_texts(body))


def _is_letter_in_word(line: str, letter: str, following: str) -> bool:
    """Tell whether another encoding reads a line of a box as a letter before another letter."""
    return not line.isalpha() and letter.isalpha() and following.isalpha()


def high_texts(body: bytes) -> bytes:
    """Return the texts between tags that have letters beyond ASCII, a bounded part of a page."""
    parts, size = [], 0
    for text in _TEXT.finditer(body):
        if text[0].isascii():
            continue
        parts.append(text[0][:MAX_BYTES_JUDGED])
        size += len(parts[-1])
        if size >= MAX_BYTES_JUDGED:
            break
    return b"\n".join(parts)


def best_charset(texts: bytes) -> str:
    """Return the encoding of texts that ``high_texts`` gives; cp1252 where there are none."""
    best = _best_of_all(texts)
    other = LETTERS_FOR_LINES.get(best, best)
    lines, letters = texts.decode(best, "replace"), texts.decode(other, "replace")
    return other if any(map(_is_letter_in_word, lines, letters, letters[1:])) else best


def _best_of_all(texts: bytes) -> str:
    points = {name: _points_of_pairs(texts, name) for name in PAIRS}
    best = max(points, key=lambda name: points[name])
    if points[best] >= MIN_SCORE_OF_PAIRS:
        return best
    western = _points_of_latin(texts, WESTERN)
    if western < MIN_WESTERN_SHARE and (detected := _detected(texts)):
        return detected
    single = {name: _points_of_single(texts, name) for name in SINGLES}
    return max(single, key=lambda name: single[name]) if western < MIN_WESTERN_SHARE else WESTERN


def _detected(texts: bytes) -> str:
    """Return the encoding of one byte that models of many languages find, '' for another."""
    import cchardet

    name = cchardet.detect(texts).get("encoding") or "utf-8"
    codec = resolve_encoding(name) or "utf-8"
    return codec if codec.startswith(ONE_BYTE_CODECS) and codec not in UNUSUAL_CODECS else ""


def _points_of_pairs(texts: bytes, name: str) -> float:
    """Return the mean of the points of the characters above ASCII, -1 where many are none."""
    text = texts.decode(name, "replace")
    counts = Counter(sign for sign in text if sign > "\x7f")
    if not counts or counts["\ufffd"] > MAX_WRONG_SHARE * counts.total():
        return ODD_POINTS
    points = sum(_points(name, sign) * times for sign, times in counts.items())
    return (points - len(_INSIDE_WORD.findall(text))) / counts.total()


@cache
def _common(language: str) -> frozenset[str]:
    letters: str = read_table("leadline.page", "letters.toml")[language]
    return frozenset(letters)


@cache
def _points(name: str, sign: str) -> float:
    language, national, everyday = PAIRS[name]
    if sign in _common(language) or _KANA.match(sign):
        return COMMON_POINTS
    if _PUNCTUATION.match(sign):
        return SIGN_POINTS
    if not (_IDEOGRAPH.match(sign) or _HANGUL.match(sign)):
        return ODD_POINTS
    try:
        first = sign.encode(national)[0]
    except UnicodeEncodeError:
        return RARE_POINTS
    return LISTED_POINTS if first in everyday else RARE_POINTS


def _points_of_single(texts: bytes, name: str) -> float:
    if name in LATIN_CODECS:
        return _points_of_latin(texts, name)
    text = texts.decode(name, "replace")
    counts = Counter(sign for sign in text if sign > "\x7f")
    if name in CYRILLIC_CODECS:
        points = _points_of_cyrillic(counts, text)
    else:
        own = OTHER_SCRIPTS[name]
        points = UNWEIGHED_POINTS * sum(
            times if own.match(sign) else -times for sign, times in counts.items()
        )
    return (points - 2 * len(_ALONE.findall(text))) / max(counts.total(), 1)


def _points_of_cyrillic(counts: Counter[str], text: str) -> float:
    """Return points for common letters; one in the wrong case inside a word counts against it."""
    points = 0.0
    for sign, times in counts.items():
        if sign.lower() in _common("cyrillic"):
            points += times * (1.0 if sign.islower() else 0.7)
        else:
            points += times * (0.2 if _CYRILLIC.match(sign) else -1.0)
    return points - 1.5 * len(_WRONG_CASE.findall(text))


def _points_of_latin(texts: bytes, name: str) -> float:
    """Return the share of the letters that one language of the encoding has, the best of them."""
    languages: dict[str, str] = read_table("leadline.page", "letters.toml")["latin"][name]
    counts = Counter(sign for sign in texts.decode(name, "replace") if sign > "\x7f")
    known = (_SIGNS.union(letters) for letters in languages.values())
    shares = (sum(counts[sign] for sign in counts if sign.lower() in one) for one in known)
    return max(shares) / counts.total() if counts else 1.0
