"""Every source of the zoo keeps what its spec promises, asked over the wire by another browser."""

from __future__ import annotations

import re

import pytest
from selectolax.lexbor import LexborHTMLParser

from leadline.testing.browser import Browser
from leadline.testing.source import Source, serve
from leadline.testing.view import View
from leadline.testing.zoo import ZOO

MOST_RETRIES = 3
WALKED = 12
"""Pages walked of one answer: enough to see the pager work, a whole walk where it is short."""


def broad_query(source: Source) -> str:
    """What finds everything, or else the word in most records."""
    engine = source.spec.engine
    if engine.empty == "all":
        return ""
    if engine.everything:
        return engine.everything[0]
    shortest = max(engine.min_length, 3)
    postings = source.site.index.postings
    words = [w for w in sorted(postings) if len(w) >= shortest and w.isascii() is False] or [
        w for w in sorted(postings) if len(w) >= shortest and w.isalpha()
    ]
    return max(words, key=lambda w: len(postings[w]))


def expected(source: Source, query: str) -> list[str]:
    """Identities that the answer must hold, in order."""
    site = source.site
    hits = site.find(View(source.spec, site.language, query, table=site.table))
    cap = source.spec.engine.cap or len(hits.rows)
    return [identity_of(source, n) for n in hits.rows[:cap]]


def identity_of(source: Source, number: int) -> str:
    row = source.site.rows[number]
    if source.site.href(row):
        return row["id"]
    return row[source.site.table.recipe.title]


def shown(source: Source, html: str) -> list[str]:
    """Identities on a page, in order."""
    if source.spec.look.link:
        found = re.findall(r'href="/(?:item/|help/|view\?id=)([\w.-]+)', html)
        return list(dict.fromkeys(found))
    title = source.site.table.recipe.title
    known = {row[title] for row in source.site.rows}
    cells = LexborHTMLParser(html).css("td, .rec > div")
    texts = [re.sub(r"^[^:]+: ", "", c.text().strip()) for c in cells]
    return [text for text in texts if text in known]


def walk(browser: Browser, query: str) -> list[list[str]]:
    """The identities page by page, retrying what failed, until there is no next page."""
    source, pages, number = browser.source, [], 1
    browser.search(query)
    while len(pages) < WALKED:
        for _ in range(MOST_RETRIES):
            if browser.page.status == 200 and "</html>" in browser.page.html:
                break
            browser.get(browser.page.url)
        pages.append(shown(source, browser.page.html))
        number += 1
        if browser.next(number) is None:
            break
    return pages


STEADY = [name for name in ZOO if name not in ("unstable", "moody", "guarded")]


@pytest.mark.parametrize("name", STEADY)
def test_the_pager_leads_through_the_answer_once(name: str) -> None:
    with serve(ZOO[name]) as source:
        query = broad_query(source)
        wanted = expected(source, query)
        pages = walk(Browser(source), query)
        step = len(wanted) if source.spec.pager.kind == "none" else source.spec.pager.size
        assert len(wanted) > step or source.spec.pager.kind == "none"
        walked = [identity for page in pages for identity in page]
        assert walked == wanted[: WALKED * step]
        assert not source.trespasses


@pytest.mark.parametrize("name", [n for n in STEADY if n not in ("button-pager", "relaxed")])
def test_nonsense_finds_nothing_and_says_so(name: str) -> None:
    with serve(ZOO[name]) as source:
        browser = Browser(source)
        page = browser.search("qxzwvkj")
        assert page.status in (200, 400)
        assert shown(source, page.html.partition("searchbox")[2]) == []


@pytest.mark.parametrize("name", STEADY)
def test_the_total_is_what_the_spec_says(name: str) -> None:
    with serve(ZOO[name]) as source:
        query = broad_query(source)
        count = len(source.site.find(View(source.spec, "en", query)).rows)
        page = Browser(source).search(query)
        claim = LexborHTMLParser(page.html).css_first(".count")
        digits = [int(re.sub(r"\D", "", n)) for n in re.findall(r"\d[\d.,\xa0]*", claim.text())]
        kind = source.spec.total.kind
        if kind == "absent":
            assert digits == []
        elif kind == "pages":
            assert digits[1] == -(-count // source.spec.pager.size)
        elif kind == "approximate":
            assert count < digits[0] <= count + 20
        else:
            assert (2 if kind == "double" else 1) * count in digits


@pytest.mark.parametrize("name", ZOO)
def test_a_record_of_the_answer_has_its_page(name: str) -> None:
    with serve(ZOO[name]) as source:
        row = source.truth()[0]
        if "url" not in row:
            assert not source.spec.look.link
            return
        page = Browser(source).get(row["url"])
        text = LexborHTMLParser(page.html).text()
        assert page.status == 200
        for column, value in row.items():
            assert column == "url" or value in text
