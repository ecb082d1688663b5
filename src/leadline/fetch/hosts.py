"""What is shared by all who ask one host: its pace, its rules, and the turn to ask.

>>> hosts = Hosts()
>>> hosts.of("http://127.0.0.1:8001/x").pace.pace, hosts.of("https://a.example/").pace.pace
(0.0, 1.0)
>>> hosts.of("http://www.a.example/") is hosts.of("https://a.example/y")
True
"""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from leadline.fetch.politeness import PUBLIC_PACE, HostPace
from leadline.page.urls import host_key, host_name, is_loopback_address

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from leadline.fetch.robots import Rules


@dataclass(frozen=True, slots=True)
class Clock:
    """Time and sleep, so that a test need not wait."""

    wall: Callable[[], float] = time.time
    steady: Callable[[], float] = time.monotonic
    sleep: Callable[[float], Awaitable[object]] = asyncio.sleep


@dataclass(slots=True)
class Host:
    """One host: ``turn`` is held while a request is under way; ``rules`` by origin, with expiry.

    ``plain`` once it was found to send answers that only a lenient reader can read.
    """

    pace: HostPace
    turn: asyncio.Lock = field(default_factory=asyncio.Lock)
    rules: dict[str, tuple[Rules, float]] = field(default_factory=dict)
    plain: bool = False


class Hosts:
    """The hosts of one run. Give the same one to every fetcher of a run that may share a host.

    ``pace`` is in seconds; None means 1 s on the Internet and no waiting on this machine itself.
    """

    def __init__(self, pace: float | None = None, clock: Clock | None = None) -> None:
        self.clock = clock or Clock()
        self._pace = pace
        self._hosts: dict[str, Host] = {}

    def of(self, url: str) -> Host:
        """The host of an address; ``www.`` makes no other host."""
        key = host_key(url).removeprefix("www.")
        if key not in self._hosts:
            pace = self._pace
            if pace is None:
                pace = 0.0 if is_loopback_address(host_name(url)) else PUBLIC_PACE
            self._hosts[key] = Host(HostPace(pace=pace))
        return self._hosts[key]
