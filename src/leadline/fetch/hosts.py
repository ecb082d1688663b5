"""Holds what all who ask one host share: its pace, its robots rules, and the turn to ask.

>>> hosts = Hosts()
>>> hosts.of("http://127.0.0.1:8001/x").pace.pace, hosts.of("https://a.example/").pace.pace
(0.0, 1.0)
>>> hosts.of("http://www.a.example/") is hosts.of("https://a.example/y")
True
"""

import asyncio
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final

from leadline.fetch.politeness import PUBLIC_PACE_SECONDS, HostPace
from leadline.fetch.robots import RobotsRules
from leadline.fetch.wishes import HostWishes
from leadline.page.urls import host_key, host_name, is_loopback_address

MIN_KEPT_SECONDS: Final = 10.0
"""Seconds of rest from which a wish is kept for later processes."""
MAX_REST_SECONDS: Final = 7 * 86_400.0
BUSY: Final = (
    "it answers {status}, so it is busy, and may be asked again in {seconds:,.0f} s: ask then, or "
    "with a longer deadline"
)


@dataclass(frozen=True, slots=True)
class Clock:
    """Functions for time and sleep, so that a test need not wait."""

    wall: Callable[[], float] = time.time
    steady: Callable[[], float] = time.monotonic
    sleep: Callable[[float], Awaitable[object]] = asyncio.sleep


@dataclass(slots=True)
class Host:
    """The state of one host.

    ``turn`` is held while a request is under way. ``rules`` has, by origin, the robots rules and
    when they expire. ``use_http10`` is set once only a lenient reader could read an answer.
    ``refusal`` is the status by which it refused last.
    """

    pace: HostPace
    turn: asyncio.Lock = field(default_factory=asyncio.Lock)
    rules: dict[str, tuple[RobotsRules, float]] = field(default_factory=dict)
    use_http10: bool = False
    refusal: int = 0


class Hosts:
    """The hosts of one run; fetchers that may ask the same host share one of these.

    ``pace`` is in seconds. None means 1 s on the Internet, and no waiting on this machine itself.
    ``wishes`` are those of hosts that outlive a process.
    """

    def __init__(
        self,
        pace: float | None = None,
        clock: Clock | None = None,
        wishes: HostWishes | None = None,
    ) -> None:
        self.clock = clock or Clock()
        self._wishes = wishes
        self._pace = pace
        self._hosts: dict[str, Host] = {}

    def of(self, url: str) -> Host:
        """Look up the host of an address; with ``www.`` it is the same host."""
        key = host_key(url).removeprefix("www.")
        if key not in self._hosts:
            pace = self._pace
            if pace is None:
                pace = 0.0 if is_loopback_address(host_name(url)) else PUBLIC_PACE_SECONDS
            host = self._hosts[key] = Host(HostPace(pace=pace))
            if self._wishes is not None:
                left = self._wishes.until(key) - self.clock.wall()
                host.pace.rest(self.clock.steady(), min(left, MAX_REST_SECONDS))
        return self._hosts[key]

    def leave_alone(self, url: str, seconds: float) -> None:
        """Keep a long wish of the host of an address for later processes."""
        if self._wishes is not None and seconds >= MIN_KEPT_SECONDS:
            key = host_key(url).removeprefix("www.")
            self._wishes.leave_alone(key, self.clock.wall() + seconds)

    def why_waiting(self, url: str) -> str:
        """Say that a host refuses now, and for how long it is left alone; '' where it does not."""
        host = self.of(url)
        seconds = max(1.0, host.pace.wait(self.clock.steady()))
        return BUSY.format(status=host.refusal, seconds=seconds) if host.pace.refusals else ""

    def kept_wish(self, url: str) -> str:
        """Say where the long wish of a host is kept, until when, and what to do; '' for none."""
        if self._wishes is None:
            return ""
        key = host_key(url).removeprefix("www.")
        until = self._wishes.until(key)
        if until - self.clock.wall() < MIN_KEPT_SECONDS:
            return ""
        at = f"{datetime.fromtimestamp(until).astimezone():%Y-%m-%d %H:%M}"
        file = self._wishes.file_of(key)
        return f"; until {at} it is left alone by all projects: wait, or delete {file} to ask now"

    def reserve(self, url: str) -> float:
        """Take the next turn at a host among all processes; tell the seconds until then."""
        interval = self.of(url).pace.interval
        if self._wishes is None or interval <= 0:
            return 0.0
        key = host_key(url).removeprefix("www.")
        return self._wishes.reserve(key, self.clock.wall(), interval)
