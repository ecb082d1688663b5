# Holds: next pages of held data
"""Where a script's list is found and how it goes on: frames, explored graphs, pages in a path."""

import json
from collections.abc import Callable
from dataclasses import replace
from urllib.parse import urlsplit

import pytest
from in_memory import HOST, Ran, run

from leadline.errors import NotAllowed
from leadline.model import Page, Request
from leadline.page.observed import Observed, Sighting
from tables import each_row

NAMES = [f"{kind} of {place}" for kind in ("Bridge", "Mill", "Tower") for place in "ABCDEFGH"]
ENTRY = f"{HOST}/at/search.html"
SHELL = "<html><body><div id=graphiql></div><script src=/app.js></script></body></html>"
VIEW = "view=%7B%22page%22%3A1%7D"


def answers(bodies: Callable[[str], str | None]) -> Callable[[Request], Page]:
    def answer(request: Request) -> Page:
        body = bodies(urlsplit(request.url).path)
        return Page(request, request.url, 404 if body is None else 200, (), (body or "").encode())

    return answer


def values(ran: Ran) -> set[str]:
    return {field.value for record in ran.records.values() for field in record.fields}


def opened(page: Page, names: list[str]) -> Observed:
    return Observed((Sighting("open", "", (*names,), (page, page), has_box=False),))


def test_a_box_in_a_frame_is_driven_by_the_script_of_the_frame() -> None:
    docs = [{"title": name, "location": f"{n}.html"} for n, name in enumerate(NAMES)]
    files = {
        "/at/search.html": "<frameset><frame src=panel.html><frame src=first.html></frameset>",
        "/at/panel.html": "<script>load('search_index.json')</script><input type=search>",
        "/at/search_index.json": json.dumps({"docs": docs}),
    }
    assert set(NAMES) <= values(run(ENTRY, answers(files.get)))


def test_a_graph_that_an_explorer_asks_to_describe_itself_is_taken() -> None:
    text = {"kind": "SCALAR", "name": "String", "ofType": None}
    name = {"name": "name", "args": [], "type": text}
    mill = {"kind": "OBJECT", "name": "Mill", "fields": [name]}
    mills = {"name": "mills", "args": [], "type": {"kind": "LIST", "name": None, "ofType": mill}}
    query = {"kind": "OBJECT", "name": "Query", "fields": [mills]}
    schema = {"queryType": {"name": "Query"}, "types": [query, mill]}
    rows = {"data": {"mills": [{"name": one} for one in NAMES]}}
    asked = Request("POST", f"{HOST}/graph", (), b'{"query": "{ __schema { types } }"}')
    described = Page(asked, asked.url, 200, (), json.dumps({"data": {"__schema": schema}}).encode())
    files = {"/at/search.html": SHELL, "/graph": json.dumps(rows)}
    ran = run(ENTRY, answers(files.get), observed=opened(described, ["GraphiQL"]))
    assert values(ran) == set(NAMES)


@each_row(__file__, "PAGES_ANSWER_COUNTS", "is_paged", "count", "said")
def test_pages_that_an_answer_counts_are_looked_for_in_its_path(
    is_paged: bool, count: int, said: str
) -> None:
    def body(path: str) -> str | None:
        number = int(path.rpartition("/")[2]) - 1 if path.startswith("/api/mills/") else -1
        if number < 0:
            return SHELL if path == "/at/search.html" else None
        rows = NAMES[10 * number :][:10] if is_paged else NAMES[:10]
        return json.dumps({"numPages": 3, "rows": [{"name": name} for name in rows]})

    answer = answers(body)
    call = answer(Request("GET", f"{HOST}/api/mills/1?{VIEW}"))
    ran = run(ENTRY, answer, observed=opened(call, NAMES[:10]))
    assert len(ran.records) == count
    assert said in ran.outcome.reason


def test_a_frame_of_another_host_is_named_with_the_next_command() -> None:
    refused = (
        "far.test is not among the named hosts (source.test); name it too (--also-host far.test)"
    )

    def wire(request: Request) -> Page | NotAllowed:
        if "far.test" in request.url:
            return NotAllowed(refused, request)
        body = b"<h1>Report</h1><iframe src=http://far.test/view></iframe>"
        return Page(request, request.url, 200, (), body)

    reason = run(f"{HOST}/", wire).outcome.reason
    assert reason.endswith(f"a frame of it was not asked: {refused}")


