"""Pages that the archive of a project has lost: which a run asks for again, and which nobody does.

A harvest asks for lost lists while it reads its pages again. Pages of records, and files, on which
the table rests lose their place in the archive, and are then owed (``app.source.details``). Earlier
pages of records, and those of visits and questions, are history: they are told once. So are answers
to what was asked again, in another session say, whose requests differ.
"""

from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from typing import Final

from leadline.app.project import Project
from leadline.app.source.details import OF_RECORDS, rests_on
from leadline.app.source.recorder import FINISHED
from leadline.app.source.under_way import PAST
from leadline.crawl.claim import CLAIM_COMPONENT
from leadline.crawl.details.pages import DETAILS
from leadline.errors import StoreError
from leadline.fetch import PageArchive
from leadline.model import ArchiveLocator
from leadline.store import Reader, Store, StoredPage
from leadline.store.details import lose_pages
from leadline.store.seals import BLOCK_BYTES, broken_blocks

PAST_LOST: Final = "pages that are lost for good"
"""Under this name a source keeps the numbers of such pages, once they were told."""
LOST_PAGES: Final = (
    "pages of its archive are lost ({count}); run the harvest again to ask for them again"
)


@dataclass(slots=True)
class LostPages:
    """Archived pages: how many there are, the lost ones by source, and those of the past."""

    pages: int = 0
    lost: dict[str, list[StoredPage]] = field(default_factory=dict)
    past: dict[str, list[int]] = field(default_factory=dict)


def reopen_lost(project: Project, keys: Collection[str], *, lists: bool = True) -> None:
    """Open sources again whose archive has lost pages, as far as its seals tell; before a run.

    Without ``lists`` only pages of records count.
    """
    if not project.store.is_file():
        return
    with PageArchive(project.pages) as archive:
        with Reader(project.store) as reader:
            known = {source.key for source in reader.sources()}
            found = find_lost(reader, archive, known & {*keys}, _doubtful(archive))
        lost = {
            key: [one for one in pages if lists or one.purpose in OF_RECORDS]
            for key, pages in found.lost.items()
        }
        if any(lost.values()):
            with Store(project.store) as store:
                reopen(store, lost)


def find_lost(
    store: Reader,
    archive: PageArchive,
    keys: Collection[str],
    is_doubtful: Callable[[ArchiveLocator], bool] = lambda place: True,
) -> LostPages:
    """Read archived pages, those of which the place is doubtful; say which are lost.

    Pages of the past that were told before are not told again.
    """
    found = LostPages()
    for key in sorted(keys):
        told, rests = {*store.learned(key).get(PAST_LOST, ())}, None
        opening, asked_last = dict[int | None, str](), dict[int | None, int]()
        lost = list[tuple[StoredPage, bool]]()
        for stored in store.pages(key):
            place = stored.locator
            found.pages += place is not None
            if place is None and not stored.is_lost:
                continue
            is_opening = opening.setdefault(stored.query, stored.purpose) == stored.purpose
            if place is not None and (not is_doubtful(place) or _is_readable(archive, stored)):
                if is_opening and stored.query is not None:
                    asked_last[stored.query] = stored.number
                continue
            is_past = stored.purpose in PAST
            if place is not None and stored.purpose in OF_RECORDS:
                rests = rests_on(store, key) if rests is None else rests
                is_past = stored.number not in rests
            lost.append((stored, is_past))
        for stored, is_past in lost:
            is_again = stored.purpose not in OF_RECORDS
            is_again &= asked_last.get(stored.query, 0) > stored.number
            if not is_past and not is_again:
                found.lost.setdefault(key, []).append(stored)
            elif stored.number not in told:
                found.past.setdefault(key, []).append(stored.number)
    return found


def reopen(store: Store, lost: dict[str, list[StoredPage]]) -> None:
    """Open sources of which pages are lost, so that the next harvest asks for them again.

    Where all of them are pages of records, it asks for these alone.
    """
    for key, pages in lost.items():
        with store.transaction():
            lose_pages(store, (page.number for page in pages if page.purpose in OF_RECORDS))
            source, learned = store.source(key), store.learned(key)
            if not pages or source.state not in FINISHED:
                continue
            kept = learned.get(DETAILS)
            if isinstance(kept, dict) and OF_RECORDS.issuperset(page.purpose for page in pages):
                missing = (learned.get(CLAIM_COMPONENT) or {}).get("missing_at_most")
                end = [source.state, source.reason, source.proof, source.estimate, missing]
                store.learn(key, DETAILS, {**kept, "state": "begun", "end": end})
            store.set_state(key, "paused", reason=LOST_PAGES.format(count=len(pages)))


def _doubtful(archive: PageArchive) -> Callable[[ArchiveLocator], bool]:
    """Tell of places in an archive whether they may be damaged, by its seals and its size."""
    files = dict[str, tuple[int, set[int]]]()

    def is_doubtful(place: ArchiveLocator) -> bool:
        if place.file not in files:
            path = archive.folder / place.file
            size = path.stat().st_size if path.is_file() else -1
            files[place.file] = size, {*(broken_blocks(path, grows=True) or ())}
        size, broken = files[place.file]
        end = place.offset + place.length
        blocks = range(place.offset // BLOCK_BYTES, (end - 1) // BLOCK_BYTES + 1)
        return end > size or not broken.isdisjoint(blocks)

    return is_doubtful


def _is_readable(archive: PageArchive, stored: StoredPage) -> bool:
    assert stored.locator is not None
    try:
        page = archive.read(stored.locator)
    except StoreError:
        return False
    return page.request.fingerprint == stored.fingerprint and len(page.body) == stored.bytes
