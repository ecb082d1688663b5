"""Reads what a host's robots.txt allows (RFC 9309, Crawl-delay and Request-rate). Pure.

A missing file (4xx) allows all. A file that cannot be had (5xx) forbids all (section 2.3.1.4).

>>> rules = RobotsRules.read(200, b"User-agent: *\\nDisallow: /search\\nCrawl-delay: 5")
>>> rules.allows("http://a.example/search?q=1"), rules.allows("http://a.example/"), rules.delay
(False, True, 5.0)
>>> RobotsRules.read(404, b"").allows("http://a.example/")
True
>>> RobotsRules.read(503, b"").allows("http://a.example/")
False
"""

from __future__ import annotations

import re
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from protego import Protego

PRODUCT: Final = "leadline"
"""The product name by which robots.txt files address us."""

ROBOTS_PATH: Final = "/robots.txt"
"""Path of the file in each origin."""

KEPT_SECONDS: Final = 24 * 3600.0
"""Seconds that a file is used before it is read again (RFC 9309 section 2.4)."""

KEPT_UNREACHABLE_SECONDS: Final = 600.0
"""Seconds until a file that could not be had is asked for again."""

MAX_ROBOTS_BYTES: Final = 512 * 1024
"""Bytes of a file that are read (RFC 9309 section 2.5: at least 500 kibibytes)."""

MAX_DELAY_SECONDS: Final = 86_400.0
UNREADABLE_DELAY_SECONDS: Final = 30.0
"""Seconds between requests where a file states a delay that is no finite number."""
_UNREADABLE_DELAY: Final = re.compile(
    r"(?mi)^[ \t]*+crawl-delay[ \t]*+:[ \t]*+(?![ \t]*+\d+(?:\.\d+)?\s)"
)

MAX_ROBOTS_REDIRECTS: Final = 5
"""Redirects followed to a robots.txt (RFC 9309 section 2.3.1.2)."""


@dataclass(frozen=True, slots=True)
class RobotsRules:
    """The rules of one origin; ``status`` and ``text`` are its file's, ``delay`` is in seconds."""

    status: int
    delay: float = 0.0
    parsed: Protego | None = None
    product: str = PRODUCT
    text: str = ""

    @classmethod
    def read(cls, status: int, body: bytes, product: str = PRODUCT) -> RobotsRules:
        """Read the rules in an answer to ``/robots.txt``; takes any bytes without an error."""
        if not 200 <= status < 300 or not body.strip():
            return cls(status, product=product)
        from protego import Protego

        if len(body) > MAX_ROBOTS_BYTES:
            body = body[:MAX_ROBOTS_BYTES].rpartition(b"\n")[0]
        text = body.decode("utf-8-sig", "replace").replace("\x00", "")
        parsed = Protego.parse(text)
        delay = _delay(parsed, product)
        if not 0 < delay < MAX_DELAY_SECONDS and _UNREADABLE_DELAY.search(text):
            delay = UNREADABLE_DELAY_SECONDS
        return cls(status, min(delay, MAX_DELAY_SECONDS), parsed, product, text)

    @property
    def unreachable(self) -> bool:
        """Tell whether the file may exist but could not be had."""
        return self.status >= 500 or self.status == 429

    def allows(self, url: str) -> bool:
        """Tell whether a request to this address may be sent."""
        if self.unreachable:
            return False
        return self.parsed is None or self.parsed.can_fetch(url, self.product)

    def sitemaps(self) -> list[str]:
        """List the addresses of the sitemaps that the file names.

        >>> RobotsRules.read(200, b"Sitemap: http://a.example/map.xml").sitemaps()
        ['http://a.example/map.xml']
        """
        return [] if self.parsed is None else [str(url) for url in self.parsed.sitemaps]

    def kept_seconds(self) -> float:
        """Tell for how many seconds these rules may be used."""
        return KEPT_UNREACHABLE_SECONDS if self.unreachable else KEPT_SECONDS


def _delay(parsed: Protego, product: str) -> float:
    delay = float(parsed.crawl_delay(product) or 0.0)
    rate = parsed.request_rate(product)
    if rate is not None and rate.requests:
        with suppress(OverflowError):  # more requests than there are numbers
            delay = max(delay, rate.seconds / rate.requests)
    return delay
