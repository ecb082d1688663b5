"""The order in which a page is tried in a browser, as a generator without I/O.

It yields steps, is told what was seen after each, and returns all of it. The page is opened once.
A made-up word is typed first, then words until two of them change what is shown; Enter is pressed
only where typing alone asks nothing, and the button beside the box only where Enter does not
either. Then the box is emptied, closed groups are opened where no word brought anything, and the
next page is asked for, or all of them. A page that words led away from its list, and that brought
nothing, is opened again before; one whose answer took the place of the box that asks, before each
word.
"""

import re
from collections import Counter
from collections.abc import Generator, Iterable, Sequence
from itertools import islice
from typing import Final, NamedTuple, Protocol

from leadline.model import Page
from leadline.page.data_files import any_of
from leadline.page.observed import Action, Observed, Sighting
from leadline.page.text import words
from leadline.script.choosing import (
    brings_records,
    first_waiting,
    last_selects,
    news_of,
    real_options,
)
from leadline.script.codes import code_like, codes_in, is_code, nonsense_code
from leadline.script.explain import folded_lines, news
from leadline.script.learner import learn_call, new_lines
from leadline.selection.probing.probe_words import probe_words
from leadline.selection.probing.stopwords import content_words, guess_language, is_stop_word


class BrowserStep(NamedTuple):
    """A step in the browser: open the page, type a word, open groups, or go to the next page.

    Or choose ``word`` in the list number ``at``, and press the button beside the lists.
    """

    action: Action
    word: str = ""
    at: int = 0


class PageBrowser(Protocol):
    """A page in a browser, as a session needs it."""

    async def open(self, url: str) -> None:
        """Open an address."""

    async def type(self, word: str, action: Action) -> bool:
        """Type a word into the search box, in place of what stands there; False without a box."""

    async def expand(self, *, trees: bool) -> bool:
        """Open closed groups of rows, of trees alone where wanted; False where none is closed."""

    async def advance(self, *, by_screens: bool) -> bool:
        """Go to the next page of the list, or scroll; False where nothing leads there."""

    async def observed(self) -> tuple[tuple[str, ...], tuple[Page, ...]]:
        """Return the lines of the page at rest, and the pages that it fetched meanwhile."""

    async def markup(self) -> str:
        """Return the markup of the page as it is drawn."""


Session = Generator[BrowserStep, Sighting, Observed]

ENTERING: Final[tuple[Action, ...]] = ("enter", "press")
MAX_TYPED_WORDS: Final = 8
MAX_LEVELS: Final = 4
"""Lists that depend on each other at most, from which is chosen one after the other."""
MAX_CHOICES_TRIED: Final = 4
"""Choices of the last of them that are tried until two bring records."""
MAX_CHOSEN: Final = 80
"""Steps of a session in which something is chosen at most."""
MAX_MISSES: Final = 4
"""Words in a row that brought nothing new, after which no more are typed."""
WORDS_WITHOUT_ENTER: Final = 4
"""Words without news after which Enter is pressed too."""
MIN_NEW_LINES: Final = 2
MIN_TYPED_LETTERS: Final = 4
MAX_LINES_GUESSED: Final = 200
MAX_SAME_SHARE: Final = 0.9
"""Share of the lines that stand as before from which typing alone asked nothing."""
MAX_NOTHING_CHARACTERS: Final = 80
"""Characters of a line that may say so: longer ones are texts of records."""
_NOTHING: Final = re.compile(any_of("leadline.script", "nothing_found"), re.IGNORECASE)
"""What a page says that answers a word at once, and found nothing."""


