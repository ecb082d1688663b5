"""Bytes to text as a browser would, for pages that declare a wrong encoding.

Order: byte-order mark, Content-Type header, meta element (w3lib), each only if the bytes really
decode so; then strict UTF-8, then what the letters of the page speak for (``letters``). GB2312 and
GBK are read as GB18030. A page that says it is UTF-16 in bytes that are not is UTF-8. Pages that
are glued from parts in UTF-8 and in a legacy encoding are read part by part.

>>> decode("作者：余华".encode("gbk"), "text/html; charset=gb2312")
('作者：余华', 'gb18030')
>>> decode(b"\\xef\\xbb\\xbf<p>marked", "text/html; charset=latin-1")
('<p>marked', 'utf-8')
>>> decode(b"<meta charset=utf-16><p>plain")
('<meta charset=utf-16><p>plain', 'utf-8')
"""

import re
from collections.abc import Iterator
from functools import cache
from typing import Final

from w3lib.encoding import (
    html_body_declared_encoding,
    http_content_type_encoding,
    read_bom,
    resolve_encoding,
)

from leadline.page.letters import ONE_BYTE_CODECS, guess_charset

WIDE_CODECS: Final = ("utf-16", "utf-32")
"""Encodings in which markup is full of zero bytes; without any, a declaration of them is wrong."""

DECLARATION_BYTES: Final = 4096
"""Bytes at the beginning of a page in which its encoding is declared."""

ALIKE_CODEC: Final = "iso8859-5"
"""An encoding whose capitals look like UTF-8."""
_UTF8_LETTER: Final = (
    rb"(?:[\xc3-\xdf][\x80-\xbf]|[\xe1-\xec\xee\xef][\x80-\xbf]{2}|\xf0[\x90-\xbf][\x80-\xbf]{2})"
)
_UTF8_RUN: Final = re.compile(_UTF8_LETTER + rb"{3,}")
"""Three letters of UTF-8 or more: fewer may be capitals (cp1251)."""
_UTF8_RUN_IN_LATIN: Final = re.compile(rb"\xc3[\x80-\xbf]|" + _UTF8_LETTER + rb"{3,}")
MANY_BYTE_CODECS: Final = ("gb18030", "big5hkscs", "cp932", "cp949", "euc_jp")
_UTF8_RUN_AMONG_PAIRS: Final = re.compile(
    rb"(?<![\x80-\xff])(?:[\xe2-\xef][\x80-\xbf]{2}){2,}(?![\x80-\xff])"
)
"""Letters of UTF-8 between ASCII: as pairs of bytes they would be rare characters."""
_LEAD_BYTE: Final = re.compile(rb"[\xc2-\xf4]")
_HIGH_RUN: Final = re.compile(rb"[\x80-\xff][\x80-\xff]*+")
"""Bytes above ASCII; the first byte by itself lets the search skip all others."""
SHIFTED_CODEC: Final = "iso2022_jp"
_SHIFTED: Final = re.compile(rb"\x1b\$[@B]")
"""What kanji are announced by in an encoding of seven bits; no other page holds it."""
MIN_UTF8_RUNS: Final = 2
MIN_UTF8_SHARE: Final = 0.05
"""Share of the runs of bytes above ASCII that must be UTF-8 in a page that is partly legacy."""
MIN_BYTES_OF_UTF8_RUN: Final = 3
"""Bytes of a run that surely is UTF-8; two that stand in no word may be one Chinese character."""
_SEGMENT: Final = re.compile(rb"[^<>]*+")
LEGACY_BY_LETTERS: Final = (
    ("cp932", re.compile("[\u3040-\u30ff]")),
    ("cp949", re.compile("[\uac00-\ud7af]")),
    ("gb18030", re.compile("[\u4e00-\u9fff]")),
    ("cp1251", re.compile("[\u0400-\u04ff]")),
    ("cp1253", re.compile("[\u0370-\u03ff]")),
    ("cp1254", re.compile("[ğşıİ]")),
    ("cp1250", re.compile("[\u0100-\u0151\u0154-\u015f\u0162-\u0177\u0179-\u017c]")),
)
"""Encodings of parts in a page of UTF-8, by the letters of its other parts; else it is cp1252."""
MARKUP: Final = b"<a href='/x-y?q=1&p=2'>A+AGE-b \\u0041 \\n</a>"
"""Marks that codecs of another purpose (utf-7, idna, unicode-escape) read as something else."""
MAX_OTHER_SIGNS: Final = 2
"""Signs of `MARKUP` that an encoding of pages has others for (a currency for the backslash)."""
MAX_UNDECODABLE_SHARE: Final = 0.02
"""Share of undecodable characters up to which a declared encoding is believed."""


