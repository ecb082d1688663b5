"""The encoding of a source whose pages declare none: decided over several of its pages.

A short page says little, and is read as the others are. What pages declare, or are (UTF-8), holds.

>>> from leadline.model import Request
>>> letters, asked = SourceLetters(), Request("GET", "http://h.test/")
>>> for text in ("検索結果 東京都立図書館 日本文学", "雪"):
...     page = Page(asked, asked.url, 200, (), text.encode("euc_jp"))
...     letters = letters.with_page(page)
...     letters.told(page).header("content-type")
'; charset=euc_jp'
'; charset=euc_jp'
>>> letters.told(Page(asked, asked.url, 200, (), "雪".encode())).headers
()
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from leadline.model import Page
from leadline.page.charset import is_guessed
from leadline.page.letters import best_charset, high_texts

KINDS_OF_TEXT: Final = ("html", "text", "xml", "json", "javascript")
MAX_BYTES_OF_SOURCE: Final = 40_000
"""Bytes of texts of several pages after which their encoding is not judged again."""


@dataclass(frozen=True, slots=True)
class SourceLetters:
    """Texts of pages that declare no encoding, and the encoding that they speak for."""

    texts: bytes = b""
    charset: str = ""

    def told(self, page: Page) -> Page:
        """Return a page that declares the encoding of its source, if it would be guessed alone."""
        if not self.charset or not _is_undeclared(page):
            return page
        kind = f"{page.header('Content-Type').partition(';')[0]}; charset={self.charset}"
        return replace(page, headers=(*page.headers, ("Content-Type", kind)))

    def with_page(self, page: Page) -> SourceLetters:
        """Return what is known with the letters of a further page."""
        if len(self.texts) >= MAX_BYTES_OF_SOURCE or not _is_undeclared(page):
            return self
        texts = self.texts + b"\n" + high_texts(page.body)
        return SourceLetters(texts, best_charset(texts))


def _is_undeclared(page: Page) -> bool:
    """Tell whether a page is a text whose encoding would be guessed."""
    stated = page.header("Content-Type")
    is_text = not stated or any(kind in stated.casefold() for kind in KINDS_OF_TEXT)
    return is_text and b"\0" not in page.body[:1_000] and is_guessed(page.body, stated)
