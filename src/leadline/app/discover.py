"""Discovery: a focused crawl over many hosts at once, which finds sources for a harvest.

``adiscover`` is a coroutine; ``discover`` runs it from synchronous code. What is found goes into
``found.toml`` of the project, from where a harvest takes it.
"""

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from typing import Any, Final, TypedDict, Unpack

from leadline.app.aside import forget
from leadline.app.budget import BudgetGuard
from leadline.app.calls import Target, Targets, synchronous, target_names
from leadline.app.discovery.log import DiscoveryLog
from leadline.app.discovery.plan import DiscoveryPlan, discovery_plan_of, write_found
from leadline.app.discovery.run import MAX_HOSTS_AT_ONCE, DiscoveryProgress, DiscoveryRun, read_page
from leadline.app.mend import mend, mend_named
from leadline.app.project import FOUND_FILE, Project, found_sources
from leadline.app.source.sealed_archive import SealedArchive
from leadline.discover.crawl import COST_OF_BARREN_PAGE, CrawlRules, FocusedCrawl
from leadline.discover.interfaces.judge import FoundInterface, InterfaceJudge, RefusedForm
from leadline.discover.interfaces.topic import Topic
from leadline.discover.link_classifier import LinkClassifier
from leadline.discover.page_content import read_content
from leadline.errors import StoreError
from leadline.fetch import Hosts, HttpFetcher
from leadline.fetch.wishes import HostWishes
from leadline.model import Budget, Outcome, Request
from leadline.page.charset import decode
from leadline.page.dom import Document, parse_html
from leadline.page.urls import host_key, split_url
from leadline.store import Reader, Store
from leadline.store.discovery import (
    DISCOVERY_FOLDER,
    DISCOVERY_KEY,
    FOUND_INTERFACES,
    REFUSED_FORMS,
    was_begun,
)
from leadline.store.given import given_bytes
from leadline.store.seals import break_seal

MAX_BARREN_PAGES_OF_SITE: Final = 100
"""Pages of a host in a row without a new interface, after which it is left."""
WORTH_OF_INTERFACE: Final = 20
"""Requests that another interface is worth."""
MAX_INTERFACES_OF_SITE: Final = 3
"""Interfaces of a host, after which it is left."""
SAMPLES: Final = "sample words"
STOPPED: Final = "the discovery was stopped; run it again to go on"
NO_PROGRESS: Final = DiscoveryProgress()


@dataclass(frozen=True, slots=True)
class Discovery:
    """Result of a discovery: what was found and refused, and why it ended.

    ``outcome.state`` is "exhausted" when no link is left that promises enough, "paused" when a
    budget or the person stopped it, "failed" when nothing was found and something may have been
    missed: the next run begins anew. ``sources`` is the number of sources in ``found.toml``.
    """

    project: Project
    outcome: Outcome
    found: tuple[FoundInterface, ...] = ()
    refused: tuple[RefusedForm, ...] = ()
    sources: int = 0
    progress: DiscoveryProgress = NO_PROGRESS

    def __fspath__(self) -> str:
        return str(self.project.folder)


class DiscoverOptions(TypedDict, total=False):
    """Options of a discovery: fields of `DiscoveryPlan`, and those of `discover_plan`."""

    topic: str
    samples: Sequence[str]
    hosts: Sequence[str]
    anywhere: bool
    max_hosts: int
    site_requests: int
    budget: Budget
    robots: bool
    pace: float | None
    fresh: bool
    at_once: int
    thorough: bool
    watch: Callable[[DiscoveryProgress], None] | None


RUN_OPTIONS: Final = ("robots", "pace", "fresh", "at_once", "thorough", "watch")


async def adiscover(
    *targets: Targets, project: Target | None = None, **options: Unpack[DiscoverOptions]
) -> Discovery:
    """Find query interfaces of a topic or of a project's domain, from seeds on.

    ``targets`` are addresses (pages or sitemaps), files of hosts, or a plan with ``[discover]``.
    ``topic`` names in words what is looked for, ``samples`` are files or addresses of pages on it.
    Further options are fields of `DiscoveryPlan` and arguments of `discover_plan`.
    """
    running: dict[str, Any] = {n: v for n, v in options.items() if n in RUN_OPTIONS}
    changes = {n: v for n, v in options.items() if n not in RUN_OPTIONS}
    names = [*target_names(targets)]
    mend_named(names, project)
    plan = discovery_plan_of(names, project, **changes)
    return await discover_plan(plan, **running)


