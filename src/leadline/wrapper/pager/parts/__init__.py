"""Readers of controls that few pagers have, one file each; a package may bring more.

A module's ``PAGERS`` are functions of a page and its address, as an entry point ``leadline.pagers``
is. Each returns ``PagerControl`` objects, what leads on first.
"""

from collections.abc import Callable
from functools import cache

from leadline.page.dom import Document
from leadline.seams import parts
from leadline.wrapper.pager.controls import PagerControl


@cache
def pager_readers() -> tuple[Callable[[Document, str], list[PagerControl]], ...]:
    """Return the known readers: those of the house, then those that packages bring."""
    return tuple(parts("leadline.pagers", __name__, "PAGERS"))
