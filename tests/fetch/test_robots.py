"""robots.txt rules, with the cases that search forms meet."""

import pytest

from leadline.fetch.robots import KEPT_SECONDS, KEPT_UNREACHABLE_SECONDS, RobotsRules
from tables import each_row

SITE = "http://a.example"


@each_row(__file__, "RULES", "text", "path", "allowed")
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
    text = b"User-agent: *\nDisallow: /shut\n" + b"Disallow: /*a*a*a*a*a*b\n" * 200_000
    rules = RobotsRules.read(200, text)
    assert rules.allows(SITE + "/" + "a" * 200)
    assert not rules.allows(SITE + "/shut")
