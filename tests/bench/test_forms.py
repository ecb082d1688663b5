"""The form benches keep their figures, and their scoring can tell right from wrong."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from leadline.bench import form_labels, form_types

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.gold
def test_types(shared: Path) -> None:
    found: dict[str, Any] = form_types.run(shared / "gold" / "forms")
    assert found["accuracy"] >= 0.97
    assert found["searchable"]["f1"] >= 0.98


@pytest.mark.gold
def test_labels_and_roles(shared: Path) -> None:
    found: dict[str, Any] = form_labels.run(shared / "gold" / "forms")
    assert found["f1"] >= 0.98
    assert found["exact"] >= 0.97
    assert found["whole_form"] >= 0.94
    assert found["roles"] >= 0.94


def test_scores_by_hand() -> None:
    found = form_types.scores(["search", "search", "login", "other"], ["search", "other"] * 2)
    assert found["accuracy"] == 0.5
    assert found["searchable"] == {"precision": 0.5, "recall": 0.5, "f1": 0.5}


@pytest.mark.parametrize(
    ("label", "gold", "right"),
    [
        ("Author:", "author", True),
        ("Year of opinion", "Year", True),
        ("Yearly", "Year", False),
        ("作者姓名", "作者", True),
        ("", "Year", False),
        ("", "", True),
        ("Kind of match", "Match kind", True),
    ],
)
def test_lenient(label: str, gold: str, right: bool) -> None:
    assert form_labels.lenient(label, gold) is right
