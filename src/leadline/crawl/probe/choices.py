"""Probes of a form without a box for words: its choices are asked instead.

A choice that nobody offers shows what the source says when it has nothing; where the server ignores
or refuses it, the form's own page does. Then choices are asked, spread over the controls, until two
pages are productive. Where a select waits for another, both are bound.
"""

from itertools import zip_longest
from typing import Final

from leadline.crawl.events import Crawl
from leadline.crawl.probe.known import knowledge_of
from leadline.crawl.probe.probes import MAX_PROBES, Probes, ask_probe
from leadline.crawl.slice_controls import children_on, dimensions_of
from leadline.crawl.state.source import SourceState
from leadline.forms.roles.query_box import NEEDED
from leadline.model import Page, QueryInterface
from leadline.page.dom import Document, parse, parse_html
from leadline.selection.forms.slice_dimensions import Bound, Dimension
from leadline.selection.probing.probe_words import nonsense_words
from leadline.wrapper.induction import mine_answer
from leadline.wrapper.record_template import RecordTemplate, replay_at_path
from leadline.wrapper.region_choice import (
    ProbePage,
    count_novel_records,
    has_few_rows,
    rank_regions,
    span_chunks,
)

MAX_SHARE_OF_ANSWERS: Final = 0.5
"""Share of what two answers do not have in common that a page without an answer may say too."""


def probe_choices(
    source: SourceState, entry: Document, probes: Probes, most: int = MAX_PROBES
) -> Crawl[Probes]:
    """Ask choices until two of them bring records; ``probes`` is filled with what came."""
    form = source.form.interface
    known = knowledge_of(source, form) if form is not None else None
    dimensions = dimensions_of(form, knowledge=known) if form is not None else []
    is_known = form is not None and any(one.role == NEEDED for one in form.controls)
    frames = [ProbePage(entry, "")]
    not_offered = _not_offered(entry, dimensions)
    if not_offered:
        query = source.bind(not_offered)
        page = yield from ask_probe(source, probes, query, "nonsense")
        if page is not None:
            frames.insert(0, _probed(source, query, page))
    pages: list[tuple[Page, ProbePage]] = []
    for bound in _spread(dimensions)[:most]:
        query = source.bind(bound)
        page = yield from ask_probe(source, probes, query, "probe")
        if page is None:
            continue
        probes.asked += 1
        probed = _probed(source, query, page)
        if children := _first_children(form, probed.document, bound):
            query = source.bind((*bound, *children))
            narrower = yield from ask_probe(source, probes, query, "probe")
            if narrower is not None:
                page, probed = narrower, _probed(source, query, narrower)
        pages.append((page, probed))
        probes.nonsense = [_frame(frames, pages)]
        _judge(probes, pages, headed=not is_known)
        if probes.is_enough:
            break
    if not probes.nonsense:
        probes.nonsense = frames[:1]
    return probes


def _judge(probes: Probes, pages: list[tuple[Page, ProbePage]], *, headed: bool) -> None:
    """Find the answers that hold records beside what the page without an answer says."""
    probes.answers, probes.doubtful, probes.most_records, probes.unanswered = [], [], 0, 0
    for page, probed in pages:
        answer = mine_answer(page, probed)
        new = count_novel_records(probed, answer.regions, probes.known_texts, probes.nonsense)
        if new:
            probes.answers.append(answer)
            probes.most_records = max(probes.most_records, new)
        elif has_few_rows(
            probed, answer.regions, probes.known_texts, probes.nonsense, headed=headed
        ):
            probes.doubtful.append(answer)
        else:
            probes.unanswered += not probed.novel_characters(probes.known_texts)


def _frame(frames: list[ProbePage], pages: list[tuple[Page, ProbePage]]) -> ProbePage:
    """Return the first page without an answer that does not say what tells answers apart.

    A server that takes no notice of a choice lists whatever it has; its records are no frame, or
    answers would lose them. Where all pages list, what all answers say is the frame, without what
    their records say: two answers may share every value of a record.
    """
    if len(pages) < 2:
        return frames[0]
    texts = [probed.chunks for _, probed in pages]
    shared = ProbePage(parse_html("", pages[0][0].url), "")
    shared.chunks = frozenset.intersection(*texts)
    telling = frozenset().union(*texts) - shared.chunks
    fitting = [
        frame
        for frame in frames
        if len(telling & frame.chunks) <= MAX_SHARE_OF_ANSWERS * len(telling)
    ]
    template = _template_of(*pages[-1], shared)
    for frame in fitting:
        if template is None or len(replay_at_path(frame.document, template)) < 2:
            return frame
    if template is not None:
        rows = [
            (page, span) for _, page in pages for span in replay_at_path(page.document, template)
        ]
        shared.chunks = shared.chunks.difference(*(span_chunks(*row) for row in rows))
    return shared


def _template_of(page: Page, probed: ProbePage, shared: ProbePage) -> RecordTemplate | None:
    """Return the template of the records of an answer."""
    regions = mine_answer(page, probed).regions
    ranked = rank_regions(probed, regions, other=None, nonsense=[shared])
    return ranked[0].template if ranked else None


def _not_offered(entry: Document, dimensions: list[Dimension]) -> Bound:
    """Return a choice that the form does not offer, () without a control."""
    word = nonsense_words(entry.visible_text(0) if len(entry) else "")[0]
    first = next((dimension.parts(()) for dimension in dimensions if dimension.parts(())), ())
    return tuple((name, word) for name, _ in first[0]) if first else ()


def _spread(dimensions: list[Dimension]) -> list[Bound]:
    """Return parts of all dimensions in turn, of each those that lie far apart first."""
    lists = []
    for dimension in dimensions:
        parts = dimension.parts(())
        order = sorted(range(len(parts)), key=lambda n: (bin(n)[:1:-1], n))
        lists.append([parts[n] for n in order])
    return [part for turn in zip_longest(*lists) for part in turn if part is not None]


def _first_children(form: QueryInterface | None, document: Document, bound: Bound) -> Bound:
    """Return a choice of each select that has its choices now that its parent is bound."""
    ready = children_on(form, document, bound) if form is not None else []
    return tuple(pair for dimension in ready for pair in dimension.parts(())[0])


def _probed(source: SourceState, query: str, page: Page) -> ProbePage:
    return ProbePage(parse(page), source.echo_of(query))
