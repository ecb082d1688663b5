"""Hostile source: an ordinary source behind a proxy that misbehaves in one named way.

Each row of `BEHAVIOURS` says what a harvest may come to, and what it may cost at most.

>>> sorted(row.name for row in BEHAVIOURS.values() if "a million" in row.name)
['a million nodes', 'entry of a million nodes']
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from leadline_zoo.source import ServedSource
from leadline_zoo.spec import Engine, Pager, SourceSpec

if TYPE_CHECKING:
    from collections.abc import Callable

    from leadline_zoo.replies import SiteReply

    Change = Callable[["HostileSource", str, "SiteReply"], "SiteReply"]
    """What a behaviour does: (source, target of the request, honest reply) -> reply."""

COUNT: Final = 300
"""Records of the honest source."""
HTML: Final = (("Content-Type", "text/html; charset=utf-8"),)


@dataclass(frozen=True, slots=True)
class Behaviour:
    """One row: what the server does, and what a harvest of it may come to and cost.

    ``states`` are the outcomes that are true, ``least`` the records that must be taken, ``reason``
    a part of the sentence that must say why. Processor time is in ``seconds``, memory in MB.
    """

    name: str
    change: Change
    states: tuple[str, ...] = ("complete", "exhausted")
    least: int = COUNT
    reason: str = ""
    seconds: float = 20.0
    megabytes: int = 1000
    requests: int = 120

    @property
    def exit_codes(self) -> tuple[int, ...]:
        """Exit codes that say so."""
        codes = {"complete": 0, "exhausted": 3, "paused": 3, "failed": 1}
        return tuple(codes[state] for state in self.states)


class HostileSource(ServedSource):
    """A source of books that misbehaves; ``results`` counts its result pages."""

    def __init__(self, behaviour: Behaviour, port: int = 0) -> None:
        self.behaviour = behaviour
        self.results = 0
        self.is_healed = False
        super().__init__(_spec(), port=port)

    def answer(self, method: str, target: str, body: bytes, cookie: str) -> SiteReply:
        """Answer honestly, then spoil the answer unless the source is healed."""
        reply = super().answer(method, target, body, cookie)
        if self.log[-1].kind == "results":
            self.results += 1
        return reply if self.is_healed else self.behaviour.change(self, target, reply)

    @property
    def last_kind(self) -> str:
        """Kind of the last request: entry, results, record, robots or missing."""
        return self.log[-1].kind


def _spec() -> SourceSpec:
    return SourceSpec(
        "hostile", "books", COUNT, pager=Pager("next", 20), engine=Engine("and", empty="nothing")
    )


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


def _boxes(number: int) -> bytes:
    box = b"<div class=box><a href=/x/%d>one two %d</a> <span>three</span></div>" % (number, number)
    return b"<html><body>" + box * (16_000_000 // len(box))


def _options(_number: int) -> bytes:
    return b"<select>" + b"<option>a" * 90_000


STOPPED: Final = ("paused", "failed")
TRAP_STYLE: Final = "<style>.t {position: absolute; left: -5000px}</style>"
TRAP_FORM: Final = (
    TRAP_STYLE + "<div class=t><form action=/login><input name=q type=search>"
    "<input type=submit value=Search></form></div>"
).encode()
LONG_WORD: Final = "Donaudampfschifffahrtsgesellschaft"
_BEHAVIOURS: Final = (
    Behaviour("honest", lambda _source, _target, reply: reply),
    Behaviour("long words", rows(lambda html: html.replace(" of ", f" {LONG_WORD} of "))),
    Behaviour("500 KB of div", results(lambda _: b"<div>" * 100_000), STOPPED, 0),
    Behaviour("div later", results(lambda _: b"<div>" * 100_000, 8), STOPPED, 0),
    Behaviour("16 MB of boxes", results(_boxes), STOPPED, 0),
    Behaviour("boxes later", results(_boxes, 25), STOPPED, 20, "very large"),
    Behaviour("a million nodes", results(lambda _: b"<b>x</b>" * 500_000), STOPPED, 0),
    Behaviour(
        "million later", results(lambda _: b"<b>x</b>" * 500_000, 25), STOPPED, 20, "very large"
    ),
    Behaviour("lists in lists", results(lambda _: b"<ul><li>a" * 60_000), STOPPED, 0),
    Behaviour("options later", results(_options, 8), STOPPED, 20, "very large"),
    Behaviour("entry of a million nodes", entry(lambda html: html + b"<b>x</b>" * 500_000)),
    Behaviour("trap form", entry(lambda html: html.replace(b"<body>", b"<body>" + TRAP_FORM))),
)
BEHAVIOURS: Final = {row.name: row for row in _BEHAVIOURS}
