"""Scenes for discovery: sources of the zoo behind a directory, among decoys; no test."""

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from typing import Final

from leadline.app.discover import Discovery
from leadline.page.urls import host_key
from leadline_zoo.directory import Directory, serve_directory
from leadline_zoo.source import ServedSource
from leadline_zoo.zoo import ZOO
from tables import words

OTHERS: Final = tuple(
    words(
        "jobs opinions forge-log tracker permits-webforms tenders phonebook keyset newspaper "
        "register-1251"
    )
)
"""Sources that belong to none of the topics."""
TOPICS: Final = {
    "books, library catalogue": ("opac", "discovery", "moody", "many-fields", "capped-catalogue"),
    "museum objects": ("museum", "flaky"),
    "馆藏图书, 书目": ("library-gbk",),
    "典藏文物, 博物館": ("museum-big5",),
}
"""Sources by topic."""


@dataclass(frozen=True, slots=True)
class Scene:
    """A directory with sources of the domain and of others."""

    directory: Directory
    wanted: list[ServedSource]
    others: list[ServedSource]

    @property
    def requests(self) -> int:
        """Requests so far, without robots.txt."""
        pages = sum(path != "/robots.txt" for path in self.directory.log)
        return pages + sum(source.requests for source in (*self.wanted, *self.others))

    @property
    def fewest_requests(self) -> int:
        """Requests of one who knows where the interfaces are: the index, and each of them."""
        return 1 + len(self.wanted)

    def named(self, url: str) -> str:
        """Return an address with the name of its source in place of its port."""
        names = {host_key(s.url): s.name for s in (*self.wanted, *self.others)}
        path = url.partition("//")[2].partition("/")[2]
        return f"{names.get(host_key(url), 'directory')}/{path}"

    def asked(self) -> Counter[str]:
        """Return all requests so far, without robots.txt."""
        asked = Counter(f"directory{path}" for path in self.directory.log)
        for source in (*self.wanted, *self.others):
            asked.update(f"{source.name}{entry.target}" for entry in source.log)
        return Counter({k: n for k, n in asked.items() if not k.endswith("/robots.txt")})

    def wrong(self, discovery: Discovery) -> set[str]:
        """Return the hosts that were missed or that do not belong to the topic."""
        found = {host_key(interface.url) for interface in discovery.found}
        return found ^ {host_key(source.url) for source in self.wanted}


@contextmanager
def served_scene(wanted: Sequence[str], others: Sequence[str] = OTHERS) -> Iterator[Scene]:
    """Serve sources behind a directory, which calls each by the title of its page."""
    with ExitStack() as stack:
        served = {n: stack.enter_context(ServedSource(ZOO[n])) for n in (*wanted, *others)}
        links = [(source.url, source.spec.kind) for source in served.values()]
        directory = stack.enter_context(serve_directory(links))
        yield Scene(directory, [served[n] for n in wanted], [served[n] for n in others])
