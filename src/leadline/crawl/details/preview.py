"""Preview of record pages: a few are read to say what all would bring, and what they cost."""

from dataclasses import dataclass
from typing import Final

from leadline.columns.templates.final_pass import learn_final_segmentation
from leadline.crawl.client import fetch
from leadline.crawl.details.pages import RECORD_PAGE, spread_evenly
from leadline.crawl.events import Crawl
from leadline.crawl.state.source import SourceState
from leadline.details.addresses import link_column, page_address
from leadline.details.content import DetailContent, read_content
from leadline.details.induction import learn_details
from leadline.model import Field, Page, Record, Request
from leadline.page.dom import parse
from leadline.wrapper.identity.link import LinkIdentity
from leadline.wrapper.reading import PageReading

MAX_PREVIEWED: Final = 3
MAX_NAMES_WIDTH: Final = 300


@dataclass(frozen=True, slots=True)
class DetailPreview:
    """What record pages bring: ``pages`` were read, ``columns`` are more than lists show.

    ``link`` is the column of the list that leads to them, ``example`` the first one's values.
    """

    link: str
    pages: int
    columns: tuple[str, ...]
    example: tuple[Field, ...] = ()

    def sentence(self, total: int | None) -> str:
        """Say what record pages would bring and cost, as a line for a person.

        >>> DetailPreview("title_url", 3, ("ISBN",)).sentence(40)
        '  record pages: 3 read; all bring: ISBN (harvest --details: 1 request a record, 40 here)'
        """
        read = f"  record pages: {self.pages} read"
        if not self.columns:
            return f"{read}; they show nothing that the list does not show"
        names, here = (
            ", ".join(self.columns)[:MAX_NAMES_WIDTH],
            f", {total:,} here" if total else "",
        )
        return f"{read}; all bring: {names} (harvest --details: 1 request a record{here})"


def preview_details(source: SourceState, reading: PageReading) -> Crawl[DetailPreview | None]:
    """Read a few pages of the records of an answer; return None where they have none.

    Texts of the list are divided first, as at the end of a harvest: their parts are known too.
    """
    key, url = source.task.key, reading.page.url
    records = [Record(key, row.key, row.fields, query=url) for row in reading.rows]
    layouts = source.wrapper.layouts if source.wrapper is not None else ()
    identities = [each.identity for each in layouts if isinstance(each.identity, LinkIdentity)]
    column = link_column(records, identities)
    by_address = {page_address(record, column): record for record in records} if column else {}
    addresses = [address for address in by_address if address]
    finished = learn_final_segmentation({"": [row.fields for row in reading.rows]}, parts=())
    pages: list[DetailContent] = []
    listed: list[tuple[Field, ...]] = []
    read: list[Request] = []
    for address in spread_evenly(addresses, MAX_PREVIEWED):
        page = yield from fetch(source, Request("GET", address), RECORD_PAGE)
        if isinstance(page, Page) and page.status < 400:
            read.append(page.request)
            pages.append(read_content(parse(page), frozenset(addresses)))
            listed.append(finished.fields("", by_address[address].fields))
    if not pages:
        return None
    wrapper = learn_details(pages, listed)
    if wrapper.columns:
        page = yield from fetch(source, read[0], RECORD_PAGE)
        if isinstance(page, Page):
            wrapper = learn_details(pages, listed, read_content(parse(page), frozenset(addresses)))
    return DetailPreview(column, len(pages), tuple(wrapper.names), wrapper.fields(pages[0]))
