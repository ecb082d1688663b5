# Holds: records from head to head; records between separators
"""Records of several siblings: what begins, separates and ends them."""

from leadline.mining.multi_node import segment_by_heads, segment_by_separators
from mining_pages import group, signed, stretch_texts
from tables import each_row

ENTRY = "<h4>{0}</h4><p>about {0}</p>".format


@each_row(__file__, "HEADS", "why", "html", "expected", sequence=list)
def test_from_head_to_head(why: str, html: str, expected: list[list[str]]) -> None:
    page = signed(f"<main>{html}</main>")
    siblings = group(page, "main")
    heads = list(page.document.elements("h4"))
    segmentations = list(segment_by_heads(siblings, heads))
    assert [stretch_texts(siblings, stretches) for stretches in segmentations] == expected


def test_heads_of_two_parents() -> None:
    page = signed(f"<ul>{ENTRY('a')}</ul><ul>{ENTRY('b')}{ENTRY('c')}</ul>")
    siblings = group(page, "ul")
    first = next(segment_by_heads(siblings, list(page.document.elements("h4"))))
    assert stretch_texts(siblings, first) == ["a about a", "b about b", "c about c"]


@each_row(__file__, "LINES", "why", "html", "expected", sequence=list)
def test_between_separators(why: str, html: str, expected: list[list[str]]) -> None:
    page = signed(f"<main>{html}</main>")
    siblings = group(page, "main")
    segmentations = list(segment_by_separators(siblings))
    assert [stretch_texts(siblings, stretches) for stretches in segmentations] == expected
