"""The form that searches the list of a page, where the likeliest form finds other things.

A box in the head of every page may search kinds of things that this page does not list. Evidence
decides. Another form counts if it shows the page's list when it is sent as it stands, while
no answer of the first form shows a row of it, not even to the names of rows.
"""

from bisect import bisect_left
from collections import Counter
from collections.abc import Sequence
from typing import Final

from leadline.crawl.client import ask
from leadline.crawl.events import Crawl
from leadline.crawl.probe.probes import Probes, ask_probe
from leadline.crawl.probe.words import probe
from leadline.crawl.state.source import SourceState
from leadline.forms.roles.query_box import word_boxes
from leadline.model import Page, QueryInterface
from leadline.page.dom import Document, parse
from leadline.script.listed import list_wrapper, mined_page

MIN_LISTED_ROWS: Final = 5
"""Rows of a page's list: fewer are a menu or teasers."""
MIN_SHOWN_ROWS: Final = 0.8
"""Share of them that a form shows which is sent as it stands."""
MIN_ROW_NAME_LENGTH: Final = 4
ROW_NAMES_ASKED: Final = 2


def probe_form_of_list(
    source: SourceState, entry: Document, probes: Probes, forms: Sequence[QueryInterface]
) -> Crawl[tuple[QueryInterface, Probes]]:
    """Probe the form that shows the page's list where the first, in use, knows none of it."""
    used, asked = source.form, [*source.asked]
    names = row_names(source.entry, entry) if forms[1:] else []
    pages = [answer.probe.document for answer in probes.answers]
    if not names or any(shown_share(names, page) for page in pages):
        return forms[0], probes
    for form in forms[1:]:
        if not (boxes := word_boxes(form)):
            continue
        source.use(form, boxes[0])
        page = yield from ask(source, "", "probe", again=True)
        if not isinstance(page, Page) or shown_share(names, parse(page)) < MIN_SHOWN_ROWS:
            continue
        listing = source.form
        source.set_form(used)
        for name in names[:: max(1, len(names) // ROW_NAMES_ASKED)][:ROW_NAMES_ASKED]:
            answer = yield from ask_probe(source, probes, name, "probe")
            if answer is not None and shown_share([name], parse(answer), probes):
                return forms[0], probes
        source.set_form(listing)
        source.forget_asked()
        better = yield from probe(source, entry)
        if better.answers:
            url = entry.url
            source.journal.note(
                f"the form of the list on {url} is asked: another form finds other things"
            )
            return form, better
    source.set_form(used)
    source.forget_asked()
    for query in asked:
        source.mark_asked(query)
    return forms[0], probes


def row_names(page: Page | None, document: Document) -> list[str]:
    """Return a name of each row of the page's list: its longest text that no other row has."""
    if page is None or page.url != document.url:
        return []
    wrapper = list_wrapper(mined_page(page))
    rows = wrapper.read_document(page, document, "").rows if wrapper is not None else ()
    several = [
        {text for node in row.nodes for text in _texts(document, node, document.end[node])}
        for row in rows
    ]
    counts = Counter(text for texts in several for text in texts)
    names = [max((t for t in texts if counts[t] == 1), key=len, default="") for texts in several]
    names = [name for name in names if len(name) >= MIN_ROW_NAME_LENGTH]
    return names if len(names) >= MIN_LISTED_ROWS else []


def shown_share(names: Sequence[str], document: Document, probes: Probes | None = None) -> float:
    """Return the share of names that a page shows as texts of their own, other than as an echo."""
    empty = probes.nonsense[:1] if probes is not None else []
    echoes = max((_texts(page.document).count(page.query) for page in empty), default=0)
    counts = Counter(_texts(document))
    return sum(counts[name] > echoes for name in names) / len(names)


def _texts(document: Document, first: int = 0, end: int | None = None) -> list[str]:
    nodes = document.text_nodes
    stop = len(nodes) if end is None else bisect_left(nodes, end)
    return [document.text[node].strip() for node in nodes[bisect_left(nodes, first) : stop]]
