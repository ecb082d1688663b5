"""Probing a form without a box for words: its choices are asked instead.

A choice that nobody offers shows what the source says when it has nothing; where the server takes
no notice of it, or refuses it, the form's own page does. Then choices are asked, spread over the
controls, until two pages are productive; where a select waits for another, both are bound.
"""

from __future__ import annotations

from itertools import islice, zip_longest
from typing import TYPE_CHECKING, Final

from leadline.crawl.acquire.slice_controls import children_of, dimensions_of
from leadline.crawl.events import Event, QueryClosed, Reply
from leadline.forms.find import find_interfaces
from leadline.forms.roles.dependents import fill_dependents
from leadline.model import Page
from leadline.page.dom import parse, parse_html
from leadline.selection.probing.probe_words import nonsense_words
from leadline.wrapper.induction import mine_answer
from leadline.wrapper.record_template import replay_at_path
from leadline.wrapper.region_choice import ProbePage, count_novel_records, rank_regions, span_chunks

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator

    from leadline.crawl.client import Source
    from leadline.crawl.probe.words import Probes
    from leadline.page.dom import Document
    from leadline.selection.forms.slice_dimensions import Bound, Dimension
    from leadline.wrapper.record_template import RecordTemplate

MOST_PROBES: Final = 14
SHARED: Final = 0.5
"""Share of what two answers do not have in common that a page without an answer may say too."""


def probe_choices(
    source: Source, entry: Document, found: Probes
) -> Generator[Event, Reply, Probes]:
    """Ask choices until two of them bring records; ``found`` is filled with what came."""
    assert source.interface is not None
    dimensions = dimensions_of(source.interface)
    frames = [ProbePage(entry, "")]
    made_up = yield from _made_up(source, entry, dimensions, found)
    frames = [*([made_up] if made_up is not None else []), *frames]
    pages: list[tuple[Page, ProbePage]] = []
    for bound in islice(_spread(dimensions), MOST_PROBES):
        asked = yield from _ask(source, found, bound)
        if asked is None:
            continue
        found.asked += 1
        children = _first_children(source, asked[1].document, bound)
        if children:
            asked = (yield from _ask(source, found, (*bound, *children))) or asked
        pages.append(asked)
        frame = _frame(frames, pages)
        found.nonsense = [frame]
        _judge(found, pages)
        if found.is_enough:
            break
    if not found.nonsense:
        found.nonsense = frames[:1]
    return found


def _judge(found: Probes, pages: list[tuple[Page, ProbePage]]) -> None:
    """Which answers hold records beside what the page without an answer says."""
    found.answers, found.longest, found.same = [], 0, 0
    for page, probed in pages:
        answer = mine_answer(page, probed)
        new = count_novel_records(probed, answer.regions, found.known)
        if new:
            found.answers.append(answer)
            found.longest = max(found.longest, new)
        else:
            found.same += not probed.novel_characters(found.known)


def _frame(frames: list[ProbePage], pages: list[tuple[Page, ProbePage]]) -> ProbePage:
    """The first page without an answer that does not say what tells answers apart.

    A server that takes no notice of a choice lists whatever it has; its records are no frame, or
    answers would lose them. Where all pages list, what all answers say is the frame, without what
    their records say: two answers may share every value of a record.
    """
    if len(pages) < 2:
        return frames[0]
    said = [probed.chunks for _, probed in pages]
    shared = ProbePage(parse_html("", pages[0][0].url), "")
    shared.chunks = frozenset.intersection(*said)
    telling = frozenset().union(*said) - shared.chunks
    few = [one for one in frames if len(telling & one.chunks) <= SHARED * len(telling)]
    made = _made_of(*pages[-1], shared)
    for frame in few:
        if made is None or len(replay_at_path(frame.document, made)) < 2:
            return frame
    if made is not None:
        rows = [(one, span) for _, one in pages for span in replay_at_path(one.document, made)]
        shared.chunks = shared.chunks.difference(*(span_chunks(*row) for row in rows))
    return shared


def _made_of(page: Page, probed: ProbePage, shared: ProbePage) -> RecordTemplate | None:
    """What the records of an answer look like."""
    regions = mine_answer(page, probed).regions
    found = rank_regions(probed, regions, other=None, nonsense=[shared])
    return found[0].template if found else None


def _made_up(
    source: Source, entry: Document, dimensions: list[Dimension], found: Probes
) -> Generator[Event, Reply, ProbePage | None]:
    """The answer to a choice that the form does not offer."""
    word = nonsense_words(entry.visible_text(0) if len(entry) else "")[0]
    first = next((one.parts(()) for one in dimensions if one.parts(())), ())
    if not first:
        return None
    asked = yield from _ask(source, found, tuple((name, word) for name, _ in first[0]), "nonsense")
    return asked[1] if asked is not None else None


def _spread(dimensions: list[Dimension]) -> Iterator[Bound]:
    """Parts of all dimensions in turn, of each those that lie far apart first."""
    lists = []
    for one in dimensions:
        parts = one.parts(())
        order = sorted(range(len(parts)), key=lambda n: (bin(n)[:1:-1], n))
        lists.append([parts[n] for n in order])
    for turn in zip_longest(*lists):
        yield from (part for part in turn if part is not None)


def _first_children(source: Source, document: Document, bound: Bound) -> Bound:
    """A choice of each select that has its choices now that its parent is bound."""
    form = source.interface
    assert form is not None
    if not any(control.depends_on for control in form.controls):
        return ()
    names = {name for name, _ in bound}
    served = (one for one in find_interfaces(document) if one.action == form.action)
    come = (one for page in served for one in children_of(form, fill_dependents(form, page), names))
    return tuple(pair for one in come for pair in one.parts(())[0])


def _ask(
    source: Source, found: Probes, bound: Bound, purpose: str = "probe"
) -> Generator[Event, Reply, tuple[Page, ProbePage] | None]:
    text = source.bind(bound)
    page = yield from source.ask(text, purpose)
    if isinstance(page, Page) and page.status < 400:
        yield QueryClosed(text, None, False, False, "a probe: its first page only")
        return page, ProbePage(parse(page), source.said(text))
    found.errors += purpose == "probe"
    found.last_error = f"status {page.status}" if isinstance(page, Page) else str(page or "")
    yield QueryClosed(text, None, False, False, found.last_error or "the form cannot carry it")
    return None
