"""The command line itself: quick, explained, with the right exit codes."""

import os
import resource
import subprocess
import sys

import pytest
import typer.main
from typer.testing import CliRunner

import leadline
from leadline.cli.app import app
from tables import each_row, read_text

COMMANDS = sorted(typer.main.get_command(app).commands)  # type: ignore[attr-defined]
HEAVY = {
    "aiohttp",
    "pyarrow",
    "numpy",
    "scipy",
    "openpyxl",
    "rich.console",
    "selectolax",
    "cchardet",
    "leadline.app",
    "leadline.store",
}
QUICK = 0.5


def leadline_(*arguments: str, **more: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "leadline", *arguments],
        capture_output=True, text=True, check=False, env={**os.environ, **more},
    )  # fmt: skip


def spent() -> float:
    """Seconds of processor that children of this process took."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def test_help_is_quick() -> None:
    """In processor time, which does not depend on what else the machine does."""
    taken = []
    for _ in range(3):
        before = spent()
        assert leadline_("--help").returncode == 0
        taken.append(spent() - before)
    assert min(taken) < QUICK


def test_help_imports_nothing_heavy() -> None:
    code = (
        "import sys\nfrom leadline.cli.app import app\n"
        "try: app(['--help'])\nexcept SystemExit: pass\n"
        "print('MODULES', *sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = set(done.stdout.rpartition("MODULES")[2].split())
    assert "leadline.cli.app" in loaded
    assert loaded & HEAVY == set()


def test_import_of_the_package_is_light() -> None:
    code = "import sys, leadline; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert set(done.stdout.split()) & (HEAVY | {"typer", "asyncio"}) == set()


@pytest.mark.parametrize(("given", "threads"), [(None, "1"), ("2", "2")])
def test_linear_algebra_has_one_thread_unless_a_person_wants_more(
    given: str | None, threads: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is told before numpy, which asks but once."""
    monkeypatch.delenv("OPENBLAS_NUM_THREADS", raising=False)
    if given:
        monkeypatch.setenv("OPENBLAS_NUM_THREADS", given)
    code = (
        "import os, sys\nfrom leadline.cli import main\nassert 'numpy' not in sys.modules\n"
        "sys.argv[1:] = ['--help']\ntry: main()\nexcept SystemExit: pass\n"
        "print('THREADS', os.environ['OPENBLAS_NUM_THREADS'])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split("THREADS")[1].strip() == threads


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_explains_itself_with_an_example(name: str) -> None:
    runner = CliRunner(env={"COLUMNS": "100"})
    done = runner.invoke(app, [name, "--help"], prog_name="leadline")
    assert done.exit_code == 0
    assert f"leadline {name}" in done.stdout.partition("Usage:")[2]
    if name != "demo":
        assert "Example" in done.stdout


def test_version() -> None:
    done = leadline_("--version")
    assert done.stdout.strip() == f"leadline {leadline.__version__}"
    assert done.returncode == 0


@each_row(__file__, "wrong_usage_ends_with_2_and_no_traceback", "arguments")
def test_wrong_usage_ends_with_2_and_no_traceback(arguments: tuple[str, ...]) -> None:
    done = leadline_(*arguments)
    assert done.returncode == 2
    assert done.stderr
    assert "Traceback" not in done.stderr


def test_a_closed_pipe_is_no_trouble() -> None:
    command = f"{sys.executable} -m leadline bench list | head -n 1"
    done = subprocess.run(command, shell=True, capture_output=True, text=True, check=True)
    assert "Traceback" not in done.stderr


def test_a_terminal_that_knows_only_ascii_is_no_trouble() -> None:
    done = leadline_("harvest", "博物馆", PYTHONIOENCODING="ascii")
    assert done.returncode == 2
    assert "is no web address" in done.stderr


INTERRUPTED = read_text(__file__, "INTERRUPTED")


def test_ctrl_c_while_modules_are_loaded_is_quiet() -> None:
    ended = subprocess.run(
        [sys.executable, "-c", INTERRUPTED], capture_output=True, text=True, check=False
    )
    assert ended.returncode == 3
    assert ended.stderr == "leadline: stopped\n"
