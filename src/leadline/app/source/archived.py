"""Archived pages read again by a wrapper, without a request."""

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace

from leadline.crawl.partial import put_onto
from leadline.crawl.script.static import DATA_COMPONENT
from leadline.crawl.state.source import CrawlTask, SourceState
from leadline.errors import StoreError
from leadline.fetch import PageArchive
from leadline.model import Page
from leadline.store import Reader, StoredPage
from leadline.store.refresh.visits import REFRESH
from leadline.wrapper.column_watch import ColumnWatch
from leadline.wrapper.packed.row_block import block_of
from leadline.wrapper.reading import PageReading, row_keys
from leadline.wrapper.wrapper import Wrapper


def readings_again(
    store: Reader,
    archive: PageArchive,
    key: str,
    wrapper: Wrapper,
    *,
    all_answers: bool = False,
    watch: ColumnWatch | None = None,
) -> Iterator[tuple[StoredPage, PageReading]]:
    """Read all pages of a source that showed records, in order; lost pages are left out.

    A partial answer is put onto the page before it, else onto the first one. With ``all_answers``
    pages are read too on which no record was seen. Records go by the key under which they were seen
    first, as in the harvest, and columns by their known names; a page whose columns are unclear is
    left out. ``watch`` gives what was said of the columns.
    """
    watch = watch or ColumnWatch()
    queries = {query.id: query.text for query in store.queries(key)}
    source = SourceState(CrawlTask(key, store.source(key).url), wrapper=wrapper)
    shown, is_called = list[Page](), bool(store.learned(key).get(DATA_COMPONENT))
    for stored in store.pages(key):
        is_answer = stored.records > 0 or (all_answers and stored.query is not None)
        is_entry = not shown and stored.locator is not None and stored.status < 400
        if is_entry and not is_answer and stored.locator is not None:
            with suppress(StoreError):
                shown = [archive.read(stored.locator)]
        if stored.locator is None or stored.status >= 400 or not is_answer:
            continue
        try:
            page = replace(archive.read(stored.locator), number=stored.number)
        except StoreError:
            continue
        whole = (put_onto(one, page, may_be_list=not is_called) for one in shown[::-1])
        page = next((made for made in whole if made is not page), page)
        shown = [*shown[:1], page]
        query = queries.get(stored.query or 0, "")
        watch.is_visit = stored.purpose == REFRESH
        followed = watch.follow(wrapper, wrapper.read(page, query), query)
        if followed.unclear:
            continue
        wrapper = followed.wrapper
        reading = source.with_first_keys(followed.reading, query)
        watch.known.add(reading.rows)
        source.texts_by_key.add(block_of(reading.rows), row_keys(reading.rows))
        yield stored, reading
