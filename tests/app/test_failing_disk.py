"""A disk that fails at some write ends in one sentence; the next run goes on with nothing lost."""

import errno
import os
from pathlib import Path
from types import SimpleNamespace
from typing import Final

import pytest
from typer.testing import CliRunner

import leadline
from leadline.cli.app import app
from leadline.errors import LeadlineError, StoreError
from leadline.fetch.archive import page_archive as archive
from leadline.store.db import Store
from leadline_zoo.source import ServedSource
from leadline_zoo.spec import Engine, Pager, SourceSpec

BOOKS: Final = SourceSpec("books", "books", 60, pager=Pager("next", 20), engine=Engine("and"))
ROWS: Final = 60
FAILED: Final = 1


def harvest(url: str, project: Path) -> tuple[int, str]:
    """Run the command line; return its exit code, and its last words as ``main`` prints them."""
    result = CliRunner().invoke(app, ["harvest", url, "-p", str(project), "-q"])
    if result.exception is None or isinstance(result.exception, SystemExit):
        return result.exit_code, result.output.strip()
    assert isinstance(result.exception, LeadlineError), result.exception
    return FAILED, str(result.exception)


def check_next_run(source: ServedSource, project: Path) -> None:
    code, said = harvest(source.url, project)
    assert code == 0, said
    keys = [record.key for record in leadline.load(project).records()]
    assert len(keys) == len(set(keys)) == ROWS


@pytest.mark.parametrize(("write", "fault"), [(2, errno.EIO), (9, errno.EROFS), (14, errno.ENOSPC)])
def test_a_write_to_the_archive_fails_halfway(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, write: int, fault: int
) -> None:
    writes = [0]

    def failing(handle: int, data: memoryview) -> int:
        writes[0] += 1
        if writes[0] == write:
            os.write(handle, data[: len(data) // 2])
            raise OSError(fault, os.strerror(fault))
        return os.write(handle, data)

    with ServedSource(BOOKS) as source:
        with monkeypatch.context() as patch:
            patch.setattr(archive, "os", SimpleNamespace(**{**vars(os), "write": failing}))
            code, said = harvest(source.url, tmp_path / "p")
        assert code == FAILED
        assert said == f"the page archive cannot be written: [Errno {fault}] {os.strerror(fault)}"
        check_next_run(source, tmp_path / "p")


@pytest.mark.parametrize("write", [1, 4])
def test_a_write_to_the_store_fails(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, write: int
) -> None:
    honest, writes = Store.add_page, [0]

    def failing(store: Store, *given: object, **named: object) -> int:
        writes[0] += 1
        if writes[0] == write:
            raise StoreError("The disk is full: project.sqlite cannot grow.")
        return honest(store, *given, **named)  # type: ignore[arg-type]

    with ServedSource(BOOKS) as source:
        with monkeypatch.context() as patch:
            patch.setattr(Store, "add_page", failing)
            code, said = harvest(source.url, tmp_path / "p")
        assert code == FAILED
        assert "The disk is full" in said
        check_next_run(source, tmp_path / "p")
