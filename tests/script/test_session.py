"""Enter is pressed only where typing alone asks nothing."""

from __future__ import annotations

import pytest

from leadline.crawl.script.rendered import shows_answers
from leadline.script.observed import Observed, Sighting
from leadline.script.session import MAX_TYPED_WORDS, WORDS_WITHOUT_ENTER, watch_page

FRAME = tuple(f"Line {number} of the page" for number in range(20))
NONSENSE = "qwzuxok"


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


@pytest.mark.parametrize(
    ("shows_at_once", "echoes", "entered"),
    [
        pytest.param(True, True, 0, id="the page answers while it is typed"),
        pytest.param(False, False, 4, id="typing alone shows nothing"),
        pytest.param(False, True, 3, id="it says something, but finds with Enter alone"),
    ],
)
def test_enter_is_pressed_where_typing_alone_finds_nothing(
    shows_at_once: bool, echoes: bool, entered: int
) -> None:
    taken = steps(shows_at_once, echoes)
    assert sum(step.startswith("enter") for step in taken) == entered
    typed = [step for step in taken if step.startswith("type ")]
    assert len(typed) <= 1 + WORDS_WITHOUT_ENTER
