"""What is fuzzed: every reader of fetched text, its texts, and the faults that it may raise.

A target takes bytes. A text is made of its tokens and of arbitrary bytes, is a mutated example, or
a bomb (``bombs.py``): its tokens again and again, also inside each other, and its examples with
other numbers. ``heads`` are what leads a reader to where its tokens count.
"""

# ruff: noqa: E501 - texts of other notations stand in one line

from __future__ import annotations

import gzip
import random
import re
import time
import zlib
from dataclasses import dataclass
from functools import partial
from html import escape
from typing import TYPE_CHECKING, Final

from hypothesis import strategies as st

from leadline.crawl.entry.content_type import describe_other_content
from leadline.crawl.interstitial import hop_after, pause_asked
from leadline.crawl.official.take import repository_items
from leadline.crawl.official.ways import official_ways
from leadline.details.content import read_content
from leadline.details.structured import json_ld_entries, microdata_entries
from leadline.discover.listings import named_listings, read_listing
from leadline.errors import UnsupportedForm
from leadline.fetch.archive import warc
from leadline.fetch.cookies import CookieStore
from leadline.fetch.http10 import UnreadableAnswer, parse_answer
from leadline.fetch.inflate import CODINGS, Inflater
from leadline.fetch.politeness import parse_retry_after
from leadline.fetch.redirect import next_request
from leadline.fetch.robots import RobotsRules
from leadline.forms.find import find_interfaces
from leadline.forms.opensearch import from_opensearch, search_actions
from leadline.forms.submit.submit import submit_form
from leadline.model import Page, Request
from leadline.page.action.gate import may_write
from leadline.page.action.patch import changes_of, is_partial, patched, redrawn
from leadline.page.action.read import action_of, action_of_search
from leadline.page.charset import decode
from leadline.page.data.lists import counted_inside, lists_in, widened, with_siblings
from leadline.page.data.literal import unpacked
from leadline.page.data.yaml_data import read_yaml
from leadline.page.delimited import table_items
from leadline.page.dom import parse, parse_html
from leadline.page.request_places import places_in
from leadline.page.styles import is_invisible
from leadline.script.gate import frame_data, may_send_frame
from leadline.script.indexes import graphql, openapi
from leadline.script.indexes.documents import read_own_data
from leadline.script.indexes.find import find_indexes, named_indexes, search_scripts
from leadline.values.normal.column import read_column
from leadline.wrapper.data import roots
from leadline.wrapper.data.call import data_of, header_values
from leadline.wrapper.data.paging import answer_leaves
from leadline.wrapper.data.rows import identity_of, record_rows
from leadline.wrapper.data.state import unseen_list
from leadline.wrapper.pager.propose import propose_next
from leadline.wrapper.totals.stated import stated_pages, stated_totals
from page_mutations import MUTATIONS
from part_sites import NAMES, PartSite, site_of

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from hypothesis.strategies import SearchStrategy

    from leadline.page.data.lists import Item

URL: Final = "http://h.test/a?b=c"
MAX_SECONDS: Final = 2.0
"""Processor seconds that a text of some kilobytes may cost, on a busy machine."""


@dataclass(frozen=True)
class Target:
    """A reader, tokens and examples of its texts, and the faults that it may raise."""

    read: Callable[[bytes], object]
    tokens: tuple[bytes, ...]
    examples: tuple[bytes, ...]
    faults: tuple[type[Exception], ...] = ()
    heads: tuple[bytes, ...] = (b"",)

    def run(self, body: bytes) -> None:
        """Read a text; raise what may not be raised, and complain of what takes too long."""
        before = time.thread_time()
        try:
            self.read(body)
        except self.faults:
            return
        seconds = time.thread_time() - before
        assert seconds < MAX_SECONDS, f"{len(body)} bytes took {seconds:.1f} s"

    def texts(self) -> SearchStrategy[bytes]:
        """Return the strategy of its texts."""
        parts = st.lists(st.sampled_from(self.tokens) | st.binary(max_size=12), max_size=60)
        mutated = st.builds(_mutated, st.sampled_from(self.examples), st.integers(0, 2**32))
        return parts.map(b"".join) | mutated


