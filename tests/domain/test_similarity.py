"""sim(x, y), eq. (2) of Lin 2016: the specification's table, literally and with our rules."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leadline.domain.similarity import edit_distance, normalise, similarity
from leadline_research.lin2016.assignments import literal_similarity

ROWS = [
    # left, right, distance, literal, ours
    ("作者", "作者：", 0, 1.000, 1.000),  # the colon is no part of the name
    ("作者", "著作者", 1, 0.667, 0.000),  # ours: two Han characters count only when equal
    ("作者", "译著者", 2, 0.333, 0.000),
    ("作者", "作品", 1, 0.500, 0.000),  # wrong meaning: what the rule is for
    ("Author", "Authors", 1, 0.857, 0.857),
    ("Title", "Type", 3, 0.400, 0.400),
    ("Year from", "Year", 5, 0.444, 0.444),  # right meaning: forms.relevance knows of parts
    ("ISBN", "ISSN", 1, 0.750, 0.000),  # wrong meaning: four letters count only when equal
    ("ＩＳＢＮ：", "isbn", 0, 1.000, 1.000),  # full width and case are folded
    ("書名", "书名", 1, 0.500, 1.000),  # ours: traditional is simplified, both sides being Han
    ("出版社", "出版者", 1, 0.667, 0.667),
    ("", "", 0, 0.000, 0.000),  # no label is no evidence; the bare formula is 0/0
    ("作者", "", 2, 0.000, 0.000),
]


@pytest.mark.parametrize(("left", "right", "distance", "literal", "ours"), ROWS)
def test_table(left: str, right: str, distance: int, literal: float, ours: float) -> None:
    assert edit_distance(normalise(left), normalise(right)) == distance
    assert literal_similarity(left, right) == pytest.approx(literal, abs=0.0005)
    assert similarity(left, right) == pytest.approx(ours, abs=0.0005)


@given(st.text(max_size=12), st.text(max_size=12))
def test_similarity_is_symmetric_and_bounded(left: str, right: str) -> None:
    for compared in (literal_similarity, similarity):
        found = compared(left, right)
        assert 0.0 <= found <= 1.0
        assert found == compared(right, left)


@given(st.text(max_size=20))
def test_normal_form_is_its_own(text: str) -> None:
    once = normalise(text)
    assert similarity(text, text) in {0.0, 1.0}
    assert once == once.strip()
