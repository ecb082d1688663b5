"""Members of a table by name; ``module:name`` brings one's own, from wherever Python finds it.

>>> chosen(["oak"], {"oak": 1, "elm": 2}, "tree"), chosen([], ["oak", "elm"], "tree")
(['oak'], ['oak', 'elm'])
>>> chosen(["fir"], ["oak", "elm"], "tree")
Traceback (most recent call last):
ValueError: no tree 'fir'; there are: oak, elm; an own one is named as module:name
>>> member("oak", {"oak": 1}, "tree"), member("math:tau", {"oak": 1}, "tree") > 6
(1, True)
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from leadline.seams import own

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

T = TypeVar("T")


def chosen(names: Sequence[str], there: Collection[str], what: str) -> list[str]:
    """Return ``names``, or all available ones if none is named; raise ``ValueError``."""
    for name in names:
        if name not in there and (":" not in name or not isinstance(own(name, what), object)):
            known = ", ".join(there)
            raise ValueError(
                f"no {what} {name!r}; there are: {known}; an own one is named as module:name"
            )
    return list(names or there)


def member(name: str, there: Mapping[str, T], what: str) -> T:
    """Return a member of a table, or one's own; raise ``ValueError`` where there is none."""
    (known,) = chosen([name], there, what)
    return there[known] if known in there else own(known, what)
