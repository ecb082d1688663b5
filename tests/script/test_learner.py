"""The call behind a page is learned from what was observed, and only from what explains it."""

import json
from collections.abc import Sequence
from dataclasses import replace
from urllib.parse import urlencode

import pytest
from watched import CALLS, HOST, JSON_TYPE, NONSENSE, Watched

from leadline.model import Page, Request
from leadline.page.data.lists import DataList
from leadline.page.dom import parse
from leadline.page.observed import Observed, Sighting
from leadline.page.request_places import places_in
from leadline.script.learner import learn_call
from leadline.wrapper.data.call import Call, data_of
from leadline.wrapper.data.data_wrapper import DataWrapper
from leadline.wrapper.data.paging import learn_paging, learn_total
from leadline_zoo.scripted.sources import english


@pytest.mark.parametrize("kind", CALLS)
def test_word_pages_and_total_of_a_call_are_learned(kind: str) -> None:
    watched = Watched(kind)
    learned = learn_call(watched.observed())
    assert learned is not None
    assert learned.kind == "call"
    call = learned.wrapper.call
    assert call is not None
    assert "cookie" not in dict(call.base.headers)
    request = call.request(watched.words[1])
    assert watched.page(request).body == watched.page(watched.ask(watched.words[1], 1, None)).body
    rows, request = {}, call.request("")
    for _ in range(40):
        page = watched.page(request)
        reading = learned.wrapper.read_document(page, parse(page), "")
        rows |= {row.key: row for row in reading.rows}
        following = call.next_request(page, len(reading.rows))
        if following is None:
            break
        request = following
        assert call.paging is not None
        by_cursor = call.paging.kind == "cursor"
        assert by_cursor or not call.total or len(rows) < len(watched.source.rows)
    assert len(rows) == len(watched.source.rows)
    if kind not in ("cursor", "shadow"):
        assert reading.stated is not None
        assert reading.stated.value == len(rows)


@pytest.mark.parametrize("kind", CALLS)
def test_learning_gives_plain_values_that_are_the_same_call_again(kind: str) -> None:
    learned = learn_call(Watched(kind).observed())
    assert learned is not None
    plain = json.loads(json.dumps(learned.wrapper.to_dict()))
    assert DataWrapper.from_dict(plain) == learned.wrapper


def test_what_was_observed_is_kept_as_plain_values() -> None:
    observed = Watched("cursor").observed()
    pages = [page for one in observed.sightings for page in one.pages]
    numbered = {n: replace(page, number=n) for n, page in enumerate(pages)}
    places = iter(numbered.values())
    kept = Observed(
        tuple(
            replace(one, pages=tuple(next(places) for _ in one.pages)) for one in observed.sightings
        )
    )
    plain = json.loads(json.dumps(kept.to_dict()))
    assert Observed.from_dict(plain, numbered.__getitem__) == kept


def test_a_list_that_stays_the_same_for_every_word_is_no_answer() -> None:
    """A first page that comes whatever is asked must not count as the data or as the whole."""
    watched = Watched("cursor")
    same = watched.sighting("open", "")
    asked = [replace(same, action="type", word=word) for word in (NONSENSE, *watched.words)]
    learned = learn_call(Observed((same, *asked)))
    assert learned is None or learned.kind == "listing"


def test_data_in_which_the_page_looks_words_up_itself_is_taken_whole() -> None:
    rows = english()
    body = json.dumps({"places": rows}).encode()
    entry = Page(Request("GET", f"{HOST}/all.json"), HOST, 200, (), body)

    def typed(word: str) -> Sighting:
        shown = [row for row in rows if word in str(row["title"]).casefold()][:10]
        return Sighting("type", word, ("Home", *(str(row["title"]) for row in shown)))

    first = Sighting("open", "", typed("").lines, (entry,))
    learned = learn_call(Observed((first, typed(NONSENSE), typed("castle"), typed("ashford"))))
    assert learned is not None
    assert (learned.kind, len(learned.items)) == ("whole", len(rows))


def test_other_data_beside_the_data_of_words_is_not_joined_to_it() -> None:
    """Files beside each other: one holds the nodes that words find, one what else stands there."""
    nodes = [{"id": n, "name": f"{'read' if n % 2 else 'send'} node {n}"} for n in range(60)]
    boxes = [{"value": n, "label": f"Choice {n}"} for n in range(20)]
    pages = []
    for name, data in (("nodes", nodes), ("boxes", boxes)):
        request = Request("GET", f"{HOST}/{name}")
        pages.append(Page(request, request.url, 200, (), json.dumps(data).encode()))
    shown = [
        tuple(str(one["name"]) for one in nodes if str(one["name"]).startswith(word))
        for word in ("read", "send")
    ]
    seen = (
        Sighting("open", "", ("Nodes",), tuple(pages)),
        Sighting("type", NONSENSE, ("Nodes",)),
        Sighting("type", "read", shown[0]),
        Sighting("type", "send", shown[1]),
    )
    learned = learn_call(Observed(seen))
    assert learned is not None
    assert (learned.kind, len(learned.items)) == ("whole", 60)


