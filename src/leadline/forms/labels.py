"""Labels of controls as a reader sees them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from leadline.forms.words import squash

if TYPE_CHECKING:
    from leadline.dom import Document


def label_texts(document: Document, nodes: list[int]) -> dict[int, str]:
    """The label of each control node."""
    by_for: dict[str, int] = {}
    for node in document.elements("label"):
        by_for.setdefault(document.attribute(node, "for"), node)
    by_for.pop("", None)
    return {node: _own_label(document, node, by_for) for node in nodes}


def _own_label(document: Document, node: int, by_for: dict[str, int]) -> str:
    element_id = document.attribute(node, "id")
    if element_id in by_for:
        label = by_for[element_id]
        if text := document.visible_text(label, min(document.end[label], label + 100)):
            return text
    for name in ("aria-label", "placeholder", "title"):
        if text := squash(document.attribute(node, name)):
            return text
    return ""
