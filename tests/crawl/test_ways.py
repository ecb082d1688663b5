# Holds: a list beside a search box; a list behind the menu
# Holds: lists behind links beside a silent box
"""Ways into a source compete: a list of all beside a box for words, groups beside a total."""

import re
from contextlib import suppress
from dataclasses import replace
from urllib.parse import parse_qs, unquote, urlsplit

import pytest
from in_memory import HOST, Ran, run

from leadline.crawl.events import ComponentLearned, Get, Journal, RecordsExtracted
from leadline.crawl.live_query import LearnedSource, ask_live
from leadline.errors import FetchError, NotAllowed
from leadline.model import Page, Request
from tables import each_row, read_text, words

NAMES = words(
    "anchor bishop copper desert engine forest glacier hammer island jungle kettle ladder mirror "
    "needle orchard pepper quarry ribbon saddle temple"
)
BOX = '<form action="/search"><input name=q><button>Search</button></form>'
OPEN = read_text(__file__, "OPEN")


def title(n: int) -> str:
    return f"{NAMES[n % 20]} {NAMES[n // 20]} {NAMES[(n * 7) % 20]}".title()


def thing(n: int) -> str:
    state = "closed" if n % 4 else "open"
    link = f"<a href='/thing/{n}'>{title(n)}</a>"
    return f"<tr><td>{link}</td><td>{1900 + n}</td><td>{state}</td></tr>"


class Tracker:
    """A list of ``size`` things, of ``all`` that words find, ten on a page of the box."""

    def __init__(self, size: int = 120, every: int = 0, *, form: str = "", kind: str = "thing"):
        self.about = "Anchor, bishop, copper and desert."
        self.size, self.every, self.form, self.kind = size, every or size, form, kind

    def __call__(self, request: Request) -> Page:
        parts, asked = urlsplit(request.url), parse_qs(request.body.decode())
        query = {**parse_qs(parts.query), **asked}
        home = f"<h1>Things</h1><p>{self.about}</p><a href=/list>Browse all things</a>"
        shown = {"/search": self.found, "/list": self.listed}.get(parts.path)
        body = shown(query) if shown is not None else home
        page = f"<html><body><div class=head>{BOX}</div>{body}</body></html>"
        return Page(request, request.url, 200, (), page.encode())

    def found(self, query: dict[str, list[str]]) -> str:
        word, number = query.get("q", [""])[0].casefold(), int(query.get("page", ["1"])[0])
        hits = [n for n in range(self.every) if word and word in title(n).casefold().split()]
        shown = "".join(
            f"<div class=hit><h3><a href='/thing/{n}'>{title(n)}</a></h3><p>Seen in {n}</p></div>"
            for n in hits[10 * (number - 1) : 10 * number]
        )
        more = f"<a href='/search?q={word}&page={number + 1}'>Next</a>"
        return (shown or "<p>Nothing was found.</p>") + (more if len(hits) > 10 * number else "")

    def listed(self, query: dict[str, list[str]]) -> str:
        states = query.get("status", ["open"] if self.form else ["open", "closed"])
        things = [n for n in range(self.size) if ("closed" if n % 4 else "open") in states]
        number = int(query.get("page", ["1"])[0])
        rows = "".join(map(thing, things[40 * (number - 1) : 40 * number]))
        chosen = "".join(f"&status={state}" for state in states)
        more = f"<a href='/list?page={number + 1}{chosen}'>Next</a>"
        head = f"<h1>All things ({len(things)} matches)</h1>"
        after = more if len(things) > 40 * number else ""
        body = f"{head}{self.form}<table><tr><th>Name<th>Year<th>Status</tr>{rows}</table>{after}"
        return body.replace("/thing/", f"/{self.kind}/")


def links(ran: Ran) -> set[str]:
    return {f.value for r in ran.records.values() for f in r.fields if f.kind == "link"}


