"""A list beside a box that asks another page: both are tried, evidence judges.

Repositories, forums, trackers and shops have a box in the head of every page, and a list of all
below it. Where words are all that the box takes, the list gives more records for a request, if it
goes on or states how many it has. Settings of its own form that hide records are released first.
What words bring by the box checks the list: a record of its kind that it lacks refutes it, and then
the box is asked as if there were no list. Whether they hold the same kind of record is told by the
addresses that both link to.
"""

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import chain, islice, zip_longest
from typing import Final
from urllib.parse import parse_qsl, urldefrag

from leadline.crawl.acquire.check_words import check_words_from_outside
from leadline.crawl.client import ask, fetch, same_form
from leadline.crawl.events import ComponentLearned, Crawl
from leadline.crawl.probe.probes import Probes
from leadline.crawl.probe.total import narrow_queries
from leadline.crawl.reports import report_box
from leadline.crawl.state.evidence import Draw, Evidence
from leadline.crawl.state.source import SourceState
from leadline.crawl.ways.form import turns_pages
from leadline.crawl.ways.links import completed
from leadline.crawl.ways.listing import CHOSEN, MIN_ROWS, learn_listing, take_listing
from leadline.crawl.ways.table import UNNAMED, Approach, Way
from leadline.domain.rules import DomainRules
from leadline.errors import FetchError, UnsupportedForm
from leadline.forms.find import find_interfaces
from leadline.forms.presets import presets_of, release
from leadline.forms.roles.first_step import PERSONAL_LINK
from leadline.forms.roles.query_box import query_control
from leadline.model import OTHERS, Offer, Outcome, Page, QueryInterface
from leadline.page.data_files import any_of
from leadline.page.dom import Document, parse
from leadline.page.query_string import split_address
from leadline.page.text import text_weight, words
from leadline.page.urls import same_host
from leadline.selection.probing.whole_database import is_word
from leadline.wrapper.identity.link import LinkIdentity
from leadline.wrapper.induction import choose_region, learn_wrapper, list_wrapper, mined_page
from leadline.wrapper.pager.propose import propose_next
from leadline.wrapper.totals.choice import choose_total
from leadline.wrapper.totals.stated import read_total
from leadline.wrapper.wrapper import Wrapper

MIN_MET: Final = 3
"""Records of the list's kind that the box must show, so that both hold the same."""
MIN_SHARE_OF_KIND: Final = 0.9
MAX_LINKED: Final = 2
"""Linked pages that name a list which are looked at."""
MAX_LINK_TEXT: Final = 60
LIST_LINK: Final = re.compile(
    rf"\b(?:{any_of('leadline.crawl', 'list_link.words')})\b"
    rf"|{any_of('leadline.crawl', 'list_link.anywhere')}",
    re.IGNORECASE,
)
SHOWS_MORE: Final = "it shows more for a request than the search form"
CHECKS_FROM_OUTSIDE: Final = 8
"""Words from outside of known records that check a list beside some of theirs."""
MIN_OUTSIDE_LETTERS: Final = 3
"""Letters of such a word: many boxes take no shorter ones."""
MIN_LISTED_ROWS: Final = 5
"""Rows of a page's list: fewer are a menu or teasers."""
MIN_ROW_NAME_LENGTH: Final = 4
"""Letters; a wide character counts as several."""
ROW_NAMES_ASKED: Final = 3


@dataclass(frozen=True, slots=True)
class ListOffer:
    """A list that may be taken: its first page, how it is read, and rows on a page.

    ``total`` is what it states, None if nothing; ``kind`` begins the addresses of its records.
    """

    first: Page
    wrapper: Wrapper
    kind: str
    rows: int
    total: int | None = None

    def met_by(self, answer: Page | FetchError, query: str) -> list[set[str]]:
        """Return those to which an answer links, [] where none came."""
        is_page = isinstance(answer, Page) and answer.status < 400
        return [self.met(parse(answer), query)] if is_page and isinstance(answer, Page) else []

    def known(self, probes: Probes) -> set[str]:
        """Return those to which pages without an answer link too."""
        pages = (self.met(page.document, page.query) for page in probes.nonsense)
        return set[str]().union(*pages)

    def met(self, document: Document, query: str) -> set[str]:
        """Return the records of its kind to which a page links."""
        identity = self.wrapper.layouts[0].identity
        if not isinstance(identity, LinkIdentity):
            return set()
        links = (document.link(node) for node in document.elements("a"))
        keys = (identity.canonical(link, query, document.url) for link in links if link)
        return {key for key in keys if key.startswith(self.kind) and key != self.kind}


