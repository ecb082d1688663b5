"""The transport alone: bytes on the wire, limits, cancellation, the stages of errors."""

import asyncio
import socket
import ssl
import warnings
from collections.abc import Awaitable, Callable
from typing import Any

import aiohttp
import pytest
from hostile_server import Seen, Site, answer

from leadline.fetch import http10
from leadline.fetch.guard import Guard
from leadline.fetch.response import AddressRefused, Limits, Response, TransportError
from leadline.fetch.transport import Transport, _translating_errors
from leadline.model import Headers, Request
from tables import each_row

KB = 1024
LIMITS = Limits(timeout=120.0, max_bytes=64 * KB)


def exchange(
    site: Site, request: Callable[[Site], Request], limits: Limits = LIMITS, **options: bool
) -> Response:
    """The response to one request, from a transport that is closed again."""

    async def scenario() -> Response:
        async with site:
            transport = Transport(Guard([site.host]), limits)
            try:
                return await transport.send(request(site), **options)
            finally:
                await transport.close()

    return asyncio.run(scenario())


def failure(site: Site, **options: Any) -> TransportError:
    with pytest.raises(TransportError) as caught:
        exchange(site, lambda site: site.get("/"), **options)
    return caught.value


async def dribble(seen: Seen, writer: asyncio.StreamWriter) -> None:
    writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\n")
    await asyncio.sleep(600)


async def silence(seen: Seen, writer: asyncio.StreamWriter) -> None:
    await asyncio.sleep(600)


