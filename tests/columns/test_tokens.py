"""Tokens of a text: words, signs and typed values."""

from typing import Any

from leadline.columns.templates.tokens import tokens_of
from tables import each_row


@each_row(__file__, "TOKENS", "why", "text", "wanted", sequence=list)
def test_tokens(why: str, text: Any, wanted: Any) -> None:
    assert [token.key for token in tokens_of(text)] == wanted, why


def test_tokens_say_where_they_stand() -> None:
    text = "Ann (1901), 国"
    assert "".join(text[token.start : token.stop] for token in tokens_of(text)) == "Ann(1901), 国"
