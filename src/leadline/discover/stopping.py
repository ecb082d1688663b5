"""When a crawl for rare targets ends: all that speaks for a link has been dry for too long.

Links are grouped by what speaks for them. In a group the best come first, so those that wait are
no better than those that came last. After d of them in a row without a target, the chance of each
that waits is about 1/(s + d), where 1/s is what a group promises before anything is known of it
(rule of succession). A link is left when a target would cost more requests than it is worth:
``worth`` of them, or what a target cost so far. Before the first target none is left.

A target counts for the group of its link, and for that of the page that showed the link.

>>> rule = DrynessRule(worth=20)
>>> rule.note(1, "spoken")
>>> seed, spoken, *pages = (
...     FetchLink(number, f"http://h.example/{number}", "h.example", 0.0, min(number, 1))
...     for number in range(7)
... )
>>> for link in [seed, spoken, *pages[:2]]:
...     rule.hand_out(link, is_new_host=False, is_done=False)
...     rule.observe(link, is_rewarded=link is spoken)
>>> rule.is_worth(rule.group(pages[2], is_new_host=False, is_done=False))
False
"""

import re
from dataclasses import dataclass
from math import inf
from typing import Final, Literal

from leadline.discover.messages import FetchLink
from leadline.page.urls import host_key

Promise = Literal["spoken", "query", "within", "named", ""]
"""What a page says of a link: words of the topic; the same of a link into a site that showed a form
already; a mere name; or something else. Or it is a query that tells what a source is about."""
PROMISES: Final[tuple[Promise, ...]] = ("", "named", "within", "query", "spoken")
"""The more the better."""
LinkGroup = Literal[
    "seed", "spoken", "next of list", "query", "within", "named host", "host", "hub page", "page"
]
"""What speaks for a link: the person; words of the topic; that its page led to a target, and it has
the same address but for numbers; that it is a query; words of the topic on a site with a form; that
it leads to a host not visited yet, of which a hub says a name, or something is said; that its host
is a hub; nothing. Hubs are the hosts of seeds, and those that led to targets on others."""
STARTS: Final[dict[LinkGroup, int]] = {
    "spoken": 2,
    "next of list": 2,
    "query": 4,
    "within": 16,
    "named host": 4,
    "host": 20,
    "hub page": 20,
    "page": 20,
}
"""One in so many links of a group leads to a target, before anything is known of the group."""
PROVEN_START: Final = 4
"""One in so many links of a group that led to a target leads to another."""
_NUMBERS: Final = re.compile(r"\d+")


@dataclass(slots=True)
class GroupRecord:
    """The start of a group, and its links since the last that was, or that showed, a target.

    Those under way count: many may be asked at once.
    """

    start: int
    dry: int = 0


class DrynessRule:
    """Says which links are still worth a request; ``worth`` is what a target is worth in them."""

    def __init__(self, worth: float) -> None:
        self.worth = worth
        self._records = {group: GroupRecord(start) for group, start in STARTS.items()}
        self._promises: dict[int, Promise] = {}
        self._groups: dict[str, LinkGroup] = {}
        self._lists: set[str] = set()
        self._hubs: set[str] = set()
        self._cost = inf
        self._pages = self._targets = 0

    def note(self, number: int, promise: Promise) -> None:
        """Remember the best that is said of a link."""
        known = self._promises.get(number, "")
        if PROMISES.index(promise) > PROMISES.index(known):
            self._promises[number] = promise

    def group(self, link: FetchLink, *, is_new_host: bool, is_done: bool) -> LinkGroup:
        """Return the group of a link; ``is_done`` says that its host gave a target."""
        if link.depth == 0:
            return "seed"
        promise = self._promises.get(link.number, "")
        if is_done:
            return "page"
        if promise in ("spoken", "query", "within"):
            return promise
        if is_new_host:
            is_listed = promise == "named" and host_key(link.found_on) in self._hubs
            return "named host" if is_listed else "host"
        if link.found_on in self._lists and _path(link.url) == _path(link.found_on):
            return "next of list"
        return "hub page" if link.host in self._hubs else "page"

    def hand_out(self, link: FetchLink, *, is_new_host: bool, is_done: bool) -> None:
        """Remember the group in which a link is fetched."""
        group = self.group(link, is_new_host=is_new_host, is_done=is_done)
        self._groups[link.url] = group
        if record := self._records.get(group):
            record.dry += 1
        if group == "seed":
            self._hubs.add(link.host)

    def observe(self, link: FetchLink, url: str = "", *, is_rewarded: bool) -> None:
        """Count a fetched page, at ``url`` after redirects, and its target."""
        self._pages += 1
        group = self._groups[link.url]
        if url:
            self._groups[url] = group
        if group == "next of list":
            self._lists.add(url)
        if not is_rewarded:
            return
        self._targets += 1
        self._cost = self._pages / self._targets
        self._lists.add(link.found_on)
        if (host := host_key(link.found_on)) != link.host:
            self._hubs.add(host)
        for name in (group, self._groups.get(link.found_on, "seed")):
            if proven := self._records.get(name):
                proven.start, proven.dry = min(proven.start, PROVEN_START), 0

    def is_worth(self, group: LinkGroup) -> bool:
        """Return whether links of a group are to be fetched."""
        record = self._records.get(group)
        return record is None or record.start + record.dry < max(self.worth, self._cost)


def _path(url: str) -> str:
    """Return an address without its query and numbers."""
    return _NUMBERS.sub("", url.partition("?")[0])
