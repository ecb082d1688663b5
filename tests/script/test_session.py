"""Enter is pressed only where typing alone asks nothing."""

from contextlib import suppress
from dataclasses import replace
from itertools import pairwise
from types import SimpleNamespace
from typing import Any

import pytest

from leadline.crawl.script.rendered import goes_on_elsewhere, shows_answers, take_rendered
from leadline.model import Page, Request
from leadline.page.dom import Document, parse_html
from leadline.page.observed import Action, DrawnBox, Observed, Sighting
from leadline.script.session import MAX_TYPED_WORDS, WORDS_WITHOUT_ENTER, watch_page
from leadline.wrapper.reading import PageReading, RecordRow
from leadline.wrapper.wrapper import Wrapper
from tables import each_row

FRAME = tuple(f"Line {number} of the page" for number in range(20))
NONSENSE = "qwzuxok"
CHINESE = ("地名手册", "地点", "亮色模式", "Copyright © 2026 | Powered by a program of this name")


def test_suggestions_that_every_word_opens_are_no_answer() -> None:
    session = watch_page(NONSENSE, "en")
    step, seen = next(session), list[Sighting]()
    try:
        while True:
            opened = ("Contains", "Begins with") if step.word not in ("", NONSENSE) else ()
            seen.append(Sighting(step.action, step.word, (*FRAME, *opened)))
            step = session.send(seen[-1])
    except StopIteration:
        assert sum(bool(one.word) for one in seen) > MAX_TYPED_WORDS
    assert not shows_answers(Observed(tuple(seen)))


def test_lines_that_say_the_word_again_are_no_answer() -> None:
    """Even where the page keeps what it said of the words before."""
    session = watch_page(NONSENSE, "en")
    step, seen, said = next(session), list[Sighting](), list[str]()
    try:
        while True:
            if step.word:
                said += [f"Search for '{step.word}'", f"'{step.word}': 0 in {len(seen)} ms"]
            seen.append(Sighting(step.action, step.word, (*FRAME, *said)))
            step = session.send(seen[-1])
    except StopIteration:
        assert sum(bool(one.word) for one in seen) > MAX_TYPED_WORDS
    assert not shows_answers(Observed(tuple(seen)))


def test_an_answer_that_stays_while_later_words_find_nothing_is_one() -> None:
    found = ("Harbour of Selby", "Orchard of Selby")
    typed = [(NONSENSE, ()), ("castle", ()), ("selby", found), ("river", found), ("", found)]
    seen = [Sighting("enter", word, (*FRAME, *lines)) for word, lines in typed]
    assert shows_answers(Observed(tuple(seen)))
    assert not shows_answers(Observed((*seen[:-1], Sighting("enter", "", FRAME))))


def test_common_words_are_those_of_the_language_that_is_drawn() -> None:
    """A shell that says no language is filled with Chinese."""
    session, typed = watch_page(NONSENSE, ""), list[str]()
    step = next(session)
    with suppress(StopIteration):
        while True:
            typed.append(step.word)
            step = session.send(Sighting(step.action, step.word, CHINESE))
    assert "的" in typed
    assert "the" not in typed


def test_a_page_whose_answer_took_the_place_of_its_box_is_opened_before_each_word() -> None:
    session = watch_page(NONSENSE, "en")
    step, seen, is_form = next(session), list[Sighting](), False
    with suppress(StopIteration):
        while True:
            is_form = is_form or step.action == "open"
            asks = is_form and step.action == "enter"
            request = Request("GET", f"http://h.test/find?q={step.word}")
            pages = (Page(request, request.url, 200, (), b""),) if asks else ()
            is_found = asks and step.word != NONSENSE
            lines = (f"{step.word} one", f"{step.word} two") if is_found else FRAME
            seen.append(Sighting(step.action, step.word, lines, pages))
            is_form = is_form and not asks
            step = session.send(seen[-1])
    assert len({one.word for one in seen if one.is_asked}) == 3
    assert shows_answers(Observed(tuple(seen)))


