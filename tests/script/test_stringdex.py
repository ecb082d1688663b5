"""Indexes of rustdoc that were made to hurt."""

import base64
import json
import time

import pytest

from leadline.script.indexes.stringdex import CELL_COLUMNS, MAX_INDEX_ROWS, StringdexReader

ALL_RUN = bytes([0x3B, 0x30, 255, 255]) + bytes([255] * 8192) + bytes([0, 0, 255, 255] * 65536)


def root(bitmap: bytes) -> bytes:
    column = {"H": "", "E": base64.b64encode(bitmap).decode()}
    text = json.dumps(dict.fromkeys(CELL_COLUMNS, column))
    return f"rr_('{text}')".encode()


BODIES = [
    root(bytes([0x3A, 0x30, 0, 0, 255, 255, 255, 255])),
    root(ALL_RUN + bytes([255, 255, 0, 0, 255, 255] * 65536)),
    b"rd_('" + b"@" * 4_000_000 + b"')",
]


@pytest.mark.parametrize("body", BODIES, ids=["no data", "runs", "a length without end"])
def test_an_index_that_says_more_than_it_holds_ends_soon(body: bytes) -> None:
    began = time.process_time()
    part = StringdexReader()(body, "http://h.test/search.index/root.js")
    assert len(part.items) <= MAX_INDEX_ROWS
    assert time.process_time() - began < 10
