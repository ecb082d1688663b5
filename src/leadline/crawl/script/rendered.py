"""The page itself, read in a browser: the last resort where no call brings its records.

Words are typed and the next page is asked for as while a call is learned; what the page draws after
each step is an answer like those of a form. Nothing is claimed of what was not shown.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from leadline.crawl.events import ComponentLearned, Crawl, QueryOpened, StateChanged
from leadline.crawl.probe.words import language
from leadline.crawl.reports import report_wrapper
from leadline.crawl.script.part import sift_records
from leadline.crawl.script.reason import left_out
from leadline.crawl.script.widened import drawn_forms
from leadline.crawl.state.source import SourceState
from leadline.crawl.state.walk_log import WalkLog
from leadline.model import Outcome, Page
from leadline.page.dom import Document, parse, parse_html
from leadline.page.observed import TYPING, Learn, Observed, Sighting
from leadline.script.explain import folded_lines, values_among
from leadline.script.learner import learn_call, new_lines
from leadline.script.narrowing import shown_presets
from leadline.script.session import MIN_NEW_LINES
from leadline.wrapper.induction import learn_wrapper, list_wrapper, mined_page
from leadline.wrapper.region_choice import ProbePage
from leadline.wrapper.wrapper import Wrapper

RENDERED: Final = "rendered"
"""Name under which a source keeps that its pages were read in a browser."""
NO_CALL: Final = "no call that brings the records was found"
MAX_STEPS: Final = 120
"""Times that the next page is asked for."""
MIN_LINES_OF_LIST: Final = 40
"""Different lines of a page that may be a list which no word and no next page changes."""
MIN_LISTED_LINES: Final = 5
"""Lines that the next page of a list without a box must bring."""
MIN_DRAWN_ROWS: Final = 20
"""Rows of a page as it is drawn: fewer may be an overview, so what it leads to is tried first."""


def shows_answers(observed: Observed) -> bool:
    """Tell whether words, or the next page, changed what a page shows."""
    return bool(answers(observed)) or any(
        len({*after.lines} - {*before.lines}) >= MIN_LISTED_LINES
        for before, after in zip(observed.sightings, observed.sightings[1:], strict=False)
        if after.action in ("expand", "advance")
    )


def draws_much(observed: Observed) -> bool:
    """Tell whether a page shows so much without a word that it may be a list."""
    return any(len({*one.lines}) >= MIN_LINES_OF_LIST for one in observed.sightings if not one.word)


def draws_its_menu(observed: Observed) -> bool:
    """Tell whether the only list of a page is short, and what the links say that lead on."""
    learned, texts = learn_call(observed), [text for text, _ in observed.links]
    return (
        learned is not None
        and learned.kind == "listing"
        and len(learned.items) < MIN_DRAWN_ROWS
        and 2 * values_among(learned.items, folded_lines(texts)) > len(texts)
    )


def take_rendered(
    source: SourceState,
    document: Document,
    nonsense: str,
    before: Observed,
    least: int = 1,
    why: str = NO_CALL,
) -> Crawl[Outcome | None]:
    """Read the pages that a browser draws; None where they hold too few records.

    Words are typed again that brought something ``before``. ``why`` says why it reads them.
    """
    words = tuple((one.action, one.word) for one in answers(before) or _emptied(before))
    wish = Learn(source.watched, nonsense, language(document), MAX_STEPS, typed=words)
    source.journal.note(f"{why}; reading {wish.price}", "warning")
    observed = yield wish
    if not isinstance(observed, Observed) or not observed.sightings:
        return None
    seen = [one for one in observed.sightings if one not in _typed(observed)[:1]]
    wrapper, shown = _wrapper(observed), _drawn(seen)
    if wrapper is None or not shown:
        return None
    readings = [wrapper.read_document(page, parse(page), word) for word, page in shown]
    if len({key for one in readings for key in one.keys}) < least:
        return None
    source.use_wrapper(wrapper)
    source.journal.tell(ComponentLearned(RENDERED, {"pages": len(shown)}))
    empty = ProbePage(parse_html("", source.task.url), nonsense)
    source.become(replace(source.probes, nonsense=(empty,)))
    report_wrapper(source)
    if reason := sift_records(source, [row for reading in readings for row in reading.rows]):
        return source.outcome("failed", reason)
    source.journal.tell(StateChanged("harvesting"))
    source.journal.tell(QueryOpened("", "browser", shown[0][1].request))
    walk = WalkLog("")
    for reading in readings:
        source.take_page(walk, reading)
    source.close(walk, "read in the browser")
    reason = (
        f"{why}; {len(shown)} pages were read in the browser, and nothing says whether that is all"
    )
    shown_of = [f"the page stands on {one}" for one in _stood_on(source, observed)]
    reason = "; ".join(filter(None, (reason, observed.trouble, *shown_of, *left_out(observed))))
    return source.outcome("exhausted", reason) if source.record_count else None


def _stood_on(source: SourceState, observed: Observed) -> list[str]:
    """Return what the controls of the page stood on, which may hide records."""
    presets = shown_presets(drawn_forms(source, observed))
    return [", ".join(presets)] if presets else []


def _typed(observed: Observed) -> list[Sighting]:
    return [one for one in observed.sightings if one.action in TYPING]


def answers(observed: Observed) -> list[Sighting]:
    """Return the steps whose word brought lines that the made-up word, and others, did not."""
    typed = _typed(observed)
    news = [(seen, new_lines(seen, typed[0])) for seen in typed[1:] if seen.word]
    found = [(seen, new) for seen, new in news if len(new) >= MIN_NEW_LINES]
    is_one = len(found) > 1 and len({new for _, new in found}) == 1  # suggestions, say,
    is_one = is_one and not found[0][1] <= folded_lines(typed[-1].lines)  # that do not stay
    return [] if is_one else [seen for seen, _ in found]


def _emptied(observed: Observed) -> list[Sighting]:
    """Return the step that emptied the box and brought lines that the made-up word did not."""
    typed = _typed(observed)
    empty = (one for one in typed[1:] if not one.word)
    return [one for one in empty if len(new_lines(one, typed[0])) >= MIN_NEW_LINES][:1]


def _wrapper(observed: Observed) -> Wrapper | None:
    """Learn to read what was drawn: answers against the made-up word, else pages of a list."""
    found = _drawn(answers(observed))
    silent = _drawn(_typed(observed)[:1])
    if found and silent:
        mined = [mined_page(page, word) for word, page in found]
        nonsense = [ProbePage(parse(page), word) for word, page in silent]
        mined.sort(key=lambda one: -one.probe.novel_characters(nonsense[0].chunks))
        wrapper = learn_wrapper(mined, nonsense)
        if wrapper is not None and not goes_on_elsewhere(wrapper, observed):
            return wrapper
    listed = [page for _, page in _drawn([one for one in observed.sightings if not one.word])]
    return list_wrapper(mined_page(listed[-1])) if listed else None


def goes_on_elsewhere(wrapper: Wrapper, observed: Observed) -> bool:
    """Tell whether the page went on to many lines, none of them in the list that words change."""
    seen = [one for one in observed.sightings if not one.word and one.shown is not None]
    if not seen or len({*seen[-1].lines} - {*seen[0].lines}) < MIN_LISTED_LINES:
        return False
    shown = (_drawn(seen)[place][1] for place in (0, -1))
    first, last = ({*wrapper.read_document(page, parse(page), "").keys} for page in shown)
    return last <= first


def _drawn(sightings: Sequence[Sighting]) -> list[tuple[str, Page]]:
    return [(one.word, one.shown) for one in sightings if one.shown is not None]
