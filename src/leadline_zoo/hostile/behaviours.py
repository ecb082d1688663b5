"""Rows of hostile behaviours: what a harvest of each may come to, and what it may cost at most.

>>> sorted(row.name for row in BEHAVIOURS.values() if "a million" in row.name)
['a million nodes', 'entry of a million nodes']
"""

from __future__ import annotations

import gzip
from dataclasses import replace
from functools import cache, partial
from typing import TYPE_CHECKING, Final

from leadline_zoo.hostile.server import Behaviour, entry, framed, headers, results, rows
from leadline_zoo.hostile.sessions import circles, expiring, invented, queue

if TYPE_CHECKING:
    from leadline_zoo.hostile.server import Change, HostileSource
    from leadline_zoo.replies import SiteReply

STOPPED: Final = ("paused", "failed")
BOMB_BYTES: Final = 200_000_000
LONG_WORD: Final = "Donaudampfschifffahrtsgesellschaft"
NOT_SEEN: Final = "<style>.t {position: absolute; left: -5000px}</style><div class=t>"
TRAP_FORM: Final = (
    NOT_SEEN + "<form action=/login><input name=q type=search>"
    "<input type=submit value=Search></form></div>"
)
TRAP_LINK: Final = NOT_SEEN + "<a href='/ad/next' rel=next>Next</a></div>"
MANY_FORMS: Final = "<form action=/nowhere><input name=q><input type=submit></form>" * 5_000
OPTIONS: Final = "<select name=of>" + "".join(f"<option>{n}" for n in range(10_000)) + "</select>"
SCRIPT_CHALLENGE: Final = framed(
    "<noscript>Enable JavaScript and cookies to continue</noscript><script>f()</script>"
)
CAPTCHA: Final = framed("<h1>Are you a robot?</h1><form><input name=captcha></form>")
LOGIN: Final = framed("<form action=/login>Name <input name=n> <input type=password name=p></form>")
ELSEWHERE: Final = framed("<p>Moved", "<meta http-equiv=refresh content='0;url=http://h.test/'>")
FLOOD: Final = framed("<h1>Sorry</h1><p>Too many requests from your address.")
SOFT_BLOCK: Final = framed("<p>Our elves have gone to the seaside.")


