"""A box that takes filters of its own language, and is served with the one that lists all."""

from __future__ import annotations

import re
from urllib.parse import parse_qs, urlsplit

import pytest
from in_memory import HOST, run
from test_list_on_entry_page import TITLES, works

from leadline.model import Page, Request

ROWS = 25


def filtered(language: str, served: str) -> object:
    """Takes ``title=*whale*``; a plain word is no filter and finds nothing."""
    titles = works(language)

    def answer(request: Request) -> Page:
        parts = urlsplit(request.url)
        sent = parse_qs(parts.query)
        asked, at = sent.get("filter", [""])[0], int(sent.get("page", ["1"])[0]) - 1
        name, _, pattern = asked.partition("=")
        looked = re.compile(re.escape(pattern).replace(r"\*", ".*"))
        found = [n for n in range(len(titles)) if name == "title" and looked.fullmatch(titles[n])]
        rows = "".join(
            f"<tr><td><a href='/work/{n}'>{titles[n]}</a></td><td>Shelf {n % 9}</td></tr>"
            for n in found[ROWS * at : ROWS * at + ROWS]
        )
        onward = f"<a href='/find?filter={asked}&page={at + 2}'>Next</a>"
        more = onward if len(found) > ROWS * at + ROWS else ""
        box = f"<input type=text name=filter value='{served}'><input type=submit value=Search>"
        form = f"<form action=/find>{box}</form>"
        body = f"<table>{rows}</table>{more}" if rows else "<p>Nothing was found.</p>"
        html = f"<html lang={language}><body><h1>Works</h1>{form}{body}</body></html>"
        return Page(request, request.url, 200, (), html.encode())

    return answer


@pytest.mark.parametrize("language", list(TITLES))
def test_what_the_box_is_served_with_is_asked(language: str) -> None:
    site = filtered(language, "title=*")
    ran = run(f"{HOST}/", site, most=400)  # type: ignore[arg-type]
    assert len(ran.records) == len(works(language))
