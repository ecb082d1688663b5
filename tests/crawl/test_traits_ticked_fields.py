"""Boxes name the fields to look in: none ticked means the usual ones, one ticked that alone."""

from __future__ import annotations

from urllib.parse import parse_qs, urlsplit

import pytest
from in_memory import HOST, Ran, run

from leadline.model import Page, Request

GOODS = {
    "en": (
        "lamp shelf vase stool mirror carpet desk",
        "Abel Bosco Corvin Dexta Elmo Farrow Gillow",
    ),
    "ru": (
        "лампа полка ваза стул зеркало ковёр стол",
        "Абель Боско Корвин Декста Эльмо Фарроу Гиллоу",
    ),
}
FIELDS = {"name": "Name", "maker": "Maker", "subject": "Subject"}
BOXES = "".join(
    f"<label><input type=checkbox name=in.{field} value=1 {tick}>{label}</label>"
    for (field, label), tick in zip(FIELDS.items(), ("checked", "checked", ""), strict=True)
)
FORM = f"<form action=/find><input name=pattern>{BOXES}<input type=submit value=Search></form>"
COUNT = 280
COMMON = {"en": "of the", "ru": "и на"}
"""Words that are asked first: in one of five names, and in every subject."""


def goods(language: str) -> list[dict[str, str]]:
    """Records; every seventh has no subject, and no name shows its maker."""
    names, makers = (words.split() for words in GOODS[language])
    common = COMMON[language]
    return [
        {
            "name": f"{names[n % 7]} {'' if n % 5 else common} {names[(n // 7) % 7]} {n + 100}",
            "maker": makers[n * 5 % 7],
            "subject": f"{names[n % 3]} {common} {makers[n % 4]}" if n % 7 else "",
        }
        for n in range(COUNT)
    ]


def catalogue(language: str, *, stated: bool) -> object:
    """Finds parts of words in the fields that are ticked; in name and maker if none is."""
    table = goods(language)

    def answer(request: Request) -> Page:
        parts = urlsplit(request.url)
        sent = {name: values[0] for name, values in parse_qs(parts.query).items()}
        fields = [field for field in FIELDS if f"in.{field}" in sent] or ["name", "maker"]
        query = sent.get("pattern", "").casefold()
        asked = parts.path != "/"
        found = [
            (n, row)
            for n, row in enumerate(table)
            if asked and any(row[f] and query in row[f].casefold() for f in fields)
        ]
        rows = "".join(
            f"<tr><td><a href='/goods/{n}'>{row['name']}</a><td>{row['maker']}, hall {n % 7}"
            for n, row in found
        )
        total = f"<p>{len(found)} goods found</p>" if stated else ""
        body = f"{total}<table><tr><th>Name<th>Maker</tr>{rows}</table>" if rows else "<p>None</p>"
        html = f"<html lang={language}><body>{FORM}{body if asked else ''}</body></html>"
        return Page(request, request.url, 200, (), html.encode())

    return answer


@pytest.mark.parametrize("language", list(GOODS))
@pytest.mark.parametrize("stated", [True, False], ids=["total stated", "no total"])
def test_a_box_that_narrows_is_ticked_beside_the_others(language: str, *, stated: bool) -> None:
    ran: Ran = run(f"{HOST}/", catalogue(language, stated=stated), most=400)  # type: ignore[arg-type]
    records, requests = len(ran.records), len(ran.gets)
    assert records == COUNT
    assert requests <= 80
