"""Names under which the store of a discovery keeps what was found, and whether it was begun."""

from pathlib import Path
from typing import Final

from leadline.store.reader import Reader

DISCOVERY_FOLDER: Final = "discovery"
"""Folder in that of the project: the store and the pages of its discovery."""
DISCOVERY_KEY: Final = "discovery"
"""The name under which a discovery stands in its store, as a source does in a harvest."""
FOUND_INTERFACES: Final = "found interfaces"
REFUSED_FORMS: Final = "refused forms"
"""Parts of what was learned: lists of plain values."""


def was_begun(path: Path) -> bool:
    """Tell whether a store holds a discovery; one killed at its beginning has none yet."""
    if not path.is_file():
        return False
    with Reader(path) as store:
        return any(source.key == DISCOVERY_KEY for source in store.sources())
