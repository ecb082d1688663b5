"""Any bytes end in records or in nothing, in bounded time: truncated, nested, wide, mutated."""

import random
import time
from pathlib import Path
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from amounts import amount
from leadline.columns.induction import learn_columns
from leadline.mining.miner import record_text
from leadline.model import DataRegion
from leadline.page import dom
from leadline.page.charset import decode
from leadline.page.dom import parse_html
from leadline_research.bench.records.records import read_pages
from leadline_research.miners import MINERS, mine
from page_mutations import mutations
from record_pitfalls import PITFALLS, pitfall_page
from tables import each_row, read_values, words

TAGS = words(
    "ul li table tr td th div p a b br hr h3 dl dt dd span select option form pre img svg template"
)


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


@given(markup())
def test_tag_soup(html: str) -> None:
    for miner in MINERS:
        use(html, miner)


@given(st.binary(max_size=400))
def test_any_bytes(body: bytes) -> None:
    use(decode(body)[0])


SLOWEST: Final = 3.0
"""Seconds of processor time for any mutated page by any miner; the worst was .3 when measured."""
COUNTS = read_values(__file__, "COUNTS")
"""Mutations that go through each miner: the rivals are slow, or simple."""
OWN_COUNTS = {"default": 100, "autorm": 10, "autorm-literal": 5, "mdr": 15, "sibling": 15}
MUTATED_AND_READ = amount(5, many=44)
"""Mutations of which all values are read."""


def mutated(pages: list[bytes], count: int, miner: str) -> int:
    """Mine so many mutations; the number of them that gave records."""
    found = 0
    for kinds, body in mutations(pages, count, 7):
        started = time.process_time()
        page = parse_html(decode(body)[0], "http://h.test/")
        regions = mine(page, miner)
        assert time.process_time() - started < SLOWEST, kinds
        for region in regions:
            starts = [span.nodes[0] for span in region.records]
            assert len(starts) > 1, kinds
            assert starts == sorted(set(starts)), kinds
        found += bool(regions)
    return found


@pytest.mark.gold
@pytest.mark.parametrize("miner", COUNTS)
def test_mutations_of_labelled_pages(miner: str, shared: Path) -> None:
    """Many by the default, fewer by the others; most still have lists."""
    pages = [body for _, body, _ in read_pages(shared / "gold" / "records")]
    assert mutated(pages, COUNTS[miner], miner) > 0.8 * COUNTS[miner]


@pytest.mark.parametrize("miner", OWN_COUNTS)
def test_mutations_of_own_pages(miner: str) -> None:
    pages = [pitfall_page(name, 1)[0].encode() for name in PITFALLS]
    assert mutated(pages, OWN_COUNTS[miner], miner) > 0.7 * OWN_COUNTS[miner]


@pytest.mark.gold
def test_values_of_mutated_pages(shared: Path) -> None:
    pages = [body for _, body, _ in read_pages(shared / "gold" / "records")]
    for _, body in mutations(pages[::5], MUTATED_AND_READ, 3):
        use(decode(body)[0])


HUGE = [
    ("elements in elements", "<div>x" * 400_000),
    ("attributes", "<div " + " ".join(f"a{n}=b" for n in range(300_000)) + ">x</div>"),
    ("one text", "word " * 1_000_000),
    ("one class", f"<ul><li class='{'c ' * 500_000}'>a 1<li>b 2<li>c 3</ul>"),
    ("siblings", "<p>" * 300_000),
    ("lists in lists", "<ul><li>a" * 10_000),
    ("deep, then wide", "<div>" * 9_990 + "<p>x</p>" * 20_000),
    ("options", "<select>" + "".join(f"<option value={n}>o{n}" for n in range(60_000))),
]


@pytest.mark.parametrize(("why", "html"), HUGE, ids=[row[0] for row in HUGE])
def test_huge_pages_end_soon(why: str, html: str) -> None:
    """Lexbor alone takes minutes for the first two."""
    started = time.process_time()
    use(html)
    assert time.process_time() - started < 6


CUTS = [
    ("an ordinary page", "<ul><li>a 1<li>b 2</ul>", ""),
    ("large, and whole", "<ul>" + "<li class=x>a <b>1</b>" * 20_000 + "</ul>", ""),
    ("as deep as is read", "<div>" * 5_000 + "x" * 200_000, ""),
    ("deeper", "<div>" * 12_000 + "x" * 200_000, "nested too deep"),
    ("too many attributes", "<p " + "a1=b " * 60_000 + ">x", "attributes"),
    ("too many tags", "<p>" * 600_000, "only its first"),
    ("too many characters", "<p>" + "word " * 1_700_000, "only its first"),
    ("a long tag", "<p a='" + "b" * 300_000 + "'>x", ""),
]


@pytest.mark.parametrize(("why", "html", "said"), CUTS, ids=[row[0] for row in CUTS])
def test_a_page_that_is_not_read_whole_says_so(why: str, html: str, said: str) -> None:
    cut = parse_html(html, "http://h.test/").cut
    assert (said in cut) if said else not cut


def test_a_page_of_too_many_nodes_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    html = "<ul>" + "<li>a <b>1</b>" * 3_000 + "</ul>"
    assert not parse_html(html, "").cut
    monkeypatch.setattr(dom, "MAX_DOCUMENT_NODES", 5_000)
    page = parse_html(html, "")
    assert "only its first" in page.cut
    assert len(page) == 5_000
    assert mine(page)[0].records


FIVE_MB: Final = 5_000_000


def large_page() -> bytes:
    rows = "".join(
        f"<tr><td><a href=/{n}>Title {n} of the sea</a><td>Ann Lee {n}<td>{1800 + n % 200}"
        for n in range(amount(12_000, many=70_000))
    )
    return f"<html><body><table>{rows}</table></body></html>".encode()


def test_a_large_page_that_was_cut_off_or_mixed_with_binary_keeps_its_records() -> None:
    whole = large_page()
    assert len(whole) > amount(800_000, many=FIVE_MB)
    noise = random.Random(5).randbytes(FIVE_MB // 5)
    half, tenth = whole[: len(whole) // 2] + b"<td", whole[: len(whole) // 10]
    rows = amount(12_000, many=70_000)
    for body, least in ((half, 0.48 * rows), (tenth + noise, 0.09 * rows)):
        page = parse_html(decode(body)[0], "http://h.test/")
        started = time.process_time()
        regions = mine(page)
        assert max(len(region.records) for region in regions) >= least
        assert time.process_time() - started < 60


def test_binary_is_no_page() -> None:
    body = random.Random(5).randbytes(FIVE_MB // 5)
    use(decode(body)[0])


def cost(html: str) -> float:
    page = parse_html(html, "http://h.test/")
    started = time.process_time()
    regions = mine(page)
    if regions:
        learn_columns([(page, regions[0].records[:200])])
    return time.process_time() - started


@each_row(__file__, "LARGE", "why", "frame", "unit")
def test_cost_grows_with_the_page(why: str, frame: str, unit: str) -> None:
    """Eight times the page, far from 64 times the time: one of three times, with room for noise."""
    small, large = (
        frame.format("".join(unit.replace("{n}", str(n)) for n in range(size)))
        for size in (500, 4000)
    )
    cost(small)
    most = 30 * max(min(cost(small) for _ in range(3)), 0.01)
    assert any(cost(large) < most for _ in range(3))
