"""Runs the command line again and again in children of one warm process, and ends them in time.

Each line on standard input is one run, as JSON: ``{"argv": [...], "after": 0.3, "signal": 9}``;
without ``after`` the child runs to its end; with ``until`` the time begins when that store holds
records; with ``largest`` no file of it may be larger; with ``watched`` it tells its longest step;
of its ``surroundings`` packages may be missing.
Each answer is one line: ``{"code": -9, "seconds": 0.3, "out": "...", ...}``. A fork has all imports
done, lexicons read and patterns compiled, so a run takes a tenth of the time; what is killed is a
real process with real files.
"""

import asyncio
import gc
import json
import os
import resource
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any, Self

WARM = (
    "leadline.app.asking.search",
    "leadline.app.check",
    "leadline.app.inspect",
    "leadline.app.integration.remembered",
    "leadline.app.refresh.run",
    "leadline.app.tables.reread",
    "leadline.cli.app",
    "leadline.cli.discover",
    "leadline.cli.harvest",
    "leadline.cli.inspect",
    "leadline.cli.integrate",
    "leadline.fetch.http",
    "leadline.fetch.transport",
)
"""What commands load late; a child of the warm process finds it."""


@dataclass
class Run:
    """How one run ended: ``code`` is negative for a signal.

    Its peak of memory in kB holds the imports. ``longest_step`` of its loop is in seconds of the
    thread: so long do other sources wait.
    """

    code: int
    seconds: float
    processor_seconds: float
    kilobytes: int
    out: str
    err: str
    longest_step: float


class Nursery:
    """The warm process, from the outside."""

    def __enter__(self) -> Self:
        self._process = subprocess.Popen(
            [sys.executable, __file__], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        return self

    def __exit__(self, *_: object) -> None:
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait(timeout=120)

    def run(
        self,
        *argv: object,
        after: float | None = None,
        by: int = 9,
        largest: int = 0,
        until: Path | None = None,
        watched: bool = False,
        **surroundings: object,
    ) -> Run:
        """One run of ``leadline`` with these arguments, ended by a signal after some seconds.

        Of ``surroundings`` it is ``cwd`` where it works, ``path`` where it looks for programs, and
        ``without`` names packages that are not there.
        """
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        wanted: dict[str, Any] = {"argv": [str(one) for one in argv], "after": after}
        wanted |= {"signal": by, "largest": largest, "until": str(until) if until else ""}
        wanted |= {"watched": watched, "surroundings": surroundings}
        self._process.stdin.write(json.dumps(wanted, default=str) + "\n")
        self._process.stdin.flush()
        return Run(**json.loads(self._process.stdout.readline()))


def serve() -> None:
    """The warm process, from the inside."""
    for module in WARM:
        import_module(module)
    from leadline_zoo.in_memory import crawl_site
    from leadline_zoo.spec import SourceSpec

    crawl_site(SourceSpec("warm", "books", 30))  # lexicons are read, patterns compiled
    gc.freeze()  # what was imported stays: no run looks through it
    for line in sys.stdin:
        with tempfile.TemporaryDirectory() as folder:
            print(json.dumps(_one(json.loads(line), Path(folder))), flush=True)


def _one(wanted: dict[str, Any], folder: Path) -> dict[str, Any]:
    out, err, step = folder / "out", folder / "err", folder / "step"
    begun = time.monotonic()
    child = os.fork()
    if child == 0:
        if wanted["largest"]:
            resource.setrlimit(resource.RLIMIT_FSIZE, (wanted["largest"], resource.RLIM_INFINITY))
        # As a job in the background of a shell does, who is to be ended by SIGTERM ignores SIGINT.
        ignores = wanted["signal"] == signal.SIGTERM
        signal.signal(signal.SIGINT, signal.SIG_IGN if ignores else signal.default_int_handler)
        if wanted["watched"]:
            _tell_longest_step(step)
        _surround(**wanted["surroundings"])
        _be_child(wanted["argv"], out, err)
    if wanted["after"] is not None:
        _wait_for_records(wanted["until"])
        time.sleep(wanted["after"])
        os.kill(child, wanted["signal"])
    _, status, usage = os.wait4(child, 0)
    return {
        "code": os.waitstatus_to_exitcode(status),
        "seconds": time.monotonic() - begun,
        "processor_seconds": usage.ru_utime + usage.ru_stime,
        "kilobytes": usage.ru_maxrss,
        "out": out.read_text("utf-8") if out.exists() else "",
        "err": err.read_text("utf-8") if err.exists() else "",
        "longest_step": float(step.read_text("utf-8")) if step.exists() else 0.0,
    }


def _surround(cwd: str = ".", path: str = "", without: Sequence[str] = ()) -> None:
    os.chdir(cwd)
    os.environ["PATH"] = path or os.environ["PATH"]
    sys.modules |= dict.fromkeys(without)  # type: ignore[arg-type]


def _tell_longest_step(path: Path) -> None:
    """Write the longest callback of a loop of this process down, whenever one takes longer."""
    longest, run_step = 0.0, asyncio.Handle._run

    def timed(handle: asyncio.Handle) -> None:
        nonlocal longest
        before = time.thread_time()
        run_step(handle)
        seconds = time.thread_time() - before
        if seconds > longest:
            longest = seconds
            path.write_text(f"{longest:.3f}", encoding="utf-8")

    asyncio.Handle._run = timed  # type: ignore[method-assign]


def _wait_for_records(store: str) -> None:
    """Until a store holds records, five minutes at most."""
    end = time.monotonic() + (300.0 if store else 0.0)
    while time.monotonic() < end and not _holds_records(store):
        time.sleep(0.02)


def _holds_records(store: str) -> bool:
    if not Path(store).exists():
        return False
    try:
        with closing(sqlite3.connect(f"file:{store}?mode=ro", timeout=0, uri=True)) as link:
            return bool(link.execute("SELECT 1 FROM record LIMIT 1").fetchall())
    except sqlite3.Error:
        return False


def _be_child(argv: list[str], out: Path, err: Path) -> None:
    from leadline.cli.app import main

    with out.open("w") as one, err.open("w") as two:
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        os.dup2(one.fileno(), 1)
        os.dup2(two.fileno(), 2)
    sys.argv = ["leadline", *argv]
    try:
        main()
        code = 0
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else 1
    except BaseException:
        import traceback

        traceback.print_exc()
        code = 1
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code)


if __name__ == "__main__":
    serve()
