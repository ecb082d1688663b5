"""robots.txt rules, with the cases that search forms meet."""

from __future__ import annotations

import pytest

from leadline.fetch.robots import KEPT_SECONDS, KEPT_UNREACHABLE_SECONDS, RobotsRules

SITE = "http://a.example"


@pytest.mark.parametrize(
    ("text", "path", "allowed"),
    [
        ("User-agent: *\nDisallow: /search", "/search?q=1", False),
        ("User-agent: *\nDisallow: /search?", "/search", True),
        ("User-agent: *\nDisallow: /*?q=", "/find?q=rose", False),  # wildcard, RFC 9309 2.2.3
        ("User-agent: *\nDisallow: /*.pdf$", "/a.pdf?x", True),
        ("User-agent: *\nDisallow: /\nAllow: /s", "/s?q=1", True),  # longest match wins
        ("User-agent: *\nDisallow:", "/s", True),
        ("User-agent: Leadline\nDisallow: /\n\nUser-agent: *\nAllow: /", "/s", False),
        ("User-agent: otherbot\nDisallow: /", "/s", True),
        ("\ufeffUser-agent: *\nDisallow: /s", "/s", False),  # byte-order mark
        ("user-agent:*\r\ndisallow:/s\r\n", "/s", False),
        ("User-agent: *\nDisallow: /%E4%B9%A6", "/%e4%b9%a6/1", False),
        ("Sitemap: x", "/s", True),
    ],
)
def test_rules(text: str, path: str, allowed: bool) -> None:
    assert RobotsRules.read(200, text.encode()).allows(SITE + path) is allowed


@pytest.mark.parametrize(
    ("status", "allowed", "kept"),
    [
        *((status, True, KEPT_SECONDS) for status in (200, 204, 404, 403, 301)),
        *((status, False, KEPT_UNREACHABLE_SECONDS) for status in (429, 500)),
    ],
)
def test_status(status: int, allowed: bool, kept: float) -> None:
    rules = RobotsRules.read(status, b"")
    assert (rules.allows(SITE + "/s"), rules.kept_seconds()) == (allowed, kept)


def test_a_file_of_megabytes_is_read_in_time_and_only_in_part() -> None:
    text = b"User-agent: *\n" + b"Disallow: /*a*a*a*a*a*b\n" * 200_000
    assert RobotsRules.read(200, text).allows(SITE + "/" + "a" * 200)
