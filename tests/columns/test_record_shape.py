"""Record shapes: what of the markup counts."""

from typing import Any

from leadline.columns.record_shape import Shapes
from leadline.model import RecordSpan
from leadline.page.dom import parse_html
from tables import each_row


def have_one_shape(one: str, other: str) -> bool:
    """Whether two records, the parts of a page, have one shape."""
    page = parse_html(f"<article>{one}</article><article>{other}</article>", "")
    spans = [RecordSpan((node,)) for node in page.elements("article")]
    first, second = Shapes().of(page, spans)
    assert first is not None
    return first is second


@each_row(__file__, "SHAPES", "why", "one", "other", "wanted")
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
