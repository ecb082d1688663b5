"""What the probes of one query interface brought."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from leadline.crawl.client import ask
from leadline.crawl.events import Crawl, QueryClosed
from leadline.crawl.state.findings import masked_texts
from leadline.crawl.state.source import SourceState
from leadline.forms.describe import exact_number
from leadline.model import Page, QueryInterface
from leadline.page.dom import Document
from leadline.wrapper.induction import MinedAnswer
from leadline.wrapper.query_mask import MAX_CHUNK_CHARACTERS
from leadline.wrapper.region_choice import ProbePage

MAX_PROBES: Final = 14
"""Words, or choices, with which a query interface is probed."""
MIN_PRODUCTIVE_PROBES: Final = 2
MIN_RECORDS_TO_LEARN: Final = 5
"""Records on the longest answer: a page of two teaches little of what records have in common."""

MAX_SAID: Final = 120
"""Characters of a sentence of the source that are repeated."""
MIN_UNANSWERED_SHARE: Final = 0.7
"""Share of the probe words; a few of them may stand on the page that says "nothing found"."""


@dataclass(slots=True)
class Probes:
    """Pages without an answer, answers, doubtful answers, and counts of what came.

    ``listless`` are pages that say something new and list no records. ``unanswered`` of the words
    ``asked`` brought a page without an answer; ``is_static``: the server sends one page whatever is
    asked. ``framed`` answers are frames alone, ``led_to`` are the paths that words were led to,
    ``wide`` the queries for everything, whole or inside of a choice. ``lists_others``: an answer
    lists something, and not what a person showed. ``queries`` are all that was asked.
    """

    nonsense: list[ProbePage] = field(default_factory=list)
    answers: list[MinedAnswer] = field(default_factory=list)
    doubtful: list[MinedAnswer] = field(default_factory=list)
    listless: list[ProbePage] = field(default_factory=list)
    asked: int = 0
    unanswered: int = 0
    errors: int = 0
    most_records: int = 0
    last_error: str = ""
    is_static: bool = False
    framed: int = 0
    led_to: list[str] = field(default_factory=list)
    wide: set[str] = field(default_factory=set)
    lists_others: bool = False
    queries: list[str] = field(default_factory=list)

    @property
    def is_scripted(self) -> bool:
        """Whether the server sends one page whatever is asked and leaves the rest to a script."""
        silent = 0 < self.asked == self.unanswered
        return silent and (self.is_static or self.asked >= MAX_PROBES) and self.has_scripts

    @property
    def is_in_vain(self) -> bool:
        """Whether one page comes whatever is asked, or nothing but errors of the server."""
        return self.is_static or (self.asked == 0 and self.errors > 0)

    @property
    def has_scripts(self) -> bool:
        """Whether a page without an answer has scripts at all."""
        return any("<script" in page.document.html.casefold() for page in self.nonsense)

    @property
    def is_enough(self) -> bool:
        """Whether two words brought records, one of them a page that is worth learning from."""
        enough = len(self.answers) >= MIN_PRODUCTIVE_PROBES
        return enough and self.most_records >= MIN_RECORDS_TO_LEARN

    @property
    def known_texts(self) -> frozenset[str]:
        """Texts of the pages that hold no answer."""
        return frozenset().union(*(page.chunks for page in self.nonsense))


def ask_probe(source: SourceState, probes: Probes, query: str, purpose: str) -> Crawl[Page | None]:
    """Ask a word or choice; return its page, None where it is refused."""
    probes.queries.append(query)
    page = yield from ask(source, query, purpose)
    if isinstance(page, Page) and page.status < 400:
        source.journal.tell(QueryClosed(query, reason="a probe: its first page only"))
        return page
    if isinstance(page, Page) and page.status == 404 and purpose == "nonsense":
        return page
    probes.errors += 1
    probes.last_error = f"status {page.status}" if isinstance(page, Page) else str(page or "")
    reason = probes.last_error or "the form cannot carry it"
    source.journal.tell(QueryClosed(query, reason=reason))
    return None


def orders_of(probes: Probes, form_page: ProbePage) -> frozenset[str]:
    """Return what pages without records say to queries for everything, and no other page says."""
    wide = [masked_texts(page.document) for page in probes.listless if page.query in probes.wide]
    others = (*probes.nonsense, form_page, *(answer.probe for answer in probes.answers))
    known = frozenset().union(*(masked_texts(page.document) for page in others))
    return frozenset().union(*wide) - known


def one_of_alike(interfaces: Sequence[QueryInterface]) -> list[QueryInterface]:
    """Return interfaces without those that send the same to the same address."""
    first: dict[object, QueryInterface] = {}
    for form in interfaces:
        sent = {
            (c.name, c.kind, c.value if c.kind == "hidden" else "", c.choices)
            for c in form.controls
            if c.name
        }
        first.setdefault((form.method, form.action, frozenset(sent)), form)
    return list(first.values())


def why_silent(probes: Probes, form: QueryInterface, form_page: ProbePage) -> str:
    """Return one sentence on a query interface that gave no records, with what the source says.

    A page that says something beside the form, and one that is posted, the server draws.
    """
    if not probes.nonsense or (probes.asked == 0 and probes.errors):
        why = probes.last_error or "its box has no name, a script sends it"
        return f"the search form does not answer: {why}"
    if probes.framed or any(map(is_framed, (page.document for page in probes.nonsense))):
        return "its answers are frames, which are not put together"
    said = _said(probes.nonsense[0], form_page)
    if probes.is_scripted and form.method == "GET" and not said:
        return "the results are drawn by a script: the server sends one page whatever is asked"
    if label := exact_number(form):
        why = f"its form looks up one exact number ({label}), which no word finds"
    elif not said and not any(probes.nonsense[0].document.elements("form", "input")):
        why = "its answers hold neither the form nor a text that can be read"
    elif not said and probes.unanswered == probes.asked:
        why = "the server sends the form again whatever is asked: it may want a button or a choice"
    elif probes.unanswered >= MIN_UNANSWERED_SHARE * probes.asked:
        why = "no word that was tried found anything: common words are answered like nonsense"
    else:
        why = f"none of {probes.asked} probe words brought two records or more"
    return f'{why}; it says "{said}"' if said else why


def is_framed(document: Document) -> bool:
    """Tell whether a page is a frameset."""
    return next(iter(document.elements("frame")), None) is not None


def _said(page: ProbePage, form_page: ProbePage) -> str:
    """Return the longest sentence of a page without an answer that the form's page does not say."""
    mask, document = page.query_mask, page.document
    texts = (document.text[node][:MAX_CHUNK_CHARACTERS] for node in document.text_nodes)
    new = [text for text in texts if not mask.is_known(text, form_page.chunks)]
    said = " ".join(max(new, key=len, default="").split())
    return said[:MAX_SAID] if len(said.split()) > 1 or not said.isascii() else ""
