"""Seams: parts of the house, one file each, and parts that other packages bring.

A part of another package is an entry point, ``[project.entry-points."leadline.exporters"]`` say. It
names what the files of the house have under the same name: a part, or several in a tuple.
"""

import pkgutil
import sys
from importlib import import_module
from importlib.metadata import entry_points
from typing import Any

from leadline.errors import LeadlineError


def parts(seam: str, package: str, name: str) -> list[Any]:
    """Return what the modules of a package have under a name, then the installed parts of a seam.

    Raises ``LeadlineError`` where an installed part cannot be loaded; the sentence names it.

    >>> [part.kind for part in parts("leadline.nothing", "leadline.page", "NO_SUCH_NAME")]
    []
    """
    house = import_module(package)
    found: list[Any] = []
    for each in sorted(pkgutil.iter_modules(house.__path__), key=lambda one: one.name):
        found += getattr(import_module(f"{package}.{each.name}"), name, ())
    for point in sorted(entry_points(group=seam), key=lambda one: one.name):
        try:
            part = point.load()
        except Exception as fault:
            whose = point.dist.name if point.dist is not None else "a package"
            raise LeadlineError(
                f"the part {point.name!r} of {whose} cannot be loaded ({fault}): "
                "mend or uninstall that package"
            ) from fault
        found += part if isinstance(part, tuple) else (part,)
    return found


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
