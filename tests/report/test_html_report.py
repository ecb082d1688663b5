"""The report of real projects: it says what happened, and harvested text stays in its cell."""

import os
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st
from selectolax.lexbor import LexborHTMLParser

from leadline.errors import Blocked, StoreError, Unreachable
from leadline.model import Field, Page, Record, Request
from leadline.report import render, write_report
from leadline.report.curve import MAX_POINTS, draw, thin
from leadline.store import CoveragePoint, Reader, Store

ELEMENTS = {
    "html", "head", "meta", "title", "style", "body", "header", "main", "section", "div", "h1",
    "h2", "h3", "p", "span", "strong", "em", "small", "dl", "dt", "dd", "ul", "li", "table",
    "thead", "tbody", "tr", "th", "td", "a", "bdi", "br", "i", "details", "summary", "pre",
    "svg", "polygon", "polyline", "line", "text", "circle", "rect",
}  # fmt: skip
"""All that a report may hold: nothing of it runs or loads anything."""


def page(key: str, at: int, **more: Any) -> Page:
    url = f"https://{key}.example/?page={at}"
    more = {"body": b"x" * 1000, "fetched_at": 1000.0 + at, "seconds": 0.5, **more}
    return Page(Request("GET", url), url, 200, **more)


def lily(key: str, at: int, **more: Any) -> Record:
    fields = (Field("title", f"Lily {at}"), Field("link", f"https://a.example/{at}", "link"))
    return Record(key, f"/{at}", fields, **more)


def harvested(store: Store, key: str = "art") -> None:
    """A source with one query that paid, one that paid little, one that did not."""
    store.add_source(key, f"https://{key}.example/search")
    asked = {"": range(20), "water": range(15, 25), "fire": range(5)}
    for at, (text, keys) in enumerate(asked.items(), 1):
        query = store.open_query(key, text, purpose="whole" if not text else "word")
        number = store.add_page(key, page(key, at), None, "walk", query=query)
        store.take(key, query, number, [lily(key, n, row=n) for n in keys])
        store.add_point(key, at, len(list(store.records(key))), 30.0)
        store.close_query(query, reason="last page reached", total=len(keys), exact=True)


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path / "art.leadline")


def words(html: str) -> str:
    body = LexborHTMLParser(html).body
    assert body is not None
    return " ".join(body.text(separator=" ").split())


def test_a_complete_source_shows_its_proof_and_what_paid(store: Store) -> None:
    harvested(store)
    store.set_state("art", "complete", reason="the empty query lists all", proof="25 = 25 keys",
                    estimate=25)  # fmt: skip
    shown = words(render(store))
    assert "The empty query lists all." in shown
    assert "Proof: 25 = 25 keys" in shown
    assert "Nothing: no page failed or came damaged, and the proof stands above." in shown
    rows = LexborHTMLParser(render(store)).css("div.part")
    paid = next(row.text(separator=" ") for row in rows if "Queries that paid" in row.text())
    assert paid.index("(empty)") < paid.index("water")
    assert "fire" not in paid
    assert "1 query brought nothing new." in paid


def test_what_was_left_is_said_with_its_reason(store: Store) -> None:
    harvested(store)
    query = store.open_query("art", "the")
    number = store.add_page("art", page("art", 7, truncated=True), None, query=query)
    store.take("art", query, number, [lily("art", 99)])
    store.close_query(query, reason="cap of 1,000", total=5000, exact=True, finished=True)
    other = store.open_query("art", "a")
    store.close_query(other, reason="cap of 1,000", total=90, exact=True)
    nonsense = store.open_query("art", "qxzvk")
    store.close_query(nonsense, reason="a probe: its first page only", finished=False)
    whole = store.open_query("art", "whole")
    store.take(
        "art", whole, store.add_page("art", page("art", 8), None, query=whole), [lily("art", 98)]
    )
    store.close_query(whole, reason="first page only", total=1, exact=True, finished=False)
    store.open_query("art", "asked live", purpose="ask")
    store.open_query("art", "open")
    slow = Request("GET", "https://art.example/slow")
    store.add_failure("art", slow, Unreachable("30 s", slow))
    store.note("art", "shows at most 1,000 records", level="warning")
    store.note("art", "100 records a page")
    store.set_state("art", "paused", reason="budget used up", estimate=8000)
    left = next(
        part.text(separator=" ")
        for part in LexborHTMLParser(render(store)).css("div.part")
        if part.text().startswith("What was left")
    )
    left = " ".join(left.split())
    for said in (
        "about 7,973 records by estimate (0.3% are taken)",
        "2 answers cut short, cap of 1,000 : “the” (1 of 5,000 rows seen); “a” (0 of 90 rows seen)",
        "1 answer cut short, it was not ended : “open” (0 rows seen)",
        "1 request without a page: Unreachable ( 30 s )",
        f"page {number} came cut off",
        "shows at most 1,000 records",
    ):
        assert said in left
    for unsaid in ("100 records a page", "first page only", "asked live"):
        assert unsaid not in left
    assert "qxzvk" not in left