@pytest.mark.parametrize(
    ("path", "form"),
    [
        pytest.param("/list", "", id="goes on"),
        pytest.param("/list", OPEN, id="hides most at first"),
        pytest.param("/", OPEN, id="behind a link"),
    ],
)
def test_a_list_is_taken_beside_a_box_that_takes_words_alone(path: str, form: str) -> None:
    ran = run(f"{HOST}{path}", Tracker(form=form))
    assert links(ran) == {f"{HOST}/thing/{n}" for n in range(120)}
    assert all({"Name", "Year"} <= {f.column for f in r.fields} for r in ran.records.values())
    assert "found by the search form are all among its 120" in ran.outcome.reason
    assert ran.outcome.state == "exhausted"
    assert len(ran.gets) < 30


def test_a_list_that_lacks_what_words_find_is_no_end() -> None:
    ran = run(f"{HOST}/", Tracker(80, every=200), most=400)
    assert len(links(ran)) > 190
    assert "found by the search form are all among" not in ran.outcome.reason


def test_a_list_of_another_kind_is_left_to_itself() -> None:
    ran = run(f"{HOST}/", Tracker(kind="news"), most=300)
    assert not any("/news/" in link for link in links(ran))


def test_other_kinds_of_records_that_the_box_finds_are_named() -> None:
    class Both(Tracker):
        def found(self, query: dict[str, list[str]]) -> str:
            pages = super().found(query).replace("/thing/", "/help/").partition("</div>")
            return pages[0] + pages[1] + super().found(query) if pages[1] else pages[0]

    ran = run(f"{HOST}/list", Both())
    assert {link for link in links(ran) if "/thing/" in link} == links(ran)
    assert any("records of other kinds" in note for note in ran.outcome.notes)
    assert ran.outcome.missing_at_most is None


@pytest.mark.parametrize("kind", ["thing", "year"])
def test_a_linked_list_is_taken_where_the_box_finds_nothing(kind: str) -> None:
    class Silent(Tracker):
        def found(self, query: dict[str, list[str]]) -> str:
            return "<p>Nothing was found.</p>"

        def listed(self, query: dict[str, list[str]]) -> str:
            body = super().listed(query)
            return re.sub(r">[^<>]*</a></td><td>(\d+)</td><td>\w+", r">\1</a>", body)

    site = Silent(kind=kind) if kind == "year" else Tracker(kind=kind)
    site.found = Silent.found.__get__(site)  # type: ignore[method-assign]
    ran = run(f"{HOST}/", site, most=90)
    assert len(links(ran)) == (120 if kind == "thing" else 0)


@pytest.mark.parametrize("way", ["menu", "links"])
def test_where_the_box_may_not_be_asked_another_way_is_taken(way: str) -> None:
    """The list is two links away, or parted into kinds by links beside those of a router."""
    kinds = "".join(f"<a href='/kind?of={n}&a=b'>{NAMES[n]}</a> " for n in range(1, 7))
    routes = "".join(f"<a href='/?action={name}'>{name}</a> " for name in NAMES)
    things = "<a href=/news>News</a> <a href=/list>Issues</a>"
    shown = {"menu": "<a href=/things>Things</a>", "links": kinds + routes}

    def site(request: Request) -> Page | FetchError:
        parts = urlsplit(request.url)
        if parts.path == "/search":
            return NotAllowed(f"robots.txt of h forbids {request.url}", request)
        if parts.path == "/list":
            return Tracker()(request)
        body = things if parts.path == "/things" else shown[way]
        if parts.path == "/kind":
            of = parse_qs(parts.query).get("of", [""])[0]
            wanted = range(int(of) - 1, 120, 6) if of.isdecimal() else ()
            body = f"<table>{''.join(map(thing, wanted))}</table>"
        page = f"<html><body>{BOX}{body}</body></html>"
        return Page(request, request.url, 200, (), page.encode())

    ran = run(f"{HOST}/", site, most=60)
    assert links(ran) == {f"{HOST}/thing/{n}" for n in range(120)}
    assert came(ran)[way] == "taken"
    assert "robots.txt" in came(ran)["form"]
    assert "try again later" not in ran.outcome.reason
    assert ran.outcome.state == "exhausted"


def came(ran: Ran) -> dict[str, str]:
    return {way.name: way.came for way in ran.outcome.ways}


