"""Answers that are no JSON: tables, XML, packed files, lists of plain texts."""

import gzip
import json
from html import escape

import pytest

from leadline.model import Page, Request
from leadline.page.dom import parse_html
from leadline.page.observed import Observed, Sighting
from leadline.script.learner import learn_call
from leadline.wrapper.data.state import unseen_list

HOST = "http://h.test"
SHIPS = [
    f"{first} {second}" for first in ("Amber", "Copper") for second in ["Anchor", "Mill", "Reef"]
]
TABLE = "name\tport\n" + "".join(f"{ship}\tKiel\n" for ship in SHIPS)
XML = "".join(f'<ship name="{ship}" port="Kiel"/>' for ship in SHIPS)


@pytest.mark.parametrize(
    ("name", "kind", "body"),
    [
        ("ships.csv", "text/plain", TABLE.replace("\t", ",").encode()),
        ("ships", "text/tab-separated-values", TABLE.encode()),
        ("ships.csv.gz", "application/gzip", gzip.compress(TABLE.encode(), mtime=0)),
        ("ships", "application/octet-stream", gzip.compress(json.dumps(SHIPS).encode(), mtime=0)),
        ("ships", "text/xml", f"<ships>{XML}</ships>".encode()),
        ("ships", "application/json", json.dumps({"took": 3, "names": SHIPS}).encode()),
    ],
)
def test_data_in_other_forms_is_read(name: str, kind: str, body: bytes) -> None:
    page, url = Page(Request("GET", HOST), HOST, 200, (), b"<p>Ships</p>"), f"{HOST}/{name}"
    data = Page(Request("GET", url), url, 200, (("Content-Type", kind),), body)
    found = {word: tuple(one for one in SHIPS if word in one) for word in ("Amber", "Mill")}
    steps = (Sighting("type", word, lines) for word, lines in found.items())
    opened = Sighting("open", "", ("Ships", *SHIPS), (page, data))
    learned = learn_call(Observed((opened, Sighting("type", "qwzuxok", ("Ships",)), *steps)))
    assert learned is not None
    values = [{*item.values()} for item in learned.items]
    assert all(ship in one for ship, one in zip(SHIPS, values, strict=True))


def test_texts_beside_objects_are_no_records() -> None:
    url = f"{HOST}/ships"
    body = {"sorts": [*"abcdefg"], "rows": [{"name": ship} for ship in SHIPS]}
    headers = (("Content-Type", "application/json"),)
    data = Page(Request("GET", url), url, 200, headers, json.dumps(body).encode())
    entry = Page(Request("GET", HOST), HOST, 200, (), b"<p>Ships</p>")
    learned = learn_call(Observed((Sighting("open", "", (*SHIPS, *"abcdefg"), (entry, data)),)))
    assert learned is not None
    assert learned.wrapper.path == ("rows",)


@pytest.mark.parametrize("hidden", ["<div hidden>{}</div>", "<textarea hidden>{}</textarea>"])
def test_data_in_the_text_of_an_element_is_read(hidden: str) -> None:
    held = escape(json.dumps([{"name": ship, "port": "Kiel"} for ship in SHIPS]))
    page = parse_html(f"<p>{held[:20]}</p><main></main>{hidden.format(held)}", HOST)
    found = unseen_list(page)
    assert found is not None
    assert len(found.items) == len(SHIPS)