def test_a_failed_source_says_why_and_nothing_else(store: Store) -> None:
    store.add_source("art", "https://art.example/")
    store.set_state("art", "failed", reason="The page has no form that searches.")
    html = render(store)
    assert "The page has no form that searches." in words(html)
    assert "<svg" not in html
    assert "Nothing:" not in html


def test_an_empty_project_has_a_report(store: Store) -> None:
    assert "Nothing was harvested yet." in words(render(store))


def test_ten_sources_stand_in_one_table_that_leads_to_each(store: Store) -> None:
    for at in range(10):
        harvested(store, f"s{at}")
    tree = LexborHTMLParser(render(store))
    links = [a.attributes["href"] for a in tree.css("section td a") if a.text().startswith("s")]
    inside = [href for href in links if href is not None and href.startswith("#")]
    assert inside == [f"#s{at}" for at in range(1, 11)]
    assert all(tree.css_first(href) is not None for href in inside)
    assert "250 records from 10 sources, 30 requests" in words(render(store))


def test_columns_are_shown_with_fill_kinds_and_sample(store: Store) -> None:
    store.add_source("art", "https://art.example/")
    number = store.add_page("art", page("art", 1), None)
    records = [
        Record("art", str(at), (Field("名", f"睡莲{at}"), *([Field("rare", "x")] * (at == 0))),
               kind="object" if at else "person")
        for at in range(40)
    ]  # fmt: skip
    store.take("art", None, number, records)
    shown = words(render(store))
    assert "名 text 100% 40 睡莲0" in shown
    assert "rare text 2% 1 x" in shown
    assert "object 39 person 1" in shown
    tree = LexborHTMLParser(render(store))
    assert len(tree.css("table.sample tbody tr")) == 20


HOSTILE = (
    "<script>alert(1)</script>", "</style><script>alert(1)</script>", "\"><img src=x onerror=a()>",
    "' onmouseover='a()", "javascript:alert(1)", "JaVaScRiPt:alert(1)", "data:text/html,<script>",
    "https://ok.example/\"onclick=a()", "http://[bad", "//evil.example/x", "file:///etc/passwd",
    "&lt;b&gt;", "]]>", "<!--", "</title>", "\0", "\ud800", "\u202egnp.exe", "</bdi></td></table>",
    "#", "# hash", "<svg/onload=a()>", "x" * 100_000,
)  # fmt: skip


def hostile_project(path: Path, texts: tuple[str, ...]) -> str:
    with Store(path) as store:
        for at, text in enumerate(texts):
            store.add_source(text, text)
            query = store.open_query(text, text, purpose="word")
            number = store.add_page(
                text, Page(Request("GET", "https://a.example"), text, 200, truncated=True), None,
                note=text, query=query,
            )  # fmt: skip
            fields = (Field(text, text), Field("link", text, "link"), Field("pic", text, "image"))
            store.take(text, query, number, [Record(text, text, fields, kind=text),
                                             Record(text, f"{text}2", fields)])  # fmt: skip
            store.close_query(query, reason=text, total=at)
            store.note(text, text)
            store.note(text, text, level="warning")
            asked = Request("GET", "https://a.example")
            store.add_failure(text, asked, Blocked(text, asked))
            store.learn(text, "interface", {text: [text]})
            store.set_state(text, "complete", reason=text, proof=text, estimate=9.0)
            store.add_point(text, 1, 1, 2.0)
            store.add_point(text, 2, 2, None)
        return render(store)


def check_safe(html: str) -> LexborHTMLParser:
    html.encode("utf-8")
    assert "\0" not in html
    tree = LexborHTMLParser(html)
    assert tree.root is not None
    for node in tree.root.traverse():
        assert node.tag in ELEMENTS or node.attributes == {"type": "application/ld+json"}
        for name, value in node.attributes.items():
            assert not name.startswith("on")
            assert name not in ("src", "srcset", "action", "srcdoc", "formaction")
            if name == "href":
                assert (value or "").startswith(("https://", "http://", "#s"))
                if not (value or "").startswith("#"):
                    assert "noopener noreferrer" in (node.attributes["rel"] or "")
            if name == "style":
                assert (value or "").startswith("width:")
    return tree


