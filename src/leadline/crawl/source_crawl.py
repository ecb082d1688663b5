"""Crawl of one source, as a generator without I/O.

    unknown -> fetched -> probed -> understood -> harvesting
            -> complete | exhausted | paused | failed

Everything that it learns follows from the pages that it is given, in their order. So a run that was
killed is resumed by giving the archived pages to a new crawl, which then goes on where the old one
stopped: nothing is asked twice, nothing is lost, nothing is doubled.
"""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from itertools import islice
from typing import Final

from leadline.crawl.acquire.look_again import look_again
from leadline.crawl.acquire.presets import release_elsewhere, release_presets
from leadline.crawl.answer_kind import is_packed
from leadline.crawl.claim import CLAIM_COMPONENT, claim_of, paused_if_unread, with_claim
from leadline.crawl.client import fetch, question_answers
from leadline.crawl.entry.content_type import describe_other_content
from leadline.crawl.entry.left_forms import why_no_form, with_left_forms
from leadline.crawl.entry.search_pages import (
    MAX_FACETS,
    MAX_FRAMES,
    SEARCH_PAGE,
    described_interfaces,
    descriptions,
    document_of,
    facet_interfaces,
    frames_of,
    joined,
    steps_of,
    steps_to_search,
)
from leadline.crawl.entry.tree import (
    MAX_LEVELS_OF_TREE,
    PAGES_COMPARED,
    addresses,
    branches,
    common_list,
    merged,
)
from leadline.crawl.events import (
    ComponentLearned,
    Crawl,
    Journal,
    Pause,
    RecordTypes,
    StateChanged,
    in_steps,
)
from leadline.crawl.official.take import take_official, with_offer
from leadline.crawl.probe.forms import CrawlEnded, probe_forms
from leadline.crawl.probe.probes import Probes
from leadline.crawl.probe.second_list import second_list
from leadline.crawl.probe.total import learn_total
from leadline.crawl.refusal import why_cut
from leadline.crawl.reports import report_interface, report_wrapper
from leadline.crawl.restricted import outcome_of_part, restrict
from leadline.crawl.restriction.binding import carries
from leadline.crawl.script.take import take_known, take_scripted
from leadline.crawl.slice_controls import dimensions_of
from leadline.crawl.state.source import CrawlTask, SourceState
from leadline.crawl.state.walk_log import WalkLog
from leadline.crawl.strategy import begin_acquisition, stages_before_words, stages_by_words
from leadline.crawl.terms import accept_boxes
from leadline.crawl.ways.beside import take_beside
from leadline.domain.rules import DomainRules
from leadline.errors import NOT_NAMED, Blocked, BudgetSpent, FetchError, NotAllowed
from leadline.forms.classify.relevance import relevance
from leadline.forms.find import find_interfaces, forms_left_out
from leadline.forms.link_facets import find_letter_lists
from leadline.forms.roles.first_step import is_first_step
from leadline.forms.roles.query_box import query_control
from leadline.forms.roles.roles import names_site
from leadline.model import Outcome, Page, QueryInterface, Request
from leadline.page.dom import Document, parse
from leadline.page.styles import is_invisible
from leadline.page.urls import host_key
from leadline.wrapper.identity.link import AddressTypes
from leadline.wrapper.induction import MinedAnswer, learn_wrapper
from leadline.wrapper.totals.choice import database_constant
from leadline.wrapper.wrapper import Wrapper

KEYS_PER_STEP: Final = 500
"""Keys that are compared, and types that are kept, before others are served."""
DOMAIN_COMPONENT: Final = "domain"
"""Name under which a source keeps what was known of the domain when it began."""
MAX_LINKED_PAGES: Final = 6
"""Linked pages that may hold the search form which are fetched."""
MAX_OWN_FRAMES: Final = 2
"""Frames beside a form that are looked into for another one."""
SITE_PARTS: Final = frozenset({"header", "nav", "footer"})
"""Parts of a page whose form is tried after one in a frame: it searches the site."""
MAX_CLICKS: Final = 2
"""Links from the entry page to the search form that are followed one after the other."""


