"""SourceSort: which source is visited first (Xian et al. 2012, section 4.1).

The most useful comes first: the one that may add most new data of good quality to the integrated
system. The paper names the function and leaves it to the reader; here it is the product of the
source's size, of the share of its records that nobody else has, and of their quality.

>>> large, copy = SourceWorth(90, novelty=0.5), SourceWorth(90, 0.1)
>>> source_sort({"small": SourceWorth(10), "large": large, "copy": copy})
['large', 'small', 'copy']
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping


class SourceWorth(NamedTuple):
    """What is known of a source before it is asked; a size that nobody knows is None."""

    size: float | None = None
    novelty: float = 1.0
    quality: float = 1.0

    @property
    def product(self) -> float:
        """Size x novelty x quality; 0 while the size is not known."""
        return (self.size or 0.0) * self.novelty * self.quality


def source_sort(worth: Mapping[str, SourceWorth]) -> list[str]:
    """The sources, most useful first; equal ones by name."""
    return sorted(worth, key=lambda key: (-worth[key].product, key))
