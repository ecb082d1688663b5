"""Bytes to text: pages of one encoding, and pages that mix two."""

from __future__ import annotations

import pytest

from leadline.page.charset import decode

MIXED = [
    ("UTF-8 in a Western page", [("Größe", "cp1252"), ("Größe", "utf-8")], "windows-1252"),
    ("UTF-8 in a Russian page", [("Москва", "cp1251"), ("Москва", "utf-8")], "windows-1251"),
    ("a quotation mark after a letter", [("«ООН» и «Я»", "cp1251")], "windows-1251"),
    ("Ukrainian capitals", [("ЛІЛІЯ СІЧІ", "cp1251")], "windows-1251"),
    ("Russian capitals", [("Слово и ФАХАЧАША", "iso8859-5")], "iso-8859-5"),
    ("Polish capitals", [("ŹRÓDŁO ŁÓDŹ ÓŁÓŁ", "iso8859-2")], "iso-8859-2"),
    ("Western text alone", [("À bientôt, señor, naïve Ärzte", "cp1252")], "windows-1252"),
    ("Greek text alone", [("Αθήνα και «Πειραιάς»", "cp1253")], "windows-1253"),
]


@pytest.mark.parametrize(("why", "parts", "declared"), MIXED, ids=[row[0] for row in MIXED])
def test_each_run_is_read_as_what_it_is(
    why: str, parts: list[tuple[str, str]], declared: str
) -> None:
    body = b"<br>".join(text.encode(charset) for text, charset in parts)
    text, _ = decode(body, f"text/html; charset={declared}")
    assert text == "<br>".join(text for text, _ in parts)