def crawl_source(task: CrawlTask, journal: Journal) -> Crawl[Outcome]:
    """Crawl a source from its entry address to the outcome.

    A wrapper that a person gave is used instead of learning one, if it reads the answers. The
    domain says which of several forms is meant and what boxes are filled with, rules what the
    source cannot answer.
    """
    source = SourceState(task, journal)
    if task.domain is not None:
        journal.tell(ComponentLearned(DOMAIN_COMPONENT, task.domain.to_dict()))
    try:
        outcome = yield from _understand_source(source)
        if outcome is None and source.is_scouting and (reason := (yield from restrict(source))):
            raise _failed(source, reason)
        if outcome is None:
            state = begin_acquisition(source)
            for stages in (stages_before_words, stages_by_words):
                for stage in stages(state):
                    outcome = outcome or (yield from stage(state))
            if outcome is None:
                raise _failed(source, "no way to take the records is left")
            if grown := (yield from question_answers(source)):  # a known word is asked again
                source.weigh(replace(source.evidence, is_whole=False))
                outcome = replace(outcome, state="exhausted", proof="")
            outcome = paused_if_unread(source, outcome)
            for number in range(max(task.rounds, grown)):
                if outcome.state == "exhausted":
                    outcome = yield from look_again(state, outcome, patience=number + 2)
    except (CrawlEnded, BudgetSpent, FetchError) as stop:
        outcome = _stopped(source, stop)
    outcome = with_left_forms(source, paused_if_unread(source, outcome))
    if outcome.state == "failed" and source.entry is not None and source.entry.truncated:
        reason = f"{outcome.reason}; {source.entry.url} came cut off: {why_cut(source.entry)}"
        outcome = replace(outcome, reason=reason)
    outcome = with_offer(source, with_claim(source, outcome))
    types = AddressTypes()

    def report(keys: list[str]) -> None:
        journal.tell(RecordTypes({key: types.type_of(key) for key in keys}))

    yield from in_steps(source.texts_by_key, KEYS_PER_STEP, types.learn)
    yield from in_steps(source.texts_by_key, KEYS_PER_STEP, report)
    outcome = outcome_of_part(source, outcome) if task.only else outcome
    outcome = replace(outcome, notes=(*outcome.notes, *source.watch.said))
    journal.tell(ComponentLearned(CLAIM_COMPONENT, claim_of(outcome)))
    journal.tell(StateChanged(outcome.state, outcome.reason, outcome.proof))
    return outcome


def _stopped(source: SourceState, stop: Exception) -> Outcome:
    """Return the outcome of a crawl that ended early, by its own decision or a fault."""
    if isinstance(stop, CrawlEnded):
        return stop.outcome
    kept = source.texts_by_key if isinstance(stop, NotAllowed) else source.wrapper
    is_paused = isinstance(stop, BudgetSpent) or kept
    return source.outcome("paused" if is_paused else "failed", str(stop))


def _failed(source: SourceState, reason: str) -> CrawlEnded:
    return CrawlEnded(source.outcome("failed", reason))