def _boxes(number: int) -> bytes:
    box = b"<div class=box><a href=/x/%d>one two %d</a> <span>three</span></div>" % (number, number)
    return b"<html><body>" + box * (16_000_000 // len(box))


def _options(_number: int) -> bytes:
    return b"<select>" + b"<option>a" * 90_000


@cache
def _bomb(_number: int) -> bytes:
    return gzip.compress(bytes(BOMB_BYTES), 1)


def _into_body(markup: str) -> Change:
    return entry(lambda html: html.replace(b"<body>", b"<body>" + markup.encode()))


def _mixed(source: HostileSource, _target: str, reply: SiteReply) -> SiteReply:
    """Write every second title in another encoding than the page, each with a letter beyond it."""
    if source.last_kind != "results":
        return reply
    head, *titles = reply.body.split(b'">The ')
    written = [
        '">Thé '.encode("utf-8" if number % 2 else "cp1252") + title
        for number, title in enumerate(titles)
    ]
    return replace(reply, body=b"".join([head, *written]))


def _halved(source: HostileSource, _target: str, reply: SiteReply) -> SiteReply:
    if source.last_kind != "results" or source.results <= 12:
        return reply
    return replace(reply, body=reply.body[: len(reply.body) // 2])


def _alarm(status: int, *more: tuple[str, str], after: int = 20) -> Change:
    def change(source: HostileSource, _target: str, reply: SiteReply) -> SiteReply:
        if source.last_kind != "results" or source.results <= after:
            return reply
        return replace(reply, status=status, headers=(*reply.headers, *more))

    return change


def _robots(text: bytes) -> Change:
    def change(source: HostileSource, _target: str, reply: SiteReply) -> SiteReply:
        if source.last_kind != "robots":
            return reply
        return replace(reply, status=200, body=text, headers=(("Content-Type", "text/plain"),))

    return change


def _slow(*, body: bool) -> Change:
    def change(source: HostileSource, _target: str, reply: SiteReply) -> SiteReply:
        if source.last_kind != "results" or source.results <= 8:
            return reply
        return replace(reply, drip=1.0) if body else replace(reply, hang=120.0)

    return change


heavy = partial(Behaviour, is_heavy=True, count=300)
blocked = partial(Behaviour, states=("paused",), least=20)
_HEAVY: Final = (
    heavy("500 KB of div", results(lambda _: b"<div>" * 100_000), STOPPED, 0),
    heavy("div later", results(lambda _: b"<div>" * 100_000, 8), STOPPED, 0),
    heavy("16 MB of boxes", results(_boxes), STOPPED, 0),
    heavy("boxes later", results(_boxes, 25), STOPPED, 20, "very large"),
    heavy("a million nodes", results(lambda _: b"<b>x</b>" * 500_000), STOPPED, 0),
    heavy("million later", results(lambda _: b"<b>x</b>" * 500_000, 25), STOPPED, 20, "very large"),
    heavy("lists in lists", results(lambda _: b"<ul><li>a" * 60_000), STOPPED, 0),
    heavy("options later", results(_options, 9), STOPPED, 20, "very large"),
    heavy("entry of a million nodes", entry(lambda html: html + b"<b>x</b>" * 500_000)),
    heavy(
        "gzip bombs", results(_bomb, 25, ("Content-Encoding", "gzip")), STOPPED, 20, "very large"
    ),
    heavy(
        "long pages of invented rows",
        invented(from_page=1, per_page=3_500),
        ("paused",),
        250_000,
        "250,000 records",
        requests=200,
        megabytes=1000,
        seconds=60,
    ),
)
_ENDINGS: Final = (
    Behaviour(
        "soft block", results(lambda _: SOFT_BLOCK, 25), ("paused",), 20, "finds nothing any more"
    ),
    Behaviour(
        "script challenge",
        results(lambda _: SCRIPT_CHALLENGE, 25),
        ("paused",),
        20,
        "finds nothing any more",
    ),
    Behaviour("captcha", results(lambda _: CAPTCHA, 25), ("paused",), 20, "a captcha"),
    Behaviour("login wall", results(lambda _: LOGIN, 25), ("paused",), 20, "a login form"),
    blocked("refresh to elsewhere", results(lambda _: ELSEWHERE, 25), reason="lead to h.test"),
    blocked("flood page", results(lambda _: FLOOD, 25), reason="too many requests"),
    blocked("half pages", _halved, reason="its answers break off"),
    blocked(
        "packed wrongly",
        headers(("Content-Encoding", "gzip"), after=25),
        reason="its answers cannot be unpacked",
    ),
    Behaviour(
        "packed wrongly at once",
        headers(("Content-Encoding", "gzip")),
        ("failed",),
        0,
        "its answers cannot be unpacked",
    ),
    Behaviour("refresh in circles", circles(), STOPPED, 0, "leads on"),
    Behaviour(
        "queue without end",
        queue("<meta http-equiv=refresh content=1>", is_endless=True),
        STOPPED,
        0,
        "asks to wait",
    ),
    Behaviour(
        "endless list behind a real one",
        invented(from_page=6, only_empty_query=True),
        ("paused",),
        20,
        "may be invented",
        pages_everything=True,
    ),
    Behaviour(
        "Retry-After of an hour",
        _alarm(429, ("Retry-After", "3600")),
        ("paused",),
        20,
        "may be asked again in 3600 s",
    ),
    Behaviour(
        "crawl-delay of an hour",
        _robots(b"User-agent: *\nCrawl-delay: 3600\n"),
        STOPPED,
        0,
        "wants to be left alone for another 3600 s",
    ),
    Behaviour(
        "header lines without end",
        headers(*((f"X-{n}", "b" * 50) for n in range(5_000)), after=30),
        STOPPED,
        20,
        "header lines do not end",
    ),
    Behaviour(
        "header line of megabytes",
        headers(("X", "b" * 3_000_000), after=30),
        STOPPED,
        20,
        "header lines do not end",
    ),
)
_WHOLE: Final = (
    Behaviour("honest", lambda _source, _target, reply: reply),
    Behaviour("long words", rows(lambda html: html.replace(" of ", f" {LONG_WORD} of "))),
    Behaviour("formulas", rows(lambda html: html.replace('">The ', '">=1+1 \x1b[31m The '))),
    Behaviour("trap form", _into_body(TRAP_FORM)),
    Behaviour("trap link", rows(lambda html: html.replace("<body>", "<body>" + TRAP_LINK))),
    Behaviour("five thousand forms", _into_body(MANY_FORMS)),
    Behaviour(
        "ten thousand options",
        entry(
            lambda html: html.replace(
                b'<input type="submit"', OPTIONS.encode() + b'<input type="submit"'
            )
        ),
    ),
    Behaviour("two encodings on a page", _mixed),
    Behaviour(
        "flood of cookies", headers(*(("Set-Cookie", f"k{n}={'v' * 3000}") for n in range(60)))
    ),
    Behaviour("long header lines", headers(("X", "b" * 60_000))),
    Behaviour("session ends with a sentence", expiring("page")),
    Behaviour("session ends with the form", expiring("entry")),
    Behaviour("session ends with a redirect", expiring("redirect")),
    Behaviour("session of a cookie ends", expiring("page", hidden=False)),
    Behaviour("queue", queue("<meta http-equiv=refresh content=0>"), requests=220),
)
_SLOW: Final = (
    Behaviour("slow body", _slow(body=True), STOPPED, 0, is_slow=True),
    Behaviour("slow header", _slow(body=False), STOPPED, 0, is_slow=True),
)
BEHAVIOURS: Final = {row.name: row for row in (*_HEAVY, *_ENDINGS, *_WHOLE, *_SLOW)}
