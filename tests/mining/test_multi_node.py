"""Records of several siblings: what begins, separates and ends them."""

from __future__ import annotations

import pytest

from leadline.mining.multi_node import segment_by_heads, segment_by_separators
from mining_pages import group, signed, stretch_texts

ENTRY = "<h4>{0}</h4><p>about {0}</p>".format
EF = ["e about e", "f about f"]
HEADS = [
    ("head to head", ENTRY("a") + ENTRY("b"), [["a about a", "b about b"]]),
    (
        "in front of the first head is no record",
        "<p>found 2</p>" + ENTRY("a") + ENTRY("b"),
        [["a about a", "b about b"]],
    ),
    (
        "what only one record has ends it",
        ENTRY("a") + ENTRY("b") + "<form>again <input></form>",
        [["a about a", "b about b"]],
    ),
    (
        "a rule that only one has ends it, though it has no content",
        ENTRY("a") + ENTRY("b") + "<hr><p>contact</p>",
        [["a about a", "b about b"]],
    ),
    (
        "headings between records, with and without",
        "<h2>May</h2>"
        + ENTRY("a")
        + ENTRY("b")
        + "<h2>June</h2>"
        + ENTRY("c")
        + ENTRY("d")
        + "<h2>July</h2>"
        + ENTRY("e")
        + ENTRY("f"),
        [
            ["a about a", "b about b June", "c about c", "d about d July", *EF],
            ["a about a", "b about b", "c about c", "d about d", *EF],
        ],
    ),
    (
        "empty nodes at the end do not count",
        ENTRY("a") + "<p></p>" + ENTRY("b") + "<p></p>",
        [["a about a", "b about b"]],
    ),
    (
        "dates in paragraphs of their own class",
        "<p class=day>1 May</p>"
        + ENTRY("a")
        + ENTRY("b")
        + ENTRY("c")
        + ENTRY("d")
        + "<p class=day>2 May</p>"
        + ENTRY("e"),
        [["a about a", "b about b", "c about c", "d about d", "e about e"]],
    ),
]


@pytest.mark.parametrize(("why", "html", "expected"), HEADS, ids=[row[0] for row in HEADS])
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


LINES = [
    ("by rules", "a <i>1</i><hr>b <i>2</i><hr>c <i>3</i>", [["a 1", "b 2", "c 3"]]),
    (
        "two breaks between records, one inside",
        "a<br>x<br><br>b<br>y<br><br>c<br>z",
        [["a", "x", "b", "y", "c", "z"], ["a x", "b y", "c z"]],
    ),
    (
        "a heading in front of the first line",
        "<b>Found</b> " + "<br>".join(f"<i>{name}</i> {n}" for n, name in enumerate("abcdef", 1)),
        [
            ["Found a 1", "b 2", "c 3", "d 4", "e 5", "f 6"],
            ["a 1", "b 2", "c 3", "d 4", "e 5", "f 6"],
        ],
    ),
    ("one separator is none", "a<br>b", []),
    ("at the end only", "a b<br><br>", []),
    ("at the ends and between", "<hr>a<hr>b<hr>c<hr>", [["a", "b", "c"]]),
]


@pytest.mark.parametrize(("why", "html", "expected"), LINES, ids=[row[0] for row in LINES])
def test_between_separators(why: str, html: str, expected: list[list[str]]) -> None:
    page = signed(f"<main>{html}</main>")
    siblings = group(page, "main")
    segmentations = list(segment_by_separators(siblings))
    assert [stretch_texts(siblings, stretches) for stretches in segmentations] == expected
