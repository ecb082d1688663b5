"""Talks to the network, and archives pages. aiohttp is imported when a fetcher is opened."""

from leadline.fetch.archive.page_archive import PageArchive
from leadline.fetch.hosts import Clock, Hosts
from leadline.fetch.http import HttpFetcher

__all__ = ["Clock", "Hosts", "HttpFetcher", "PageArchive"]
