"""Encodings that pages declare, and those that they are in."""

from __future__ import annotations

import codecs

import pytest

from leadline.page.charset import decode

PAGE = '<html><head><meta charset="{}"></head><body>Straße, 作者</body></html>'


@pytest.mark.parametrize("name", ["utf-16", "utf-16le", "UTF-16BE", "ucs-2", "utf-32"])
@pytest.mark.parametrize("header", ["", "text/html", "text/html; charset={}"])
def test_bytes_that_cannot_be_utf_16_are_utf_8(name: str, header: str) -> None:
    """A meta element that can be read as ASCII does not stand in UTF-16."""
    page = PAGE.format(name)
    assert decode(page.encode(), header.format(name)) == (page, "utf-8")


@pytest.mark.parametrize("codec", ["utf-16-le", "utf-16-be"])
def test_utf_16_is_read_where_it_is(codec: str) -> None:
    page = PAGE.format("utf-16")
    assert decode(page.encode(codec), f"text/html; charset={codec}") == (page, codec)
    mark = codecs.BOM_UTF16_LE if codec.endswith("le") else codecs.BOM_UTF16_BE
    assert decode(mark + page.encode(codec), "")[0] == page


def test_a_byte_order_mark_wins_over_utf_16() -> None:
    page = PAGE.format("utf-16")
    assert decode(codecs.BOM_UTF8 + page.encode(), "text/html; charset=utf-16")[0] == page
