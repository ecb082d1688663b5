"""Every reader of a search index has a site in a folder, and stands what every reader must stand.

A new reader is one file of the product and one folder here: nothing in this file names any.
"""

import random

import pytest
from in_memory import HOST

from leadline.script.indexes.find import find_indexes, index_kinds
from leadline.script.indexes.part import IndexPart, index_page
from page_mutations import MUTATIONS
from part_sites import NAMES, serve, site_of, titles

MUTATED = 20
"""Damaged texts for each file of a site."""
DEEP = 50_000


def broken(body: bytes, chance: random.Random) -> list[bytes]:
    """Texts in the place of a file: empty, hostile, cut, nested, damaged."""
    deep = [part * DEEP for part in (b"[", b'{"a":', b"f(", b"((", b"\x9b\xff", b"\x82")]
    cut = [body[: len(body) * share // 8] for share in range(8)]
    wrapped = [b"x = " + one for one in deep[:2]] + [body[:20] + one for one in deep]
    other = [b"", b"\0", b" \n", b"null", b"{}", b"[[]]", b"<h1>Not found", chance.randbytes(4096)]
    mutated = [chance.choice(MUTATIONS)(body, chance)[:DEEP] for _ in range(MUTATED)]
    return [*other, *deep, *wrapped, *cut, *mutated]


def test_every_kind_of_index_has_a_site() -> None:
    pages = [index_page(site_of(name).document) for name in sorted(NAMES)]
    without = [
        kind.sign.pattern
        for kind in index_kinds()
        if not any([*kind.found(page)] for page in pages)
    ]
    assert without == [], "a folder under tests/parts/indexes shows what a reader reads"


@pytest.mark.parametrize("name", sorted(NAMES))
def test_the_index_of_a_site_is_taken(name: str) -> None:
    site = site_of(name)
    ran = serve(site.served())
    assert len(ran.records) == site.expected["records"]
    assert titles(ran) >= set(site.expected["titles"])
    assert (ran.outcome.state == "complete") is site.expected["is_whole"]
    if site.expected["is_whole"]:
        assert f"an index of {site.expected['kind']}" in ran.outcome.proof
    assert len(ran.gets) <= 2 + len(site.files)


@pytest.mark.parametrize("name", sorted(NAMES))
def test_an_index_without_one_of_its_files_is_not_called_whole(name: str) -> None:
    site = site_of(name)
    for path, body in site.files.items():
        for instead in (None, b"", body[: len(body) // 2]):
            ran = serve(site.served(**{path: instead}))
            whole = titles(ran) >= set(site.expected["titles"])
            assert ran.outcome.state != "complete" or whole, (path, instead)


@pytest.mark.parametrize("name", sorted(NAMES))
def test_no_text_breaks_a_reader(name: str) -> None:
    site = site_of(name)
    chance = random.Random(name)
    for path, body in site.files.items():
        for text in broken(body, chance):
            for index in find_indexes(site.document):
                for other in site.files:
                    part = index.read(text if other == path else site.files[other], HOST + other)
                    assert isinstance(part, IndexPart)
                    assert all(isinstance(item, dict) for item in part.items)
                assert isinstance(index.named(text.decode("utf-8", "replace")), list)
