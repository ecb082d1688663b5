"""Bytes to text: pages of one encoding, and pages that mix two."""

import pytest

from leadline.page.charset import decode
from tables import each_row


@each_row(__file__, "MIXED", "why", "parts", "declared", sequence=list)
def test_each_run_is_read_as_what_it_is(
    why: str, parts: list[tuple[str, str]], declared: str
) -> None:
    body = b"<br>".join(text.encode(charset) for text, charset in parts)
    text, _ = decode(body, f"text/html; charset={declared}" if declared else "")
    assert text == "<br>".join(text for text, _ in parts)


@pytest.mark.parametrize(
    "named", ["zlib", "hex", "rot13", "idna", "punycode", "undefined", "unicode-escape", "utf-7"]
)
def test_what_is_no_encoding_of_pages_is_none(named: str) -> None:
    body = b"<p>" + "Gr\u00f6\u00dfe \\u0041 +AGE-".encode()
    assert decode(body, f"text/html; charset={named}") == (body.decode(), "utf-8")
    assert decode(b"<meta charset=" + named.encode() + b">" + body)[1] == "utf-8"
