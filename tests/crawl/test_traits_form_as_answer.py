"""A query for nothing that is answered by a larger form: its labels are no records."""

from __future__ import annotations

from urllib.parse import parse_qs, urlsplit

import pytest
from in_memory import HOST, Ran, run

from leadline.model import Page, Request

NAMES = [
    f"{kind} {make}{number} {use}"
    for number, (kind, make, use) in enumerate(
        (kind, make, use)
        for kind in ("Belt", "Camera", "Griddle", "Kettle", "Lamp", "Printer", "Router", "Scale")
        for make in ("Abel", "Bosco", "Corvin", "Dexta", "Elmo")
        for use in ("black", "kitchen", "office", "travel", "outdoor", "compact", "steel")
    )
]
LABELS = {
    "en": (
        "Keywords, which are looked for in the whole message",
        "Subjects only: messages themselves are left out",
        "Poster (optional), the name under which somebody registered",
        "Sections (optional) that should be considered",
        "Registered users may restrict results further",
    ),
    "de": (
        "Stichworte, nach denen Beiträge durchsucht werden",
        "Nur Betreffzeilen, Beiträge selbst bleiben außer Betracht",
        "Verfasser (wahlweise), angemeldeter Name einer Person",
        "Bereiche (wahlweise), die berücksichtigt werden sollen",
        "Angemeldete dürfen Ergebnisse weiter einschränken",
    ),
    "ru": (
        "Ключевые слова, которые ищутся внутри сообщений",
        "Только заголовки: сами сообщения остаются в стороне",
        "Автор (необязательно), зарегистрированное имя участника",
        "Разделы (необязательно), которые следует учитывать",
        "Зарегистрированные участники могут уточнить результаты",
    ),
}
CHANCE = {"en": "optional", "de": "wahlweise", "ru": "необязательно"}
PAGE = 10


def forum(language: str) -> object:
    """A search in posts that hold no common word; two of them hold one of the form's labels."""
    posts = list(NAMES)
    posts[40] += f" {CHANCE[language]}"
    posts[90] += f" {CHANCE[language]}"
    box = "<form action=/find><input name=q><input type=submit value=Go></form>"
    labels = "".join(
        f"<div class=row><label for=f{n}>{label}</label><input name=f{n} id=f{n}></div>"
        for n, label in enumerate(LABELS[language])
    )

    def answer(request: Request) -> Page:
        parts = urlsplit(request.url)
        sent = parse_qs(parts.query)
        asked = sent.get("q", [""])[0].casefold().split()
        first = int(sent.get("from", ["0"])[0])
        found = [
            (n, post)
            for n, post in enumerate(posts)
            if asked and set(asked) <= set(post.casefold().split())
        ]
        rows = "".join(
            f"<tr><td class=name><a href=/post/{n}>{post}</a><div>by <a href=/by/1>maria</a></div>"
            f"<td class=text>Offer of the week, as new: {post} at {n}.50 with a bill of {n * 7}"
            for n, post in found[first : first + PAGE]
        )
        more = f"<a href='/find?q={'+'.join(asked)}&from={first + PAGE}'>&raquo;</a>"
        body = f"<p>{len(found)} posts</p><table>{rows}</table>"
        body += more if first + PAGE < len(found) else ""
        if parts.path == "/find" and not asked:
            body = f"<form action=/find><h3>{language}</h3>{labels}</form>"
        elif parts.path != "/find":
            body = ""
        html = f"<html lang={language}><body>{box}{body if asked or body else ''}</body></html>"
        return Page(request, request.url, 200, (), html.encode())

    return answer


@pytest.mark.parametrize("language", LABELS)
def test_labels_of_a_larger_form_are_no_records(language: str) -> None:
    ran: Ran = run(f"{HOST}/", forum(language), most=900)  # type: ignore[arg-type]
    assert len(ran.records) <= len(NAMES)
    assert len(ran.records) >= 0.98 * len(NAMES)
