"""What all tests share."""

import atexit
import gc
import os
import shutil
import tomllib
from collections.abc import Generator, Iterator
from fnmatch import fnmatchcase
from pathlib import Path

import pytest
from _pytest.doctest import DoctestModule
from hypothesis import settings
from nursery import Nursery

from amounts import MANY, amount
from leadline.fetch.wishes import wishes_folder
from leadline.model import COLLECTION

FURTHER = tomllib.loads(Path(__file__).with_name("further.toml").read_text("utf-8"))
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # as the command line does; read by numpy
settings.register_profile(
    "leadline", max_examples=amount(20, many=150), deadline=None, derandomize=not MANY
)
settings.load_profile("leadline")


class OnlyExamples:
    """Looks for examples only where ``>>>`` stands: other modules need not be imported for that."""

    @pytest.hookimpl(wrapper=True)
    def pytest_collect_file(
        self, file_path: Path
    ) -> Generator[None, list[pytest.Collector], object]:
        collectors = yield
        if file_path.suffix != ".py" or ">>>" in file_path.read_text("utf-8"):
            return collectors
        return [one for one in collectors if not isinstance(one, DoctestModule)]


def pytest_configure(config: pytest.Config) -> None:
    """Let this hold for ``src`` and ``tools`` too: a hook of this file is for tests alone."""
    config.pluginmanager.register(OnlyExamples())


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Put slow tests first, so that in the end no process is alone with one; leave repetition."""
    for item in items:
        test, _, row = item.nodeid.partition("[")
        if any(fnmatchcase(row.removesuffix("]"), one) for one in FURTHER.get(test, ())):
            item.add_marker("many")
    if not MANY:
        left = [item for item in items if item.get_closest_marker("many")]
        config.hook.pytest_deselected(items=left)
        items[:] = [item for item in items if not item.get_closest_marker("many")]
    items.sort(key=lambda item: item.get_closest_marker("slow") is None)


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Keep the collector off modules and tests: they live to the end."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        atexit.register(gc.unfreeze)  # so that libraries see no leak
        gc.set_threshold(10 * COLLECTION[0], *COLLECTION[1:])  # memory is for tests to take
        gc.enable()


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of gold and data beside the project; its tests are skipped without it."""
    folder = Path(__file__).resolve().parents[1].parent / "shared"
    if not folder.is_dir():
        pytest.skip("needs ../shared (gold pages and data)")
    return folder


@pytest.fixture(scope="session")
def chromium() -> str:
    """The path of the system's Chromium or Chrome; tests of pages in a browser skip without it."""
    for name in ("chromium", "chromium-browser", "google-chrome"):
        if path := shutil.which(name):
            return path
    pytest.skip("needs a browser (Debian: apt install chromium)")


@pytest.fixture(scope="session")
def nursery() -> Iterator[Nursery]:
    """A warm process that runs the command line in children; one for all tests of a worker."""
    with Nursery() as running:
        yield running


@pytest.fixture(autouse=True, scope="session")
def state_home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """A state folder of its own: tests leave that of the person alone."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_STATE_HOME", str(tmp_path_factory.mktemp("state")))
        yield


@pytest.fixture(autouse=True)
def no_wishes(state_home: None) -> None:
    """Forget what hosts of earlier tests wished: a later one may get the port of such a host."""
    shutil.rmtree(wishes_folder(), ignore_errors=True)
