"""A researcher's own methods, in one file that no package knows."""

from pathlib import Path

import pytest

from tables import read_text

OWN_METHODS = read_text(__file__, "OWN_METHODS")


@pytest.fixture
def own_methods(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> str:
    """Name of a module with a miner, a selector and a link scorer."""
    folder: Path = tmp_path_factory.mktemp("own")
    (folder / "own_methods.py").write_text(OWN_METHODS, "utf-8")
    monkeypatch.syspath_prepend(folder)
    return "own_methods"