def _mutated(example: bytes, seed: int) -> bytes:
    chance = random.Random(seed)
    for _ in range(chance.randrange(1, 4)):
        example = chance.choice(MUTATIONS)(example, chance)[:50_000]
    return example


def _page(body: bytes, content_type: str = "text/html") -> Page:
    return Page(Request("GET", URL), URL, 200, (("Content-Type", content_type),), body)


def _read_text(body: bytes) -> None:
    for declared in ("", "utf-8", "gb2312", "windows-1251", "shift_jis", "utf-16"):
        text, charset = decode(body, f"text/html; charset={declared}" if declared else "")
        assert text.encode("utf-8").decode("utf-8") == text
        assert "".encode(charset) is not None


def _read_actions(body: bytes) -> None:
    code = body.decode("utf-8", "replace")
    markup = f"<form id=f name=f><input name=a></form><script>{code}</script>"
    document = parse_html(f'{markup}<a onclick="{escape(code)}">2</a>', URL)
    for node in (*document.elements("a"), *document.elements("input")):
        action = action_of(document, node)
        may_write(document, node, action)
        action_of_search(document, node)
    find_interfaces(document)


def _read_changes(body: bytes) -> None:
    text = body.decode("utf-8", "replace")
    is_partial(text)
    base = '<form><input name="javax.faces.ViewState"><div id="a"><b id="a_data">x</b></div></form>'
    if (html := patched(base, changes_of(text))) is not None:
        redrawn(html, {"javax.faces.source": "a", "a_first": "10", "a_rows": "5"})


def _read_page(body: bytes) -> None:
    document = parse(_page(body))
    assert all(node < end <= len(document) for node, end in enumerate(document.end))
    document.visible_text(0)
    hop_after(_page(body))
    pause_asked(_page(body))
    named_listings(document)
    for node in range(0, len(document), 7):
        is_invisible(document, node)


def _read_forms(body: bytes) -> None:
    document = parse(_page(body))
    for form in (*find_interfaces(document), *search_actions(document)):
        box = next((c.name for c in form.controls if c.kind in ("text", "search") and c.name), "")
        submit_form(form, {box: ["tea"]} if box else {}, None)


def _read_json(body: bytes) -> None:
    parse(_page(body, "application/json")).visible_text(0)


def _read_listing(body: bytes) -> None:
    text = decode(body)[0]
    read_listing(text, URL)
    from_opensearch(text, URL)


def _read_record(body: bytes) -> None:
    warc.parse(body)


def _read_robots(body: bytes) -> None:
    rules = RobotsRules.read(200, body)
    rules.allows(URL)
    rules.sitemaps()
    assert 0 <= rules.delay < float("inf")


def _read_header(body: bytes) -> None:
    value = body.decode("latin-1").replace("\r", "").replace("\n", "")
    cookies = CookieStore()
    cookies.take(URL, [("Set-Cookie", value)])
    assert "\n" not in cookies.header(URL)
    parse_retry_after(value, 0.0)
    parse_retry_after(value, 1e12)
    moved = Page(Request("GET", URL), URL, 302, (("Location", value),))
    next_request(moved)
    header_values(Page(moved.request, URL, 200, (("Link", value), ("Content-Range", value))))
    parse(Page(moved.request, URL, 200, (("Link", value), ("Content-Type", "text/json")), b"[]"))
    decode("ä作".encode(), value)


def _read_items(items: Sequence[Item]) -> None:
    record_rows(items, identity_of(items), URL)


def _read_data(body: bytes, content_type: str = "application/json") -> None:
    page = _page(body, content_type)
    data = data_of(page)
    describe_other_content(page)
    roots.named_lists(page)
    answer_leaves(data)
    for one in lists_in(data)[:50]:
        counted_inside(data, with_siblings(data, widened(data, one)), ["5 rows"])
        _read_items(one.items)


def _read_script(body: bytes) -> None:
    _read_data(body, "text/javascript")
    document = parse(_page(b"<div id=root></div><script>" + body + b"</script>"))
    unseen_list(document)


def _read_state(body: bytes) -> None:
    unseen_list(parse(_page(body)))


