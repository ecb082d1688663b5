# Holds: lists that a page holds, and how they go on
"""Indexes and data that a page carries are taken without a query, and only then called whole."""

import base64
import json
import zlib
from collections.abc import Callable
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import pytest
from in_memory import HOST, run

from leadline.model import Page, Request
from leadline.page.observed import Observed, Sighting
from part_sites import serve, site_of, titles
from tables import each_row, read_text

COUNT = 24
NAMES = [
    f"{kind} of {place}"
    for kind in ("Bridge", "Mill", "Tower", "Well")
    for place in ("Ash", "Birch", "Cedar", "Elm", "Fir", "Oak")
]


def page(head: str) -> str:
    return f"<html><head>{head}</head><body><div id=app></div></body></html>"


HTML = (("content-type", "text/html"),)
PAGES = [{"title": name, "url": f"/docs/{n}.html", "text": "x"} for n, name in enumerate(NAMES)]
PAGEFIND = site_of("pagefind")


def test_an_index_of_which_a_file_is_missing_is_not_called_whole() -> None:
    fragment = "/docs/pagefind/fragment/en05.pf_fragment"
    ran = serve(PAGEFIND.served(**{fragment: None}))
    assert ran.outcome.state == "exhausted"
    assert len(ran.records) == len(PAGEFIND.expected["titles"]) - 1


JAVADOC_HEAD = "<script src=../script.js></script>" + site_of("javadoc").head
JAVADOC_KINDS = ("module", "package", "type", "member", "tag")
JAVADOC = {
    f"/{kind}-search-index.js": f"{kind}SearchIndex = "
    + json.dumps([{"p": "x", "l": f"{kind}{n}", "c": "A", "u": f"{kind}{n}"} for n in range(6)])
    for kind in JAVADOC_KINDS
} | {"/script.js": "".join(f"add('{kind}-search-index.js');" for kind in JAVADOC_KINDS)}


def test_each_file_that_the_script_of_an_index_names_is_read() -> None:
    ran = serve({"/docs/search.html": page(JAVADOC_HEAD), **JAVADOC})
    assert (ran.outcome.state, len(ran.records)) == ("complete", 30)


def test_files_in_numbered_sequence_are_all_read() -> None:
    parts = {f"/search-index-{n}.json": json.dumps(PAGES[n * 8 : n * 8 + 8]) for n in range(3)}
    head = "<script>load('/search-index-0.json')</script>"
    ran = serve({"/docs/search.html": page(head), **parts})
    assert (ran.outcome.state, len(ran.records)) == ("exhausted", COUNT)


def test_descriptions_of_rustdoc_in_files_of_their_own_are_said() -> None:
    crates = {"c": {"n": ["A", "B", "C"], "q": ["c", "", ""], "D": "b"}}
    index = f"var searchIndex = JSON.parse('{json.dumps(crates)}')"
    head = '<meta name=generator content=rustdoc><script src="../search-index.js"></script>'
    ran = serve({"/docs/search.html": page(head), "/search-index.js": index})
    assert ran.outcome.state == "complete"
    assert "not taken: the descriptions" in ran.outcome.proof


PAGE_COUNT = '{"languages": {"en": {"hash": "en_1", "page_count": 30}}}'
UNADDRESSED = {"docs": [*PAGES, {"title": "Nowhere", "text": "x"}]}
MKDOCS = "<meta name=generator content=mkdocs><script>var base_url = '..'</script>"


