"""Formats of tables: a file here, or an entry point ``leadline.exporters``, is one more.

>>> sorted(exporters())[:4], suffixes()[".db"].name
(['bibtex', 'csl', 'csv', 'datapackage'], 'sqlite')
"""

from collections.abc import Mapping
from functools import cache

from leadline.errors import require_package
from leadline.seams import parts
from leadline.store.export.formats import Exporter

SEAM = "leadline.exporters"


@cache
def exporters() -> dict[str, Exporter]:
    """Return every exporter by the name of its format; installed ones come last."""
    return {each.name: each for each in parts(SEAM, __name__, "EXPORTERS")}


@cache
def suffixes() -> Mapping[str, Exporter]:
    """Return every exporter by the suffixes of its files."""
    return {suffix: each for each in exporters().values() for suffix in each.suffixes}


def exporter_of(format: str) -> Exporter:
    """Return the exporter of a format; raises ``ValueError``, or ``MissingExtra``."""
    found = exporters().get(format)
    if found is None:
        raise ValueError(f"{format!r} is no format: choose one of {', '.join(sorted(exporters()))}")
    if found.package:
        require_package(found.package, f"writing {format}")
    return found