def test_what_a_page_says_by_chance_is_not_the_list_that_it_draws() -> None:
    plugins = [
        {"name": name, "category": "format"} for name in ("Audio", "Changes", "Image", "HTML")
    ]
    plugins += [{"name": f"Plugin {n}", "category": "format"} for n in range(9)]
    shown = ("Information of our guests stands here", "Drop an image here", "See all changes here")
    body = json.dumps(plugins).encode()
    pages = [
        Page(Request("GET", f"{HOST}/{n}"), HOST, 200, (), one) for n, one in enumerate((b"", body))
    ]
    assert learn_call(Observed((Sighting("open", "", shown, tuple(pages)),))) is None


def test_the_list_that_the_empty_box_brings_is_learned() -> None:
    """Where no word that is typed finds anything: a box for numbers, say."""
    patients = [{"id": f"P{n}", "name": f"Patient {n}"} for n in range(9)]
    body = json.dumps(patients).encode()
    asked = Request("POST", f"{HOST}/find", (), b"{}")
    drawn = tuple(f"Patient {n}" for n in range(9))
    frame = ("Archive", "Look up", "Upload", "Jobs", "Plugins")
    seen = (
        Sighting("open", "", frame),
        Sighting("enter", NONSENSE, frame),
        Sighting("enter", "days", frame),
        Sighting("enter", "", drawn, (Page(asked, asked.url, 200, (), body),)),
    )
    learned = learn_call(Observed(seen))
    assert learned is not None
    assert (learned.kind, len(learned.items)) == ("listing", 9)


def test_files_in_folders_are_taken_where_words_bring_some_of_them() -> None:
    files = [
        [{"name": str(row["title"]), "path": f"{n}"} for row in english()[n::3]] for n in range(3)
    ]
    folders = [{"name": f"folder {n}", "files": inner} for n, inner in enumerate(files)]
    body = json.dumps({"directories": folders}).encode()
    entry = Page(Request("GET", f"{HOST}/files"), HOST, 200, (), body)

    def typed(word: str) -> Sighting:
        hits = [
            one["name"]
            for one in (one for inner in files for one in inner)
            if word in one["name"].casefold()
        ]
        return Sighting("type", word, (*(one["name"] for one in folders), *hits[:10]))

    first = Sighting("open", "", typed(NONSENSE).lines, (entry,))
    seen = (first, *map(typed, (NONSENSE, "castle", "ashford", "nothing")))
    learned = learn_call(Observed(seen))
    assert learned is not None
    assert (learned.kind, len(learned.items)) == ("whole", len(english()))


def test_a_word_with_a_quote_is_not_asked_inside_an_expression() -> None:
    learned = learn_call(Watched("filter").observed())
    call: Call | None = learned.wrapper.call if learned is not None else None
    assert call is not None
    with pytest.raises(Exception, match="inside an expression"):
        call.request("d'or")


@pytest.mark.parametrize("scrolled_to", [40, 120])
def test_the_end_of_a_range_moves_with_its_start(scrolled_to: int) -> None:
    def rows(start: int, end: int) -> Page:
        body = json.dumps({"endRow": end, "startRow": start, "q": ""}).encode()
        asked = Request("POST", f"{HOST}/rows", JSON_TYPE, body)
        answer = json.dumps({"rows": [{"id": n} for n in range(start, end)]}).encode()
        return Page(asked, asked.url, 200, (), answer)

    first, then = rows(0, 40), rows(scrolled_to, scrolled_to + 40)
    learned = learn_paging(Call(first.request), first, [{"id": n} for n in range(40)], [then])
    after = Call.from_dict(learned.to_dict()).next_request(first, 40)
    assert after is not None
    assert json.loads(after.body) == {"endRow": 80, "startRow": 40, "q": ""}


def test_the_number_of_the_last_row_is_a_total() -> None:
    asked = Request("GET", f"{HOST}/rows")
    body = json.dumps({"rows": [{"id": 1}, {"id": 2}], "lastRow": 60}).encode()
    data = DataList(("rows",), ({"id": 1}, {"id": 2}))
    call = learn_total(Call(asked), [Page(asked, asked.url, 200, (), body)], data)
    assert call.total == ("lastRow",)


def test_a_range_in_one_value_is_moved_on() -> None:
    def rows(start: int, end: int) -> Page:
        asked = Request("GET", f"{HOST}/rows?" + urlencode({"ids": json.dumps([f"{start}-{end}"])}))
        answer = json.dumps({"total": 110, "rows": [{"id": n} for n in range(start, end + 1)]})
        return Page(asked, asked.url, 200, (), answer.encode())

    first, then = rows(0, 49), rows(50, 107)
    call = replace(Call(first.request), total=("total",))
    learned = learn_paging(call, first, [{"id": n} for n in range(50)], [then])
    after = Call.from_dict(learned.to_dict()).next_request(first, 50)
    assert after == rows(50, 99).request
    assert learned.next_request(rows(100, 149), 10) is None


