"""All whole pages of an archive, with their places, in the order of writing."""

from collections.abc import Iterator

from leadline.fetch import PageArchive
from leadline.fetch.archive.gzip_members import members
from leadline.model import ArchiveLocator, Page


def archived(archive: PageArchive) -> Iterator[tuple[ArchiveLocator, Page]]:
    """Read pairs of request and response behind the first record of each file."""
    for path in sorted(archive.folder.glob("pages-*.warc.gz")):
        with path.open("rb") as file:
            records = list(members(file))[1:]
        for (start, _, _), (_, end, _) in zip(records[::2], records[1::2], strict=False):
            place = ArchiveLocator(path.name, start, end - start)
            yield place, archive.read(place)
