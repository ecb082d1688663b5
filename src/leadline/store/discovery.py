"""Names under which the store of a discovery keeps what was found and refused."""

from __future__ import annotations

from typing import Final

DISCOVERY_FOLDER: Final = "discovery"
"""Folder in that of the project: the store and the pages of its discovery."""
DISCOVERY_KEY: Final = "discovery"
"""The name under which a discovery stands in its store, as a source does in a harvest."""
FOUND_INTERFACES: Final = "found interfaces"
REFUSED_FORMS: Final = "refused forms"
"""Parts of what was learned: lists of plain values."""
