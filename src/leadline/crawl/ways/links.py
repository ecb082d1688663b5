"""Lists of links that are asked like a select: letters, facets, lists behind a tree of links."""

from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Final

from leadline.crawl.entry.search_pages import MAX_FACETS, facet_interfaces, own_frames
from leadline.crawl.entry.tree import (
    MAX_LEVELS_OF_TREE,
    MIN_LINKS_OF_LIST,
    PAGES_COMPARED,
    addresses,
    branches,
    common_list,
    counts_beside,
    merged,
    spot,
    unfolded,
    with_choices,
    without,
)
from leadline.crawl.events import Crawl
from leadline.crawl.probe.forms import CrawlEnded, probe_forms
from leadline.crawl.probe.probes import Probes
from leadline.crawl.ways.listing import MAX_GROUPS, MIN_ROWS, are_groups
from leadline.crawl.ways.table import UNNAMED, Approach, Way
from leadline.model import Choice, Offer, Outcome, Page, QueryInterface
from leadline.page.dom import Document, parse
from leadline.wrapper.induction import MinedAnswer, list_wrapper, mined_page

MAX_SHARED: Final = 0.4
"""Share of the shorter of two lists that both of them may show."""
INSTEAD: Final = "the lists behind its links are asked instead"


def find_links(approach: Approach) -> Offer | None:
    """Return the lists of links of the entry page; those of its frames are looked for."""
    entry = approach.document
    lists = facet_interfaces(entry) or branches(entry)
    if not lists:
        return UNNAMED if own_frames(entry) else None
    choices = lists[0].controls[-1].choices
    return Offer(f"{len(choices)} links such as {choices[0].text!r}", entry.url)


def ask_links(approach: Approach) -> Crawl[Probes | None]:
    """Ask a list of links like a form; only one whose pages are lists where a form was asked."""
    source, pages = approach.source, (yield from approach.shown())
    if source.form.interface is not None:
        return (yield from ask_lists_behind(approach, map(parse, pages), approach.why))
    for page in map(parse, pages):
        links = facet_interfaces(page)
        if not links and (groups := (yield from lists_behind(approach, page))) is not None:
            links = [groups]
        if not links:
            continue
        try:
            return (yield from probe_forms(source, links, page))
        except CrawlEnded:
            if (leaves := (yield from leaves_below(approach, links[0]))) is None:
                raise
        return (yield from probe_forms(source, [leaves], page))
    return None


def leaves_below(approach: Approach, form: QueryInterface) -> Crawl[QueryInterface | None]:
    """Return the links that open nothing more below those of a folded tree; None for no tree."""
    level = form
    for _ in range(MAX_LEVELS_OF_TREE):
        below, leaves = list[QueryInterface](), list[Choice]()
        choices = level.controls[-1].choices
        for at, (choice, url) in enumerate(zip(choices, addresses(level), strict=False)):
            if at == PAGES_COMPARED and not below:
                break
            page = yield from approach.look(url)
            opened = unfolded(parse(page), level, choice.value) if page is not None else None
            if opened is not None:
                below.append(opened)
            else:
                leaves.append(choice)
        if not below:
            return level if level is not form else None
        level = merged([with_choices(form, leaves), *below])
    return level


def ask_lists_behind(
    approach: Approach, documents: Iterable[Document], why: str
) -> Crawl[Probes | None]:
    """Ask the first list of links of some pages whose pages list records; None without one."""
    for document in documents:
        groups = yield from lists_behind(approach, document)
        if groups is not None:
            with suppress(CrawlEnded):
                probes = yield from probe_forms(approach.source, [groups], document)
                approach.source.journal.note(f"{why}; {INSTEAD}", "warning")
                return probes
    return None


def groups_on(approach: Approach, document: Document) -> list[QueryInterface]:
    """Return lists of links of a page, without its menu, that may lead to lists, letters first."""
    found = (*facet_interfaces(document), *branches(document)[:MAX_FACETS])
    if document.url != approach.document.url:
        found = tuple(without(one, approach.document) for one in found)
    lists = {(one.action, one.controls): one for one in found}.values()
    return [one for one in lists if len(one.controls[-1].choices) >= MIN_LINKS_OF_LIST]


