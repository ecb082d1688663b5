"""The focused crawl without I/O: it says which page to fetch next and learns from what came.

Two things can be plugged in. A ``PageJudge`` says what a page is worth (the topic, or query
interfaces of a domain). A ``LinkScorer`` says which link is best: by default ``LinkClassifier``.

A driver of many hosts calls ``next`` with the hosts that are busy, and ``observe`` with pages in
any order. Equal calls in equal order give equal links. So a crawl is resumed by its old calls:
``retake`` for ``next``, and ``observe``.

>>> from leadline.discover.link_classifier import LinkClassifier
>>> from leadline_research.bench.crawl.relevance import TopicJudge, TopicRelevance
>>> from leadline.page.dom import parse_html
>>> web = {
...     "http://h.example/": "<a href=bread>oven and bread</a> <a href=tides>tide tables</a>",
...     "http://h.example/tides": "tide and harbour <a href=/moon>moon and tide</a>",
... }
>>> relevance = TopicRelevance([["tide", "harbour"]], [["bread", "oven"]])
>>> scorer = LinkClassifier(link_log_odds=lambda link: relevance.log_odds(link.anchor))
>>> crawl = FocusedCrawl(["http://h.example/"], TopicJudge(relevance), scorer)
>>> while (link := crawl.next()) is not None:
...     html = web.get(link.url)
...     page = PageArrived(link.number, parse_html(html, link.url) if html else None)
...     note = crawl.observe(page)
...     print(link.url, note.judgement.reward if note else "no page")
http://h.example/ 0.0
http://h.example/tides 1.0
http://h.example/moon no page
http://h.example/bread no page
>>> crawl.outcome().rewarded, crawl.outcome().reason
(1, 'no link is left')
"""

from collections import defaultdict
from collections.abc import Callable, Container, Iterable
from dataclasses import dataclass
from math import inf
from typing import Final

from leadline.discover.frontier import Frontier
from leadline.discover.messages import (
    CrawlOutcome,
    FetchLink,
    FoundLink,
    JudgedPage,
    Judgement,
    LinkScorer,
    PageArrived,
    PageJudge,
    PageRead,
)
from leadline.discover.page_content import Hyperlink, read_content
from leadline.discover.stopping import DrynessRule, Promise
from leadline.discover.traps import NearDuplicates, TrapGuard, canonical_url
from leadline.page.urls import host_key

SEED_PRIORITY: Final = 1e9
"""Priority of seeds: they come first, in their order."""
QUERY_PRIORITY: Final = 1.0
"""Priority of the queries of a judge: after links that speak of the topic."""
NO_LINK: Final = "no link is left"
COST_OF_BARREN_PAGE: Final = 0.5
"""Log-odds that the links of a site lose with each page in a row without reward."""
MAX_COSTLY_PAGES: Final = 10
"""Pages without reward from which on the priority of a site's links falls no more."""
PUT_OFF: Final = 1e6
"""What a link of a barren shape loses in priority, once."""


@dataclass(frozen=True, slots=True)
class CrawlRules:
    """Bounds of a crawl; None is no bound. ``allows`` says which addresses may be fetched.

    A site (host) is left after ``site_pages`` pages, ``site_barren`` pages in a row without reward
    or ``site_targets`` targets. Once it gave a target, sites without one come first. Each page in a
    row without reward, up to ten, lowers the priority of its links by ``barren_cost``. No site is
    begun after ``sites`` others. ``expand`` says which pages are followed: "all", "relevant" (pages
    on the topic) or "hard" (on the topic, but not rewarded). Seeds are always followed.

    A target is worth ``target_worth`` requests: links that promise too little are left
    (``DrynessRule``). ``promise`` says what speaks for a link of the page judged last.
    """

    pages: int | None = None
    sites: int | None = None
    site_pages: int | None = None
    site_barren: int | None = None
    site_targets: int | None = None
    barren_cost: float = 0.0
    target_worth: float = inf
    expand: str = "all"
    allows: Callable[[str], bool] = bool
    """Addresses that may be fetched; all, unless a driver says otherwise."""
    promise: Callable[[Hyperlink, Judgement], Promise] = lambda link, page: ""


