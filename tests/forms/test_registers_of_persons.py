"""Registers of persons ask for mail and telephone like a contact form, and are searched."""

import pytest

from leadline.forms.find import find_interfaces
from leadline.page.dom import parse_html
from tables import read_values

BOXES = "<p>{0} <input name=a></p><p>{1} <input name=email></p><p>{2} <input name=c></p>"
COLUMNS = "<input type=checkbox name=l_{0} value=Y> {1} "
LANGUAGES = read_values(__file__, "LANGUAGES")


def kind(inside: str, language: str) -> str:
    html = f"<html lang={language}><form method=post action=/p>{inside}</form>"
    return find_interfaces(parse_html(html, "http://h.test/"))[0].kind


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_button_that_searches(language: str) -> None:
    name, mail, phone, search, _, send = LANGUAGES[language]
    boxes = BOXES.format(name, mail, phone)
    assert kind(f"{boxes}<button>{search}</button>", language) == "search"
    assert kind(f"{boxes}<button>{send}</button>", language) != "search"
    text = "<textarea name=message></textarea>"
    assert kind(f"{boxes}{text}<button>{search}</button>", language) != "search"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_heading_that_searches_beside_columns_to_tick(language: str) -> None:
    name, mail, phone, search, onward, _ = LANGUAGES[language]
    boxes, heading = BOXES.format(name, mail, phone), f"<h2>{search}</h2>"
    columns = "".join(COLUMNS.format(n, text) for n, text in enumerate((name, mail, phone)))
    button = f"<input type=submit name=action value='{onward}'>"
    assert kind(f"{heading}{boxes}{columns}{button}", language) == "search"
    assert kind(f"{heading}{boxes}{button}", language) != "search"
    notes = f"<p>{onward} <textarea name=notes></textarea></p>"
    column = COLUMNS.format("notes", onward)
    assert kind(f"{heading}{boxes}{notes}{columns}{column}{button}", language) == "search"
    assert kind(f"{heading}{boxes}{notes}{columns}{button}", language) != "search"
