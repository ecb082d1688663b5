"""Entry lists to bytes: the three form encodings of the HTML standard (4.10.21.7-8, URL 5.2).

A form goes out in the encoding of ``accept-charset`` or of its page, not in UTF-8; what that
encoding cannot say becomes ``&#N;``. Browsers' encoders are narrower than Python's: GBK never
sends four bytes, Big5 never sends a lead byte below 0xA1.

>>> urlencode([("题名", "朱镕基😀")], "gbk")
b'%CC%E2%C3%FB=%D6%EC%E9F%BB%F9%26%23128512%3B'
"""

from __future__ import annotations

import codecs
import re
from hashlib import blake2b
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

Entry = tuple[str, str]
Entries = list[Entry]

STANDARD_NAME_BY_CODEC: Final = {
    "gb2312": "gbk", "gb18030": "gb18030", "gbk": "gbk", "hz": "gbk", "big5": "big5",
    "big5hkscs": "big5", "cp950": "big5", "shift_jis": "shift_jis", "cp932": "shift_jis",
    "euc_jp": "euc-jp", "iso2022_jp": "iso-2022-jp", "euc_kr": "euc-kr", "cp949": "euc-kr",
    "ascii": "windows-1252", "iso8859-1": "windows-1252", "cp1252": "windows-1252",
    "iso8859-9": "windows-1254", "cp1254": "windows-1254", "tis-620": "windows-874",
    "iso8859-11": "windows-874", "cp874": "windows-874", "koi8-r": "koi8-r", "koi8-u": "koi8-u",
    "utf-8": "utf-8", "utf-8-sig": "utf-8", "utf-16": "utf-8", "utf-16-le": "utf-8",
    "utf-16-be": "utf-8", "mac-roman": "macintosh", "cp866": "ibm866",
}  # fmt: skip
"""Python's codec name to the Encoding Standard's name; UTF-16 pages send UTF-8."""

STANDARD_NAME_BY_ALIAS: Final = {
    "x-gbk": "gbk", "chinese": "gbk", "gb_2312-80": "gbk", "csgb2312": "gbk", "x-x-big5": "big5",
    "cn-big5": "big5", "x-sjis": "shift_jis", "ms_kanji": "shift_jis", "windows-31j": "shift_jis",
    "x-euc-jp": "euc-jp", "ks_c_5601-1987": "euc-kr", "windows-949": "euc-kr",
    "x-cp1252": "windows-1252", "x-cp1251": "windows-1251", "unicode-1-1-utf-8": "utf-8",
    "x-unicode20utf8": "utf-8", "dos-874": "windows-874", "iso-8859-8-i": "iso-8859-8-i",
}  # fmt: skip
SENT_NAME_BY_CHARSET: Final = {
    "utf-8": "UTF-8", "gbk": "GBK", "big5": "Big5", "shift_jis": "Shift_JIS", "euc-jp": "EUC-JP",
    "euc-kr": "EUC-KR", "iso-2022-jp": "ISO-2022-JP", "koi8-r": "KOI8-R", "koi8-u": "KOI8-U",
    "ibm866": "IBM866",
}  # fmt: skip
"""How ``_charset_`` spells the encodings (others: ISO-8859-N in capitals, windows-N as is)."""