def _understand_source(source: SourceState) -> Crawl[Outcome | None]:
    """Find a query interface that answers and learn a wrapper; return the outcome of a listing."""
    journal, task = source.journal, source.task
    wanted = {one.name: one.value for one in task.only}
    if task.rules is not None and (rule := task.rules.excluded(task.key, wanted)):
        raise _failed(source, f"the rule {rule!r} says that the source cannot have it: not asked")
    document = yield from fetch_entry(source)
    if source.task.official:
        return (yield from take_official(source, document))
    taken = yield from take_known(source, document)
    if taken is not None or source.wrapper is not None:
        return taken
    lists, frames, interfaces = list[Page](), list[Document](), list[QueryInterface]()
    entry = document
    try:
        interfaces, entry = yield from pick_interfaces(
            source, document, lists, links=False, frames=frames
        )
        journal.tell(StateChanged("fetched"))
        accept_boxes(source, interfaces[0])
        probes = yield from probe_forms(source, interfaces, entry)
        if (taken := (yield from take_beside(source, document, probes))) is not None:
            return taken
    except CrawlEnded as end:
        for form in interfaces[:1]:
            accept_boxes(source, form, needed=True)
        taken = yield from take_beside(source, document, None, lists, end.outcome.reason)
        if taken is not None:
            return taken
        links = yield from _probe_links(source, document, end.outcome.reason)
        if links is None:
            drawn = [page for page in (document, entry, *frames) if "<script" in page.html]
            if drawn and drawn[0] is not document:  # it only holds frames
                document = drawn[0]
                source.move(document.url)
            outcome = yield from take_scripted(source, document, end.outcome.reason)
            if outcome is None and source.wrapper is None:
                raise
            return outcome
        probes = links
    journal.tell(StateChanged("probed"))
    yield Pause(is_long=True)
    understand(source, probes)
    if not source.form.parts:  # a total is one part's
        yield from learn_total(source)
    ways = [[request for _, request in step] for step in steps_to_search(entry, source.task.rules)]
    yield from release_elsewhere(source, list(dict.fromkeys([entry, document])), ways)
    yield from release_presets(source)
    report_interface(source)
    journal.tell(StateChanged("understood"))
    return None


def _probe_links(source: SourceState, entry: Document, why: str) -> Crawl[Probes | None]:
    """Ask lists of links like a form; only lists of letters where a form was asked in vain."""
    if source.form.interface is None:
        links = facet_interfaces(entry)
        tree = [] if links else branches(entry)[:1]
        while tree:
            pages = list[Document]()
            for url in addresses(tree[-1])[:PAGES_COMPARED]:
                page = document_of((yield from fetch(source, Request("GET", url), SEARCH_PAGE)))
                pages += [page] if page is not None else []
            if (deeper := common_list(pages, tree)) is None or len(tree) >= MAX_LEVELS_OF_TREE:
                break
            for url in addresses(tree[-2]) if tree[1:] else ():
                page = document_of((yield from fetch(source, Request("GET", url), SEARCH_PAGE)))
                tree[-1] = merged([tree[-1], *(branches(page) if page is not None else [])])
            tree.append(deeper)
        if tree[1:]:
            source.journal.note(f"{why}; the lists behind its links are asked instead", "warning")
        links = links or tree[:-1][-1:]
        return (yield from probe_forms(source, links, entry)) if links else None
    for letters in find_letter_lists(entry)[:MAX_FACETS]:
        with suppress(CrawlEnded):
            probes = yield from probe_forms(source, [letters], entry)
            source.journal.note(f"{why}; the list of letters is asked instead", "warning")
            return probes
    return None


def fetch_entry(source: SourceState) -> Crawl[Document]:
    """Fetch the entry page; raise ``CrawlEnded`` or ``FetchError`` where it is no web page."""
    page = yield from fetch(source, Request("GET", source.task.url), "entry")
    if isinstance(page, FetchError):
        raise page
    if page.status in {401, 403}:
        raise Blocked(
            f"{page.url} answers {page.status}: it wants a login or refuses us", page.request
        )
    if page.status >= 400:
        raise _failed(source, f"{page.url} answers with status {page.status}")
    if is_packed(page):
        raise _failed(source, f"{page.url} cannot be unpacked: it is not what its header says")
    if page.truncated and not page.body.strip():
        raise _failed(source, f"{page.url} cannot be read: {why_cut(page)}")
    if other := describe_other_content(page):
        raise _failed(source, f"{page.url} is no web page: it is {other}")
    source.set_entry(page)
    document = parse(page)
    source.note_truncation(document, page, forms_left_out(document))
    return document