def _read_yaml(body: bytes) -> None:
    data = read_yaml(body)
    openapi.list_operations(data, URL)
    openapi.word_operations(data, URL)


def _read_api(body: bytes) -> None:
    data, text = data_of(_page(body, "application/json")), body.decode("utf-8", "replace")
    openapi.list_operations(data, URL)
    openapi.word_operations(data, URL)
    graphql.list_queries(data, URL)
    openapi.description_addresses(text, URL)
    graphql.explorer_requests(text, URL)


def _read_styles(body: bytes) -> None:
    document = parse(_page(body))
    for node in range(len(document)):
        is_invisible(document, node)


def _read_ways(body: bytes) -> None:
    document = parse(_page(body))
    find_indexes(document)
    named_indexes(document.html, URL)
    search_scripts(document)
    official_ways(document)


def _read_details(body: bytes) -> None:
    document = parse(_page(body))
    json_ld_entries(document)
    microdata_entries(document)
    read_content(document)


def _read_repository(body: bytes) -> None:
    _read_items([*repository_items(parse_html(decode(body, "text/xml")[0], URL))])


def _read_pager(body: bytes) -> None:
    document = parse(_page(body))
    stated_totals(document, mask=str.casefold)
    stated_pages(document)
    propose_next(document)


def _read_table(body: bytes) -> None:
    for kind in ("text/csv", "text/tab-separated-values", "text/plain"):
        parse(_page(body, kind))
        _read_items(table_items(body.decode("utf-8", "replace")))


def _read_index(site: PartSite, body: bytes) -> None:
    """Read a text as every file of an index, each twice; files that differ by a number are one."""
    for index in find_indexes(site.document):
        for path in {re.sub(r"\d+", "0", path) for path in site.files}:
            index.read(body, URL + path)
            _read_items(index.read(body, URL + path).items)
        index.named(body.decode("utf-8", "replace"))


def _read_frame(body: bytes) -> None:
    text = body.decode("utf-8", "replace")
    may_send_frame(text)
    frame_data(text)
    places_in(Request("POST", URL, (), body))
    places_in(Request("GET", f"{URL}&{text[:5000]}"))


def _read_value(body: bytes) -> None:
    text = body.decode("utf-8", "replace")
    for kind in ("", "date", "number", "price", "measure", "name"):
        read_column([text] * 3, kind)


def _unpack(body: bytes) -> None:
    for coding in CODINGS:
        inflater = Inflater(coding, 1_000_000)
        for at in range(0, len(body), 4_096):
            inflater.feed(body[at : at + 4_096])
    unpacked(body)


