"""Any bytes end in records or in nothing, in bounded time: truncated, nested, wide, mutated."""

from __future__ import annotations

import random
import time
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from leadline.bench.records import read_pages
from leadline.charset import decode
from leadline.dom import parse_html
from leadline.records import MINERS, learn_columns, mine, record_text, span_links

if TYPE_CHECKING:
    from pathlib import Path

    from leadline.model import DataRegion

TAGS = ["ul", "li", "table", "tr", "td", "th", "div", "p", "a", "b", "br", "hr", "h3", "dl", "dt",
        "dd", "span", "select", "option", "form", "pre", "img", "svg", "template"]  # fmt: skip


def use(html: str, miner: str = "default") -> tuple[DataRegion, ...]:
    """Mine, check what every region promises, and read every value of the first three."""
    page = parse_html(html, "http://h.test/")
    regions = mine(page, miner)
    for region in regions:
        assert len(region.records) > 1
        starts = [span.nodes[0] for span in region.records]
        assert starts == sorted(set(starts))
    for region in regions[:3]:
        columns = learn_columns([(page, region.records)])
        for span in region.records[:50]:
            columns.read(page, span)
            record_text(page, span)
            span_links(page, span)
    return regions


@st.composite
def markup(draw: st.DrawFn) -> str:
    """Tag soup: opened, closed and unclosed elements with classes and text in any order."""
    parts = draw(
        st.lists(
            st.one_of(
                st.builds("<{} class='{}'>".format, st.sampled_from(TAGS), st.sampled_from("ab")),
                st.builds("</{}>".format, st.sampled_from(TAGS)),
                st.text(max_size=6),
                st.sampled_from(["Label: x", "作者：某", "<a href='?q=1#x'>y</a>", "<br><br>"]),
            ),
            max_size=60,
        )
    )
    return "".join(parts) * draw(st.integers(1, 4))


@settings(max_examples=150, deadline=None)
@given(markup())
def test_tag_soup(html: str) -> None:
    for miner in MINERS:
        use(html, miner)


@settings(max_examples=60, deadline=None)
@given(st.binary(max_size=400))
def test_any_bytes(body: bytes) -> None:
    use(decode(body)[0])


def mutate(html: str, chance: random.Random) -> str:
    """A page as a broken server, proxy or template might send it."""
    at, size = chance.randrange(len(html)), chance.randrange(1, 2000)
    cut = html[at : at + size]
    return chance.choice([
        html[:at], html[:at] + html[at + size :], html[:at] + cut * 3 + html[at:],
        html.replace(chance.choice(["</li>", "</tr>", "</td>", "</div>", "</a>", "</p>"]), ""),
        html.replace(chance.choice(["<li", "<tr", "<div", "<p", "class="]), "<x"),
        html[:at] + chance.choice(["<table>", "<select>", "<!--", "<script>", "<svg>", "\x00"])
        + html[at:],
    ])  # fmt: skip


@pytest.mark.gold
def test_mutated_pages(shared: Path) -> None:
    chance = random.Random(7)
    for _, body, _ in list(read_pages(shared / "gold" / "records"))[::5]:
        html = decode(body)[0]
        for _ in range(2):
            use(mutate(html, chance))


def cost(html: str) -> float:
    page = parse_html(html, "http://h.test/")
    started = time.process_time()
    regions = mine(page)
    if regions:
        learn_columns([(page, regions[0].records[:200])])
    return time.process_time() - started


LARGE = [
    ("many records", "<ul>{}</ul>", "<li><b>A</b> <a href=/x>text</a> 12<br>more</li>"),
    ("deep", "{}", "<div>x<b>1</b>"),
    ("deep and wide", "{}", "<div><p>a</p><p>b</p>"),
    ("every class its own", "<div>{}</div>", "<p class='c{n}'><i class='k{n}x'>{n}</i>t</p>"),
    ("every path its own", "<div>{}</div>", "<a{n}x><b{n}y>t</b{n}y></a{n}x>"),
    ("flat text and breaks", "<pre>{}</pre>", "word <a href=/x>l</a><br>"),
    ("one open table", "<table>{}", "<tr><td>a<td>b<td>c"),
    ("links in links", "{}", "<a href=/x>x<table><tr><td>"),
]


@pytest.mark.parametrize(("why", "frame", "unit"), LARGE, ids=[row[0] for row in LARGE])
def test_cost_grows_with_the_page(why: str, frame: str, unit: str) -> None:
    """Eight times the page, far from 64 times the time: the best of three, with room for noise."""
    small, large = (
        frame.format("".join(unit.replace("{n}", str(n)) for n in range(size)))
        for size in (500, 4000)
    )
    cost(small)
    best = min(cost(large) for _ in range(3))
    assert best < 30 * max(min(cost(small) for _ in range(3)), 0.01)
