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
    ("UTF-8 in a Chinese page", [("作者：余华", "gbk"), ("作者：莫言", "utf-8")], "gb2312"),
    ("UTF-8 in a page of Big5", [("作者：余華", "big5"), ("作者：莫言", "utf-8")], "big5"),
    ("UTF-8 in a Japanese page", [("夏目漱石の本", "cp932"), ("こころ", "utf-8")], "shift_jis"),
    ("UTF-8 in a Korean page", [("한국 문학", "euc_kr"), ("토지 문학", "utf-8")], "euc-kr"),
    ("Chinese text alone", [("莫言，余华，老舍。莫", "gbk")], "gbk"),
    ("one Chinese letter", [("莫", "gbk")], "gbk"),
    ("Western in UTF-8", [("Größe naïve", "utf-8"), ("Höhe", "cp1252")], "utf-8"),
    ("Western quotation marks in UTF-8", [("Größe, Maß", "utf-8"), ("“Haus”", "cp1252")], "utf-8"),
    ("Polish in UTF-8", [("Łódź i źródło", "utf-8"), ("Gdańsk, Kłodzko", "cp1250")], "utf-8"),
    ("Russian in UTF-8", [("Москва и Тверь", "utf-8"), ("Нева, Волга", "cp1251")], "utf-8"),
    ("Chinese in UTF-8", [("作者：余华 书名", "utf-8"), ("活着，余华", "gbk")], "utf-8"),
    ("Chinese in UTF-8, undeclared", [("作者 余华 书", "utf-8"), ("活着", "gbk")], ""),
    ("Japanese in UTF-8", [("こころ 夏目 の本", "utf-8"), ("坊っちゃん", "euc_jp")], "euc-jp"),
    ("a page of UTF-8 that says GB2312", [("作者：余华", "utf-8")], "gb2312"),
    ("Greek text alone", [("Αθήνα και «Πειραιάς»", "cp1253")], "windows-1253"),
]


@pytest.mark.parametrize(("why", "parts", "declared"), MIXED, ids=[row[0] for row in MIXED])
def test_each_run_is_read_as_what_it_is(
    why: str, parts: list[tuple[str, str]], declared: str
) -> None:
    body = b"<br>".join(text.encode(charset) for text, charset in parts)
    text, _ = decode(body, f"text/html; charset={declared}")
    assert text == "<br>".join(text for text, _ in parts)


@pytest.mark.parametrize(
    "named", ["zlib", "hex", "rot13", "idna", "punycode", "undefined", "unicode-escape", "utf-7"]
)
def test_what_is_no_encoding_of_pages_is_none(named: str) -> None:
    body = b"<p>" + "Gr\u00f6\u00dfe \\u0041 +AGE-".encode()
    assert decode(body, f"text/html; charset={named}") == (body.decode(), "utf-8")
    assert decode(b"<meta charset=" + named.encode() + b">" + body)[1] == "utf-8"
