"""Tokens of a text: words, signs and typed values."""

from __future__ import annotations

from typing import Any

import pytest

from leadline.columns.templates.tokens import tokens_of

TOKENS = [
    ("#7: on 3 May 2012", "#7: on 3 May 2012", ["#", "\x00number", ":", "on", "\x00date"]),
    ("12,345 bytes", "12,345 bytes", ["\x00number", "bytes"]),
    ("19-P-12", "19-P-12", ["19-P-12"]),
    ("共12页", "共12页", ["共", "\x00number", "页"]),
    ("国 （2003）民终12号", "国 （2003）民终12号", ["国", " ", "（2003）民终12号"]),
    ("http://h.test/a?b=1 x", "http://h.test/a?b=1 x", ["\x00url", "x"]),
    ("a@h.test, Bo", "a@h.test, Bo", ["\x00email", ",", "Bo"]),
    ("10:20-11:30", "10:20-11:30", ["\x00time", "-", "\x00time"]),
    ("1st of 3", "1st of 3", ["1st", "of", "\x00number"]),
    ("v1.2.3", "v1.2.3", ["v1.2.3"]),
    ("$12.50", "$12.50", ["$", "\x00number"]),
    ("o’Hara", "o’Hara", ["o’Hara"]),
    ("a... b", "a... b", ["a", "...", "b"]),
    ("2012-03-04T10:20", "2012-03-04T10:20", ["\x00date"]),
    ("3KB", "3KB", ["\x00number", "KB"]),
    ("12%", "12%", ["\x00number", "%"]),
    ("No.5", "No.5", ["No.5"]),
    ("A/B test", "A/B test", ["A/B", "test"]),
    ("１２", "１２", ["\x00number"]),
    ("", "", []),
    ("   ", "   ", []),
    ("C++ and C#", "C++ and C#", ["C", "+", "+", "and", "C", "#"]),
    ("-5 to +7", "-5 to +7", ["\x00number", "to", "\x00number"]),
    ("x1 2x", "x1 2x", ["x1", "\x00number", "x"]),
]


@pytest.mark.parametrize(("why", "text", "wanted"), TOKENS, ids=[row[0] for row in TOKENS])
def test_tokens(why: str, text: Any, wanted: Any) -> None:
    assert [token.key for token in tokens_of(text)] == wanted, why


def test_tokens_say_where_they_stand() -> None:
    text = "Ann (1901), 国"
    assert "".join(text[token.start : token.stop] for token in tokens_of(text)) == "Ann(1901), 国"