def lists_behind(approach: Approach, document: Document) -> Crawl[QueryInterface | None]:
    """Return a list of links of a page, or of a tree below it, whose pages list records.

    A level of which two pages are filled by a list of one kind is no last one, but for what they
    list: links of records lead to no list.
    """
    for groups in groups_on(approach, document):
        tree = [groups]
        largest = largest_first(document, groups)
        while len(tree) < MAX_LEVELS_OF_TREE:
            pages = yield from _looked(approach, largest[:PAGES_COMPARED])
            if (deeper := common_list(pages, tree)) is None:
                break
            above = yield from _looked(approach, addresses(tree[-2]) if tree[1:] else ())
            tree[-1] = merged([tree[-1], *(one for page in above for one in branches(page, 1))])
            tree.append(deeper)
            largest = addresses(deeper)
        if tree[1:]:
            return tree[-2]
        if (yield from _lead_to_lists(approach, largest)):
            return groups
    return None


def largest_first(document: Document, groups: QueryInterface) -> list[str]:
    """Return the addresses of groups, the largest first if their sizes are told."""
    counts = counts_beside(document, groups)
    return sorted(addresses(groups), key=lambda url: -counts.get(url, 0))


def names_one(approach: Approach, document: Document, pages: Iterable[Page]) -> bool:
    """Tell whether one of some lists is one of the groups of another page."""
    spots = {spot(url) for groups in groups_on(approach, document) for url in addresses(groups)}
    return any(spot(page.url) in spots - {spot(document.url)} for page in pages)


def is_letters(groups: QueryInterface) -> bool:
    """Tell whether groups are letters."""
    return all(len(choice.text) == 1 for choice in groups.controls[-1].choices)


def _looked(approach: Approach, urls: Iterable[str]) -> Crawl[list[Document]]:
    pages = list[Document]()
    for url in urls:
        page = yield from approach.look(url)
        pages += [parse(page)] if page is not None else []
    return pages


def _lead_to_lists(approach: Approach, urls: Sequence[str]) -> Crawl[bool]:
    """Tell whether two of some links lead to lists that are made alike and hold other records.

    A few may stand on each of the pages: recommended ones.
    """
    mined, shown = list[MinedAnswer](), list[set[str]]()
    for url in urls[:PAGES_COMPARED]:
        if (page := (yield from approach.look(url))) is None:
            return False
        mined.append(mined_page(page))
    wrapper = list_wrapper(*mined) if len(mined) == PAGES_COMPARED else None
    for one in mined if wrapper is not None else ():
        rows = wrapper.read_document(one.page, one.probe.document, "").rows if wrapper else ()
        shown.append({row.text for row in rows})
        if len(rows) < MIN_ROWS or are_groups(rows):
            return False
    shared = len(set.intersection(*shown)) if shown else 0
    return bool(shown) and shared <= MAX_SHARED * min(map(len, shown))


def completed(approach: Approach, page: Page, taken: Outcome) -> Crawl[Outcome | Probes]:
    """Ask the groups that a list's page names, where one of them shows what the list lacks.

    They are looked at if their numbers add up to more than the list gave, or if they are letters:
    the last of the largest, which the list would show last.
    """
    source, document = approach.source, parse(page)
    if taken.state == "complete" or source.wrapper is None:
        return taken
    rows = source.wrapper.read_document(page, document, "").rows
    own = {spot(one.value) for row in rows for one in row.fields if one.kind == "link"}
    for groups in groups_on(approach, document):
        counts = counts_beside(document, groups)
        is_more = sum(counts.values()) > source.record_count
        urls = [url for url in addresses(groups) if spot(url) != spot(page.url)]
        is_due = is_more or (not counts and is_letters(groups))
        if not (is_due and urls) or own.intersection(map(spot, urls)):
            continue
        url = max(reversed(urls), key=lambda url: counts.get(url, 0))
        shown = yield from approach.look(url)
        if shown is None:
            continue
        keys = source.wrapper.read_document(shown, parse(shown), "").keys
        lacking = sum(key not in source.texts_by_key for key in keys)
        if lacking > MAX_GROUPS * len(keys):
            why = f"the list on {page.url} lacks {lacking} of {len(keys)} records of {url}"
            source.forget_walks()
            source.forget_asked()
            source.become(replace(source.form, call=None))
            return (yield from ask_lists_behind(approach, [document], why)) or taken
    return taken


BY_LINKS: Final = "all lists behind the links walked to their ends"
WAYS: Final = (Way("links", 50, find_links, ask_links, 6, BY_LINKS),)
