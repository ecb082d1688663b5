"""Tokens that hold for one request, and lists of letters beside a box that does not work."""

from __future__ import annotations

from urllib.parse import parse_qs

import pytest
from in_memory import HOST, run

from leadline.model import Page, Request

WORDS = ["amber", "bridge", "castle", "dune", "estuary", "fjord", "garden", "harbour", "island"]
ITEMS = [f"{WORDS[n % 9].title()} of the {WORDS[n * 5 % 7]} {n}" for n in range(180)]


def rows(found: list[str]) -> str:
    listed = "".join(f"<li><a href=/item/{text.split()[4]}>{text}</a>, a view" for text in found)
    return f"<ul>{listed}</ul>" if found else "<p>Nothing was found.</p>"


def guarded(*, renewed: bool, refused: int = 403):  # type: ignore[no-untyped-def]
    """A form whose token is good for one request; ``renewed``: each answer holds the next."""
    valid: set[str] = set()
    issued = iter(range(10_000))

    def form() -> str:
        token = f"t{next(issued)}"
        valid.add(token)
        return (
            "<form method=post action=find><input name=q>"
            f"<input type=hidden name=stamp value={token}><button>Search</button></form>"
        )

    def answer(request: Request) -> Page:
        sent = {name: v[0] for name, v in parse_qs(request.body.decode()).items()}
        status, html = 200, form() if request.method == "GET" else ""
        if request.method == "POST" and sent.get("stamp") in valid:
            valid.remove(sent["stamp"])
            query = sent.get("q", "").casefold().split()
            found = [text for text in ITEMS if query and {*query} <= {*text.casefold().split()}]
            html = f"{form() if renewed else '<a href=/>New search</a>'}{rows(found)}"
        elif request.method == "POST":
            status, html = refused, "<p>The form has expired.</p>"
        body = f"<html lang=en><body><h1>Views</h1>{html}</body></html>".encode()
        return Page(request, request.url, status, (), body)

    return answer


@pytest.mark.parametrize("refused", [403, 500])
def test_each_answer_gives_the_token_of_the_next_request(refused: int) -> None:
    ran = run(f"{HOST}/", guarded(renewed=True, refused=refused), most=400)
    assert len(ran.records) == len(ITEMS)
    assert sum(get.purpose == "form again" for get in ran.gets) <= 4


def test_without_a_form_on_the_answer_the_form_is_loaded_again() -> None:
    ran = run(f"{HOST}/", guarded(renewed=False), most=400)
    assert len(ran.records) > 0.5 * len(ITEMS)


@pytest.mark.parametrize("address", ["/az/{}", "/list-{}.html", "/{}/names"])
@pytest.mark.parametrize("box", ["", "<form action=/find><input name=q></form>"])
def test_a_list_of_letters_is_asked_where_no_form_answers(box: str, address: str) -> None:
    places = {address.format(letter): letter for letter in "ABCDEFGHI"}
    links = "".join(f"<a href='{place}'>{letter}</a> " for place, letter in places.items())
    menu = "<a href=/about>About</a><a href=/contact>Contact</a><a href=/news>News</a>"

    def answer(request: Request) -> Page:
        path, _, _ = request.url.removeprefix(HOST).partition("?")
        html = f"{menu}{box}<p>{links}</p>"
        if path in places:
            html += rows([text for text in ITEMS if text.startswith(places[path])])
        status = 500 if path == "/find" else 404 if path not in {"/", *places} else 200
        body = f"<html lang=en><body><h1>Views</h1>{html}</body></html>".encode()
        return Page(request, request.url, status, (), body)

    ran = run(f"{HOST}/", answer, most=200)
    assert len(ran.records) == len(ITEMS)
    assert len(ran.gets) <= 60
    assert ran.outcome.state != "complete" or "slice" in ran.outcome.proof
    assert ran.outcome.missing_at_most is None, "names under no letter stand in no list"


def test_lists_by_letter_show_what_no_known_word_finds() -> None:
    """Names that share no word with others stand in the lists beside the box."""
    parts = [*enumerate(WORDS)]
    names = [f"{one}{n}ra {part} of the north" for one in "abc" for n, part in parts]
    names += [f"{letter}{n}ra o{letter}{n}le" for letter in "defghijk" for n in range(12)]
    links = "".join(f"<a href='/by?letter={one}'>{one.upper()}</a> " for one in "abcdefghijk")
    form = f"<form action=/find><input name=q><button>Find</button></form><p>{links}</p>"

    def answer(request: Request) -> Page:
        path, _, query = request.url.removeprefix(HOST).partition("?")
        sent = {name: value for name, (value, *_) in parse_qs(query).items()}
        word, first = sent.get("q", "").casefold(), sent.get("letter", "-")
        found = [n for n in names if (word in n.split() if path == "/find" else n[0] == first)]
        items = "".join(f"<li><a href=/hill/{n.split()[0]}>{n.title()}</a>, a hill" for n in found)
        shown = f"<ul>{items}</ul>" if found else "<p>Nothing found.</p>" * (path != "/")
        body = f"<html lang=en><body><h1>Hills</h1>{form}{shown}</body></html>".encode()
        return Page(request, request.url, 200, (), body)

    ran = run(f"{HOST}/", answer, most=200)
    assert len(ran.records) == len(names)