@pytest.mark.parametrize(
    ("head", "files", "said"),
    [
        pytest.param(
            JAVADOC_HEAD,
            {name: body for name, body in JAVADOC.items() if "tag" not in name},
            "1 of 5 files of the page's search index could not be read whole",
            id="a file that a script names",
        ),
        pytest.param(
            JAVADOC_HEAD,
            {name: body for name, body in JAVADOC.items() if "/script" not in name},
            "does not name the files of the page's search index",
            id="no script that names its files",
        ),
        pytest.param(
            PAGEFIND.head,
            {**PAGEFIND.files, "/docs/pagefind/pagefind-entry.json": PAGE_COUNT},
            "states 30 entries and gave 8",
            id="a manifest that counts more",
        ),
        pytest.param(
            PAGEFIND.head + "<script>show({mergeIndex: [{bundlePath: '/blog/'}]})</script>",
            PAGEFIND.files,
            f"were not read: {HOST}/blog/pagefind-entry.json",
            id="another index that is searched too",
        ),
        pytest.param(
            MKDOCS + "<script src=/search/search_index-2.json></script>",
            {"/search/search_index.json": json.dumps({"docs": PAGES})},
            "names further files of search data",
            id="a shard beside it",
        ),
        pytest.param(
            MKDOCS,
            {"/search/search_index.json": json.dumps(UNADDRESSED)},
            "1 entries of the page's search index could not be read",
            id="an entry without an address",
        ),
    ],
)
def test_an_index_of_which_anything_is_left_out_is_not_called_whole(
    head: str, files: dict[str, str | bytes], said: str
) -> None:
    ran = serve({"/docs/search.html": page(head), **files})
    assert ran.outcome.state == "exhausted"
    assert said in ran.outcome.reason
    assert said in ran.outcome.doubts[0].sentence


def test_an_index_where_a_page_leads_by_its_script_is_found() -> None:
    site = {"/docs/search.html": page("<script>location = 'b.html'</script>"), **JAVADOC}
    there = Request("GET", f"{HOST}/docs/b.html")
    html = (("content-type", "text/html"),)
    opened = Page(there, there.url, 200, html, page(JAVADOC_HEAD).encode())
    observed = Observed((Sighting("open", "", ("Docs",), (opened,), has_box=False),))
    ran = serve(site, observed)
    assert (ran.outcome.state, len(ran.records)) == ("complete", 30)


@each_row(
    __file__, "a_file_that_is_only_named_is_taken_but_proves_nothing", "files", "script", empty=dict
)
def test_a_file_that_is_only_named_is_taken_but_proves_nothing(
    files: dict[str, str], script: str
) -> None:
    ran = serve({"/docs/search.html": page(script), "/index.json": json.dumps(PAGES), **files})
    assert titles(ran) == set(NAMES)
    assert ran.outcome.state == "exhausted"


FLIGHT = json.dumps(f'2:["$","main",null,{{"items":{json.dumps(PAGES)}}}]\n')
FLAT: list[Any] = [["Reactive", 1], {"items": 2}, list(range(3, COUNT + 3))]
FLAT += [{"title": COUNT + 3 + n, "url": 2 * COUNT + 3 + n} for n in range(COUNT)]
FLAT += [*NAMES, *(f"/docs/{n}.html" for n in range(COUNT))]
STATES = {
    "Next": '<script id="__NEXT_DATA__" type="application/json">'
    + json.dumps({"props": {"pageProps": {"items": PAGES}, "langs": ["en", "de"]}})
    + "</script>",
    "assigned": f"<script>window.__STATE__ = {json.dumps({'a': {'b': PAGES}})};</script>",
    "React's flight rows": f"<script>self.__next_f.push([1,{FLIGHT}])</script>",
    "Nuxt's flat values": '<script type="application/json" id="__NUXT_DATA__">'
    + json.dumps(FLAT)
    + "</script>",
    "a router's flat values": "<script>stream.enqueue("
    + json.dumps(json.dumps([{"_1": 2}, "items", FLAT[2], *FLAT[3:]]) + "\nP7:[]\n")
    + ");</script>",
    "a literal, Chinese": "<script>var 数据 = {列表: ["
    + ",".join(f"{{'编号': {n}, '题名': '{name} 桥梁'}}" for n, name in enumerate(NAMES))
    + "]};</script>",
}


@pytest.mark.parametrize("kind", STATES)
def test_data_in_the_page_is_taken_and_not_called_whole(kind: str) -> None:
    ran = serve({"/docs/search.html": page("") + STATES[kind]})
    assert len(ran.records) == COUNT
    assert ran.outcome.state == "exhausted"
    assert len(ran.gets) <= 2