def find_list(approach: Approach) -> Offer:
    """Return the list that the entry page shows page by page, or the first that a link names."""
    document = approach.document
    for url, text in _list_links(document).items():
        return Offer(f"the list behind the link {text!r}", url)
    goes_on = bool(propose_next(document, None))
    return Offer("the list on the page itself", document.url) if goes_on else UNNAMED


def take_list(approach: Approach) -> Crawl[Outcome | Probes | None]:
    """Take a list of the entry page, of one behind a link, or of one that was looked at for a form.

    Where a box was probed, the list must beat it and hold what words find by it; the form in use
    is as before where it does not.
    """
    source, document, probes = approach.source, approach.document, approach.probes
    if probes is not None and not _takes_words_alone(source, probes):
        return None
    pages = [*(yield from approach.shown()), *approach.linked] if probes is None else []
    why = approach.why or CHOSEN
    known = dict.fromkeys(page.url for page in (approach.entry, *pages))
    for url in dict.fromkeys([*known, *list_links(document)[:MAX_LINKED]]):
        is_own = probes is not None and _is_asked(source, probes, url)
        if is_own or (page := (yield from approach.look(url))) is None:
            continue
        offer, drawn, taken = None, list[set[str]](), None
        if probes is None:
            if whole := (yield from take_listing(source, page, why)):
                whole = yield from _with_longer(approach, page, whole)
                return (yield from completed(approach, page, whole))
        elif (offer := _on_page(source, page)) and offer.rows >= probes.most_records:
            empty = offer.known(probes)
            drawn = [offer.met(a.probe.document, a.probe.query) - empty for a in probes.answers]
            for word in _words_of_rows(offer):
                if len(set[str]().union(*drawn)) >= MIN_MET:
                    break
                drawn += yield from _met(source, offer, probes, word)
            met = set[str]().union(*drawn)
            if len(met) >= MIN_MET:
                taken = yield from _take(approach, offer, probes, drawn)
            elif not met and url not in known:
                approach.said = OTHERS
        if taken is not None:
            return taken
    return None


def _with_longer(approach: Approach, page: Page, taken: Outcome) -> Crawl[Outcome]:
    """Walk the lists of all too that a list's page names, where they begin with what it lacks."""
    source, document = approach.source, parse(page)
    for url in list_links(document)[:MAX_LINKED]:
        other = (yield from approach.look(url)) if source.wrapper is not None else None
        if other is None or source.wrapper is None:
            continue
        keys = source.wrapper.read_document(other, parse(other), "").keys
        lacking = sum(key not in source.texts_by_key for key in keys)
        if len(keys) >= MIN_ROWS and lacking > 1:
            why = f"the list on {page.url} lacks {lacking} of {len(keys)} records of {url}"
            taken = (yield from take_listing(source, other, why, source.wrapper)) or taken
    return taken


def list_links(document: Document) -> list[str]:
    """Return links of a page that name a list of all that the site holds.

    >>> from leadline.page.dom import parse_html
    >>> html = "<a href=/news>News</a><a href=/all>Browse</a><a href=/list?login>All records</a>"
    >>> list_links(parse_html(html, "http://h.test/"))
    ['http://h.test/all']
    """
    return list(_list_links(document))


def _list_links(document: Document) -> dict[str, str]:
    """Return the texts of links that name a list of all, by address."""
    found: dict[str, str] = {}
    for node in document.elements("a"):
        text, url = document.visible_text(node)[:MAX_LINK_TEXT], urldefrag(document.link(node)).url
        is_ours = url != document.url and url.startswith("http") and same_host(url, document.base)
        if is_ours and LIST_LINK.search(text) and not PERSONAL_LINK.search(f"{text} {url}"):
            found.setdefault(url, text)
    return found


def _takes_words_alone(source: SourceState, probes: Probes) -> bool:
    """Tell whether the box takes nothing but words, and the whole source is wanted."""
    form = source.form
    if form.interface is None or form.box is None or form.parts or source.task.only:
        return False
    return all(is_word(one.probe.query) for one in probes.answers)


def _is_asked(source: SourceState, probes: Probes, url: str) -> bool:
    """Tell whether the box asks an address: a list there is what it shows itself."""
    form, address = source.form.interface, split_address(url)
    urls = [*(one.page.url for one in probes.answers), *([form.action] if form is not None else [])]
    sent = {control.name for control in form.controls} if form is not None else set[str]()
    is_there = address.path in {split_address(one).path for one in urls}
    return is_there and {name for name, _ in parse_qsl(address.query)} <= sent


