"""Registers of the nineties and library catalogues: frames, markup without end tags, hits that are
named by their place, letters that find nearly everything.
"""

from __future__ import annotations

from html import escape
from urllib.parse import parse_qs, quote_plus, urlsplit

import pytest
from in_memory import HOST, Ran, run

from leadline.crawl.acquire.checks import check_words
from leadline.crawl.acquisition import Acquisition
from leadline.crawl.state.source import CrawlTask, SourceState
from leadline.model import Page, Request
from leadline.wrapper.packed.row_block import RowBlock
from leadline.wrapper.reading import RecordRow
from leadline_zoo.data.tables import make_table

BOOKS = make_table("books", 240).rows
SIZE = 20

MENU = "<HTML><BODY><A HREF=home.html>Home</A><P><A HREF=find.html TARGET=main>Search</A></BODY>"
FORM = (
    "<HTML><BODY><H3>Search the register</H3><FORM ACTION=/cgi-bin/reg.pl>Title or author"
    "<INPUT NAME=party SIZE=30><INPUT TYPE=submit VALUE='Search'></FORM></BODY></HTML>"
)
PAGES = {
    "/reg/": "<FRAMESET COLS='20%,*'><FRAME SRC=menu.html><FRAME SRC=home.html></FRAMESET>",
    "/framed/": "<FRAMESET COLS='20%,*'><FRAME SRC=/reg/home.html><FRAME SRC=/all/></FRAMESET>",
    "/all/": "<FRAMESET ROWS='20%,*'><FRAME SRC=/reg/menu.html><FRAME SRC=/reg/find.html>",
    "/reg/menu.html": MENU,
    "/reg/home.html": "<HTML><BODY><H2>Welcome to the register</H2>Choose on the left.</BODY>",
    "/reg/find.html": FORM,
}


def row(place: int, book: dict[str, str], link: str) -> str:
    return (
        f"<TABLE WIDTH='100%'><TR><TD WIDTH=30>{place}<TD><B><A HREF='{link}'>"
        f"{escape(book['title'])}</A></B><TD>{escape(book['author'])}<TD>{book['id']}</TABLE><HR>"
    )


class Register:
    """Finds parts of words; each answer is a set of its own, whose hits are named by place."""

    def __init__(self, *, sets: bool = False) -> None:
        self.sets = sets
        self.asked = 0

    def __call__(self, request: Request) -> Page:
        parts = urlsplit(request.url)
        html = PAGES.get(parts.path)
        if html is None:
            html = self.answer({name: v[0] for name, v in parse_qs(parts.query).items()})
        return Page(request, request.url, 200, (), html.encode())

    def answer(self, asked: dict[str, str]) -> str:
        self.asked += 1
        query, start = asked.get("party", ""), int(asked.get("start", "0"))
        found = [b for b in BOOKS if query.lower() in f"{b['title']} {b['author']}".lower()]
        if not query or not found:
            return "<HTML><BODY><H3>Search Results</H3><P>No entries found.</BODY></HTML>"
        shown = found[start : start + SIZE]
        html = f"<HTML><BODY><H3>Search Results</H3><P>{start + 1} to {start + len(shown)}"
        html += f" of {len(found)} entries"
        for place, book in enumerate(shown, start + 1):
            link = f"/show?set={self.asked:05}&hit={place:05}" if self.sets else f"/{book['id']}"
            html += row(place, book, link)
        if start + SIZE < len(found):
            base = f"/cgi-bin/reg.pl?party={quote_plus(query)}&start={start + SIZE}"
            html += f"<A HREF='{base}'>Next {SIZE}</A>"
        return f"{html}</BODY></HTML>"


def taken(ran: Ran) -> set[str]:
    """The books of which a record holds the number."""
    ids = {book["id"] for book in BOOKS}
    return {one.value for r in ran.records.values() for one in r.fields if one.value in ids}


@pytest.mark.parametrize("entry", ["/reg/", "/framed/"])
def test_a_form_in_a_frame_or_behind_the_menu_of_one_is_found(entry: str) -> None:
    ran = run(f"{HOST}{entry}", Register())
    assert ran.outcome.state in {"complete", "exhausted"}
    assert len(taken(ran)) >= 0.97 * len(BOOKS)
    assert len(ran.gets) <= 200


def test_hits_named_by_their_place_in_a_set_are_each_one_record() -> None:
    ran = run(f"{HOST}/reg/find.html", Register(sets=True))
    assert len(taken(ran)) >= 0.97 * len(BOOKS)
    assert len(ran.records) <= 1.02 * len(BOOKS)


def checks(state: Acquisition, claimed: str = "") -> list[str]:
    """The words to check with."""
    crawl = check_words(state, claimed)
    try:
        while True:
            next(crawl)
    except StopIteration as end:
        return list(end.value)


def test_what_a_letter_finds_is_not_proven_whole_by_words_that_hold_it() -> None:
    state = Acquisition(SourceState(CrawlTask("register", HOST)))
    titles = ["Glass vase", "Glass lamp", "Tin lamp", "Tin box", "Oak chair", "Oak box", "Elm bowl"]
    rows = [RecordRow(str(n), (), title) for n, title in enumerate(titles)]
    state.source.texts_by_key.add(RowBlock.pack(rows), [row.key for row in rows])
    assert set(checks(state, "a")) == {"tin", "box", "elm", "bowl"}
    assert {"glass", "lamp", "oak"} < set(checks(state))
