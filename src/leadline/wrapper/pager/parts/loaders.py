"""Buttons that load more: a data attribute holds the next address, or their script goes there."""

from itertools import islice
from typing import Final

from leadline.page.action.read import is_clicked
from leadline.page.dom import Document
from leadline.wrapper.pager.addresses import likeness, send_address
from leadline.wrapper.pager.called import action_at
from leadline.wrapper.pager.controls import MAX_PAGER_CONTROLS, PagerControl
from leadline.wrapper.pager.links import MAX_LINK_TEXT_CHARACTERS, read_number
from leadline.wrapper.pager.words import LEXICON, read_sign, read_word

NEXT_ATTRIBUTES: Final[list[str]] = LEXICON["next_attributes"].split()
"""Attributes that hold the address of what a button loads, those that say "next" first."""


def read_loaders(document: Document, here: str) -> list[PagerControl]:
    """Return buttons whose data attributes or scripts hold the address of the next page."""
    nodes = ((node, has) for node, has in enumerate(document.attributes) if has)
    controls = (_loader(document, node, has, here) for node, has in nodes)
    return list(islice(filter(None, controls), MAX_PAGER_CONTROLS))


def _loader(
    document: Document, node: int, attributes: dict[str, str | None], here: str
) -> PagerControl | None:
    for name in NEXT_ATTRIBUTES:
        value = attributes.get(name)
        if value and ("/" in value or "?" in value):
            control = PagerControl(node, "", "data", url=send_address(document, value.strip()))
            if likeness(control.url, here) >= 1 and _says_next(document, control, "next" in name):
                return control
    if is_clicked(document, node) and document.tag[node] not in ("form", "body"):
        return _scripted(document, node, here)
    return None


def _scripted(document: Document, node: int, here: str) -> PagerControl | None:
    """Return a control whose script goes to an address, or sends a form of the page."""
    control = PagerControl(node, "", "script")
    if not _says_next(document, control, False):
        return None
    action = action_at(document, node)
    is_far = action is not None and action.protocol == "link" and likeness(action.url, here) < 1
    if action is None or is_far:
        return None
    if action.is_address:
        control.url = action.url
    else:
        control.via, control.form_node, control.action = "postback", action.form, action
    return control


def _says_next(document: Document, control: PagerControl, sure: bool) -> bool:
    text = document.visible_text(control.node)[: MAX_LINK_TEXT_CHARACTERS * 2]
    text = (
        text
        or document.attribute(control.node, "value")
        or document.attribute(control.node, "title")
    )
    control.text = text
    control.word = read_sign(text)[0] or read_word(text)
    if control.word in ("NEXT", "MORE", "OLDER"):
        return True
    if control.word is not None or read_number(text)[0] is not None:
        return False
    names = document.attribute(control.node, "class") + " " + document.attribute(control.node, "id")
    folded = names.casefold()
    return sure or any(
        w in folded for w in ("loadmore", "load-more", "load_more", "infinite", "next-page")
    )


PAGERS: Final = (read_loaders,)
