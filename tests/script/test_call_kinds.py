"""Calls whose words, pages and rows stand in other places: lines, parts, texts, markup."""

import json
from urllib.parse import quote

import pytest

from leadline.crawl.script.call import may_be_longer
from leadline.model import Page, Request
from leadline.page.data.fragments import read_fragment
from leadline.page.data.lists import DataList, list_at, lists_in
from leadline.page.observed import Observed, Sighting
from leadline.page.request_places import place_at, places_in, with_place
from leadline.script.gate import may_send
from leadline.script.indexes.graphql import explorer_requests, list_queries
from leadline.script.learner import has_news, learn_call, shape
from leadline.wrapper.data.call import Call, Paging, data_of
from leadline.wrapper.data.paging import learn_paging, learn_total
from tables import each_row

HOST = "http://h.test"
BOOKS = [{"id": 100 + 7 * n, "title": f"Book {n} of the sea", "town": "Cork"} for n in range(40)]
PARTS = (
    b'--edge\r\nContent-Disposition: form-data; name="q"\r\n\r\nsea\r\n'
    b'--edge\r\nContent-Disposition: form-data; name="offset"\r\n\r\n0\r\n--edge--\r\n'
)


def asked(request: Request, data: object, kind: str = "application/json") -> Page:
    body = data if isinstance(data, str) else json.dumps(data)
    return Page(request, request.url, 200, (("Content-Type", kind),), body.encode())


def got(target: str, data: object) -> Page:
    return asked(Request("GET", f"{HOST}{target}"), data)


def posted(body: bytes | str, target: str = "/find") -> Request:
    return Request(
        "POST", f"{HOST}{target}", (), body if isinstance(body, bytes) else body.encode()
    )


def paging(first: Page, second: Page, items: list[dict[str, object]]) -> Paging | None:
    call = Call(first.request, whole=first.request)
    return learn_paging(call, first, items, [second]).paging


def test_a_form_in_parts_has_leaves() -> None:
    request = posted(PARTS)
    assert places_in(request)[("part", "q")] == "sea"
    moved = with_place(request, ("part", "offset"), 20)
    assert places_in(moved)[("part", "offset")] == "20"
    assert with_place(moved, ("part", "offset"), 0) == request


def test_a_batch_of_lines_keeps_its_other_bytes() -> None:
    request = posted('{"index": "b"}\n{"from": 0, "q": "sea"}\n')
    assert places_in(request)[("lines", 1, "q")] == "sea"
    moved = with_place(request, ("lines", 1, "from"), 15)
    assert moved.body == b'{"index": "b"}\n{"from":15,"q":"sea"}\n'


def test_a_page_number_inside_a_query_moves_alone() -> None:
    def query(word: str, page: int) -> Request:
        text = f'{{ books(search: "{word}", page: {page}, size: 1) {{ title }} }}'
        return posted(json.dumps({"query": text}))

    found = paging(asked(query("", 1), BOOKS[:5]), asked(query("", 2), BOOKS[5:9]), BOOKS[:5])
    place = ("json", "query", "#", "page: ")
    assert found == Paging("page", place, 1)
    assert place_at(with_place(query("7 seas", 1), place, 3), place) == "3"
    assert json.loads(with_place(query("7 seas", 1), place, 3).body) == json.loads(
        query("7 seas", 3).body
    )
    assert shape(query("sea", 1), "sea") == shape(query("sky", 2), "sky")


def test_many_numbers_of_a_text_are_no_paging() -> None:
    first, second = (",".join(str(one["id"]) for one in BOOKS[at : at + 5]) for at in (0, 5))
    pages = (got(f"/items?ids={text}", BOOKS[:5]) for text in (first, second))
    assert paging(*pages, BOOKS[:5]) is None


def test_the_last_row_may_name_the_next_page() -> None:
    first, second = got("/list?limit=5", BOOKS[:5]), got("/list?limit=5&max_id=128", BOOKS[5:9])
    found = paging(first, second, BOOKS[:5])
    assert found == Paging("cursor", ("query", "max_id"), 0, (-1, "id"))


def test_a_cursor_goes_with_the_number_of_the_page_that_stands_beside_it() -> None:
    first = got("/items", {"rows": BOOKS[:5], "end": False})
    key = quote(json.dumps({"title": BOOKS[4]["title"]}))  # of the last row of the first page
    second = got(f"/items?startKey={key}&filters=&pageNum=2", {"rows": BOOKS[5:10]})
    call = learn_paging(Call(first.request, whole=first.request), first, BOOKS[:5], [second])
    asked_next = [call.next_request(page, 5) for page in (first, second)]
    assert [one and places_in(one)[("query", "pageNum")] for one in asked_next] == ["2", "3"]
    keys = [one and places_in(one)[("query", "startKey", "json", "title")] for one in asked_next]
    assert keys == [BOOKS[4]["title"], BOOKS[9]["title"]]


def test_what_a_page_adds_beside_its_number_is_no_cursor_by_chance() -> None:
    first = got("/items?page=1", {"rows": BOOKS[:5], "order": "title"})
    second = got("/items?page=2&sort=title", {"rows": BOOKS[5:10]})
    assert paging(first, second, BOOKS[:5]) == Paging("page", ("query", "page"), 1)


