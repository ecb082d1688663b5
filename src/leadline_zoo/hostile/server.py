"""Hostile source: an ordinary source behind a proxy that misbehaves in one named way.

>>> honest = Behaviour("honest", lambda source, target, reply: reply, count=30)
>>> with HostileSource(honest) as source:
...     source.answer("GET", "/search?q=of", b"", "").status, source.results
(200, 1)
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from leadline_zoo.source import ServedSource
from leadline_zoo.spec import Engine, Pager, SourceSpec

if TYPE_CHECKING:
    from collections.abc import Callable

    from leadline_zoo.replies import SiteReply

    Change = Callable[["HostileSource", str, "SiteReply"], "SiteReply"]
    """What a behaviour does: (source, target of the request, honest reply) -> reply."""

HTML: Final = (("Content-Type", "text/html; charset=utf-8"),)


@dataclass(frozen=True, slots=True)
class Behaviour:
    """One row: what the server does, and what a harvest of it may come to and cost.

    ``states`` are the outcomes that are true, ``least`` the records that must be taken of the
    ``count`` (-1: all), ``reason`` a part of the sentence that must say why. Processor time is in
    ``seconds``, memory in MB; ``is_heavy`` rows may come near to these. ``is_slow`` rows take
    minutes, because a time-out has to pass. ``pages_everything``: the empty query lists all.
    """

    name: str
    change: Change
    states: tuple[str, ...] = ("complete", "exhausted")
    least: int = -1
    reason: str = ""
    count: int = 120
    seconds: float = 20.0
    megabytes: int = 1000
    requests: int = 160
    is_heavy: bool = False
    is_slow: bool = False
    pages_everything: bool = False

    @property
    def exit_codes(self) -> tuple[int, ...]:
        """Exit codes that say so."""
        codes = {"complete": 0, "exhausted": 0, "paused": 3, "failed": 1}
        return tuple(codes[state] for state in self.states)

    @property
    def least_records(self) -> int:
        """Records that must be taken."""
        return self.count if self.least < 0 else self.least


class HostileSource(ServedSource):
    """A source of books that misbehaves.

    ``results`` counts its result pages, ``counts`` whatever a behaviour counts.
    """

    def __init__(self, behaviour: Behaviour, port: int = 0) -> None:
        self.behaviour = behaviour
        self.results = 0
        self.counts: Counter[str] = Counter()
        self.is_healed = False
        super().__init__(_spec(behaviour), port=port)

    def answer(self, method: str, target: str, body: bytes, cookie: str) -> SiteReply:
        """Answer honestly, then spoil the answer unless the source is healed."""
        reply = super().answer(method, target, body, cookie)
        if self.log[-1].kind == "results":
            self.results += 1
        if not self.is_healed:
            reply = self.behaviour.change(self, target, reply)
        if reply.hang:
            self.pause(reply.hang)
        return reply

    @property
    def last_kind(self) -> str:
        """Kind of the last request: entry, results, record, robots or missing."""
        return self.log[-1].kind


def _spec(behaviour: Behaviour) -> SourceSpec:
    engine = Engine("and", empty="all" if behaviour.pages_everything else "nothing")
    return SourceSpec("hostile", "books", behaviour.count, pager=Pager("next", 20), engine=engine)


def results(make: Callable[[int], bytes], after: int = 0, *headers: tuple[str, str]) -> Change:
    """Replace result pages after the first few; ``make`` gets the number of the page."""

    def change(source: HostileSource, _target: str, reply: SiteReply) -> SiteReply:
        if source.last_kind != "results" or source.results <= after:
            return reply
        return replace(reply, body=make(source.results), headers=(*HTML, *headers))

    return change


def entry(make: Callable[[bytes], bytes]) -> Change:
    """Replace the entry page."""

    def change(source: HostileSource, _target: str, reply: SiteReply) -> SiteReply:
        return replace(reply, body=make(reply.body)) if source.last_kind == "entry" else reply

    return change


def rows(edit: Callable[[str], str]) -> Change:
    """Edit the text of result pages."""

    def change(source: HostileSource, _target: str, reply: SiteReply) -> SiteReply:
        if source.last_kind != "results":
            return reply
        return replace(reply, body=edit(reply.body.decode()).encode())

    return change


def headers(*more: tuple[str, str], after: int = 0) -> Change:
    """Add header lines to result pages after the first few."""

    def change(source: HostileSource, _target: str, reply: SiteReply) -> SiteReply:
        if source.last_kind != "results" or source.results <= after:
            return reply
        return replace(reply, headers=(*reply.headers, *more))

    return change


def framed(text: str, head: str = "") -> bytes:
    """Return a page of the site that says something else than a result page."""
    return (
        f"<html><head><title>hostile</title>{head}</head><body><ul class=menu><li><a href=/home>"
        f"Home</a></ul><main>{text}</main><a href=/about>About us</a> | <a href=/help>Help</a>"
        "</body></html>"
    ).encode()