@pytest.mark.parametrize("kind", STATES)
@pytest.mark.parametrize(
    ("said", "is_told"), [("<p>24 pages", True), ("<p>25 pages", False), ("<p>1-24 of 90", False)]
)
def test_data_of_which_the_page_states_the_number_needs_no_browser(
    kind: str, said: str, is_told: bool
) -> None:
    """What a browser would see of it was never asked for."""
    if kind == "a literal, Chinese" and not is_told:
        return
    html = page("").replace("<div id=app>", said + "<div id=app>") + STATES[kind]

    def wire(asked: Request) -> Page:
        return Page(asked, asked.url, 200, HTML, html.encode())

    drawn = Observed((Sighting("open", "", tuple(f"Other line {n}" for n in range(9))),))
    assert (len(run(f"{HOST}/", wire, observed=drawn).records) == COUNT) is is_told


@pytest.mark.parametrize(
    "way", ["data route", "address beside it", "address it came from", "page itself", "none"]
)
def test_data_of_which_a_page_states_more_goes_on_without_a_browser(way: str) -> None:
    """By what brings other records; where nothing does, the page is drawn."""

    def answer(asked: Request) -> Page:
        at = urlsplit(asked.url)
        number = int(dict(parse_qsl(at.query)).get("page", 1)) if way != "none" else 1
        here = {"total": COUNT, "items": PAGES[10 * number - 10 : 10 * number]}
        props: dict[str, Any] = {"props": {"pageProps": here}}
        props |= {"buildId": "b1"} if way == "data route" else {}
        here |= {"source": "/api/list?page=1"} if way == "address beside it" else {}
        if way == "address it came from":
            props = {"status": 200, "body": json.dumps(here)}
        if at.path in ("/_next/data/b1/list.json", "/api/list"):
            return Page(asked, asked.url, 200, (), json.dumps(here).encode())
        if at.path != "/list" or (way not in ("page itself", "none") and at.query):
            return Page(asked, asked.url, 404, HTML, b"")
        tag = 'type="application/json" data-url="/api/list?page=1"'
        tag = tag if way == "address it came from" else "type=application/json"
        state = f"<script {tag}>{json.dumps(props)}</script>"
        return Page(asked, asked.url, 200, HTML, (page("") + state).encode())

    ran = run(f"{HOST}/list", answer, observed=Observed((), trouble="no browser"))
    came = (len(ran.records), ran.outcome.state)
    assert came == ((COUNT, "complete") if way != "none" else (10, "exhausted"))


def test_an_address_that_leads_to_a_part_is_not_taken_for_the_list() -> None:
    """The data of a page names what links of its list lead to: other records stand there."""
    here = {"total": COUNT, "items": PAGES[:10], "of": {"mills": "/list/mills"}}

    def answer(asked: Request) -> Page:
        part = {"total": 6, "items": PAGES[6:12]}
        if asked.url.endswith("/mills"):
            return Page(asked, asked.url, 200, (), json.dumps(part).encode())
        state = f"<script type=application/json>{json.dumps(here)}</script>"
        return Page(asked, asked.url, 200, HTML, (page("") + state).encode())

    ran = run(f"{HOST}/list", answer, observed=Observed((), trouble="no browser"))
    assert (len(ran.records), ran.outcome.state) == (10, "exhausted")


def test_data_that_the_page_shows_anyway_is_left_to_the_reader_of_pages() -> None:
    shown = "".join(f"<p>{name}</p>" for name in NAMES)
    ran = serve({"/docs/search.html": page("") + shown + STATES["assigned"]})
    assert ran.outcome.state == "failed"


def test_code_that_a_page_holds_is_no_table_of_records() -> None:
    code = [{"open": f"if($v{n}){{_=_.concat($1);}}", "close": "_=[];"} for n in range(COUNT)]
    ran = serve({"/docs/search.html": page(f"<script>let all = {json.dumps(code)};</script>")})
    assert ran.outcome.state == "failed"


