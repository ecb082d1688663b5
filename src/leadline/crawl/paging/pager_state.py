"""From one result page to the next: propose, verify live, then replay what was learned.

A proposal is believed only when the page it leads to holds records, most of them new, and goes on
where this page ended ("21-40", page number + 1, a parameter that moved by one or by the page size).
Without the last rule a symbol that meant LAST lost a fifth of every answer (harvest notes, 3.2).
After two hops the parameter and its step are known, so pages that no link shows are asked too.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final, Literal
from urllib.parse import quote_plus, unquote_plus

from leadline.errors import UnsupportedForm
from leadline.forms.find import find_interfaces, read_form
from leadline.forms.submit.submit import submit_form
from leadline.wrapper.pager.addresses import is_page_name, sent_address
from leadline.wrapper.pager.propose import (
    PagerLocator,
    PageStep,
    Proposal,
    advance,
    contiguous,
    follow,
    learn_step,
    propose_next,
)

if TYPE_CHECKING:
    from leadline.model import Control, QueryInterface, Request
    from leadline.page.dom import Document
    from leadline.wrapper.reading import PageReading

MOST_KNOWN: Final = 0.5
"""A next page may show at most this share of the records of the page before."""
MOST_TRIES: Final = 12
"""Live tries of proposals that a source may cost before it counts as having no pager."""
MOST_REFUSED: Final = 2
"""Times that proposals at one place may fail before that place is left alone."""
MOST_LOSSES: Final = 1
"""Useless tries of one kind after which it is given up, unless it ever brought something."""
MOST_CUT: Final = 3
"""The same for pages that come cut, which lose records."""
CONTROL_CHARACTERS: Final = re.compile(r"[\x00-\x08\x09\x0b\x0c\x0e-\x1f]")
HOP_TRIES: Final = 4
LEANEST: Final = 2
"""A refused form is sent without odd hidden fields, then without those the entry form lacks."""
UNSURE: Final = frozenset({"sign", "hint", "address"})
"""Kinds of proposals that are not believed unless the pages themselves say that they follow."""
PERSONAL: Final = frozenset({"login", "registration", "recovery", "contact", "newsletter"})
"""Kinds of forms that are never sent, whatever their buttons say."""

Try = Literal["owed", "rest", "about", "full", "empty", "error", "cut", "size", "skip"]
"""What is tried beyond what a page shows: rows that the total owes after a full page, after one
that is not full, or about owes; a page after a full one where no total is known; the same page
again after an empty, failed or cut one; and the usual size where larger pages fail."""

Make = tuple[str, str, frozenset[tuple[str, str]]]
"""What forms of one purpose have in common: method, address, kinds and names of their controls.
Values and the number of buttons differ from page to page."""
MOST_MAKES: Final = 100
"""Makes of forms that are remembered; a source that names fields by chance has more."""

GREW: Final = 1.2
"""A list that became longer shows so many times the records."""
HELD: Final = 0.8
"""Share of the shorter list's records that the longer one must show."""


@dataclass(slots=True)
class Paging:
    """What is learned of a source's pager: a locator to replay, a step to count with.

    ``depths`` are the rows at which answers ended short of their total; ``lean`` is how much of a
    form is left out, ``pressed`` that one was answered with a page; ``sizings`` are the requests
    spent on larger pages; ``personal`` says of forms that were met whether they must not be sent.
    """

    locator: PagerLocator | None = None
    step: PageStep | None = None
    tries: int = 0
    gains: dict[Try, int] = field(default_factory=dict)
    losses: dict[Try, int] = field(default_factory=dict)
    refused: dict[tuple[str, str], int] = field(default_factory=dict)
    depths: list[int] = field(default_factory=list)
    lean: int = 0
    pressed: bool = False
    sizings: int = 0
    size_proved: bool = False
    size_added: bool = False
    overran: bool = False
    unsettled: bool | None = None
    personal: dict[Make, bool] = field(default_factory=dict)

    def replayed(
        self, reading: PageReading, interface: QueryInterface | None = None
    ) -> tuple[Proposal, Request] | None:
        """The next page by the learned locator, None when the page shows none."""
        if self.locator is None:
            return None
        found = follow(
            reading.document, self.locator, request=reading.page.request, interface=interface
        )
        request = self.request_of(found, reading, interface) if found is not None else None
        return (found, request) if found is not None and request is not None else None

    def counted(self, reading: PageReading, amount: int | None = None) -> Request | None:
        """The next page's request by arithmetic, None while the step is unknown."""
        if self.step is None:
            return None
        return advance(reading.page.request, self.step, amount=amount)

    def proposals(
        self, reading: PageReading, interface: QueryInterface | None = None
    ) -> list[tuple[Proposal, Request]]:
        """What may lead on from a page, best first, each with the request it means."""
        if self.tries >= MOST_TRIES:
            return []
        found = []
        asked = {reading.page.request.fingerprint}
        for proposal in propose_next(reading.document, interface, request=reading.page.request):
            if self.refused.get(_place(proposal), 0) >= MOST_REFUSED:
                continue
            request = self.request_of(proposal, reading, interface)
            if request is not None and request.fingerprint not in asked:
                asked.add(request.fingerprint)
                found.append((proposal, request))
        return found[:HOP_TRIES]

    def request_of(
        self, proposal: Proposal, reading: PageReading, interface: QueryInterface | None
    ) -> Request | None:
        """The request that a proposal means: a link's, or that of a pressed button."""
        if proposal.request is not None:
            return proposal.request
        if proposal.button is None and proposal.postback is None:
            return None
        form = read_form(reading.document, proposal.form_node)
        if form is None or self._is_personal(form, reading.document):
            return None
        try:
            return _sent(_leaner(form, interface, self.lean), proposal)
        except UnsupportedForm:
            return None

    def _is_personal(self, form: QueryInterface, document: Document) -> bool:
        """Whether a form must not be sent; judged once for all forms with its names and address, as
        a pager stands on every page.
        """
        made = _make(form)
        if made not in self.personal:
            if len(self.personal) >= MOST_MAKES:
                self.personal.clear()
            kinds = {one.node: one.kind for one in find_interfaces(document)}
            self.personal[made] = kinds.get(form.node) in PERSONAL
        return self.personal[made]

    def learn(self, proposal: Proposal, requests: list[Request]) -> None:
        """A proposal was verified: keep its locator, and the step if the address shows one."""
        self.locator = proposal.locator
        self.learn_step(requests)

    def learn_step(self, requests: list[Request]) -> None:
        """Learn how the address moves from page to page (better known after two hops)."""
        found = learn_step(requests[-3:])
        if found is not None:
            self.step = found

    def refuse(self, proposal: Proposal) -> None:
        """A proposal did not lead on."""
        self.tries += 1
        place = _place(proposal)
        self.refused[place] = self.refused.get(place, 0) + 1

    def is_worth(self, what: Try) -> bool:
        """Whether a try of this kind may bring something, by what such tries brought so far."""
        most = MOST_CUT if what == "cut" else MOST_LOSSES
        return self.gains.get(what, 0) > 0 or self.losses.get(what, 0) < most

    def note(self, what: Try, *, gained: bool) -> None:
        """Keep whether a try of this kind brought something."""
        table = self.gains if gained else self.losses
        table[what] = table.get(what, 0) + 1

    @property
    def wall(self) -> int:
        """The rows at which two answers ended short of their total: nothing lies behind. Or 0."""
        twice = [depth for depth in self.depths if self.depths.count(depth) > 1]
        return max(twice, default=0)


