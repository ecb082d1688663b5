"""An engine that shows the ten best of what any of the words find, and no further page."""

from __future__ import annotations

from math import log
from urllib.parse import parse_qs, urlsplit

import pytest
from in_memory import HOST, run

from leadline.model import Page, Request

WORDS = {
    "en": "harbour garden bridge workshop mill archive tower abbey ferry meadow lantern clock "
    "library road kiln glacier sail canal market vineyard river winter guild letter fire roof",
    "de": "hafen garten brücke werkstatt mühle archiv turm kloster fähre wiese laterne uhr "
    "bücherei weg ofen gletscher segel kanal markt weinberg fluss winter zunft brief feuer dach",
    "ru": "гавань сад мост мастерская мельница архив башня монастырь паром луг фонарь часы "
    "читальня дорога печь ледник парус канал рынок виноградник река зима цех письмо огонь крыша",
}
COUNT, SHOWN = 300, 10
FORM = "<form action=/find><input type=search name=q><input type=submit value=Search></form>"


def notes(language: str) -> list[str]:
    """Different notes of six words of a small vocabulary."""
    some = WORDS[language].split()
    return [
        " ".join(
            some[(n * a + n // b) % len(some)] for a, b in ((1, 9), (3, 5), (7, 4), (11, 3), (5, 2))
        )
        + f" {some[n // 26 % 26]}"
        for n in range(COUNT)
    ]


def wiki(language: str, *, stated: bool) -> object:
    """Finds what holds any of the words, and shows the best."""
    texts = [text.split() for text in notes(language)]
    about = ", ".join(WORDS[language].split()[:4])
    holders = {w: sum(w in text for text in texts) for w in WORDS[language].split()}

    def answer(request: Request) -> Page:
        sent = parse_qs(urlsplit(request.url).query)
        asked = sent.get("q", [""])[0].casefold().split()
        scores = {
            n: sum(log(COUNT / holders[w]) * text.count(w) for w in asked if w in text)
            for n, text in enumerate(texts)
        }
        found = sorted((n for n in scores if scores[n] > 0), key=lambda n: (-scores[n], n))
        rows = "".join(
            f"<li><a href='/note/{n}'>{' '.join(texts[n][:3])} {n}</a>"
            f"<p>{' '.join(texts[n][3:])}</p>"
            for n in found[:SHOWN]
        )
        total = f"<p>{len(found)} results</p>" if stated else ""
        body = f"{total}<ul>{rows}</ul>" if rows else "<p>Nothing was found.</p>"
        html = f"<html lang={language}><body><h1>Notes</h1>{FORM}<p>{about}</p>{body}</body></html>"
        return Page(request, request.url, 200, (), html.encode())

    return answer


@pytest.mark.parametrize("language", list(WORDS))
@pytest.mark.parametrize("stated", [True, False], ids=["total stated", "no total"])
def test_pairs_of_words_show_what_is_never_among_the_best(language: str, *, stated: bool) -> None:
    ran = run(f"{HOST}/", wiki(language, stated=stated), most=900)  # type: ignore[arg-type]
    assert len(ran.records) >= 0.97 * COUNT