def test_a_script_in_a_frame_is_what_draws_the_page() -> None:
    files = {"/": "<iframe src=/view></iframe>", "/view": "<div></div><script src=/a.js></script>"}
    call = Request("GET", f"{HOST}/rows")
    rows = Page(call, call.url, 200, (), json.dumps([{"name": one} for one in NAMES]).encode())

    def wire(request: Request) -> Page:
        path = urlsplit(request.url).path
        body = files.get(path, "").encode() or rows.body
        return Page(request, request.url, 200, (), body)

    ran = run(f"{HOST}/", wire, observed=opened(rows, NAMES))
    assert set(NAMES) <= values(ran)


def test_what_the_gate_kept_back_is_said_beside_a_list() -> None:
    shell = answers(lambda path: SHELL if path == "/at/search.html" else json.dumps(rows))
    rows = [{"name": one} for one in NAMES]
    call = Request("GET", f"{HOST}/rows")
    observed = opened(Page(call, call.url, 200, (), json.dumps(rows).encode()), NAMES)
    held = "POST /register may write and was not sent"
    ran = run(ENTRY, shell, observed=replace(observed, refused=(held,)))
    assert len(ran.records) == len(NAMES)
    assert any(held in note for note in ran.outcome.notes)


def test_one_list_of_an_api_is_not_all_of_it() -> None:
    def of(name: str) -> dict[str, object]:
        sizes = [{"name": "limit", "in": "query", "schema": {"default": 50}}]
        return {"get": {"parameters": sizes, "summary": name}}

    def body(path: str) -> str | None:
        if path == "/at/search.html":
            return json.dumps({"openapi": "3.1.0", "paths": {"/mills": of("a"), "/wells": of("b")}})
        return json.dumps({"total": len(NAMES), "rows": [{"name": one} for one in NAMES]})

    outcome = run(ENTRY, answers(body)).outcome
    assert (outcome.state, outcome.missing_at_most) == ("exhausted", None)
    assert outcome.reason.startswith("of one list only (/mills): ")
    assert outcome.reason.endswith("further lists, which were not taken: /wells")
    assert outcome.doubts[0].kind == "list"


@pytest.mark.parametrize("draws", [True, False])
def test_a_page_is_drawn_by_a_script_only_where_it_draws_something(draws: bool) -> None:
    text = "<p>" + "The museum keeps its ships in the old harbour. " * 8 + "</p>"
    body = f"<form action=/s><input name=q></form>{text}<script src=/a.js></script>"
    page = Page(Request("GET", ENTRY), ENTRY, 200, (), body.encode())
    lines = ["The museum keeps its ships in the old harbour.", *(NAMES[:9] if draws else ())]
    shell = answers(lambda _: body)
    reason = run(ENTRY, shell, observed=opened(page, lines)).outcome.reason
    assert reason.startswith("the results are drawn by a script") == draws
    assert ("a browser draws no more of it" in reason) != draws


def test_the_end_of_an_answer_fills_the_empty_place_of_its_request() -> None:
    """Also where nobody saw the page go on."""

    def answer(request: Request) -> Page:
        asked = json.loads(request.body or b"{}").get("variables", {})
        at = int(asked.get("after") or 0)
        nodes = [{"name": one} for one in NAMES[at : at + 5]]
        info = {"hasNextPage": at + 5 < len(NAMES), "endCursor": str(at + 5)}
        body = json.dumps({"data": {"mills": {"nodes": nodes, "pageInfo": info}}}).encode()
        return Page(request, request.url, 200, (), body if asked else SHELL.encode())

    sent = b'{"operationName": "Mills", "variables": {"first": 5, "after": null}}'
    first = answer(Request("POST", f"{HOST}/graph", (("content-type", "application/json"),), sent))
    ran = run(ENTRY, answer, observed=opened(first, NAMES[:5]))
    assert values(ran) == set(NAMES)
