"""Forms up to two clicks from the home page, and forms that look alike."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from in_memory import HOST, run
from trait_sites import plain_source

from leadline.model import Page, Request
from leadline_zoo.in_memory import SiteWire, count_taken

if TYPE_CHECKING:
    from leadline.errors import FetchError

MENU = "<a href=/about>About us</a> <a href=/login>Log in</a> <a href=/news/>News</a>"
HOMES = {
    "browse": {
        "/": f"{MENU}<p><a href=/browse>Browse</a></p>",
        "/browse": "<a href=/portal>Search</a>",
    },
    "list of tables": {
        "/": f"{MENU}<ul><li><a href=/fixtures>fixtures</a></ul>",
        "/fixtures": "<table><tr><td><a href=/fixtures/portal>facts</a><td>800</table>",
    },
    "collections": {
        "/": f"{MENU}<a href=/c/>Sammlungen</a>",
        "/c/": "<li><a href=/portal>Briefe</a>",
    },
    "databases": {
        "/": f"{MENU}<a href=/db.html>Базы данных</a>",
        "/db.html": "<a href=/portal>Поиск</a>",
    },
    "chinese": {"/": f"{MENU}<a href=/list>馆藏资源</a>", "/list": "<a href=/portal>检索</a>"},
    "french": {
        "/": f"{MENU}<nav><a href=/a>Parcourir les fonds</a></nav>",
        "/a": "<h3><a href=/portal>Notices</a></h3>",
    },
    "a section by its own name": {
        "/": "<nav><a href=/about>?</a></nav><div><a href=/portal class=button>Заметки</a></div>"
    },
    "two sections": {"/": "<p><a href=/hours>Opening hours</a><p><a href=/portal>Letters</a>"},
    "one click": {"/": f"{MENU}<a href=/portal>Explore the archive</a>"},
}


class HomeWire(SiteWire):
    """A source behind pages without a form."""

    pages: dict[str, str]

    def __call__(self, request: Request) -> Page | FetchError:
        path = request.url.removeprefix(HOST).partition("?")[0]
        if path in self.pages:
            html = f"<html><body>{self.pages[path]}</body></html>"
            return Page(request, request.url, 200, (), html.encode())
        if path in ("/portal", "/fixtures/portal"):
            entry = Request("GET", HOST + "/index.html")
            page = super().__call__(entry)
            assert isinstance(page, Page)
            return Page(request, request.url, 200, page.headers, page.body)
        return super().__call__(request)


@pytest.mark.parametrize("home", HOMES)
def test_a_form_is_found_two_clicks_from_the_home_page(home: str) -> None:
    spec = plain_source("books", "table", count=60)  # the way to it is what differs
    wire = HomeWire(spec)
    wire.pages = HOMES[home]
    ran = run(f"{HOST}/", wire, most=700)
    rows, right = count_taken(ran, wire.site)
    assert rows >= 0.99 * len(wire.site.table.rows)
    assert right == len(ran.records)
    assert not [entry for entry in wire.site.log if entry.kind == "trap"]


def test_a_home_page_without_any_form_costs_few_requests() -> None:
    asked: list[str] = []

    def wire(request: Request) -> Page:
        asked.append(request.url)
        number = len(asked)
        html = f"<p>{MENU}<a href=/a{number}>Browse</a> <a href=/b{number}>Collections</a>"
        return Page(request, request.url, 200, (), html.encode())

    assert run(f"{HOST}/", wire).outcome.state == "failed"
    assert len(asked) <= 8


@pytest.mark.parametrize("extra", ["", "<input type=hidden name=from value={n}>"])
def test_forms_that_look_alike_are_asked_once(extra: str) -> None:
    asked: list[str] = []
    form = (
        "<form id=f{n} action=/s><input type=search name=q>"
        + extra
        + "<button>Search</button></form>"
    )
    forms = "".join(form.format(n=n) for n in range(3))

    def wire(request: Request) -> Page:
        asked.append(request.url)
        html = f"<html><body>{forms}<div id=app></div><script src=/a.js></script></body></html>"
        return Page(request, request.url, 200, (), html.encode())

    ran = run(f"{HOST}/", wire)
    assert "drawn by a script" in ran.outcome.reason
    assert len(asked) <= 15
