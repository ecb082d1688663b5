"""Record shapes: what of the markup counts."""

from __future__ import annotations

from typing import Any

import pytest

from leadline.columns.record_shape import Shapes
from leadline.model import RecordSpan
from leadline.page.dom import parse_html


def have_one_shape(one: str, other: str) -> bool:
    """Whether two records, the parts of a page, have one shape."""
    page = parse_html(f"<article>{one}</article><article>{other}</article>", "")
    spans = [RecordSpan((node,)) for node in page.elements("article")]
    first, second = Shapes().of(page, spans)
    assert first is not None
    return first is second


SHAPES = [
    ("other texts", "<p>A</p>", "<p>B b</p>", True),
    ("other tags", "<p>A</p>", "<b>A</b>", False),
    ("one more element", "<p>A</p>", "<p>A</p><p>B</p>", False),
    ("another tree", "<p>A<b>B</b></p>", "<p>A</p><b>B</b>", False),
    ("digits in a class", "<p class=n1>A", "<p class=n2>B", True),
    ("another class", "<p class=a>A", "<p class=b>B", False),
    ("a state beside a class", '<p class="a odd">A', '<p class="a even">B', True),
    ("one class and two", "<p class=a>A", '<p class="a b">B', False),
    ("other addresses", "<a href=/1>A</a>", "<a href=/2>B</a>", True),
    ("an address that is missing", "<a href=/1>A</a>", "<a>B</a>", True),
    ("a property", "<p itemprop=a>A", "<p>B", False),
    ("two properties", "<p itemprop=a>A", "<p itemprop=b>B", True),
    ("a wider cell", "<table><tr><td>A</table>", "<table><tr><td colspan=2>B</table>", False),
    ("a click", "<p onclick=x()>A", "<p>B", False),
    ("two clicks", "<p onclick=x()>A", "<p onclick=y()>B", True),
    ("an attribute that counts nothing", "<p style=a>A", "<p>B", True),
    ("no text", "<p>A</p>", "<p></p>", False),
    ("text that touches", "<b>A</b><i>B</i>", "<b>A</b> <i>B</i>", False),
    ("a label class", "<p class=a>A", "<p class=label>A", False),
    ("a label class at the end", '<p class="a odd">A', '<p class="a label">A', False),
]


@pytest.mark.parametrize(("why", "one", "other", "wanted"), SHAPES, ids=[row[0] for row in SHAPES])
def test_shapes(why: str, one: Any, other: Any, wanted: Any) -> None:
    assert have_one_shape(one, other) == wanted, why


def test_records_of_several_nodes_have_shapes_of_their_own() -> None:
    page = parse_html("<p>A</p><p>B</p><p>C</p><p>D</p>", "")
    a, b, c, d = page.elements("p")
    pair, other, one, gap = Shapes().of(
        page, [RecordSpan((a, b)), RecordSpan((c, d)), RecordSpan((a,)), RecordSpan((a, c))]
    )
    assert pair is other
    assert len({pair, one, gap}) == 3