CODEC_BY_CHARSET: Final = {"windows-874": "cp874", "iso-8859-8-i": "iso8859-8", "ibm866": "cp866"}
_PLAIN: Final = frozenset(b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789*-._")
_QUOTED: Final = [chr(b) if b in _PLAIN else "+" if b == 0x20 else f"%{b:02X}" for b in range(256)]
_LONE_BREAK: Final = re.compile(r"\r(?!\n)|(?<!\r)\n")


def standard_charset(label: str) -> str:
    """An encoding label by its name in the Encoding Standard, '' when it is unknown."""
    wanted = label.strip().strip("\"'").casefold()
    if wanted in STANDARD_NAME_BY_ALIAS:
        return STANDARD_NAME_BY_ALIAS[wanted]
    try:
        known = codecs.lookup(wanted)
    except (LookupError, ValueError):
        return ""
    if not getattr(known, "_is_text_encoding", True):
        return ""
    if known.name.startswith("iso8859-"):
        return STANDARD_NAME_BY_CODEC.get(known.name, known.name.replace("iso8859", "iso-8859"))
    if re.fullmatch(r"cp125\d", known.name):
        return STANDARD_NAME_BY_CODEC.get(known.name, known.name.replace("cp", "windows-"))
    return STANDARD_NAME_BY_CODEC.get(known.name, "")


def sent_charset_name(charset: str) -> str:
    """What a ``_charset_`` control says: the name as browsers spell it."""
    return SENT_NAME_BY_CHARSET.get(
        charset, charset.upper() if charset.startswith("iso-") else charset
    )


def normalise_breaks(text: str) -> str:
    """Every line break as CR LF, as entry lists are normalised."""
    return _LONE_BREAK.sub("\r\n", text) if "\n" in text or "\r" in text else text


def encode_text(text: str, charset: str) -> bytes:
    """Text as a browser's encoder writes it; ``&#N;`` for what the encoding cannot say."""
    if charset == "utf-8":
        return text.encode("utf-8", "replace")
    if text.isascii() and charset != "iso-2022-jp":
        return text.encode("ascii")
    one = ENCODER_BY_CHARSET.get(charset)
    if one is None:
        return _encode_by_codec(text, CODEC_BY_CHARSET.get(charset, charset))
    return b"".join(one(char) or f"&#{ord(char)};".encode() for char in text)


def _encode_by_codec(text: str, codec: str) -> bytes:
    try:
        return text.encode(codec, "xmlcharrefreplace")
    except LookupError:
        return text.encode("utf-8", "replace")


def _gbk(char: str) -> bytes:
    if char == "€":
        return b"\x80"
    data = char.encode("gb18030", "ignore")
    return data if len(data) <= 2 else b""


def _gb18030(char: str) -> bytes:
    return char.encode("gb18030", "ignore")


def _big5(char: str) -> bytes:
    data = char.encode("cp950", "ignore") or char.encode("big5hkscs", "ignore")
    return data if len(data) == 1 or data[:1] >= b"\xa1" else b""


def _shift_jis(char: str) -> bytes:
    char = {"¥": "\\", "‾": "~", "\u2212": "\uff0d"}.get(char, char)
    return char.encode("cp932", "ignore")


def _euc_jp(char: str) -> bytes:
    """By way of Shift_JIS rows: Python's euc_jp lacks the vendor characters browsers send."""
    data = _shift_jis(char)
    if len(data) == 1:
        return b"\x8e" + data if data[0] >= 0xA1 else data
    if len(data) != 2 or data[0] >= 0xF0:
        return b""
    lead, trail = data
    row = (lead - (0x81 if lead < 0xA0 else 0xC1)) * 2
    cell = trail - (0x40 if trail < 0x80 else 0x41)
    row, cell = (row + 1, cell - 94) if cell >= 94 else (row, cell)
    return bytes((row + 0xA1, cell + 0xA1))


ENCODER_BY_CHARSET: Final[dict[str, Callable[[str], bytes]]] = {
    "gbk": _gbk, "gb18030": _gb18030, "big5": _big5, "shift_jis": _shift_jis, "euc-jp": _euc_jp,
}  # fmt: skip


def percent_encode(data: bytes) -> str:
    """Bytes in the application/x-www-form-urlencoded percent-encode set, space as ``+``."""
    return "".join([_QUOTED[b] for b in data])


def urlencode(entries: Iterable[Entry], charset: str) -> bytes:
    """The application/x-www-form-urlencoded serialiser."""
    return "&".join(
        f"{percent_encode(encode_text(normalise_breaks(name), charset))}"
        f"={percent_encode(encode_text(normalise_breaks(value), charset))}"
        for name, value in entries
    ).encode("ascii")


def encode_plain_text(entries: Iterable[Entry], charset: str) -> bytes:
    """The text/plain encoding algorithm (made for people to read, not for machines)."""
    return b"".join(
        encode_text(f"{normalise_breaks(name)}={normalise_breaks(value)}\r\n", charset)
        for name, value in entries
    )


def encode_multipart(
    entries: Iterable[Entry], files: frozenset[str], charset: str
) -> tuple[bytes, str]:
    """The multipart/form-data body and its boundary, which depends on the entries alone."""
    parts = [_part(name, value, name in files, charset) for name, value in entries]
    digest = blake2b(digest_size=12)
    for part in parts:
        digest.update(len(part).to_bytes(8, "big") + part)
    boundary = f"----FormBoundary{digest.hexdigest()}"
    mark = f"--{boundary}".encode()
    body = b"".join(mark + b"\r\n" + part + b"\r\n" for part in parts)
    return body + mark + b"--\r\n", boundary


def _part(name: str, value: str, file: bool, charset: str) -> bytes:
    escaped = encode_text(normalise_breaks(name), charset)
    escaped = escaped.replace(b"\r", b"%0D").replace(b"\n", b"%0A").replace(b'"', b"%22")
    head = b'Content-Disposition: form-data; name="' + escaped + b'"'
    if file:
        return head + b'; filename=""\r\nContent-Type: application/octet-stream\r\n\r\n'
    return head + b"\r\n\r\n" + encode_text(normalise_breaks(value), charset)
