"""Queries to sources that do not say what they are about: R(QI, DK) by what they answer.

A source of which only a name is known is asked one query by its address: the surest value of the
domain, or a common word of the page's language. It is on the subject if at least half of the
records of its answer speak of the topic, or hold other values of the domain.

>>> from leadline.forms.find import find_interfaces
>>> from leadline.page.dom import parse_html
>>> html = "<form action=/find><input name=q><input type=submit value=Search></form>"
>>> queries = SourceQueries(Topic.of_words("films"), DomainKnowledge())
>>> form, = find_interfaces(parse_html(html, "http://h.example/"))
>>> url = queries.ask(form, "en").url
>>> url
'http://h.example/find?q=new'
>>> rows = "".join(f"<li><a href=/{n}>No {n}</a> is a film of 19{n}" for n in range(10, 19))
>>> queries.answer(parse_html(f"<ul>{rows}</ul>", url)).reason
"9 of 9 records that it answers to 'new' are on the subject"
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from leadline.discover.interfaces.topic import Topic
from leadline.discover.page_content import Hyperlink
from leadline.discover.traps import canonical_url
from leadline.discover.words import text_words
from leadline.domain.model import DomainKnowledge
from leadline.domain.rules import DomainRules
from leadline.domain.similarity import normalise
from leadline.errors import UnsupportedForm
from leadline.forms.roles.query_box import query_control
from leadline.forms.submit.submit import submit_form
from leadline.mining.miner import mine_regions
from leadline.model import QueryInterface, RecordSpan
from leadline.page.dom import Document
from leadline.page.urls import host_key, resolved
from leadline.selection.probing.stopwords import common_words

MAX_CHARACTERS_OF_WAIT: Final = 600
"""Characters of the text of a page that only asks to wait."""
MIN_RECORDS: Final = 3
"""Records of an answer from which it tells what a source is about."""
MIN_SHARE_OF_RECORDS: Final = 0.5
"""Share of them that must be on the subject."""


@dataclass(frozen=True, slots=True)
class AskedForm:
    """A form and the word that it was asked."""

    form: QueryInterface
    word: str


@dataclass(frozen=True, slots=True)
class QueryAnswer:
    """An answer that puts a form on the subject: why, and the share of its records."""

    form: QueryInterface
    reason: str
    share: float


class SourceQueries:
    """Queries under way, by address; one for each host."""

    def __init__(self, topic: Topic, domain: DomainKnowledge) -> None:
        self._topic = topic
        known = [v for attribute in domain.attributes for v in domain.instances(attribute.name)]
        self._values = [v.value for v in sorted(known, key=lambda v: -v.confidence)]
        self._asked: dict[str, AskedForm] = {}
        self._hosts: set[str] = set()

    def __contains__(self, url: str) -> bool:
        return canonical_url(url) in self._asked

    def ask(self, form: QueryInterface, language: str) -> Hyperlink | None:
        """Return the query that tells what a source is about; None if it cannot be asked so."""
        box, host = query_control(form), host_key(form.action)
        if box is None or host in self._hosts:
            return None
        word = self._values[0] if self._values else common_words(language)[:2][-1]
        try:
            request = submit_form(form, {box.name: word})
        except UnsupportedForm:
            return None
        if request.method != "GET":
            return None
        self._hosts.add(host)
        self._asked[canonical_url(request.url)] = AskedForm(form, word)
        return Hyperlink(request.url)

    def waiting(self, document: Document, rules: DomainRules) -> Hyperlink | None:
        """Return where a short answer leads on that only asks to wait; None for any other page."""
        address = canonical_url(document.url)
        text = document.visible_text(0) if address in self._asked else ""
        if not 0 < len(text) <= MAX_CHARACTERS_OF_WAIT or not rules.is_waiting(text):
            return None
        links = {document.link(node).partition("#")[0] for node in document.elements("a")}
        links |= {resolved(document.base, url) for url in _refreshed(document)}
        links -= {"", document.url}
        onward = min(links, default="")
        if len(links) != 1 or canonical_url(onward) in self._asked:
            return None
        self._asked[canonical_url(onward)] = self._asked.pop(address)
        return Hyperlink(onward)

    def answer(self, document: Document) -> QueryAnswer | None:
        """Return what an answer says for its form; None if it is no answer, or speaks against."""
        asked = self._asked.pop(canonical_url(document.url), None)
        regions = mine_regions(document, 1) if asked is not None else ()
        if asked is None or not regions:
            return None
        records = regions[0].records
        ours = sum(self._is_ours(document, record, asked.word) for record in records)
        share = ours / len(records)
        if ours < MIN_RECORDS or share < MIN_SHARE_OF_RECORDS:
            return None
        reason = (
            f"{ours} of {len(records)} records that it answers to {asked.word!r} are on the subject"
        )
        return QueryAnswer(asked.form, reason, share)

    def _is_ours(self, document: Document, record: RecordSpan, word: str) -> bool:
        text = normalise(" ".join(document.visible_text(node) for node in record.nodes))
        without = text.replace(normalise(word), " ")
        values = (normalise(value) for value in self._values)
        return self._topic.log_odds(text_words(without)) > 0 or any(v in without for v in values)


def _refreshed(document: Document) -> Iterator[str]:
    """Yield the addresses to which a page goes on by itself."""
    for node in document.elements("meta"):
        if document.attribute(node, "http-equiv").strip().casefold() == "refresh":
            _, _, url = document.attribute(node, "content").partition("=")
            yield url.strip().strip("'\"")
