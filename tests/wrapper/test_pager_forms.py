# Holds: buttons as pagers
"""Pagers made of forms: which buttons lead on, and which are never pressed."""

from typing import Any

import pytest

from leadline.model import Control, QueryInterface, Request
from leadline.page.dom import parse_html
from leadline.wrapper.pager.propose import follow, propose_next
from tables import each_row

H = "http://h.test"
ASKED = QueryInterface("", H, f"{H}/find", "POST", (Control("kw", "text"), Control("", "submit")))


def form(page: int, text: str, fields: str = "<input type=hidden name=kw value=sea>") -> str:
    number = f"<input type=hidden name=page value={page}>"
    return f"<form method=post action=/find>{fields}{number}<button>{text}</button></form>"


def at(page: int) -> Request:
    return Request(
        "POST", f"{H}/find", (), f"kw=sea&page={page}".encode() if page > 1 else b"kw=sea"
    )


def hidden_of(html: str, request: Request) -> str | None:
    """The page value of the form that is proposed first."""
    document = parse_html(html, f"{H}/find")
    found = propose_next(document, ASKED, request=request)
    if not found:
        return None
    node = found[0].form_node
    inputs = document.elements("input", within=node)
    return next(
        document.attribute(n, "value") for n in inputs if document.attribute(n, "name") == "page"
    )


@each_row(__file__, "FORMS", "why", "forms", "html", "page", "wanted")
def test_forms_that_lead_on(why: str, forms: Any, html: str, page: int, wanted: str | None) -> None:
    assert hidden_of(html or "".join(form(*one) for one in forms), at(page)) == wanted, why


def test_a_learned_form_is_found_on_later_pages_and_not_on_the_last() -> None:
    first = parse_html(form(2, "2") + form(3, "3") + form(4, "4"), f"{H}/find")
    locator = propose_next(first, ASKED, request=at(1))[0].locator
    third = parse_html(form(1, "1") + form(2, "2") + form(4, "4"), f"{H}/find")
    last = parse_html(form(1, "1") + form(2, "2") + form(3, "3"), f"{H}/find")
    found = follow(third, locator, request=at(3), interface=ASKED)
    assert found is not None
    assert found.number == 4
    assert follow(last, locator, request=at(4), interface=ASKED) is None


@pytest.mark.parametrize(("name", "proposed"), [("page", True), ("pos", False)])
def test_a_form_whose_query_the_server_keeps(name: str, proposed: bool) -> None:
    """Its number is named like a page; a position of one item is none."""
    field = f"<input type=hidden name=said value=kept><input type=hidden name={name} value=25>"
    html = f"<form method=post action=/shown>{field}<input type=submit name=go value='>'></form>"
    page = parse_html(html, f"{H}/find")
    assert bool(propose_next(page, ASKED, request=at(1))) is proposed