def searchable_interfaces(
    document: Document, rules: DomainRules | None = None
) -> list[QueryInterface]:
    """Return the query interfaces that may be asked, best first.

    Those that a reader does not see come late: panels that a script opens, but also traps. So do
    those that search the pages of the site; those of selects alone come last.
    """
    found = find_interfaces(document, rules)
    forms = [form for form in found if form.kind in {"search", "filter"}]
    forms.sort(key=lambda form: form.node >= 0 and is_invisible(document, form.node))
    forms.sort(key=lambda form: any(map(names_site, form.controls)))
    with_box = [form for form in forms if query_control(form) is not None]
    return with_box + [form for form in forms if form not in with_box and dimensions_of(form)]


def is_of_site(document: Document, form: QueryInterface) -> bool:
    """Tell whether a form searches the pages of its site: it says so, or stands in their head."""
    tags = {document.tag[up] for up in document.ancestors(form.node)} if form.node >= 0 else set()
    return any(map(names_site, form.controls)) or not tags.isdisjoint(SITE_PARTS)


def rank_by_domain(source: SourceState, interfaces: list[QueryInterface]) -> list[QueryInterface]:
    """Return the interfaces with those of the project's domain first (R > mu, Lin 2016, eq. 3).

    Those that carry the conditions of the part that is wanted stand before all others.
    """
    domain, only = source.task.domain, source.task.only
    if domain is not None:
        ours = [form for form in interfaces if relevance(form, domain.attributes).is_ours]
        interfaces = [*ours, *(form for form in interfaces if form not in ours)]
    return sorted(interfaces, key=lambda form: not carries(only, form)) if only else interfaces


def _own_interfaces(source: SourceState, page: Document) -> list[QueryInterface]:
    """Return the interfaces of a page that search, without those that only lead to a search."""
    forms = rank_by_domain(source, searchable_interfaces(page, source.task.rules))
    return [form for form in forms if not is_first_step(form)]


def pick_interfaces(
    source: SourceState,
    entry: Document,
    lists: list[Page] | None = None,
    *,
    links: bool = True,
    frames: list[Document] | None = None,
) -> Crawl[tuple[list[QueryInterface], Document]]:
    """Find the query interfaces of the entry page, of its frames, or of a linked search page.

    Lists of ``links`` that can be asked are the last resort: a list that goes on holds more.
    Linked pages are added to ``lists``, those of frames to ``frames``: what the source lists may
    stand there.
    """

    rules, own = source.task.rules, partial(_own_interfaces, source)
    if interfaces := own(entry):
        places = [(form, entry) for form in interfaces]
        for url in islice(_own_frames(entry), MAX_OWN_FRAMES):
            page = document_of((yield from fetch(source, Request("GET", url), SEARCH_PAGE)))
            places += [(form, page) for form in own(page)] if page is not None else []
        if len(places) > len(interfaces):
            places.sort(key=lambda place: is_of_site(place[1], place[0]))
        return [form for form, _ in places], places[0][1]
    for url in descriptions(entry):
        reply = yield from fetch(source, Request("GET", url), SEARCH_PAGE)
        if interfaces := described_interfaces(reply):
            source.journal.note(f"the page has no search form; using its description {url}")
            return interfaces, entry
    framed, seen, elsewhere = frames_of(entry), [entry], list[str]()
    for url in islice(framed, MAX_FRAMES):
        reply = yield from fetch(source, Request("GET", url), SEARCH_PAGE)
        if isinstance(reply, FetchError) and NOT_NAMED in str(reply):
            elsewhere.append(f"a frame of it was not asked: {reply}")
        if (document := document_of(reply)) is None:
            continue
        if interfaces := own(document):
            return interfaces, document
        seen.append(document)
        framed += [frame for frame in frames_of(document) if frame not in framed]
    if frames is not None:
        frames += seen[1:]
    if (found := (yield from _behind_links(source, seen, lists))) is not None:
        return found
    first_steps = rank_by_domain(source, searchable_interfaces(entry, rules))
    if interfaces := first_steps or (facet_interfaces(entry) if links else []):
        return interfaces, entry
    raise _failed(source, "; ".join([why_no_form(entry, rules), *elsewhere[:1]]))


