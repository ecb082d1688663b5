"""Watching a source's page in a browser: archived first, rebuilt from there without a browser."""

from collections.abc import Awaitable, Sequence
from dataclasses import dataclass, replace
from math import inf
from typing import Final, Protocol, TypeVar

from leadline.app.budget import BudgetGuard, BudgetScheduler
from leadline.browser import watch
from leadline.browser.sockets import Socket
from leadline.errors import BudgetSpent, FetchError, StoreError
from leadline.fetch import HttpFetcher, PageArchive
from leadline.model import Hint, Page, Request
from leadline.page.observed import WALLED, Learn, Observed
from leadline.protocols import Fetcher
from leadline.script.gate import is_transport
from leadline.store import Store

_Done = TypeVar("_Done")
BROWSER_PURPOSE: Final = "browser"
"""Purpose of requests that a page made in the browser."""
OBSERVED: Final = "observed"
"""Name under which a source keeps what was observed of its page in the browser."""
DRAWN: Final = "drawn"
"""Name under which it keeps what was read of its pages in the browser."""
TURNED: Final = "turned"
"""Name under which it keeps what turned the pages of an answer there."""


class WatchingRun(Protocol):
    """What a run of a source lends: its store, archive, fetcher and budget."""

    key: str
    store: Store
    archive: PageArchive
    fetcher: Fetcher
    guard: BudgetGuard
    scheduler: BudgetScheduler
    hints: tuple[Hint, ...]
    accept_terms: bool


@dataclass(frozen=True, slots=True)
class PageWatch:
    """Watches the page of one source during its run."""

    run: WatchingRun
    wish: Learn

    async def observed(self) -> Observed:
        """Return what an earlier run observed, else watch the page and keep what was observed."""
        name = self._name()
        before = self._recalled(name)
        accepts = self.run.accept_terms or bool(self._said("first"))
        is_answered = accepts and before is not None and WALLED in before.refused
        if before is not None and not is_answered:
            return before
        known = self._known(name)
        spent: list[BudgetSpent] = []

        async def within_budget(work: Awaitable[_Done], request: Request) -> _Done:
            try:
                return await work
            except BudgetSpent as fault:  # the page must not see our own errors
                spent.append(fault)
                raise FetchError(str(fault), request) from fault

        async def fetch(request: Request) -> Page:
            if request.method == "GET" and (same := known.get(request.url)) is not None:
                return replace(same, request=request)
            return await within_budget(self._fetch(request), request)

        async def connect(request: Request, protocols: Sequence[str]) -> Socket:
            async def spend() -> None:
                await within_budget(self._spend(), request)

            if not isinstance(self.run.fetcher, HttpFetcher):
                raise FetchError("a websocket", request)
            return await self.run.fetcher.connect(request, protocols, spend)

        fetcher = self.run.fetcher
        cookies = fetcher.cookies_for_scripts if isinstance(fetcher, HttpFetcher) else lambda _: ()
        left = self.run.guard.seconds_left
        observed = await watch(
            self.wish,
            fetch,
            self._kept,
            connect,
            cookies,
            most_seconds=left,
            allowed=self._said("allow"),
            accepts=accepts,
            first=self._said("first"),
        )
        if spent and name.partition(" after ")[0] == OBSERVED:
            raise spent[0]
        if observed.trouble:
            self.run.guard.check()
        if observed.sightings:
            self.run.store.learn(self.run.key, name, observed.to_dict())
        return observed

    def _known(self, name: str) -> dict[str, Page]:
        """Return the scripts of the first watch where this is another, and what is shown anew."""
        shown = {self.wish.url: self.wish.page} if self.wish.page else {}
        if name == OBSERVED:
            return shown
        earlier = self._recalled(OBSERVED)
        seen = [page for one in earlier.sightings for page in one.pages] if earlier else []
        return shown | {one.url: one for one in seen if "javascript" in one.header("content-type")}

    def _name(self) -> str:
        """Return under which name this watch is kept."""
        name = OBSERVED if self.wish.steps == 1 else TURNED if self.wish.page else DRAWN
        name += f" {self.wish.visit}" if self.wish.visit else ""
        is_entry = self.wish.url == self.run.store.source(self.run.key).url
        name += "" if is_entry else f" of {self.wish.url}"
        return f"{name} after {' '.join(first)}" if (first := self._said("first")) else name

    def _said(self, kind: str) -> list[str]:
        """Return what a person said by hints of a kind."""
        return [text for hint in self.run.hints if hint.kind == kind for text in hint.texts]

    async def _spend(self) -> None:
        """Take one request of the budget."""
        self.run.guard.requests += 1
        self.run.guard.check()
        self.run.guard.sent += 1
        await self.run.scheduler.acquire(self.run.key, inf)

    async def _fetch(self, request: Request) -> Page:
        await self._spend()
        fetcher = self.run.fetcher
        try:
            if isinstance(fetcher, HttpFetcher):
                polls = is_transport(request.url) and request.method == "GET"
                page = await fetcher.fetch(request, is_patient=False, is_poll=polls)
            else:
                page = await fetcher.fetch(request)
        except FetchError as fault:
            self.run.store.add_failure(self.run.key, request, fault, BROWSER_PURPOSE)
            raise
        self.run.guard.bytes += len(page.body)
        return self._kept(page)

    def _kept(self, page: Page) -> Page:
        """Archive a page and give it its number."""
        locator = self.run.archive.write(page, source=self.run.key, purpose=BROWSER_PURPOSE)
        number = self.run.store.add_page(self.run.key, page, locator, BROWSER_PURPOSE)
        return replace(page, number=number)

    def _recalled(self, name: str) -> Observed | None:
        """Rebuild what was observed from the archive; None where a page of it is lost."""
        plain = self.run.store.learned(self.run.key).get(name)
        try:
            return Observed.from_dict(plain, self._page) if plain is not None else None
        except (ValueError, KeyError, StoreError):
            return None

    def _page(self, number: int) -> Page:
        stored = self.run.store.page(number)
        if stored.locator is None:
            raise ValueError(f"page {number} has no place in the archive")
        page = replace(self.run.archive.read(stored.locator), number=number)
        self.run.fetcher.remember(page)
        return page
