"""Kinds of pages met in applications: grouped data, data in attributes, numbered files."""

import json
from base64 import b64encode
from html import escape
from io import BytesIO
from typing import Any
from zipfile import ZipFile

import pytest

from leadline.model import Page, Request
from leadline.page.data.lists import DataList, lists_in, with_siblings
from leadline.page.dom import parse_html
from leadline.page.observed import Observed, Sighting
from leadline.script.indexes.find import search_scripts
from leadline.script.indexes.openapi import description_addresses
from leadline.script.learner import learn_call
from leadline.script.session import watch_page
from leadline.wrapper.data import state
from leadline.wrapper.data.call import Call, Paging
from leadline.wrapper.data.paging import learn_paging, learn_total
from leadline.wrapper.data.state import state_values, unseen_list
from tables import each_row

HOST = "http://h.test"
BOOKS: list[dict[str, Any]] = [
    {"id": n, "title": f"Book {n} of the sea", "result": "Passed"} for n in range(8)
]


def answer(url: str, data: object) -> Page:
    headers = (("Content-Type", "application/json"),)
    return Page(Request("GET", url), url, 200, headers, json.dumps(data).encode())


def test_lists_in_the_values_of_a_map_are_one_list() -> None:
    groups = {f"group {n}": [{"n": n, "t": "a"}, {"n": n, "t": "b"}] for n in range(5)}
    grouped = lists_in(groups)[0]
    assert len(grouped.items) == 10
    assert grouped.items[0] == {"key": "group 0", "n": 0, "t": "a"}
    assert lists_in({str(n): [{"n": n}, "x"] for n in range(5)}) == []


@pytest.mark.parametrize("quote", ['"', "'"])
def test_data_in_an_attribute_is_read(quote: str) -> None:
    held = escape(json.dumps(BOOKS))
    page = parse_html(f"<p>Passed</p><div id=x data-page={quote}{held}{quote}></div>", HOST)
    found = unseen_list(page)
    assert found is not None
    assert len(found.items) == len(BOOKS)


def test_data_that_the_page_shows_is_not_unseen() -> None:
    shown = "".join(f"<li>{one['title']}</li>" for one in BOOKS)
    page = parse_html(f"<ul>{shown}</ul><div data-page='{json.dumps(BOOKS)}'></div>", HOST)
    assert unseen_list(page) is None


def test_a_script_that_is_called_an_index_is_read_first() -> None:
    names = ("search/search.js", "search/lunr.min.js", "search/other.js", "search/search_index.js")
    page = parse_html("".join(f"<script src={name}></script>" for name in names), f"{HOST}/")
    assert search_scripts(page)[0] == f"{HOST}/search/search_index.js"


@each_row(__file__, "the_setting_names_the_description", "shown", "address")
def test_the_setting_names_the_description(shown: str, address: str | None) -> None:
    named = description_addresses(shown, f"{HOST}/docs")
    assert named[:1] == ([f"{HOST}{address}"] if address else [])


def test_the_number_in_the_name_of_a_file_is_its_page() -> None:
    first, second = (answer(f"{HOST}/jobs/{n}.json", {"jobs": BOOKS}) for n in (1, 2))
    call = Call(first.request, whole=first.request)
    call = learn_paging(call, first, BOOKS, [second])
    assert call.paging == Paging("page", ("path", 1, "#", ""), 1)
    onward = call.next_request(second, 8)
    assert onward is not None
    assert onward.url == f"{HOST}/jobs/3.json"


def test_the_numbers_of_pages_are_no_total() -> None:
    pages = [{"number": n} for n in range(1, 12)]
    page = answer(f"{HOST}/jobs", {"jobs": BOOKS, "pages": pages})
    call = Call(page.request, whole=page.request)
    assert learn_total(call, [page], DataList(("jobs",), tuple(BOOKS))).total == ()
    page = answer(f"{HOST}/jobs", {"results": [{"jobs": BOOKS, "total": 40}]})
    found = learn_total(call, [page], DataList(("results", 0, "jobs"), tuple(BOOKS)))
    assert found.total == ("results", 0, "total")


