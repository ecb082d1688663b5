"""Replay of earlier runs of a source: its archived pages, its choices, and what it was given.

A killed run is resumed by crawling the source again: it is answered from the archive, request by
request, and repeats its old choices, until both are used up. Replay executes the code of today on
the pages of an earlier run, so a change of version is noted.
"""

from collections import defaultdict, deque
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final

from leadline import __version__, errors
from leadline.app.recorded import SUFFIX, recorded_call
from leadline.app.script.page_watch import BROWSER_PURPOSE
from leadline.app.source.under_way import CUT_OFF, recall_turn, reply_cut_off
from leadline.crawl.source_crawl import DOMAIN_COMPONENT
from leadline.domain.model import DomainKnowledge
from leadline.errors import FetchError, StoreError
from leadline.fetch import PageArchive
from leadline.model import Page, Request
from leadline.selection.messages import QueryChoice
from leadline.store import Store, StoredPage
from leadline.store.given import given_text
from leadline.store.refresh.visits import REFRESH
from leadline.wrapper.column_watch import ColumnWatch, KnownColumns
from leadline.wrapper.file import read_wrapper, wrapper_of
from leadline.wrapper.reading import RecordRow
from leadline.wrapper.wrapper import Wrapper

ERROR_TYPES: Final = {
    name: getattr(errors, name) for name in ("NotAllowed", "Unreachable", "Blocked", "FetchError")
}
TEMPORARY_STATUSES: Final = frozenset({401, 403, 429, *range(500, 600)})
"""Statuses that may be others tomorrow: a run that ended with them asks for them again."""
GIVEN_WRAPPER: Final = "given wrapper"
HEEDED: Final = "hints"
"""Name under which a source keeps the hints by which its pages were read."""
VERSION: Final = "leadline version"
EARLIER_ENDS: Final = "ends without proof"
"""Names under which a source keeps the wrapper that a person gave, the version of leadline, and how
many runs ended without proof."""
WRAPPER_TOO_LATE: Final = (
    "the harvest was begun without the wrapper, so it is not used; begin anew with --fresh"
)
OTHER_VERSION: Final = (
    "the harvest was begun by leadline {before}; leadline {now} reads its pages again, and may ask "
    "other queries from there on"
)
KEPT_WRAPPER: Final = "{fault}; the one that the harvest was begun with is used"
PAGES_PER_STEP: Final = 1_000
"""Pages that are listed before others are served."""
LOST_PAGE: Final = "{fault}; this page, and any other that is lost, is asked for again"


def load_wrapper(path: str | Path) -> Wrapper:
    """Read a wrapper file that a person gave, or a recorded call; raise ``ValueError``."""
    if Path(path).suffix.lower() == SUFFIX:
        return recorded_call(Path(path))[1]
    try:
        text = given_text(path)
    except (OSError, UnicodeDecodeError) as fault:
        reason = fault.strerror if isinstance(fault, OSError) else "it is no text"
        raise ValueError(f"the wrapper {path} cannot be read: {reason}") from fault
    try:
        return read_wrapper(text)
    except ValueError as fault:
        raise ValueError(f"{path}: {fault}") from None


def wrapper_given(store: Store, key: str, path: str) -> dict[str, Any] | None:
    """Read the wrapper file of a source, '' for none; a begun harvest has kept what it was."""
    if not path:
        return None
    try:
        return load_wrapper(path).to_dict()
    except ValueError as fault:
        if GIVEN_WRAPPER not in store.learned(key):
            raise
        store.note(key, KEPT_WRAPPER.format(fault=fault), level="warning")
        return None


