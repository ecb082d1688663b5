"""State of a result page before it becomes HTML: query, page and addresses of other pages.

>>> from leadline_zoo.spec import SourceSpec
>>> View(SourceSpec("tiny", "books"), "en", "iron bridge", total=45).href(page=3)
'/search?q=iron+bridge&page=3'
"""

from __future__ import annotations

from base64 import urlsafe_b64decode, urlsafe_b64encode
from dataclasses import dataclass
from hashlib import blake2b
from typing import TYPE_CHECKING, Final
from urllib.parse import urlencode

if TYPE_CHECKING:
    from leadline_zoo.data.tables import Table
    from leadline_zoo.spec import SourceSpec

PAGE_ADDRESSING: Final = {
    "offset": "offset",
    "images": "offset",
    "window": "offset",
    "keyset": "token",
    "path": "path",
    "session": "session",
}
"""How a kind of pager writes page n into an address; others write the number itself."""


@dataclass(frozen=True, slots=True)
class View:
    """State of a result page; ``size`` is the chosen page size, 0 for the default."""

    spec: SourceSpec
    language: str
    query: str = ""
    category: str = ""
    size: int = 0
    sort: str = ""
    page: int = 1
    total: int = 0
    token: str = ""
    table: Table | None = None
    filled: tuple[tuple[str, str], ...] = ()

    @property
    def step(self) -> int:
        """Records per page."""
        if self.spec.pager.kind == "none":
            return max(self.total, 1)
        return self.size or self.spec.pager.size

    @property
    def pages(self) -> int:
        """Number of pages of the answer, at least 1."""
        return max(1, -(-self.total // self.step))

    def fields(self, category: str = "", size: int = 0) -> list[tuple[str, str]]:
        """Return the fields that request this answer, without the page."""
        category, size = category or self.category, size or self.size
        form, pager = self.spec.form, self.spec.pager
        fields = [*form.hidden, *([(form.box, self.query)] if form.box else []), *self.filled]
        if form.category or category:
            fields.append(("category", category))
        if form.sorts:
            fields.append(("sort", self.sort))
        if size and pager.size_box:
            fields.append((pager.size_box, str(size)))
        return fields

    def href(self, page: int = 1, *, category: str = "", limit: int = 0) -> str:
        """Return the address of a page of the answer, optionally with another category or size."""
        name = self.spec.pager.parameter
        way = PAGE_ADDRESSING.get(self.spec.pager.kind, "number")
        fields, path = self.fields(category, limit), self.spec.form.action
        if page > 1 and way == "session":
            return f"{path}?{name}={page}"
        if page > 1 and way == "path":
            path = f"{path}/page/{page}/"
        elif page > 1:
            value = page_token(page) if way == "token" else str(self.offset(page, way))
            fields.append((name, value))
        encoded = urlencode(fields, encoding=self.spec.charset, errors="xmlcharrefreplace")
        return f"{path}?{encoded}"

    def offset(self, page: int, way: str) -> int:
        """Return the parameter of a page: its number, or the number of records before it."""
        return (page - 1) * self.step if way == "offset" else page


def page_token(page: int) -> str:
    """Make an opaque token for a page that shows no order, as keyset pagers do."""
    digest = blake2b(str(page).encode(), digest_size=9).digest()
    return urlsafe_b64encode(digest + page.to_bytes(3, "big")).decode()


def page_of_token(token: str) -> int:
    """Return the page of a token; 1 for an unknown token.

    >>> page_of_token(page_token(7)), page_of_token("bogus")
    (7, 1)
    """
    try:
        page = int.from_bytes(urlsafe_b64decode(token.encode())[9:], "big")
    except ValueError:
        return 1
    return page if page and page_token(page) == token else 1
