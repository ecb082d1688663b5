"""Kinds of forms by what their button says, in some sixty languages; names say nothing here."""

import pytest

from leadline.forms.find import find_interfaces
from leadline.page.dom import parse_html
from tables import read_values

BUTTONS = read_values(__file__, "BUTTONS")
CASES = [
    (kind, inside, language, word.replace("_", " "))
    for kind, (inside, words) in BUTTONS.items()
    for language, _, word in (one.partition(":") for one in words.split())
]


@pytest.mark.parametrize(
    ("kind", "inside", "word"),
    [(kind, inside, word) for kind, inside, _, word in CASES],
    ids=[f"{kind}-{language}" for kind, _, language, _ in CASES],
)
def test_kind(kind: str, inside: str, word: str) -> None:
    html = f"<form action=/x1 method=post>{inside}<button>{word}</button></form>"
    assert find_interfaces(parse_html(html, "http://h/"))[0].kind == kind
