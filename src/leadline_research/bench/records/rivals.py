"""Extractors of others behind one signature: bytes in, texts of their groups out, best first.

None is a dependency: a rival is imported when it is called for, and who is not installed drops
out. ``libextract`` 0.0.12 gives the elements whose children repeat most; its records are these
children. To add another: a function from its module, a page and a limit to groups of texts, and a
line in ``INSTALLED_RIVALS``. ``pydepta`` and ``mdr`` are Python 2, and Miria is
on no index of packages: these cannot be run.

>>> [(name, rival.module) for name, rival in INSTALLED_RIVALS.items()]
[('libextract', 'libextract.api')]
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Callable

Groups = list[list[str]]


@dataclass(frozen=True, slots=True)
class Rival:
    """The module that a rival is in, and how the texts of its groups are got from it."""

    module: str
    read: Callable[[Any, bytes, int], Groups]

    def __call__(self, body: bytes, limit: int) -> Groups:
        """Texts of at most so many groups."""
        return self.read(import_module(self.module), body, limit)


def _libextract(module: Any, body: bytes, limit: int) -> Groups:
    """Texts of the children of the elements that it ranks highest."""
    try:
        found = list(module.extract(body, count=limit))
    except (ValueError, AssertionError):  # lxml: an empty document
        return []
    return [
        [" ".join(child.itertext()) for child in element if isinstance(child.tag, str)]
        for element in found
        if isinstance(element.tag, str)
    ]


INSTALLED_RIVALS: Final[dict[str, Rival]] = {"libextract": Rival("libextract.api", _libextract)}


def is_installed(name: str) -> bool:
    """Whether a rival can be called here."""
    return find_spec(INSTALLED_RIVALS[name].module.partition(".")[0]) is not None
