"""Lists as one value, and the slots of the pieces of a line."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leadline.values.lists import (
    LABEL_PREFIX,
    LIST_SEPARATOR,
    display_list,
    group_loose_pieces,
    has_alphanumeric,
    join_values,
    piece_slots,
    split_values,
)
from tables import each_row

FOLDED = st.text(st.characters(exclude_characters="\xa0"), max_size=10)


@given(st.lists(FOLDED, min_size=1, max_size=6))
def test_folded_texts_come_back_from_a_list(values: list[str]) -> None:
    assert split_values(join_values(values)) == values
    assert join_values(values) == LIST_SEPARATOR.join(values)
    assert LIST_SEPARATOR not in display_list(join_values(values))


def test_a_value_that_is_a_list_is_one_value_of_another() -> None:
    assert split_values(join_values([join_values(["a", "b"]), "c"])) == ["a | b", "c"]


@each_row(__file__, "SLOTS", "labels", "numbered", "slots", sequence=list)
def test_slots_of_pieces(labels: list[str], numbered: bool, slots: list[str]) -> None:
    assert list(piece_slots("/p", labels, numbered=numbered)) == slots


@given(st.lists(st.sampled_from(["a", "b", "#"]), max_size=12))
def test_numbered_slots_differ_and_groups_hold_every_position(labels: list[str]) -> None:
    assert len(set(piece_slots("/p", labels, numbered=True))) == len(labels)
    groups = group_loose_pieces(labels)
    assert [position for group in groups for position in group] == list(range(len(labels)))
    assert all(labels[at] == "#" for group in groups if len(group) > 1 for at in group)
    for left, right in itertools.pairwise(groups):
        assert not labels[left[-1]] == labels[right[0]] == "#"


TEXTS = [("a", True), ("- 3", True), ("書", True), (" | ", False), ("", False), ("…", False)]


@pytest.mark.parametrize(("text", "expected"), TEXTS)
def test_texts_with_a_letter_or_a_digit(text: str, expected: bool) -> None:
    assert has_alphanumeric(text) is expected


@each_row(__file__, "PREFIXES", "text", "label")
def test_labels_in_front_of_a_value(text: str, label: str | None) -> None:
    match = LABEL_PREFIX.match(text)
    assert (match[1] if match else None) == label
