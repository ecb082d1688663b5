"""A register that finds names by their first letters, and shows so many of them at most."""

from __future__ import annotations

from urllib.parse import parse_qs, urlsplit

import pytest
from in_memory import HOST, Ran, run

from leadline.crawl.acquire.prefixes import finds_prefixes
from leadline.model import Page, Request

FIRST = ["Ab", "Be", "Cla", "Dro", "El", "Fa", "Gra", "Hu", "Ke", "Lo", "Mar", "Mu", "Ni", "Pe"]
LAST = ["ber", "ckman", "dlow", "fford", "gan", "hn", "ller", "nson", "rris", "sten", "tt", "wick"]
GIVEN = ["Ann", "Otto", "Ida", "Karl", "Rose", "Tim", "Uma", "Victor", "Wanda", "Xenia", "Yves"]
TOWNS = ["Aston", "Bury", "Corby", "Dover", "Ely", "Frome", "Goole"]
PERSONS = sorted(
    (f"{FIRST[n % 14]}{LAST[n % 12]}, {GIVEN[n * 5 % 11]}", TOWNS[n * 3 % 7], n) for n in range(420)
)
CAP = 25
FORM = (
    "<html lang=en><body><h2>Licensee lookup</h2><form method=post action=results>"
    "<table><tr><td>Last name:<td><input name=last> (first letters)"
    "<tr><td>City:<td><input name=city><tr><td>License no:<td><input name=no></table>"
    "<input type=submit value=Search></form></body></html>"
)


def register(*, total: bool) -> tuple[list[str], object]:
    """What was asked of the box for names, and the register as a wire."""
    asked: list[str] = []

    def answer(request: Request) -> Page:
        sent = {name: v[0].casefold() for name, v in parse_qs(request.body.decode()).items()}
        if request.method == "GET":
            return Page(request, request.url, 200, (), FORM.encode())
        asked.append(sent.get("last", ""))
        found = [
            (name, town, n)
            for name, town, n in PERSONS
            if name.casefold().startswith(sent.get("last", ""))
            and town.casefold().startswith(sent.get("city", ""))
            and sent.get("no", str(n)) == str(n)
        ]
        rows = "".join(
            f"<tr><td><a href=/person?id={n}>{name}</a><td>{n}<td>{town}"
            for name, town, n in found[:CAP]
        )
        said = f"{len(found)} records found" if total else "Only the first are shown"
        head = f"<p>{said}</p><table><tr><th>Name<th>No<th>City{rows}</table>"
        html = head if sent and found else "<p>No records matched your criteria.</p>"
        return Page(request, request.url, 200, (), f"<html><body>{html}</body></html>".encode())

    return asked, answer


@pytest.mark.parametrize("total", [True, False])
def test_a_register_of_names_is_taken_by_the_alphabet(total: bool) -> None:
    asked, wire = register(total=total)
    ran: Ran = run(f"{HOST}/lookup", wire)  # type: ignore[arg-type]
    assert len(ran.records) == len(PERSONS)
    assert {"b", "c", "d", "x"} <= set(asked)
    assert len(ran.gets) <= 520


TELLING = [
    ("names", "a", ["Abel, Bo", "Adams, Ed", "Aiken, Jo", "Amis, Al", "Ash, Jim"], True),
    ("too few", "a", ["Abel, Bo", "Adams, Ed"], False),
    ("a word of the texts", "a", ["A town", "A man", "A dog", "A cat, Abel", "Ash, a man"], False),
    ("parts of words", "a", ["Boa", "Area", "Lama", "Ash", "Koala"], False),
    ("every long text has such a word", "b", ["Bo", "Ed bit", "Al by", "Oz be", "Ox bus"], False),
    ("no blanks part words", "藍染", ["藍染皿", "藍染椀", "藍染鉢", "藍染箸", "藍染盆"], False),
]


@pytest.mark.parametrize(
    ("query", "texts", "told"), [one[1:] for one in TELLING], ids=[one[0] for one in TELLING]
)
def test_what_tells_that_beginnings_are_found(query: str, texts: list[str], told: bool) -> None:
    assert finds_prefixes(query, texts, ["Best of all", "By the sea", "Ben"]) is told


def test_a_letter_whose_pages_were_walked_tells_that_beginnings_are_found() -> None:
    """Each page after its first holds no other beginning."""
    starts = (*FIRST, "Ar", "Ak", "Am")
    places = [f"{a}{b} {town}" for a in starts for b in LAST for town in TOWNS[:2]]

    def answer(request: Request) -> Page:
        sent = {name: v[0] for name, v in parse_qs(urlsplit(request.url).query).items()}
        asked, at = sent.get("name", "").casefold(), int(sent.get("start", 0))
        found = [p for p in places if asked and p.casefold().startswith(asked)]
        rows = "".join(f"<tr><td>{len(p)}<td><b>{p}</b>" for p in found[at : at + 20])
        more = f"<a href='/find?name={asked}&amp;start={at + 20}'>Next 20</a>"
        form = "<form action=/find>Begins with: <input name=name><input type=submit></form>"
        shown = f"<p>{len(found)} places</p><table><tr><th>Length<th>Name{rows}</table>"
        shown = shown + more * (len(found) > at + 20) if found else "<p>Nothing found.</p>"
        html = f"<html lang=en><body>{form}{shown * ('/find' in request.url)}</body></html>"
        return Page(request, request.url, 200, (), html.encode())

    ran = run(f"{HOST}/", answer)  # type: ignore[arg-type]
    assert len(ran.records) == len(places)