def test_a_list_that_words_change_gives_way_to_the_one_that_goes_on() -> None:
    """A box may filter a short list beside the long one that scrolling continues."""

    def drawn(number: int, runs: int) -> Page:
        rows = "".join(
            f"<li><a href=/r/{n}>Run {n}</a> <b>of day {n}</b></li>" for n in range(runs)
        )
        groups = "<tr><td><a href=/g/1>Study</a></td><td>150</td></tr>" * number
        html = f"<table>{groups}</table><ul>{rows}</ul>".encode()
        return Page(Request("RENDER", "http://h.test/"), "http://h.test/", 200, (), html)

    class Groups(Wrapper):
        def read_document(self, page: Page, document: Document, query: str) -> PageReading:
            found = [RecordRow("study", (), "Study")] * page.body.count(b"<tr>")
            return PageReading(page, document, (*found,))

    def seen(runs: int, groups: int = 1) -> Observed:
        first, last = ("Study", *map(str, range(25))), ("Study", *map(str, range(runs)))
        opened = Sighting("open", "", first, shown=drawn(1, 25))
        return Observed((opened, Sighting("advance", "", last, shown=drawn(groups, runs))))

    wrapper = Groups((), frozenset())
    assert goes_on_elsewhere(wrapper, seen(50))
    assert not goes_on_elsewhere(wrapper, seen(25))


@pytest.mark.parametrize(("said", "entered"), [("No results found", 0), ("to select", 1)])
def test_a_page_that_says_that_nothing_was_found_needs_no_enter(said: str, entered: int) -> None:
    """Enter would open the first hit."""
    session = watch_page(NONSENSE, "en")
    step, actions = next(session), list[str]()
    with suppress(StopIteration):
        while True:
            actions.append(step.action)
            found = (f"{step.word} of the sea", f"{step.word} of the sky")
            new = (said,) if step.word == NONSENSE else found if step.word else ()
            step = session.send(Sighting(step.action, step.word, (*FRAME, *new)))
    assert ("enter" in actions) == bool(entered)


def test_a_page_that_was_never_at_rest_is_not_read() -> None:
    url = "http://h.test/"
    source: Any = SimpleNamespace(watched=url, journal=SimpleNamespace(note=lambda *_: None))
    reading = take_rendered(source, parse_html("", url), NONSENSE, Observed())
    assert next(reading)
    with pytest.raises(StopIteration) as end:
        reading.send(Observed(trouble="the page was not at rest"))
    assert end.value.value is None


def test_only_words_that_brought_something_are_typed_again() -> None:
    def typed(known: tuple[tuple[Action, str], ...]) -> list[str]:
        session, said = watch_page(NONSENSE, "en", 2, known), list[str]()
        step = next(session)
        with suppress(StopIteration):
            while True:
                said.append(f"{step.action} {step.word}".strip())
                new = (f"{step.word} of the sea", f"{step.word} of the sky") if step.word else ()
                step = session.send(Sighting(step.action, step.word, (*FRAME, *new)))
        return said

    assert typed(()) == ["open", "expand", "advance"]
    known = ("enter qwzuxok", "enter castle", "enter")
    assert typed((("enter", "castle"),)) == ["open", *known, "expand", "advance"]


def test_a_clock_is_no_news() -> None:
    """Neither of a word, so that closed groups are opened, nor of the next page."""
    session, said = watch_page(NONSENSE, "en", 40), list[str]()
    step = next(session)
    with suppress(StopIteration):
        while True:
            said.append(step.action)
            lines = (*FRAME, f"up {len(said)} s", *(["sea of logs"] if step.word == "line" else ()))
            step = session.send(Sighting(step.action, step.word, lines))
    assert said[-2:] == ["expand", "advance"]


PORTS = ["Castle", "Dover", "Esker", "Fowey", "Goole", "Hythe", "Ilfra", "Jarrow", "Kelso"]