def test_larger_pages_of_an_api_are_asked_for() -> None:
    def answer(request: Request) -> Page:
        asked = dict(parse_qsl(urlsplit(request.url).query))
        start, size = int(asked.get("startAt", COUNT)), min(int(asked.get("limit", 0)), 20)
        body = json.dumps({"total": COUNT, "rows": PAGES[start : start + size]})
        return Page(request, request.url, 200, (), body.encode())

    ran = run(f"{HOST}/api?startAt=0&limit=5", answer)
    assert titles(ran) == set(NAMES)
    assert ran.outcome.state == "complete"
    assert sum("/api?" in one.request.url for one in ran.gets) < COUNT / 5


def test_a_cursor_in_the_answer_names_the_parameter_of_the_next_page() -> None:
    def answer(request: Request) -> Page:
        start = int(dict(parse_qsl(urlsplit(request.url).query)).get("pageToken", "t0")[1:])
        more = f"t{start + 10}" if start + 10 < COUNT else ""
        body = json.dumps({"data": PAGES[start : start + 10], "nextPageToken": more})
        return Page(request, request.url, 200, (), body.encode())

    ran = run(f"{HOST}/api/places", answer)
    assert titles(ran) == set(NAMES)
    assert ran.outcome.state == "exhausted"


@pytest.mark.parametrize("parameter", ["page", "offset", "skip"])
def test_an_address_that_answers_with_data_is_walked_by_its_parameter(parameter: str) -> None:
    def answer(request: Request) -> Page:
        query = dict(parse_qsl(urlsplit(request.url).query))
        start = int(query.get(parameter, 0))
        start = 10 * max(start - 1, 0) if parameter == "page" else start
        data = {"count": COUNT, "data": {"places": PAGES[start : start + 10]}}
        headers = (("content-type", "application/json"),)
        return Page(request, request.url, 200, headers, json.dumps(data).encode())

    ran = run(f"{HOST}/api/places?lang=en", answer)
    assert titles(ran) == set(NAMES)
    assert ran.outcome.state == "complete"
    assert f"states {COUNT}" in ran.outcome.proof


@pytest.mark.parametrize("said", ["X-Total-Count", "Content-Range", "Link"])
def test_what_the_headers_of_an_answer_say_is_read(said: str) -> None:
    def answer(request: Request) -> Page:
        name = "after" if said == "Link" else "offset"
        after = int(dict(parse_qsl(urlsplit(request.url).query)).get(name, 0))
        links = '</a>; rel="first"' + f', </a?after={after + 10}>; rel="next"' * (
            after + 10 < COUNT
        )
        value = {"Link": links, "X-Total-Count": f"{COUNT}"}
        header = said, value.get(said, f"items {after}-{after + 9}/{COUNT}")
        body = json.dumps(PAGES[after : after + 10]).encode()
        return Page(request, request.url, 200, (header,), body)

    ran = run(f"{HOST}/api/places", answer)
    assert titles(ran) == set(NAMES)
    assert ran.outcome.state == ("exhausted" if said == "Link" else "complete")


def test_data_that_a_page_names_as_another_form_of_itself_is_taken() -> None:
    link = '<link rel="alternate" type="application/json" href="/places.json">'
    ran = serve({"/docs/search.html": page(link), "/places.json": json.dumps(PAGES)})
    assert titles(ran) == set(NAMES)
    assert ran.outcome.state == "exhausted"
    assert serve({"/docs/search.html": page(link)}).outcome.state == "failed"


DESCRIBED = json.loads(read_text(__file__, "DESCRIBED"))


@each_row(
    __file__, "the_list_of_a_described_interface_is_walked_and_nothing_else_is_asked", "drawn"
)
def test_the_list_of_a_described_interface_is_walked_and_nothing_else_is_asked(drawn: str) -> None:
    ran = run(f"{HOST}/docs/search.html", described(drawn))
    assert titles(ran) == set(NAMES)
    assert ran.outcome.state == "exhausted"
    asked = {urlsplit(one.request.url).path for one in ran.gets}
    assert not asked & {"/v1/health", "/v1/find", "/v1/kinds"}


