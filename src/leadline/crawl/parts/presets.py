"""Presets released before anything is believed: a proof holds only inside of what is sent.

One query that found records is asked once more with all presets set to "all". Where the answer is
not smaller, the form is sent so from then on. Where it is, the presets are released one by one.
Boxes that are not ticked ("include closed cases") are ticked in their turn and kept so only where
that shows more and hides nothing. Boxes may name fields to look in: one of them alone brings news
and hides the rest. So it is also ticked beside those that are served with a tick. Hidden words and
numbers are left empty, and kept so where that shows more; those that cannot be judged are said.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final, NamedTuple
from urllib.parse import urldefrag

from leadline.crawl.client import SESSION, ask_and_read, fetch, same_form
from leadline.crawl.events import ComponentLearned, Crawl
from leadline.crawl.official.take import EVERYTHING
from leadline.crawl.parts.versions import (
    LANGUAGE,
    MAX_VERSION_CHARACTERS,
    MAX_VERSIONS,
    may_set_session,
    with_choices_of,
    with_versions,
)
from leadline.crawl.probe.moments import UNDERSTOOD, Understood
from leadline.crawl.state.source import SourceState
from leadline.crawl.state.walk_log import WalkLog
from leadline.crawl.ways.beside import MAX_LINK_TEXT, list_links
from leadline.forms.find import find_interfaces
from leadline.forms.lexicon import concepts
from leadline.forms.link_facets import PRESENTATION_PARAMETER
from leadline.forms.presets import Preset, hidden_presets, presets_of, release, unticked_boxes
from leadline.forms.roles.first_step import PERSONAL_LINK
from leadline.forms.roles.query_box import query_control, served_with
from leadline.forms.submit.submit import submit_form
from leadline.model import Page, QueryInterface, Request
from leadline.page.dom import Document, parse
from leadline.page.query_string import split_address
from leadline.page.urls import same_host
from leadline.wrapper.reading import PageReading

MAX_SINGLE_RELEASES: Final = 6
"""Presets that are released one by one where all at once show less."""
MAX_TICKED: Final = 3
"""Boxes that are ticked to see whether that shows more."""
MAX_HIDDEN: Final = 3
"""Hidden values that are left out one by one where all at once show less."""
MAX_SESSION_LINKS: Final = 3
"""Links beside the form which are followed to see whether the session shows more then."""
MAX_LINKS_TO_ALL: Final = 2
VALUE: Final = re.compile(r"=[^&#]*+")
"""What links of one kind differ in."""
MAX_LINKS_OF_SENTENCE: Final = 8
MAX_WAYS_BESIDE: Final = 3
"""Ways to the search beside the form in use, or lists of them, that are looked at."""


class _Tried(NamedTuple):
    """What settings bring: ``kept`` from now on, more records, or surely the same ones."""

    kept: bool = False
    is_wider: bool = False
    is_same: bool = False


def release_presets(source: SourceState) -> Crawl[None]:
    """Send the form with its presets released, where that shows at least as much."""
    if not source.probes.answers or source.form.interface is None:
        return
    as_served = source.form.interface
    presets = [one for one in presets_of(as_served, source.form.box_name) if not one.is_closed]
    tried = yield from _try_settings(source, as_served, presets)
    singles = () if tried.kept or len(presets) < 2 else presets[:MAX_SINGLE_RELEASES]
    for preset in singles:
        yield from _try_settings(source, source.form.interface or as_served, [preset])
    ticked = any(control.kind == "checkbox" and control.checked for control in as_served.controls)
    boxes = unticked_boxes(as_served, source.form.box_name)
    if len(boxes) > MAX_TICKED:
        yield from _try_settings(source, as_served, boxes, must_widen=True)
    for box in boxes[:MAX_TICKED]:
        for base in dict.fromkeys((source.form.interface or as_served, as_served)):
            tried = yield from _try_settings(source, base, [box], must_widen=True)
            if tried.kept or not (tried.is_wider or ticked):
                break  # else the ticks add up: alone this one brings news and hides the rest
    hidden, unsure = hidden_presets(source.form.interface or as_served), list[str]()
    alone = [(one,) for one in hidden[:MAX_HIDDEN]] if len(hidden) > 1 else []
    for part in (hidden, *alone):
        base = source.form.interface or as_served
        tried = yield from _try_settings(source, base, part, must_widen=True)
        is_judged = tried.kept or tried.is_same
        if is_judged and part is hidden:
            break
        unsure += [one.text for one in part if len(part) == 1 and not is_judged]
    source.become(replace(source.probes, hidden=tuple(unsure)))


def release_elsewhere(
    source: SourceState, pages: Sequence[Document], ways: Sequence[Sequence[Request]] = ()
) -> Crawl[None]:
    """Release what the form does not show: hidden values, its path, and settings of the session.

    Pages that lead to the form show other values of the first two as links, an advanced form as
    choices. A form of selects that sets what a session shows, such as a region, is sent with all,
    and a link beside the form that may do so is followed. Where no choice stands for all, and
    another one shows other records, it is said. A choice of languages is left alone.
    """
    asked = source.form.interface
    if asked is None or source.form.box is None or not source.probes.answers:
        return
    others, seen = list[QueryInterface](), set[str]()
    for way in _ways_beside(source, pages, ways):
        found = list[QueryInterface]()
        for request in way:
            if request.url in seen:
                continue
            seen.add(request.url)
            reply = yield from fetch(source, request, "search page")
            rules = source.task.rules
            found += find_interfaces(parse(reply), rules) if isinstance(reply, Page) else ()
            if with_versions(asked, (), found) == asked:
                break
        others += found
    wider = with_choices_of(with_versions(asked, pages, others), others)
    if wider != asked:
        source.use(wider, source.form.box, source.form.setting)
    apart = [form for form in others if form.action != asked.action and query_control(form)]
    for form in sorted(apart, key=lambda form: -len(form.controls))[:1]:
        yield from _try_settings(source, form, (), must_widen=True, name=form.page_url)
    for form in (form for page in pages for form in find_interfaces(page, source.task.rules)):
        preset = next(iter(presets_of(form, "")), None)
        if preset is None or not may_set_session(form, asked):
            continue
        if all(map(LANGUAGE.fullmatch, preset.others)):
            continue
        wanted = preset.others[:1] if preset.free is None else preset.free
        settings = (served_with(form, {preset.name: wanted}), form)
        for request in (submit_form(setting, {}) for setting in settings):
            yield from fetch(source, request, "preset")
            if not source.traffic.sets_cookies:
                break
            is_all = not preset.is_closed
            if not (yield from _is_narrower(source, request, preset.text, is_all=is_all)):
                break
    if not source.task.said("first"):
        yield from _follow_links(source, pages, asked)


def _follow_links(
    source: SourceState, pages: Sequence[Document], asked: QueryInterface
) -> Crawl[None]:
    """Follow links beside the form that may set what the session shows, back from a part.

    Of a source that sets no cookie it is supposed that it remembers nothing: behind a link nothing
    is asked again then, and of the links that differ in a value only, one is followed.
    """
    links = {url: (page, text) for page in pages for url, text in _links_beside(page, asked)}
    forgotten = set[str]()
    for url, (page, text) in [*links.items()][:MAX_SESSION_LINKS]:
        if (shape := VALUE.sub("=", url)) in forgotten:
            continue
        behind = yield from fetch(source, Request("GET", url), "preset")
        if not isinstance(behind, Page) or same_form(source, behind, asked) is None:
            continue
        if not source.traffic.sets_cookies:
            forgotten.add(shape)
            continue
        served = source.probes.answers
        if (yield from _is_narrower(source, behind.request, text)):
            for back in _ways_back(page, parse(behind)):
                yield from fetch(source, Request("GET", back), "preset")
        if source.probes.answers is not served:
            return  # all is shown from now on


def _is_narrower(
    source: SourceState, request: Request, name: str, *, is_all: bool = True
) -> Crawl[bool]:
    """Ask a word again behind a request, and stay there where it shows all, and more.

    Tell whether it shows something else, so that the way back must be taken.
    """
    walk, served = max(source.probes.answers, key=lambda answer: len(answer[1].rows))
    reading = yield from ask_and_read(source, walk.query, "preset", again=True)
    if reading is None or reading.keys == served.keys:
        return False
    is_apart = {*served.keys}.isdisjoint(reading.keys)
    if is_all and not is_apart and _is_wider(source, served, reading):
        answer = WalkLog(walk.query)
        source.take_page(answer, reading)
        source.restart_probes(answer, reading)
        source.journal.note(f"the session shows more with all of {name!r}")
        source.journal.tell(ComponentLearned(SESSION, [request.url]))
        return False
    if any(key not in source.texts_by_key for key in reading.keys):
        source.leave_unsearched(f"another choice than {name}")
        source.become(replace(source.probes, scopes=(*source.probes.scopes, name)))
    return True


def _links_beside(page: Document, form: QueryInterface) -> Iterator[tuple[str, str]]:
    """Yield links that may set what the session of a form shows, with their texts.

    They name all, but no list; or they stand in a sentence just before or behind the form. Links
    to the search itself ask it, with a part that they name.
    """
    lists, search = list_links(page), split_address(form.action)
    beside = [a for block in _blocks_beside(page, form) for a in page.elements("a", within=block)]
    named = [a for a in page.elements("a") if EVERYTHING.search(page.visible_text(a))]
    for node in (*named[:MAX_LINKS_TO_ALL], *beside[::-1]):
        text, url = page.visible_text(node)[:MAX_LINK_TEXT], urldefrag(page.link(node)).url
        is_other = text and url not in (page.url, *lists) and same_host(url, page.base)
        is_other = is_other and split_address(url).path != search.path
        if is_other and not PERSONAL_LINK.search(f"{text} {url}"):
            yield url, text


def _blocks_beside(page: Document, form: QueryInterface) -> list[int]:
    """Return the elements before and behind a form that say something beside their links."""
    node = form.node if page.url == form.page_url else -1
    while node > 0:
        around = [one for one in page.children(page.parent[node]) if page.visible_text(one)]
        before = [one for one in around if one < node][-2:]
        if found := [*before, *[one for one in around if one > node][:2]]:
            return [one for one in found if _is_sentence(page, one)]
        node = page.parent[node]
    return []


def _is_sentence(page: Document, block: int) -> bool:
    """Tell whether a block says something beside a few links: the choice that is made, at least."""
    links, own = [*page.elements("a", within=block)], page.visible_text(block)
    for node in links:
        own = own.replace(page.visible_text(node), "", 1)
    return 0 < len(links) <= MAX_LINKS_OF_SENTENCE and any(map(str.isalnum, own))


def _ways_back(page: Document, behind: Document) -> list[str]:
    """Return links of the page behind a link that the page itself lacks and says: what it shows."""
    own, said = {page.link(node) for node in page.elements("a")}, page.visible_text(0)
    links = [node for node in behind.elements("a") if behind.visible_text(node) in said]
    return [url for url in map(behind.link, links) if url not in own][:1]


def _ways_beside(
    source: SourceState, pages: Sequence[Document], ways: Sequence[Sequence[Request]]
) -> list[Sequence[Request]]:
    """Return the way to an advanced form, and ways to others if ours sends what is not shown.

    Where a part alone is wanted there are none: another form may not send what says so.
    """
    if source.task.only:
        return []
    links = ((page, node) for page in pages for node in page.elements("a"))
    advanced = (p.link(node) for p, node in links if "advanced" in concepts(p.visible_text(node)))
    own, hidden = {page.url for page in pages}, source.form.hidden_values()
    sent = [name for name, value in hidden.items() if 0 < len(value) <= MAX_VERSION_CHARACTERS]
    beside = [url for url in advanced if urldefrag(url).url not in own][:1]
    if all(map(PRESENTATION_PARAMETER.match, sent)):
        ways = ()
    others = [
        [request for request in way if request.method == "GET"][:MAX_VERSIONS]
        for way in ways[:MAX_WAYS_BESIDE]
    ]
    return [*([Request("GET", url)] for url in beside), *others]


def _try_settings(
    source: SourceState,
    base: QueryInterface,
    presets: Sequence[Preset],
    *,
    must_widen: bool = False,
    name: str = "",
) -> Crawl[_Tried]:
    """Ask a query with presets of ``base`` released; keep the settings that hide nothing.

    ``name`` is the page of another form.
    """
    if not presets and not name:
        return _Tried()
    before = source.form
    walk, served = max(source.probes.answers, key=lambda answer: len(answer[1].rows))
    released = {preset.name for preset in presets if not must_widen}
    kept = tuple(pair for pair in before.setting if pair[0] not in released)
    if name:
        source.use(base)
    else:
        source.use(release(base, presets), before.box, kept)
    reading = yield from ask_and_read(source, walk.query, "preset", again=True)
    is_wider = reading is not None and _is_wider(source, served, reading)
    is_as_wide = reading is not None and _is_as_wide(served, reading)
    is_better = is_wider or is_as_wide
    if must_widen and reading is not None:
        is_better = is_wider and is_as_wide and not _hides_known(served, reading)
    if reading is None or not is_better:
        source.become(before)
        is_told = reading is not None and (
            _total(served) is not None or len(served.rows) < source.answers.largest_page
        )
        return _Tried(is_wider=is_wider, is_same=is_told and is_as_wide and not is_wider)
    answer = WalkLog(walk.query)
    source.take_page(answer, reading)
    if is_wider or _total(served) is None or _total(served) != _total(reading):
        source.restart_probes(answer, reading)
    names = name or ", ".join(preset.text for preset in presets)
    what = "shows more" if is_wider else "shows no less"
    source.journal.note(f"the form is sent with other settings than served: {names} ({what})")
    return _Tried(True, is_wider)


def _is_wider(source: SourceState, served: PageReading, released: PageReading) -> bool:
    """Tell whether the released answer surely shows more: a larger total, or unknown records."""
    before, after = _total(served), _total(released)
    if before is not None and after is not None:
        return after > before and bool(released.rows)
    return any(key not in source.texts_by_key for key in released.keys)


def _is_as_wide(served: PageReading, released: PageReading) -> bool:
    """Tell whether the released answer shows no less, as far as the first page tells."""
    before, after = _total(served), _total(released)
    if before is not None and after is not None and after < before:
        return False
    return len(released.rows) >= len(served.rows)


def _hides_known(served: PageReading, released: PageReading) -> bool:
    """Tell whether records are gone from the released answer.

    On a page of more rows none may be missing; on a full one others may stand before them.
    """
    kept = {*served.keys} & {*released.keys}
    if len(released.rows) > len(served.rows):
        return len(kept) < len({*served.keys})
    return not kept


def _total(reading: PageReading) -> int | None:
    """Return the exact stated total of an answer."""
    stated = reading.stated
    return stated.value if stated is not None and not stated.approximate else None


def _release(source: SourceState, at: Understood) -> Crawl[Understood]:
    yield from release_elsewhere(source, at.pages, at.ways)
    yield from release_presets(source)
    return at


CRAWL_PARTS: Final = (UNDERSTOOD.part(30, _release),)
