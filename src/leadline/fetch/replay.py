"""Answers from pages that were fetched before: a stage runs again without the network.

The first time a request is made it is answered by the first page stored for it, the second time by
the second, and so on; a stored failure is raised as it was. So a loop that decides by nothing but
its pages takes the same way again, up to the point where it was stopped, and then goes on with
``then``, a fetcher that inherits the cookies of the pages passed.

>>> import asyncio
>>> from leadline.model import Page, Request
>>> asked = Request("GET", "http://a.example/")
>>> fetcher = ReplayFetcher([Page(asked, asked.url, 200, body=b"one"), Page(asked, asked.url, 200)])
>>> asyncio.run(fetcher.fetch(asked)).body
b'one'
>>> fetcher.left
1
"""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, Generic, Self, TypeVar

from leadline.errors import FetchError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from types import TracebackType

    from leadline.model import Page, Request
    from leadline.protocols import Fetcher

_Place = TypeVar("_Place")


class NotArchived(FetchError):
    """The request was never made, or not so often, and there is nobody else to ask."""


class ReplayFetcher:
    """A ``Fetcher`` on stored pages; ``replayed`` and ``left`` count them."""

    def __init__(self, pages: Iterable[Page | FetchError], then: Fetcher | None = None) -> None:
        self.replayed = 0
        self._then = then
        self._stored: dict[str, deque[Callable[[], Page]]] = {}
        for page in pages:
            self._store(page.request.fingerprint, _Kept(page))

    @classmethod
    def stored(
        cls,
        places: Iterable[tuple[str, _Place]],
        read: Callable[[_Place], Page],
        then: Fetcher | None = None,
    ) -> Self:
        """Pages that stay on disk until they are asked for: (fingerprint, place), and a reader."""
        fetcher = cls((), then)
        for fingerprint, place in places:
            fetcher._store(fingerprint, _Lying(place, read))
        return fetcher

    @property
    def left(self) -> int:
        """Stored pages that were not asked for yet."""
        return sum(len(pages) for pages in self._stored.values())

    def has(self, request: Request) -> bool:
        """Whether the next answer to this request is a stored one."""
        return bool(self._stored.get(request.fingerprint))

    async def fetch(self, request: Request) -> Page:
        """The next stored page for this request, or what ``then`` brings."""
        pages = self._stored.get(request.fingerprint)
        if not pages:
            if self._then is None:
                raise NotArchived(f"no stored page for {request.method} {request.url}", request)
            return await self._then.fetch(request)
        page = pages.popleft()()
        self.replayed += 1
        if self._then is not None:
            self._then.remember(page)
        return page

    def remember(self, page: Page) -> None:
        """Hands the cookies on."""
        if self._then is not None:
            self._then.remember(page)

    async def __aenter__(self) -> Self:
        if self._then is not None:
            await self._then.__aenter__()
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        if self._then is not None:
            await self._then.__aexit__(kind, error, traceback)

    def _store(self, fingerprint: str, page: Callable[[], Page]) -> None:
        self._stored.setdefault(fingerprint, deque()).append(page)


class _Kept:
    def __init__(self, page: Page | FetchError) -> None:
        self.page = page

    def __call__(self) -> Page:
        if isinstance(self.page, FetchError):
            raise self.page
        return self.page


class _Lying(Generic[_Place]):
    def __init__(self, place: _Place, read: Callable[[_Place], Page]) -> None:
        self.place = place
        self.read = read

    def __call__(self) -> Page:
        return self.read(self.place)
