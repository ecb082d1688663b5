"""Hostile sources: each misbehaves in one named way, and a row says what may come of it."""

from leadline_zoo.hostile.behaviours import BEHAVIOURS
from leadline_zoo.hostile.server import Behaviour, HostileSource

__all__ = ["BEHAVIOURS", "Behaviour", "HostileSource"]