@pytest.mark.parametrize(
    "ships",
    [
        ["Castle of Hove", "Castle of Selby", "Ember of Hove", "Ember of Selby", "Anchor of Selby"],
        [f"{one} and {other}" for one, other in pairwise(PORTS)],  # each word brings one more
    ],
)
def test_a_page_that_only_answers_words_is_asked_those_of_its_answers(ships: list[str]) -> None:
    session = watch_page(NONSENSE, "en", 40, (("type", "castle"),))
    step, shown = next(session), set[str]()
    with suppress(StopIteration):
        while True:
            word = step.word.title()
            found = tuple(ship for ship in ships if word and word in ship)
            shown |= {*found}
            seen = Sighting(step.action, step.word, (*FRAME, *found))
            step = session.send(replace(seen, has_box=step.action != "expand"))  # no tree
    assert shown == {*ships}


def steps(shows_at_once: bool, echoes: bool) -> list[str]:
    """The steps for a page that says that a made-up word is not found, or finds words."""
    session = watch_page(NONSENSE, "en")
    step = next(session)
    taken: list[str] = []
    try:
        while True:
            taken.append(f"{step.action} {step.word}".strip())
            lines = FRAME
            if step.word == NONSENSE and echoes:
                lines = (*FRAME, f'No results for "{NONSENSE}"')
            elif step.word and step.word != NONSENSE and (shows_at_once or step.action == "enter"):
                lines = (*FRAME, f"{step.word} of the sea", f"{step.word} of the sky")
            step = session.send(Sighting(step.action, step.word, lines))
    except StopIteration:
        return taken


@each_row(
    __file__,
    "enter_is_pressed_where_typing_alone_finds_nothing",
    "shows_at_once",
    "echoes",
    "entered",
)
def test_enter_is_pressed_where_typing_alone_finds_nothing(
    shows_at_once: bool, echoes: bool, entered: int
) -> None:
    taken = steps(shows_at_once, echoes)
    assert sum(step.startswith("enter") for step in taken) == entered
    typed = [step for step in taken if step.startswith("type ")]
    assert len(typed) <= 1 + WORDS_WITHOUT_ENTER


def test_words_are_typed_alone_where_enter_would_lead_away() -> None:
    """A box that looks words up by itself: nothing is said of others, Enter opens the first hit."""
    session = watch_page(NONSENSE, "en")
    step, found = next(session), set[str]()
    with suppress(StopIteration):
        while True:
            known = step.word and step.word != NONSENSE and step.action == "type"
            hits = (f"{step.word} of the sea", f"{step.word} of the sky") if known else ()
            found |= {*hits}
            step = session.send(Sighting(step.action, step.word, (*FRAME, *hits)))
    assert len(found) == 4


def test_a_box_for_codes_is_given_codes_of_the_page_and_of_its_answers() -> None:
    session, typed = watch_page(NONSENSE, "en"), list[str]()
    step, box = next(session), DrawnBox("e.g. 41003", mode="numeric", most=5)
    with suppress(StopIteration):
        while True:
            typed += [step.word] if step.word else []
            found = {"41003": ("41010 Ash", "41022 Birch"), "41022": ("41030 Elm", "Mill Lane")}
            step = session.send(Sighting(step.action, step.word, found.get(step.word, ()), box=box))
    assert [*dict.fromkeys(typed)] == ["00000", "41003", "41022"]


def test_a_box_for_towns_is_given_what_a_person_knows_then_its_example() -> None:
    session, typed = watch_page(NONSENSE, "en", known=("Thorn",)), list[str]()
    step, box = next(session), DrawnBox("z. B. Bad Elm", label="Ihre Stadt")
    with suppress(StopIteration):
        while True:
            typed += [step.word] if step.word else []
            step = session.send(Sighting(step.action, step.word, (*FRAME, step.word), box=box))
    assert [*dict.fromkeys(typed)][:3] == [NONSENSE, "Thorn", "Bad Elm"]
