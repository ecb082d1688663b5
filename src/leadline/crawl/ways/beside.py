"""A list on the entry page beside a box that asks another page: both are tried, evidence judges.

Repositories, forums, trackers and shops have a box in the head of every page, and a list of all
below it. Where words are all that the box takes, the list gives more records for a request, if it
goes on or states how many it has. Settings of its own form that hide records are released first.
What words bring by the box checks the list: a record of its kind that it lacks refutes it, and then
the box is asked as if there were no list. Whether they hold the same kind of record is told by the
addresses that both link to.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import chain, islice, zip_longest
from typing import Final
from urllib.parse import urlsplit

from leadline.crawl.acquire.check_words import check_words_from_outside
from leadline.crawl.client import ask, fetch
from leadline.crawl.events import ComponentLearned, Crawl
from leadline.crawl.probe.form_of_list import ROW_NAMES_ASKED, row_names
from leadline.crawl.probe.probes import Probes
from leadline.crawl.probe.total import narrow_queries
from leadline.crawl.state.evidence import Draw
from leadline.crawl.state.source import SourceState
from leadline.crawl.ways.listing import MIN_ROWS, learn_listing, take_listing
from leadline.domain.rules import DomainRules
from leadline.errors import UnsupportedForm
from leadline.forms.find import find_interfaces
from leadline.forms.presets import presets_of, release
from leadline.forms.roles.query_box import query_control
from leadline.model import Outcome, Page, QueryInterface
from leadline.page.dom import Document, parse
from leadline.page.text import words
from leadline.selection.probing.whole_database import is_word
from leadline.wrapper.identity.link import LinkIdentity
from leadline.wrapper.induction import list_wrapper, mined_page
from leadline.wrapper.totals.choice import choose_total
from leadline.wrapper.totals.stated import read_total
from leadline.wrapper.wrapper import Wrapper

MIN_MET: Final = 3
"""Records of the list's kind that the box must show, so that both hold the same."""
MIN_SHARE_OF_KIND: Final = 0.9
CHECKS_FROM_OUTSIDE: Final = 8
"""Words from outside of known records that check a list beside some of theirs."""
MIN_OUTSIDE_LETTERS: Final = 3
"""Letters of such a word: many boxes take no shorter ones."""


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


def take_beside(source: SourceState, document: Document, probes: Probes) -> Crawl[Outcome | None]:
    """Take the list of the entry page where it beats the box that was probed, and was checked.

    Return None, with the form in use as before, where the box is to be asked.
    """
    box, entry, rules = source.form, source.entry, source.task.rules
    if entry is None or document.url != entry.url or not _is_apart(source, entry, probes):
        return None
    offer = _on_page(entry, document)
    if offer is None or offer.rows < probes.most_records:
        return None
    drawn = [offer.met(one.probe.document, one.probe.query) for one in probes.answers]
    drawn = [keys - offer.known(probes) for keys in drawn]
    own = _words_of_rows(offer, document)
    yield from _ask_box(source, offer, own, drawn, lambda keys: len(keys) >= MIN_MET)
    if len(set[str]().union(*drawn)) < MIN_MET:
        return None
    wider, (form, names) = None, _own_form(document, rules)
    if form is not None:
        source.use(form)
        page = yield from ask(source, "", "way")
        source.forget_asked("")
        source.set_form(box)
        wider = _released(offer, page, document, probes) if isinstance(page, Page) else None
    if wider is not None:
        source.journal.note(f"the list is asked with other settings than served: {names}")
    elif (wrapper := (yield from learn_listing(source, entry))) is None:
        return None
    else:
        wider = replace(offer, wrapper=wrapper)
    why = "it shows more for a request than the search form"
    taken = yield from take_listing(source, wider.first, why, wider.wrapper)
    source.set_form(box)
    source.journal.tell(ComponentLearned("interface", {}))
    words, known = _check_words(source), source.texts_by_key
    yield from _ask_box(source, wider, words, drawn, lambda keys: any(k not in known for k in keys))
    return _judged(source, wider, taken, [keys for keys in drawn if keys])


def _is_apart(source: SourceState, entry: Page, probes: Probes) -> bool:
    """Tell whether the box asks another page than the list's, and takes nothing but words."""
    form, here = source.form.interface, urlsplit(entry.url).path
    if form is None or source.form.box is None or source.form.parts or source.task.only:
        return False
    asked = {urlsplit(form.action).path, *(urlsplit(one.page.url).path for one in probes.answers)}
    return here not in asked and all(is_word(one.probe.query) for one in probes.answers)


