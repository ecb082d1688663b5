"""A person's own session and network, against real servers on this machine."""

import asyncio
import gzip
import json
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

import leadline
from leadline.fetch import HttpFetcher
from leadline.fetch.session.own_session import MAY_HAVE_ENDED, OwnSession
from leadline.model import Request
from leadline.page.urls import host_key
from leadline_zoo.replies import SiteReply
from leadline_zoo.source import ServedSource
from leadline_zoo.spec import SourceSpec
from tables import each_row

TINY = SourceSpec("tiny", "books", 40)
SECRET = "s3cr3t"
LATER = 4_000_000_000


class Guarded(ServedSource):
    """A source that answers those with a cookie alone, so many times."""

    answers = 10_000

    def answer(self, method: str, target: str, body: bytes, cookie: str) -> SiteReply:
        from leadline_zoo.replies import SiteReply

        self.answers -= f"member={SECRET}" in cookie
        if f"member={SECRET}" in cookie and self.answers >= 0:
            reply = super().answer(method, target, body, cookie)
            renewed = ("Set-Cookie", f"member={SECRET}; Path=/")
            return SiteReply(reply.status, reply.body, (*reply.headers, renewed))
        if target == "/robots.txt":
            return SiteReply(404, b"")
        page = b"<form method=post><input name=u><input type=password name=p></form>"
        return SiteReply(403, page, (("Content-Type", "text/html"),))


def cookie_file(folder: Path, *, expires: int = LATER) -> Path:
    path = folder / "cookies.txt"
    line = f"#HttpOnly_127.0.0.1\tFALSE\t/\tFALSE\t{expires}\tmember\t{SECRET}"
    path.write_text(f"# Netscape HTTP Cookie File\n\n{line}\n", encoding="utf-8")
    return path


def test_a_session_of_the_person_opens_what_it_may_and_is_kept_nowhere(tmp_path: Path) -> None:
    folder = tmp_path / "p"
    with Guarded(TINY) as source:
        refused = leadline.harvest(source.url, project=tmp_path / "q")
        assert [one.state for one in refused.outcomes.values()] == ["failed"]
        session = OwnSession(cookie_file(tmp_path), headers=(f"X-Key: {SECRET}",))
        taken = leadline.harvest(source.url, project=folder, session=session)
    assert [one.records for one in taken.outcomes.values()] == [TINY.count]
    assert SECRET not in repr(session)
    leadline.export(taken.project.store, folder / "t.csv")
    for path in folder.rglob("*"):
        if path.is_file():
            data = path.read_bytes()
            text = gzip.decompress(data) if data[:2] == b"\x1f\x8b" else data
            assert SECRET.encode() not in text, path


def test_the_end_of_a_session_is_said(tmp_path: Path) -> None:
    with Guarded(TINY) as source:
        source.answers = 15
        session = OwnSession(cookie_file(tmp_path))
        taken = leadline.harvest(source.url, project=tmp_path / "p", session=session)
    (outcome,) = taken.outcomes.values()
    assert outcome.state == "paused"
    assert outcome.reason.endswith(MAY_HAVE_ENDED)


def test_a_given_cookie_wins_over_one_of_an_earlier_run(tmp_path: Path) -> None:
    async def scenario() -> str:
        with ServedSource(TINY) as source:
            session = OwnSession(cookie_file(tmp_path))
            async with HttpFetcher([host_key(source.url)], session=session) as fetcher:
                page = await fetcher.fetch(Request("GET", source.url))
                old = (("Set-Cookie", "member=old; Path=/"),)
                fetcher.remember(leadline_page(page, old))
                return fetcher._cookies.header(source.url)

    assert f"member={SECRET}" in asyncio.run(scenario())


def leadline_page(page: object, headers: tuple[tuple[str, str], ...]) -> object:
    from dataclasses import replace

    return replace(page, headers=headers)  # type: ignore[type-var]


@each_row(__file__, "a_wrong_file_of_cookies_is_told", "content", "why")
def test_a_wrong_file_of_cookies_is_told(content: str, why: str, tmp_path: Path) -> None:
    path = tmp_path / "c.txt"
    path.write_text(content, encoding="utf-8")
    with pytest.raises(ValueError, match=why):
        OwnSession(path).load_cookies()


@pytest.mark.parametrize("header", ["X", "X: a\r\nY: b", ": v", "X Y: v"])
def test_a_wrong_header_is_told(header: str) -> None:
    with pytest.raises(ValueError, match="Name: value"):
        OwnSession(headers=(header,))


def test_cookies_of_playwright_and_of_a_har_are_those_of_a_browser(tmp_path: Path) -> None:
    one = {"name": "sid", "value": "a b", "domain": ".a.example", "path": "/", "expires": -1}
    sent = {"url": "https://a.example/x", "cookies": [{"name": "sid", "value": "a b"}]}
    for kept in ({"cookies": [one], "origins": []}, {"log": {"entries": [{"request": sent}]}}):
        (tmp_path / "s.json").write_text(json.dumps(kept))
        (cookie,) = OwnSession(tmp_path / "s.json").load_cookies()
        assert (cookie.name, cookie.value, cookie.domain[-9:]) == ("sid", "a b", "a.example")


