"""Record templates: compiled from mined regions, replayed where a page is another than learned."""

import random
import re
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leadline.model import DataRegion, RecordSpan
from leadline.page.dom import Document, parse_html
from leadline.page.plain import from_plain, to_plain
from leadline.wrapper.record_template import (
    MAX_PATH_COST,
    RecordTemplate,
    compile_template,
    nearest_parents,
    parents_at,
    path_of,
    replay,
    replay_at_path,
    replay_single,
)
from leadline_research.miners import mine
from result_pages import LAYOUTS, books, page
from tables import each_named, each_row


def read(html: str) -> Document:
    return parse_html(html, "http://h.test/")


def compiled(html: str, selector: str) -> tuple[Document, RecordTemplate]:
    """The template of the nodes that carry ``data-r`` (each one is a record's head)."""
    document = read(html)
    heads = [n for n in range(len(document)) if "data-r" in document.attributes[n]]
    spans = []
    for place, head in enumerate(heads):
        following = [
            n
            for n in document.children(document.parent[head])
            if head < n < (heads[place + 1] if place + 1 < len(heads) else len(document))
        ]
        inside = following if selector == "run" else []
        spans.append(RecordSpan((head, *inside)))
    return document, compile_template(document, DataRegion(0, tuple(spans)))


def texts(document: Document, template: RecordTemplate) -> list[str]:
    return [
        " ".join(document.visible_text(node) for node in span.nodes)
        for span in replay(document, template)
    ]


@each_row(__file__, "LEARNED_AND_READ", "learned", "other", "found", sequence=list)
def test_rows_are_found_on_another_page(learned: str, other: str, found: list[str]) -> None:
    assert texts(read(other), compiled(learned, "node")[1]) == found


@each_row(__file__, "SIBLINGS", "learned", "other", "found", sequence=list)
def test_records_of_several_siblings(learned: str, other: str, found: list[str]) -> None:
    assert texts(read(other), compiled(learned, "run")[1]) == found


# --- paths that are not quite the learned one ---

LEARNED = (
    "<html><body class=search><div id=wrap><div id=left><ul class=facets>{facets}</ul></div>"
    "<div id=main><p>Found</p><ul class=hits>{hits}</ul></div></div></body></html>"
)
HITS = "<li data-r>a<li data-r>b<li data-r>c"
FACETS = "<li>red (1)<li>blue (2)"

SHIFTS = [
    ("the body has another class", lambda h: h.replace("class=search", "class='page-2 wide'")),
    ("an advertisement before the results", lambda h: h.replace("<p>F", "<div>Buy</div><p>F")),
    ("a wrapper round the results", lambda h: h.replace("<p>F", "<div class=promo><p>F")),
    ("a wrapper round it all", lambda h: h.replace("<div id=wrap>", "<div><div id=wrap>")),
    ("a wrapper is gone", lambda h: h.replace("<div id=wrap>", "")),
    ("the list has another class", lambda h: h.replace("class=hits", "class=results")),
    ("the list has no class", lambda h: h.replace("class=hits", "")),
    ("the main part has no identifier", lambda h: h.replace("id=main", "")),
    ("the main part is another element", lambda h: h.replace("<div id=main>", "<main id=main>")),
]


@each_named(SHIFTS, "shift")
def test_records_are_found_where_the_path_has_shifted(shift) -> None:  # type: ignore[no-untyped-def]
    _, template = compiled(LEARNED.format(facets=FACETS, hits=HITS), "node")
    other = read(shift(LEARNED.format(facets=FACETS, hits="<li>d<li>e")))
    assert texts(other, template) == ["d", "e"]


@each_named(SHIFTS, "shift")
def test_an_empty_answer_does_not_take_the_facets_for_its_records(shift) -> None:  # type: ignore[no-untyped-def]
    _, template = compiled(LEARNED.format(facets=FACETS, hits=HITS), "node")
    other = read(shift(LEARNED.format(facets=FACETS, hits="")))
    assert texts(other, template) == []


def test_the_nearest_place_wins() -> None:
    _, template = compiled("<main><ul class=hits><li data-r>a<li data-r>b</ul></main>", "node")
    other = read("<main><ul class=old><li>x</ul><div><ul class=hot><li>y</ul></div></main>")
    assert texts(other, template) == ["x"]


def test_no_place_is_near_when_the_page_is_another_one() -> None:
    _, template = compiled("<main><ol class=hits><li data-r>a<li data-r>b</ol></main>", "node")
    assert (
        nearest_parents(read("<nav><ul><li>a</ul></nav><table><tr><td>b</table>"), template) == []
    )


# --- one record whose markup has no head ---


def test_a_single_run_is_the_longest_and_not_the_line_that_counts_hits() -> None:
    template = RecordTemplate(("html", "body", "p"), ("#text",), ("a", "#text", "br"), 5)
    page = read("<p>1 hit</p><p>1. <a href=/x>Title</a> - Ann<br>about</p><p>Help</p>")
    (span,) = replay_single(page, template)
    assert page.visible_text(span.nodes[0], span.nodes[-1] + 1) == "1. Title - Ann about"


def test_a_run_much_longer_than_a_record_is_no_single_one() -> None:
    template = RecordTemplate(("html", "body", "p"), ("#text",), ("a", "#text", "br"), 5)
    assert replay_single(read("<p>" + "x<br>" * 20 + "</p>"), template) == ()


