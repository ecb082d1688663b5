"""What is fuzzed: every reader of fetched text, its texts, and the faults that it may raise.

A target takes bytes. A text is made of its tokens and of arbitrary bytes, or is a mutated example.
"""

from __future__ import annotations

import random
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from hypothesis import strategies as st

from leadline.crawl.interstitial import hop_after
from leadline.discover.listings import named_listings, read_listing
from leadline.errors import UnsupportedForm
from leadline.fetch.archive import warc
from leadline.fetch.cookies import CookieStore
from leadline.fetch.http10 import UnreadableAnswer, parse_answer
from leadline.fetch.politeness import parse_retry_after
from leadline.fetch.robots import RobotsRules
from leadline.forms.find import find_interfaces
from leadline.forms.opensearch import from_opensearch, search_actions
from leadline.forms.submit.submit import submit_form
from leadline.model import Page, Request
from leadline.page.charset import decode
from leadline.page.dom import parse
from leadline.page.styles import is_invisible
from page_mutations import MUTATIONS

if TYPE_CHECKING:
    from collections.abc import Callable

    from hypothesis.strategies import SearchStrategy

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


def _read_page(body: bytes) -> None:
    document = parse(_page(body))
    assert all(node < end <= len(document) for node, end in enumerate(document.end))
    document.visible_text(0)
    hop_after(_page(body))
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


FORM: Final = (
    b"<form action=/s><label for=q>Find</label><input id=q name=q><select name=s><option value=1>"
    b"One<option selected>Two</select><input type=hidden name=t value=7><input type=submit></form>"
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
}