def _behind_links(
    source: SourceState, seen: Sequence[Document], lists: list[Page] | None
) -> Crawl[tuple[list[QueryInterface], Document] | None]:
    """Find the query interfaces of a page to which a choice, a link or accepted terms lead."""
    own = partial(_own_interfaces, source)
    waiting = [(step, 1) for page in seen for step in steps_of(source, page)]
    linked: dict[str, None] = {}
    for step, clicks in waiting:
        if step[0][1].fingerprint in linked or len(linked) >= MAX_LINKED_PAGES:
            continue
        linked[step[0][1].fingerprint] = None
        reached: list[tuple[str, list[QueryInterface], Document]] = []
        for text, request in step:
            reply = yield from fetch(source, request, SEARCH_PAGE)
            page = document_of(reply)
            if page is not None and lists is not None and isinstance(reply, Page):
                lists.append(reply)
            if page is None or not (interfaces := own(page)):
                break
            reached.append((text, interfaces, page))
        if reached:
            _, interfaces, page = reached[-1 if step[0][0] else 0]
            source.journal.note(f"the entry page has no search form; using that of {page.url}")
            form = joined([forms[0] for _, forms, _ in reached], [text for text, _, _ in reached])
            if form is None and step[0][0]:
                reason = f"the page before asks for a choice; only {reached[-1][0]!r} is searched"
                source.journal.note(reason, "warning")
            return [form or interfaces[0], *interfaces[1:]], page
        if page is not None and clicks < MAX_CLICKS:
            waiting += [(onward, clicks + 1) for onward in steps_of(source, page)]
    return None


def _own_frames(document: Document) -> list[str]:
    """Return the addresses of the site's own pages that a page shows in frames."""
    return [url for url in frames_of(document) if host_key(url) == host_key(document.url)]


def _given_or_learned(
    source: SourceState, answers: Sequence[MinedAnswer], probes: Probes
) -> Wrapper | None:
    """Return the wrapper that a person gave, if it reads the answers, else a learned one."""
    given = source.task.wrapper
    if given is not None:
        for answer in answers:
            if given.read_document(answer.page, answer.probe.document, answer.probe.query).rows:
                return given
        source.journal.note(
            "the given wrapper finds no records on the answers; learned it anew", "warning"
        )
    return learn_wrapper(answers, probes.nonsense)


def understand(source: SourceState, probes: Probes) -> None:
    """Learn a wrapper from the probes' answers and take their records."""
    known = probes.known_texts
    answers = sorted(probes.answers, key=lambda answer: -answer.probe.novel_characters(known))
    wrapper = _given_or_learned(source, answers, probes)
    if wrapper is None:
        raise _failed(source, "no region of the result pages stands out as records")
    source.use_wrapper(wrapper.with_total(None) if source.form.parts else wrapper)
    pages = [*(answer.probe for answer in answers[:2]), probes.nonsense[0]]
    masked = [(page.document, page.query_mask.mask) for page in pages]
    source.update_probes(stated_size=database_constant(masked))
    report_wrapper(source)
    source.update_probes(second_list=second_list(wrapper, answers, known))
    for answer in probes.answers:
        walk = WalkLog(answer.probe.query)
        reading = wrapper.read_document(answer.page, answer.probe.document, walk.query)
        reading = source.with_first_keys(reading, walk.query)
        source.take_page(walk, reading)
        source.add_probe(walk, reading)
        source.close(walk, "a probe: its first page only")
