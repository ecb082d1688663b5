"""SourceSort: the order in which sources are visited (Xian et al. 2012, section 4.1).

The source that may add most new data of good quality comes first. The paper does not define the
function. Here it is the product of the source's size, the share of its records that no other source
has, and their quality.

>>> large, copy = SourceWorth(90, novelty=0.5), SourceWorth(90, 0.1)
>>> source_sort({"small": SourceWorth(10), "large": large, "copy": copy})
['large', 'small', 'copy']
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping


class SourceWorth(NamedTuple):
    """Facts of a source before it is asked; an unknown size is None."""

    size: float | None = None
    novelty: float = 1.0
    quality: float = 1.0

    @property
    def product(self) -> float:
        """Multiply size, novelty and quality; 0 while the size is unknown."""
        return (self.size or 0.0) * self.novelty * self.quality


def source_sort(worth: Mapping[str, SourceWorth]) -> list[str]:
    """Sort sources by falling worth; equal ones by name."""
    return sorted(worth, key=lambda key: (-worth[key].product, key))
