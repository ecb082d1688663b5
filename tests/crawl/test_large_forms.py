"""A page with thousands of choices and hundreds of forms costs by its length."""

from time import process_time
from urllib.parse import parse_qs, urlsplit

import pytest
from in_memory import HOST, Ran, Wire, run

from leadline.crawl.events import Notice
from leadline.model import Page, Request

NAMES = [f"river {letter}" for letter in "abcdefghij"]
MAX_RATIO = 9
"""Processor time of a page four times as large: linear takes 4 times as much, quadratic 16."""


def source(choices: int, selects: int, forms: int) -> Wire:
    """A search with so many choices in its selects, before so many other forms."""
    offered = "".join(
        f"<select name=s{number}>"
        + "".join(f"<option value={n}>Choice {n}</option>" for n in range(choices // selects))
        + "</select>"
        for number in range(selects)
    )
    others = "".join(
        f"<form action=/f{n}><label for=a{n}>Thing {n}</label><input id=a{n} name=a{n}>"
        "<button>Go</button></form>"
        for n in range(forms)
    )
    entry = (
        f"<html lang=en><body><form action=/find>Search <input name=q>{offered}"
        f"<button>Search</button></form>{others}</body></html>"
    )

    def answer(request: Request) -> Page:
        parts = urlsplit(request.url)
        asked = parse_qs(parts.query, keep_blank_values=True).get("q", ["-"])[0]
        found = [*enumerate(NAMES)] if asked in {"", "a", "and", "of", "the"} else []
        rows = "".join(
            f"<li><a href=/i/{asked}{n}>{asked} {name} {n}</a> Shelf {n}" for n, name in found
        )
        html = f"<h1>Found</h1><ul>{rows}</ul>" if found else "<p>Nothing was found."
        return Page(request, request.url, 200, (), (entry if parts.path == "/" else html).encode())

    return answer


def seconds(choices: int, selects: int, forms: int) -> tuple[float, Ran]:
    began = process_time()
    ran = run(f"{HOST}/", source(choices, selects, forms), most=60)
    return process_time() - began, ran


@pytest.mark.parametrize(
    ("large", "small"), [((4_000, 1, 200), (1_000, 1, 50)), ((4_000, 1_000, 9), (1_000, 250, 9))]
)
def test_choices_and_forms_cost_by_their_number(
    large: tuple[int, int, int], small: tuple[int, int, int]
) -> None:
    quick, _ = seconds(*small)
    took, ran = seconds(*large)
    assert took < MAX_RATIO * quick
    assert len(ran.records) >= len(NAMES)


def test_forms_that_are_not_read_are_told() -> None:
    _, ran = seconds(20, 1, 700)
    notes = [event.text for event in ran.events if isinstance(event, Notice)]
    assert "a page is too large to be read whole: 201 of its 701 forms are left out" in notes
    (doubt,) = [doubt.sentence for doubt in ran.outcome.doubts if doubt.kind == "form"]
    assert doubt.endswith("; and 496 more")
    assert sum("/f" + str(n) + "?" in get.request.url for get in ran.gets for n in range(700)) <= 10
