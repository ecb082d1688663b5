"""A slot: controls of a form that are bound together, and the values that they offer."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Slot:
    """What is bound together: one control, or the two ends of a range.

    ``offers`` are values (one for each of ``names``) with their confidence, falling.
    ``attribute`` is the attribute they come from, '' for a control's own choices. ``optional``:
    the slot may stay unbound.
    """

    names: tuple[str, ...]
    offers: tuple[tuple[tuple[str, ...], float], ...]
    attribute: str = ""
    optional: bool = True
