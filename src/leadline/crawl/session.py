"""Sign of a session that ended: a page without records that is like no page without an answer.

A server that has forgotten a session seldom says so by its status. It shows its entry page, a login
or a sentence. Such a page says something that "nothing found" never says, and leaves out something
that always stands there, the query aside. What such a page says in so many words is an application
rule (``domain/rules.toml``).

>>> from leadline.page.dom import parse_html
>>> page = lambda text: parse_html(f"<h1>Books</h1><p>{text}", "http://h.test/")
>>> usual = [ProbePage(page(f"No hit for<p>{word}"), word) for word in ("qxzv", "wkjq")]
>>> is_unusual(page("Your visit has ended."), "tea", usual)
True
>>> is_unusual(page("No hit for<p>TEA"), "tea", usual)
False
"""

from collections.abc import Sequence
from typing import Final

from leadline.crawl.refusal import MAX_TEXT_CHARACTERS
from leadline.crawl.state.source import SourceState
from leadline.domain.rules import default_rules
from leadline.page.dom import Document
from leadline.wrapper.query_mask import MASK
from leadline.wrapper.reading import PageReading
from leadline.wrapper.region_choice import ProbePage

MIN_USUAL_PAGES: Final = 2
"""Pages without an answer that tell what stands on all of them."""

MAX_USELESS_RENEWALS: Final = 2
"""Sessions begun anew in a row that change nothing, after which none is begun on suspicion."""


def may_renew(source: SourceState) -> bool:
    """Tell whether a session is worth beginning anew, on suspicion: that was not in vain lately.

    A source can tell one visit from another by a cookie, hidden values, or its addresses alone.
    """
    return source.traffic.useless_renewals < MAX_USELESS_RENEWALS


def is_session_lost(source: SourceState, reading: PageReading, query: str) -> bool:
    """Tell whether a page without records may come of a session that the server has forgotten.

    A page that says so is believed, others until sessions were begun anew in vain.
    """
    if reading.rows:
        return False
    if says_session_ended(source, reading):
        return True
    if not may_renew(source):
        return False
    if query not in source.bound and not query.isalnum():  # signs and nothing get other pages
        return False
    return is_unusual(reading.document, source.echo_of(query), source.probes.nonsense)


def says_over(source: SourceState, document: Document) -> bool:
    """Tell whether a page says by a rule that the session is over."""
    rules = source.task.rules or default_rules()
    return rules.says_session_ended(document.visible_text(0)[:MAX_TEXT_CHARACTERS])


def says_session_ended(source: SourceState, reading: PageReading) -> bool:
    """Tell whether a page without records says so, by a rule, and usual pages do not."""
    usual = (page.document for page in source.probes.nonsense)
    says = not reading.rows and says_over(source, reading.document)
    return says and not any(says_over(source, document) for document in usual)


def is_unusual(document: Document, query: str, usual: Sequence[ProbePage]) -> bool:
    """Tell whether a page differs both ways from pages without an answer."""
    if len(usual) < MIN_USUAL_PAGES:
        return False
    page = ProbePage(document, query)
    constant = frozenset.intersection(*(each.chunks for each in usual))
    constant = frozenset(text for text in constant if MASK not in text)  # servers respell queries
    known = frozenset[str]().union(*(each.chunks for each in usual))
    return not constant <= page.chunks and page.novel_characters(known) > 0
