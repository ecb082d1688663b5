"""Connections to a source: to its hosts only, with the login that a person gave for it."""

from typing import Any

from leadline.app.project import SourceTarget
from leadline.fetch import HttpFetcher
from leadline.page.urls import host_key


def fetcher_of(target: SourceTarget, **options: Any) -> HttpFetcher:
    """Return a fetcher for a source, to be opened; ``options`` are those of `HttpFetcher`."""
    fetcher = HttpFetcher([host_key(target.url), *target.also_hosts], **options)
    if target.login is not None:
        fetcher.log_in(target.url, *target.login)
    return fetcher
