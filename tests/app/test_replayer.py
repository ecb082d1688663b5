"""Replay of an earlier run: pages in order, old choices, and a note when the version changed."""

from pathlib import Path

import pytest

from leadline import __version__
from leadline.app.source.replayer import VERSION, WRAPPER_TOO_LATE, Replayer
from leadline.errors import NotAllowed
from leadline.fetch import PageArchive
from leadline.model import Page, Request
from leadline.selection.messages import QueryChoice
from leadline.store import Store

KEY, URL = "h.test", "http://h.test/"


def asked(number: int) -> Request:
    return Request("GET", f"{URL}find?page={number}")


def keep(store: Store, archive: PageArchive, number: int) -> None:
    page = Page(asked(number), asked(number).url, 200, (), b"<p>page")
    where = archive.write(page)
    store.add_page(KEY, page, (where.file, where.offset, where.length), "page")


def replayer(store: Store, archive: PageArchive) -> Replayer:
    recalled = Replayer(KEY, store, archive)
    list(recalled.recall())
    return recalled


def notes(folder: Path, *versions: str | None) -> list[str]:
    """Notes of runs by these versions; None is a project that was begun before versions."""
    with Store(folder / "project.sqlite") as store, PageArchive(folder / "pages") as archive:
        store.add_source(KEY, URL)
        for version in versions:
            if version is not None:
                store.learn(KEY, VERSION, version)
            keep(store, archive, 1)
        replayer(store, archive)
        return [note.text for note in store.notes(KEY)]


def test_a_run_that_another_version_began_is_noted(tmp_path: Path) -> None:
    (text,) = notes(tmp_path, "0.0.9")
    assert "begun by leadline 0.0.9" in text
    assert __version__ in text


@pytest.mark.parametrize("version", [__version__, None])
def test_the_same_version_and_an_unknown_one_are_not_noted(
    tmp_path: Path, version: str | None
) -> None:
    assert notes(tmp_path, version) == []


def test_pages_and_choices_come_in_their_order_until_they_are_used_up(tmp_path: Path) -> None:
    with Store(tmp_path / "project.sqlite") as store, PageArchive(tmp_path / "pages") as archive:
        store.add_source(KEY, URL)
        keep(store, archive, 1)
        store.add_failure(KEY, asked(2), NotAllowed("robots.txt", asked(2)), "page")
        keep(store, archive, 3)  # failures behind the last answered page are forgotten
        store.add_choice(KEY, "sea")
        recalled = replayer(store, archive)
        assert recalled.is_resumed
        first = recalled.take_page(asked(1))
        assert first is not None
        page = recalled.read(asked(1), first)
        assert isinstance(page, Page)
        assert (page.body, page.number) == (b"<p>page", first.number)
        assert recalled.take_page(asked(1)) is None
        failed = recalled.take_page(asked(2))
        assert failed is not None
        assert isinstance(recalled.read(asked(2), failed), NotAllowed)
        assert [recalled.take_choice(), recalled.take_choice()] == [QueryChoice("sea"), None]


def test_a_wrapper_that_comes_too_late_is_not_used(tmp_path: Path) -> None:
    with Store(tmp_path / "project.sqlite") as store, PageArchive(tmp_path / "pages") as archive:
        store.add_source(KEY, URL)
        keep(store, archive, 1)
        assert replayer(store, archive).given_wrapper({"layouts": []}) is None
        assert [note.text for note in store.notes(KEY)] == [WRAPPER_TOO_LATE]