def test_the_number_of_a_page_is_told_from_one_that_counts_requests() -> None:
    """Both move by one; the one that is named like a page, or begins like one, is it."""

    def page(request_number: int, number: int) -> Page:
        asked = Request("GET", f"{HOST}/list?r={request_number}&{name}={number}")
        return Page(asked, asked.url, 200, (), b'{"rows": [{"n": 1}, {"n": 2}, {"n": 3}]}')

    for name in ("pageNumber", "seite"):
        first, then = page(5, 1), page(6, 2)
        paging = learn_paging(Call(first.request), first, ({"n": 1},) * 3, [then]).paging
        assert paging is not None
        assert paging.place == ("query", name)


def test_a_sum_below_the_rows_is_not_counted_by_an_offset() -> None:
    """What is learned gives the next request that was seen: 40 rows on, not 41."""

    def page(start: int) -> Page:
        asked = Request("GET", f"{HOST}/list?begin={start}&end={start + 40}&seen={start > 0:d}")
        return Page(asked, asked.url, 200, (), json.dumps({"rows": [{"n": 1}] * 41}).encode())

    call = learn_paging(Call(page(0).request), page(0), ({"n": 1},) * 41, [page(40)])
    onward = Call.from_dict(call.to_dict()).next_request(page(40), 41)
    assert onward is not None
    assert "begin=80&end=120" in onward.url


def test_keys_that_the_next_request_leaves_out_lead_on() -> None:
    """They stand in the data, or in an attribute; those of all pages before go along."""

    def page(keys: Sequence[int], left_out: str, *, is_html: bool) -> Page:
        rows = [{"key": one, "name": f"Mill {one}"} for one in keys]
        shown = "".join(f'<li data-id="{row["key"]}">{row["name"]}</li>' for row in rows)
        body = shown if is_html else json.dumps({"rows": rows})
        asked = Request("POST", f"{HOST}/more", (), f"exclude={left_out}&n=3".encode())
        return Page(asked, asked.url, 200, (), body.encode())

    for is_html in (True, False):
        first = page([4, 9, 2], "", is_html=is_html)
        then = page([5, 1, 8], "4,9,2", is_html=is_html)
        call = learn_paging(Call(first.request), first, ({"n": 1},) * 3, [then])
        onward = call.next_request(then, 3)
        assert onward is not None
        assert b"exclude=4%2C9%2C2%2C5%2C1%2C8&" in onward.body
        assert Call.from_dict(call.to_dict()).paging == call.paging
        assert call.next_request(page([], "4,9,2", is_html=is_html), 0) is None


def test_a_word_that_stands_twice_in_one_value_is_asked_in_both_places() -> None:
    """As another word was; the name of a column in which it stands too stays as it is."""
    rows = [{"id": n, "name": f"{word} House {n}"} for n, word in enumerate(("Sea", "Name") * 6)]

    def typed(word: str) -> Sighting:
        asked = Request("GET", f"{HOST}/rows?or=(name.has.*{word}*,town.has.*{word}*)")
        brought = [row for row in rows if word.casefold() in str(row["name"]).casefold()]
        answer = Page(asked, asked.url, 200, (), json.dumps(brought).encode())
        return Sighting("type", word, tuple(str(row["name"]) for row in brought), (answer,))

    seen = (Sighting("open", "", ()), *map(typed, (NONSENSE, "name", "sea")))
    learned = learn_call(Observed(seen))
    call = learned.wrapper.call if learned is not None else None
    assert call is not None
    assert places_in(call.request("oak"))["query", "or"] == "(name.has.*oak*,town.has.*oak*)"
    assert call.searched == ("name",)


def test_a_page_whose_script_goes_to_its_own_next_address_is_a_call_itself() -> None:
    """Its data stand in the page; no other request brings them."""

    def page(number: int) -> Page:
        asked = Request("GET", f"{HOST}/members" + (f"?seite={number}" if number > 1 else ""))
        numbers = range(10 * number, 10 * number + 10)
        rows = [{"id": n, "name": f"Member number {n}"} for n in numbers]
        state = f"<script>var held = {json.dumps({'rows': rows})}</script>"
        return Page(asked, asked.url, 200, (("content-type", "text/html"),), state.encode())

    def lines(one: Page) -> tuple[str, ...]:
        return tuple(row["name"] for row in data_of(one)[0]["rows"])

    first, then = page(1), page(2)
    opened = Sighting("open", "", lines(first), (first,))
    steps = (opened, Sighting("advance", "", lines(then), (then,)))
    learned = learn_call(Observed(steps))
    call = learned.wrapper.call if learned is not None else None
    assert call is not None
    following = call.next_request(page(2), 10)
    assert following is not None
    assert following.url == page(3).request.url