def test_a_size_that_grows_by_one_is_no_page_number() -> None:
    first = got("/data?start=0&count=40", BOOKS)
    jumped = got("/data?start=259&count=41", BOOKS)
    assert paging(first, jumped, BOOKS) == Paging("offset", ("query", "start"))


def test_a_cursor_builds_what_its_request_lacks() -> None:
    place = ("json", "startAt", "values", 0, "text")
    moved = with_place(posted('{"limit":20}'), place, "Emma")
    assert json.loads(moved.body) == {"limit": 20, "startAt": {"values": [{"text": "Emma"}]}}


def test_a_total_may_be_called_a_value() -> None:
    data = {"took": 900, "hits": {"total": {"value": 77}, "hits": BOOKS[:5]}}
    page = got("/find", data)
    found = learn_total(Call(page.request), [page], DataList(("hits", "hits"), tuple(BOOKS[:5])))
    assert found.total == ("hits", "total", "value")


def test_a_token_is_renewed_more_than_once() -> None:
    first, second, third = (
        Call(Request("GET", HOST, (("X-Token", f"token-{n:03}"),))) for n in (1, 2, 3)
    )
    once = Call(first.base, fresh=first.stale_values(second))
    twice = Call(first.base, fresh=(*once.fresh, *once.stale_values(third)))
    assert twice.refreshed(first.base).headers == third.base.headers


def sightings(*later: Sighting) -> Observed:
    parts = [got(f"/data/part-{n}.json", BOOKS[10 * n : 10 * n + 10]) for n in range(4)]
    shown = tuple(one["title"] for one in BOOKS)
    found = {word: tuple(t for t in shown if word in t.casefold()) for word in ("book 1", "ok 2")}
    return Observed(
        (
            Sighting("open", "", shown, tuple(parts)),
            Sighting("type", "qwzuxok", ()),
            *(Sighting("type", word, lines) for word, lines in found.items()),
            *later,
        )
    )


def test_a_list_that_comes_in_parts_is_one_list() -> None:
    learned = learn_call(sightings())
    assert learned is not None
    assert learned.kind == "whole"
    assert len(learned.items) == len(BOOKS)


def test_data_that_words_bring_more_of_are_not_whole() -> None:
    more = [{**one, "id": int(str(one["id"])) + 9_000} for one in BOOKS[:5]]
    later = Sighting("type", "sky", (), (got("/items?ids=9", more),))
    learned = learn_call(sightings(later))
    assert learned is None or learned.kind != "whole"
    data = DataList((), tuple(BOOKS))
    assert has_news(data, [later])
    assert not has_news(data, [Sighting("type", "sea", (), (got("/items?ids=1", BOOKS[:5]),))])


ROW = "<tr class='row {odd}'><td><a href=/b/{id}>{title}</a></td><td>{town}</td></tr>"


def test_rows_of_markup_are_data() -> None:
    rows = [ROW.format(odd="odd" if n % 2 else "", **one) for n, one in enumerate(BOOKS)]
    data = data_of(asked(Request("GET", HOST), "".join(rows), "text/html"))
    (found,) = [one for one in lists_in(data) if len(one.items) == len(BOOKS)]
    assert found.items[3] == {"a": BOOKS[3]["title"], "td": "Cork", "link": f"/b/{BOOKS[3]['id']}"}
    last = data_of(asked(Request("GET", HOST), rows[0], "text/html"))
    assert len(list_at(last, found.path)) == 1
    inside = data_of(got("/ajax", {"found": 40, "html": "".join(rows)}))
    assert len(list_at(inside, ("html", *found.path))) == len(BOOKS)


def test_markup_in_records_stays_text() -> None:
    record = {"title": "A", "text": "<p><b>x</b> <i>y</i></p>"}
    assert data_of(got("/list", [record])) == [record]
    assert read_fragment("<html><ul><li>A<b>1</b></ul></html>") is None
    assert read_fragment("<p>one text</p>") is None


@each_row(__file__, "to_run_a_query_is_to_read", "path", "is_sent")
def test_to_run_a_query_is_to_read(path: str, is_sent: bool) -> None:
    assert may_send("POST", f"{HOST}{path}", b"{}", "fetch") is is_sent


@each_row(__file__, "A_POST_IS", "path", "body", "is_sent")
def test_a_post_is_sent_where_it_says_that_it_asks(path: str, body: str, is_sent: bool) -> None:
    assert may_send("POST", f"{HOST}{path}", body.encode(), "fetch") is is_sent


def test_a_post_with_a_word_that_was_typed_was_asked_for() -> None:
    body = '{"data": ["茶 and more"], "fn_index": 2}'.encode()
    assert may_send("POST", f"{HOST}/queue/join", body, "fetch", {"茶"})
    assert not may_send("POST", f"{HOST}/queue/join", body, "fetch", {"sea"})
    assert not may_send("POST", f"{HOST}/queue/join", body, "fetch", {"mo"})  # in "more"
    assert not may_send("POST", f"{HOST}/queue/delete", body, "fetch", {"茶"})


