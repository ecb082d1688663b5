"""A form that a script alone sends, learned from the pages to which words that were typed led.

>>> def led(word: str) -> Sighting:
...     asked = Request("GET", f"http://h.test/find?state=x7&q={word}")
...     head = (("Content-Type", "text/html"),)
...     return Sighting("enter", word, (), (Page(asked, asked.url, 200, head, b"<html>"),))
>>> form = typed_form(Observed((led("zyxq"), led("sea"))), "http://h.test/")
>>> form.action, [(one.kind, one.name, one.value) for one in form.controls]
('http://h.test/find', [('hidden', 'state', 'x7'), ('text', 'q', '')])
"""

from typing import Final, Literal, cast

from leadline.model import Control, Page, QueryInterface, Request
from leadline.page.action.patch import is_partial
from leadline.page.observed import TYPING, Observed, Sighting
from leadline.page.request_places import Place, places_in

MIN_WORDS_LED: Final = 2
"""Words that must have led to a page of one address, each at the same place of its request."""
ROOT_SIGN: Final = b"<html"
MAX_BYTES_TO_ROOT: Final = 600


def typed_form(observed: Observed, page_url: str) -> QueryInterface | None:
    """Return the form that was sent where words were typed; None where they led to no page."""
    led = [found for one in observed.sightings if (found := _led(one)) is not None]
    if len(led) < MIN_WORDS_LED or len({(place, _address(asked)) for place, asked in led}) > 1:
        return None
    (box, asked), entry = led[-1], observed.entry
    label = entry.box.label or entry.box.hint if entry is not None and entry.box else ""
    controls = tuple(
        Control(str(place[1]), "text", label)
        if place == box
        else Control(str(place[1]), "hidden", value=str(leaf))
        for place, leaf in places_in(asked).items()
        if place[0] == box[0] and len(place) == len(box)
    )
    method = cast(Literal["GET", "POST"], asked.method)
    return QueryInterface("", page_url, _address(asked)[1], method, controls, kind="search")


def _led(seen: Sighting) -> tuple[Place, Request] | None:
    """Return what was sent for the page to which a word led, and the place of the word in it."""
    if seen.action not in TYPING or not seen.word:
        return None
    for page in reversed(seen.pages):
        kind = "form" if page.request.method == "POST" else "query"
        found = places_in(page.request) if _is_page(page) else {}
        held = [place for place, leaf in found.items() if place[0] == kind and leaf == seen.word]
        if len(held) == 1 and len(held[0]) == len((kind, "name")):
            return held[0], page.request
    return None


def _address(request: Request) -> tuple[str, str]:
    return request.method, request.url.partition("?")[0] if request.method == "GET" else request.url


def _is_page(page: Page) -> bool:
    """Tell whether an answer is a page, or the changes of one."""
    head = page.body[:MAX_BYTES_TO_ROOT].lower()
    is_html = "html" in page.header("content-type") and ROOT_SIGN in head
    is_change = page.request.method == "POST" and is_partial(head.decode("latin-1"))
    return page.status < 400 and (is_html or is_change)