FORM: Final = (
    b"<form action=/s><label for=q>Find</label><input id=q name=q><select name=s><option value=1>"
    b"One<option selected>Two</select><input type=hidden name=t value=7><input type=submit></form>"
)
JSON_TOKENS: Final = (
    *(b"[", b"]", b"{", b"}", b'"a":', b'"x"', b"1", b",", b"1e999", b"-", b"null", b"NaN"),
    *(b"\\ud800", b'{"a":1},', b'[{"a":', b"[1,", b"[[],", b"{},"),
)
MARKUP_TOKENS: Final = (
    *(b"<table>", b"<tr><td>", b"</table>", b"<!--", b"<b>", b"</b>", b"<script>", b"</script>"),
    *(b"'>", b"&amp;", b"&#", b"<", b"<a href=/x>", b"<ul><li>", b"<dl><dt>x<dd>", b"<select>"),
    *(b"<option>", b"<pre>", b"<h1>", b"<td rowspan=9>", b"<title>", b"1", b"x ", b"<br>"),
    *(b"<div class=head>", b"<p role=row>", b"<b role=cell>"),
)
INDEX_TOKENS: Final = (
    *JSON_TOKENS,
    *(
        b"](",
        b"a)",
        b"* [",
        b"['a',",
        b"]]",
        b"import('./theme.",
        b".js')",
        b'rd_("',
        b'rr_("',
    ),
    *(
        b'")',
        b"0",
        b"@",
        b"`",
        b"\x81",
        b"\x9f",
        b"\xbf",
        b"\x9b" + b"\xff" * 8,
        b"\xa1",
        b"\xd9\xff",
    ),
)
INDEX_TEXTS: Final = (
    b'{"docs": [{"location": "a/", "title": "A"}, {"location": "a/#s", "text": "y"}]}',
    (
        b'{"documentIds": {"0": "a"}, "storedFields": {"0": {"title": "x"}}, "doc_urls": ["/a"], '
        b'"d": [{"id": 0, "title": "x"}, {"id": 1, "t": "y"}], "fieldVectors": [["name/a.b", [1]]]}'
    ),
    b"var indexSectionsWithContent = {0: 'ab', 1: 'b'};",
    b"var searchData=[['a_0',['A::b',['../class_a.html#1',1,'A']]]];",
    b'typeSearchIndex = [{"p":"java.util","l":"List","c":"x","u":"a"}];',
    b'{"languages": {"en": {"hash": "en_1"}}}',
    b'{"url": "/a", "content": "x", "meta": {"title": "y"}, "filters": {"a": ["b"]}}',
    b'x=JSON.parse(\'{"c": {"n": ["A", "B"], "q": [[0, "c"]], "d": ["x"]}}\')',
    b'Search.setIndex({docnames:["a/b"],titles:["Title"],terms:{a:1,b:[1,2]}})',
    (
        b'rr_(\'{"name": {"H": "AAAA", "E": "0wcAAAABBQ=="}, "path": {"H": "", "E": ""}, '
        b'"entry": {"H": "", "E": ""}, "desc": {"H": "", "E": ""}}\')'
    ),
    b'rd_("bidcAny0")',
    b'import("./VPLocalSearchBox.D1.js")',
)
TARGETS: Final = {
    "charset": Target(
        _read_text,
        ("é".encode(), "é".encode("cp1252"), "作者".encode(), "作者".encode("gbk"), b"<p>", b" a"),
        (
            "Größe <b>作者：余华</b>".encode(),
            "Größe".encode("cp1252"),
            b"<meta charset=gbk>\xd7\xf7",
        ),
    ),
    "page": Target(
        _read_page,
        (
            b"<table>",
            b"<tr><td>",
            b"</table>",
            b"<!--",
            b"<style>.a{display:none}</style>",
            b"<p a=",
            b"<meta http-equiv=refresh content='1;url=",
            b"<script>",
            b"<svg>",
            b"please wait",
            b"'>",
        ),
        (b"<style>#a .b > p{left:-999px}</style><div id=a class=b><p>x</p></div>",),
    ),
    "forms": Target(
        _read_forms,
        (
            b"<form action='//",
            b"<input name=",
            b"<select>",
            b"<option>",
            b"<label for=",
            b"</form>",
            b" type=radio",
            b" value='",
            b"<fieldset disabled>",
            b" form=",
            b"<textarea>",
            b"'>",
        ),
        (FORM, FORM.replace(b"/s", b"http://[::1/"), FORM.replace(b"<form", b"<form method=post")),
        (UnsupportedForm,),
    ),
    "json": Target(
        _read_json,
        (
            b"{",
            b"}",
            b"[",
            b"]",
            b'"a":',
            b'"x"',
            b"1e999",
            b"-",
            b"null",
            b",",
            b"NaN",
            b"\\ud800",
        ),
        (b'{"items": [{"id": 1, "name": "tea"}, {"id": 2}], "next": "/p/2", "total": 9}',),
    ),
    "listing": Target(
        _read_listing,
        (
            b"<urlset>",
            b"<url><loc>",
            b"<rss>",
            b"<item><link>",
            b"<feed>",
            b"<![CDATA[",
            b"]]>",
            b"<OpenSearchDescription>",
            b"<Url template='",
            b"{searchTerms}",
            b"http://[",
            b"'/>",
        ),
        (
            b"<urlset><url><loc>http://h.test/a</loc></url></urlset>",
            b"<OpenSearchDescription><Url type='text/html' template='/s?q={searchTerms}'/>",
        ),
    ),
    "warc": Target(
        _read_record,
        (b"WARC/1.0\r\n", b"WARC-Type: response\r\n", b"Content-Length: ", b"9", b"\r\n\r\n", b":"),
        tuple(warc.records_of(_page(b"<p>x"), "<urn:uuid:1>")),
        (warc.UnreadableRecord,),
    ),
    "answer": Target(
        parse_answer,
        (
            b"HTTP/1.1 200 OK\r\n",
            b"\r\n",
            b"\n",
            b"Transfer-Encoding: chunked",
            b"5\r\n",
            b"ffffffff",
            b"Content-Length: 3",
            b":",
            b" folded",
        ),
        (b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n",),
        (UnreadableAnswer,),
    ),
    "robots": Target(
        _read_robots,
        (
            b"User-agent: *\n",
            b"Disallow: /",
            b"Allow: ",
            b"Crawl-delay: ",
            b"1e9",
            b"inf",
            b"\n",
            b"*",
            b"$",
            b"Sitemap: ",
            b"Request-rate: 1/",
            b"%",
        ),
        (b"User-agent: *\nDisallow: /a*b$\nCrawl-delay: 2\nSitemap: http://h.test/m.xml\n",),
    ),
    "header": Target(
        _read_header,
        (
            b"sid=",
            b"; Path=/",
            b"; Expires=",
            b"Fri, 31 Dec 1999 23:59:59 GMT",
            b"=",
            b",",
            b"9" * 30,
        ),
        (b"sid=7; Path=/; Max-Age=60; Domain=h.test", b"Fri, 31 Dec 9999 23:59:59 GMT"),
    ),
    "data": Target(
        _read_data,
        JSON_TOKENS,
        (
            b'{"items": [{"id": 1, "name": "tea"}, {"id": 2, "name": "x"}], "next": "/p/2", "n": 9}',
            b'[{"a": {"b": [1, {"c": "x"}]}}, {"a": {}}]',
            b'[{"items": 1}, [2, 2], {"title": 3}, "Emma"]',
            b'[{"_1": 2}, "title", "Emma"]',
            b'[[2, [[1, 2]]], [0, "rows"], [1, [3, 4]], [0, "Emma"], [0, 7]]',
            b'[{"a":1},["Set",2,2],[3,3],[4,4],[5,5],[6,6],"x"]',
            b'{"@odata.context": "$metadata", "value": [{"name": "Books", "url": "Books"}]}',
            b'{"_links": {"self": {"href": "/v4"}, "books": {"href": "/v4/books{?page}"}}}',
        ),
    ),
    "script": Target(
        _read_script,
        (
            *JSON_TOKENS,
            *(b"x=", b"f(", b"return ", b"JSON.parse('", b"'", b"`", b"\\", b"//", b"/*", b"*/"),
            *(b"!0", b":", b"a:", b"1_", b"0.", b"={a:1},", b"=[{a:'x'},", b"\n", b"1:I["),
            *(b'data: {"a":1}\n', b"={", b"=[", b"({"),
        ),
        (
            b"var x = {docs: ['a', 'b',], n: !0, m: 1.5, k: 12};",
            b'1:I[9,[]]\n0:{"items":[{"id":1}]}\n',
            b'event: rows\ndata: {"id": 1}\n\ndata: {"id": 2}\n\n',
            b'x = JSON.parse(\'[{"a": 1}, {"a": 2}]\')',
            b'a.b = "eJyrVspMUbIy1FFKTFKyUirKTM8oUdJRys0vSgVy89MUSjJSFYoTc1OVagEHnwzh"',
        ),
        heads=(b"", b"x="),
    ),
    "state": Target(
        _read_state,
        (
            *JSON_TOKENS,
            b"<script>",
            b"</script>",
            b"<p data-a='",
            b"&quot;",
            b"<i hidden>",
            b"={a:[",
        ),
        (
            b"<script>f.push([1, '0:[{\"a\":1}]'])</script>",
            b"<p data-x='[" + b"{&quot;a&quot;: 1, &quot;b&quot;: 2}," * 20 + b"]'>",
            b"<script type=application/json>[" + b'{"a": 1, "b": "x"},' * 9 + b"{}]</script>",
        ),
        heads=(b"", b"<script>x="),
    ),
    "xml": Target(
        lambda body: _read_data(body, "application/xml"),
        (
            *(b"<feed>", b"</feed>", b"<a>", b"</a>", b"<a b='1'/>", b"<?xml version='1.0'?>"),
            *(b"<![CDATA[", b"]]>", b"&amp;", b"&#x41;", b"<!--", b"-->", b"<?a ", b"?>", b"x"),
            *(b"<!DOCTYPE a [", b"<!ENTITY a 'b'>", b"<x:a xmlns:x='u'>", b"</x:a>"),
        ),
        (b'<feed><total>2</total><entry><id>7</id><link href="/a"/></entry></feed>',),
        heads=(b"", b"<feed>"),
    ),
    "yaml": Target(
        _read_yaml,
        (
            *(b"[", b"]", b"{", b"}", b"- ", b"? ", b": ", b"&a ", b"*a", b"<<: ", b"!!", b"|\n"),
            *(
                b">\n",
                b" ",
                b"\n",
                b"a: ",
                b"1:59",
                b"'",
                b'"',
                b"#",
                b"---\n",
                b"...\n",
                b",",
                b"\t",
            ),
            *(b"2001-01-01", b"%YAML 1.1\n", b"0x", b"1_", b"1e999", b".inf", b"\n a:\n  - "),
        ),
        (
            (
                b"openapi: 3.0.1\npaths:\n  /a:\n    get:\n      parameters:\n"
                b"        - {name: skip, in: query, schema: {default: 0, maximum: 9}}\n"
            ),
            b"openapi: 3\na: &a [1, 2]\nb: &b [*a, *a]\nc: {<<: *b, d: 1:59:59, e: 2001-01-01}",
        ),
        heads=(b"openapi: 3\nx: ", b"openapi: 3\n"),
    ),
    "api": Target(
        _read_api,
        (*JSON_TOKENS, b'{"$ref":"#/a"}', b"swagger-ui url: '", b"graphiql '/graphql'", b"/"),
        (
            (
                b'{"openapi": "3", "paths": {"/books": {"get": {"parameters": [{"name": "skip", "in": '
                b'"query", "schema": {"default": 0, "maximum": 9}}, {"$ref": "#/c/p"}], "responses": '
                b'{"200": {"content": {"items": {"properties": {"a": {}}}}}}}}}, "servers": [{"url": '
                b'"/v1"}], "c": {"p": {"name": "limit"}}}'
            ),
            (
                b'{"data": {"__schema": {"queryType": {"name": "Query"}, "types": [{"kind": "OBJECT", '
                b'"name": "Query", "fields": [{"name": "books", "args": [{"name": "limit", "type": '
                b'{"kind": "SCALAR", "name": "Int"}, "defaultValue": null}], "type": {"kind": "LIST", '
                b'"ofType": {"kind": "OBJECT", "name": "Query"}}}]}]}}}'
            ),
        ),
    ),
    "styles": Target(
        _read_styles,
        (
            *(b"a{", b"}", b".a", b"#b", b" ", b"a b>c", b"{display:none}", b";", b"left:-999px;"),
            *(
                b"calc(",
                b"(",
                b")",
                b"[",
                b"]",
                b"'",
                b'"',
                b"\\",
                b"/*",
                b"*/",
                b"@media x{",
                b"url(",
            ),
            *(
                b"@import ",
                b"!important",
                b"-",
                b"<p class=a>",
                b"<div class=b>",
                b"a,",
                b":",
                b"a:b;",
            ),
        ),
        (
            b"<style>#a .b > p{left:-999px; opacity: 0}</style><div id=a class=b><p style='left:-9px'>",
            b"<style>@media (min-width: 100px) { .a{display:none} }</style><p class=a>",
            b"<style>" + b".a .b .a p{left:-999px}" * 50 + b"</style>" + b"<i class='a b'>" * 50,
        ),
        heads=(b"<style>", b"<style>.a{left:", b"", b"<p style='"),
    ),
    "ways": Target(
        _read_ways,
        (
            *MARKUP_TOKENS,
            *(
                b"<script src='searchtools.js'>",
                b"pagefind/",
                b'"base": "',
                b"search/main.js",
                b"/",
            ),
            *(
                b"loadSidebar:",
                b"path_to_root = '",
                b"data-root-path='",
                b'index.json"',
                b"{a}",
                b"=",
            ),
        ),
        (
            b"<script src='/pagefind/pagefind.js'></script><script src=search/searchdata.js></script>",
            b'fetch("/search-index{dir}.json?_=1") $docsify loadSidebar: "/a.md"',
            b"<a href='/list.csv?size=100'>CSV</a> <a href='/oai?verb=Identify'>OAI-PMH</a>",
        ),
    ),
    "details": Target(
        _read_details,
        (
            *MARKUP_TOKENS,
            b"<i itemprop=a>",
            b"<i itemscope itemprop=b>",
            b'{"@type":"A","b":',
            b"}",
        ),
        (
            (
                b'<script type="application/ld+json">{"@type": "Book", "name": "Emma", "author": '
                b'[{"name": "Jane"}], "offers": {"price": 4}}</script>'
            ),
            b'<p itemscope><b itemprop="name">Emma</b><i itemprop=by itemscope><a itemprop=name>J</i>',
            b"<table><tr><th>Year<td>1815</table><dl><dt>a<dd>b</dl><p><b>Size:</b> 12 cm",
        ),
        heads=(b"", b"<script type='application/ld+json'>"),
    ),
    "repository": Target(
        _read_repository,
        (
            *(b"<record>", b"</record>", b"<header>", b"</header>", b"<dc:title>", b"</dc:title>"),
            *(b"<resumptionToken completeListSize='9'>", b"<metadata>", b"<x:y>", b"</x:y>", b"a"),
        ),
        (
            (
                b"<OAI-PMH><ListRecords><record><header><identifier>oai:1</identifier></header><metadata>"
                b"<dc:title>Emma</dc:title></metadata></record><resumptionToken completeListSize='50'>t1"
            ),
        ),
        heads=(b"<OAI-PMH><ListRecords><record>",),
    ),
    "partial answers": Target(
        _read_changes,
        (
            *(
                b"<partial-response>",
                b"<changes>",
                b"<update id='a'>",
                b"<![CDATA[",
                b"]]>",
                b"</update>",
            ),
            *(
                b"<tr><td>x",
                b"<p id='a'>",
                b"<ajax-response>",
                b"<component id='a'>",
                b"</component>",
            ),
            *(
                b"1|#||4|",
                b"3|updatePanel|a|",
                b"9|hiddenField|b|",
                b"|",
                b"cw('DataTable','w',{id:'a',",
            ),
            *(
                b"rows:5,rowCount:9,page:0})",
                b"<a class='ui-paginator-page'>2</a>",
                b"Ajax-Update-Ids",
            ),
        ),
        (
            b"<partial-response><changes><update id='a'><![CDATA[<tr><td>x]]></update></changes>",
            b"1|#||4|9|updatePanel|a|<b>new</b>|1|hiddenField|b|c|",
        ),
        heads=(b"", b"<partial-response>", b"1|#||4|"),
    ),
    "actions": Target(
        _read_actions,
        (
            *(
                b"f.a.value=",
                b"f.submit();",
                b"location=",
                b"function g(n){",
                b"}",
                b"(",
                b")",
                b"[",
            ),
            *(
                b"]",
                b"{",
                b"if(",
                b"'",
                b'"',
                b"`",
                b"/",
                b"//",
                b"/*",
                b"*/",
                b"\n",
                b"=>",
                b"?",
                b":",
            ),
            *(
                b"+",
                b"g(2)",
                b"var x=",
                b"return ",
                b"new ",
                b",",
                b";",
                b"try{",
                b"for(",
                b"$('#f')",
            ),
            *(b".val(", b"__doPostBack('a','b')", b"PrimeFaces.ab({s:'f'})", b"eval(", b"x=x+x;"),
        ),
        (
            b"function g(n){document.f.a.value=n;document.f.submit()} g(2)",
            b"if(typeof jsfcljs=='function'){jsfcljs(document.forms['f'],{'a':'b'},'');}return false",
            b"PrimeFaces.cw('DataTable','w',{id:'f',rows:10,rowCount:99,page:0});",
            b'Wicket.Ajax.ajax({"u":"./p?0-1","c":"f","e":"click"});',
        ),
    ),
    "pager": Target(
        _read_pager,
        (
            *MARKUP_TOKENS,
            *(b"<a href='?page=2'>2</a>", b"<a href='?start=10'>next</a>", b"<a onclick='go(2)'>"),
            *(
                b"<link rel=next href='?p=2'>",
                b"<option value=2>2",
                b"9 of ",
                b"results ",
                b"1-10 of 9 ",
            ),
            *(b"<i data-total-hits=5>", b"1,", b"<a href=/p/2>"),
        ),
        (
            b"<p>Results 1 - 10 of about 1,234</p><a href='?b=c&page=1'>1</a> <a href='?b=c&page=2'>2</a>",
            b"Page 2 of 9 <a href=\"javascript:go('2')\">2</a><a href=\"javascript:go('3')\">3</a>",
            b"<form><input name=page value=1><input type=submit value=Next></form><i data-total=130>",
            b"<script>function go(n){location='?page='+n}</script><a href='javascript:go(2)'>2</a>",
            b"1.2k results <select onchange='location=this.value'><option value='?p=1'>1</select>",
        ),
    ),
    "table": Target(
        _read_table,
        (
            *(
                b",",
                b";",
                b"\t",
                b"|",
                b'"',
                b"\n",
                b"a",
                b"1",
                b"#\n",
                b"\r",
                b"\0",
                b"a,b\n",
                b'"a,',
            ),
        ),
        (b"id;name\n1;Ann\n2;Bob\n", b'a,b\n1,"x, y"\n', b"# all\n#id\tname\n1\tAnn\n"),
        heads=(b"a,b\n", b"a\tb\n", b""),
    ),
    "index": Target(
        lambda body: _read_items(read_own_data(body, URL).items), INDEX_TOKENS, INDEX_TEXTS
    ),
    **{
        f"index-{name}": Target(
            partial(_read_index, site_of(name)),
            INDEX_TOKENS,
            (*INDEX_TEXTS, *sorted({*site_of(name).files.values()})),
        )
        for name in sorted(NAMES)
    },
    "frame": Target(
        _read_frame,
        (
            *JSON_TOKENS,
            b"42",
            b"a=b&",
            b"=",
            b"&",
            b"%5B",
            b"%7B%22a%22:1%7D",
            b"\n",
            b"/a",
            b"--x\r\n",
        ),
        (
            b'42["rows",{"n":1}]',
            b"a=1&b=%7B%22c%22%3A1%7D&a%5Bb%5D=2",
            b'--x\r\nContent-Disposition: form-data; name="q"\r\n\r\n1\r\n--x--',
            b'{"index": 1}\n{"q": 2}\n',
        ),
    ),
    "value": Target(
        _read_value,
        tuple("1|1,|12:|.|/|-| |a|1 May |x 2 cm|½|年|M|€|(|)|²|万|IV|1/".encode().split(b"|")),
        tuple(
            "12 May 1999|1,234.50 EUR|3.5 x 2 cm|1999-05-12 12:30:05|2h 30m 5s|1 1/2|1.5e3|2 x 10^5|"
            "平成12年3月4日|c. 1850-1900|5 MB|IV|Q3 2001|12 BC|1:50,000".encode().split(b"|")
        ),
    ),
    "packed": Target(
        _unpack,
        (
            *(
                gzip.compress(b""),
                gzip.compress(b"a"),
                b"\x00\x00\x00\xff\xff",
                b"\x50\x2a\x4d\x18\0\0\0\0",
            ),
            *(bytes.fromhex("28b52ffd2000010000"), b"\x06", b"\x00", b"\x0c"),
        ),
        (gzip.compress(bytes(10**6)), zlib.compress(b"tea" * 99)),
        heads=(b"", b"\x1f\x8b\x08\0\0\0\0\0\0\x03", b"\x78\x9c"),
    ),
}
