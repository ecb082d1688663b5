"""The crawl: order, bounds, traps, duplicates, many hosts at once, and resuming."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import NamedTuple
from zlib import crc32

import pytest

from leadline.discover.crawl import CrawlRules, FocusedCrawl
from leadline.discover.link_classifier import LinkClassifier
from leadline.discover.messages import (
    FetchLink,
    FoundLink,
    JudgedPage,
    Judgement,
    PageArrived,
    PageRead,
)
from leadline.discover.page_content import PageContent
from leadline.page.dom import Document, parse_html
from leadline_research.bench.crawl.relevance import TopicJudge, TopicRelevance
from leadline_research.bench.crawl.replay import crawl_pages

TIDES = [["tide", "harbour", "moon"], ["tide", "gauge", "sea"]]
BREAD = [["bread", "oven", "flour"], ["bread", "salt", "baker"]]


def made_web(hosts: int = 3, pages: int = 40) -> dict[str, str]:
    """Some hosts with pages on tides and on bread, which link to their own kind more often."""
    rng = Random(7)
    texts = {True: "tide harbour moon gauge sea", False: "bread oven flour salt baker"}
    urls = [f"http://h{h}.example/{p}.html" for h in range(hosts) for p in range(pages)]
    kinds = {url: rng.random() < 0.3 for url in urls}
    web = {}
    for number, url in enumerate(urls):
        linked = rng.sample(urls, 6) + [u for u in rng.sample(urls, 12) if kinds[u] == kinds[url]]
        links = "".join(f"<li><a href='{u}'>{texts[kinds[u]][:11]}</a></li>" for u in linked)
        words = " ".join(f"word{number}x{i}" for i in range(30))
        web[url] = f"<title>{texts[kinds[url]]}</title><p>{words}</p><ul>{links}</ul>"
    return web


def new_crawl(seeds: list[str], rules: CrawlRules | None = None) -> FocusedCrawl:
    relevance = TopicRelevance(TIDES, BREAD)
    scorer = LinkClassifier(link_log_odds=lambda link: relevance.log_odds(link.anchor))
    return FocusedCrawl(seeds, TopicJudge(relevance), scorer, rules)


def arrived(web: Mapping[str, str], link: FetchLink) -> PageArrived:
    html = web.get(link.url)
    return PageArrived(link.number, None if html is None else parse_html(html, link.url))


def run(crawl: FocusedCrawl, web: Mapping[str, str], most: int = 10_000) -> list[PageRead]:
    notes = []
    while len(notes) < most and (link := crawl.next()) is not None:
        if (note := crawl.observe(arrived(web, link))) is not None:
            notes.append(note)
    return notes


def test_relevant_pages_come_first() -> None:
    web = made_web()
    notes = run(new_crawl(list(web)[:1]), web)
    rewards = [note.judgement.reward for note in notes]
    found = sum(rewards)
    assert found > 20
    assert sum(rewards[: int(found) + 5]) >= 0.8 * found


def test_the_generator_runs_the_state_machine() -> None:
    web = made_web()
    by_hand = [note.link.url for note in run(new_crawl(list(web)[:1]), web)]
    steps = crawl_pages(new_crawl(list(web)[:1]))
    link, fetched = next(steps), []
    outcome = None
    while outcome is None:
        fetched.append(link.url)
        try:
            link = steps.send(arrived(web, link))
        except StopIteration as ended:
            outcome = ended.value
    assert fetched == by_hand
    assert outcome.pages == len(by_hand)
    assert outcome.reason == "no link is left"


class Step(NamedTuple):
    """A call of ``next`` ("take" a link, or "idle"), or an answer ("observe")."""

    action: str
    url: str
    busy: frozenset[str] = frozenset()
    weighed: frozenset[str] = frozenset()


def crawl_many_hosts(crawl: FocusedCrawl, web: Mapping[str, str]) -> list[Step]:
    """Crawl with two hosts asked at once, whose answers come in any order."""
    rng, steps = Random(1), []
    under_way: dict[str, FetchLink] = {}
    while not crawl.is_finished:
        while len(under_way) < 2:
            link, busy = crawl.next(under_way.keys()), frozenset(under_way)
            weighed = frozenset(crawl.weighed_hosts)
            steps.append(Step("take" if link else "idle", link.url if link else "", busy, weighed))
            if link is None:
                break
            assert link.host not in under_way
            under_way[link.host] = link
        if not under_way:  # what was left promised too little
            break
        link = under_way.pop(rng.choice(sorted(under_way)))
        steps.append(Step("observe", link.url))
        crawl.observe(arrived(web, link))
    return steps


@pytest.mark.parametrize("rules", [CrawlRules(), CrawlRules(barren_cost=0.5)])
def test_hosts_under_way_are_left_alone_and_a_crawl_goes_on_as_before(rules: CrawlRules) -> None:
    web = made_web(hosts=6)
    seeds = [url for url in web if url.endswith("/0.html")]
    crawl = new_crawl(seeds, rules)
    steps = crawl_many_hosts(crawl, web)
    fetched = [step.url for step in steps if step.action == "observe"]
    assert sorted(fetched) == sorted(set(fetched))
    assert len(fetched) > 150

    for stop in (1, 50, 149, 250, len(steps)):
        again = new_crawl(seeds, rules)
        under_way: dict[str, FetchLink] = {}
        for number, (action, url, busy, weighed) in enumerate(steps):
            if action == "observe":
                again.observe(arrived(web, under_way.pop(url)))
            elif number >= stop:
                link = again.next(busy)
                assert (link.url if link else "") == url
                under_way |= {url: link} if link else {}
            elif action == "take":
                under_way[url] = again.retake(url, weighed)
            else:
                again.reweigh(weighed)
        assert again.waiting() == crawl.waiting()
        assert again.outcome() == crawl.outcome()


def test_retake_refuses_what_the_crawl_does_not_say() -> None:
    crawl = new_crawl(["http://h.example/"])
    with pytest.raises(ValueError, match="does not go on"):
        crawl.retake("http://h.example/other")


@pytest.mark.parametrize(
    ("rules", "pages"),
    [
        (CrawlRules(pages=17), 17),
        (CrawlRules(site_pages=5), 15),
        (CrawlRules(allows=lambda url: "//h1." in url), 40),
    ],
)
def test_bounds_hold(rules: CrawlRules, pages: int) -> None:
    web = made_web()
    seeds = [url for url in web if url.endswith("/0.html")]
    assert len(run(new_crawl(seeds, rules), web)) == pages


def test_a_site_is_left_after_pages_without_reward() -> None:
    web = {f"http://h.example/p{'x' * i}": f"<a href=/p{'x' * (i + 1)}>on</a>" for i in range(99)}
    crawl = new_crawl(["http://h.example/p"], CrawlRules(site_barren=30))
    assert len(run(crawl, web)) == 30


class Endless(dict[str, str]):
    """A site with twenty pages on tides, and one of four traps."""

    def __init__(self, trap: str) -> None:
        super().__init__()
        self.trap = trap
        self.asked = 0

    def get(self, url: str, default: object = None) -> str:  # type: ignore[override]
        path = url.partition(".example")[2]
        self.asked += "trap" in path
        days = "<p>monday tuesday wednesday, events of the harbour master and his friends</p>"
        number = crc32(path.encode()) % 10**6
        match self.trap:
            case "calendar":
                links = f"<a href=/trap/{number}/{number % 12}>next month</a>"
            case "session":
                links = f"<a href='/trap?PHPSESSID={self.asked}{number}'>start</a>"
            case "facets":
                links = "".join(
                    f"<a href='/trap?colour={number % 97 + k}&size={number % 89 * k}'>red</a>"
                    for k in range(9)
                )
            case _:
                links = "".join(
                    f"<a href='/trap?sort={number % 97 + k}&from={number % 89}'>sort</a>"
                    for k in range(9)
                )
        pages = "".join(f"<a href=/page-{'i' * i}>tide {'i' * i}</a>" for i in range(1, 21))
        text = "tide sea gauge" if "page" in path else days
        return f"{text} {links}{pages}"


@pytest.mark.parametrize("trap", ["calendar", "session", "facets", "sorted"])
def test_traps_are_bounded(trap: str) -> None:
    web = Endless(trap)
    notes = run(new_crawl(["http://h.example/"]), web, most=1_000)
    assert sum(note.judgement.reward for note in notes) >= 1
    assert {f"http://h.example/page-{'i' * i}" for i in range(1, 21)} <= {n.url for n in notes}
    assert web.asked <= 110


class ByNumber:
    """Scores links by the number in their address, low ones first."""

    def learn(self, page: JudgedPage) -> bool:
        return False

    def score(self, page: JudgedPage, links: Sequence[FoundLink]) -> list[float]:
        return [-float(found.link.url.rpartition("=")[2]) for found in links]

    def rescore(self, waiting: Sequence[int]) -> list[float]:
        raise NotImplementedError


def test_a_shape_that_is_rewarded_after_all_is_taken_up_where_it_was_left() -> None:
    links = "".join(f"<a href='/p?id={i}'>next</a>" for i in range(1, 81))
    web = {f"http://h.example/p?id={i}": f"bread oven text{i} word{i}" for i in range(1, 81)}
    web |= {"http://h.example/": links, "http://h.example/p?id=200": "salt and flour"}
    web["http://h.example/p?id=51"] = "tide harbour moon sea gauge <a href='/p?id=200'>bread</a>"
    judge = TopicJudge(TopicRelevance(TIDES, BREAD))
    crawl = FocusedCrawl(["http://h.example/"], judge, ByNumber())
    fetched = [note.link.url.rpartition("=")[2] for note in run(crawl, web)]
    assert fetched[1:54] == [str(i) for i in range(1, 54)]


def test_a_repeated_page_is_not_rewarded_again() -> None:
    text = "tide harbour moon gauge sea " + " ".join(f"word{i}" for i in range(40))
    web = {
        "http://h.example/": "<a href=/a>tide</a><a href=/b>tide</a>",
        "http://h.example/a": text,
        "http://h.example/b": " ".join(reversed(text.split())),
    }
    notes = run(new_crawl(["http://h.example/"]), web)
    assert [note.judgement.reward for note in notes] == [1.0, 1.0, 0.0]
    assert notes[2].duplicate_of == "http://h.example/a"
    assert "repeats" in notes[2].judgement.reason


def test_no_site_is_begun_after_the_bound() -> None:
    web = made_web(hosts=5)
    notes = run(new_crawl(list(web)[:1], CrawlRules(sites=2)), web)
    assert len({note.link.host for note in notes}) == 2


class OneTargetASite:
    """A judge that finds its target on the first page of every site."""

    def __init__(self) -> None:
        self.sites: set[str] = set()

    def judge(self, content: PageContent, document: Document, linked: str = "") -> Judgement:
        host = content.url.split("/")[2]
        is_new = host not in self.sites
        self.sites.add(host)
        return Judgement(0.0, float(is_new), (host,) if is_new else ())


def test_sites_without_a_target_come_before_the_rest_of_one_that_gave_it() -> None:
    web = made_web(hosts=6)
    scorer = LinkClassifier(link_log_odds=lambda link: float(len(link.anchor)))
    notes = run(FocusedCrawl(list(web)[:1], OneTargetASite(), scorer), web, most=6)
    assert len({note.link.host for note in notes}) == 6
