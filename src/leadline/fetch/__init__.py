"""The network and the page archive. Scrapy is imported when a fetcher is opened, not before."""

from leadline.fetch.archive import Locator, PageArchive
from leadline.fetch.hosts import Clock, Hosts
from leadline.fetch.http import DownloadStats, HttpFetcher

__all__ = [
    "Clock",
    "DownloadStats",
    "Hosts",
    "HttpFetcher",
    "Locator",
    "PageArchive",
]