def test_hostile_text_stays_text_everywhere(tmp_path: Path) -> None:
    html = hostile_project(tmp_path / "p", HOSTILE)
    tree = check_safe(html)
    assert "default-src 'none'" in html
    shown = tree.body.text() if tree.body else ""
    for text in HOSTILE[:-1]:
        assert text.replace("\0", "\ufffd").replace("\ud800", "\ufffd") in shown
    assert "x" * 7000 not in shown
    assert len(html) < 600_000


@given(st.text(st.characters(exclude_categories=()), min_size=1, max_size=30))
def test_any_text_stays_text(tmp_path_factory: pytest.TempPathFactory, text: str) -> None:
    check_safe(hostile_project(tmp_path_factory.mktemp("any") / "p", (text,)))


def test_a_link_that_leads_to_the_web_is_kept_as_it_is(store: Store) -> None:
    store.add_source("art", "https://art.example/?a=1&b=<2>")
    tree = LexborHTMLParser(render(store))
    link = tree.css_first("p.url a")
    assert link is not None
    assert link.attributes["href"] == "https://art.example/?a=1&b=<2>"
    assert link.text() == "art.example/?a=1&b=<2>"


def test_a_map_that_was_asked_place_by_place_is_drawn(store: Store) -> None:
    """The circle reaches as far as its answer, the boxes lie where they were asked."""
    harvested(store)
    assert "Coverage on the map" not in render(store)
    looks = [[50.0, 10.0, 111.2], [50.0, 10.0, 50.5, 11.0]]
    store.learn("art", "map", {"looks": looks, "full": [1], "spots": [[49, 9], [51, 11]]})
    html = render(store)
    (drawn,) = LexborHTMLParser(html).css("svg.map")
    circle, box = (drawn.css(one)[0].attributes for one in ("circle.look", "rect.full"))
    height = float(str(drawn.attributes["viewBox"]).split()[3])
    assert float(str(circle["r"])) == pytest.approx((height - 40) / 2, abs=1)
    assert float(str(box["x"])) == pytest.approx(float(str(circle["cx"])), abs=0.1)
    assert float(str(box["y"])) + float(str(box["height"])) == pytest.approx(height / 2, abs=1)
    assert "2 places asked" in html
    assert "[49, 9]" not in words(html)


def test_the_curve_is_drawn_to_scale_and_thinned() -> None:
    points = [CoveragePoint(at, min(at * 20, 9000), 9000.0) for at in range(1, 2000)]
    svg = ElementTree.fromstring(draw(points, "art & <co>"))
    assert svg[0].text == "art & <co>: 9,000 records, 1,999 requests (≈ 9,000 records)"
    line = next(node for node in svg if node.get("class") == "taken")
    drawn = [tuple(map(float, point.split(","))) for point in (line.get("points") or "").split()]
    assert len(drawn) <= MAX_POINTS + 1
    assert drawn[0][0] == 64
    assert drawn[-1][0] == pytest.approx(720 - 14, abs=0.1)
    heights = [y for _, y in drawn]
    assert heights == sorted(heights, reverse=True)
    top = heights[-1]
    middle = next(y for x, y in drawn if x >= 64 + (706 - 64) * 225 / 1999)  # 4,500 records
    assert (heights[0] - middle) / (heights[0] - top) == pytest.approx(0.5, abs=0.02)


def test_a_wild_early_estimate_does_not_press_the_curve_flat() -> None:
    points = [CoveragePoint(1, 20, 1e9), CoveragePoint(2, 40, 50.0), CoveragePoint(3, 50, 50.0)]
    svg = ElementTree.fromstring(draw(points, "art"))
    line = next(node for node in svg if node.get("class") == "taken")
    lowest, highest = (
        float((line.get("points") or "").split()[at].split(",")[1]) for at in (0, -1)
    )
    assert lowest - highest > 100


@pytest.mark.parametrize("count", [0, 1, 2, 299, 300, 301, 5000])
def test_thinning_keeps_both_ends(count: int) -> None:
    points = [CoveragePoint(at, at, None) for at in range(count)]
    kept = thin(points)
    assert len(kept) == min(count, MAX_POINTS)
    assert kept[:1] + kept[-1:] == points[:1] + points[-1:]


def test_the_report_is_written_beside_a_running_writer(store: Store, tmp_path: Path) -> None:
    harvested(store)
    out = tmp_path / "report.html"
    write_report(store.path, out)
    assert out.read_text("utf-8") == render(store)
    assert [name for name in os.listdir(tmp_path) if name.endswith(".part")] == []
    with pytest.raises(StoreError, match="no folder"):
        write_report(store.path, tmp_path / "nowhere" / "report.html")


def test_the_same_project_gives_the_same_report(store: Store) -> None:
    harvested(store)
    with Reader(store.path) as reader:
        assert render(reader) == render(store)