def test_a_description_that_the_page_asks_for_in_a_browser_is_taken() -> None:
    answer = described("<script src=/redoc-init.js></script>")
    asked = answer(Request("GET", f"{HOST}/openapi.json"))
    observed = Observed((Sighting("open", "", ("Books",), (asked,), has_box=False),))
    ran = run(f"{HOST}/docs/search.html", answer, observed=observed)
    assert titles(ran) == set(NAMES)


def described(drawn: str) -> Callable[[Request], Page]:
    """A page that draws a description, and the interface that it describes."""

    def answer(request: Request) -> Page:
        parts = urlsplit(request.url)
        query = dict(parse_qsl(parts.query))
        rows = PAGES[int(query.get("skip", 0)) :][: min(int(query.get("limit", 5)), 10)]
        bodies = {
            "/docs/search.html": page(drawn),
            "/openapi.json": json.dumps(DESCRIBED),
            "/swagger-initializer.js": "SwaggerUIBundle({url: '/openapi.json'})",
            "/docs/swagger-ui-init.js": f'let a = {{"swaggerDoc": {json.dumps(DESCRIBED)}}}',
            "/v1/books": json.dumps(rows),
        }
        body = bodies.get(parts.path)
        return Page(request, request.url, 200 if body else 404, (), (body or "").encode())

    return answer


@pytest.mark.parametrize(
    "script",
    [
        "window.searchData = '"
        + base64.b64encode(zlib.compress(json.dumps(PAGES).encode())).decode()
        + "'",
        json.dumps({"index": {"fieldVectors": [[f"name/{name}", []] for name in NAMES]}}),
    ],
    ids=["packed by zlib and base64", "lunr without its documents"],
)
def test_the_data_of_a_search_script_are_read(script: str) -> None:
    files = {
        "/js/search.js": script,
        "/docs/search.html": page("<script src=/js/search.js></script>"),
    }
    ran = serve(files)
    values = {field.value for record in ran.records.values() for field in record.fields}
    assert set(NAMES) <= values
    assert ran.outcome.state == "exhausted"


def test_what_was_not_sent_is_named_beside_a_form_that_is_none() -> None:
    form = f"<form><input name=user><input type=password></form>{'<p>Keys of the town</p>' * 30}"
    refused = "POST /saveView may write and was not sent"
    entry = f"<html><body>{form}<script src=/app.js></script></body></html>"
    observed = Observed((Sighting("open", "", ("Keys",), (), has_box=False),), (refused,))

    def answer(request: Request) -> Page:
        return Page(request, request.url, 200, (), entry.encode())

    ran = run(f"{HOST}/docs/search.html", answer, observed=observed)
    assert ran.outcome.state == "failed"
    assert f'; {refused} (--allow "POST /saveView" sends it); the page drew' in ran.outcome.reason


@pytest.mark.parametrize(
    ("beside", "names"),
    [
        pytest.param({"columns": ["Name", "Built"]}, {"Name", "Built"}, id="headings beside"),
        pytest.param(
            {"cols": [{"title": "Name"}, {"title": "Built"}]}, {"Name", "Built"}, id="told"
        ),
        pytest.param({}, {"column_1", "column_2"}, id="none"),
        pytest.param({"a": ["x", "y"], "b": ["p", "q"]}, {"column_1", "column_2"}, id="two fit"),
    ],
)
def test_rows_of_plain_values_have_names(beside: dict[str, Any], names: set[str]) -> None:
    rows = [[name, f"in {1700 + n}"] for n, name in enumerate(NAMES)]
    state = json.dumps({"props": {**beside, "rows": rows}})
    shown = f'<script id="__NEXT_DATA__" type="application/json">{state}</script>'
    lines = Sighting("entry", "", tuple(NAMES), (), has_box=False)
    ran = serve({"/docs/search.html": page(shown)}, Observed((lines,)))
    assert len(ran.records) == COUNT
    assert {one.column for record in ran.records.values() for one in record.fields} == names
