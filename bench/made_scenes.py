"""Random webs in memory for the stopping of a discovery: sources behind directories; no test.

A web has a directory of one of five kinds. Its sources search books (wanted) or other things. A
scene is drawn by its number: kind of directory, how sources are named, where their forms stand.
``./run python bench/made_scenes.py`` prints recall and requests by kind of directory.
"""

from __future__ import annotations

import sys
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from random import Random
from statistics import mean
from typing import TYPE_CHECKING, Final

from leadline.app.discover import discovery_rules
from leadline.discover.crawl import FocusedCrawl
from leadline.discover.interfaces.judge import InterfaceJudge
from leadline.discover.interfaces.topic import Topic
from leadline.discover.link_classifier import LinkClassifier
from leadline.discover.messages import PageArrived
from leadline.page.dom import parse_html
from leadline.page.urls import host_key

if TYPE_CHECKING:
    from collections.abc import Iterator

TOPIC: Final = "books, library catalogue"
KINDS: Final = ("flat", "categories", "paged", "neighbours", "search pages")
NAMINGS: Final = ("described", "named", "mixed")
WANTED: Final = (
    "Town library: books and journals",
    "Catalogue of old books",
    "Library catalogue of the college",
    "Books for children",
    "Union catalogue of libraries",
    "Rare books and prints",
    "Used books of all kinds",
)
OTHERS: Final = (
    "Vacancies near you",
    "Decisions of the courts",
    "Herbarium of mosses",
    "Weather stations of the north",
    "Tenders of the state",
    "Company names and addresses",
    "Patents since 1920",
    "Railway timetables of Europe",
    "Flats to let",
    "Recipes with rice",
    "Bugs of our programs",
    "Minutes of the council",
)
SYLLABLES: Final = (
    "ka",
    "lo",
    "mi",
    "ter",
    "nu",
    "vas",
    "qui",
    "ren",
    "do",
    "pel",
    "sha",
    "oz",
    "bri",
)
DECOYS: Final = ("about", "contact", "imprint", "news", "help", "terms", "press", "team", "history")


@dataclass(slots=True)
class MadeScene:
    """Pages by address, the hosts wanted, and the fewest requests that reach them."""

    kind: str
    naming: str
    pages: dict[str, str] = field(default_factory=dict)
    wanted: dict[str, str] = field(default_factory=dict)
    shown_by: dict[str, str] = field(default_factory=dict)

    @property
    def fewest(self) -> int:
        """Pages on the ways from the seed to the forms."""
        needed: set[str] = set()
        for url in self.wanted.values():
            while url:
                needed.add(url)
                url = self.shown_by.get(url, "")
        return len(needed)


SEED: Final = "http://directory.example/"


