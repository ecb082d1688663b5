"""Pages that stand before the search: a choice to make, terms to agree to."""

from __future__ import annotations

from dataclasses import replace
from urllib.parse import parse_qs

import pytest
from in_memory import HOST, run

from leadline.model import Page, Request

TOWNS = ["Ashford", "Bexhill", "Carlow", "Dunster", "Eskdale", "Falmouth", "Grimsby"]
NOUNS = ["amber", "bridge", "castle", "dune", "estuary", "fjord", "garden", "harbour"]
ARCHIVES = ["County archive", "Royal archive", "Town archive"]
ITEMS = [
    (n, f"The {NOUNS[n % 8]} and the {NOUNS[n * 5 % 7]} of {TOWNS[n * 3 % 7]} {n}", n * 7 % 3)
    for n in range(150)
]
CHOICE = (
    "<form {how} action=/step><p>Choose an archive</p>"
    + "".join(
        f"<label><input type=radio name=archive value={n}>{a}</label>"
        for n, a in enumerate(ARCHIVES)
    )
    + "<button>Continue</button></form>"
)
TERMS = (
    "<form method=post action=/step><input type=hidden name=t value=1>{box}<button>{word}</button>"
)


class Steps:
    """A form behind another one; what was chosen comes back as a hidden value."""

    def __init__(self, first: str) -> None:
        self.first = first
        self.sent: list[str] = []

    def __call__(self, request: Request) -> Page:
        path, _, query = request.url.removeprefix(HOST).partition("?")
        pairs = parse_qs(query or request.body.decode())
        sent = {name: values[0] for name, values in pairs.items()}
        self.sent.append(f"{path} {sent}")
        html = self.first
        if path == "/step" and sent:
            hidden = f"<input type=hidden name=a value={sent.get('archive', '')}>"
            html = f"<form action=/find>{hidden}<input name=q><button>Search</button></form>"
        if path == "/find":
            found = [one for one in ITEMS if sent.get("a", "") in ("", str(one[2]))]
            asked = {*sent.get("q", "").casefold().split()}
            found = [one for one in found if asked and asked <= {*one[1].casefold().split()}]
            html = "".join(f"<li><a href=/item/{n}>{text}</a>, a view" for n, text, _ in found)
            html = f"<ul>{html}</ul>" if found else "<p>Nothing was found.</p>"
        page = f"<html lang=en><body><h1>Views</h1>{html}".encode()
        return Page(request, request.url, 200, (), page, fetched_at=1.79e9)


@pytest.mark.parametrize("how", ["method=post", "method=get"])
def test_each_choice_of_a_first_step_is_searched(how: str) -> None:
    ran = run(f"{HOST}/", Steps(CHOICE.format(how=how)), most=400)
    assert len(ran.records) == len(ITEMS)
    assert not ran.outcome.proof


@pytest.mark.parametrize("names", [("letters", "maps", "views"), ("de", "fr", "en")])
def test_forms_behind_links_that_are_alike_are_one(names: tuple[str, ...]) -> None:
    """Databases with a form each; but pages in other languages hold the same."""
    links = "".join(f"<li><a href=/db/{name}>{name}</a>" for name in names)
    wire = Steps(f"<ul>{links}</ul>")
    asked: list[str] = []

    def answer(request: Request) -> Page:
        name, _, rest = request.url.removeprefix(f"{HOST}/db/").partition("/")
        if name not in names:
            return wire(request)
        asked.append(name)
        page = wire(replace(request, url=f"{HOST}/{rest}&a={names.index(name)}"))
        form = f"<form action=/db/{name}/find><input name=q><button>Search</button></form>"
        return page if rest else replace(page, body=f"<html lang=en><body>{form}".encode())

    ran = run(f"{HOST}/", answer, most=400)
    if names[0] == "de":
        assert {*asked} == {"de"}
    else:
        assert len(ran.records) == len(ITEMS)


@pytest.mark.parametrize(
    ("box", "word"),
    [("", "I agree"), ("<input type=checkbox name=terms value=yes> Nutzung", "Weiter")],
)
def test_terms_before_the_search_are_agreed_to_by_a_persons_word(box: str, word: str) -> None:
    wire = Steps(TERMS.format(box=box, word=word))
    stopped = run(f"{HOST}/", wire, most=300).outcome
    assert (stopped.state, wire.sent) == ("failed", ["/ {}"])
    assert f"{HOST}/ asks to agree to its terms" in stopped.reason
    assert "--accept-terms" in stopped.reason
    ran = run(f"{HOST}/", wire, most=300, accept_terms=True)
    assert len(ran.records) == len(ITEMS)
    assert any("'terms': 'yes'" in one for one in wire.sent) or not box


@pytest.mark.parametrize(
    "form",
    [
        CHOICE.format(how="method=post").replace("Continue", "Vote"),
        TERMS.format(box="<input type=email name=mail>", word="Continue"),
        TERMS.format(box="<input type=password name=pin>", word="Enter"),
        TERMS.format(box="<select name=size><option>S<option>M</select>", word="Add to basket"),
    ],
)
def test_other_forms_are_left_alone(form: str) -> None:
    wire = Steps(form)
    assert run(f"{HOST}/", wire).outcome.state == "failed"
    assert not any(one.startswith("/step") for one in wire.sent)
