"""Forms of selects whose server takes no notice of a choice that it does not offer."""

from __future__ import annotations

from dataclasses import replace
from urllib.parse import parse_qs, urlsplit

from in_memory import HOST, Wire, run

from leadline.model import Page, Request

KINDS = ["Prints", "Drawings", "Films"]
NAMES = ["Anchor", "Bishop", "Copper", "Desert", "Engine", "Forest", "Glacier", "Hammer"]
SIZE = 10


def thing(n: int) -> tuple[str, str]:
    """What the n-th thing is called, and its kind; the first page of all things holds all kinds."""
    return f"{NAMES[n % 8]} {NAMES[n * 5 % 7]} of {1700 + n * 7}", KINDS[n % 3]


def wire(things: int, *, at_once: bool) -> Wire:
    """``at_once``: the form's own page lists everything too."""

    def answer(request: Request) -> Page:
        sent = parse_qs(urlsplit(request.url).query)
        kind, number = sent.get("kind", [""])[0], int(sent.get("page", ["1"])[0])
        all_of = [thing(n) for n in range(things)]
        found = [one for one in all_of if one[1] == kind] if kind in KINDS else all_of
        if not kind and not at_once:
            found = []
        options = "".join(f"<option>{one}" for one in KINDS)
        shown = found[SIZE * (number - 1) : SIZE * number]
        rows = "".join(
            f"<div class=card><h3>{name}</h3><p>{kind}</p></div>" for name, kind in shown
        )
        after = f"<a href='?kind={kind}&page={number + 1}'>Next</a>"
        body = (
            f"<html><body><h1>Search the collection</h1><form action=/pick><label>Kind <select "
            f"name=kind><option value=''>Any{options}</select></label><button>Search</button>"
            f"</form><p>{len(found)} things</p><div>{rows}</div>"
            f"<p>{after if SIZE * number < len(found) else ''}</p></body></html>"
        )
        return Page(request, request.url, 200, (), body.encode())

    return answer


def test_a_record_whose_every_value_other_answers_show_too_is_not_lost() -> None:
    """All pages list; the sixth thing of every kind is called alike and stands on first pages."""

    def answer(request: Request) -> Page:
        page = wire(90, at_once=True)(request)
        assert isinstance(page, Page)
        body = page.body.decode()
        for n in range(15, 18):
            body = body.replace(f"<h3>{thing(n)[0]}</h3>", "<h3>Untitled</h3>")
        for kind in KINDS:
            body = body.replace(f"<p>{kind}</p></div>", "<p>By nobody known</p></div>")
        return replace(page, body=body.encode())

    ran = run(f"{HOST}/pick", answer)
    values = [f.value for record in ran.records.values() for f in record.fields]
    assert "Untitled" in values
