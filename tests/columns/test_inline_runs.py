"""Outlines of inline runs: where values of a record may stand."""

from typing import Any

import pytest

from leadline.columns.inline_runs import content_class, hint_of, outline_runs, step_label
from leadline.columns.runs import class_value, image_address, link_address, read_runs, text_between
from leadline.model import RecordSpan
from leadline.page.dom import Document, parse_html
from tables import as_arrays, each_row


def record_of(html: str) -> tuple[Document, RecordSpan]:
    """Return a page whose one article is the record."""
    page = parse_html(f"<article>{html}</article>", "http://h.test/list/")
    return page, RecordSpan((next(page.elements("article")),))


def outlined(html: str) -> list[tuple[str, list[str], str, str]]:
    """Return the path of each run, the labels of its pieces, its label and its hint."""
    page, span = record_of(html)
    return [
        (
            "/".join(f"{label}#{at}" if at else label for label, at in run.outline.place),
            [piece.label for piece in run.pieces],
            run.outline.label,
            run.outline.hint,
        )
        for run in read_runs(page, span)
    ]


def lines(html: str) -> list[list[tuple[str, str, str]]]:
    """Return label, text and emphasised beginning of the lines of each run."""
    page, span = record_of(html)
    return [
        [(line.label, line.text, line.lead) for line in run.lines] for run in read_runs(page, span)
    ]


def uncut(html: str) -> str:
    """Return the text of the link of a page."""
    page, node = first(html, "a")
    return text_between(page, node, page.end[node])


def first(html: str, tag: str) -> tuple[Document, int]:
    """Return a page and its first element of a tag."""
    page = parse_html(html, "http://h.test/a/")
    return page, next(page.elements(tag))


@each_row(__file__, "OUTLINES", "why", "html", "wanted", sequence=list)
def test_outlines(why: str, html: Any, wanted: Any) -> None:
    assert as_arrays(outlined(html)) == wanted, why


@each_row(__file__, "LINES", "why", "html", "wanted", sequence=list)
def test_lines(why: str, html: Any, wanted: Any) -> None:
    assert as_arrays(lines(html)) == wanted, why


@each_row(__file__, "STEPS", "why", "html", "wanted")
def test_steps_and_hints(why: str, html: Any, wanted: Any) -> None:
    assert (step_label(*first(html, "p")), hint_of(*first(html, "p"))) == wanted, why


@each_row(__file__, "LINKS", "why", "html", "wanted")
def test_link_addresses(why: str, html: Any, wanted: Any) -> None:
    assert link_address(*first(html, "a")) == wanted, why


@each_row(__file__, "IMAGES", "why", "html", "wanted")
def test_image_addresses(why: str, html: Any, wanted: Any) -> None:
    assert image_address(*first(html, "img")) == wanted, why


@each_row(__file__, "CLASSES", "why", "html", "wanted")
def test_class_values(why: str, html: Any, wanted: Any) -> None:
    assert class_value(*first(html, "i")) == wanted, why


@each_row(__file__, "CUTS", "why", "html", "wanted")
def test_cut_texts(why: str, html: Any, wanted: Any) -> None:
    assert uncut(html) == wanted, why


def test_a_deep_page_costs_no_recursion() -> None:
    page, span = record_of("<div>" * 3_000 + "A")
    runs = outline_runs(page, span)
    assert len(runs) == 1
    assert len(runs[0].place) == 24


@pytest.mark.parametrize(
    ("value", "name"), [("odd by", "by"), ("n12-x", "n-x"), ("12 34", ""), ("", "")]
)
def test_content_class(value: str, name: str) -> None:
    assert content_class(value) == name