def test_cookies_that_have_run_out_are_told(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="run out"):
        OwnSession(cookie_file(tmp_path, expires=1)).load_cookies()


def test_a_cookie_without_an_end_is_kept(tmp_path: Path) -> None:
    (cookie,) = OwnSession(cookie_file(tmp_path, expires=0)).load_cookies()
    assert cookie.value == SECRET
    assert not cookie.is_expired()


@contextmanager
def relay(*, socks: bool) -> Iterator[tuple[int, list[str]]]:
    """A proxy on loopback: HTTP with whole addresses, or SOCKS5; it notes what it was asked."""
    server, asked = socket.create_server(("127.0.0.1", 0)), list[str]()

    def pipe(one: socket.socket, other: socket.socket) -> None:
        try:
            while data := one.recv(65_536):
                other.sendall(data)
        except OSError:
            pass
        other.close()

    def serve(client: socket.socket) -> None:
        if socks:
            client.recv(2 + client.recv(2, socket.MSG_PEEK)[1])
            client.sendall(b"\x05\x00")
            head = client.recv(4)
            assert head[3] in (1, 3)
            host = (
                socket.inet_ntoa(client.recv(4))
                if head[3] == 1
                else client.recv(client.recv(1)[0]).decode()
            )
            port = int.from_bytes(client.recv(2))
            asked.append(f"{host}:{port}")
            target = socket.create_connection((host, port))
            client.sendall(b"\x05\x00\x00\x01\x00\x00\x00\x00\x00\x00")
            threading.Thread(target=pipe, args=(target, client), daemon=True).start()
            pipe(client, target)
            return
        data = client.recv(65_536)
        while b"\r\n\r\n" not in data:
            data += client.recv(65_536)
        line, _, rest = data.partition(b"\r\n")
        method, url, _ = line.decode().split()
        authority = host_key(url)
        asked.append(url)
        host, _, port_text = authority.partition(":")
        target = socket.create_connection((host, int(port_text)))
        path = url.partition(authority)[2] or "/"
        lines = [one for one in rest.split(b"\r\n") if not one.lower().startswith(b"connection")]
        target.sendall(f"{method} {path} HTTP/1.0\r\n".encode() + b"\r\n".join(lines))
        pipe(target, client)

    def accept() -> None:
        while True:
            try:
                client, _ = server.accept()
            except OSError:
                return
            threading.Thread(target=serve, args=(client,), daemon=True).start()

    threading.Thread(target=accept, daemon=True).start()
    try:
        yield server.getsockname()[1], asked
    finally:
        server.close()


@pytest.mark.parametrize("scheme", ["http", "socks5", "socks5h"])
def test_a_harvest_goes_through_the_proxy_alone(scheme: str, tmp_path: Path) -> None:
    with ServedSource(TINY) as source, relay(socks=scheme != "http") as (port, asked):
        session = OwnSession(proxy=f"{scheme}://me:{SECRET}@127.0.0.1:{port}")
        if scheme != "http":
            session = OwnSession(proxy=f"{scheme}://127.0.0.1:{port}")
        taken = leadline.harvest(source.url, project=tmp_path, session=session)
        assert [one.records for one in taken.outcomes.values()] == [TINY.count]
        assert asked
        if scheme == "http":
            assert len(asked) == len(source.log)


def test_a_proxy_that_is_down_is_named_without_its_password(tmp_path: Path) -> None:
    with ServedSource(TINY) as source:
        session = OwnSession(proxy=f"http://me:{SECRET}@127.0.0.1:9")
        taken = leadline.harvest(source.url, project=tmp_path, session=session)
        (outcome,) = taken.outcomes.values()
        assert outcome.state == "failed"
        assert SECRET not in outcome.reason
        assert "the proxy refuses or is down" in outcome.reason
        assert not source.log


def test_proxies_of_the_environment_are_used_but_not_for_this_machine(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("http_proxy", "gate.example:3128")
    monkeypatch.setenv("no_proxy", "museum.example")
    shown = [
        OwnSession().proxy_of(url)
        for url in ("http://art.example/", "http://museum.example/", "http://127.0.0.1:8001/")
    ]
    assert shown == ["http://gate.example:3128", "", ""]


def test_a_name_leads_to_a_private_address_only_where_a_person_named_it() -> None:
    """Names that an assistant gives may lead nowhere private, whatever they resolve to."""
    of_a_program = HttpFetcher(["trap.example"], session=OwnSession(private=False))
    assert "private" in of_a_program.guard.address_refusal("trap.example", ["10.0.0.7"])
    assert not HttpFetcher(["trap.example"]).guard.address_refusal("trap.example", ["10.0.0.7"])
