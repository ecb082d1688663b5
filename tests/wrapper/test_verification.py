# Holds: readings verified
"""A page is doubted, and the source learned anew: each check by itself, and what it saves."""

import re
from collections.abc import Callable
from dataclasses import replace

import pytest
from in_memory import Ran, SiteWire, run, taken

from leadline.app.inspect import Inspection, look
from leadline.crawl.events import Get, Notice, RecordsExtracted
from leadline.errors import FetchError
from leadline.model import Field, Page, Request
from leadline.page.dom import parse_html
from leadline.wrapper.column_matching import match_columns
from leadline.wrapper.column_profile import ColumnProfile
from leadline.wrapper.reading import PageReading, RecordRow
from leadline.wrapper.totals.stated import StatedTotal, TotalLocator
from leadline.wrapper.verification import verification_failure
from leadline_zoo.spec import Engine, Look, SourceSpec, Total
from tables import read_values

BOOKS = SourceSpec("books", "books", 200, look=Look("cards"), total=Total("range"))
PAGE = Page(Request("GET", "http://h.test/"), "http://h.test/", 200)


def rows(count: int, *columns: str, said: str = "red") -> tuple[RecordRow, ...]:
    made = tuple(Field(name, f"{said} {name}") for name in columns)
    return tuple(RecordRow(str(n), made, said) for n in range(count))


def reading(held: tuple[RecordRow, ...], shown: int = 0, *, cut: bool = False) -> PageReading:
    at = TotalLocator("", "", "", "")
    stated = StatedTotal(130, 21, 20 + shown, False, 1.0, at) if shown else None
    return PageReading(PAGE, parse_html("", ""), held, stated, cut)


GOOD = rows(10, "title", "year")
ODD = tuple(
    row._replace(fields=(row.fields[0], Field("year", f"{row.fields[1].value} {row.key} x")))
    for row in GOOD
)
DOUBTS = [
    ("all is well", reading(GOOD, 10), 1.0, ""),
    ("fewer than it says", reading(GOOD, 20), 1.0, "it shows 20 records, 10 were read"),
    ("nearly as many as it says", reading(GOOD, 12), 1.0, ""),
    ("a page that was cut shows fewer", reading(GOOD, 20, cut=True), 1.0, ""),
    ("unknown places", reading(rows(10, "extra_p", "extra_b", "title", "year"), 10), 1.0, ""),
    (
        "more of them",
        reading(rows(10, "title", "year", *(f"extra_{n}" for n in "abc")), 10),
        1.0,
        "most values stand where none stood",
    ),
    ("no year", reading(rows(10, "title"), 10), 1.0, "no record has a value of year"),
    ("a year that looks like none", reading(ODD, 10), 1.0, "no record has a value of year"),
    ("some have a year", reading((*rows(9, "title"), *rows(1, "year")), 10), 1.0, ""),
    ("too few to tell", reading(rows(4, "title"), 4), 1.0, ""),
    ("other words", reading(rows(10, "title", "year", said="sea"), 10), 1.0, "no record holds"),
    ("words are not always shown", reading(rows(10, "title", "year", said="sea"), 10), 0.5, ""),
    ("no row is another matter", reading((), 10), 1.0, ""),
]


@pytest.mark.parametrize(("why", "page", "said", "found"), DOUBTS, ids=[row[0] for row in DOUBTS])
def test_doubts(why: str, page: PageReading, said: float, found: str) -> None:
    filled = ColumnProfile()
    filled.add(rows(60, "title", "year"))
    told = verification_failure(page, "red", said, filled.deviating(page.rows))
    assert (found in told) if found else not told


def test_what_is_filled_is_learned_from_enough_rows_and_forgotten_where_it_is_not() -> None:
    filled = ColumnProfile()
    filled.add(rows(20, "title", "year"))
    assert filled.deviating(rows(9, "title")) == []
    filled.add((*rows(38, "title", "year"), *rows(2, "title")))
    assert filled.deviating(rows(9, "title")) == [], "two of sixty have none"
    other = ColumnProfile()
    other.add(rows(60, "title", "year", "by"))
    assert other.deviating(rows(9, "title")) == ["by", "year"]
    other.exclude(["by"])
    other.add(rows(60, "title"))
    assert other.deviating(rows(9, "title")) == ["year"]


