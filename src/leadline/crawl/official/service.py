"""A service of a known program that lists its records as data: its sign on a page, its address.

>>> from leadline.page.dom import parse_html
>>> sign = re.compile(r'content="Shelf (?P<version>[0-9])')
>>> one = Service("shelf", sign, "/api/{version}/books?start=0", offset="start")
>>> one.address(parse_html('<meta name=generator content="Shelf 3">', "http://h.test/all"))
'http://h.test/api/3/books?start=0'
"""

import re
from dataclasses import dataclass
from typing import Final

from leadline.page.data_files import read_table
from leadline.page.dom import Document
from leadline.page.urls import join_url, same_host
from leadline.wrapper.data.call import Paging

MAX_SIGN_TEXT: Final = 200_000
"""Characters of a page in which a sign is looked for."""


@dataclass(frozen=True, slots=True)
class Service:
    """A service: its name, a pattern of the address or the markup of a page, where it is asked.

    Named groups of the pattern fill the ``path``, which is relative to the page. Its pages are
    asked for by the parameter ``offset`` (rows) or ``page`` (pages), if it has one.
    """

    name: str
    sign: re.Pattern[str]
    path: str
    offset: str = ""
    page: str = ""

    def address(self, document: Document) -> str:
        """Return where the service of a page is asked, '' where it has none."""
        for text in (document.url, document.html[:MAX_SIGN_TEXT]):
            if match := self.sign.search(text):
                parts = {name: part or "" for name, part in match.groupdict().items()}
                url = join_url(document.base, self.path.format(**parts))
                return url if same_host(url, document.base) else ""
        return ""

    @property
    def paging(self) -> Paging | None:
        """How its list goes on, None where its answer says it."""
        if self.offset:
            return Paging("offset", ("query", self.offset))
        return Paging("page", ("query", self.page), 1) if self.page else None


SERVICES: Final = tuple(
    Service(name, re.compile(row["sign"]), **{key: row[key] for key in row if key != "sign"})
    for name, row in read_table("leadline.crawl.official", "services.toml").items()
)