def decode(body: bytes, content_type: str = "") -> tuple[str, str]:
    """Return the text of a page and the name of the encoding that was used; never raise."""
    text, charset = _known(body, content_type)
    if not charset:
        charset = guess_charset(body)
        text = body.decode(charset, "replace")
    return text, charset


def is_guessed(body: bytes, content_type: str = "") -> bool:
    """Tell whether the encoding of a page is neither declared nor UTF-8.

    >>> is_guessed("作者".encode("gbk")), is_guessed("作者".encode()), is_guessed(b"author")
    (True, False, False)
    """
    return not body.isascii() and not _known(body, content_type)[1]


def _known(body: bytes, content_type: str) -> tuple[str, str]:
    """Return the text of a page and its encoding, '' where nothing says which it is."""
    bom, mark = read_bom(body)
    if bom is not None and mark is not None:
        return body[len(mark) :].decode(bom, "replace"), canonical_charset(bom)
    declared = http_content_type_encoding(content_type or None) or html_body_declared_encoding(
        body[:DECLARATION_BYTES]
    )
    if declared:
        charset = canonical_charset(declared)
        if charset.startswith(WIDE_CODECS) and b"\0" not in body[:DECLARATION_BYTES]:
            charset = "utf-8"
        if not body.isascii():
            is_utf8 = charset == "utf-8"
            is_doubtful = charset.startswith(ONE_BYTE_CODECS) or (
                charset in MANY_BYTE_CODECS and any(_matches(_UTF8_RUN_AMONG_PAIRS, body))
            )
            if (is_utf8 or is_doubtful) and _is_valid(body, "utf-8"):
                return body.decode("utf-8"), "utf-8"
            if is_utf8 and (text := _decode_partly_utf8(body)):
                return text, charset
        text = _decode_mixed(body, charset)
        if text.count("\ufffd") <= MAX_UNDECODABLE_SHARE * len(text):
            return text, charset
    if not declared and _SHIFTED.search(body) and _is_valid(body, SHIFTED_CODEC):
        return body.decode(SHIFTED_CODEC), SHIFTED_CODEC
    try:
        return body.decode("utf-8"), "utf-8"
    except UnicodeDecodeError:
        text = _decode_partly_utf8(body)
        return text, "utf-8" if text else ""


def _decode_mixed(body: bytes, charset: str) -> str:
    """Decode a body; runs of UTF-8 inside a page of a legacy encoding are read as UTF-8.

    >>> _decode_mixed("Gr\\xf6\\xdfe ".encode("cp1252") + "Gr\\xf6\\xdfe".encode(), "cp1252")
    'Größe Größe'
    >>> _decode_mixed("作者 ".encode("gbk") + "余华".encode(), "gb18030")
    '作者 余华'
    """
    if charset in MANY_BYTE_CODECS:
        return _decode_around(body, _UTF8_RUN_AMONG_PAIRS, charset)
    if not charset.startswith(ONE_BYTE_CODECS) or charset == ALIKE_CODEC:
        return body.decode(charset, "replace")
    runs = _UTF8_RUN if charset != "cp1252" else _UTF8_RUN_IN_LATIN
    return _decode_around(body, runs, charset)


def _decode_around(body: bytes, runs: re.Pattern[bytes], charset: str) -> str:
    """Decode these runs as UTF-8, with the text between two tags where all of it is UTF-8."""
    parts, at, mixed_until = [], 0, 0
    for run in _matches(runs, body):
        if run.start() < at:
            continue
        start, stop = run.span()
        if start >= mixed_until:
            first = max(at, body.rfind(b">", at, start) + 1)
            end = body.find(b"<", stop)
            mixed_until = end if end >= 0 else len(body)
            if _is_valid(body[first:mixed_until], "utf-8"):
                start, stop = first, mixed_until
        parts += [
            body[at:start].decode(charset, "replace"),
            body[start:stop].decode("utf-8", "replace"),
        ]
        at = stop
    return "".join([*parts, body[at:].decode(charset, "replace")])