def test_the_outcome_says_what_came_of_each_way() -> None:
    taken, refuted = run(f"{HOST}/", Tracker()), run(f"{HOST}/", Tracker(80, every=200), most=400)
    assert came(taken) == {"form": "the way 'list' shows more", "list": "taken"}
    assert came(refuted)["form"] == "taken"
    assert "records that words find" in came(refuted)["list"]
    (form, listed) = taken.outcome.ways
    assert (form.url, listed.url) == (f"{HOST}/search", f"{HOST}/list")
    assert "Browse all things" in listed.what


@pytest.mark.parametrize("way", ["list", "2"])
def test_a_person_chooses_the_list_that_words_refute(way: str) -> None:
    ran = run(f"{HOST}/", Tracker(80, every=200), way=way)
    assert links(ran) == {f"{HOST}/thing/{n}" for n in range(80)}
    assert ran.outcome.reason.startswith("it was chosen; the list on")
    assert not any("/search" in get.request.url for get in ran.gets)


def test_a_person_chooses_the_form_where_the_list_shows_more() -> None:
    ran = run(f"{HOST}/", Tracker(), way="form", most=40)
    assert any("/search" in get.request.url for get in ran.gets)
    assert not any("/list" in get.request.url for get in ran.gets)


def test_a_way_that_is_not_there_is_named_with_those_that_are() -> None:
    ran = run(f"{HOST}/", Tracker(), way="oai-pmh")
    assert ran.outcome.state == "failed"
    assert ran.outcome.reason.startswith("the way 'oai-pmh' was asked for; the page names none")
    assert ran.outcome.reason.endswith("it offers form, list")
    assert len(ran.gets) == 1


def test_the_box_beside_a_list_that_was_taken_can_be_asked_later() -> None:
    site = Tracker()
    ran = run(f"{HOST}/", site)
    learned = {e.name: e.value for e in ran.events if isinstance(e, ComponentLearned)}
    kept, journal, reply = LearnedSource.of(learned), Journal(), None
    assert kept is not None
    life = ask_live(kept.state("h", journal), "copper", ())
    with suppress(StopIteration):
        while True:
            event = life.send(reply)
            reply = site(event.request) if isinstance(event, Get) else None
    found = [e for e in journal.drain() if isinstance(e, RecordsExtracted)]
    wanted = {f"{HOST}/thing/{n}" for n in range(120) if "copper" in title(n).casefold().split()}
    assert {
        f.value for e in found for r in e.records for f in r.fields if f.kind == "link"
    } == wanted
    assert len(wanted) > 10


def shelf(*of: int, more: str = "") -> str:
    return f"<table><tr><th>Name<th>Year<th>Status</tr>{''.join(map(thing, of))}</table>{more}"


def linked(kind: str, groups: dict[str, int], ending: str = "") -> str:
    items = (f"<li><a href='{kind}{name}'>{name}</a> ({n}{ending})" for name, n in groups.items())
    return f"<ul>{''.join(items)}</ul>"


LETTERS = {letter: 11 + at for at, letter in enumerate("abcdefg")}
STARTS = {letter: sum([*LETTERS.values()][:at]) for at, letter in enumerate(LETTERS)}
"""Seven groups of 11 to 17 things, and the first of each."""


def by_letter(letter: str, number: int) -> str:
    """Ten things of a letter, with all letters and the way to the next ten."""
    start, end = STARTS[letter] + 10 * number, STARTS[letter] + LETTERS[letter]
    more = f"<a href='?page={number + 1}' rel=next>Next</a>" if start + 10 < end else ""
    bar = " | ".join(f"<span><a href='/all/{c}'>{c.upper()}</a></span>" for c in LETTERS)
    return bar + shelf(*range(start, min(start + 10, end)), more=more)


