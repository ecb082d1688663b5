"""One budget for the whole line: what discovery may take, and what is left for the sources.

Discovery finds what is harvested, so it goes first, with a share of what is left. Sources that are
half taken go on before others are looked for. When all known sources came to their end, discovery
gets its share of what they left.

>>> left_of(Budget(requests=100), Spent(requests=30))
Budget(requests=70, pages=0, bytes=0, minutes=0.0, records=250000)
>>> discovery_share(Budget(requests=100), Spent(requests=60), own=10).requests
14
"""

from dataclasses import dataclass, replace
from math import ceil
from pathlib import Path
from typing import Final

from leadline.app.project import Project
from leadline.model import Budget
from leadline.store import Reader
from leadline.store.discovery import DISCOVERY_FOLDER

DISCOVERY_SHARE: Final = 0.1
"""Share of what is left of the budget that discovery may take at a time."""


@dataclass(frozen=True, slots=True)
class Spent:
    """Requests and bytes of a project so far, and minutes of this run."""

    requests: int = 0
    bytes: int = 0
    minutes: float = 0.0


def spent_in(store: Path, minutes: float = 0.0) -> Spent:
    """Return what a store says was spent; nothing if it is not there."""
    if not store.is_file():
        return Spent(minutes=minutes)
    with Reader(store) as reader:
        counts = reader.counts()
    return Spent(counts.requests, counts.bytes, minutes)


def spent_by_stages(folder: Path, minutes: float) -> tuple[Spent, Spent]:
    """Return what the discovery and the harvest of a project spent."""
    discovery = Project(folder / DISCOVERY_FOLDER).store
    return spent_in(discovery, minutes), spent_in(Project(folder).store, minutes)


def left_of(total: Budget, spent: Spent) -> Budget | None:
    """Return what is left of a budget, where 0 is no limit; None if one of its limits is used."""
    left = {}
    for name, used in (
        ("requests", spent.requests),
        ("pages", spent.requests),
        ("bytes", spent.bytes),
        ("minutes", spent.minutes),
    ):
        allowed = getattr(total, name)
        if allowed and used >= allowed:
            return None
        left[name] = allowed - used if allowed else allowed
    return replace(total, **left)


def discovery_share(total: Budget, spent: Spent, own: int) -> Budget | None:
    """Return the limits of a discovery that sent ``own`` requests; None if nothing is left."""
    left = left_of(total, spent)
    if left is None:
        return None
    requests = own + ceil(DISCOVERY_SHARE * left.requests) if left.requests else 0
    minutes = DISCOVERY_SHARE * left.minutes
    return replace(left, requests=requests, pages=0, bytes=0, minutes=minutes)
