"""Pager of a source: from one result page to the next.

A proposal is believed only when the page it leads to holds records, most of them new, and continues
where this page ended ("21-40", page number + 1, a parameter that moved by one or by the page size).
After two pages the parameter and its step are known, so pages that no link shows are asked too.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from hashlib import blake2b
from typing import Final, Literal

from leadline.crawl.state.request_parameters import submitted, with_state
from leadline.errors import UnsupportedForm
from leadline.forms.find import find_interfaces, read_form
from leadline.forms.submit.submit import action_request, button_of, submit_form
from leadline.model import NO, QueryInterface, Request
from leadline.page.dom import Document
from leadline.page.plain import Hooks, from_plain, to_plain
from leadline.wrapper.data.call import Call
from leadline.wrapper.pager.addresses import is_page_name
from leadline.wrapper.pager.given import given_next
from leadline.wrapper.pager.locator import PagerLocator, Proposal
from leadline.wrapper.pager.position import contiguous
from leadline.wrapper.pager.pressed import PRESSED_LOCATOR, PressedTurn
from leadline.wrapper.pager.propose import LONE, follow, propose_next
from leadline.wrapper.pager.step import PageStep, advance, learn_step
from leadline.wrapper.reading import PageReading

MAX_KNOWN_SHARE: Final = 0.5
"""Share of the records of a next page that the page before may have shown."""
MAX_PAGER_TRIES: Final = 12
"""Live tries of proposals after which a source counts as having no pager."""
MAX_REFUSALS_AT_PLACE: Final = 2
"""Failed proposals at one place after which that place is left alone."""
MAX_USELESS_TRIES: Final = 1
"""Useless tries of one kind after which it is given up, unless it ever brought something."""
MAX_USELESS_REFETCHES: Final = 3
"""Useless fetches of truncated pages after which they are given up: these pages lose records."""
CONTROL_CHARACTERS: Final = re.compile(r"[\x00-\x08\x09\x0b\x0c\x0e-\x1f]")
MAX_PROPOSALS_PER_PAGE: Final = 4
MAX_DROPPED_FIELDS_LEVEL: Final = 2
"""Level 1 drops hidden fields with control characters, level 2 those the entry form lacks."""
UNSURE_KINDS: Final = frozenset({"sign", "hint", "address"})
"""Kinds of proposals that are believed only if the pages themselves say that they follow."""
PERSONAL_FORM_KINDS: Final = frozenset(
    {"login", "registration", "recovery", "contact", "newsletter"}
)
"""Kinds of forms that are never sent, whatever their buttons say."""

Try = Literal[
    "owed",
    "rest",
    "about",
    "full",
    "empty",
    "error",
    "cut",
    "size",
    "skip",
    "form",
    "again",
    "press",
]
"""What is tried beyond what a page shows.

Rows that an exact total owes after a full page (owed) or another page (rest), or that an estimate
owes (about); a page after a full one without a total (full); the same page again after an empty,
failed or truncated one; the usual size where larger pages fail; the page behind one that fails;
what a link asks, sent by the form (form); the request that led to this page (again); the control
in a browser (press).
"""

FormSignature = tuple[str, str, frozenset[tuple[str, str]]]
"""Method, address, kinds and names of the controls of forms of one purpose."""
MAX_NUMBERS_KEPT: Final = 1_000
"""Requests of which the page's number is known: what scripts send may not say it."""
MAX_FORM_SIGNATURES: Final = 100
"""Signatures that are remembered; a source that names fields by chance has more."""

MIN_GROWTH_OF_LIST: Final = 1.2
"""Ratio of the records of two pages from which a list counts as longer."""
MIN_SHARE_KEPT: Final = 0.8
"""Share of the shorter list's records that the longer one must show."""

BYTES_SHOWN: Final[Hooks] = {bytes: lambda body: body.decode("latin-1")}
BYTES_READ: Final[Hooks] = {bytes: lambda body: body.encode("latin-1")}
"""How the body of a request is remembered, whatever it holds."""


