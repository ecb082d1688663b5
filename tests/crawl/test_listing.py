"""A list on the entry page, taken where no form can be asked; never called complete."""

import json
from contextlib import suppress
from urllib.parse import parse_qs, urlsplit

from in_memory import HOST, Ran, Wire, run

from leadline.app.inspect import Inspection, look
from leadline.crawl.events import Get
from leadline.errors import FetchError, NotAllowed
from leadline.model import Page, Request
from tables import each_row, words

ROWS, SIZE = 43, 10
WORDS = words("anchor bishop copper desert engine forest glacier hammer island jungle")
SCRIPTED = '<input type=search id=box placeholder=Search><script src="/list.js"></script>'


def row(n: int) -> str:
    name = f"{WORDS[n % 8]} {WORDS[n // 8]} {n * 37 % 101}".title()
    return f'<tr><td><a href="/thing/{n}">{name}</a></td><td>{1900 + n}</td></tr>'


def listing(number: int, box: str, rows: int = ROWS) -> str:
    shown = "".join(row(n) for n in range(rows)[SIZE * (number - 1) : SIZE * number])
    after = f'<a href="/list?page={number + 1}">Next</a>' if rows > SIZE * number else ""
    side = "".join(f"<li><a href='/about/{n}'>About our collection {n}</a>" for n in range(6))
    return (
        f"<html><body><ul class=menu>{side}</ul>{box}<table><tr><th>Name<th>Year</tr>{shown}"
        f"</table><p class=pager>Page {number} {after}</p></body></html>"
    )


def wire(box: str, rows: int = ROWS) -> Wire:
    def answer(request: Request) -> Page | FetchError:
        parts = urlsplit(request.url)
        if parts.path == "/search":
            return NotAllowed("robots.txt forbids it", request)
        number = int(parse_qs(parts.query).get("page", ["1"])[0])
        return Page(request, request.url, 200, (), listing(number, box, rows).encode())

    return answer


@each_row(__file__, "LIST_WALKED_END", "box", "why")
def test_the_list_is_walked_to_its_end(box: str, why: str) -> None:
    ran = run(f"{HOST}/list", wire(box))
    assert {f.value for r in ran.records.values() for f in r.fields if f.kind == "link"} == {
        f"{HOST}/thing/{n}" for n in range(ROWS)
    }
    assert all(
        {"Name", "Year"} <= {f.column for f in record.fields} for record in ran.records.values()
    )
    assert ran.outcome.state == "exhausted"
    assert f"the list on {HOST}/list was walked to its end" in ran.outcome.reason
    assert why in ran.outcome.reason
    assert ": ;" not in ran.outcome.reason
    pages = [get for get in ran.gets if "/search" not in get.request.url]
    assert len(pages) <= -(-ROWS // SIZE) + 2


@each_row(__file__, "MAY_BE_NO_LIST_RECORDS", "box", "rows")
def test_what_may_be_no_list_of_records_is_left_alone(box: str, rows: int) -> None:
    ran = run(f"{HOST}/list", wire(box, rows))
    assert failed(ran)
    assert len(ran.gets) <= 13  # six look at links, two at lists behind these, two for a sitemap


def test_a_start_page_whose_next_leads_elsewhere_is_no_list() -> None:
    def answer(request: Request) -> Page:
        first = urlsplit(request.url).query == ""
        body = listing(1, SCRIPTED) if first else "<h1>Tour</h1><p>The second hall.</p>" * 9
        return Page(request, request.url, 200, (), body.encode())

    assert failed(run(f"{HOST}/list", answer))


def looked(url: str, answer: Wire) -> Inspection:
    """What an inspection sees of a site in memory."""
    seen = Inspection(url)
    life, reply = look(seen), None
    with suppress(StopIteration):
        while True:
            event = life.send(reply)
            reply = answer(event.request) if isinstance(event, Get) else None
    return seen


def test_a_look_names_the_ways_of_a_page_that_answers_nothing() -> None:
    html = b"<p>All: <a href=/t.csv>CSV</a> <a href=/list>Browse</a><form><input name=q></form>"
    seen = looked(f"{HOST}/", lambda request: Page(request, request.url, 200, (), html))
    assert "the form again" in seen.trouble
    assert [(way.name, way.url.removeprefix(HOST)) for way in seen.ways] == [
        ("form", "/"),
        ("list", "/list"),
        ("csv", "/t.csv"),
    ]


def test_a_look_shows_the_list_that_a_harvest_takes() -> None:
    seen = looked(f"{HOST}/list", wire(SCRIPTED))
    assert seen.trouble == ""
    assert len(seen.rows) == SIZE
    assert {"Name", "Year"} <= {one.column for one in seen.columns}
    assert seen.next_page == f"GET {HOST}/list?page=2"
    assert any(f"the list on {HOST}/list is taken instead" in note for note in seen.notes)
    assert seen.details is not None
    assert seen.details.pages == 3


HOME = (
    "<nav><a href=/help>Help</a></nav><h1>Administration</h1>"
    "<table><tr><th>Tables</tr><tr><td><a href=/list>things</a> <a href=/list/add>+</a></table>"
)


def behind_home(request: Request) -> Page | FetchError:
    """A home page that names one table; its page lists everything, its box is a script's."""
    path = urlsplit(request.url).path
    if path == "/list":
        return wire(SCRIPTED)(request)
    return Page(request, request.url, 200, (), HOME.encode() if path == "/" else b"<p>None.")


def test_a_list_behind_the_home_page_is_walked() -> None:
    ran = run(f"{HOST}/", behind_home)
    assert len(ran.records) == ROWS
    assert ran.outcome.state == "exhausted"
    assert f"the list on {HOST}/list was walked to its end" in ran.outcome.reason
    assert len(ran.gets) <= -(-ROWS // SIZE) + 4


def test_a_look_shows_the_list_behind_the_home_page() -> None:
    seen = looked(f"{HOST}/", behind_home)
    assert len(seen.rows) == SIZE
    assert any(f"the list on {HOST}/list is taken instead" in note for note in seen.notes)


def failed(ran: Ran) -> bool:
    return ran.outcome.state == "failed" and not ran.records


def test_a_list_of_data_is_walked_too_and_rows_that_differ_by_number_alone_are_many() -> None:
    def answer(request: Request) -> Page:
        number = int(parse_qs(urlsplit(request.url).query).get("page", ["1"])[0])
        rows = [{"id": n, "name": WORDS[n % 8], "of": {"year": 1900}} for n in range(ROWS)]
        shown = rows[SIZE * (number - 1) : SIZE * number]
        after = f"/list?page={number + 1}" if SIZE * number < ROWS else None
        body = json.dumps({"count": ROWS, "next": after, "results": shown})
        head = (("Content-Type", "application/json"),)
        return Page(request, request.url, 200, head, body.encode())

    ran = run(f"{HOST}/list", answer)
    found = [{f.column: f.value for f in record.fields} for record in ran.records.values()]
    assert sorted(int(row["id"]) for row in found) == list(range(ROWS))
    assert all(row["name"] == WORDS[int(row["id"]) % 8] for row in found)
    assert all(row["of year"] == "1900" for row in found)
    assert ran.outcome.state == "exhausted"
