"""Every source of the zoo keeps what its spec promises, asked over the wire by another browser."""

import re
from collections.abc import Iterator

import pytest
from selectolax.lexbor import LexborHTMLParser

from leadline_zoo.browser import Browser
from leadline_zoo.pages.view import View
from leadline_zoo.source import ServedSource, serve
from leadline_zoo.zoo import ZOO

MOST_RETRIES = 3
WALKED = 8
"""Pages walked of one answer: enough to see the pager work, a whole walk where it is short."""

FIELDS = ("many-fields", "log-fields", "exact-catalogue", "choices-only", "dependent")
"""No box for any words: ``test_fields`` asks these."""
STEADY = [name for name in ZOO if name not in ("unstable", "moody", "guarded", *FIELDS)]


@pytest.fixture(scope="module", params=STEADY)
def source(request: pytest.FixtureRequest) -> Iterator[ServedSource]:
    with serve(ZOO[request.param]) as served:
        yield served


def broad_query(source: ServedSource) -> str:
    """What finds everything, or else the word in most records."""
    engine = source.spec.engine
    if engine.empty == "all":
        return ""
    if engine.everything:
        return engine.everything[0]
    postings = source.site.index.postings
    words = [w for w in sorted(postings) if len(w) >= max(engine.min_length, 3) and w.isalpha()]
    return max(words, key=lambda w: len(postings[w]))


def expected(source: ServedSource, query: str) -> list[str]:
    """Identities that the answer must hold, in order."""
    site = source.site
    hits = site.find(View(source.spec, site.language, query, table=site.table))
    return [identity_of(source, n) for n in hits.rows[: source.spec.engine.cap or None]]


def identity_of(source: ServedSource, number: int) -> str:
    row = source.site.rows[number]
    return row["id"] if source.site.href(row) else row[source.site.table.recipe.title]


def shown(source: ServedSource, html: str) -> list[str]:
    """Identities on a page, in order."""
    if source.spec.look.link:
        found = re.findall(r'href="/(?:item/|help/|view\?id=)([\w.-]+)', html)
        return list(dict.fromkeys(found))
    title = source.site.table.recipe.title
    known = {row[title] for row in source.site.rows}
    cells = LexborHTMLParser(html).css("td, .rec > div")
    texts = [re.sub(r"^[^:]+: ", "", c.text().strip()) for c in cells]
    return [text for text in texts if text in known]


def walk(browser: Browser, query: str) -> list[str]:
    """The identities of the first pages, retrying what failed, until there is no next page."""
    source, found, number = browser.source, [], 1
    browser.search(query)
    while True:
        for _ in range(MOST_RETRIES):
            if browser.page.status == 200 and "</html>" in browser.page.html:
                break
            browser.get(browser.page.url)
        found += shown(source, browser.page.html)
        number += 1
        if number > WALKED or browser.next(number) is None:
            return found


def test_the_pager_leads_through_the_answer_once(source: ServedSource) -> None:
    query = broad_query(source)
    wanted = expected(source, query)
    one_page = source.spec.pager.kind == "none"
    reached = len(wanted) if one_page else WALKED * source.spec.pager.size
    assert one_page or len(wanted) > source.spec.pager.size
    assert walk(Browser(source), query) == wanted[:reached]
    assert not source.trespasses


def test_nonsense_finds_nothing(source: ServedSource) -> None:
    if source.spec.faults.every:
        pytest.skip("answers 503 at times")
    page = Browser(source).search("qxzwvkj")
    assert page.status == 200
    assert shown(source, page.html.partition("searchbox")[2]) == []


def test_the_total_is_what_the_spec_says(source: ServedSource) -> None:
    query = broad_query(source)
    count = len(source.site.find(View(source.spec, "en", query)).rows)
    browser = Browser(source)
    page = browser.search(query)
    page = browser.search(query) if page.status == 503 else page
    claims = [c.text() for c in LexborHTMLParser(page.html).css(".count")]
    found = re.findall(r"\d[\d.,\xa0]*", " ".join(claims))
    digits = [int(re.sub(r"\D", "", text)) for text in found]
    match source.spec.total.kind:
        case "absent":
            assert digits == []
        case "pages":
            assert digits[1] == -(-count // source.spec.pager.size)
        case "approximate":
            assert count < digits[0] <= count + 20
        case _:
            assert count in digits


def test_a_record_has_its_page(source: ServedSource) -> None:
    row = source.truth()[0]
    if "url" not in row:
        assert not source.spec.look.link
        return
    page = Browser(source).get(row["url"])
    text = LexborHTMLParser(page.html).text()
    assert page.status == 200
    assert [v for k, v in row.items() if k != "url" and v not in text] == []


def test_a_raised_page_size_holds_more() -> None:
    with serve(ZOO["discovery"]) as source:
        page = Browser(source).search("", per_page="100")
        assert shown(source, page.html) == expected(source, "")[:100]


def test_page_size_links_lead_to_longer_pages() -> None:
    with serve(ZOO["wiki"]) as source:
        browser = Browser(source)
        browser.search("teacher")
        link = browser.page.tree.css(".limits a")[-1]
        assert link.text() == "500"
        page = browser.get(source.url.rstrip("/") + (link.attributes["href"] or ""))
        assert len(shown(source, page.html)) > 20