@dataclass(frozen=True, slots=True)
class PagerState:
    """What is learned of a source's pager: a locator to replay, a step to count with.

    ``depths`` are the rows at which answers ended short of their total, ``depths_in_vain`` those
    behind which no new session showed more; ``form_accepted``: a form
    without a learned request was answered with a page; ``submits_links``: what links ask must be
    posted; ``page_size_tries`` are requests spent on larger pages; ``is_order_unstable`` is None
    until it was looked for; ``given`` is what a person calls the next link.
    """

    locator: PagerLocator | None = None
    step: PageStep | None = None
    tries: int = 0
    useful: frozenset[Try] = frozenset()
    useless: Mapping[Try, int] = field(default_factory=dict)
    refused: Mapping[tuple[str, str], int] = field(default_factory=dict)
    depths: tuple[int, ...] = ()
    depths_in_vain: frozenset[int] = frozenset()
    dropped_fields_level: int = 0
    form_accepted: bool = False
    page_size_tries: int = 0
    is_page_size_proved: bool = False
    adds_page_size: bool = False
    total_exceeded: bool = False
    submits_links: bool = False
    is_order_unstable: bool | None = None
    call: Call | None = None
    pressed: PressedTurn | None = None
    given: tuple[str, ...] = ()
    _personal: dict[FormSignature, bool] = field(default_factory=dict, compare=False, repr=False)
    _numbers: dict[str, int] = field(default_factory=dict, compare=False, repr=False)
    _names: dict[tuple[int, int], tuple[PagerLocator, QueryInterface | None, str]] = field(
        default_factory=dict, compare=False, repr=False
    )

    def by_locator(
        self, reading: PageReading, interface: QueryInterface | None = None
    ) -> tuple[Proposal, Request] | None:
        """Return the next page by the learned locator, None when the page shows none."""
        if self.call is not None:
            return self.call.proposal(reading)
        if self.pressed is not None:
            return self._turned(self.pressed, reading)
        if self.locator is None:
            return None
        name = self._fact_name(self.locator, interface)
        if name in reading.facts:
            plain = reading.facts[name]
            proposal = from_plain(Proposal, plain, BYTES_READ) if plain is not None else None
        else:
            proposal = follow(
                reading.document,
                self.locator,
                request=reading.page.request,
                interface=interface,
                shown=self._number_of(reading),
            )
            if proposal is None or proposal.request is not None:
                is_one = proposal is not None
                reading.facts[name] = to_plain(proposal, BYTES_SHOWN) if is_one else None
        request = self.request_of(proposal, reading, interface) if proposal is not None else None
        return (proposal, request) if proposal is not None and request is not None else None

    def _turned(self, turn: PressedTurn, reading: PageReading) -> tuple[Proposal, Request] | None:
        shown = self._number_of(reading)
        made = turn.after(reading.document, reading.page.request, shown)
        if made is None:
            return None
        self._number(made, shown + 1)
        return Proposal(made, PRESSED_LOCATOR, "pressed", shown + 1), made

    def _fact_name(self, locator: PagerLocator, interface: QueryInterface | None) -> str:
        """Return the name under which a page's next one is remembered."""
        place = id(locator), id(interface)
        known = self._names.get(place)
        if known is None:
            text = repr((locator, interface)).encode("utf-8", "surrogatepass")
            name = f"next {blake2b(text, digest_size=8).hexdigest()}"
            if len(self._names) >= MAX_FORM_SIGNATURES:
                self._names.clear()
            self._names[place] = known = (locator, interface, name)
        return known[2]

    def by_step(self, reading: PageReading, amount: int | None = None) -> Request | None:
        """Return the next page's request by arithmetic, None while the step is unknown."""
        if self.step is None:
            return None
        moved = advance(reading.page.request, self.step, amount=amount)
        if moved is None:
            return None
        moved = with_state(moved, reading.document)
        if amount is None:
            self._number(moved, self._number_of(reading) + 1)
        return moved

    def proposals(
        self, reading: PageReading, interface: QueryInterface | None = None
    ) -> list[tuple[Proposal, Request]]:
        """Return what may lead on from a page, best first, each with the request it means."""
        if self.tries >= MAX_PAGER_TRIES or self.call is not None or NO in self.given:
            return []
        proposals = []
        asked = {reading.page.request.fingerprint}
        document, known = reading.document, reading.page.request
        ours = [one for text in self.given for one in given_next(document, text)]
        shown = self._number_of(reading)
        offered = propose_next(document, interface, request=known, shown=shown)
        for proposal in (*ours, *offered):
            if self.refused.get(_place(proposal), 0) >= MAX_REFUSALS_AT_PLACE:
                continue
            made = self.request_of(proposal, reading, interface)
            if made is not None and made.fingerprint not in asked:
                asked.add(made.fingerprint)
                proposals.append((proposal, made))
        return proposals[:MAX_PROPOSALS_PER_PAGE]

    def said(
        self, reading: PageReading, interface: QueryInterface | None
    ) -> tuple[Proposal, Request] | None:
        """Return what says "next" where the learned locator ends: at the last number of a block."""
        if self.locator is None or self.locator.via != "number":
            return None
        offered = self.proposals(reading, interface)
        return next((one for one in offered if one[0].via == "word"), None)

    def leads_on(self, reading: PageReading, interface: QueryInterface | None) -> bool:
        """Tell whether a page shows a next one; what was pressed in a browser is not looked for."""
        if self.pressed is not None:
            return False
        if self.locator is not None or self.call is not None:
            return self.by_locator(reading, interface) is not None
        return bool(self.proposals(reading, interface))

    def request_like(
        self, proposal: Proposal, reading: PageReading, interface: QueryInterface | None
    ) -> Request | None:
        """Return what the same control sends on another page, None where it is not there."""
        if self.pressed is not None:
            turned = self._turned(self.pressed, reading)
            return turned[1] if turned is not None else None
        same = follow(
            reading.document, proposal.locator, request=reading.page.request, interface=interface
        )
        return self.request_of(same, reading, interface) if same is not None else None

    def _number_of(self, reading: PageReading) -> int:
        """Return the number of the page that was asked for, 1 for an answer's first."""
        return self._numbers.get(reading.page.request.fingerprint, 1)

    def request_of(
        self, proposal: Proposal, reading: PageReading, interface: QueryInterface | None
    ) -> Request | None:
        """Return the request that a proposal means: a link's, or that of a pressed button."""
        if proposal.request is not None:
            by_form = submitted(proposal.request, reading.page.request)
            return by_form if by_form and self.submits_links else proposal.request
        if proposal.action is not None and proposal.form_node < 0:
            return action_request(proposal.action, None)
        if proposal.button is None and proposal.action is None:
            return None
        form = read_form(reading.document, proposal.form_node)
        if form is None or self._is_personal(form, reading.document):
            return None
        try:
            made = _submitted(_without_fields(form, interface, self.dropped_fields_level), proposal)
        except UnsupportedForm:
            return None
        if made is not None and proposal.number is not None:
            self._number(made, proposal.number)
        return made

    def _number(self, request: Request, number: int) -> None:
        """Keep which page a request asks for."""
        if len(self._numbers) >= MAX_NUMBERS_KEPT:
            self._numbers.clear()
        self._numbers[request.fingerprint] = number

    def _is_personal(self, form: QueryInterface, document: Document) -> bool:
        """Tell whether a form must not be sent; judged once for all forms of its signature."""
        signature = (
            form.method,
            form.action,
            frozenset([(control.kind, control.name) for control in form.controls]),
        )
        if signature not in self._personal:
            if len(self._personal) >= MAX_FORM_SIGNATURES:
                self._personal.clear()
            kinds = {one.node: one.kind for one in find_interfaces(document)}
            self._personal[signature] = kinds.get(form.node) in PERSONAL_FORM_KINDS
        return self._personal[signature]

    def with_locator(self, proposal: Proposal, requests: Sequence[Request]) -> PagerState:
        """Keep the locator of a verified proposal, and the step if the address shows one."""
        return replace(self, locator=proposal.locator).with_step(requests)

    def with_step(self, requests: Sequence[Request]) -> PagerState:
        """Learn how the address moves from page to page (better known after two pages)."""
        step = learn_step(requests[-3:])
        return replace(self, step=step) if step is not None else self

    def without(self, proposal: Proposal) -> PagerState:
        """Count a proposal that did not lead on."""
        place = _place(proposal)
        refused = {**self.refused, place: self.refused.get(place, 0) + 1}
        return replace(self, tries=self.tries + 1, refused=refused)

    def is_worth(self, what: Try) -> bool:
        """Tell whether a try of this kind may bring something, by what such tries brought."""
        most = MAX_USELESS_REFETCHES if what == "cut" else MAX_USELESS_TRIES
        return what in self.useful or self.useless.get(what, 0) < most

    def with_try(self, what: Try, *, gained: bool) -> PagerState:
        """Count a try of this kind."""
        if gained:
            return replace(self, useful=self.useful | {what})
        return replace(self, useless={**self.useless, what: self.useless.get(what, 0) + 1})

    @property
    def observed_cap(self) -> int:
        """Rows at which two answers ended short of their total, 0 if there are no such."""
        return max((rows for rows in self.depths if self.depths.count(rows) > 1), default=0)