@dataclass(slots=True)
class Replayer:
    """Pages and choices of earlier runs of one source, in order; ``lost_pages`` were unreadable.

    ``ended``: the run before came to an end by itself, without proof.
    """

    key: str
    store: Store
    archive: PageArchive
    pages: dict[str, deque[StoredPage]] = field(default_factory=lambda: defaultdict(deque))
    choices: deque[QueryChoice] = field(default_factory=deque)
    lost_pages: int = 0
    ended: bool = False

    def recall(self) -> Iterator[None]:
        """Load, in steps, what earlier runs fetched and chose, without what ended them badly."""
        state = self.store.source(self.key).state
        self.ended = state == "exhausted"
        if state == "failed" and not self.store.counts(self.key).records:
            self.store.forget_pages(self.key)
        temporary = TEMPORARY_STATUSES if state in ("paused", "failed") else ()
        self.store.forget_failures(self.key, temporary)
        recall_turn(self.store, self.key)
        for number, stored in enumerate(self.store.pages(self.key)):
            if number % PAGES_PER_STEP == PAGES_PER_STEP - 1:
                yield
            if stored.purpose not in (REFRESH, BROWSER_PURPOSE):
                self.pages[stored.fingerprint].append(stored)
        kept = self.store.choices_with_basis(self.key)
        self.choices.extend(QueryChoice.of_basis(word, basis) for word, basis in kept)
        self._note_version()

    @property
    def is_resumed(self) -> bool:
        """Whether pages of an earlier run are left."""
        return any(self.pages.values())

    def _note_version(self) -> None:
        """Keep the version of leadline; note where an earlier run was begun by another one."""
        before = self.store.learned(self.key).get(VERSION)
        if before != __version__:
            if before is not None and self.is_resumed:
                text = OTHER_VERSION.format(before=before, now=__version__)
                self.store.note(self.key, text, level="warning")
            self.store.learn(self.key, VERSION, __version__)

    def given_wrapper(self, wrapper: dict[str, Any] | None) -> Wrapper | None:
        """Return the wrapper that a person gave when the harvest began, or gives now.

        A resumed run must read its pages as the first one did.
        """
        before = self.store.learned(self.key).get(GIVEN_WRAPPER)
        if before is None and wrapper is not None:
            if self.is_resumed:
                self.store.note(self.key, WRAPPER_TOO_LATE, level="warning")
                return None
            self.store.learn(self.key, GIVEN_WRAPPER, wrapper)
        given = before or wrapper
        return wrapper_of(given) if given else None

    def rounds(self) -> int:
        """Return how many runs came to an end without proof, each to be looked at again."""
        rounds = int(self.store.learned(self.key).get(EARLIER_ENDS) or 0)
        if self.ended:
            rounds += 1
            self.store.learn(self.key, EARLIER_ENDS, rounds)
        return rounds

    def domain(self, domain: DomainKnowledge | None) -> DomainKnowledge | None:
        """Return what was known of the domain when the harvest began."""
        if not self.is_resumed:
            return domain
        before = self.store.learned(self.key).get(DOMAIN_COMPONENT)
        return DomainKnowledge.from_dict(before) if before else None

    def columns(self) -> ColumnWatch | None:
        """Return the columns that an older version named by their places, None without such.

        They keep these names, so that a table which is taken on has each record once.
        """
        first = next(iter(self.store.records(self.key)), None) if self.is_resumed else None
        if first is None or not any(one.column.isdecimal() for one in first.fields):
            return None
        fields = {one.key: one.fields for one in self.store.records(self.key)}
        known = KnownColumns(find=fields.get)
        known.add(RecordRow(key, each, "") for key, each in fields.items())
        return ColumnWatch(known, is_visit=True)

    def take_choice(self) -> QueryChoice | None:
        """Return what an earlier run chose here, None where all choices are used up."""
        return self.choices.popleft() if self.choices else None

    def take_page(self, request: Request) -> StoredPage | None:
        """Return what an earlier run stored for a request, None where all is used up."""
        stored = self.pages[request.fingerprint]
        return stored.popleft() if stored else None

    def read(self, request: Request, stored: StoredPage) -> Page | FetchError:
        """Return the stored page or failure; raise ``StoreError`` where the archive lost it."""
        if stored.error == CUT_OFF:
            return reply_cut_off(request, stored.number)
        if stored.is_lost:
            raise StoreError("the page archive has lost a page")
        if stored.locator is None:
            failure: FetchError = ERROR_TYPES.get(stored.error, FetchError)(stored.note, request)
            return failure
        page = self.archive.read(stored.locator)
        if page.request.fingerprint != request.fingerprint:
            raise StoreError(f"{stored.locator[0]} holds another page at byte {stored.locator[1]}")
        return replace(page, request=request, number=stored.number)

    def note_lost(self, fault: StoreError, lost: StoredPage) -> None:
        """Note once that the archive lost pages."""
        if not self.lost_pages:
            text = LOST_PAGE.format(fault=fault)
            self.store.note(self.key, text, level="warning", page=lost.number)
        self.lost_pages += 1
