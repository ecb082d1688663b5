"""Decides when a host may be asked again. Pure: the time is an argument, of any steady clock.

``pace`` seconds lie at least between the starts of two requests. A host is never asked faster than
its robots.txt says, nor faster than it answered of late. It is left alone for as long as it asks
(``Retry-After``, RFC 9110 section 10.2.3). Without that, the pause doubles with each refusal.

>>> host = HostPace(pace=1.0)
>>> host.started(100.0)
>>> host.answered(100.0, 100.2)
>>> host.ready_at(), host.refused(101.0, None), host.refused(103.0, "30")
(101.0, 2.0, 30.0)
>>> host.ready_at()
133.0
"""

from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from typing import Final

PUBLIC_PACE_SECONDS: Final = 1.0
"""Seconds between two requests to a host on the Internet, when nobody says otherwise."""

FIRST_PAUSE_SECONDS: Final = 2.0
"""Seconds of pause after a first 429 or 503 without Retry-After; doubled each time."""

MAX_PAUSE_SECONDS: Final = 120.0
"""Seconds that a fetcher sleeps at most; instead of a longer pause it gives up."""

MAX_TRIES: Final = 4
"""Times that one request is sent while the host answers 429 or 503."""

REST_TIMEOUTS: Final = 2.0
"""Lengths of the time-out that a host is left alone after one."""

FIRST_CAUTION_SECONDS: Final = 1.0
"""Seconds between requests after a first refusal; doubled with each further one."""

MAX_CAUTION_SECONDS: Final = 30.0
"""Seconds between requests that refusals lead to at most."""

MIN_CAUTION_SECONDS: Final = 0.1
"""Seconds of caution below which it ends."""

RELAXING_FACTOR: Final = 0.9
"""Share of the caution that a good answer leaves."""

NEWEST_WEIGHT: Final = 0.3
"""Share of the newest answer in the smoothed answering time."""


@dataclass(slots=True)
class HostPace:
    """The pace of one host: ``pace`` is the person's wish, ``delay`` the host's, in seconds."""

    pace: float = PUBLIC_PACE_SECONDS
    delay: float = 0.0
    answering: float = 0.0
    last_start: float | None = None
    not_before: float = float("-inf")
    refusals: int = 0
    caution: float = 0.0

    @property
    def interval(self) -> float:
        """Compute the seconds between the starts of two requests."""
        wanted = max(self.pace, self.delay)
        return max(wanted, self.answering if wanted > 0 else 0.0, self.caution)

    def ready_at(self) -> float:
        """Tell the earliest time at which the next request may start."""
        if self.last_start is None:
            return self.not_before
        return max(self.last_start + self.interval, self.not_before)

    def wait(self, now: float) -> float:
        """Tell the seconds from ``now`` until the next request may start."""
        return max(0.0, self.ready_at() - now)

    def started(self, now: float) -> None:
        """Note that a request goes out."""
        self.last_start = now

    def answered(self, start: float, now: float) -> None:
        """Note an answer that is no refusal."""
        self.refusals = 0
        relaxes = self.caution > MIN_CAUTION_SECONDS
        self.caution = self.caution * RELAXING_FACTOR if relaxes else 0.0
        seconds = now - start
        self.answering += NEWEST_WEIGHT * (seconds - self.answering) if self.answering else seconds

    def refused(self, now: float, retry_after: str | None, wall: float = 0.0) -> float:
        """Note a 429 or 503; gives the seconds to leave the host alone.

        ``wall`` is the time in seconds since 1970.
        """
        self.refusals += 1
        self.caution = min(max(2 * self.caution, FIRST_CAUTION_SECONDS), MAX_CAUTION_SECONDS)
        asked = parse_retry_after(retry_after or "", wall)
        pause = FIRST_PAUSE_SECONDS * 2 ** min(self.refusals - 1, 10) if asked is None else asked
        self.rest(now, pause)
        return pause

    def rest(self, now: float, seconds: float) -> None:
        """Leave the host alone for some seconds."""
        self.not_before = max(self.not_before, now + seconds)


def parse_retry_after(value: str, wall: float) -> float | None:
    """Read the seconds of a Retry-After header, a number or an HTTP date; None if unreadable.

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
