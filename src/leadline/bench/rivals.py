"""Extractors of others behind the signature of the bench: bytes in, texts of their groups out.

None is a dependency: an adapter imports its package when it is called for, and whoever is not
installed drops out. ``libextract`` 0.0.12 gives the elements whose children repeat most, best
first; its records are these children. Of the two other known extractors ``pydepta`` is not on the
package index and the sources of ``mdr`` do not build on Python 3.11; figures taken elsewhere of
both are in ``docs/benchmarks.md``.

>>> sorted(RIVALS)
['libextract']
"""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable

    Extractor = Callable[[bytes, int], list[list[str]]]


def libextract(body: bytes, limit: int) -> list[list[str]]:
    """Texts of the children of the elements that it ranks highest."""
    try:
        found = list(import_module("libextract.api").extract(body, count=limit))
    except (ValueError, AssertionError):  # lxml: an empty document
        return []
    return [
        [" ".join(child.itertext()) for child in element if isinstance(child.tag, str)]
        for element in found
        if isinstance(element.tag, str)
    ]


RIVALS: Final[dict[str, Extractor]] = {"libextract": libextract}


def is_installed(name: str) -> bool:
    """Whether a rival can be called here."""
    return find_spec(name) is not None
