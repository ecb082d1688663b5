"""A researcher's own methods, in one file that no package knows."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tables import read_text

if TYPE_CHECKING:
    from pathlib import Path

OWN_METHODS = read_text(__file__, "OWN_METHODS")


@pytest.fixture
def own_methods(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> str:
    """Name of a module with a miner, a selector and a link scorer."""
    folder: Path = tmp_path_factory.mktemp("own")
    (folder / "own_methods.py").write_text(OWN_METHODS, "utf-8")
    monkeypatch.syspath_prepend(folder)
    return "own_methods"
