"""Bytes to text as a browser would, for pages that declare a wrong encoding.

Order: byte-order mark, Content-Type header, meta element (w3lib), each only if the bytes really
decode so; then strict UTF-8, then a guess over the bytes. GB2312 and GBK are read as GB18030. A
page that says it is UTF-16 in bytes that are not is UTF-8.

>>> decode("作者：余华".encode("gbk"), "text/html; charset=gb2312")
('作者：余华', 'gb18030')
>>> decode(codecs.BOM_UTF8 + b"<p>marked", "text/html; charset=latin-1")
('<p>marked', 'utf-8')
>>> decode(b"<meta charset=utf-16><p>plain")
('<meta charset=utf-16><p>plain', 'utf-8')
"""

from __future__ import annotations

import codecs
import re
from typing import Final

from w3lib.encoding import html_body_declared_encoding, http_content_type_encoding, read_bom

WIDER_CODEC: Final = {
    "gb2312": "gb18030",
    "gbk": "gb18030",
    "ascii": "cp1252",
    "iso8859-1": "cp1252",
    "big5": "big5hkscs",
    "shift_jis": "cp932",
    "euc_kr": "cp949",
    "tis-620": "cp874",
}
"""Encodings that browsers read as a larger one (WHATWG Encoding Standard, labels table)."""

WIDE_CODECS: Final = ("utf-16", "utf-32")
"""Encodings in which markup is full of zero bytes; without any, a declaration of them is wrong."""

DECLARATION_BYTES: Final = 4096
"""Bytes at the beginning of a page in which its encoding is declared."""

ONE_BYTE_CODECS: Final = ("cp125", "iso8859", "koi8", "mac")

ALIKE_CODEC: Final = "iso8859-5"
"""An encoding whose capitals look like UTF-8."""
_UTF8_LETTER: Final = (
    rb"(?:[\xc3-\xdf][\x80-\xbf]|[\xe1-\xec\xee\xef][\x80-\xbf]{2}|\xf0[\x90-\xbf][\x80-\xbf]{2})"
)
_UTF8_RUN: Final = re.compile(_UTF8_LETTER + rb"{3,}+")
"""Three letters of UTF-8 or more: fewer may be capitals (cp1251)."""
_UTF8_RUN_IN_LATIN: Final = re.compile(rb"\xc3[\x80-\xbf]|" + _UTF8_LETTER + rb"{3,}+")
MAX_UNDECODABLE_SHARE: Final = 0.02
"""Share of undecodable characters up to which a declared encoding is believed."""


def decode(body: bytes, content_type: str = "") -> tuple[str, str]:
    """Return the text of a page and the name of the encoding that was used; never raise."""
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
        if charset.startswith(ONE_BYTE_CODECS) and (text := _as_utf8(body)):
            return text, "utf-8"
        text = _decode_mixed(body, charset)
        if text.count("\ufffd") <= MAX_UNDECODABLE_SHARE * len(text):
            return text, charset
    try:
        return body.decode("utf-8"), "utf-8"
    except UnicodeDecodeError:
        charset = _guess_charset(body)
        return body.decode(charset, "replace"), charset


def _decode_mixed(body: bytes, charset: str) -> str:
    """Decode a body; runs of UTF-8 inside a page of a one-byte encoding are read as UTF-8.

    >>> _decode_mixed("Gr\\xf6\\xdfe ".encode("cp1252") + "Gr\\xf6\\xdfe".encode(), "cp1252")
    'Größe Größe'
    """
    if not charset.startswith(ONE_BYTE_CODECS) or charset == ALIKE_CODEC:
        return body.decode(charset, "replace")
    runs = _UTF8_RUN if charset != "cp1252" else _UTF8_RUN_IN_LATIN
    parts, at = [], 0
    for run in runs.finditer(body):
        parts += [
            body[at : run.start()].decode(charset, "replace"),
            run[0].decode("utf-8", "replace"),
        ]
        at = run.end()
    return "".join([*parts, body[at:].decode(charset, "replace")])


def _as_utf8(body: bytes) -> str:
    """Return text declared in a one-byte encoding that is valid UTF-8, '' for all other."""
    if body.isascii():
        return ""
    try:
        return body.decode("utf-8")
    except UnicodeDecodeError:
        return ""


def canonical_charset(name: str) -> str:
    """Return Python's name for an encoding label, widened as browsers do, else 'utf-8'."""
    try:
        known = codecs.lookup(name.strip().strip("\"'")).name
    except (LookupError, ValueError):
        return "utf-8"
    return WIDER_CODEC.get(known, known)


def _guess_charset(body: bytes) -> str:
    import cchardet

    name = cchardet.detect(body).get("encoding")
    return canonical_charset(name) if name else "cp1252"