def made_scene(number: int) -> MadeScene:
    """Draw a scene."""
    rng = Random(number)
    scene = MadeScene(KINDS[number % len(KINDS)], NAMINGS[number // len(KINDS) % len(NAMINGS)])
    wanted = rng.sample(WANTED, rng.randint(2, len(WANTED)))
    subjects = [*wanted, *rng.sample(OTHERS, 10)]
    rng.shuffle(subjects)
    links = []
    for subject in subjects:
        host = "".join(rng.choices(SYLLABLES, k=3))
        url = _add_source(scene, f"http://{host}.example/", subject, subject in wanted, rng)
        is_bare = scene.naming == "named" or (scene.naming == "mixed" and rng.random() < 0.5)
        links.append((url, host if is_bare else subject))
    _add_directory(scene, links, rng)
    return scene


def _add_source(scene: MadeScene, url: str, subject: str, is_wanted: bool, rng: Random) -> str:
    """Add a source of a few pages; its form is on its first page or behind a link."""
    box = "<form action=/find><input name=q><input type=submit value=Search></form>"
    items = "".join(f"<li><a href=/item/{n}>{_words(rng, 3)}</a></li>" for n in range(8))
    inner = scene.kind == "search pages" and rng.random() < 0.7
    form_url = f"{url}search" if inner else url
    first = f"<a href=/search>Search</a> {items}" if inner else box + items
    if scene.kind == "neighbours":
        first += "".join(f"<a href={other}>neighbour</a>" for other in scene.wanted.values())
    scene.pages[url] = _page(subject, first)
    if inner:
        scene.pages[form_url] = _page(f"Search: {subject}", box)
        scene.shown_by[form_url] = url
    for n in range(8):
        scene.pages[f"{url}item/{n}"] = _page(_words(rng, 3), _words(rng, 60) + box)
    if is_wanted:
        scene.wanted[host_key(url)] = form_url
    return url


def _add_directory(scene: MadeScene, links: list[tuple[str, str]], rng: Random) -> None:
    lists: list[tuple[str, str, list[tuple[str, str]]]] = [(SEED, "Useful pages", links)]
    if scene.kind == "categories":
        names = ["Culture", "Science", "Economy", "State", "Travel"]
        lists = [(f"{SEED}{n}", name, links[n::5]) for n, name in enumerate(names)]
    elif scene.kind == "paged":
        size = 5
        lists = [
            (f"{SEED}?page={n // size}" if n else SEED, "Useful pages", links[n : n + size])
            for n in range(0, len(links), size)
        ]
    for place, (url, title, of_list) in enumerate(lists):
        items = "".join(f"<li><a href='{u}'>{text}</a></li>" for u, text in of_list)
        after = lists[place + 1][0] if scene.kind == "paged" and place + 1 < len(lists) else ""
        body = f"<ul>{items}</ul>" + (f"<a href='{after}'>next page</a>" if after else "")
        if url == SEED:
            body += _decoys(scene, rng)
        scene.pages[url] = _page(title, body)
        for target, _ in of_list:
            scene.shown_by.setdefault(target, url)
        if url != SEED:
            scene.shown_by[url] = lists[place - 1][0] if scene.kind == "paged" else SEED
    if scene.kind == "categories":
        items = "".join(f"<li><a href='{url}'>{title}</a></li>" for url, title, _ in lists)
        scene.pages[SEED] = _page("Useful pages", f"<ul>{items}</ul>" + _decoys(scene, rng))


def _decoys(scene: MadeScene, rng: Random) -> str:
    """Add articles and house pages of the directory; return the links to them."""
    links = []
    for n in range(30):
        scene.pages[f"{SEED}article/{n}"] = _page(_words(rng, 3), _words(rng, 80))
        links.append(f"<li><a href=/article/{n}>{_words(rng, 3)}</a></li>")
    for name in DECOYS:
        scene.pages[f"{SEED}{name}"] = _page(name, _words(rng, 40))
        links.append(f"<li><a href=/{name}>{name}</a></li>")
    rng.shuffle(links)
    return f"<ul>{''.join(links)}</ul>"


def _words(rng: Random, count: int) -> str:
    return " ".join("".join(rng.choices(SYLLABLES, k=2)) for _ in range(count))


def _page(title: str, body: str) -> str:
    return f"<title>{title}</title><h1>{title}</h1>{body}"


@dataclass(frozen=True, slots=True)
class SceneResult:
    """Recall, hosts wrongly accepted, requests to the last interface and in all, the fewest."""

    recall: float
    wrong: int
    last: int
    requests: int
    fewest: int


def crawled(scene: MadeScene, *, thorough: bool = False) -> SceneResult:
    """Discover a scene as ``leadline discover`` would."""
    judge = InterfaceJudge(Topic.of_words(TOPIC))
    scorer = LinkClassifier(link_log_odds=judge.link_log_odds)
    crawl = FocusedCrawl([SEED], judge, scorer, discovery_rules(judge))
    if thorough:
        crawl.leave_no_link()
    requests = last = 0
    while (link := crawl.next()) is not None:
        requests += 1
        html = scene.pages.get(link.url)
        before = len(judge.found)
        crawl.observe(PageArrived(link.number, parse_html(html, link.url) if html else None))
        last = requests if len(judge.found) > before else last
    found = {host_key(interface.url) for interface in judge.found}
    recall = len(found & scene.wanted.keys()) / len(scene.wanted)
    return SceneResult(recall, len(found - scene.wanted.keys()), last, requests, scene.fewest)


def measured(numbers: range) -> Iterator[str]:
    """Yield a line a kind of directory and way of naming."""
    results: defaultdict[tuple[str, str], list[SceneResult]] = defaultdict(list)
    for number in numbers:
        scene = made_scene(number)
        results[scene.kind, scene.naming].append(crawled(scene))
    for (kind, naming), of_kind in sorted(results.items()):
        within = Counter(r.requests <= 3 * r.fewest for r in of_kind)[True] / len(of_kind)
        yield (
            f"{kind}, {naming}: recall {mean(r.recall for r in of_kind):.3f}, "
            f"wrong {sum(r.wrong for r in of_kind)}, fewest {mean(r.fewest for r in of_kind):.1f}, "
            f"last {mean(r.last for r in of_kind):.1f}, "
            f"in all {mean(r.requests for r in of_kind):.1f}, within 3x {within:.2f}"
        )


if __name__ == "__main__":
    for line in measured(range(*map(int, sys.argv[1:3] or ("0", "150")))):
        print(line)