# --- what the checks save, in a harvest ---

RESULTS = re.compile(rb"product card|<table class=.results")


def changed(
    after: int, change: Callable[[str], str], spec: SourceSpec = BOOKS
) -> tuple[Ran, SiteWire]:
    """A life whose result pages are rewritten after the first so many."""
    site = SiteWire(spec)
    shown = 0

    def wire(request: Request) -> Page | FetchError:
        nonlocal shown
        reply = site(request)
        if not isinstance(reply, Page) or not RESULTS.search(reply.body):
            return reply
        shown += 1
        html = reply.body.decode()
        return replace(reply, body=change(html).encode()) if shown > after else reply

    return run(site.url, wire), site


def relearned(ran: Ran) -> list[str]:
    return [e.text for e in ran.events if isinstance(e, Notice) and "another layout" in e.text]


def columns_of(ran: Ran, site: SiteWire, name: str) -> set[str]:
    """The columns in which the values of one of the truth stand, over all sightings."""
    truth = {row["id"]: row[name] for row in site.site.table.rows}
    found = set()
    for event in ran.events:
        for record in event.records if isinstance(event, RecordsExtracted) else ():
            value = truth[record.key.rpartition("/")[2]]
            found.add(" ".join(f.column for f in record.fields if f.value == value))
    return found


YEAR = re.compile(r'(<h3>.*?</h3>)(.*?)<p class="year">(\d{4})</p>')
MOVES = read_values(__file__, "MOVES")


@pytest.mark.parametrize("move", MOVES)
@pytest.mark.parametrize("after", [5, 9])
def test_a_column_that_only_moves_is_learned_anew_and_keeps_its_name(move: str, after: int) -> None:
    ran, site = changed(after, lambda html: YEAR.sub(MOVES[move], html))
    assert taken(ran, site.site) == (200, 200)
    assert columns_of(ran, site, "year") == {"year year_2"}, "the number of a call ends with it too"
    assert [note for note in relearned(ran) if "no record has a value of year" in note]
    assert len(relearned(ran)) == 1


def test_a_column_of_a_table_that_changes_places_with_others_keeps_its_name() -> None:
    """All cells are filled, and where names stood stand years: their headings tell."""
    cell = re.compile(
        r"<tr([^>]*)>(<t[hd]>.*?</t[hd]>)(<t[hd]>.*?</t[hd]>)(<t[hd]>.*?</t[hd]>)(<t[hd]>.*?</t[hd]>)"
    )
    spec = replace(BOOKS, look=Look("table"))
    ran, site = changed(5, lambda html: cell.sub(r"<tr\1>\2\5\4\3", html), spec)
    assert taken(ran, site.site) == (200, 200)
    assert not relearned(ran)
    notes = [event.text for event in ran.events if isinstance(event, Notice)]
    assert sum("another order" in note for note in notes) == 1
    for name in ("author", "publisher", "year", "call", "subject"):
        assert len(columns_of(ran, site, name)) == 1, name


def test_columns_without_a_name_keep_their_numbers_when_one_moves() -> None:
    def bare(html: str) -> str:
        return re.sub(r'<p class="\w+">', "<p>", html)

    def moved(html: str) -> str:
        return bare(YEAR.sub(r"<div><small>\3</small></div>\1\2", html))

    pages = iter([bare] * 6)
    ran, site = changed(0, lambda html: next(pages, moved)(html))
    assert taken(ran, site.site) == (200, 200)
    assert len(relearned(ran)) == 1
    for name in ("author", "publisher", "year", "call", "subject"):
        assert len(columns_of(ran, site, name)) == 1, name


