"""A record read by a plan that others share has the values of a plan of its own."""

from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from amounts import amount
from leadline.columns.induction import learn_columns
from leadline.columns.reader import Columns
from leadline.columns.record_shape import MAX_KNOWN_SHAPES, MAX_MARKS, MAX_SHAPE_NODES, Shapes
from leadline.columns.record_text import RecordText, plain_text, slice_of, text_boundaries, text_of
from leadline.columns.runs import text_between
from leadline.mining.miner import record_text
from leadline.model import RecordSpan
from leadline.page.charset import decode
from leadline.page.dom import Document, parse_html
from leadline.wrapper.identity.link import LinkIdentity
from leadline.wrapper.totals.stated import _locator_similarity, read_total, stated_totals
from leadline_research.bench.records.records import read_pages
from leadline_research.miners import mine
from tables import read_rows

GOLD = Path(__file__).resolve().parents[3] / "shared" / "gold" / "records"

PARTS = tuple(read_rows(__file__, "PARTS"))


def made_up(random: Random) -> tuple[Document, list[RecordSpan]]:
    """A list of records, each of a few of some parts, in one of two orders."""
    chosen = random.sample(PARTS, random.randint(1, 6))
    records = []
    for number in range(random.randint(2, 9)):
        mine_ = [part for part in chosen if random.random() < 0.85]
        records.append("".join(mine_).replace("{n}", str(number)))
    page = parse_html(
        "<section>"
        + "".join(f"<article class=n{n}>{inner}</article>" for n, inner in enumerate(records)),
        "http://h.test/a/",
    )
    return page, [RecordSpan((node,)) for node in page.elements("article")]


def twice(columns: Columns, page: Document, spans: list[RecordSpan]) -> None:
    anew = [Columns.from_dict(columns.to_dict()).read(page, span) for span in spans]
    said = [record_text(page, span) for span in spans]
    for _ in range(2):  # the first makes the plans, the second replays all of them
        assert [columns.read(page, span) for span in spans] == anew
        together = columns.read_records(page, spans, columns.shapes(page, spans))
        assert together == list(zip(anew, said, strict=True))


@given(st.randoms(use_true_random=False))
def test_made_up_records(random: Random) -> None:
    page, spans = made_up(random)
    other, others = made_up(random)
    columns = learn_columns([(page, spans)])
    twice(columns, page, spans)
    twice(columns, other, others)  # records of shapes that were not learned
    twice(Columns.from_dict(columns.to_dict()), page, spans)


@pytest.mark.gold
@pytest.mark.skipif(not GOLD.exists(), reason="no ../shared/gold")
def test_gold_pages() -> None:
    pages = list(read_pages(GOLD))
    assert len(pages) > 90
    for name, body, _ in pages[:: amount(8, many=2)]:
        page = parse_html(decode(body, "")[0], f"http://gold.invalid/{name}")
        for region in mine(page, limit=2):
            spans = list(region.records)
            columns = learn_columns([(page, spans)])
            twice(columns, page, spans)
            slots = [LinkIdentity(slot) for slot in ("a", "div/a", "tr/td/a", "li/h3/a[2]")]
            for identity in slots:
                for span in spans[:20]:
                    places = identity.link_places(page, span)
                    if places is not None:
                        assert identity.address_at(page, span, places) == identity.address(
                            page, span
                        )


@pytest.mark.gold
@pytest.mark.skipif(not GOLD.exists(), reason="no ../shared/gold")
def test_a_total_at_its_place_is_that_of_the_whole_page() -> None:
    seen = 0
    for name, body, _ in list(read_pages(GOLD))[::6]:
        page = parse_html(decode(body, "")[0], f"http://gold.invalid/{name}")
        every = stated_totals(page, mask=str.casefold)
        for stated in every[:8]:
            best = max(every, key=lambda one: _locator_similarity(one.locator, stated.locator))
            assert read_total(page, stated.locator, str.casefold) == best
            seen += 1
    assert seen > 30


def test_a_shape_is_never_given_twice() -> None:
    shapes = Shapes()
    inner = ["<b></b>" * n for n in range(MAX_KNOWN_SHAPES + 40)]
    page = parse_html("".join(f"<p>{one}</p>" for one in inner), "http://h.test/")
    spans = [RecordSpan((node,)) for node in page.elements("p")]
    found = shapes.of(page, spans)
    assert len(set(found)) == len(spans)  # also when the first ones were forgotten
    assert shapes.of(page, spans[-1:]) == found[-1:]
    assert shapes.of(page, spans[:1])[0] not in found


def test_a_page_of_too_many_classes_has_no_shapes() -> None:
    shapes = Shapes()
    page = parse_html("".join(f"<p class=x{n}y>A" for n in range(MAX_MARKS + 2)), "http://h.test/")
    spans = [RecordSpan((node,)) for node in page.elements("p")]
    assert shapes.of(page, spans) == [None] * len(spans)
    assert shapes.of(page, spans[:1]) == [None]  # nor is any more learned


def test_records_far_apart_have_shapes_of_their_own() -> None:
    """Marks are taken for all that stands between them; a long one beside them has none."""
    long = "<i></i>" * MAX_SHAPE_NODES
    page = parse_html(f"<p>A<b>B</b></p><div class=c>x</div><p>{long}</p><p>C<b>D</b></p>", "")
    spans = [RecordSpan((node,)) for node in page.elements("p")]
    one, none, other = Shapes().of(page, spans)
    assert one is other is not None
    assert none is None


WORDS_APART = st.sampled_from(
    ["a", " b", "c ", " d ", "e  f", "<b>g</b>", "<p>h</p>", "<br>", "i …"]
)


@given(st.lists(WORDS_APART, min_size=1, max_size=12), st.integers(0, 9), st.integers(0, 9))
def test_texts_gathered_once_say_what_the_page_says(parts: list[str], one: int, two: int) -> None:
    page = parse_html(f"<ul><li>{''.join(parts)}<li>x</ul>", "http://h.test/")
    record = next(page.elements("li"))
    said = RecordText(page, record, page.end[record], text_boundaries(page, [record]))
    assert said.text == page.visible_text(record)
    inside = page.end[record] - record
    first, last = sorted((record + one % inside, record + two % inside + 1))
    where = slice_of(page, record, first, last)
    assert plain_text(said, where) == page.visible_text(first, last)
    assert text_of(said, where) == text_between(page, first, last)


def test_a_record_of_several_nodes_says_what_stands_in_them_alone() -> None:
    page = parse_html("<div><b>A</b>x<b>B</b><i>C</i></div>", "http://h.test/")
    for nodes in ((4, 7), (4, 7, 9), (4, 6, 7)):
        span = RecordSpan(nodes)
        said = RecordText(page, nodes[0], page.end[nodes[-1]], text_boundaries(page, nodes))
        assert said.text == record_text(page, span)