# --- properties ---

NAMES = st.text(st.characters(exclude_characters="/", codec="utf-8"), min_size=1, max_size=8)


@given(
    st.lists(NAMES, min_size=1, max_size=6),
    st.lists(NAMES, max_size=4),
    st.lists(NAMES, max_size=4),
    st.integers(1, 99),
    st.booleans(),
)
def test_a_template_survives_its_plain_form(
    path: list[str], heads: list[str], members: list[str], most: int, by_tag: bool
) -> None:
    template = RecordTemplate(tuple(path), tuple(heads), tuple(members), most, by_tag)
    assert from_plain(RecordTemplate, to_plain(template)) == template


@pytest.mark.parametrize("layout", LAYOUTS)
def test_compiled_templates_survive_their_plain_form_and_find_their_own_records(
    layout: str,
) -> None:
    document = page("whale", books("whale", 10), LAYOUTS[layout])
    for region in mine(document)[:8]:
        template = compile_template(document, region)
        assert from_plain(RecordTemplate, to_plain(template)) == template
        starts = {span.nodes[0] for span in replay_at_path(document, template)}
        first = path_of(document, document.parent[region.records[0].nodes[0]])
        heads = [record.nodes[0] for record in region.records]
        assert starts >= {n for n in heads if path_of(document, document.parent[n]) == first}


LINE = '{n} <a href="/{n}">Key {n}</a> of 2026 <a href="/who/{n}">Owner {n}</a><br>'
LINES = '{n}. <b><a href="/{n}">Letter {n}</a></b><br>by Writer {n}<br><br>'


@pytest.mark.parametrize("made", [LINE, LINES], ids=["a line", "two lines and an empty one"])
@pytest.mark.parametrize("before", ["", "Kind Key Owner<br><br>"], ids=["", "after a header"])
def test_where_all_is_text_a_record_starts_behind_as_many_breaks_as_when_learned(
    made: str, before: str
) -> None:
    """Text starts a record and stands inside one too: only the breaks before it tell which."""
    few, many = (f"<h1>Found</h1><p>{before}{{}}</p><p>That is all.</p>" for _ in range(2))
    learned = read(many.format("".join(made.format(n=n) for n in range(10, 30))))
    region = next(one for one in mine(learned) if len(one.records) in (20, 21))
    template = compile_template(learned, region)
    assert template.min_breaks == (2 if made == LINES else 1)
    assert from_plain(RecordTemplate, to_plain(template)) == template
    later = read(few.format(made.format(n=7) + made.format(n=8)))
    texts = [
        later.visible_text(span.nodes[0], span.nodes[-1] + 1) for span in replay(later, template)
    ]
    assert [text.split()[0] for text in texts[-2:]] == (
        ["7.", "8."] if made == LINES else ["7", "8"]
    )
    assert len(texts) == 2 + bool(before)


TAGS = re.compile(r"</?(?:li|ul|div|td|tr|table|p|h3|dl|dd|dt|span|article)\b[^>]*>")


@given(st.sampled_from(sorted(LAYOUTS)), st.integers(0, 2**32))
def test_replay_on_pages_with_lost_and_doubled_tags_is_bounded(layout: str, seed: int) -> None:
    """Whatever a broken page holds: records are disjoint, in order, and no longer than allowed."""
    rng = random.Random(seed)
    learned = page("whale", books("whale", 8), LAYOUTS[layout])
    template = compile_template(learned, mine(learned)[0])
    broken = TAGS.sub(lambda tag: tag[0] * rng.choice((0, 1, 1, 1, 1, 1, 1, 2)), learned.html)
    document = read(broken)
    spans = replay(document, template)
    nodes = [node for span in spans for node in span.nodes]
    assert nodes == sorted(set(nodes))
    assert all(len(span.nodes) <= template.max_nodes + 2 for span in spans)


HOSTILE = [
    ("deep", "<div>" * 5_000 + "<li>x"),
    ("many lists", "<ul class=hits><li>x</ul>" * 20_000),
    ("one long list", "<main><ul class=hits>" + "<li>x" * 50_000 + "</ul></main>"),
    ("a row of a great many header cells", "<table><tr>" + "<th>x" * 50_000 + "</table>"),
    ("no element at all", ""),
    ("only text", "x " * 100_000),
]


@each_named(HOSTILE, "html")
def test_hostile_pages_are_replayed_in_bounded_time(html: str) -> None:
    template = RecordTemplate(
        ("html", "body", "main", "div", "ul.hits"), ("li", "tr:th"), ("p", "td"), 3
    )
    document = read(html)
    started = time.process_time()
    spans = replay(document, template)
    replay_single(document, template)
    assert time.process_time() - started < 6.0  # .5 alone; a square would be minutes
    assert len(spans) <= len(document)


def test_a_path_that_leads_nowhere_and_one_of_no_steps() -> None:
    document = read("<p>x</p>")
    assert parents_at(document, ()) == []
    assert parents_at(document, ("svg",)) == []
    assert parents_at(read(""), ("html",)) in ([], [0])
    assert MAX_PATH_COST < 2, "an identifier that is another one must be too far"