def lists_of_lists(path: str, number: int) -> str | None:
    """A shelf behind letters, and one behind classes, sections and a menu that looks like both."""
    *_, kind, last = path.split("/")
    if kind == "all" and (last or "a") in LETTERS:
        return by_letter(last or "a", number)
    if path == "/classes/":
        return linked("/class/", dict.fromkeys(("art", "law", "sea"), 40), " things")
    if kind == "class" and last in ("art", "law", "sea"):
        return linked("/section/", {f"{last}-{n}": 20 for n in range(2)}, " things")
    if kind == "section" and "-" in last:
        start = 40 * ("art", "law", "sea").index(last[:3]) + 20 * int(last[4:])
        return shelf(*range(start, start + 20))
    if path == "/page/Parts":
        return linked("/page/", {f"Part_{n}": 30 for n in range(4)}, " P")
    if kind == "page" and last.startswith("Part_"):
        start = 30 * int(last[5:])
        rows = (f"<li><a href='/page/{title(n)}'>{title(n)}</a>" for n in range(start, start + 30))
        return f"<ul>{''.join(rows)}</ul>"
    return f"<p>Of {last}.</p>" if kind == "page" and " " not in last else None


@each_row(__file__, "LISTS_BEHIND_LISTS_MENU", "way", "most")
def test_lists_behind_lists_of_a_menu_are_taken_whole(way: str, most: int) -> None:
    def site(request: Request) -> Page | FetchError:
        parts = urlsplit(request.url)
        if parts.path == "/search":
            return NotAllowed(f"robots.txt of h forbids {request.url}", request)
        number = int(parse_qs(parts.query).get("page", ["0"])[0])
        home = f"<p>Of ships.</p><a href='{way}'>Things</a>" if parts.path == "/" else None
        body = home or lists_of_lists(unquote(parts.path), number)
        menu = "<ul><li><a href=/page/Help>Help</a><li><a href=/page/New>New</a></ul>"
        page = f"<html><body><div>{BOX}{menu}</div><h1>{parts.path}</h1>{body}</body></html>"
        return Page(request, request.url, 404 if body is None else 200, (), page.encode())

    ran = run(f"{HOST}/", site, most=most)
    whole = 98 if way == "/all/" else 120
    assert len(ran.records) == whole
    assert came(ran)["menu"] == "taken"
    assert ran.outcome.state == "exhausted"


def test_groups_are_asked_where_they_count_more_than_the_list_shows() -> None:
    def site(request: Request) -> Page:
        parts = urlsplit(request.url)
        number = int(parse_qs(parts.query).get("page", ["1"])[0])
        years = linked("/list?of=", {str(1900 + n): 20 for n in range(6)})
        of = parse_qs(parts.query).get("of", [""])[0]
        start = 20 * (int(of) - 1900) if of.isdecimal() else 10 * number - 10
        more = f"<a href='/list?page={number + 1}'>Next</a>" if not of and number < 4 else ""
        shown = range(start, min(120, start + (20 if of else 10))) if of or number < 5 else ()
        listed = shelf(*shown, more=more) + years
        body = listed if parts.path == "/list" else "<a href=/list>All</a>"
        page = f"<html><body>{body}</body></html>"
        return Page(request, request.url, 200, (), page.encode())

    ran = run(f"{HOST}/", site, most=60)
    assert links(ran) == {f"{HOST}/thing/{n}" for n in range(120)}


@each_row(__file__, "TABLE_TAKEN_INSTEAD_LIST", "columns", "rows", "state")
def test_a_table_is_taken_instead_of_a_list_that_it_holds(
    columns: str, rows: int, state: str
) -> None:
    class Offering(Tracker):
        def __call__(self, request: Request) -> Page:
            if urlsplit(request.url).path == "/all.csv":
                lines = [columns]
                for n in range(rows):
                    said = {"name": title(n), "no": n, "year": 1900 + n}
                    said["state"] = "closed" if n % 4 else "open"
                    lines.append(",".join(str(said[one]) for one in columns.split(",")))
                return Page(request, request.url, 200, (), "\n".join(lines).encode())
            page = super().__call__(request)
            body = page.body.replace(b"</h1>", b"</h1><a href=/all.csv>CSV</a>")
            return replace(page, body=body.replace(BOX.encode(), b""))

    ran = run(f"{HOST}/list", Offering(197))
    assert (len(ran.records), ran.outcome.state) == (197, state)
    assert len(ran.gets) <= (3 if state == "complete" else 8)
    assert bool(links(ran)) == (state != "complete")
