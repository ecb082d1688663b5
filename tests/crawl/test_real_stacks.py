# Holds: parts of one large form; tables that a button exports
"""Registers on real frameworks whose pages have a state are taken whole, and nothing is written.

System.Web runs under Mono; Ayame and Django Unicorn run in an environment of their own. ``.ci/run``
installs them by ``tools/stacks.sh``; where one is missing its test is skipped.
"""

import os
import shutil
import signal
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import pytest
from register_stacks import members

import leadline

FOLDER: Final = Path(__file__).parent / "real"
PYTHON: Final = Path(__file__).parents[2] / ".tools" / "stacks" / "bin" / "python"
WAITS: Final = 300
"""Tenths of a second in which a server begins to listen."""


def command(name: str, folder: Path, port: int) -> list[str]:
    """Return what runs a register on its framework; skip the test where that is missing."""
    if name != "webforms":
        if not PYTHON.exists():
            pytest.skip("the frameworks are not installed: tools/stacks.sh")
        if name == "unicorn" and not (shutil.which("chromium") or shutil.which("google-chrome")):
            pytest.skip("Django Unicorn needs a browser")
        return [str(PYTHON), str(folder / "guild.py"), str(folder / "members.txt"), str(port)]
    if shutil.which("mcs") is None:
        pytest.skip("Mono is not installed: tools/stacks.sh")
    host = folder / "bin" / "Host.exe"
    host.parent.mkdir()
    compiler = ["mcs", "-r:System.Web", f"-out:{host}", str(folder / "Host.cs")]
    made = subprocess.run(compiler, capture_output=True, check=False)
    if made.returncode:
        pytest.skip(f"System.Web is not installed: {made.stderr.decode()[:200]}")
    return ["mono", str(host), str(folder), str(port)]


@contextmanager
def register(name: str, folder: Path) -> Iterator[str]:
    """Run the register of a framework; its address."""
    shutil.copytree(FOLDER / name, folder)
    rows = (
        [*row.values(), f"01{at:03} {at * 7919 % 900000 + 100000}", str(1970 + at % 50)]
        for at, row in enumerate(members(60))
    )
    (folder / "members.txt").write_text("".join("\t".join(row) + "\n" for row in rows), "utf-8")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    runs = subprocess.Popen(
        command(name, folder, port),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        for _ in range(WAITS):
            with socket.socket() as asked:
                if not asked.connect_ex(("127.0.0.1", port)):
                    break
            time.sleep(0.1)
        yield f"http://127.0.0.1:{port}/{'Default.aspx' if name == 'webforms' else ''}"
    finally:
        os.killpg(runs.pid, signal.SIGKILL)
        runs.wait()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "most_requests"), [("webforms", 60), ("ayame", 55), ("unicorn", 20)]
)
def test_a_register_on_a_real_framework_is_taken_whole(
    name: str, most_requests: int, tmp_path: Path
) -> None:
    with register(name, tmp_path / "site") as url:
        budget = leadline.Budget(requests=200)
        got = leadline.harvest(url, project=tmp_path / "p", pace=0.0, budget=budget)
        rows = [{str(field.value) for field in record.fields} for record in got.records()]
        (outcome,) = got.outcomes.values()
    wanted = [{*row.values()} for row in members(60)]
    assert len(rows) == len(wanted), outcome
    assert all(any(row <= taken for taken in rows) for row in wanted)
    assert outcome.requests <= most_requests
    assert not (tmp_path / "site" / "wrote.txt").exists()


@pytest.mark.slow
def test_record_pages_that_a_postback_opens_are_read(tmp_path: Path) -> None:
    """Two members of one page may have one name; the last page holds a few."""
    with register("webforms", tmp_path / "site") as url:
        got = leadline.harvest(url, project=tmp_path / "p", pace=0.0, details=True)
        names = [{field.column for field in record.fields} for record in got.records()]
    assert len(names) == 60
    assert all({"Phone", "Member since"} <= own for own in names)
    assert not (tmp_path / "site" / "wrote.txt").exists()


@pytest.mark.slow
def test_a_table_that_a_button_exports_is_an_official_way(tmp_path: Path) -> None:
    with register("webforms", tmp_path / "site") as url:
        got = leadline.harvest(url, project=tmp_path / "p", pace=0.0, official=True)
        (outcome,) = got.outcomes.values()
    assert outcome.records == 60
    assert outcome.requests <= 3
    assert "the table by 'Export to CSV' was taken, 60 rows" in outcome.reason