def _on_page(source: SourceState, page: Page) -> ListOffer | None:
    """Return the list that a page shows, if links of one kind name its records.

    A list with a form for words of its own is asked by that, if it holds more than the box.
    """
    mined, path, asked = mined_page(page), split_address(page.url).path, source.form.interface
    own = same_form(source, page, asked) if asked is not None else None
    wrapper, document = list_wrapper(mined), mined.probe.document
    found = find_interfaces(document, source.task.rules)
    forms = [f for f in found if split_address(f.action).path == path and f != own]
    forms = [form for form in forms if not turns_pages(form)]
    if any(form.kind in {"search", "filter"} and query_control(form) for form in forms):
        return None
    if wrapper is None or not isinstance(wrapper.layouts[0].identity, LinkIdentity):
        return None
    keys = wrapper.read_document(page, document, "").keys
    kinds = [key[: max(key.rfind("/"), key.rfind("=")) + 1] for key in keys]
    kind = max(kinds, key=kinds.count, default="")
    is_one = kind and kinds.count(kind) >= MIN_SHARE_OF_KIND * len(kinds)
    return ListOffer(page, wrapper, kind, len(keys)) if is_one and len(keys) >= MIN_ROWS else None


def _words_of_rows(offer: ListOffer) -> list[str]:
    """Return the longest words of some rows: a box that holds the same records finds them."""
    names = row_names(offer.first, parse(offer.first))
    some = names[:: max(1, len(names) // ROW_NAMES_ASKED)][:ROW_NAMES_ASKED]
    return [max(words(name), key=len, default=name) for name in some]


def _take(
    approach: Approach, offer: ListOffer, probes: Probes, drawn: list[set[str]]
) -> Crawl[Outcome | None]:
    """Release what hides records of a list, else see whether it goes on; walk it, and check it."""
    source = approach.source
    box, first = source.form, offer.first
    form, names = _own_form(parse(first), source.task.rules)
    if form is not None:
        source.use(form)
        page = yield from ask(source, "", "way")
        source.forget_asked("")
        source.become(box)
        offer = _released(offer, page, probes) if isinstance(page, Page) else offer
    if offer.first is not first:
        source.journal.note(f"the list is asked with other settings than served: {names}")
    else:
        wrapper = yield from learn_listing(source, first)
        if wrapper is None:
            return None
        offer = replace(offer, wrapper=wrapper)
    taken = yield from take_listing(source, offer.first, SHOWS_MORE, offer.wrapper)
    source.become(box)
    source.journal.tell(ComponentLearned("interface", {}))
    for word in _check_words(source):
        lacks = any(key not in source.texts_by_key for keys in drawn for key in keys)
        if lacks or not _walked_whole(source, drawn).leaves_more_than(source.task.bound_wanted):
            break
        drawn += yield from _met(source, offer, probes, word)
    outcome = _judged(approach, offer, taken, [keys for keys in drawn if keys])
    answers = learn_wrapper(probes.answers, probes.nonsense) if outcome is not None else None
    if answers is not None:
        report_box(source, box, answers)
    if outcome is not None and _finds_others(offer, probes):
        source.leave_unsearched("records of other kinds, which the search form finds too")
    return outcome


def _met(source: SourceState, offer: ListOffer, probes: Probes, word: str) -> Crawl[list[set[str]]]:
    """Ask the box a word; its answer is one of the probes', so it is not asked again."""
    with suppress(UnsupportedForm):
        page = yield from fetch(source, source.request(word), "check")
        met = offer.met_by(page, word)
        if any(met) and isinstance(page, Page):
            source.mark_asked(word)
            probes.answers.append(mined_page(page, word))
        return met
    return []


def _own_form(document: Document, rules: DomainRules | None) -> tuple[QueryInterface | None, str]:
    """Return the form of the page's list with what hides records released, and names of that."""
    path = split_address(document.url).path
    for form in find_interfaces(document, rules):
        presets = [one for one in presets_of(form, "") if not one.is_closed]
        kinds = {"search", "filter", "other"} if form.method == "GET" else {"search", "filter"}
        is_own = split_address(form.action).path == path and form.kind in kinds
        if is_own and presets and query_control(form) is None:
            return release(form, presets), ", ".join(preset.text for preset in presets)
    return None, ""


def _released(shown: ListOffer, page: Page, probes: Probes) -> ListOffer:
    """Return the list as a page shows it that states more of it, else as it was shown."""
    first, other = mined_page(page), mined_page(shown.first)
    wrapper = list_wrapper(first, other)
    if wrapper is None:
        return shown
    reading = wrapper.read_document(page, first.probe.document, "")
    empty, mask = probes.nonsense[0], first.probe.query_mask.mask
    now, before = (first.probe.document, mask), (other.probe.document, mask)
    without = (empty.document, empty.query_mask.mask)
    total = choose_total(now, None, before, without, len(reading.rows), rows=reading.nodes)
    if total is None or len(reading.rows) < shown.rows:
        return shown
    stated, stated_before = (read_total(one[0], total, mask) for one in (now, before))
    least = max(shown.rows, (stated_before.value or 0) if stated_before is not None else 0)
    if stated is None or (stated.value or 0) <= least:
        return shown
    wrapper = wrapper.with_total(total)
    rows = len(reading.rows)
    return replace(shown, first=page, wrapper=wrapper, rows=rows, total=stated.value)


def _finds_others(offer: ListOffer, probes: Probes) -> bool:
    """Tell whether answers of the box show records that link to none of the list's kind."""
    choice = choose_region(probes.answers, probes.nonsense)
    answer, identity = probes.answers[0].probe, offer.wrapper.layouts[0].identity
    if choice is None or not isinstance(identity, LinkIdentity):
        return False
    document = answer.document
    for record in choice.region.records:
        nodes = (node for root in record.nodes for node in document.elements("a", within=root))
        links = [identity.canonical(document.link(node), answer.query) for node in nodes]
        if links and not any(link.startswith(offer.kind) for link in links):
            return True
    return False


def _check_words(source: SourceState) -> Iterator[str]:
    outside = (one for one in check_words_from_outside(source) if len(one) >= MIN_OUTSIDE_LETTERS)
    both = zip_longest(narrow_queries(source), islice(outside, CHECKS_FROM_OUTSIDE))
    return filter(None, chain.from_iterable(both))


def _judged(
    approach: Approach, offer: ListOffer, taken: Outcome | None, drawn: Sequence[set[str]]
) -> Outcome | None:
    """Return the end of a list that was walked; None where the box shows what it lacks."""
    source, url, found = approach.source, offer.first.url, set[str]().union(*drawn)
    lacking = [key for key in found if key not in source.texts_by_key]
    if taken is None or lacking or taken.estimate is None:
        why = f"lacks {len(lacking)} of {len(found)} records that words find" if lacking else ""
        why = OTHERS if taken and found and len(lacking) == len(found) else why
        why = why or "was not walked to its end"
        approach.said = why
        source.journal.note(f"the list on {url} {why}: the search form is asked", "warning")
        source.forget_walks()
        source.forget_asked("")
        return None
    source.become(_walked_whole(source, drawn))
    states = f" states {offer.total:,} records and" if offer.total else ""
    sentence = (
        f"the list on {url}{states} was walked to its end; {len(found)} records that "
        f"{len(drawn)} words found by the search form are all among its {source.record_count:,}"
    )
    return replace(taken, reason=sentence)


def _walked_whole(source: SourceState, drawn: Sequence[set[str]]) -> Evidence:
    """Return the evidence of a list that was walked, by what the box found of it."""
    draws = tuple(Draw(len(keys), 0) for keys in drawn if keys)
    return replace(source.evidence, draws=draws, is_whole=True)


BY_LIST: Final = "a bound by words that check it, or its own total"
WAYS: Final = (Way("list", 40, find_list, take_list, 4, BY_LIST, is_rival=True),)


def row_names(page: Page | None, document: Document) -> list[str]:
    """Return a name of each row of the page's list: its longest text that no other row has."""
    if page is None or page.url != document.url:
        return []
    wrapper = list_wrapper(mined_page(page))
    rows = wrapper.read_document(page, document, "").rows if wrapper is not None else ()
    several = [
        {text for node in row.nodes for text in texts_of(document, node, document.end[node])}
        for row in rows
    ]
    counts = Counter(text for texts in several for text in texts)
    names = [
        max((t for t in texts if counts[t] == 1), key=text_weight, default="") for texts in several
    ]
    names = [name for name in names if text_weight(name) >= MIN_ROW_NAME_LENGTH]
    return names if len(names) >= MIN_LISTED_ROWS else []


def texts_of(document: Document, first: int = 0, end: int | None = None) -> list[str]:
    """Return the texts of a part of a page."""
    nodes = document.text_nodes
    stop = len(nodes) if end is None else bisect_left(nodes, end)
    return [document.text[node].strip() for node in nodes[bisect_left(nodes, first) : stop]]