def watch_page(
    nonsense: str,
    language: str,
    steps: int = 1,
    again: Sequence[tuple[Action, str]] | None = None,
    known: Sequence[str] = (),
) -> Session:
    """Open a page, type words into its box, and go to the next page, ``steps`` times at most.

    Only the words of ``again`` are typed where they are given, each by its step; else those that
    are ``known`` to find something come first.
    """
    entry = yield BrowserStep("open")
    observed, like = Observed((entry,)), code_like(entry.box, entry.lines)
    nonsense = nonsense_code(like) if is_code(like) else nonsense
    action: Action = again[0][0] if again else "type"
    typed = (yield BrowserStep(action, nonsense)) if again is None or again else None
    if typed is None or not typed.has_box:
        chosen = (yield from _choose_on(observed)) if again is None else observed
        if len(chosen.sightings) > 1:
            if learn_call(chosen) is not None:
                return chosen
            observed = chosen.with_sighting((yield BrowserStep("open")))
        return (yield from _go_on(observed, steps, opens=not again))
    is_silent = same_share(entry.lines, typed.lines) >= MAX_SAME_SHARE
    if not again and is_silent and not typed.is_asked and not _echoes(entry, typed):
        for step in ENTERING:
            seen = yield BrowserStep(step, nonsense)
            if seen.is_asked or same_share(entry.lines, seen.lines) < MAX_SAME_SHARE:
                action, typed = step, seen
                break
    observed = observed.with_sighting(typed)
    productive, shown_before, is_away, first = 0, frozenset[str](), False, ""
    likely = [word for _, word in again or ()] or _likely_words(entry, typed, language, like, known)
    for number, word in enumerate(islice(likely, MAX_TYPED_WORDS)):  # grows by codes that are shown
        if number == WORDS_WITHOUT_ENTER and not productive and action == "type":
            action = "enter"
        if not is_away:
            seen = yield BrowserStep(action, word)
            is_away = typed.is_asked and not seen.is_asked
        if is_away:  # the first answer took the place of the box that asks
            yield BrowserStep("open")
            seen = yield BrowserStep(action, word)
        observed = observed.with_sighting(seen)
        productive += len(new_lines(seen, typed) - shown_before) >= MIN_NEW_LINES
        first = first or (word if productive else "")
        shown_before |= folded_lines(seen.lines)  # suggestions that each word opens, say
        shown = codes_in(seen.lines, like)[::-1]
        likely += [one for one in shown if one not in likely]
        if productive > 1:
            break
    if is_away:
        yield BrowserStep("open")
    observed = observed.with_sighting(everything := (yield BrowserStep(action, "")))
    if productive > 1 and not is_away:
        observed = yield from _show_again(observed, typed, action, first)
    if not productive and same_share(entry.lines, everything.lines) < MAX_SAME_SHARE:
        observed = observed.with_sighting((yield BrowserStep("open")))
    gone = yield from _go_on(observed, steps, opens=bool(again) or not productive)
    is_search = again and not is_away and len(gone.sightings) == len(observed.sightings) + 1
    return (yield from _type_on(gone, typed, action, steps)) if is_search else gone


def turn_pages(steps: int) -> Session:
    """Open a page and go to the next one, ``steps`` times at most."""
    entry = yield BrowserStep("open")
    return (yield from _go_on(Observed((entry,)), steps, opens=False))


def _show_again(observed: Observed, nonsense: Sighting, action: Action, word: str) -> Session:
    """Type a word again whose list an emptied box does not show, so that this can go on."""
    if len(new_lines(observed.sightings[-1], nonsense)) >= MIN_NEW_LINES:
        return observed
    return observed.with_sighting((yield BrowserStep(action, word)))


def _type_on(observed: Observed, nonsense: Sighting, action: Action, steps: int) -> Session:
    """Type words of what words brought, where no list goes on, until some bring nothing new."""
    typed, misses = {one.word for one in observed.sightings}, 0
    seen_before = (one for one in observed.sightings if one.word not in ("", nonsense.word))
    known = dict.fromkeys(line for one in seen_before for line in sorted(new_lines(one, nonsense)))
    for _ in range(steps):
        word = next((one for one in _own_words(known) if one not in typed), "")
        if not word or misses >= MAX_MISSES:
            break
        seen = yield BrowserStep(action, word)
        observed, typed = observed.with_sighting(seen), typed | {word}
        brought = new_lines(seen, nonsense)
        misses = 0 if brought - known.keys() else misses + 1
        known |= dict.fromkeys(sorted(brought))
    return observed


def _likely_words(
    entry: Sighting, typed: Sighting, language: str, like: str, known: Sequence[str]
) -> list[str]:
    """Return what is typed after a made-up word: what is known, an example, words of the page."""
    first = [*known, *filter(None, [like]), *codes_in(entry.lines, like)]
    if is_code(like):
        return list(dict.fromkeys(first))
    vanished = [line for line in entry.lines if line not in {*typed.lines}]
    spoken = Counter(map(guess_language, entry.lines[:MAX_LINES_GUESSED]))  # many shells say none
    language = language or max(spoken, key=spoken.__getitem__, default="")
    return list(dict.fromkeys([*first, *words_to_type(vanished or entry.lines, language)]))