def _place(proposal: Proposal) -> tuple[str, str]:
    return proposal.via, proposal.locator.text


def _without_fields(
    form: QueryInterface, entry: QueryInterface | None, level: int
) -> QueryInterface:
    """Return the form without hidden fields that some servers refuse; page numbers stay."""
    if not level:
        return form
    known = (
        {control.name for control in entry.controls} if entry is not None and level > 1 else None
    )
    kept = tuple(
        control
        for control in form.controls
        if control.kind != "hidden"
        or not (
            CONTROL_CHARACTERS.search(control.value)
            or (known is not None and control.name not in known and not is_page_name(control.name))
        )
    )
    return replace(form, controls=kept)


def _submitted(form: QueryInterface, proposal: Proposal) -> Request | None:
    if proposal.action is not None:
        return action_request(proposal.action, form)
    return submit_form(form, {}, button_of(form, *(proposal.button or ("", ""))))


def is_next_page(before: PageReading, after: PageReading, *, via: str, records: int = 0) -> bool:
    """Tell whether ``after`` follows: with news, at the next place or at one that nothing says.

    A page that shows what ``before`` showed and more follows too: "more" makes some lists longer.
    ``records`` is the number of records of a whole page, where more than ``before`` shows.
    """
    if not after.rows:
        return False
    known = set(before.keys)
    again = sum(1 for key in after.keys if key in known)
    longer = len(known) > 2 and len(after.keys) >= MIN_GROWTH_OF_LIST * len(known)
    if longer and again >= MIN_SHARE_KEPT * len(known):
        return True
    if again >= MAX_KNOWN_SHARE * len(after.keys) or (again and via == LONE):
        return False
    verdict = contiguous(
        before.document,
        after.document,
        request_before=before.page.request,
        request_after=after.page.request,
        records=max(records, len(before.rows)),
        shown=(len(before.rows), len(after.rows)),
    )
    return verdict if verdict is not None else via not in UNSURE_KINDS
