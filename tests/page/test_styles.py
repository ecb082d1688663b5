"""Whether the page's own style hides an element."""

import time

import pytest

from leadline.page.dom import parse_html
from leadline.page.styles import is_invisible
from tables import each_row


@each_row(__file__, "RULES", "why", "css", "body", "wanted")
def test_what_style_hides(why: str, css: str, body: str, wanted: bool) -> None:
    document = parse_html(f"<head><style>{css}</style></head><body>{body}", "http://h.test/")
    (node,) = document.elements("p")
    assert is_invisible(document, node) is wanted


STYLES = [
    ("many rules", "".join(f".a{n} .b{n}{{display:none}}" for n in range(40_000))),
    ("open blocks", "a{" * 200_000),
    ("one selector", ".a " * 200_000 + "{display:none}"),
    ("many selectors", ".a," * 200_000 + "b{display:none}"),
    ("open style", "<style>" * 50_000),
]


@pytest.mark.parametrize(("why", "css"), STYLES, ids=[row[0] for row in STYLES])
def test_hostile_style_ends_soon(why: str, css: str) -> None:
    document = parse_html(f"<style>{css}</style>" + "<p class=a>x</p>" * 500, "http://h.test/")
    started = time.process_time()
    for node in list(document.elements("p"))[:50]:
        is_invisible(document, node)
    assert time.process_time() - started < 10


@pytest.mark.parametrize(
    "unit", ["calc(", "a{", "a{b:calc(", "[", "'", "/*", "url(", "@media x{", "\\"]
)
def test_style_sheets_are_read_in_linear_time_at_any_depth(unit: str) -> None:
    sheet = ".x{left:" + unit * (200_000 // len(unit))
    document = parse_html(f"<style>{sheet}</style><form class=x><input></form>", "http://h.test/")
    began = time.process_time()
    assert not any(is_invisible(document, node) for node in range(len(document)))
    assert time.process_time() - began < 3


def test_a_rule_behind_nested_blocks_counts() -> None:
    sheet = (
        ".y{left:calc((1px)); b{c{d:e}} top:1px} .z[data-a='}']{} .x{left:calc(1px);display:none}"
    )
    document = parse_html(f"<style>{sheet}</style><p class=x>", "http://h.test/")
    assert [is_invisible(document, node) for node in document.elements("p")] == [True]


def test_selectors_and_depth_cost_no_more_than_so_many_steps() -> None:
    sheet = "".join(f".a .b .c{number} .d{{display:none}}" for number in range(2_000))
    html = f"<style>{sheet}</style>" + "<div class='a b d'>" * 500 + "<a href=x>x</a>" * 500
    document = parse_html(html, "http://h.test/")
    began = time.process_time()
    assert not any(is_invisible(document, node) for node in document.elements("a"))
    assert time.process_time() - began < 3