async def events(seen: Seen, writer: asyncio.StreamWriter) -> None:
    writer.write(b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\ndata: 1\n\n")
    await writer.drain()
    await asyncio.sleep(0.1)
    writer.write(b"data: 2\n\n")
    await asyncio.sleep(600)


def test_a_stream_of_events_without_an_end_is_read_until_it_rests(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("leadline.fetch.transport.EVENT_SECONDS", 1.5)
    limits = Limits(timeout=60.0, max_bytes=64 * KB)
    response = exchange(Site({"/": events}), lambda site: site.get("/"), limits)
    assert response.body == b"data: 1\n\ndata: 2\n\n"
    assert not response.truncated


# -- headers ---------------------------------------------------------------------------------


@pytest.mark.parametrize("use_http10", [False, True])
def test_header_lines_come_as_they_were_sent(use_http10: bool) -> None:
    lines = ["ETag: x", "x-Odd: caf\xe9", "X-ODD: second", "Set-Cookie: a=1", "set-cookie: b=\xff"]
    site = Site({"/": answer(b"ok", 200, *lines)})
    response = exchange(site, lambda site: site.get("/"), use_http10=use_http10)
    assert [f"{name}: {value}" for name, value in response.headers] == ["Content-Length: 2", *lines]


def head_sent(path: str, headers: Headers, *, use_http10: bool = False) -> bytes:
    """The head of a request, as a server reads it."""
    heads: list[bytes] = []

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        heads.append(await reader.readuntil(b"\r\n\r\n"))
        writer.write(answer(b"ok"))
        writer.close()

    async def scenario() -> None:
        server = await asyncio.start_server(serve, "127.0.0.1", 0)
        host = f"127.0.0.1:{server.sockets[0].getsockname()[1]}"
        transport = Transport(Guard([host]), LIMITS)
        async with server:
            request = Request("GET", f"http://{host}{path}", headers)
            await transport.send(request, use_http10=use_http10)
            await transport.close()

    asyncio.run(scenario())
    return heads[0]


@pytest.mark.parametrize("use_http10", [False, True])
def test_header_lines_go_out_as_they_were_given(use_http10: bool) -> None:
    headers = (("x-Own", "1"), ("Referer", "http://r.example/é"), ("Empty", ""))
    head = head_sent("/a%2Fb?x=%41", headers, use_http10=use_http10)
    first, host, *lines = head.split(b"\r\n")
    assert first.startswith(b"GET /a%2Fb?x=%41 HTTP/1.")
    assert host.startswith(b"Host: 127.0.0.1:")
    assert lines[:3] == [b"x-Own: 1", "Referer: http://r.example/é".encode(), b"Empty: "]
    assert lines[3:] == ([b"Connection: close", b"", b""] if use_http10 else [b"", b""])


def test_a_header_that_is_given_twice_is_sent_twice_however_it_is_spelled() -> None:
    assert b"X-Own: 1\r\nX-Own: 2\r\n" in head_sent("/", (("X-Own", "1"), ("x-own", "2")))


def test_cookies_that_are_no_ascii_are_sent_back_byte_for_byte() -> None:
    cookie = "town=花蓮".encode().decode("latin-1")
    site = Site({"/": answer(b"ok", 200, f"Set-Cookie: {cookie}; Path=/")})

    async def scenario() -> None:
        async with site, site.fetcher(robots=False) as fetcher:
            await fetcher.fetch(site.get("/"))
            await fetcher.fetch(site.get("/"))

    asyncio.run(scenario())
    assert site.seen[-1].headers["cookie"] == cookie


# -- connections -----------------------------------------------------------------------------


def test_a_get_uses_its_connection_again_and_a_post_does_not() -> None:
    ports: list[tuple[str, int]] = []

    async def note(seen: Seen, writer: asyncio.StreamWriter) -> None:
        ports.append((seen.method, writer.get_extra_info("peername")[1]))
        writer.write(answer(b"ok"))
        await writer.drain()

    async def scenario() -> None:
        async with Site({"/": note}) as site:
            transport = Transport(Guard([site.host]), LIMITS)
            for method in ("GET", "POST", "GET", "POST"):
                await transport.send(Request(method, site.base + "/"))
            await transport.close()

    asyncio.run(scenario())
    used = {kind: {port for method, port in ports if method == kind} for kind in ("GET", "POST")}
    assert (len(used["GET"]), len(used["POST"])) == (1, 2)
    assert not used["GET"] & used["POST"]


@pytest.mark.parametrize("use_http10", [False, True])
def test_a_name_is_checked_when_it_is_connected_to(
    use_http10: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def rebound(*_: object, **__: object) -> list[tuple[object, ...]]:
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", ("10.0.0.7", 80))]

    async def scenario() -> None:
        monkeypatch.setattr(asyncio.get_running_loop(), "getaddrinfo", rebound)
        transport = Transport(Guard(["trap.example"], private=[]), LIMITS)
        try:
            await transport.send(Request("GET", "http://trap.example/"), use_http10=use_http10)
        finally:
            await transport.close()

    with pytest.raises(AddressRefused, match=r"trap\.example leads to the private address"):
        asyncio.run(scenario())


# -- limits ----------------------------------------------------------------------------------


@pytest.mark.parametrize("use_http10", [False, True])
def test_a_body_is_cut_at_the_limit_on_the_wire(use_http10: bool) -> None:
    async def endless(seen: Seen, writer: asyncio.StreamWriter) -> None:
        writer.write(b"HTTP/1.1 200 OK\r\n\r\n")
        while not writer.is_closing():
            writer.write(b"x" * 64 * KB)
            await writer.drain()

    site = Site({"/": endless})
    response = exchange(site, lambda site: site.get("/"), use_http10=use_http10)
    assert (len(response.body), response.truncated) == (64 * KB, True)


@pytest.mark.parametrize("use_http10", [False, True])
@pytest.mark.parametrize("route", [silence, dribble])
def test_the_time_limit_holds_for_the_whole_response(
    route: Callable[..., Awaitable[None]], use_http10: bool
) -> None:
    limits = Limits(timeout=1.0, max_bytes=64 * KB)
    fault = failure(Site({"/": route}), limits=limits, use_http10=use_http10)
    assert (fault.stage, str(fault)) == ("time", "no whole answer within 1 s")


# -- cancellation ----------------------------------------------------------------------------


@pytest.mark.parametrize("use_http10", [False, True])
def test_a_download_that_nobody_waits_for_ends(use_http10: bool) -> None:
    async def scenario() -> None:
        async with Site({"/": silence}) as site:
            transport = Transport(Guard([site.host]), LIMITS)
            sending = asyncio.ensure_future(transport.send(site.get("/"), use_http10=use_http10))
            await site.asked("/")
            sending.cancel()
            await asyncio.wait({sending})
            async with asyncio.timeout(60):  # far less than it has to answer
                while any("_exchange" in repr(task) for task in asyncio.all_tasks()):
                    await asyncio.sleep(0.01)
            await transport.close()
            assert sending.cancelled()

    asyncio.run(scenario())


@pytest.mark.parametrize("use_http10", [False, True])
def test_closing_gives_up_what_is_under_way(use_http10: bool) -> None:
    async def scenario() -> None:
        async with Site({"/": silence}) as site:
            transport = Transport(Guard([site.host]), LIMITS)
            sending = asyncio.ensure_future(transport.send(site.get("/"), use_http10=use_http10))
            await site.asked("/")
            await transport.close()
            await sending

    with pytest.raises(TransportError, match="given up"):
        asyncio.run(scenario())


def test_a_transport_that_was_never_used_closes_without_a_word() -> None:
    async def scenario() -> None:
        await Transport(Guard(["a.example"]), LIMITS).close()

    with warnings.catch_warnings():
        warnings.simplefilter("error")
        asyncio.run(scenario())


# -- errors ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("fault", "stage", "words"),
    [
        (ssl.SSLCertVerificationError("self-signed"), "tls", "certificate is not good"),
        (ssl.SSLError("bad record"), "tls", "TLS failed"),
        (aiohttp.ConnectionTimeoutError(), "connect", "no connection within 15 s"),
        (aiohttp.ServerDisconnectedError(), "answer", "closed the connection without an answer"),
        (aiohttp.ClientPayloadError("short"), "answer", "short"),
        (http10.UnreadableAnswer("no HTTP answer"), "answer", "no HTTP answer"),
        (socket.gaierror(socket.EAI_NONAME, "?"), "answer", "no host of that name"),
        (socket.gaierror(socket.EAI_AGAIN, "?"), "answer", "cannot be looked up now"),
        (ConnectionResetError(), "answer", "ConnectionResetError"),
    ],
)
def test_each_fault_has_its_stage_and_a_sentence(fault: Exception, stage: str, words: str) -> None:
    with pytest.raises(TransportError, match=words) as caught, _translating_errors():
        raise fault
    assert caught.value.stage == stage


def test_a_port_at_which_nobody_answers_fails_while_connecting() -> None:
    async def scenario() -> None:
        async with Site({}) as site:
            pass
        transport = Transport(Guard([site.host]), LIMITS)
        try:
            await transport.send(site.get("/"))
        finally:
            await transport.close()

    with pytest.raises(TransportError, match="nobody answers at this port") as caught:
        asyncio.run(scenario())
    assert caught.value.stage == "connect"


# -- HTTP/1.0 --------------------------------------------------------------------------------


@each_row(__file__, "ODD_ANSWERS", "data", "status", "headers", "body")
def test_an_odd_answer_is_split(
    data: str, status: int, headers: tuple[tuple[str, str], ...], body: str
) -> None:
    wanted = [(name.encode(), value.encode()) for name, value in headers]
    assert http10.parse_answer(data.encode()) == (status, wanted, body.encode())


@pytest.mark.parametrize("data", [b"", b"hello\n\n", b"HTTP/1.1 200 OK\r\nA: 1", bytes(300 * KB)])
def test_what_is_no_answer_is_refused(data: bytes) -> None:
    with pytest.raises(http10.UnreadableAnswer):
        http10.parse_answer(data)