def kind(name: str, of: object = None, mark: str = "") -> dict[str, object]:
    if mark:
        return {"kind": mark, "name": None, "ofType": of}
    return {"kind": "OBJECT" if name[0].isupper() else "SCALAR", "name": name, "ofType": None}


def field(name: str, type_: object, *args: object) -> dict[str, object]:
    return {"name": name, "type": type_, "args": args}


def test_a_graph_of_pages_is_walked_by_its_cursor() -> None:
    size, after = (
        {"name": n, "type": kind("int"), "defaultValue": None} for n in ("first", "after")
    )
    needed = {"name": "id", "type": kind("", kind("int"), "NON_NULL"), "defaultValue": None}
    types = [
        {
            "name": "Query",
            "fields": [
                field("book", kind("Book"), needed),
                field("books", kind("Page"), size, after),
            ],
        },
        {
            "name": "Page",
            "fields": [
                field("total", kind("int")),
                field("edges", kind("", kind("Edge"), "LIST")),
                field("pageInfo", kind("Info")),
            ],
        },
        {"name": "Edge", "fields": [field("node", kind("Book"))]},
        {"name": "Info", "fields": [field("endCursor", kind("text"))]},
        {"name": "Book", "fields": [field("title", kind("text")), field("author", kind("Person"))]},
        {
            "name": "Person",
            "fields": [field("name", kind("text")), field("books", kind("", kind("Book"), "LIST"))],
        },
    ]
    schema = {"data": {"__schema": {"queryType": {"name": "Query"}, "types": types}}}
    ((request, found),) = list_queries(schema, f"{HOST}/graphql")
    text = json.loads(request.body)["query"]
    assert text == (
        "query($first:int,$after:int){books(first:$first,after:$after)"
        "{total edges{node{title author{name}}} pageInfo{endCursor}}}"
    )
    assert found == Paging(
        "cursor", ("json", "variables", "after"), 0, ("data", "books", "pageInfo", "endCursor")
    )
    assert list_queries({"data": None}, HOST) == list_queries([], HOST) == []
    for odd in ({}, {"type": 7}, {"type": {"kind": "LIST"}, "args": [1]}, "mills"):
        types[0]["fields"] = [odd]
        assert list_queries(schema, HOST) == []


def test_a_list_whose_pages_are_asked_for_by_one_value_is_asked_for_its_first() -> None:
    number, listed = {"kind": "SCALAR", "name": "Int"}, {"kind": "OBJECT", "name": "Ship"}
    options = {"name": "options", "type": {"kind": "INPUT_OBJECT", "name": "Options"}}
    where = {"name": "where", "type": {"kind": "INPUT_OBJECT", "name": "Where"}}
    page = {"kind": "LIST", "name": None, "ofType": listed}
    types = [
        {"name": "Query", "fields": [{"name": "ships", "args": [options, where], "type": page}]},
        {"name": "Ship", "fields": [{"name": "length", "args": [], "type": number}]},
        {"name": "Options", "inputFields": [{"name": "skip"}, {"name": "take"}, {"name": "sort"}]},
        {"name": "Where", "inputFields": [{"name": "length"}, {"name": "name"}]},  # a filter
    ]
    ((request, _),) = list_queries(
        {"data": {"__schema": {"queryType": {"name": "Query"}, "types": types}}}, HOST
    )
    assert json.loads(request.body) == {
        "query": "query($options:Options){ships(options:$options){length}}",
        "variables": {"options": {"skip": 0, "take": 100}},
    }


def test_a_page_to_explore_a_graph_is_asked_for_its_description() -> None:
    (request,) = explorer_requests("<div id=graphiql></div>", f"{HOST}/graphql?x=1")
    assert (request.method, request.url) == ("POST", f"{HOST}/graphql")
    assert explorer_requests("<a href='/graphql'>GraphQL</a>", HOST) == []


@each_row(__file__, "a_sign_in_goes_where_it_names_nobody", "body", "is_sent")
def test_a_sign_in_goes_where_it_names_nobody(body: str, is_sent: bool) -> None:
    assert may_send("POST", f"{HOST}/api/login", body.encode(), "xhr") == is_sent


@each_row(__file__, "things_of_an_opening_page_stand_in_its_paths", "path", "is_sent")
def test_things_of_an_opening_page_stand_in_its_paths(path: str, is_sent: bool) -> None:
    assert may_send("GET", f"{HOST}{path}", b"", "xhr", is_own=True) == is_sent
    assert not may_send("POST", f"{HOST}{path}", b"{}", "xhr", is_own=True)


@pytest.mark.parametrize(("rows", "may_be"), [(40, True), (39, False)])
def test_a_page_as_long_as_was_asked_for_may_be_cut(rows: int, may_be: bool) -> None:
    """Though nothing in it leads on: larger ones are asked for."""
    call = Call(posted('{"limit": 40}'), size=("json", "limit"))
    assert may_be_longer(call, got("/find", BOOKS[:rows]), rows) is may_be
