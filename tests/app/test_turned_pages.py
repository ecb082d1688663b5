"""A server that keeps the page in its session: a run killed after the turn loses no row."""

import subprocess
import sys
import threading
from http.cookies import SimpleCookie
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import parse_qs

import pytest
from nursery import Nursery

from amounts import further
from leadline.store import Reader

ROWS, A_PAGE = 70, 10
FORM = (
    "<form action=/search method={}><label>Name <input name=q></label>"
    "<input type=submit name=go value=Search>{}</form>"
)
NEXT = "<input type=submit name=go value=Next>"


class Turning:
    """A register without a total; the turn of number ``deadly`` is done, and never answered."""

    def __init__(self, method: str) -> None:
        self.method, self.deadly, self.turns = method, 0, 0
        self.places: dict[str, int] = {}
        self.reached = threading.Event()

    def page(self, session: str) -> str:
        at = self.places[session]
        rows = "".join(
            f"<tr><td><a href=/r/{n}>Deed {n * 7919 % 1000}</a><td>Lot {n}<td>{1900 + n}"
            for n in range(at, min(at + A_PAGE, ROWS))
        )
        more = at + A_PAGE < ROWS
        form = FORM.format(self.method, NEXT if more and self.method == "POST" else "")
        turn = "<a href=/turn>Next</a>" if more and self.method == "GET" else ""
        return f"<h1>Deeds</h1>{form}<table>{rows}</table>{turn}"

    def answer(self, path: str, sent: str, session: str) -> str | None:
        form = FORM.format(self.method, "")
        if path.startswith("/search") and "go=Next" not in sent:
            self.places[session] = 0
            found = parse_qs(sent).get("q", [""])[0].casefold() in ("", "deed", "lot")
            return self.page(session) if found else f"<h1>Deeds</h1>{form}<p>No deeds found."
        if session in self.places and ("go=Next" in sent or path == "/turn"):
            self.places[session] = min(self.places[session] + A_PAGE, ROWS)
            self.turns += 1
            if self.turns == self.deadly:
                self.reached.set()
                return None
            return self.page(session)
        return f"<h1>Deeds</h1>{form}"


@pytest.mark.parametrize(
    ("method", "deadly"), [("POST", 1), ("GET", 3), further("POST", 3), further("GET", 1)]
)
def test_a_turn_that_was_cut_off_loses_no_page(
    method: str, deadly: int, tmp_path: Path, nursery: Nursery
) -> None:
    site = Turning(method)

    class Handler(BaseHTTPRequestHandler):
        def log_message(self, *_: object) -> None: ...

        def do_GET(self) -> None:
            body = self.rfile.read(int(self.headers.get("Content-Length") or 0)).decode()
            cookie = SimpleCookie(self.headers.get("Cookie", ""))
            session = cookie["s"].value if "s" in cookie else str(id(self))
            text = site.answer(self.path, body or self.path.partition("?")[2], session)
            if text is not None:
                self.send_response(200 if self.path != "/robots.txt" else 404)
                self.send_header("Content-Type", "text/html; charset=utf-8")
                self.send_header("Set-Cookie", f"s={session}; Path=/")
                self.send_header("Content-Length", str(len(text.encode())))
                self.end_headers()
                self.wfile.write(text.encode())
            else:
                self.close_connection = False
                threading.Event().wait(60)

        def do_POST(self) -> None:
            self.do_GET()

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
    url = f"http://127.0.0.1:{server.server_address[1]}/"
    command = [sys.executable, "-m", "leadline", "harvest", url, "-p", str(tmp_path), "--pace=0"]
    try:
        site.deadly = deadly
        run = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        while run.poll() is None and not site.reached.wait(0.05):
            pass
        assert site.reached.is_set(), run.communicate()[0]
        run.kill()
        run.communicate()
        site.deadly = 0
        last = nursery.run(*command[3:])
        assert last.code in (0, 3), last.out + last.err
    finally:
        server.shutdown()
        server.server_close()
    with Reader(tmp_path / "project.sqlite") as store:
        lots = {f.value for one in store.records() for f in one.fields if f.value.startswith("Lot")}
    assert lots == {f"Lot {n}" for n in range(ROWS)}
