"""Report of a discovery as one HTML page: its curve, what was found, and what was refused."""

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from leadline.page.urls import host_key
from leadline.report.curve import draw
from leadline.report.html import html_page, section, write_page
from leadline.report.markup import Markup, count, join, link, number, tag, text
from leadline.report.parts import table
from leadline.store import Reader
from leadline.store.discovery import (
    DISCOVERY_FOLDER,
    DISCOVERY_KEY,
    FOUND_INTERFACES,
    REFUSED_FORMS,
)

DISCOVERY_REPORT: Final = "discovery.html"
MAX_REFUSED_SHOWN: Final = 500
MAX_HOSTS_SHOWN: Final = 200


def write_discovery_report(project: Path) -> Path:
    """Write the report of the discovery of a project into its folder; return its path."""
    with Reader(project / DISCOVERY_FOLDER / "project.sqlite") as store, store.snapshot():
        page = render_discovery(store, project.resolve().name)
    path = project / DISCOVERY_REPORT
    write_page(path, page)
    return path


def render_discovery(store: Reader, name: str) -> str:
    """Render the page."""
    source, learned = store.source(DISCOVERY_KEY), store.learned(DISCOVERY_KEY)
    found, refused = learned.get(FOUND_INTERFACES, []), learned.get(REFUSED_FORMS, [])
    counts = store.counts(DISCOVERY_KEY)
    summary = [
        tag("strong", count(len(found), "query interface")),
        f" in {count(counts.requests, 'request')}; {source.reason or 'under way'}",
    ]
    curve = draw(store.coverage(DISCOVERY_KEY), "interfaces found", "interfaces")
    sections = [
        section("Interfaces found over requests", curve),
        section("Found", found_table(found)),
        section("Hosts", _hosts_table(store, found)),
        section("Refused", refused_table(refused)),
    ]
    return html_page("leadline discovery", name, join(summary), *sections)


def found_table(found: Sequence[dict[str, Any]], end: str = "accepted") -> Markup:
    """Make the table of accepted or refused interfaces, each with its reason."""
    rows = [[link(row["url"]), text(row["reason"]), text(row["key"], 200)] for row in found]
    return table(["page", f"why it was {end}", "action and controls"], rows)


def refused_table(refused: Sequence[dict[str, Any]]) -> Markup:
    """Make the table of refused forms, each with its reason; count those not shown."""
    rest = len(refused) - MAX_REFUSED_SHOWN
    more = tag("p", f"{count(rest, 'more form')} were refused.") if rest > 0 else Markup("")
    return join([found_table(refused[:MAX_REFUSED_SHOWN], "refused"), more])


def _hosts_table(store: Reader, found: Sequence[dict[str, Any]]) -> Markup:
    """The hosts with their pages and interfaces, the most fruitful first."""
    pages: Counter[str] = Counter()
    failures: Counter[str] = Counter()
    for page in store.pages(DISCOVERY_KEY):
        counter = failures if page.error or page.status >= 400 else pages
        counter[host_key(page.url)] += 1
    fruit = Counter(host_key(row["url"]) for row in found)
    hosts = sorted(pages | failures, key=lambda host: (-fruit[host], -pages[host], host))
    rows = [
        [text(host), number(pages[host]), number(failures[host]), number(fruit[host])]
        for host in hosts[:MAX_HOSTS_SHOWN]
    ]
    return table(["host", "#pages", "#without a page", "#interfaces"], rows)
