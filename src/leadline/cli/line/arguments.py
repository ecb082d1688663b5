"""Arguments that ``leadline discover`` and ``leadline run`` have in common."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path


@dataclass(frozen=True, slots=True, kw_only=True)
class TopicOrder:
    """Arguments of a command that begins with a topic; a limit of 0 means no limit."""

    targets: tuple[str, ...]
    project: Path | None = None
    topic: str = ""
    hosts: tuple[str, ...] = ()
    max_hosts: int = 0
    requests: int = 0
    minutes: float = 0.0
    pace: float | None = None
    robots: bool = True
    fresh: bool = False
    quiet: bool = False
