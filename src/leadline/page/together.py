"""Elements that belong together: those of the nearest common container.

>>> from leadline.page.dom import parse_html
>>> page = parse_html("<div><p><input><b></b></p><p><i></i></p></div>", "http://h.test/")
>>> box, bold, italic = (next(page.elements(tag)) for tag in ("input", "b", "i"))
>>> nearest(page, box, [bold, italic]) == (bold,)
True
"""

from bisect import bisect_left
from collections.abc import Sequence
from itertools import islice
from typing import Final

from leadline.page.dom import Document

MAX_STEPS_UP: Final = 12


def nearest(document: Document, node: int, others: Sequence[int]) -> tuple[int, ...]:
    """Return those of ``others``, sorted, that share the nearest container with an element."""
    for above in islice(document.ancestors(node), MAX_STEPS_UP):
        first = bisect_left(others, above)
        stop = bisect_left(others, document.end[above])
        if stop > first:
            return tuple(others[first:stop])
    return ()
