"""What sources say where they have nothing, and records in another language than their site."""

from __future__ import annotations

from urllib.parse import parse_qs, urlsplit

import pytest
from in_memory import HOST, run
from test_list_on_entry_page import TITLES, works

from leadline.crawl.events import StateChanged
from leadline.model import Page, Request
from leadline_zoo.in_memory import count_taken, crawl_site
from leadline_zoo.random_sources import random_source

ROWS = 25
FORM = "<form action=/find><input type=text name=name><input type=submit value=Search></form>"
GREEK = [
    "Αγαθή",
    "Ιωάννα",
    "Μαρίνα",
    "Νικόλαος",
    "Ελένη",
    "Σοφία",
    "Πέτρος",
    "Δημήτριος",
    "Θεοδώρα",
    "Κυριάκος",
]
CYRILLIC = [
    "Анна",
    "Ирина",
    "Марина",
    "Николай",
    "Елена",
    "София",
    "Пётр",
    "Дмитрий",
    "Фёдор",
    "Кирилл",
]
HAN = ["的卢", "小明", "志强", "的斯", "丽华", "建国", "秀英", "海燕", "的黎", "春梅"]


def register(
    titles: list[str],
    *,
    nothing: int = 200,
    parts: bool = False,
    news: bool = True,
    shortest: int = 1,
) -> object:
    """Finds words, or parts of names; what is not found is answered with a status."""

    def answer(request: Request) -> Page:
        parts_of = urlsplit(request.url)
        sent = {k: v[0] for k, v in parse_qs(parts_of.query).items()}
        asked, at = sent.get("name", "").casefold(), int(sent.get("page", "1")) - 1
        found = [
            n
            for n, title in enumerate(titles)
            if len(asked) >= shortest
            and (asked in title.casefold() if parts else asked in title.casefold().split())
        ]
        rows = "".join(
            f"<tr><td><a href='/entry/{n}'>{titles[n]}</a></td><td>Room {n % 9}</td></tr>"
            for n in found[ROWS * at : ROWS * at + ROWS]
        )
        onward = f"<a href='/find?name={asked}&page={at + 2}'>Next</a>"
        more = onward if len(found) > ROWS * at + ROWS else ""
        body = f"<table>{rows}</table>{more}" if rows else "<p>Not found.</p>"
        status = nothing if asked and not rows else 200
        latest = f"<p>New: {titles[0]}, {titles[123]}, {titles[-1]}.</p>" * (news and not parts)
        html = f"<html lang=en><body><h1>Directory</h1>{latest}{FORM}{body}</body></html>"
        return Page(request, request.url, status, (), html.encode())

    return answer


@pytest.mark.parametrize("language", list(TITLES))
def test_a_404_that_nonsense_brings_too_is_no_refusal(language: str) -> None:
    ran = run(f"{HOST}/", register(works(language), nothing=404), most=600)  # type: ignore[arg-type]
    ends = [event.state for event in ran.events if isinstance(event, StateChanged)]
    assert ends[-1] == "exhausted"
    assert len(ran.records) >= 0.98 * len(works(language))


@pytest.mark.parametrize("names", [GREEK, CYRILLIC, HAN], ids=["Greek", "Cyrillic", "Han"])
def test_names_in_another_script_than_the_site(names: list[str]) -> None:
    people = [f"{names[n % 10]} {names[n // 10 % 10]} {names[n // 100]}" for n in range(300)]
    ran = run(f"{HOST}/", register(people, parts=True), most=600)  # type: ignore[arg-type]
    assert len(ran.records) >= 0.98 * len(people)


_GERMAN = "Akten der Weber|Sagen der Fischer|Chronik der Bäder|Pläne der Brücken|Lob der Mühlen"
_ITALIAN = "Mulini di Siena|Ponti di Lucca|Lettere di Dante|Storie di Napoli|Piante di Ostia"
_SPANISH = "Puentes de Soria|Cartas de Teruel|Molinos de Jaca|Torres de Zamora|Huertos de Lorca"
_POLISH = "Dom na Woli|Most na Wiśle|Sad na Pradze|Targ na Solcu|Dwór na Szmulkach"


@pytest.mark.parametrize("kinds", [_GERMAN, _ITALIAN, _SPANISH, _POLISH], ids=lambda one: one[:5])
def test_titles_in_another_language_than_the_site(kinds: str) -> None:
    several = kinds.split("|")
    titles = [f"{several[n % 5]} {several[n // 5 % 5].split()[-1]} {1700 + n}" for n in range(250)]
    ran = run(f"{HOST}/", register(titles, news=False), most=600)  # type: ignore[arg-type]
    assert len(ran.records) >= 0.98 * len(titles)


_LONG = {
    "es": "Guía para Jaca|Cartas para Teruel|Planos para puentes|Versos para Lorca|Torres de Ávila",
    "de": "Was nicht brennt|Wer nicht webt|Wo nicht Lob|Akten der Weber|Mut nicht Zorn",
    "fr": "Ponts dans Lyon|Lettres dans Metz|Moulins dans Brest|Cartes de Nice|Jardins dans Tours",
    "it": "Mulini della Brenta|Ponti della Lys|Storie della Sila|Lettere di Dante|Case della Val",
}


@pytest.mark.parametrize("language", list(_LONG))
def test_an_engine_that_drops_words_of_three_letters(language: str) -> None:
    several = _LONG[language].split("|")
    titles = [f"{several[n % 5]} {several[n // 5 % 5].split()[-1]} {1700 + n}" for n in range(250)]
    ran = run(f"{HOST}/", register(titles, news=False, shortest=4), most=600)  # type: ignore[arg-type]
    assert len(ran.records) >= 0.98 * len(titles)


def test_a_form_with_scripts_that_says_nothing_of_nothing() -> None:
    """It is shown again as it stands, so words of its menu say nothing of the engine."""
    crawl, wire = crawl_site(random_source(1_210_000))
    assert count_taken(crawl, wire.site) == (150, 150)
