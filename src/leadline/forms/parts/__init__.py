"""Finders of lists that can be asked like a select and that few pages have, one file each.

A module's ``LISTS`` are functions of a page, as an entry point ``leadline.lists`` is. Each returns
interfaces, the longest list first.
"""

from collections.abc import Callable
from functools import cache

from leadline.model import QueryInterface
from leadline.page.dom import Document
from leadline.seams import parts


@cache
def list_finders() -> tuple[Callable[[Document], tuple[QueryInterface, ...]], ...]:
    """Return the known finders: those of the house, then those that packages bring."""
    return tuple(parts("leadline.lists", __name__, "LISTS"))
