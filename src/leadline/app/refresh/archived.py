"""Archived pages read again by a wrapper, without a request."""

from __future__ import annotations

from typing import TYPE_CHECKING

from leadline.crawl.state.source import CrawlTask, SourceState
from leadline.errors import StoreError
from leadline.fetch import ArchiveLocator

if TYPE_CHECKING:
    from collections.abc import Iterator

    from leadline.fetch import PageArchive
    from leadline.store import Reader, StoredPage
    from leadline.wrapper.reading import RecordRow
    from leadline.wrapper.wrapper import Wrapper


def read_again(
    store: Reader, archive: PageArchive, key: str, wrapper: Wrapper
) -> Iterator[tuple[StoredPage, tuple[RecordRow, ...]]]:
    """Read all pages of a source that showed records, in order; lost pages are left out.

    Records go by the key under which they were seen first, as in the harvest.
    """
    queries = {query.id: query.text for query in store.queries(key)}
    source = SourceState(CrawlTask(key, store.source(key).url), wrapper=wrapper)
    for stored in store.pages(key):
        if stored.locator is None or not stored.records:
            continue
        try:
            page = archive.read(ArchiveLocator(*stored.locator))
        except StoreError:
            continue
        query = queries.get(stored.query or 0, "")
        reading = source.with_first_keys(wrapper.read(page, query), query)
        for row in reading.rows:
            source.texts_by_key.setdefault(row.key, row.text)
        yield stored, reading.rows
