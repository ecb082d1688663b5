"""When a host may be asked again. Pure: the time is an argument, in seconds of any steady clock.

A host is asked at most once every ``pace`` seconds, counted between the starts of requests, never
faster than its robots.txt says or than it has answered of late; it is left alone for as long as it
asks (``Retry-After``, RFC 9110 section 10.2.3), and twice as long after each refusal.

>>> host = HostPace(pace=1.0)
>>> host.started(100.0)
>>> host.answered(100.0, 100.2)
>>> host.ready_at(), host.refused(101.0, None), host.refused(103.0, "30")
(101.0, 2.0, 30.0)
>>> host.ready_at()
133.0
"""

from __future__ import annotations

from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from typing import Final

PUBLIC_PACE: Final = 1.0
"""Seconds between two requests to a host on the Internet, when nobody says otherwise."""

FIRST_PAUSE: Final = 2.0
"""Seconds after a first 429 or 503 without Retry-After; doubled each time."""

LONGEST_PAUSE: Final = 120.0
"""Above this a fetcher does not sleep: it gives up and says when to come again."""

TRIES: Final = 4
"""How often one request is sent while the host answers 429 or 503: 2 + 4 + 8 seconds of waiting."""

REST_AFTER_TIMEOUT: Final = 2.0
"""Lengths of the time-out that a host is left alone after one: 60 s after 30 s."""

LONGEST_CAUTION: Final = 30.0
RELAXING: Final = 0.9
"""After a refusal the host is asked at most once a second, then every 2, 4, .. 30 seconds; each
good answer takes a tenth off again (additive patience would forget too fast)."""

SMOOTHING: Final = 0.3
"""Weight of the newest answer in the smoothed answering time."""


@dataclass(slots=True)
class HostPace:
    """What is known of one host's wishes; ``pace`` is the person's, ``delay`` the host's own."""

    pace: float = PUBLIC_PACE
    delay: float = 0.0
    answering: float = 0.0
    last_start: float | None = None
    not_before: float = float("-inf")
    refusals: int = 0
    caution: float = 0.0

    @property
    def interval(self) -> float:
        """Seconds between the starts of two requests."""
        wanted = max(self.pace, self.delay)
        return max(wanted, self.answering if wanted > 0 else 0.0, self.caution)

    def ready_at(self) -> float:
        """The earliest time at which the next request may start."""
        if self.last_start is None:
            return self.not_before
        return max(self.last_start + self.interval, self.not_before)

    def wait(self, now: float) -> float:
        """Seconds from ``now`` until the next request may start."""
        return max(0.0, self.ready_at() - now)

    def started(self, now: float) -> None:
        """A request goes out."""
        self.last_start = now

    def answered(self, start: float, now: float) -> None:
        """An answer came that is no refusal."""
        self.refusals = 0
        self.caution = self.caution * RELAXING if self.caution > 0.1 else 0.0
        seconds = now - start
        self.answering += SMOOTHING * (seconds - self.answering) if self.answering else seconds

    def refused(self, now: float, retry_after: str | None, wall: float = 0.0) -> float:
        """A 429 or 503 came: the seconds to leave the host alone (``wall``: seconds since 1970)."""
        self.refusals += 1
        self.caution = min(max(2 * self.caution, 1.0), LONGEST_CAUTION)
        asked = parse_retry_after(retry_after or "", wall)
        pause = FIRST_PAUSE * 2 ** min(self.refusals - 1, 10) if asked is None else asked
        self.rest(now, pause)
        return pause

    def rest(self, now: float, seconds: float) -> None:
        """Leave the host alone for so long."""
        self.not_before = max(self.not_before, now + seconds)


def parse_retry_after(value: str, wall: float) -> float | None:
    """Seconds of a Retry-After header, given as such or as an HTTP date; None if unreadable.

    >>> parse_retry_after("Fri, 31 Dec 1999 23:59:59 GMT", 946684790.0)
    9.0
    """
    text = value.strip()
    if text.isascii() and text.isdigit() and len(text) < 10:
        return float(text)
    try:
        return max(0.0, parsedate_to_datetime(text).timestamp() - wall)
    except (TypeError, ValueError, OverflowError):
        return None