def _matches(runs: re.Pattern[bytes], body: bytes) -> Iterator[re.Match[bytes]]:
    """Yield the matches of an expression for bytes above ASCII, which are searched for first."""
    for high in _HIGH_RUN.finditer(body):
        yield from runs.finditer(body, *high.span())


def _decode_partly_utf8(body: bytes) -> str:
    """Decode a page of UTF-8 with parts in a legacy encoding; '' if too little of it is UTF-8.

    The letters of the parts in UTF-8 tell the encoding of the others.

    >>> _decode_partly_utf8("Größe, Maß, ".encode() + "Höhe".encode("cp1252"))
    'Größe, Maß, Höhe'
    """
    runs = list(_HIGH_RUN.finditer(body))
    sure = [run[0] for run in runs if _is_valid(run[0], "utf-8") and _is_sure(body, run)]
    if len(sure) < max(MIN_UTF8_RUNS, MIN_UTF8_SHARE * len(runs)):
        return ""
    letters = b" ".join(sure).decode("utf-8")
    legacy = next((codec for codec, seen in LEGACY_BY_LETTERS if seen.search(letters)), "cp1252")
    is_latin = legacy in ("cp1250", "cp1252", "cp1254")
    wrong = "strict" if legacy in MANY_BYTE_CODECS else "replace"

    def decode_run(run: re.Match[bytes]) -> bytes:
        is_half = is_latin and _LEAD_BYTE.fullmatch(run[0]) and not _stands_in_word(run.string, run)
        if is_half or _is_valid(run[0], "utf-8"):
            return run[0]
        if wrong == "strict" and not _is_valid(run[0], legacy):
            return run[0]
        return run[0].decode(legacy, wrong).encode()

    def decode_segment(segment: re.Match[bytes]) -> bytes:
        if segment[0].isascii() or _is_valid(segment[0], "utf-8"):
            return segment[0]
        inside = (run for run in _HIGH_RUN.findall(segment[0]) if _is_valid(run, "utf-8"))
        is_mixed = any(len(run) >= MIN_BYTES_OF_UTF8_RUN for run in inside)
        if wrong == "strict" and not is_mixed and _is_valid(segment[0], legacy):
            return segment[0].decode(legacy).encode()  # its characters may hold ASCII bytes
        return _HIGH_RUN.sub(decode_run, segment[0])

    return _SEGMENT.sub(decode_segment, body).decode("utf-8", "replace")


def _is_sure(body: bytes, run: re.Match[bytes]) -> bool:
    """Tell whether a run that is valid UTF-8 is that by no accident."""
    beside = body[run.start() - 1 : run.start()] + body[run.end() : run.end() + 1]
    return len(run[0]) >= MIN_BYTES_OF_UTF8_RUN or any(map(_is_letter, beside))


def _stands_in_word(body: bytes, run: re.Match[bytes]) -> bool:
    """Tell whether an ASCII letter stands beside a run, or the run is a word between blanks."""
    beside = body[run.start() - 1 : run.start()] + body[run.end() : run.end() + 1]
    return beside == b"  " or any(map(_is_letter, beside))


def _is_letter(byte: int) -> bool:
    return byte < 128 and chr(byte).isalpha()


def _is_valid(body: bytes, charset: str) -> bool:
    try:
        body.decode(charset)
    except UnicodeDecodeError:
        return False
    return True


def canonical_charset(name: str) -> str:
    """Return Python's name for an encoding label, widened as browsers do, else 'utf-8'.

    What Python calls a codec but no page is written in (zlib, idna, utf-7) is none.

    >>> canonical_charset("x-sjis"), canonical_charset("iso-8859-9"), canonical_charset("zlib")
    ('cp932', 'cp1254', 'utf-8')
    """
    try:
        charset = resolve_encoding(name.strip().strip("\"'")) or "utf-8"
        return charset if charset.startswith(WIDE_CODECS) or _keeps_markup(charset) else "utf-8"
    except (ValueError, LookupError):
        return "utf-8"


@cache
def _keeps_markup(charset: str) -> bool:
    """Tell whether a codec reads the ASCII of a page as it is, but for a sign or two."""
    text = MARKUP.decode(charset, "replace")
    same = sum(a == chr(b) for a, b in zip(text, MARKUP, strict=False))
    return len(text) == len(MARKUP) and same >= len(MARKUP) - MAX_OTHER_SIGNS
