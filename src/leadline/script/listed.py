"""Wrapper of a list, learned from pages of it alone: no word says what of them is data."""

from dataclasses import replace

from leadline.model import Page
from leadline.page.dom import parse
from leadline.wrapper.identity.text import TextIdentity
from leadline.wrapper.induction import MinedAnswer, learn_layout, mine_answer
from leadline.wrapper.region_choice import ProbePage
from leadline.wrapper.wrapper import Wrapper, closes_root


def mined_page(page: Page, query: str = "") -> MinedAnswer:
    """Return a page with its regions."""
    return mine_answer(page, ProbePage(parse(page), query))


def list_wrapper(*pages: MinedAnswer) -> Wrapper | None:
    """Learn to read a list from some of its pages."""
    layout = learn_layout(pages, ())
    if layout is None:
        return None
    if isinstance(layout.identity, TextIdentity):  # two pages of a list never show one record
        layout = replace(layout, identity=TextIdentity())
    whole = all(closes_root(page.probe.document) for page in pages)
    return Wrapper((layout,), frozenset(), closes_root=whole)
