"""Seals of files: digests of their blocks, by which any change that leadline did not make is seen.

SQLite keeps no checksums, so a flipped bit in a text is a text like any other. Whoever closes a
file seals it; whoever is about to write breaks the seal. A killed writer leaves no seal, and of
such a file nothing is said here. Seals lie in the folder ``.seals`` beside their files, and may
be deleted at any time.

>>> import tempfile
>>> with tempfile.TemporaryDirectory() as folder:
...     path = Path(folder) / "readings.sqlite"
...     _ = path.write_bytes(bytes(10_000))
...     seal(path)
...     first = broken_blocks(path)
...     _ = path.write_bytes(bytes(5_000) + b"!" + bytes(4_999))
...     first, broken_blocks(path), broken_blocks(Path(folder) / "other")
([], [1], None)
"""

import os
from collections.abc import Iterator
from contextlib import suppress
from hashlib import blake2b
from math import inf
from pathlib import Path
from typing import Final

SEALS_FOLDER: Final = ".seals"
BLOCK_BYTES: Final = 4096
"""Bytes of a block; a page of SQLite has as many."""
SEAL_HEAD: Final = b"leadline seal 1\n"
BLOCK_DIGEST_BYTES: Final = 8
SIZE_BYTES: Final = 8


def seal_path(path: Path) -> Path:
    """Return where the seal of a file lies."""
    return path.parent / SEALS_FOLDER / path.name


def break_seal(path: Path) -> None:
    """Remove the seal of a file that is about to be written."""
    with suppress(OSError):
        seal_path(path).unlink()


def seal(path: Path, *, grows: bool = False) -> None:
    """Seal a file that nobody writes; where that fails it stays without a seal.

    Of one that ``grows`` by appending, what was sealed before keeps its seal and is not read.
    """
    sealed = seal_path(path)
    part = sealed.with_name(f"{sealed.name}.{os.getpid()}.part")
    try:
        sealed.parent.mkdir(exist_ok=True)
        size = path.stat().st_size
        before = _kept_digests(path, size) if grows else []
        digests = [*before, *_digests(path, len(before))]
        content = SEAL_HEAD + size.to_bytes(SIZE_BYTES, "big") + b"".join(digests)
        part.write_bytes(content + _digest(content))
        part.replace(sealed)
    except OSError:
        with suppress(OSError):
            part.unlink()
        break_seal(path)


def seal_database(path: Path) -> None:
    """Seal a file of SQLite after its last connection was closed, unless others have it open."""
    with suppress(OSError):
        if os.path.getsize(f"{path}-wal"):
            return
    seal(path)


def sealed_names(folder: Path) -> list[str]:
    """List the files of a folder that have a seal, whether they are there or not."""
    with suppress(OSError):
        return sorted(
            one.name for one in (folder / SEALS_FOLDER).iterdir() if is_sealed(folder / one.name)
        )
    return []


def is_sealed(path: Path) -> bool:
    """Whether a file has a whole seal."""
    return _seal_of(path) is not None


def _kept_digests(path: Path, size: int) -> list[bytes]:
    """Return what is sealed of a file that has another size now, as far as blocks are whole."""
    known = _seal_of(path)
    if known is None:
        return []
    whole = min(known[0], size) // BLOCK_BYTES
    is_sound = size < known[0] or whole not in (broken_blocks(path, grows=True, first=whole) or ())
    return known[1][:whole] if is_sound else [*known[1][:whole], bytes(BLOCK_DIGEST_BYTES)]


def broken_blocks(path: Path, *, grows: bool = False, first: int = 0) -> list[int] | None:
    """List the blocks (from the ``first``) in which a file differs from its seal; None without one.

    A file of another size differs in the block of its end, too. Of one that ``grows``, what was
    appended after the seal is not looked at.
    """
    known = _seal_of(path)
    if known is None:
        return None
    size, digests = known
    try:
        now = path.stat().st_size if path.is_file() else -1
        found = [] if now < 0 else [*_digests(path, first, size if grows else now)]
        is_other_size = now < size or (now > size and not grows)
    except OSError:
        found, is_other_size = [], True
    if _seal_of(path) != known:  # somebody began to write meanwhile
        return None
    found = [*digests[:first], *found]
    common = min(len(found), len(digests))
    broken = [at for at in range(first, common) if found[at] != digests[at]]
    broken += range(common, max(len(found), len(digests)))
    return broken or ([max(common - 1, 0)] if is_other_size else [])


def intact_lines(path: Path, *, is_sealed: bool = True) -> Iterator[str | None]:
    """Yield the lines of a file of text without their ends; None for one that is damaged.

    A line is damaged that touches a broken block (if it ``is_sealed``), or is no text in UTF-8.
    """
    broken, at = {*((broken_blocks(path) if is_sealed else None) or ())}, 0
    for raw in path.read_bytes().splitlines(keepends=True):
        blocks = range(at // BLOCK_BYTES, (at + len(raw) - 1) // BLOCK_BYTES + 1)
        at += len(raw)
        line = raw.decode("utf-8-sig", "replace").strip("\r\n")
        is_damaged = not broken.isdisjoint(blocks) or "\x00" in line or "\ufffd" in line
        if line:
            yield None if is_damaged else line


def _seal_of(path: Path) -> tuple[int, list[bytes]] | None:
    """Read the size and the digests of a seal; None where there is none that is whole."""
    try:
        content = seal_path(path).read_bytes()
    except OSError:
        return None
    content, check = content[:-BLOCK_DIGEST_BYTES], content[-BLOCK_DIGEST_BYTES:]
    if not content.startswith(SEAL_HEAD) or _digest(content) != check:
        return None
    size = int.from_bytes(content[len(SEAL_HEAD) : len(SEAL_HEAD) + SIZE_BYTES], "big")
    start = len(SEAL_HEAD) + SIZE_BYTES
    places = range(start, len(content), BLOCK_DIGEST_BYTES)
    return size, [content[at : at + BLOCK_DIGEST_BYTES] for at in places]


def _digests(path: Path, first: int = 0, size: float = inf) -> Iterator[bytes]:
    """Yield the digests of the blocks of a file from the first on, up to so many bytes."""
    with path.open("rb") as file:
        file.seek(first * BLOCK_BYTES)
        left = size - first * BLOCK_BYTES
        while left > 0 and (block := file.read(int(min(BLOCK_BYTES, left)))):
            left -= len(block)
            yield _digest(block)


def _digest(block: bytes) -> bytes:
    return blake2b(block, digest_size=BLOCK_DIGEST_BYTES).digest()
