"""Memory of a run: what earlier runs read from the pages that are replayed.

A reading is recalled only if the page, the wrapper, the query and the code of leadline are those
of the earlier run. The code is named by a digest of the packages that read pages.
"""

from dataclasses import dataclass, field
from functools import lru_cache
from hashlib import blake2b
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Final, Literal

from leadline import __version__
from leadline.crawl.events import Recall, RecordsExtracted
from leadline.model import Page
from leadline.store.readings import ReadingCache
from leadline.wrapper.packed.row_block import RecalledRows, pack_reading, unpack_reading
from leadline.wrapper.reading import PageReading

READING_PACKAGES: Final = (
    "page", "forms", "domain", "values", "mining", "columns", "wrapper", "script", "crawl",
)  # fmt: skip
"""Packages on whose code a reading depends."""
Replay = Literal["quick", "full"]
"""Whether what earlier runs read from pages is recalled, or all pages are read anew."""
OTHER_CODE: Final = (
    "leadline has changed since the pages of the earlier run were read; they are read again"
)
OTHER_WRAPPER: Final = (
    "the wrapper is another one than that of the earlier run; its pages are read again"
)
MIN_MISSES: Final = 10
"""Pages with other readings alone, more than those recalled, that tell of another wrapper."""


@lru_cache(maxsize=1)
def reading_version() -> str:
    """Return the version of leadline with a digest of the code that reads pages."""
    digest = blake2b(digest_size=8)
    for package in READING_PACKAGES:
        _add_code(digest, files("leadline").joinpath(package))
    return f"{__version__} {digest.hexdigest()}"


def _add_code(digest: blake2b, place: Traversable) -> None:
    for entry in sorted(place.iterdir(), key=lambda entry: entry.name):
        if entry.is_dir():
            _add_code(digest, entry)
        elif entry.name.endswith((".py", ".toml", ".txt", ".json")):
            digest.update(entry.name.encode() + entry.read_bytes())


@dataclass(slots=True)
class ReadingMemory:
    """Readings of one source; with ``is_full`` all pages are read anew, and remembered."""

    cache: ReadingCache | None = None
    is_full: bool = False
    recalled: int = 0
    missed: int = 0
    latest: dict[int, str] = field(default_factory=dict)

    def recall(self, wish: Recall, *, replayed: bool) -> PageReading | None:
        """Return what an earlier run read from a page that is replayed."""
        if self.cache is None:
            return None
        code = _code(wish.page, wish.code)
        self.latest = {wish.page.number: code}
        if self.is_full or not replayed:
            return None
        data = self.cache.get(wish.page.number, code)
        self.recalled += data is not None
        self.missed += data is None and self.cache.holds(wish.page.number)
        return unpack_reading(data, wish.page) if data is not None else None

    def keep(self, report: RecordsExtracted) -> None:
        """Keep what was read from a page."""
        reading = report.reading
        if self.cache is None or reading is None or reading.origin is None:
            return
        if isinstance(reading.origin.rows, RecalledRows):
            return
        code = self.latest.get(report.page.number) or _code(report.page, reading.origin.code)
        self.cache.put(report.page.number, code, pack_reading(reading, report.block))

    def trouble(self) -> str:
        """Return why pages were read anew, '' where nothing is to be said."""
        if self.cache is not None and self.cache.trouble:
            return self.cache.trouble
        if self.cache is not None and self.cache.is_outdated:
            return OTHER_CODE
        return OTHER_WRAPPER if self.missed >= self.recalled + MIN_MISSES else ""


def _code(page: Page, code: str) -> str:
    digest = blake2b(page.body, digest_size=8)
    digest.update(f"{page.url} {page.request.fingerprint}".encode("utf-8", "surrogatepass"))
    return f"{code}{digest.hexdigest()}"
