"""Writes and reads gzip members one after another in a file, and finds the last whole ones.

>>> from io import BytesIO
>>> packed = compress(b"one", b"two")
>>> [data for _, _, data in members(BytesIO(packed[:-1]))]
[b'one']
"""

import zlib
from collections.abc import Iterator
from io import SEEK_END
from mmap import ACCESS_READ, mmap
from typing import BinaryIO, Final

COMPRESSION_LEVEL: Final = 5
"""Level of zlib, 1 to 9; higher levels take twice the time for a few per cent."""

MAGIC: Final = b"\x1f\x8b\x08\x00\x00\x00\x00\x00"
"""Bytes that each of our members begins with: deflate, no name, no time."""

READ_BYTES: Final = 1 << 18
"""Bytes read from the file at a time."""

FIRST_WINDOW_BYTES: Final = 1 << 20
"""Bytes at the end of the file that are searched first."""

HEAD_BYTES: Final = 2048
"""Unpacked bytes of a record in which its type and the file's identity stand."""


def compress(*records: bytes) -> bytes:
    """Pack each record as a gzip member."""
    packed = []
    for record in records:
        engine = zlib.compressobj(COMPRESSION_LEVEL, zlib.DEFLATED, 31)
        packed += [engine.compress(record), engine.flush()]
    return b"".join(packed)


def members(file: BinaryIO) -> Iterator[tuple[int, int, bytes]]:
    """Read members from the file's position on: (start, end, unpacked); stops at a torn one."""
    start = file.tell()
    packed = b""
    while True:
        engine = zlib.decompressobj(31)
        unpacked = bytearray()
        length = 0
        while not engine.eof:
            packed = packed or file.read(READ_BYTES)
            if not packed:
                return
            try:
                unpacked += engine.decompress(packed)
            except zlib.error:
                return
            length += len(packed) - len(engine.unused_data)
            packed = engine.unused_data
        yield start, start + length, bytes(unpacked)
        start += length


def find_last(file: BinaryIO, identity: bytes, size: int) -> int:
    """Find the end of the last whole pair of request and response; the rest was never finished.

    The search goes from the end of the file backwards. It takes only members that hold the file's
    own random identity, so a page that is itself an archive does not mislead it.
    """
    window = FIRST_WINDOW_BYTES
    while True:
        begin = max(0, size - window)
        file.seek(begin)
        tail = file.read(size - begin)
        place = tail.rfind(MAGIC)
        while place >= 0:
            is_request = _is_request(tail[place : place + 4 * HEAD_BYTES], identity)
            if is_request and (end := _pair_end(file, begin + place)):
                return end
            place = tail.rfind(MAGIC, 0, place + len(MAGIC) - 1)
        if begin == 0:
            file.seek(0)
            return next(end for _, end, _ in members(file))
        window *= 4


def whole_pairs(file: BinaryIO) -> Iterator[tuple[int, int, tuple[bytes, bytes]]]:
    """Read the pairs of request and response of a file: offset, length and both, unpacked.

    Bytes that are no whole member are passed over to the next one that begins a pair.
    """
    if not file.seek(0, SEEK_END):
        return
    with mmap(file.fileno(), 0, access=ACCESS_READ) as data:
        place = data.find(MAGIC)
        while place >= 0:
            request = _member(data, place)
            if request is None or b"WARC-Type: request" not in request[1][:HEAD_BYTES]:
                place = data.find(MAGIC, place + 1 if request is None else request[0])
                continue
            response = _member(data, request[0])
            if response is None or b"WARC-Type: response" not in response[1][:HEAD_BYTES]:
                place = data.find(MAGIC, request[0])
                continue
            yield place, response[0] - place, (request[1], response[1])
            place = data.find(MAGIC, response[0])


def _member(data: mmap, start: int) -> tuple[int, bytes] | None:
    """Unpack the member that begins at a place: its end and what it holds; None if it is torn."""
    engine, unpacked, place = zlib.decompressobj(31), bytearray(), start
    while not engine.eof:
        packed = data[place : place + READ_BYTES]
        if not packed:
            return None
        try:
            unpacked += engine.decompress(packed)
        except zlib.error:
            return None
        place += len(packed) - len(engine.unused_data)
    return place, bytes(unpacked)


def _is_request(packed: bytes, identity: bytes) -> bool:
    try:
        head = zlib.decompressobj(31).decompress(packed, HEAD_BYTES)
    except zlib.error:
        return False
    return head.startswith(b"WARC/") and b"WARC-Type: request" in head and identity in head


def _pair_end(file: BinaryIO, start: int) -> int:
    """Return where the pair that begins at a place ends; 0 if it is torn."""
    file.seek(start)
    whole = members(file)
    next(whole, None)
    response = next(whole, None)
    return response[1] if response else 0
