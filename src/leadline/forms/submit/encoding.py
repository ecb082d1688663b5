"""Form encodings: entry lists to bytes (HTML standard 4.10.21.7-8, URL standard 5.2).

A form goes out in the encoding of ``accept-charset`` or of its page, not in UTF-8. Characters that
the encoding lacks become ``&#N;``. Browsers' encoders are narrower than Python's: GBK never sends
four bytes, Big5 never sends a lead byte below 0xA1.

>>> urlencode([("题名", "朱镕基😀")], "gbk")
b'%CC%E2%C3%FB=%D6%EC%E9F%BB%F9%26%23128512%3B'
"""

import codecs
import re
from collections.abc import Callable, Iterable
from hashlib import blake2b
from typing import Final

from leadline.page.data_files import read_table

Entry = tuple[str, str]
Entries = list[Entry]

CODEC_BY_CHARSET: Final = {"windows-874": "cp874", "iso-8859-8-i": "iso8859-8", "ibm866": "cp866"}
_PLAIN: Final = frozenset(b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789*-._")
_QUOTED: Final = [chr(b) if b in _PLAIN else "+" if b == 0x20 else f"%{b:02X}" for b in range(256)]
_LONE_BREAK: Final = re.compile(r"\r(?!\n)|(?<!\r)\n")


def _charsets() -> dict[str, dict[str, str]]:
    return read_table("leadline.forms.submit", "charsets.toml")


def standard_charset(label: str) -> str:
    """Return the name of an encoding in the Encoding Standard, '' when it is unknown."""
    name = label.strip().strip("\"'").casefold()
    if alias := _charsets()["standard_by_alias"].get(name):
        return alias
    try:
        codec = codecs.lookup(name)
    except (LookupError, ValueError):
        return ""
    if not getattr(codec, "_is_text_encoding", True):
        return ""
    default = ""
    if codec.name.startswith("iso8859-"):
        default = codec.name.replace("iso8859", "iso-8859")
    elif re.fullmatch(r"cp125\d", codec.name):
        default = codec.name.replace("cp", "windows-")
    return _charsets()["standard_by_codec"].get(codec.name, default)


def sent_charset_name(charset: str) -> str:
    """Return the value of a ``_charset_`` control: the name as browsers spell it."""
    default = charset.upper() if charset.startswith("iso-") else charset
    return _charsets()["sent"].get(charset, default)


def normalise_breaks(text: str) -> str:
    """Return the text with every line break as CR LF, as entry lists are normalised."""
    return _LONE_BREAK.sub("\r\n", text) if "\n" in text or "\r" in text else text


def encode_text(text: str, charset: str) -> bytes:
    """Return text as a browser's encoder writes it; ``&#N;`` for what the encoding lacks."""
    if charset == "utf-8":
        return text.encode("utf-8", "replace")
    if text.isascii() and charset != "iso-2022-jp":
        return text.encode("ascii")
    encoder = ENCODER_BY_CHARSET.get(charset)
    if encoder is None:
        return _encode_by_codec(text, CODEC_BY_CHARSET.get(charset, charset))
    return b"".join(encoder(char) or f"&#{ord(char)};".encode() for char in text)


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


def _big5(char: str) -> bytes:
    data = char.encode("cp950", "ignore") or char.encode("big5hkscs", "ignore")
    return data if len(data) == 1 or data[:1] >= b"\xa1" else b""


def _shift_jis(char: str) -> bytes:
    char = {"¥": "\\", "‾": "~", "\u2212": "\uff0d"}.get(char, char)
    return char.encode("cp932", "ignore")


def _euc_jp(char: str) -> bytes:
    """Encode by way of Shift_JIS rows: Python's euc_jp lacks the vendor characters."""
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
    "gbk": _gbk,
    "gb18030": lambda char: char.encode("gb18030", "ignore"),
    "big5": _big5,
    "shift_jis": _shift_jis,
    "euc-jp": _euc_jp,
}


def percent_encode(data: bytes) -> str:
    """Apply the application/x-www-form-urlencoded percent-encode set, space as ``+``."""
    return "".join([_QUOTED[b] for b in data])


def urlencode(entries: Iterable[Entry], charset: str) -> bytes:
    """Apply the application/x-www-form-urlencoded serialiser."""
    return "&".join(
        f"{percent_encode(encode_text(normalise_breaks(name), charset))}"
        f"={percent_encode(encode_text(normalise_breaks(value), charset))}"
        for name, value in entries
    ).encode("ascii")


def encode_plain_text(entries: Iterable[Entry], charset: str) -> bytes:
    """Apply the text/plain encoding algorithm (made for people to read)."""
    return b"".join(
        encode_text(f"{normalise_breaks(name)}={normalise_breaks(value)}\r\n", charset)
        for name, value in entries
    )


def encode_multipart(
    entries: Iterable[Entry], files: frozenset[str], charset: str
) -> tuple[bytes, str]:
    """Return the multipart/form-data body and its boundary, a digest of the entries."""
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
