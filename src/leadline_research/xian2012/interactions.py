"""Result pages that a query takes: Xian et al. 2012, section 3, eq. (2).

The paper's example: 104 books at 10 a page take 11 interactions.

>>> interactions(104, page_size=10)
11
>>> interactions(104, page_size=10, cap=50), interactions(0, page_size=10)
(5, 1)
"""

from __future__ import annotations

from math import ceil


def interactions(matching: float, *, page_size: int, cap: int = 0) -> int:
    """Return M of eq. (2): pages to see ``min(matching, cap)`` records, at least one."""
    reachable = min(matching, cap) if cap else matching
    return max(1, ceil(reachable / max(1, page_size)))
