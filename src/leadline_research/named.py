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

import sys
from importlib import import_module
from typing import TYPE_CHECKING, Any, TypeVar

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


def own(name: str, what: str) -> Any:
    """Import ``module:name``, from the folder of the command too; raise ``ValueError``.

    >>> own("math:tau", "constant") > 6
    True
    >>> own("math:fir", "tree")
    Traceback (most recent call last):
    ValueError: no tree 'math:fir': the module math has no fir
    """
    module, _, attribute = name.partition(":")
    if "" not in sys.path:
        sys.path.append("")
    try:
        return getattr(import_module(module), attribute)
    except (ImportError, ValueError) as fault:
        raise ValueError(f"no {what} {name!r}: {fault}") from fault
    except AttributeError:
        raise ValueError(f"no {what} {name!r}: the module {module} has no {attribute}") from None
