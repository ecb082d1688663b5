"""The form that searches the list of a page, where the likeliest form finds other things.

A box in the head of every page may search kinds of things that this page does not list. Evidence
decides. Another form counts if it shows the page's list when it is sent as it stands, while
answers of the first form show one row of it at most, even those to the names of rows. A name that
they show in another list than their records was not found.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from leadline.crawl.client import ask
from leadline.crawl.events import Crawl
from leadline.crawl.probe.moments import ANSWERED, Probed
from leadline.crawl.probe.probes import Probes, ask_probe
from leadline.crawl.probe.words import probe
from leadline.crawl.state.source import SourceState
from leadline.crawl.ways.beside import ROW_NAMES_ASKED, row_names, texts_of
from leadline.forms.roles.query_box import word_boxes
from leadline.model import Page
from leadline.page.dom import Document, parse
from leadline.wrapper.induction import choose_region
from leadline.wrapper.record_template import parents_at

MIN_SHOWN_ROWS: Final = 0.8
"""Share of them that a form shows which is sent as it stands."""
MIN_ROWS_KNOWN: Final = 2
"""Rows that the first form must know: one may hold the name of another thing by chance."""

MAX_FORMS_SENT: Final = 10
"""Further forms of a page that are sent as they stand; a page may have hundreds."""


def probe_form_of_list(source: SourceState, at: Probed) -> Crawl[Probed]:
    """Probe the form that shows the page's list where the first, in use, knows none of it."""
    used, asked, entry, probes = source.form, [*source.asked], at.entry, at.probes
    names = row_names(source.entry, entry) if at.others else []
    shown = {text for answer in probes.answers for text in texts_of(answer.probe.document)}
    if not names or len(shown.intersection(names)) >= MIN_ROWS_KNOWN:
        return at
    sent = [(form, boxes) for form in at.others if (boxes := word_boxes(form))]
    for form, boxes in sent[:MAX_FORMS_SENT]:
        source.use(form, boxes[0])
        page = yield from ask(source, "", "probe", again=True)
        if not isinstance(page, Page) or shown_share(names, parse(page)) < MIN_SHOWN_ROWS:
            continue
        listing = source.form
        source.become(used)
        found = 0
        for name in names[:: max(1, len(names) // ROW_NAMES_ASKED)][:ROW_NAMES_ASKED]:
            answer = yield from ask_probe(source, probes, name, "probe")
            found += answer is not None and _finds(probes, name, parse(answer))
        if found >= MIN_ROWS_KNOWN:
            return at
        source.become(listing)
        source.forget_asked()
        better = yield from probe(source, entry, names=names)
        if better.answers:
            url = entry.url
            source.journal.note(
                f"the form of the list on {url} is asked: another form finds other things"
            )
            return replace(at, form=form, probes=better)
    source.become(used)
    source.forget_asked()
    for query in asked:
        source.mark_asked(query)
    return at


def shown_share(names: Sequence[str], document: Document, probes: Probes | None = None) -> float:
    """Return the share of names that a page shows as texts of their own, other than as an echo."""
    empty = probes.nonsense[:1] if probes is not None else []
    echoes = max((texts_of(page.document).count(page.query) for page in empty), default=0)
    counts = Counter(texts_of(document))
    return sum(counts[name] > echoes for name in names) / len(names)


def _finds(probes: Probes, name: str, document: Document) -> bool:
    """Tell whether a page shows a name other than as an echo, and not in another list of it."""
    choice = choose_region(probes.answers, probes.nonsense)
    if not shown_share([name], document, probes) or choice is None:
        return False
    lists = parents_at(document, choice.template.path)
    return not lists or any(name in texts_of(document, at, document.end[at]) for at in lists)


CRAWL_PARTS: Final = (ANSWERED.part(10, probe_form_of_list),)
