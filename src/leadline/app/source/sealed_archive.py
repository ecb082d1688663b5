"""The page archive of a project, whose files are sealed as they grow, so that damage is seen."""

from contextlib import suppress

from leadline.fetch import PageArchive
from leadline.fetch.archive.page_archive import FILES
from leadline.store.seals import seal


class SealedArchive(PageArchive):
    """A page archive that seals what was appended when it is closed.

    A killed writer leaves the end of its file without a seal; the next one seals it.
    """

    def close(self) -> None:
        """Close the file that is written to, and seal what it has got."""
        is_written = self.is_open
        super().close()
        if is_written:
            self._seal()

    def cut_torn_end(self) -> None:
        """Cut off the bytes at the end that belong to no whole page."""
        if self.torn_bytes():
            super().cut_torn_end()
            self._seal()

    def _seal(self) -> None:
        with suppress(OSError):
            for path in sorted(self.folder.glob(FILES)):
                seal(path, grows=True)