async def discover_plan(
    plan: DiscoveryPlan,
    *,
    robots: bool = True,
    pace: float | None = None,
    fresh: bool = False,
    at_once: int = MAX_HOSTS_AT_ONCE,
    thorough: bool = False,
    watch: Callable[[DiscoveryProgress], None] | None = None,
) -> Discovery:
    """Crawl by a plan, and write what is found into its project.

    ``pace`` is the minimum number of seconds between requests to a host, ``at_once`` the largest
    number of hosts asked at the same time. ``fresh`` deletes an earlier discovery of the project.
    ``thorough`` follows links that promise too little, too, until none is left. ``watch`` is called
    with each `DiscoveryProgress`.
    """
    if fresh:
        forget(plan.own)
        (plan.project.folder / FOUND_FILE).unlink(missing_ok=True)
        break_seal(plan.project.folder / FOUND_FILE)
    mend(plan.own)
    hosts = Hosts(pace, wishes=HostWishes())
    async with HttpFetcher(plan.allowed_hosts(), robots=robots, hosts=hosts) as fetcher:
        with Store(plan.own.store) as store, SealedArchive(plan.own.pages) as archive:
            log = DiscoveryLog(store, archive)
            log.begin(plan.seeds[0], plan.settings)
            run = await prepare_run(plan, log, fetcher)
            run.at_once, run.watch, run.is_thorough = at_once, watch, thorough
            return await _run(run, plan)


async def prepare_run(plan: DiscoveryPlan, log: DiscoveryLog, fetcher: HttpFetcher) -> DiscoveryRun:
    """Make the crawl of a plan."""
    topic = Topic.of_words(plan.topic)
    if plan.samples:
        topic = topic.joined(Topic.of_pages(await _sample_words(plan.samples, log, fetcher)))
    judge = InterfaceJudge(topic, plan.domain, plan.rules)
    rules = replace(
        discovery_rules(judge),
        sites=plan.max_hosts or None if plan.anywhere else None,
        site_pages=plan.site_requests or None,
        allows=lambda url: not fetcher.guard.refusal(url),
    )
    scorer = LinkClassifier(link_log_odds=judge.link_log_odds)
    crawl = FocusedCrawl(plan.seeds, judge, scorer, rules)
    return DiscoveryRun(crawl, judge, log, fetcher, BudgetGuard(plan.budget), plan.project.folder)


def discovery_rules(judge: InterfaceJudge) -> CrawlRules:
    """Return the rules of a crawl for query interfaces, without what its plan bounds."""
    return CrawlRules(
        site_barren=MAX_BARREN_PAGES_OF_SITE,
        site_targets=MAX_INTERFACES_OF_SITE,
        barren_cost=COST_OF_BARREN_PAGE,
        target_worth=WORTH_OF_INTERFACE,
        promise=judge.promise,
    )


async def _run(run: DiscoveryRun, plan: DiscoveryPlan) -> Discovery:
    """Run to the outcome, and keep what was found; whoever cancels this finds it paused."""
    store = run.log.store
    store.set_state(DISCOVERY_KEY, "harvesting")
    outcome = Outcome("paused", STOPPED)
    try:
        outcome = await run.run()
    finally:
        found, refused = [*run.judge.found, *run.judge.lists], run.judge.refused
        with suppress(StoreError), store.transaction():  # no end without what was found
            store.learn(DISCOVERY_KEY, FOUND_INTERFACES, [asdict(each) for each in found])
            store.learn(DISCOVERY_KEY, REFUSED_FORMS, [asdict(form) for form in refused])
            store.finish(DISCOVERY_KEY, outcome)
            write_found(found, plan.project.folder)
    return load_discovery(plan.project, run.progress())


async def _sample_words(
    samples: Iterable[str], log: DiscoveryLog, fetcher: HttpFetcher
) -> list[list[str]]:
    """Return the words of the sample pages; those of the first run, if there was one."""
    kept = log.store.learned(DISCOVERY_KEY).get(SAMPLES)
    if kept is not None:
        return [list(words) for words in kept]
    pages: list[list[str]] = []
    for sample in samples:
        if split_url(sample) is None:
            html, _ = decode(_read_file(sample))
            document: Document | None = parse_html(html, "http://sample.invalid/")
        else:
            fetcher.guard.name(host_key(sample))
            document = read_page(await fetcher.fetch(Request("GET", sample)))
        if document is None:
            raise ValueError(f"the sample {sample} is no page")
        pages.append(list(read_content(document).words))
    log.store.learn(DISCOVERY_KEY, SAMPLES, pages)
    return pages


def _read_file(path: str) -> bytes:
    try:
        return given_bytes(path)
    except OSError as fault:
        raise ValueError(f"the sample {path} cannot be read: {fault}") from fault


def load_discovery(project: Project, progress: DiscoveryProgress = NO_PROGRESS) -> Discovery:
    """Return what the last discovery of a project found; one that was not begun is paused."""
    own = Project(project.folder / DISCOVERY_FOLDER)
    if not was_begun(own.store):
        return Discovery(project, Outcome("paused", STOPPED))
    with Reader(own.store) as store:
        source, learned = store.source(DISCOVERY_KEY), store.learned(DISCOVERY_KEY)
        requests = store.counts(DISCOVERY_KEY).requests
    found = tuple(FoundInterface(**row) for row in learned.get(FOUND_INTERFACES, ()))
    refused = tuple(RefusedForm(**row) for row in learned.get(REFUSED_FORMS, ()))
    state = source.state if source.state in ("exhausted", "failed") else "paused"
    outcome = Outcome(state, source.reason or STOPPED, "", len(found), requests)
    return Discovery(project, outcome, found, refused, len(found_sources(project.folder)), progress)


discover = synchronous(adiscover)
