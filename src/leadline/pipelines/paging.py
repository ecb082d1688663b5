"""From one result page to the next: propose, verify live, then replay what was learned.

A proposal is believed only when the page it leads to holds records, most of them new, and goes on
where this page ended ("21-40", page number + 1, a parameter that moved by one or by the page size).
Without the last rule a symbol that meant LAST lost a fifth of every answer (harvest notes, 3.2).
After two hops the parameter and its step are known, so pages that no link shows are asked too.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final
from urllib.parse import quote_plus, unquote_plus

from leadline.errors import UnsupportedForm
from leadline.forms import find_interfaces, submit
from leadline.wrapper.pager import (
    Locator,
    Proposal,
    Step,
    advance,
    contiguous,
    follow,
    learn_step,
    propose_next,
)

if TYPE_CHECKING:
    from leadline.model import Control, QueryInterface, Request
    from leadline.pipelines.reading import Reading

MOST_KNOWN: Final = 0.5
"""A next page may show at most this share of the records of the page before."""
MOST_TRIES: Final = 12
"""Live tries of proposals that a source may cost before it counts as having no pager."""
MOST_IDLE: Final = 3
"""Arithmetic tries after a full last page that never brought anything."""
CONTROL_CHARACTERS: Final = re.compile(r"[\x00-\x08\x09\x0b\x0c\x0e-\x1f]")
HOP_TRIES: Final = 4
UNSURE: Final = frozenset({"sign", "hint", "address"})
"""Kinds of proposals that are not believed unless the pages themselves say that they follow."""


@dataclass(slots=True)
class Paging:
    """What is learned of a source's pager: a locator to replay, a step to count with."""

    locator: Locator | None = None
    step: Step | None = None
    tries: int = 0
    idle: int = 0
    paid: int = 0
    refused: list[tuple[str, ...]] = field(default_factory=list)
    lean: bool = False

    def replayed(self, reading: Reading) -> Request | None:
        """The next page's request by the learned locator, None when the page shows none."""
        if self.locator is None:
            return None
        found = follow(reading.document, self.locator, request=reading.page.request)
        return self.request_of(found, reading) if found is not None else None

    def counted(self, reading: Reading, amount: int | None = None) -> Request | None:
        """The next page's request by arithmetic, None while the step is unknown."""
        if self.step is None:
            return None
        return advance(reading.page.request, self.step, amount=amount)

    def proposals(self, reading: Reading) -> list[tuple[Proposal, Request]]:
        """What may lead on from a page, best first, each with the request it means."""
        if self.tries >= MOST_TRIES:
            return []
        found = []
        asked = {reading.page.request.fingerprint}
        interfaces = find_interfaces(reading.document)
        for proposal in propose_next(
            reading.document, interfaces[0] if interfaces else None, request=reading.page.request
        ):
            request = self.request_of(proposal, reading, interfaces)
            if request is not None and request.fingerprint not in asked:
                asked.add(request.fingerprint)
                found.append((proposal, request))
        return found[:HOP_TRIES]

    def request_of(
        self,
        proposal: Proposal,
        reading: Reading,
        interfaces: tuple[QueryInterface, ...] | None = None,
    ) -> Request | None:
        """The request that a proposal means: a link's, or that of a pressed button."""
        if proposal.request is not None:
            return proposal.request
        if proposal.button is None and proposal.postback is None:
            return None
        known = interfaces if interfaces is not None else find_interfaces(reading.document)
        form = next((one for one in known if one.node == proposal.form_node), None)
        if form is None:
            return None
        try:
            return _sent(_lean(form) if self.lean else form, proposal)
        except UnsupportedForm:
            return None

    def learn(self, proposal: Proposal, requests: list[Request]) -> None:
        """A proposal was verified: keep its locator, and the step if the address shows one."""
        self.locator = proposal.locator
        self.learn_step(requests)

    def learn_step(self, requests: list[Request]) -> None:
        """Learn how the address moves from page to page (better known after two hops)."""
        found = learn_step(requests[-3:])
        if found is not None:
            self.step = found


def with_parameter(request: Request, name: str, value: str) -> Request:
    """The request with one parameter set, in its address (GET) or its urlencoded body (POST).

    >>> with_parameter(Request("GET", "http://h.test/s?q=sea&n=20"), "n", "100").url
    'http://h.test/s?q=sea&n=100'
    """
    if request.method == "POST":
        body = _set(request.body.decode("latin-1"), name, value)
        return replace(request, body=body.encode("latin-1"))
    address, _, query = request.url.partition("?")
    return replace(request, url=f"{address}?{_set(query, name, value)}")


def _set(query: str, name: str, value: str) -> str:
    """Set one pair of a query string and leave the others' bytes as they are (any charset)."""
    wanted = quote_plus(name)
    pairs = [pair for pair in query.split("&") if pair]
    kept = [pair for pair in pairs if unquote_plus(pair.partition("=")[0]) != name]
    place = next(
        (i for i, pair in enumerate(pairs) if unquote_plus(pair.partition("=")[0]) == name),
        len(kept),
    )
    return "&".join([*kept[:place], f"{wanted}={quote_plus(value)}", *kept[place:]])


def _lean(form: QueryInterface) -> QueryInterface:
    """The form without hidden fields that hold control characters: some servers refuse those."""
    kept = tuple(
        one
        for one in form.controls
        if not (one.kind == "hidden" and CONTROL_CHARACTERS.search(one.value))
    )
    return replace(form, controls=kept)


def _sent(form: QueryInterface, proposal: Proposal) -> Request:
    if proposal.postback is not None:
        target, argument = proposal.postback
        values = {"__EVENTTARGET": target, "__EVENTARGUMENT": argument}
        return submit(form, values, None)
    name, value = proposal.button or ("", "")
    return submit(form, {}, _button(form, name, value))


def _button(form: QueryInterface, name: str, value: str) -> Control | None:
    named = [one for one in form.controls if one.kind in {"submit", "image"} and one.name == name]
    return next((one for one in named if one.value == value), named[0] if named else None)


def goes_on(before: Reading, after: Reading, *, via: str) -> bool:
    """Whether ``after`` is the page that follows ``before`` (rules a, b and c of 3.2)."""
    if not after.rows:
        return False
    known = set(before.keys)
    again = sum(1 for key in after.keys if key in known)
    if again >= MOST_KNOWN * len(after.keys):
        return False
    verdict = contiguous(
        before.document,
        after.document,
        request_before=before.page.request,
        request_after=after.page.request,
        records=len(before.rows),
    )
    return verdict if verdict is not None else via not in UNSURE
