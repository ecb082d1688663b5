"""Trees of links: records behind groups of groups, and no form."""

from __future__ import annotations

import pytest
from in_memory import HOST, run

from leadline.model import Page, Request

TOWNS = ["Ashford", "Bexhill", "Carlow", "Dunster", "Eskdale", "Falmouth", "Grimsby"]
NOUNS = ["amber", "bridge", "castle", "dune", "estuary", "fjord", "garden", "harbour"]
ITEMS = [(n, f"The {NOUNS[n % 8]} of {TOWNS[n * 3 % 7]} {n}", n % 20) for n in range(240)]
MENU = "<nav><a href=/about>About us</a> <a href=/visit>Visit</a> <a href=/news>News</a></nav>"


def listed(links: dict[str, str]) -> str:
    return "<ul>" + "".join(f"<li><a href='{url}'>{text}</a></li>" for url, text in links.items())


def tree(path: str, box: str, record: str) -> str:
    """Four collections of five boxes of twelve records each, every record with subjects."""
    for number in range(20):
        if path == box.format(number):
            found = [(n, text) for n, text, own in ITEMS if own == number]
            return f"<h2>Box {number}</h2>" + listed({record.format(n): t for n, t in found})
    for n, text, own in ITEMS:
        if path == record.format(n):
            subjects = {f"/subject/{n * 7 % 31 + at}": f"Subject {at + n}" for at in range(3)}
            words = f"<p>A view of {text} from the east, by hand, with notes on box {own}.</p>"
            return f"<h2>{text}</h2>{words}{listed(subjects)}"
    for number in range(4):
        if path == f"/collection/{number}":
            boxes = {box.format(number * 5 + n): f"Box {number * 5 + n}" for n in range(5)}
            return f"<h2>Collection {number}</h2>{listed(boxes)}"
    return listed({f"/collection/{n}": f"Collection {'ABCD'[n]}" for n in range(4)})


@pytest.mark.parametrize(
    ("box", "record"), [("/box/{}", "/record/{}"), ("/show?box={}", "/show?record={}")]
)
def test_a_tree_is_followed_down_to_its_records(box: str, record: str) -> None:
    def answer(request: Request) -> Page:
        html = tree(request.url.removeprefix(HOST), box, record)
        body = f"<html lang=en><body><h1>Views</h1>{MENU}{html}".encode()
        return Page(request, request.url, 200, (), body)

    ran = run(f"{HOST}/", answer, most=100)
    assert len(ran.records) == len(ITEMS)
    assert not ran.outcome.proof


def test_pages_of_a_site_are_no_tree() -> None:
    pages = {f"/{name}": name for name in ("shop", "team", "jobs", "press")}

    def answer(request: Request) -> Page:
        path = request.url.removeprefix(HOST)
        text = f"<p>All about our {path[1:]} and how we came to be what we are today.</p>"
        body = f"<html lang=en><body><h1>Us</h1>{MENU}{text}{listed(pages)}".encode()
        return Page(request, request.url, 200 if path in {"/", *pages} else 404, (), body)

    ran = run(f"{HOST}/", answer)
    assert ran.outcome.state == "failed"
    assert len(ran.gets) <= 12


def test_links_that_differ_in_two_parameters_are_all_asked() -> None:
    """A calendar of months, each a link with a year and a month."""
    months = [(1990 + n // 12, 1 + n % 12) for n in range(60)]

    def answer(request: Request) -> Page:
        path, _, query = request.url.removeprefix(HOST).partition("?")
        html = listed({f"/notices?y={y}&amp;m={m}": f"{m:02d}" for y, m in months})
        if path == "/notices":
            found = [one for one in ITEMS if query == "y={}&m={}".format(*months[one[0] % 60])]
            html = (
                f"<ul>{''.join(f'<li><a href=/n/{n}>{text}</a>, a view' for n, text, _ in found)}"
            )
        body = f"<html lang=en><body><h1>Notices</h1>{html}</body></html>".encode()
        return Page(request, request.url, 200, (), body)

    ran = run(f"{HOST}/", answer, most=120)
    assert len(ran.records) == len(ITEMS)