def _choose_on(observed: Observed) -> Session:
    """Choose in the lists that a page waits for, one after the other, until it shows records.

    Then in the last of them once more, and in those before it each choice: what each offers is
    seen. Nothing is chosen where data explains what the page shows.
    """
    at = first_waiting(observed.sightings[-1].selects, -1)
    if at is None or learn_call(observed) is not None:
        return observed
    levels: list[int] = []
    while at is not None and len(levels) < MAX_LEVELS:
        levels.append(at)
        select = last_selects(observed)[at]
        observed = yield from _choose(observed, at, real_options(select)[0])
        at = first_waiting(last_selects(observed), at)
    last, brought = levels[-1], int(brings_records(observed))
    others = [
        value
        for one in last_selects(observed)[last : last + 1]
        for value in real_options(one)
        if value != one.value
    ]
    for value in others[:MAX_CHOICES_TRIED]:
        if brought > 1:
            break
        observed = yield from _choose(observed, last, value)
        brought += brings_records(observed)
    if not brought:
        return observed
    observed = yield from _go_on(observed, 1, opens=False)
    return (yield from _look_below(observed, levels[:-1]))


def _choose(observed: Observed, at: int, value: str) -> Session:
    """Choose a value; where the last list was chosen from and nothing was asked, press a button."""
    before = observed.sightings[-1]
    seen = yield BrowserStep("choose", value, at)
    observed = observed.with_sighting(seen)
    if seen.pages or first_waiting(seen.selects, at) is not None or news_of(before, seen):
        return observed
    pressed = yield BrowserStep("submit", value)
    return observed.with_sighting(pressed) if pressed.has_box else observed


def _look_below(observed: Observed, levels: Sequence[int]) -> Session:
    """Choose each option of the lists before the last one, to see what those below them offer."""
    selects = last_selects(observed)
    if not levels or len(selects) <= levels[0]:
        return observed
    for value in real_options(selects[levels[0]]):
        if len(observed.sightings) >= MAX_CHOSEN:
            break
        if last_selects(observed)[levels[0]].value != value:
            observed = observed.with_sighting((yield BrowserStep("choose", value, levels[0])))
        observed = yield from _look_below(observed, levels[1:])
    return observed


def _go_on(observed: Observed, steps: int, *, opens: bool) -> Session:
    """Go to the next page until nothing new is shown; groups are opened before, where wanted."""
    if opens and (opened := (yield BrowserStep("expand"))).has_box:
        observed = observed.with_sighting(opened)
    for _ in range(steps):
        before = observed.sightings[-1].lines
        following = yield BrowserStep("advance")
        observed = observed.with_sighting(following)
        if not following.has_box or not news(frozenset(following.lines), frozenset(before)):
            break
    return observed


def _echoes(entry: Sighting, typed: Sighting) -> bool:
    """Tell whether a page answers at once: new lines hold the word, or say that none was found."""
    new = {line.casefold() for line in typed.lines} - {line.casefold() for line in entry.lines}
    said = any(_NOTHING.search(line) for line in new if len(line) <= MAX_NOTHING_CHARACTERS)
    return said or any(typed.word in line and len(line) > len(typed.word) + 2 for line in new)


def same_share(before: Sequence[str], after: Sequence[str]) -> float:
    """Return the share of the lines before that stand after too."""
    return len({*before} & {*after}) / max(len({*before}), 1)


def words_to_type(lines: Sequence[str], language: str) -> list[str]:
    """Return words of the page's lines, those of a few lines first, mixed with common ones.

    >>> words_to_type(["Moby Dick", "Moby again", "Emma"], "en")[0]
    'moby'
    """
    own, counts = _own_words(lines), {word for line in lines for word in words(line)}
    spoken = [*probe_words("", (), language or "en"), *content_words(language)]
    whole = (word for word in spoken if len(word) > 1 or not word.isascii())
    common = [word for word in whole if word not in counts]
    mixed = [word for pair in zip(own, common, strict=False) for word in pair]
    return list(dict.fromkeys([*mixed, *own, *common]))


def _own_words(lines: Iterable[str]) -> list[str]:
    """Return the words of lines that say something, those of a few lines first."""
    counts = Counter(word for line in lines for word in {*words(line)})
    own = [
        word
        for word in counts
        if not is_stop_word(word) and (len(word) >= MIN_TYPED_LETTERS or not word.isascii())
    ]
    return sorted(own, key=lambda word: (counts[word] == 1, counts[word], word))
