"""The target "query interfaces of a domain": which forms of a page are found, and why.

A form is found if it is searchable and on the subject. It is on the subject if R(QI, DK) accepts it
(Lin 2016, eq. 3), or if form and page speak of the topic; the name of a domain is a topic too.
Each interface counts once, at however many addresses it stands: it is known by its action and the
names of its controls. It is judged where it is seen first: later pages of its site may be records.

>>> from leadline.discover.page_content import read_content
>>> from leadline.page.dom import parse_html
>>> judge = InterfaceJudge(Topic.of_words("sea charts"))
>>> html = "<title>Sea charts</title><form action=/find><input name=q><input type=submit>"
>>> page = parse_html(html, "http://h.example/")
>>> judge.judge(read_content(page), page).reason
'form and headings speak of sea, charts'
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from leadline.discover.interfaces.queries import SourceQueries
from leadline.discover.interfaces.topic import Topic
from leadline.discover.messages import Judgement
from leadline.discover.page_content import Hyperlink, PageContent
from leadline.discover.stopping import Promise
from leadline.discover.traps import canonical_url
from leadline.discover.words import text_words
from leadline.domain.model import DEFAULT_AFFINITY, DomainAttribute, DomainKnowledge
from leadline.domain.rules import DomainRules, default_rules
from leadline.domain.similarity import normalise
from leadline.forms.classify.relevance import relevance
from leadline.forms.find import find_interfaces
from leadline.forms.lexicon import concepts, word_set
from leadline.forms.roles.query_box import control_groups, query_control
from leadline.forms.submit.fill import plan_fill
from leadline.mining.miner import mine_regions
from leadline.model import BUTTON_KINDS, Control, QueryInterface
from leadline.page.dom import Document
from leadline.page.urls import host_key, host_name, is_ip
from leadline.selection.probing.stopwords import guess_language

MIN_SHARE_OF_TEXT: Final = 0.6
"""Share of a topic from which a page is on it whose headings and form do not say so."""
MAX_SPOKEN_WORDS: Final = 2
"""Words of the topic in a link that count for it."""
SPOKEN_BONUS: Final = 2.0
"""Log-odds that each of them adds."""
SEARCH_BONUS: Final = 1.5
"""Log-odds that a link which speaks of searching leads to a query interface."""
OTHER_PURPOSE_PENALTY: Final = 2.0
"""Log-odds against a link that speaks of logging in, of orders and the like."""
OTHER_PURPOSES: Final = frozenset(
    {"login", "register", "recover", "newsletter", "contact", "order"}
)
MAX_NAME_WORDS: Final = 2
"""Words beside numbers up to which a link is a mere name, on a page that names its sources."""
MIN_SHARE_OF_NAMES: Final = 0.25
"""Share of single words among the links of a page to other hosts, from which it names sources."""
NEW_HOST_BONUS: Final = 1.0
"""Log-odds that a link to a host not visited yet leads to an interface not found yet."""
MIN_DIRECTORY_HOSTS: Final = 10
"""Other hosts that a page links to, from which its title says nothing of its own forms."""
MIN_HOSTS_OF_LINKS: Final = 3
"""Other hosts that a page links to, from which it is a list of sources."""
MIN_LISTED: Final = 10
"""Records of a page, or letters, that are a list."""
_ASKS_FOR_DATA: Final = re.compile(r"\bfetch\(|XMLHttpRequest|\.ajax\(|getJSON\(")
VIEW_ROLES: Final = frozenset({"sort", "sort_direction", "page_size", "view_option", "match_mode"})
"""Roles of controls that change how results are shown, not which."""
SWITCH_PURPOSES: Final = frozenset({"language", "switch", "sort", "pagesize"})


@dataclass(frozen=True, slots=True)
class FoundInterface:
    """A query interface of the domain: ``url`` is its page, ``reason`` why it was accepted."""

    key: str
    url: str
    action: str
    reason: str
    score: float = 0.0


@dataclass(frozen=True, slots=True)
class RefusedForm:
    """A form that is no query interface of the domain, and why."""

    key: str
    url: str
    reason: str


class InterfaceJudge:
    """Judges pages by their forms, in the order of arrival; ``found`` and ``refused`` grow.

    ``searched_hosts`` showed a form that searches, found or not; ``is_topical`` says whether the
    page judged last is on the topic.
    """

    def __init__(
        self, topic: Topic, domain: DomainKnowledge | None = None, rules: DomainRules | None = None
    ) -> None:
        self._topic = topic.joined(Topic.of_words(domain.name)) if domain else topic
        self._domain = domain or DomainKnowledge()
        self._rules = rules
        self._shapes: defaultdict[str, list[frozenset[str]]] = defaultdict(list)
        self._site_headings: dict[str, tuple[str, ...]] = {}
        self._found_hosts: set[str] = set()
        self._described: dict[str, tuple[str, ...]] = {}
        self._links: dict[str, list[str]] = {}
        self._queries = SourceQueries(self._topic, self._domain)
        self._named_hosts: set[str] = set()
        self._lists: dict[str, FoundInterface | None] = {}
        self._names_sources = False
        self.is_topical = False
        self.searched_hosts: set[str] = set()
        self.found: list[FoundInterface] = []
        self.refused: list[RefusedForm] = []

    def judge(self, content: PageContent, document: Document, linked: str = "") -> Judgement:
        """Return the reward of a page: 1 if it holds an interface not found before, else 0."""
        headings, text = self._evidence(document, linked)
        self._links = link_descriptions(document)
        self._names_sources = _names_sources(self._links, host_key(document.url))
        self._remember_descriptions()
        targets: list[str] = []
        reasons: list[str] = []
        queries: list[Hyperlink] = []
        waiting = self._queries.waiting(document, self._rules or default_rules())
        if waiting is not None:
            queries.append(waiting)
        elif (answer := self._queries.answer(document)) is not None:
            key = interface_key(answer.form)
            self._accept(answer.form, answer.reason, answer.share)
            self.refused = [refused for refused in self.refused if refused.key != key]
            targets.append(key)
            reasons.append(answer.reason)
        for form in find_interfaces(document, self._rules):
            if self._is_known(form):
                continue
            self._shapes[_action(form)].append(_names(form))
            key, refusal = interface_key(form), refusal_of(form)
            if not refusal:
                self.searched_hosts.add(host_key(document.url))
            reason, score = ("", 0.0) if refusal else self._acceptance(form, headings, text)
            if reason:
                self._accept(form, reason, score)
                targets.append(key)
                reasons.append(reason)
            else:
                if not refusal and (query := self._query(form, document)) is not None:
                    queries.append(query)
                refusal = refusal or self._why_not(form)
                self.refused.append(RefusedForm(key, document.url, refusal))
        self._remember_list(document, headings)
        if not targets:  # a source speaks of its subject everywhere, and that makes no word common
            self._topic.observe(content.words)
        self.is_topical = self._topic.log_odds(headings) > 0 or bool(self._said_in(headings, text))
        reward, log_odds = float(bool(targets)), self._topic.log_odds((*headings, *text))
        return Judgement(log_odds, reward, tuple(targets), "; ".join(reasons), tuple(queries))

    def _remember_list(self, document: Document, headings: Sequence[str]) -> None:
        """Keep the first page of a host that is on the subject and shows a list without a form."""
        host = host_key(document.url)
        is_first = host not in self._lists
        known = self._lists.setdefault(host, None)
        is_ours = is_first and known is None and self._topic.log_odds(headings) > 0
        if is_ours and len(_linked_hosts(document)) < MIN_HOSTS_OF_LINKS and _shows_list(document):
            reason = f"its first page lists what is on {', '.join(self._topic.spoken(headings))}"
            share = self._topic.share(headings)
            self._lists[host] = FoundInterface(
                document.url, document.url, document.url, reason, share
            )

    @property
    def lists(self) -> list[FoundInterface]:
        """Lists of hosts that showed no interface of the domain."""
        kept = (self._lists[host] for host in self._lists if host not in self._found_hosts)
        return [one for one in kept if one is not None]

    def _accept(self, form: QueryInterface, reason: str, score: float) -> None:
        key = interface_key(form)
        self.found.append(FoundInterface(key, form.page_url, form.action, reason, score))
        self._found_hosts.add(host_key(form.page_url))

    def _query(self, form: QueryInterface, document: Document) -> Hyperlink | None:
        """Return the query to a source of which only a name is known, once for each."""
        host = host_key(form.page_url)
        if form.kind != "search" or host not in self._named_hosts or host in self._found_hosts:
            return None
        return self._queries.ask(form, guess_language(" ".join(own_words(document))))

    def link_log_odds(self, link: Hyperlink) -> float:
        """Return how much a link of the page judged last promises a query interface."""
        words = [*link.anchor, *link.address, *self._links.get(canonical_url(link.url), ())]
        spoken = SPOKEN_BONUS * min(len(self._topic.spoken(words)), MAX_SPOKEN_WORDS)
        if _address(link.url) in self._shapes:
            spoken = 0.0  # an answer of a form that was judged
        purposes = concepts(" ".join(words))
        bonus = SEARCH_BONUS if "search" in purposes else 0.0
        bonus += NEW_HOST_BONUS if host_key(link.url) not in self._site_headings else 0.0
        return spoken + bonus - (OTHER_PURPOSE_PENALTY if purposes & OTHER_PURPOSES else 0.0)

    def promise(self, link: Hyperlink, page: Judgement) -> Promise:
        """Return what the page judged last says of a link: whether it may lead to the topic.

        All links of a page on the topic may that holds no interface itself.
        """
        if link.url in self._queries:
            return "query"
        if _address(link.url) in self._shapes:
            return ""
        words = self._links.get(canonical_url(link.url), link.anchor)
        is_of_topic = self.is_topical and not page.targets
        if is_of_topic or self._topic.log_odds([*words, *link.address]) > 0:
            return "within" if host_key(link.url) in self.searched_hosts else "spoken"
        if not self._names_sources or len(set(words)) > MAX_NAME_WORDS:
            return ""
        if host_key(link.url) not in self._site_headings:
            self._named_hosts.add(host_key(link.url))
        return "named"

    def _evidence(self, document: Document, linked: str) -> tuple[tuple[str, ...], list[str]]:
        """Return what names a page, and its text: both as words.

        Named it is by its headings, by links to it and by the headings of its site's first page.
        """
        headings = tuple(heading_words(document))
        host = host_key(document.url)
        addresses = dict.fromkeys((linked, canonical_url(document.url)))
        described = [word for url in addresses for word in self._described.get(url, ())]
        if host not in self._site_headings:
            is_directory = len(_linked_hosts(document)) >= MIN_DIRECTORY_HOSTS
            self._site_headings[host] = () if is_directory else (*headings, *described)
        return (*headings, *described, *self._site_headings[host]), own_words(document)

    def _remember_descriptions(self) -> None:
        """Keep what the links of a page say of others, as far as it is on the subject."""
        for url, words in self._links.items():
            if url not in self._described and self._topic.spoken(words):
                self._described[url] = tuple(words)

    def _acceptance(
        self, form: QueryInterface, headings: Sequence[str], text: Sequence[str]
    ) -> tuple[str, float]:
        """Return why a searchable form is on the subject, and how surely; '' if it is not."""
        asked = relevance(form, map(_weighed, self._domain.attributes))
        if asked.is_ours:
            attributes = ", ".join(match.attribute for match in asked.matches)
            return f"its controls ask for {attributes} (relevance {asked.total:.2f})", asked.total
        is_found = host_key(form.page_url) in self._found_hosts
        if form.kind != "search":  # choices alone: the labels must say it, and nothing else does
            words = self._topic.spoken(form_words(form))
            is_named = bool(words) and not is_found and self._topic.log_odds(headings) > 0
            named = f"its choices and headings speak of {', '.join(words)}"
            return (named, self._topic.share(headings)) if is_named else ("", 0.0)
        if is_found:
            headings, text = (), ()  # they speak of the site, and that is found
        names = (*headings, *form_words(form))
        if self._topic.log_odds(names) > 0:
            words = self._topic.spoken(names)
            return f"form and headings speak of {', '.join(words)}", self._topic.share(names)
        if words := self._said_in(names, text):
            return f"its page speaks of {', '.join(words)}", self._topic.share((*names, *text))
        return "", 0.0

    def _said_in(self, names: Sequence[str], text: Sequence[str]) -> list[str]:
        """Return the words of the topic in a page, if there are several and most of them."""
        words = self._topic.spoken((*names, *text))
        share = self._topic.share((*names, *text))
        return words if len(words) > 1 and share > MIN_SHARE_OF_TEXT else []

    def _is_known(self, form: QueryInterface) -> bool:
        """Return whether an interface was judged before.

        One with the same action and half of the controls is the same: a form may grow by a
        control for every condition.
        """
        names = _names(form)
        return any(
            2 * len(names & others) >= min(len(names), len(others))
            for others in self._shapes[_action(form)]
        )

    def _why_not(self, form: QueryInterface) -> str:
        """Say why a searchable form is not on the subject."""
        labels = [c.group_label or c.label or c.name for c in _visible(form)]
        asked = ", ".join(dict.fromkeys(label for label in labels if label))
        return f"it searches, but nothing says that it is on the subject (it asks for {asked})"


def _weighed(attribute: DomainAttribute) -> DomainAttribute:
    """Return an attribute with half its affinity if any subject has it and nobody weighed it."""
    is_common = any(normalise(name) in word_set("any_attributes") for name in attribute.names)
    if not is_common or attribute.affinity != DEFAULT_AFFINITY:
        return attribute
    return replace(attribute, affinity=DEFAULT_AFFINITY / 2)


def interface_key(form: QueryInterface) -> str:
    """Return by what an interface is known: its action, and the names of its visible controls."""
    return " ".join([_action(form), *sorted(_names(form))])


def _action(form: QueryInterface) -> str:
    return _address(form.action)


def _address(url: str) -> str:
    return canonical_url(url).partition("?")[0]


def _names(form: QueryInterface) -> frozenset[str]:
    return frozenset(control.name for control in _visible(form))


def refusal_of(form: QueryInterface) -> str:
    """Return why a form is no query interface of its site; '' if it is one."""
    if form.kind not in ("search", "filter"):
        return "no form to search with" if form.kind == "other" else f"it is a {form.kind} form"
    if not _is_of_site(form):
        return f"it is sent to another site ({host_key(form.action)})"
    if query_control(form) is None and not _parts_a_source(form):
        return "it has neither a box for words nor choices that part a source"
    return ""


def _is_of_site(form: QueryInterface) -> bool:
    """Return whether a form is sent to the site of its page, or to a host beside it."""
    page, target = host_name(form.page_url), host_name(form.action)
    if page == target or not target:
        return True
    if is_ip(page) or is_ip(target):
        return False
    return page.split(".")[-2:] == target.split(".")[-2:]


def _parts_a_source(form: QueryInterface) -> bool:
    """Return whether a form without a box has choices that say which records are wanted."""
    views = {
        control.name
        for control in form.controls
        if control.role in VIEW_ROLES
        or concepts(f"{control.label} {control.name}") & SWITCH_PURPOSES
    }
    plan = plan_fill(form, DomainKnowledge())
    return not plan.refused and any(
        len(slot.offers) > 1 and not views & set(slot.names) for slot in plan.slots
    )


def _visible(form: QueryInterface) -> list[Control]:
    """Return one control a group, without hidden ones, traps and buttons."""
    groups = (group[0] for group in control_groups(form))
    return [c for c in groups if c.kind not in {*BUTTON_KINDS, "hidden"} and not c.honeypot]


def _shows_list(document: Document) -> bool:
    """Tell whether a page lists: in a frame, by letters, in records, or drawn by a script."""
    letters = {document.visible_text(node) for node in document.elements("a")}
    if sum(len(one) == 1 and one.isalpha() for one in letters) >= MIN_LISTED:
        return True
    if next(iter(document.elements("frame")), None) or _ASKS_FOR_DATA.search(document.html):
        return True
    regions = mine_regions(document, 1)
    return bool(regions) and len(regions[0].records) >= MIN_LISTED


def _names_sources(links: Mapping[str, Sequence[str]], own_host: str) -> bool:
    """Return whether a page calls other hosts by names; else a single word is a description."""
    sizes = [len(set(words)) for url, words in links.items() if host_key(url) != own_host]
    return sum(size <= 1 for size in sizes) >= MIN_SHARE_OF_NAMES * max(len(sizes), 1)


def _linked_hosts(document: Document) -> set[str]:
    own = host_key(document.url)
    urls: Iterable[str] = (document.link(node) for node in document.elements("a"))
    return {host_key(url) for url in urls if url} - {own}


TITLE_TAGS: Final = ("title", "h1", "h2", "legend")
MAX_STEPS_TO_BLOCK: Final = 3
"""Steps from a link up to the block that describes it."""
MAX_DESCRIPTION_LENGTH: Final = 400
"""Characters of a block that describes a link; a longer text speaks of more."""
MAX_DESCRIBED_LINKS: Final = 2_000


def heading_words(document: Document) -> list[str]:
    """Return the words of the title and of the headings of a page."""
    texts = [document.visible_text(node) for node in document.elements(*TITLE_TAGS)]
    return text_words(" ".join(texts))


def own_words(document: Document) -> list[str]:
    """Return the words of a page that stand in no link."""
    words: list[str] = []
    end = -1
    for leaf in document.text_nodes:
        if leaf < end:
            continue
        link = next((n for n in document.ancestors(leaf) if document.tag[n] == "a"), -1)
        if link >= 0:
            end = document.end[link]
        else:
            words += text_words(document.text[leaf])
    return words


def form_words(form: QueryInterface) -> list[str]:
    """Return the words of labels and captions of a form; choices are values and say too much."""
    texts: list[str] = []
    for control in form.controls:
        texts += [control.label, control.group_label]
        if control.kind in {"submit", "button"}:
            texts.append(control.value)
    return text_words(" ".join(texts))


def link_descriptions(document: Document) -> dict[str, list[str]]:
    """Return the words in the block of each link that is alone in it, by canonical address."""
    links = [node for node in document.elements("a") if document.attribute(node, "href")]
    described: dict[str, list[str]] = {}
    for place, node in enumerate(links[:MAX_DESCRIBED_LINKS]):
        before = links[place - 1] if place else -1
        after = links[place + 1] if place + 1 < len(links) else len(document)
        block = node
        for step, above in enumerate(document.ancestors(node)):
            is_shared = before >= above or after < document.end[above]
            if step >= MAX_STEPS_TO_BLOCK or is_shared or document.tag[above] in {"body", "html"}:
                break
            block = above
        text = document.visible_text(block)[:MAX_DESCRIPTION_LENGTH]
        described.setdefault(canonical_url(document.link(node)), []).extend(text_words(text))
    return described