def test_a_column_that_is_no_longer_shown_is_no_other_layout() -> None:
    ran, site = changed(5, lambda html: YEAR.sub(r"\1\2", html))
    assert taken(ran, site.site) == (200, 200)
    assert not relearned(ran)


CARD = re.compile(r'<div class="product card">.*?</form></div>', re.DOTALL)


def with_list(html: str, kept: list[str]) -> str:
    """The page with some cards where all stood, and all in a list below."""
    cards = CARD.findall(html)
    lines = "".join(f"<li class=hit>{one}</li>" for one in cards).replace("product card", "book")
    begin, end = html.index(cards[0]), html.rindex(cards[-1]) + len(cards[-1])
    return f"{html[:begin]}{''.join(kept)}</div><ol>{lines}</ol><div>{html[end:]}"


def test_an_answer_of_which_only_the_top_stands_where_it_stood_is_told_by_its_numbers() -> None:
    ran, site = changed(5, lambda html: with_list(html, CARD.findall(html)[:5]))
    assert taken(ran, site.site) == (200, 200)
    assert [note for note in relearned(ran) if "the page says that it shows" in note]


def test_a_box_of_favourites_where_the_answer_stood_is_told_by_the_words() -> None:
    """It shows the same six records whatever is asked; nothing states numbers."""
    first: list[str] = []

    def moved(html: str) -> str:
        first.extend(() if first else CARD.findall(html)[:6])
        return with_list(html, first)

    only_words = replace(BOOKS, total=Total("absent"), engine=Engine(empty="help"))
    ran, site = changed(5, moved, only_words)
    assert [note for note in relearned(ran) if "no record holds the words" in note]
    assert taken(ran, site.site)[0] >= 190


def test_names_of_a_later_layout() -> None:
    known = {"title": ["A sea", "B sea of"], "n_1": ["1901", "1902"], "n_2": ["Bo", "Cy"]}

    def held(*fields: tuple[str, str]) -> tuple[RecordRow, ...]:
        return (RecordRow("k", tuple(Field(*one) for one in fields), ""),)

    before = held(("title", "A sea"), ("n_1", "Bo"), ("extra_b", "1901"))
    rows = held(("head", "A sea"), ("n_1", "Bo"), ("n_3", "1901"), ("n_2", "77"), ("x", "é é é 1"))
    names = match_columns(rows, before, known)
    assert names == {"head": "title", "n_1": "n_2", "n_3": "n_1", "n_2": "n_2_2"}
    assert match_columns(rows, (), known) == {}
    people = held(("type", "A bee of"), ("title", "Bo"))  # the shapes of titles, and another
    names = match_columns(people, held(("title", "Bo")), {"title": ["A bee of", "A sea of"]})
    assert names == {"title": "title"}


# --- pages that are too large to be read whole ---

CROWDED = "<p " + "a1=b " * 5_000 + ">x</p><!--" + "x" * 200_000 + "--></main>"


def too_large(site: SiteWire) -> Callable[[Request], Page | FetchError]:
    def wire(request: Request) -> Page | FetchError:
        reply = site(request)
        if not isinstance(reply, Page):
            return reply
        return replace(reply, body=reply.body.replace(b"</main>", CROWDED.encode()))

    return wire


def test_a_source_of_pages_that_are_not_read_whole_says_so_once() -> None:
    small = replace(BOOKS, count=30)
    site = SiteWire(small)
    ran = run(site.url, too_large(site))
    notes = [e for e in ran.events if isinstance(e, Notice) and "too large" in e.text]
    assert [(note.level, "3,000 attributes" in note.text) for note in notes] == [("warning", True)]
    assert taken(ran, site.site) == (30, 30)


def test_a_look_at_it_says_so_too() -> None:
    site = SiteWire(BOOKS)
    wire, stages = too_large(site), look(Inspection(site.url))
    seen, event = None, next(stages)
    while seen is None:
        try:
            event = stages.send(wire(event.request) if isinstance(event, Get) else None)
        except StopIteration as end:
            seen = end.value
    assert "too large" in seen.notes[0]
    assert len(seen.rows) > 5