def test_a_call_whose_rows_stand_in_closed_groups_is_walked() -> None:
    """A namespace that is opened shows the rows of a call that came when the page was opened."""
    rows = [{"id": n, "title": f"Pilot of the harbour {n}"} for n in range(60)]
    pages = [
        answer(f"{HOST}/rows?page={n + 1}&size=30", {"rows": rows[30 * n :][:30], "count": 60})
        for n in (0, 1)
    ]
    lines = [("Ships", *(row["title"] for row in rows[:end])) for end in (0, 30, 60)]
    seen = [
        Sighting("open", "", lines[0], (answer(HOST, {}), pages[0])),
        Sighting("type", "qwzuxok", lines[0]),
        Sighting("expand", "", lines[1]),
        Sighting("advance", "", lines[2], (pages[1],)),
    ]
    learned = learn_call(Observed((*seen,)))
    assert learned is not None
    assert learned.wrapper.call is not None
    assert learned.wrapper.call.paging == Paging("page", ("query", "page"), 1)
    assert learned.wrapper.call.total == ("count",)


def test_the_number_of_rows_of_a_page_that_goes_on_is_no_total() -> None:
    """A list that scrolling lengthens says of each answer how many rows it has."""
    rows = [{"id": n, "title": f"Pilot of the harbour {n}"} for n in range(60)]
    asked = [f"{HOST}/rows?skip={start}" for start in (0, 30)]
    pages = [answer(asked[n], {"rows": rows[30 * n :][:30], "count": 30}) for n in (0, 1)]
    lines = [tuple(row["title"] for row in rows[:end]) for end in (30, 60)]
    opened = Sighting("open", "", lines[0], (answer(HOST, {}), pages[0]))
    learned = learn_call(Observed((opened, Sighting("advance", "", lines[1], (pages[1],)))))
    assert learned is not None
    assert learned.wrapper.call is not None
    onward = learned.wrapper.call.next_request(pages[0], 30)
    assert onward is not None
    assert onward.url == asked[1]


def steps(answers_to: str, leads_away: bool = False) -> list[str]:
    """The steps for a page that finds words by one step alone, or loses its list by any word."""
    session = watch_page("qwzuxok", "en")
    frame = tuple(f"Line {number} of the page" for number in range(20))
    step, taken = next(session), []
    try:
        while True:
            taken.append(step.action)
            lines = frame
            if step.action == answers_to:
                hits = (f"{step.word} of the sea", f"{step.word} of the sky")
                lines = hits if step.word != "qwzuxok" else ("Nothing is here",)
            if leads_away and step.action == "enter":
                lines = ("Nothing is here",)
            step = session.send(Sighting(step.action, step.word, lines))
    except StopIteration:
        return taken


def test_a_report_packs_its_tests_file_by_file() -> None:
    tests = [{"title": f"Test of thing {number}", "ok": True} for number in range(40)]
    files = {"files": [{"name": "a", "tests": tests[:25]}, {"name": "b", "tests": tests[25:]}]}
    packed = BytesIO()
    with ZipFile(packed, "w") as archive:
        archive.writestr("report.json", json.dumps(files))
        archive.writestr("odd.json", "{")
    text = b64encode(packed.getvalue()).decode()
    html = f"<template>data:application/zip;base64,{text}</template><script>draw()</script>"
    found = unseen_list(parse_html(html, HOST))
    assert found is not None
    assert [one["title"] for one in found.items] == [one["title"] for one in tests]
    assert not any(state_values(html.replace(text[:30], "A" * 30)))


def test_lists_of_like_objects_are_joined_once(monkeypatch: pytest.MonkeyPatch) -> None:
    tried: list[DataList] = []

    def counted(data: object, one: DataList) -> DataList:
        tried.append(one)
        return with_siblings(data, one)

    monkeypatch.setattr(state, "with_siblings", counted)
    parts = {f"part {n}": [one | {"id": 9 * n + one["id"]} for one in BOOKS] for n in range(4)}
    html = f"<script type=application/json>{json.dumps({'all': parts})}</script>"
    found = unseen_list(parse_html(html, HOST))
    assert found is not None
    assert len(found.items) == 4 * len(BOOKS)
    assert len(tried) == 1, "its like lists stand in it already"


def test_the_button_is_pressed_where_enter_asks_nothing() -> None:
    assert steps("press")[:5] == ["open", "type", "enter", "press", "press"]
    assert "press" not in steps("enter")


def test_a_page_that_words_led_away_from_is_opened_again() -> None:
    assert steps("", leads_away=True)[-3:] == ["open", "expand", "advance"]
    assert steps("enter").count("open") == 1
