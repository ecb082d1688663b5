"""A search page that lists its whole source, while its form finds nothing for nothing."""

from __future__ import annotations

from urllib.parse import parse_qs, urlsplit

import pytest
from in_memory import HOST, run

from leadline.model import Page, Request

TITLES = {
    "en": "harbour letters garden river winter bridge market silver journey lantern",
    "fr": "port lettres jardin fleuve hiver pont marché argent voyage lanterne",
    "ru": "гавань письма сад река зима мост рынок серебро поездка фонарь",
}
COUNT, ROWS = 300, 20
FORM = "<form action=/find><input type=search name=q><input type=submit value=Search></form>"


def works(language: str) -> list[str]:
    """Return different titles of three words."""
    some = TITLES[language].split()
    return [
        f"{some[n % 10]} {some[n // 10 % 10]} {some[(n * 7 + n // 100) % 10]} {n + 1000}"
        for n in range(COUNT)
    ]


def catalogue(language: str, *, stated: bool, teasers: bool = False) -> object:
    """Finds whole words; without a word nothing, but its own page lists everything."""
    titles = works(language)

    def answer(request: Request) -> Page:
        parts = urlsplit(request.url)
        sent = {k: v[0] for k, v in parse_qs(parts.query, keep_blank_values=True).items()}
        words, at = sent.get("q", "").casefold().split(), int(sent.get("page", 1)) - 1
        found = [n for n, title in enumerate(titles) if set(words) <= set(title.split())]
        if "q" in sent and not words:
            found = []
        elif teasers and not words:
            found = found[:60]
        rows = "".join(
            f"<li><a href='/work/{n}'>{titles[n]}</a><p>Shelf {n % 9}, year {1900 + n % 90}</p>"
            for n in found[ROWS * at : ROWS * at + ROWS]
        )
        asked = f"q={'+'.join(words)}&" if words else ""
        onward = f"<a href='{parts.path}?{asked}page={at + 2}'>Next</a>"
        total = f"<p>{len(found)} works found</p>" if stated and not teasers else ""
        more = onward if len(found) > ROWS * at + ROWS else ""
        body = f"{total}<ol>{rows}</ol>{more}" if rows else "<p>Nothing was found.</p>"
        html = f"<html lang={language}><body><h1>Works</h1>{FORM}{body}</body></html>"
        return Page(request, request.url, 200, (), html.encode())

    return answer


@pytest.mark.parametrize("language", list(TITLES))
@pytest.mark.parametrize("stated", [True, False], ids=["total stated", "no total"])
def test_the_list_is_walked_as_the_answer_to_nothing(language: str, *, stated: bool) -> None:
    ran = run(f"{HOST}/", catalogue(language, stated=stated), most=400)  # type: ignore[arg-type]
    assert len(ran.records) == COUNT
    assert len(ran.gets) <= 60


@pytest.mark.parametrize("language", list(TITLES))
def test_a_list_of_a_part_is_not_taken_for_all(language: str) -> None:
    site = catalogue(language, stated=False, teasers=True)
    ran = run(f"{HOST}/", site, most=400)  # type: ignore[arg-type]
    assert len(ran.records) == COUNT