def _place(proposal: Proposal) -> tuple[str, str]:
    return proposal.via, proposal.locator.text


def carries_query(request: Request, first: Request, control: str) -> bool:
    """Whether a page's request says what is asked, as the first page's did; else a server must.

    >>> from leadline.model import Request
    >>> first = Request("GET", "http://h.test/s?q=sea&lang=en")
    >>> carries_query(Request("GET", "http://h.test/s?q=sea&page=2"), first, "q")
    True
    >>> carries_query(Request("GET", "http://h.test/s?page=2"), first, "q")
    False
    """
    asked, now = _pairs(sent_address(first)), _pairs(sent_address(request))
    if control not in asked or control in now:
        return True
    return bool(asked[control]) and asked[control] in sent_address(request)


def _pairs(address: str) -> dict[str, str]:
    """Raw values by decoded name."""
    pairs = (pair.partition("=") for pair in address.partition("?")[2].split("&"))
    return {unquote_plus(name): value for name, _, value in pairs}


def has_parameter(request: Request, name: str) -> bool:
    """Whether a request sets a parameter, in its address or its body."""
    return name in _pairs(sent_address(request))


def with_parameter(request: Request, name: str, value: str) -> Request:
    """The request with one parameter set, in its address (GET) or its urlencoded body (POST).

    >>> from leadline.model import Request
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


def _leaner(form: QueryInterface, entry: QueryInterface | None, lean: int) -> QueryInterface:
    """The form without hidden fields that some servers refuse, by degrees.

    First without those that hold control characters, then without those that the entry form
    lacks; the number of the page stays.
    """
    if not lean:
        return form
    known = {one.name for one in entry.controls} if entry is not None and lean > 1 else None
    kept = tuple(
        one
        for one in form.controls
        if one.kind != "hidden"
        or not (
            CONTROL_CHARACTERS.search(one.value)
            or (known is not None and one.name not in known and not is_page_name(one.name))
        )
    )
    return replace(form, controls=kept)


def _make(form: QueryInterface) -> Make:
    return form.method, form.action, frozenset([(one.kind, one.name) for one in form.controls])


def _sent(form: QueryInterface, proposal: Proposal) -> Request:
    if proposal.postback is not None:
        target, argument = proposal.postback
        values = {"__EVENTTARGET": target, "__EVENTARGUMENT": argument}
        return submit_form(form, values, None)
    name, value = proposal.button or ("", "")
    return submit_form(form, {}, _button(form, name, value))


def _button(form: QueryInterface, name: str, value: str) -> Control | None:
    named = [one for one in form.controls if one.kind in {"submit", "image"} and one.name == name]
    return next((one for one in named if one.value == value), named[0] if named else None)


def goes_on(before: PageReading, after: PageReading, *, via: str, records: int = 0) -> bool:
    """Whether ``after`` is the page that follows ``before`` (rules a, b and c of 3.2).

    A page that shows what ``before`` showed and more goes on too: "more" makes some lists longer.

    ``records`` is the number of records of a whole page, where more than ``before`` shows.
    """
    if not after.rows:
        return False
    known = set(before.keys)
    again = sum(1 for key in after.keys if key in known)
    if len(known) > 2 and len(after.keys) >= GREW * len(known) and again >= HELD * len(known):
        return True
    if again >= MOST_KNOWN * len(after.keys):
        return False
    verdict = contiguous(
        before.document,
        after.document,
        request_before=before.page.request,
        request_after=after.page.request,
        records=max(records, len(before.rows)),
    )
    return verdict if verdict is not None else via not in UNSURE