@dataclass(slots=True)
class SiteRecord:
    """What was fetched of a site: pages, pages in a row without reward, targets."""

    pages: int = 0
    barren: int = 0
    targets: int = 0


class FocusedCrawl:
    """The state of a crawl: frontier, sites, traps, and what the judge and the scorer learned."""

    def __init__(
        self,
        seeds: Iterable[str],
        judge: PageJudge,
        scorer: LinkScorer,
        rules: CrawlRules | None = None,
    ) -> None:
        self._judge = judge
        self._scorer = scorer
        self._rules = rules or CrawlRules()
        self._frontier = Frontier()
        self._traps = TrapGuard()
        self._duplicates = NearDuplicates()
        self._sites: defaultdict[str, SiteRecord] = defaultdict(SiteRecord)
        self._origins: dict[int, tuple[int, str]] = {}
        self._under_way: dict[int, FetchLink] = {}
        self._put_off: set[int] = set()
        self._lowered: dict[int, float] = {}
        self._queries: set[int] = set()
        self.weighed_hosts: set[str] = set()
        """Hosts of links that the last ``next`` weighed and did not hand out."""
        self._handed_out = self._pages = self._rewarded = 0
        self._begun_sites = 0
        self._stopping = DrynessRule(self._rules.target_worth)
        for place, seed in enumerate(seeds):
            self.add_seed(seed, SEED_PRIORITY - place)

    def add_seed(self, url: str, priority: float = SEED_PRIORITY) -> None:
        """Add an address to be fetched before all links, at any time: a seed, or from a sitemap."""
        address = canonical_url(url)
        if address and self._rules.allows(address):
            number = self._frontier.number(address)
            self._origins.setdefault(number, (0, ""))
            self._frontier.raise_priority(number, priority)

    def next(self, busy: Container[str] = ()) -> FetchLink | None:
        """Return the best link of the hosts that are not busy.

        None means that nothing can be fetched now: every host is busy, or ``is_finished``.
        """
        self.weighed_hosts = set()
        while not self._is_spent() and (popped := self._frontier.pop(busy)) is not None:
            link = self._instruction(*popped)
            if self._is_due(link):
                return self._hand_out(link)
            self.weighed_hosts.add(link.host)
        return None

    def reweigh(self, hosts: Iterable[str]) -> None:
        """Weigh again what an earlier run weighed here without handing out a link."""
        link = self.next(_AllBut(hosts))
        if link is not None:  # pages may have changed
            self._take_back(link)

    def retake(self, url: str, weighed: Iterable[str] = (), *, is_exact: bool = True) -> FetchLink:
        """Hand out what an earlier run handed out here; raise ``ValueError`` if it differs.

        ``weighed`` are the ``weighed_hosts`` of that time: links of theirs were put back or put
        off. Unless ``is_exact`` the link is handed out all the same: pages may have changed.
        """
        link = self.next(_AllBut({host_key(url), *weighed}))
        if link is not None and link.url == url:
            return link
        if is_exact:
            raise ValueError(f"this crawl does not go on with {url}")
        if link is not None:
            self._take_back(link)
        number = self._frontier.number(url)
        self._origins.setdefault(number, (0, ""))
        self._frontier.strike(number)
        return self._hand_out(self._instruction(number, 0.0))

    def _take_back(self, link: FetchLink) -> None:
        self._under_way.pop(link.number)
        self._frontier.put_back(link.number, link.priority)

    def observe(self, arrived: PageArrived) -> PageRead | None:
        """Learn from an answer to ``next``; return what the page was worth, None without a page."""
        link = self._under_way.pop(arrived.number)
        site = self._sites[link.host]
        if arrived.document is None:
            self._stopping.observe(link, is_rewarded=False)
            return None
        self._pages += 1
        content = arrived.content or read_content(arrived.document)
        self._frontier.strike(self._frontier.number(canonical_url(content.url)))
        duplicate = self._duplicates.add(link.host, link.url, content.words)
        judgement = self._judge.judge(content, arrived.document, link.url)
        if duplicate and not judgement.targets:
            judgement = Judgement(judgement.log_odds, 0.0, reason=f"repeats {duplicate}")
        page = JudgedPage(link.number, content, judgement, link.depth)
        is_rewarded = judgement.reward > 0
        self._rewarded += is_rewarded
        self._stopping.observe(link, content.url, is_rewarded=is_rewarded)
        if is_rewarded:
            self._frontier.unshelve()
        site.barren = 0 if is_rewarded else site.barren + 1
        site.targets += len(judgement.targets)
        was_barren = self._traps.level(link.url) > 0
        self._traps.observe(link.url, content.words, is_rewarded=is_rewarded)
        if was_barren and is_rewarded:
            self._take_up_again()
        if self._scorer.learn(page):
            self._rescore()
        if self._is_followed(link, judgement):
            self._follow(page, link)
        return PageRead(link, content.url, judgement, duplicate)

    @property
    def is_finished(self) -> bool:
        """Whether nothing is under way and nothing is left that may be fetched."""
        return not self._under_way and (self._is_spent() or not self._frontier.has_more)

    def waiting(self) -> list[str]:
        """Return the addresses that wait, in the order of discovery."""
        return [self._frontier.url(number) for number in self._frontier.waiting()]

    def outcome(self) -> CrawlOutcome:
        """Return the figures of the crawl so far, and why it ended or that it has not."""
        waiting = len(self._frontier)
        reason = "not finished"
        if self.is_finished:
            reason = self._reason(waiting)
        return CrawlOutcome(self._pages, self._rewarded, waiting, reason)

    def leave_no_link(self) -> None:
        """Fetch links from now on that promise little, too."""
        self._stopping.worth = inf
        self._frontier.unshelve()

    def _reason(self, waiting: int) -> str:
        if self._is_spent() and waiting:
            return "the budget of pages is spent"
        return f"the {waiting:,} links that are left promise too little" if waiting else NO_LINK

    def _is_spent(self) -> bool:
        return self._rules.pages is not None and self._handed_out >= self._rules.pages

    def _instruction(self, number: int, priority: float) -> FetchLink:
        depth, found_on = self._origins[number]
        frontier = self._frontier
        return FetchLink(
            number, frontier.url(number), frontier.host(number), priority, depth, found_on
        )

    def _hand_out(self, link: FetchLink) -> FetchLink:
        self._handed_out += 1
        site = self._sites[link.host]
        self._stopping.hand_out(link, is_new_host=not site.pages, is_done=site.targets > 0)
        self._begun_sites += site.pages == 0
        site.pages += 1
        self._under_way[link.number] = link
        return link

    def _is_due(self, link: FetchLink) -> bool:
        """Return whether a link is fetched now.

        One of a barren shape, or of a site that gave a target, is put off once.
        """
        if self._is_closed(link.host):
            return False
        site = self._sites[link.host]
        group = self._stopping.group(link, is_new_host=not site.pages, is_done=site.targets > 0)
        if not self._stopping.is_worth(group):
            self._frontier.shelve(link.number, link.priority)
            return False
        level = self._traps.level(link.url)
        is_later = level == 1 or (site.targets > 0 and link.depth > 0)
        if is_later and link.number not in self._put_off:
            self._put_off.add(link.number)
            self._frontier.put_back(link.number, link.priority - PUT_OFF)
            return False
        return level < 2 and not self._lower(link)

    def _lower(self, link: FetchLink) -> bool:
        """Put a link back if its site brought more pages without reward since it was scored."""
        barren = min(self._sites[link.host].barren, MAX_COSTLY_PAGES)
        is_fixed = link.depth == 0 or link.number in self._queries
        cost = 0.0 if is_fixed else self._rules.barren_cost * barren
        more = cost - self._lowered.get(link.number, 0.0)
        if more <= 0:
            return False
        self._lowered[link.number] = cost
        self._frontier.put_back(link.number, link.priority - more)
        return True

    def _is_closed(self, host: str) -> bool:
        """Return whether a site has had its pages or targets, or may not be begun any more."""
        site, rules = self._sites[host], self._rules
        if not site.pages and rules.sites is not None and self._begun_sites >= rules.sites:
            return True
        limits = (
            (site.pages, rules.site_pages),
            (site.barren, rules.site_barren),
            (site.targets, rules.site_targets),
        )
        return any(limit is not None and count >= limit for count, limit in limits)

    def _is_followed(self, link: FetchLink, judgement: Judgement) -> bool:
        if link.depth == 0 or self._rules.expand == "all":
            return True
        is_relevant = judgement.log_odds > 0
        return is_relevant and (self._rules.expand == "relevant" or judgement.reward <= 0)

    def _follow(self, page: JudgedPage, link: FetchLink) -> None:
        """Let the links of a page wait."""
        found: dict[int, FoundLink] = {}
        for hyperlink in page.content.links:
            address = canonical_url(hyperlink.url)
            if not self._rules.allows(address):
                continue
            number = self._frontier.number(address)
            if number not in self._origins:
                self._origins[number] = (link.depth + 1, page.content.url)
            if number != page.number and number not in found:
                self._stopping.note(number, self._rules.promise(hyperlink, page.judgement))
                is_waiting = not self._frontier.is_taken(number)
                found[number] = FoundLink(number, hyperlink, is_waiting)
        for query in page.judgement.queries:
            self._ask(query, page, link.depth)
        links = list(found.values())
        for one, priority in zip(links, self._scorer.score(page, links), strict=True):
            if one.is_waiting:
                self._frontier.raise_priority(one.number, self._kept(one.number, priority))

    def _ask(self, query: Hyperlink, page: JudgedPage, depth: int) -> None:
        """Let a query of the judge wait; no scorer knows it, so its priority stays."""
        address = canonical_url(query.url)
        if self._rules.allows(address):
            number = self._frontier.number(address)
            self._origins.setdefault(number, (depth + 1, page.content.url))
            self._stopping.note(number, self._rules.promise(query, page.judgement))
            self._queries.add(number)
            self._frontier.raise_priority(number, QUERY_PRIORITY)

    def _rescore(self) -> None:
        """Give all waiting links but seeds and queries the priorities that the scorer has now."""
        frontier = self._frontier
        waiting = [
            number
            for number in frontier.waiting()
            if frontier.priority(number) < SEED_PRIORITY / 2 and number not in self._queries
        ]
        priorities = map(self._kept, waiting, self._scorer.rescore(waiting))
        frontier.rescore(waiting, list(priorities))

    def _take_up_again(self) -> None:
        """Let links wait in their turn again whose shape was put off and is no longer barren."""
        for number in sorted(self._put_off):
            if self._traps.level(self._frontier.url(number)) == 0:
                self._put_off.discard(number)
                priority = self._frontier.priority(number)
                self._frontier.raise_priority(number, priority + PUT_OFF)

    def _kept(self, number: int, priority: float) -> float:
        """Return a priority, lower for a link that was put off or whose site is barren."""
        lowered = self._lowered.get(number, 0.0)
        return float(priority) - lowered - (PUT_OFF if number in self._put_off else 0.0)


class _AllBut:
    """Every host but some."""

    def __init__(self, hosts: Iterable[str]) -> None:
        self._hosts = frozenset(hosts)

    def __contains__(self, host: object) -> bool:
        return host not in self._hosts
