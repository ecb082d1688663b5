"""Similarity of names as Lin 2016, 3.2 writes it, eq. (2).

The product adds rules for short words (``leadline.domain.similarity``).

>>> literal_similarity("ISBN", "ISSN"), round(literal_similarity("Year from", "Year"), 3)
(0.75, 0.444)
"""

from __future__ import annotations

from leadline.domain.similarity import MAX_COMPARED_CHARACTERS, edit_distance, normalise


def literal_similarity(left: str, right: str) -> float:
    """Return eq. (2) over normalised texts; 0 if either is empty, where the formula is 0/0."""
    x, y = normalise(left)[:MAX_COMPARED_CHARACTERS], normalise(right)[:MAX_COMPARED_CHARACTERS]
    return 1.0 - edit_distance(x, y) / max(len(x), len(y)) if x and y else 0.0
