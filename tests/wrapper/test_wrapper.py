"""Result pages read with what was learned: rows, keys, totals; several layouts; pages cut short."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leadline.model import Page, Request
from leadline.page.dom import Document, parse_html
from leadline.wrapper.identity.link import LinkIdentity
from leadline.wrapper.identity.text import TextIdentity
from leadline.wrapper.induction import learn_layout, learn_wrapper, mine_answer
from leadline.wrapper.reading import PageReading
from leadline.wrapper.region_choice import ProbePage
from leadline.wrapper.wrapper import Wrapper, closes_root
from result_pages import LAYOUTS, Book, books, page
from tables import each_row

SHOW = LAYOUTS["striped_table"]


def loaded(document: Document) -> Page:
    return Page(Request("GET", document.url), document.url, 200, (), document.html.encode())


def learned(show=SHOW) -> Wrapper:  # type: ignore[no-untyped-def]
    answers = {"whale": 10, "harbour": 8}
    documents = {word: page(word, books(word, count), show) for word, count in answers.items()}
    reader = learn_wrapper(
        [mine_answer(loaded(one), ProbePage(one, word)) for word, one in documents.items()],
        [ProbePage(page(word, [], show), word) for word in ("qzxvkjw", "zzqa kkwxop")],
    )
    assert reader is not None
    return reader


def reading(reader: Wrapper, document: Document, query: str = "river") -> PageReading:
    return reader.read_document(loaded(document), document, query)


def wanted(found: list[Book]) -> tuple[str, ...]:
    return tuple(f"lib.test/book/{book.id}" for book in found)


def test_rows_have_keys_fields_and_text_in_the_order_of_the_page() -> None:
    found = books("river", 6)
    read = reading(learned(), page("river", found, SHOW))
    assert read.keys == wanted(found)
    for book, row in zip(found, read.rows, strict=True):
        assert {book.title, book.author, str(book.year)} <= {one.value for one in row.fields}
        assert book.title in row.text
        links = [one.value for one in row.fields if one.kind == "link"]
        assert links == [f"http://lib.test/book/{book.id}"]
    assert read.stated is not None
    assert read.stated.value == 6


def test_a_record_that_is_listed_twice_is_two_rows_and_one_key() -> None:
    found = books("river", 4)
    read = reading(learned(), page("river", [*found, found[0]], SHOW))
    assert len(read.rows) == 5
    assert read.keys == wanted(found)


def test_bytes_are_read_as_the_document_is() -> None:
    document = page("river", books("river", 6), SHOW)
    reader = learned()
    assert reader.read(loaded(document), "river").keys == reading(reader, document).keys


def test_the_layout_that_finds_most_reads_the_page() -> None:
    reader, second = learned(), LAYOUTS["cards_with_tables"]
    document = page("pepper", books("pepper", 8), second)
    assert reading(reader, document, "pepper").rows == ()
    known = [ProbePage(page(word, [], SHOW), word) for word in ("qzxvkjw", "zzqa kkwxop")]
    layout = learn_layout([mine_answer(loaded(document), ProbePage(document, "pepper"))], known)
    assert layout is not None
    reader = reader.with_layout(layout, {})
    for show in (SHOW, second):
        found = books("river", 7)
        assert reading(reader, page("river", found, show)).keys == wanted(found)


UNNAMED = "<tr class=odd><td>1<td>A row without any link<td>Ann<td>1901</tr>"


@pytest.mark.parametrize(
    ("sure", "rows"), [(True, 0), (False, 1)], ids=["a sure link is missing", "links may miss"]
)
def test_a_row_without_the_link_is_a_record_only_where_links_may_miss(
    sure: bool, rows: int
) -> None:
    reader = learned()
    (layout,) = reader.layouts
    assert isinstance(layout.identity, LinkIdentity)
    named = replace(layout, identity=replace(layout.identity, required=sure))
    reader = replace(reader, layouts=(named,))
    html = page("river", books("river", 1), SHOW).html.replace("</tbody>", UNNAMED + "</tbody>")
    read = reading(reader, parse_html(html, "http://lib.test/search?q=river"))
    assert len(read.rows) == 1 + rows
    assert read.rows[-1].key.startswith("#") is bool(rows)


def test_rows_that_say_only_what_nonsense_brings_too_are_no_records() -> None:
    reader = learned()
    html = page("river", books("river", 3), SHOW).html
    note = "<tr class=odd><td>Nothing found for <td><b>river</b><td>.<td></tr>"
    html = html.replace("</tbody>", note + "</tbody>")
    read = reading(reader, parse_html(html, "http://lib.test/search?q=river"))
    assert read.keys == wanted(books("river", 3))


@each_row(__file__, "LAST_ROWS", "cells", "is_record")
def test_the_list_of_pages_is_no_record_where_records_have_no_link(
    cells: str, is_record: bool
) -> None:
    reader = learned()
    nameless = [replace(one, identity=TextIdentity()) for one in reader.layouts]
    reader = replace(reader, layouts=tuple(nameless))
    html = page("river", books("river", 3), SHOW).html
    html = html.replace("</tbody>", f"<tr class=odd>{cells}</tr></tbody>")
    read = reading(reader, parse_html(html, "http://lib.test/search?q=river"))
    assert len(read.rows) == 3 + is_record


def test_a_page_of_another_kind_has_no_rows() -> None:
    reader = learned()
    for html in ("", "<p>Service unavailable</p>", "<ul><li><a href=/x>x</a></ul>", "\x00\xff"):
        assert reading(reader, parse_html(html, "http://lib.test/")).rows == ()


@each_row(__file__, "CUTS", "html", "closes")
def test_whether_a_page_came_whole(html: str, closes: bool) -> None:
    assert closes_root(parse_html(html, "http://h.test/")) is closes


def test_a_page_is_cut_only_where_others_of_the_source_are_whole() -> None:
    reader = learned()
    document = page("river", books("river", 5), SHOW)
    half = parse_html(document.html[: document.html.index("</table>")], document.url)
    assert not reading(reader, document).cut
    assert reading(reader, half).cut
    assert reading(reader, half).keys[:4] == wanted(books("river", 4))
    assert reader.read_document(replace(loaded(document), truncated=True), document, "river").cut
    reader = replace(reader, closes_root=False)
    assert not reading(reader, half).cut


def test_what_was_learned_is_told_in_plain_values() -> None:
    told = learned().to_dict()
    (layout,) = told["layouts"]
    assert layout["identity"]["by"] == "LinkIdentity"
    assert layout["template"]["path"].endswith("tbody")
    assert told["total"] is not None


def test_records_without_links_have_keys_of_their_values() -> None:
    def unlinked(found):  # type: ignore[no-untyped-def]
        rows = "".join(f"<tr><td>{b.title}<td>{b.author}<td>{b.year}</tr>" for b in found)
        return f"<table class=list>{rows}</table>"

    reader = learned(unlinked)
    assert isinstance(reader.layouts[0].identity, TextIdentity)
    found = books("river", 6)
    first = reading(reader, page("river", found, unlinked))
    again = reading(reader, page("river", found[::-1], unlinked))
    assert len(first.keys) == 6
    assert set(first.keys) == set(again.keys)


@given(st.binary(max_size=300), st.text(max_size=20))
def test_no_bytes_break_it(body: bytes, query: str) -> None:
    read = READER.read(
        Page(Request("GET", "http://h.test/"), "http://h.test/", 200, (), body), query
    )
    assert len(read.keys) <= len(read.rows)


READER = learned()
