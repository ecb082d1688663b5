"""The turn of a page that a script makes, learned from what two presses of its control sent.

Values that fields of the page hold go along as they stand on each page, those that its own request
holds as they were asked; what moved evenly counts the pages.

>>> from leadline.page.dom import parse_html
>>> page = parse_html("<input type=hidden name=state value=x7>", "http://h.test/find?q=sea")
>>> bodies = (b"state=x7&q=sea&cmd=PN2", b"state=y8&q=sea&cmd=PN3")
>>> first, second = (Request("POST", "http://h.test/grid", (), body) for body in bodies)
>>> turn = learn_turn(page, Request("GET", "http://h.test/find?q=sea"), first, second)
>>> later = parse_html("<input type=hidden name=state value=z9>", "http://h.test/find?q=tea")
>>> turn.after(later, Request("GET", "http://h.test/find?q=tea"), 4).body
b'state=z9&q=tea&cmd=PN5'
"""

import re
from dataclasses import dataclass
from itertools import islice
from typing import Final

from leadline.model import Request
from leadline.page.dom import Document
from leadline.page.request_places import Leaf, Place, places_in, with_place
from leadline.wrapper.pager.links import ACTING_TAGS, MAX_ACTING_NODES
from leadline.wrapper.pager.locator import PagerLocator
from leadline.wrapper.pager.words import read_word

PRESSED_LOCATOR: Final = PagerLocator((), "", "pressed")
MAX_INPUTS_READ: Final = 2_000
MAX_ELEMENTS: Final = 20_000
MAX_AMOUNT: Final = 10_000
MAX_TEXT_COUNTED: Final = 2_000
_COUNTS: Final = re.compile(r"(\d{1,9})")


@dataclass(frozen=True, slots=True)
class Moving:
    """A place whose number moves by ``amount``; ``number`` is that which led to the second page."""

    place: Place
    before: str
    number: int
    behind: str
    amount: int


@dataclass(frozen=True, slots=True)
class PressedTurn:
    """How pages are turned: ``base`` was sent for the second page, and what of it changes.

    ``live`` are places of values that the page shown holds, ``asked`` of those that its own request
    has. Where it ``is_shown`` that a page follows, a page without such a sign is the last.
    """

    base: Request
    moving: tuple[Moving, ...]
    live: tuple[Place, ...]
    asked: tuple[Place, ...]
    is_shown: bool

    def after(self, document: Document, request: Request, shown: int) -> Request | None:
        """Return the request for the page after number ``shown``, None after the last."""
        if self.is_shown and not shows_turn(document, shown):
            return None
        made, fields, own = self.base, _fields(document), _by_name(request)
        for place in self.live:
            name = str(place[-1])  # a part of a page may lack its fields
            made = with_place(made, place, fields.get(name, own.get(name, "")))
        for place in self.asked:
            made = with_place(made, place, own.get(str(place[-1]), ""))
        for one in self.moving:
            number = one.number + (shown - 1) * one.amount
            made = with_place(made, one.place, f"{one.before}{number}{one.behind}")
        return made


def shows_turn(document: Document, shown: int = 1) -> bool:
    """Tell whether a page of a number says "next", or counts on: a 2 behind a 1 of its kind.

    >>> from leadline.page.dom import parse_html
    >>> pages = (parse_html(f"<p><b>1</b> <b>{text}</b></p>", "") for text in ("2", "7", "Next"))
    >>> [shows_turn(page) for page in pages]
    [True, False, True]
    """
    before, number = ("", ""), str(shown)
    for node in islice(document.elements(*ACTING_TAGS), MAX_ELEMENTS):
        if document.end[node] - node > MAX_ACTING_NODES:
            continue
        text = document.visible_text(node).strip()
        counts_on = text == str(shown + 1) and before == (document.tag[node], number)
        if counts_on or read_word(text) == "NEXT":
            return True
        before = (document.tag[node], text) if text else before
    return False


def learn_turn(
    document: Document, request: Request, first: Request, second: Request
) -> PressedTurn | None:
    """Learn from the requests for the second and the third page of what a request brought.

    None where they differ in a value that neither counts nor stands on the page.
    """
    sent, then = places_in(first), places_in(second)
    fields, own = _fields(document), _by_name(request)
    moving, live, asked = list[Moving](), list[Place](), list[Place]()
    for place, leaf in sent.items():
        name, is_path = str(place[-1]), place[0] == "path"
        is_moved = place in then and then[place] != leaf
        if not is_path and fields.get(name) == str(leaf):
            live.append(place)
        elif is_moved and (moved := _moved(place, leaf, then[place])) is not None:
            moving.append(moved)
        elif is_moved:
            return None
        elif not is_path and own.get(name) == leaf:
            asked.append(place)
    if not moving and not any(then.get(place) != sent[place] for place in live):
        return None
    return PressedTurn(first, tuple(moving), tuple(live), tuple(asked), shows_turn(document))


def _moved(place: Place, leaf: Leaf, other: Leaf) -> Moving | None:
    one, two = (_COUNTS.split(str(text)[:MAX_TEXT_COUNTED]) for text in (leaf, other))
    pairs = [*zip(one, two, strict=False)]
    places = [at for at, (before, after) in enumerate(pairs) if before != after]
    if len(one) != len(two) or len(places) != 1 or not places[0] % 2:
        return None
    at = places[0]
    number, amount = int(one[at]), int(two[at]) - int(one[at])
    around = "".join(one[:at]), "".join(one[at + 1 :])
    return Moving(place, around[0], number, around[1], amount) if 0 < amount <= MAX_AMOUNT else None


def _fields(document: Document) -> dict[str, str]:
    """Return the values of a page's input fields by name, of several the first."""
    found: dict[str, str] = {}
    for node in islice(document.elements("input"), MAX_INPUTS_READ):
        if name := document.attribute(node, "name"):
            found.setdefault(name, document.attribute(node, "value"))
    return found


def _by_name(request: Request) -> dict[str, Leaf]:
    """Return the values of a request by the last name of their place."""
    found = places_in(request).items()
    return {str(place[-1]): leaf for place, leaf in found if place[0] != "path"}
