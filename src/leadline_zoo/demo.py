"""Sources of the demo as child processes, which end with the process that started them.

A child prints its URL when it listens and ends when its standard input closes, even if the parent
was killed. ``python -m leadline_zoo airports`` serves one for inspection.
"""

from __future__ import annotations

import atexit
import os
import socket
import subprocess
import sys
import threading
import time
from dataclasses import dataclass
from http.client import HTTPException
from typing import TYPE_CHECKING, Final
from urllib.request import ProxyHandler, build_opener

from leadline.errors import LeadlineError, require_package
from leadline_zoo.airports import ASIA, asian_table, write_database
from leadline_zoo.source import serve

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

NAMES: Final = ("airports", "airports-zh")
START_SECONDS: Final = 60.0
"""Seconds until a source must answer."""


@dataclass(frozen=True, slots=True)
class RunningSource:
    """A source that answers at ``url`` until ``stop()``; stopping twice is harmless."""

    name: str
    url: str
    stop: Callable[[], None]


def start_demo_sources(folder: Path) -> list[RunningSource]:
    """Start both demo sources with their files in ``folder``; return when both answer."""
    folder.mkdir(parents=True, exist_ok=True)
    children = [(name, _spawn(name, folder)) for name in NAMES]
    stops = [_stopper(child) for _, child in children]
    try:
        return [
            RunningSource(name, _url_of(name, child, folder), stop)
            for (name, child), stop in zip(children, stops, strict=True)
        ]
    except BaseException:
        for stop in stops:
            stop()
        raise


def _spawn(name: str, folder: Path) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "leadline_zoo", name, "--folder", str(folder), "--child"]
    with open(_log(folder, name), "wb") as log:
        return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=log)


def _log(folder: Path, name: str) -> Path:
    return folder / f"{name}.log"


def _stopper(child: subprocess.Popen[bytes]) -> Callable[[], None]:
    def stop() -> None:
        atexit.unregister(stop)
        if child.poll() is None:
            child.terminate()
            try:
                child.wait(timeout=5)
            except subprocess.TimeoutExpired:
                child.kill()
                child.wait()
        for pipe in (child.stdin, child.stdout):
            if pipe and not pipe.closed:
                pipe.close()

    atexit.register(stop)
    return stop


def _url_of(name: str, child: subprocess.Popen[bytes], folder: Path) -> str:
    """Return the URL that the child prints, once it answers there."""
    late = threading.Timer(START_SECONDS, child.kill)
    late.start()
    try:
        assert child.stdout is not None
        url = child.stdout.readline().decode().strip()
        while url and child.poll() is None:
            if _answers(url):
                return url
            time.sleep(0.05)
    finally:
        late.cancel()
    tail = _log(folder, name).read_text("utf-8", "replace").strip().splitlines()[-1:]
    raise LeadlineError(f"The demo source '{name}' did not start. {' '.join(tail)}".strip())


def _answers(url: str) -> bool:
    direct = build_opener(ProxyHandler({}))
    try:
        with direct.open(url, timeout=10) as page:
            return bool(page.status == 200)
    except (OSError, HTTPException):
        return False


# -- in the child -----------------------------------------------------------------------------


def run_child(name: str, folder: Path, port: int, announce: Callable[[str], None]) -> None:
    """Serve a source of the demo until the process ends."""
    if name == "airports":
        _serve_datasette(folder, port, announce)
        return
    with serve(ASIA, asian_table(), port) as source:
        announce(source.url)
        threading.Event().wait()


def _serve_datasette(folder: Path, port: int, announce: Callable[[str], None]) -> None:
    require_package("datasette", "the demo", "demo")
    import uvicorn
    from datasette.app import Datasette

    path = folder / "airports.db"
    write_database(path)
    listener = socket.create_server(("127.0.0.1", port))
    announce(f"http://127.0.0.1:{listener.getsockname()[1]}/airports/airports")
    application = Datasette(immutables=[str(path)], settings={"default_page_size": 100}).app()
    config = uvicorn.Config(application, log_level="warning", lifespan="on")
    uvicorn.Server(config).run(sockets=[listener])


def end_with_parent() -> None:
    """End this process when its standard input closes, which means that its parent has ended."""

    def watch() -> None:
        while os.read(0, 1024):
            pass
        os._exit(0)

    threading.Thread(target=watch, daemon=True).start()