def _on_page(page: Page, document: Document) -> ListOffer | None:
    """Return the list that a page shows, if links of one kind name its records."""
    wrapper = list_wrapper(mined_page(page))
    if wrapper is None or not isinstance(wrapper.layouts[0].identity, LinkIdentity):
        return None
    keys = wrapper.read_document(page, document, "").keys
    kinds = [key[: max(key.rfind("/"), key.rfind("=")) + 1] for key in keys]
    kind = max(kinds, key=kinds.count, default="")
    is_one = kind and kinds.count(kind) >= MIN_SHARE_OF_KIND * len(kinds)
    return ListOffer(page, wrapper, kind, len(keys)) if is_one and len(keys) >= MIN_ROWS else None


def _words_of_rows(offer: ListOffer, document: Document) -> list[str]:
    """Return the longest words of some rows: a box that holds the same records finds them."""
    names = row_names(offer.first, document)
    some = names[:: max(1, len(names) // ROW_NAMES_ASKED)][:ROW_NAMES_ASKED]
    return [max(words(name), key=len, default=name) for name in some]


def _ask_box(
    source: SourceState,
    offer: ListOffer,
    asked: Iterable[str],
    drawn: list[set[str]],
    is_enough: Callable[[set[str]], bool],
) -> Crawl[None]:
    """Ask words by the box until records of the list's kind are enough; add those of each."""
    for word in asked:
        if is_enough(set[str]().union(*drawn)):
            break
        with suppress(UnsupportedForm):
            page = yield from fetch(source, source.request(word), "check")
            if isinstance(page, Page) and page.status < 400:
                drawn.append(offer.met(parse(page), word))


def _own_form(document: Document, rules: DomainRules | None) -> tuple[QueryInterface | None, str]:
    """Return the form of the page's list with what hides records released, and names of that."""
    path = urlsplit(document.url).path
    for form in find_interfaces(document, rules):
        presets = [one for one in presets_of(form, "") if not one.is_closed]
        kinds = {"search", "filter", "other"} if form.method == "GET" else {"search", "filter"}
        is_own = urlsplit(form.action).path == path and form.kind in kinds
        if is_own and presets and query_control(form) is None:
            return release(form, presets), ", ".join(preset.text for preset in presets)
    return None, ""


def _released(shown: ListOffer, page: Page, document: Document, probes: Probes) -> ListOffer | None:
    """Return the list as a page shows it that states more than the entry page, else None."""
    first, other = mined_page(page), mined_page(shown.first)
    wrapper = list_wrapper(first, other)
    if wrapper is None:
        return None
    reading = wrapper.read_document(page, first.probe.document, "")
    empty, mask = probes.nonsense[0], first.probe.query_mask.mask
    total = choose_total(
        (first.probe.document, mask),
        None,
        (document, mask),
        (empty.document, empty.query_mask.mask),
        len(reading.rows),
        rows=reading.nodes,
    )
    if total is None or len(reading.rows) < shown.rows:
        return None
    now, before = (read_total(one, total, mask) for one in (first.probe.document, document))
    stated = now.value if now is not None else None
    least = max(shown.rows, before.value or 0 if before is not None else 0)
    if stated is None or stated <= least:
        return None
    wrapper = wrapper.with_total(total)
    return replace(shown, first=page, wrapper=wrapper, rows=len(reading.rows), total=stated)


def _check_words(source: SourceState) -> Iterator[str]:
    outside = (one for one in check_words_from_outside(source) if len(one) >= MIN_OUTSIDE_LETTERS)
    both = zip_longest(narrow_queries(source), islice(outside, CHECKS_FROM_OUTSIDE))
    return filter(None, chain.from_iterable(both))


def _judged(
    source: SourceState, offer: ListOffer, taken: Outcome | None, drawn: Sequence[set[str]]
) -> Outcome | None:
    """Return the end of a list that was walked; None where the box shows what it lacks."""
    url, found = offer.first.url, set[str]().union(*drawn)
    lacking = [key for key in found if key not in source.texts_by_key]
    if taken is None or lacking or taken.estimate is None:
        why = f"lacks {len(lacking)} of {len(found)} records that words find" if lacking else ""
        why = why or "was not walked to its end"
        source.journal.note(f"the list on {url} {why}: the search form is asked", "warning")
        source.forget_walks()
        source.forget_asked()
        return None
    draws = tuple(Draw(len(keys), 0) for keys in drawn)
    source.weigh(replace(source.evidence, draws=draws, is_whole=True))
    states = f" states {offer.total:,} records and" if offer.total else ""
    sentence = (
        f"the list on {url}{states} was walked to its end; {len(found)} records that "
        f"{len(drawn)} words found by the search form are all among its {source.record_count:,}"
    )
    return replace(taken, reason=sentence)
