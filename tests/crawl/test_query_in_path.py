"""A form sends the query as a parameter; the links between pages hold it in their path."""

from __future__ import annotations

from urllib.parse import parse_qs, quote, unquote, urlsplit

import pytest
from in_memory import HOST, Ran, run

from leadline.model import Page, Request

PAGE = 20
KINDS = ("lamp", "полка", "ваза", "stool", "mirror", "ковёр", "shelf")
MAKERS = ("Abel", "Bosco", "Corvin", "Dexta", "Elmo", "Farrow", "Gillow", "Hansa", "Ikona")
ITEMS = [
    f"{maker} {kind} number {n} of the {maker} works"
    for n, (maker, kind) in enumerate((m, k) for _ in range(8) for m in MAKERS for k in KINDS)
]
LINKS = {
    "a sign": "<a href='{base}/{query}?page={next}&order=name'>&raquo;</a>",
    "a word": "<a href='{base}/{query}/?order=name&page={next}'>Next</a>",
    "an offset": "<a href='{base}/{query}?start={first}'>&gt;</a>",
}


def catalogue(link: str) -> object:
    """Finds parts of words; every link in its head has the query in its path, as pages have."""

    def answer(request: Request) -> Page:
        parts = urlsplit(request.url)
        sent = {name: values[0] for name, values in parse_qs(parts.query).items()}
        in_path = unquote(parts.path.removeprefix("/items/search").strip("/"))
        query = sent.get("pattern", in_path).casefold()
        first = int(sent.get("start", PAGE * (int(sent.get("page", 1)) - 1)))
        found = [(n, text) for n, text in enumerate(ITEMS) if query and query in text.casefold()]
        rows = "".join(
            f"<tr><td><a href='/item/{n}'>{text}</a><td>{n % 90 + 10} EUR, shown in hall {n % 7}"
            for n, text in found[first : first + PAGE]
        )
        base, spelled = "/items/search", quote(query)
        order = f"<a href='{base}/{spelled}?page=1&order=price'><i></i></a>"
        box = "<form action='/items/search'><input name=pattern><input type=submit></form>"
        on = link.format(base=base, query=spelled, next=first // PAGE + 2, first=first + PAGE)
        on = on if first + PAGE < len(found) else ""
        body = f"<p>{len(found)} items found</p><table><tr><th>Item{order}<th>Price</tr>{rows}"
        body = f"{body}</table><p class=pagination>{on}</p>" if found else "<p>Nothing found</p>"
        body = body if parts.path != "/" else ""
        html = f"<html lang=en><body>{box}{body}</body></html>"
        return Page(request, request.url, 200, (), html.encode())

    return answer


@pytest.mark.parametrize("link", LINKS.values(), ids=list(LINKS))
def test_pages_are_walked_where_the_query_moves_into_the_path(link: str) -> None:
    ran: Ran = run(f"{HOST}/", catalogue(link), most=400)  # type: ignore[arg-type]
    assert len(ran.records) == len(ITEMS)
    assert len(ran.gets) <= 110
