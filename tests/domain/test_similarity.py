"""sim(x, y), eq. (2) of Lin 2016: the specification's table, literally and with our rules."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leadline.domain.similarity import edit_distance, normalise, similarity
from leadline_research.lin2016.assignments import literal_similarity
from tables import each_row


@each_row(__file__, "ROWS", "left", "right", "distance", "literal", "ours")
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
