"""A register whose pages have a state, killed at any request, still gives its whole table."""

import subprocess
import sys
import threading
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from register_stacks import Stack

from amounts import amount
from leadline.model import Request
from leadline.store import Reader
from tables import each_row

USUAL, OFTEN = amount(1, many=3), amount(1, many=20)
"""Times that a run is killed: each time a few requests behind the last."""
REQUESTS = 36
"""Requests that each of these stacks is asked at least."""


@dataclass
class Served:
    """A stack on loopback; the request of number ``deadly`` is never answered."""

    stack: Stack
    asked: int = 0
    deadly: int = 0
    reached: threading.Event = field(default_factory=threading.Event)
    lock: Any = field(default_factory=threading.Lock)

    def answer(self, handler: BaseHTTPRequestHandler, method: str) -> None:
        if handler.path == "/robots.txt":
            handler.send_error(404)
            return
        body = handler.rfile.read(int(handler.headers.get("Content-Length") or 0))
        with self.lock:
            self.asked += 1
            if self.asked == self.deadly:
                self.reached.set()
                return
            url = f"http://{handler.headers['Host']}{handler.path}"
            page = self.stack(Request(method, url, tuple(handler.headers.items()), body))
        handler.send_response(page.status)
        handler.send_header("Content-Length", str(len(page.body)))
        for name, value in page.headers:
            handler.send_header(name, value)
        handler.end_headers()
        handler.wfile.write(page.body)


def table(folder: Path) -> list[tuple[str, ...]]:
    """All records of the only source, sorted."""
    with Reader(folder / "project.sqlite") as store:
        (source,) = store.sources()
        rows = (tuple(one.value for one in r.fields) for r in store.records(source.key))
        return sorted(rows)


@pytest.mark.slow
@each_row(__file__, "WALK_RESUMED_AFTER_KILLS", "name", "forgets", "kills")
def test_a_walk_is_resumed_after_kills(
    name: str, forgets: bool, kills: int, tmp_path: Path
) -> None:
    """Where the server forgot all states meanwhile the walk begins anew."""
    served = Served(Stack(name))

    class Handler(BaseHTTPRequestHandler):
        def log_message(self, *_: object) -> None: ...

        def do_GET(self) -> None:
            served.answer(self, "GET")

        def do_POST(self) -> None:
            served.answer(self, "POST")

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
    url = f"http://127.0.0.1:{server.server_address[1]}/"
    command = [sys.executable, "-m", "leadline", "harvest", url, "-p", str(tmp_path)]
    try:
        for number in range(kills):
            served.deadly = served.asked + max(2, REQUESTS // (kills + 1))
            served.reached.clear()
            run = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
            while run.poll() is None and not served.reached.wait(0.05):
                pass
            if not served.reached.is_set():  # three states in a row were forgotten
                said = run.communicate()[0]
                assert forgets, (number, said)
                assert b"try again later" in said, (number, said)
            else:
                run.kill()
                run.communicate()
            if forgets:
                served.stack.forget()
        served.deadly = 0
        last = subprocess.run(command, capture_output=True, timeout=300, check=False)
        assert last.returncode in (0, 3), last.stdout + last.stderr
    finally:
        server.shutdown()
        server.server_close()
    numbers = sorted(row["number"] for row in served.stack.rows)
    taken = sorted(value for row in table(tmp_path) for value in row if value in {*numbers})
    assert taken == numbers
    assert not served.stack.wrote
