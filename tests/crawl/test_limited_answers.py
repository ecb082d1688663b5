"""Boxes that take whole values, and a menu that limits what is shown: no total and no next page."""

from __future__ import annotations

import re

import pytest
from in_memory import HOST, run

from leadline.model import Page, Request

WORDS = {
    "en": "harbour garden bridge orchard quarry lantern chapel ferry market mill",
    "de": "Hafen Garten Brücke Obsthof Steinbruch Laterne Kapelle Fähre Markt Mühle",
    "zh": "海港 花园 桥梁 果园 采石场 灯笼 教堂 渡船 市场 磨坊",
}
COUNT = 400
LIMITS = "".join(f"<option value={n}{' selected' * (n == 50)}>{n}</option>" for n in (50, 1000))
FORM = (
    "<h1>Almanac</h1><form method=post action=/q enctype=multipart/form-data>"
    "<label>Title <input name=title></label> <label>Note <input name=note></label>"
    f"<label>Limit to <select name=MAXREC>{LIMITS}</select></label>"
    "<input type=submit name=go value=Search></form>"
)


def almanac(language: str) -> object:
    some = WORDS[language].split()
    titles = [f"{some[n % 10]} {some[n // 10 % 10]} {some[n // 100]}" for n in range(COUNT)]

    def answer(request: Request) -> Page:
        body = request.body.decode()
        sent = dict(re.findall(r'name="(\w+)"\r\n\r\n(.*?)\r\n--', body, re.DOTALL))
        asked, limit = sent.get("title", ""), int(sent.get("MAXREC", "50"))
        found = [n for n, title in enumerate(titles) if asked in ("", title)] if body else []
        rows = "".join(
            f"<tr><td>{titles[n]}<td>{titles[n]} and {titles[-n]}, near {titles[7 * n % COUNT]}"
            f"<td>{1500 + n}"
            for n in found[:limit]
        )
        table = f"<table><tr><th>Title<th>Note<th>Year{rows}</table>"
        html = f"<html lang=en><body>{FORM}{table if rows else '<p>Matched: 0</p>'}</body></html>"
        return Page(request, request.url, 200, (), html.encode())

    return answer


@pytest.mark.parametrize("language", list(WORDS))
def test_everything_is_shown_by_the_larger_limit(language: str) -> None:
    ran = run(f"{HOST}/q", almanac(language), most=300)  # type: ignore[arg-type]
    assert len(ran.records) == COUNT
