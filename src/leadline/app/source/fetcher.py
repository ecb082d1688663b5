"""Connections to a source: to its hosts only, with the login that a person gave for it."""

from typing import Any, Final, Self

from leadline.app.project import SourceTarget
from leadline.errors import BudgetSpent
from leadline.fetch import HttpFetcher
from leadline.model import Page, Request
from leadline.page.urls import host_key

ARCHIVE_ENDS: Final = (
    "the archive does not hold what would be asked next; `leadline harvest` goes on there"
)


class ArchiveOnly:
    """A fetcher that sends nothing: what the archive lacks ends the run as a budget does."""

    async def fetch(self, request: Request) -> Page:
        """Raise ``BudgetSpent``."""
        raise BudgetSpent(ARCHIVE_ENDS)

    def remember(self, page: Page) -> None:
        """Keep nothing."""

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        """Close nothing."""


def fetcher_of(target: SourceTarget, **options: Any) -> HttpFetcher:
    """Return a fetcher for a source, to be opened; ``options`` are those of `HttpFetcher`."""
    fetcher = HttpFetcher([host_key(target.url), *target.also_hosts], **options)
    if target.login is not None:
        fetcher.log_in(target.url, *target.login)
    return fetcher
