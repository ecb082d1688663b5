"""The fetcher against a server that misbehaves: each test names what a real server once did."""

import asyncio
import gzip
import subprocess
import sys
import time
import zlib

import brotli
import pytest
from hostile_server import FakeTime, Seen, Site, answer

from leadline.errors import Blocked, FetchError, NotAllowed, Unreachable
from leadline.fetch import Hosts, HttpFetcher
from leadline.fetch.cookies import CookieStore
from leadline.fetch.inflate import Inflater
from leadline.fetch.session.own_session import OwnSession
from leadline.model import Page, Request
from tables import each_row

MB = 1024 * 1024


async def fetch(site: Site, path: str, time: FakeTime | None = None, **options: object) -> Page:
    clock = (time or FakeTime()).clock()
    async with site, site.fetcher(clock=clock, **options) as fetcher:
        return await fetcher.fetch(site.get(path))


def failure(site: Site, path: str, time: FakeTime | None = None, **options: object) -> FetchError:
    with pytest.raises(FetchError) as caught:
        asyncio.run(fetch(site, path, time, **options))
    return caught.value


def test_a_page_comes_with_its_status_headers_and_bytes() -> None:
    site = Site({"/s?q=%B5%E7": answer("书".encode("gbk"), 200, "Content-Type: text/html")})
    page = asyncio.run(fetch(site, "/s?q=%B5%E7"))
    assert (page.status, page.body) == (200, "书".encode("gbk"))
    assert page.header("content-type") == "text/html"
    assert page.request.url == page.url == f"{site.base}/s?q=%B5%E7"
    assert site.paths() == ["/robots.txt", "/s?q=%B5%E7"]


@each_row(__file__, "an_address_goes_out_as_it_was_built", "path")
def test_an_address_goes_out_as_it_was_built(path: str) -> None:
    site = Site({"/robots.txt": answer(b"", 404)})
    asyncio.run(fetch(site, path))
    assert site.paths()[1] == path


def test_an_address_with_blanks_controls_and_other_scripts_is_escaped() -> None:
    site = Site({})
    asyncio.run(fetch(site, "/s?q=a b\r\nX: 1 花#top"))
    assert site.paths()[1] == "/s?q=a%20b%0D%0AX:%201%20%E8%8A%B1"


def test_headers_of_the_request_are_sent_and_win_over_the_defaults() -> None:
    site = Site({})

    async def scenario() -> None:
        named = OwnSession(user_agent="leadline/9", contact="a@b.example")
        async with site, site.fetcher(session=named) as fetcher:
            await fetcher.fetch(site.get("/1"))
            await fetcher.fetch(site.get("/2", User_Agent="other", Referer="http://r.example/é"))

    asyncio.run(scenario())
    _, first, second = site.seen
    assert first.headers["user-agent"] == "leadline/9 (+mailto:a@b.example)"
    assert "gzip" in first.headers["accept-encoding"]
    assert first.headers["accept-language"] == "*"  # some programs fail without any
    assert second.headers["user-agent"] == "other"
    assert second.headers["referer"].encode("latin-1").decode() == "http://r.example/é"


def test_a_post_sends_its_body_once_on_a_connection_of_its_own() -> None:
    site = Site({"/s": answer(b"found")})

    async def scenario() -> Page:
        headers = (("Content-Type", "application/x-www-form-urlencoded"),)
        async with site, site.fetcher() as fetcher:
            return await fetcher.fetch(Request("POST", site.base + "/s", headers, b"q=%C4%CF"))

    assert asyncio.run(scenario()).body == b"found"
    assert site.seen[-1].body == b"q=%C4%CF"
    assert site.seen[-1].headers["content-type"] == "application/x-www-form-urlencoded"
    assert site.seen[-1].headers["connection"] == "close"


# -- packed bodies ---------------------------------------------------------------------------


def _raw_deflate(data: bytes) -> bytes:
    engine = zlib.compressobj(9, zlib.DEFLATED, -15)
    return engine.compress(data) + engine.flush()


def _zstd(data: bytes) -> bytes:
    zstd = pytest.importorskip("backports.zstd")
    return bytes(zstd.compress(data))


PACKERS = {
    "gzip": gzip.compress,
    "x-gzip": gzip.compress,
    "deflate": zlib.compress,
    "deflate ": _raw_deflate,  # without its wrapper, as some servers send it
    "br": lambda data: brotli.compress(data, quality=2),
    "zstd": _zstd,
    "deflate, gzip": lambda data: gzip.compress(zlib.compress(data)),
}


@pytest.mark.parametrize("coding", PACKERS)
def test_a_packed_body_is_unpacked(coding: str) -> None:
    text = "花 and roses ".encode() * 50_000
    packed = PACKERS[coding](text)
    page = asyncio.run(
        fetch(Site({"/": answer(packed, 200, f"Content-Encoding: {coding.strip()}")}), "/")
    )
    assert page.body == text
    assert not page.truncated


@pytest.mark.parametrize("coding", PACKERS)
def test_a_bomb_is_cut_at_the_limit_and_marked(coding: str) -> None:
    packed = PACKERS[coding](bytes(40 * MB))
    assert len(packed) < MB
    site = Site({"/": answer(packed, 200, f"Content-Encoding: {coding.strip()}")})
    page = asyncio.run(fetch(site, "/", max_bytes=MB))
    assert len(page.body) <= MB
    assert page.truncated
    if "," not in coding:
        assert len(page.body) == MB


@pytest.mark.parametrize("content", [b"", b"a"])
def test_members_that_hold_next_to_nothing_are_not_read_to_the_end(content: bytes) -> None:
    inflater, member = Inflater("gzip", 16 * MB), gzip.compress(content)
    body = member * (8 * MB // len(member))
    began = time.process_time()
    for at in range(0, len(body), 64 * 1024):
        inflater.feed(body[at : at + 64 * 1024])
    assert inflater.broken
    assert time.process_time() - began < 3


@pytest.mark.parametrize("step", [1, 2, 3, 7, 4096, 100_000])
def test_members_in_a_row_are_read_however_they_are_cut(step: int) -> None:
    parts = [b"".join(b"%d " % (n * k) for n in range(300)) for k in range(1, 40)]
    body = b"".join(map(gzip.compress, parts)) + b"\0\0padding"
    inflater = Inflater("gzip", 16 * MB)
    read = b"".join(inflater.feed(body[at : at + step]) for at in range(0, len(body), step))
    assert read == b"".join(parts)
    assert not inflater.cut


def test_a_page_that_is_no_gzip_although_it_says_so_is_marked() -> None:
    site = Site({"/": answer(b"<p>plain", 200, "Content-Encoding: gzip")})
    page = asyncio.run(fetch(site, "/"))
    assert page.truncated
    assert page.status == 200


def test_a_body_over_the_limit_is_cut_while_it_comes() -> None:
    async def endless(_: Seen, writer: object) -> None:
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n")
        while not writer.is_closing():
            writer.write(b"x" * 65536)
            await writer.drain()

    page = asyncio.run(fetch(Site({"/": endless}), "/", max_bytes=MB, timeout=120))
    assert len(page.body) == MB
    assert page.truncated


# -- broken answers --------------------------------------------------------------------------


def test_a_body_shorter_than_promised_is_kept_and_marked() -> None:
    async def short(_: Seen, writer: object) -> None:
        writer.write(answer(b"<p>half", length=5000))
        await writer.drain()
        writer.close()

    page = asyncio.run(fetch(Site({"/": short}), "/"))
    assert (page.body, page.truncated) == (b"<p>half", True)


def test_a_body_longer_than_promised_comes_whole_and_spoils_no_other() -> None:
    site = Site({"/long": answer(b"<p>whole and more", length=8), "/next": answer(b"next")})

    async def scenario() -> list[bytes]:
        async with site, site.fetcher(clock=FakeTime().clock()) as fetcher:
            return [(await fetcher.fetch(site.get(path))).body for path in ("/long", "/next")]

    assert asyncio.run(scenario()) == [b"<p>whole and more", b"next"]


def test_a_chunked_body_that_breaks_off_is_kept_and_marked() -> None:
    async def broken(_: Seen, writer: object) -> None:
        writer.write(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n<p>ha\r\nff\r\nlf")
        await writer.drain()
        writer.close()

    page = asyncio.run(fetch(Site({"/": broken}), "/"))
    assert (page.body, page.truncated) == (b"<p>half", True)


def _closing() -> tuple[Site, FakeTime]:
    async def closing(_: Seen, writer: object) -> None:
        writer.close()

    return Site({"/": closing, "/robots.txt": answer(b"", 404)}), FakeTime()


def test_a_connection_that_is_closed_without_an_answer_is_tried_twice() -> None:
    site, time = _closing()
    fault = failure(site, "/", time)
    assert isinstance(fault, Unreachable)
    assert site.host in str(fault)
    assert 2.0 in time.slept


def test_a_post_whose_connection_breaks_is_not_sent_again() -> None:
    site, time = _closing()

    async def scenario() -> None:
        async with site, site.fetcher(clock=time.clock()) as fetcher:
            await fetcher.fetch(Request("POST", site.base + "/", (), b"q=1"))

    with pytest.raises(Unreachable):
        asyncio.run(scenario())
    assert [one.method for one in site.seen] == ["GET", "POST"]


@pytest.mark.parametrize(
    "junk",
    [
        b"\x00\x01\x02 hello\r\n\r\n",
        b"HTTP/1.1 abc\r\n\r\n",
        b"SSH-2.0-OpenSSH_9.6\r\n" + bytes(99),
    ],
)
def test_what_is_no_http_is_unreachable_and_says_so(junk: bytes) -> None:
    assert isinstance(failure(Site({"/": junk, "/robots.txt": answer(b"", 404)}), "/"), Unreachable)


def test_binary_pages_and_odd_header_bytes_come_through() -> None:
    body = bytes(range(256)) * 40
    site = Site({"/": answer(body, 200, "X-Title: caf\xe9", "X-Empty:", "Set-Cookie: a=\xff; x")})
    page = asyncio.run(fetch(site, "/"))
    assert page.body == body
    assert page.header("x-title") == "caf\xe9"
    assert page.header("x-empty") == ""


def test_a_header_of_thirty_thousand_bytes_is_taken() -> None:
    page = asyncio.run(fetch(Site({"/": answer(b"x", 200, "X-Big: " + "y" * 30_000)}), "/"))
    assert len(page.header("X-Big")) == 30_000


def test_a_header_without_end_is_unreachable() -> None:
    for flood in (["X-Big: " + "y" * 300_000], [f"X-{n}: {n}" for n in range(40_000)]):
        fault = failure(Site({"/": answer(b"x", 200, *flood), "/robots.txt": answer()}), "/")
        assert isinstance(fault, Unreachable)
        assert "header lines do not end" in str(fault)


def test_cookies_are_sent_as_far_as_servers_take_them() -> None:
    cookies = CookieStore()
    pairs = [("Set-Cookie", f"k{n}={'v' * 1000}; Path=/") for n in range(60)]
    cookies.take("http://a.example/", [("Set-Cookie", "sid=7; Path=/"), *pairs])
    line = cookies.header("http://a.example/")
    assert line.startswith("sid=7")
    assert 7_000 < len(line) <= 8_000


def test_a_host_that_is_not_there_is_unreachable() -> None:
    async def scenario() -> None:
        async with Site({}) as site:
            pass
        async with HttpFetcher([site.host], clock=FakeTime().clock()) as fetcher:
            await fetcher.fetch(site.get("/"))

    with pytest.raises(Unreachable, match=r"127\.0\.0\.1"):
        asyncio.run(scenario())


def test_a_name_that_does_not_exist_is_unreachable() -> None:
    async def scenario() -> None:
        async with HttpFetcher(["nowhere.invalid"], clock=FakeTime().clock()) as fetcher:
            await fetcher.fetch(Request("GET", "http://nowhere.invalid/"))

    with pytest.raises(Unreachable, match=r"nowhere\.invalid"):
        asyncio.run(scenario())


def test_plain_http_where_tls_is_expected_is_unreachable() -> None:
    async def plain(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"HTTP/1.1 400 Bad Request\r\n\r\n")
        writer.close()

    async def scenario() -> None:
        server = await asyncio.start_server(plain, "127.0.0.1", 0)
        host = f"127.0.0.1:{server.sockets[0].getsockname()[1]}"
        async with server, HttpFetcher([host], clock=FakeTime().clock()) as fetcher:
            await fetcher.fetch(Request("GET", f"https://{host}/"))

    with pytest.raises(Unreachable, match="TLS"):
        asyncio.run(scenario())


# -- time ------------------------------------------------------------------------------------


def test_a_slow_answer_is_given_up_and_not_asked_for_again() -> None:
    async def trickle(_: Seen, writer: object) -> None:
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n")
        for _ in range(300):
            writer.write(b"x")
            await asyncio.sleep(0.1)

    site = Site({"/": trickle, "/robots.txt": answer(b"", 404)})
    fault = failure(site, "/", timeout=0.5)
    assert isinstance(fault, Unreachable)
    assert "0.5 s" in str(fault)
    assert fault.retry_after == 1.0
    assert site.paths() == ["/robots.txt", "/"]


def test_after_a_time_out_the_host_is_left_alone() -> None:
    async def never(_: Seen, writer: object) -> None:
        await asyncio.sleep(600)

    time = FakeTime()
    site = Site({"/slow": never, "/robots.txt": answer(b"", 404)})

    async def scenario() -> None:
        async with site, site.fetcher(clock=time.clock(), timeout=0.5) as fetcher:
            with pytest.raises(Unreachable):
                await fetcher.fetch(site.get("/slow"))
            await fetcher.fetch(site.get("/other"))

    asyncio.run(scenario())
    assert time.slept == [1.0]


def test_one_request_at_a_time_and_the_pace_between_starts() -> None:
    async def slow(_: Seen, writer: object) -> None:
        await asyncio.sleep(0.02)
        writer.write(answer(b"x"))

    time, site = FakeTime(), Site({"/": slow})

    async def scenario() -> None:
        async with site, site.fetcher(clock=time.clock(), pace=0.05) as fetcher:
            await asyncio.gather(*(fetcher.fetch(site.get(f"/?{n}")) for n in range(6)))

    asyncio.run(scenario())
    assert len(site.seen) == 7
    assert site.most_under_way == 1
    assert time.slept == [0.05] * 6


def test_two_fetchers_that_share_their_hosts_take_turns() -> None:
    async def slow(_: Seen, writer: object) -> None:
        await asyncio.sleep(0.02)
        writer.write(answer(b"x"))

    site = Site({"/": slow})

    async def scenario() -> None:
        hosts = Hosts()
        async with site, site.fetcher(hosts=hosts) as one, site.fetcher(hosts=hosts) as two:
            await asyncio.gather(
                *(f.fetch(site.get(f"/?{n}")) for n in range(3) for f in (one, two))
            )

    asyncio.run(scenario())
    assert site.most_under_way == 1
    assert site.paths().count("/robots.txt") == 1


def test_different_hosts_are_asked_side_by_side() -> None:
    all_asked = asyncio.Barrier(3)

    async def when_all_are_asked(_: Seen, writer: object) -> None:
        await all_asked.wait()
        writer.write(answer(b"x"))

    async def scenario() -> list[bytes]:
        sites = [Site({"/": when_all_are_asked}) for _ in range(3)]
        for site in sites:
            await site.__aenter__()
        async with asyncio.timeout(120), HttpFetcher([site.host for site in sites]) as fetcher:
            pages = await asyncio.gather(*(fetcher.fetch(site.get("/")) for site in sites))
            return [page.body for page in pages]

    assert asyncio.run(scenario()) == [b"x"] * 3


# -- robots.txt ------------------------------------------------------------------------------


def test_what_robots_forbids_is_not_asked() -> None:
    robots = answer(b"User-agent: *\nDisallow: /search\nAllow: /search/about")
    site = Site({"/robots.txt": robots, "/search": answer(b"secret"), "/search/about": answer()})
    fault = failure(site, "/search?q=1")
    assert isinstance(fault, NotAllowed)
    assert "robots.txt" in str(fault)
    assert fault.request.url.endswith("/search?q=1")
    assert site.paths() == ["/robots.txt"]


def test_the_rules_for_our_own_name_count_before_those_for_all() -> None:
    robots = b"User-agent: *\nDisallow: /\n\nUser-agent: leadline\nDisallow: /private\n"
    site = Site({"/robots.txt": answer(robots), "/s": answer(b"ok")})
    assert asyncio.run(fetch(site, "/s")).body == b"ok"


def test_a_robots_txt_that_was_read_for_its_rules_is_not_asked_for_again() -> None:
    robots = b"Disallow: /x\nSitemap: http://a.example/map.xml"
    site = Site({"/robots.txt": answer(robots), "/s": answer(b"ok")})

    async def scenario() -> Page:
        async with site, site.fetcher() as fetcher:
            await fetcher.fetch(site.get("/s"))
            return await fetcher.fetch(site.get("/robots.txt"))

    assert asyncio.run(scenario()).body == robots
    assert site.paths() == ["/robots.txt", "/s"]


def test_robots_can_be_turned_off_by_the_person() -> None:
    site = Site({"/robots.txt": answer(b"User-agent: *\nDisallow: /"), "/s": answer(b"ok")})
    assert asyncio.run(fetch(site, "/s", robots=False)).body == b"ok"
    assert site.paths() == ["/s"]


def test_robots_is_read_once_and_again_after_a_day() -> None:
    time = FakeTime()
    site = Site({"/robots.txt": answer(b"User-agent: *\nDisallow: /x"), "/s": answer(b"ok")})

    async def scenario() -> None:
        async with site, site.fetcher(clock=time.clock()) as fetcher:
            for _ in range(3):
                await fetcher.fetch(site.get("/s"))
            time.now += 25 * 3600
            await fetcher.fetch(site.get("/s"))

    asyncio.run(scenario())
    assert site.paths() == ["/robots.txt", "/s", "/s", "/s", "/robots.txt", "/s"]


@pytest.mark.parametrize(
    ("directive", "seconds"),
    [("Crawl-delay: 7", 7.0), ("Crawl-delay: 0.5", 0.5), ("Request-rate: 2/10", 5.0)],
)
def test_the_delay_that_robots_asks_for_is_kept_even_on_this_machine(
    directive: str, seconds: float
) -> None:
    time = FakeTime()
    site = Site({"/robots.txt": answer(f"User-agent: *\n{directive}\nDisallow:".encode())})

    async def scenario() -> None:
        async with site, site.fetcher(clock=time.clock()) as fetcher:
            for n in range(3):
                await fetcher.fetch(site.get(f"/{n}"))

    asyncio.run(scenario())
    assert time.slept == [seconds] * 3


@pytest.mark.parametrize("status", [401, 403, 404, 410])
def test_without_robots_all_is_allowed(status: int) -> None:
    site = Site({"/robots.txt": answer(b"User-agent: *\nDisallow: /", status), "/": answer(b"ok")})
    assert asyncio.run(fetch(site, "/")).body == b"ok"


@pytest.mark.parametrize("status", [500, 502])
def test_robots_that_cannot_be_had_forbid_all(status: int) -> None:
    site = Site({"/robots.txt": answer(b"oops", status), "/": answer(b"ok")})
    fault = failure(site, "/")
    assert isinstance(fault, NotAllowed)
    assert str(status) in str(fault)
    assert "RFC 9309" in str(fault)
    assert site.paths() == ["/robots.txt"]


def test_a_redirected_robots_file_counts() -> None:
    site = Site(
        {
            "/robots.txt": answer(b"", 301, "Location: /r2.txt"),
            "/r2.txt": answer(b"User-agent: *\nDisallow: /s"),
        }
    )
    assert isinstance(failure(site, "/s"), NotAllowed)


@pytest.mark.parametrize(
    "place", ["http://elsewhere.example/robots.txt", "/robots.txt", "ftp://a/"]
)
def test_robots_that_lead_nowhere_allow_all(place: str) -> None:
    site = Site({"/robots.txt": answer(b"", 302, f"Location: {place}"), "/s": answer(b"ok")})
    assert asyncio.run(fetch(site, "/s")).body == b"ok"


@pytest.mark.parametrize(
    "junk", [bytes(range(256)), b"\xff\xfe\x00", b"<html>" * 9, b"Crawl-delay: x\nUser-agent\n:\n"]
)
def test_robots_full_of_junk_allow_all(junk: bytes) -> None:
    assert asyncio.run(fetch(Site({"/robots.txt": answer(junk), "/s": answer(b"ok")}), "/s")).body


# -- refusals --------------------------------------------------------------------------------


@each_row(__file__, "A_REFUSAL_IS_WAITED_OUT", "headers", "slept", sequence=list)
@pytest.mark.parametrize("status", [429, 503])
def test_a_refusal_is_waited_out(status: int, headers: list[str], slept: list[float]) -> None:
    time = FakeTime()
    site = Site({"/": [answer(b"later", status, *headers), answer(b"now")]})
    assert asyncio.run(fetch(site, "/", time)).body == b"now"
    assert time.slept == slept


def test_what_is_not_acceptable_is_asked_for_as_scripts_do() -> None:
    site = Site({"/more": [answer(b"", 406), answer(b"<turbo-stream>")]})
    assert asyncio.run(fetch(site, "/more")).body == b"<turbo-stream>"
    accepted = [one.headers["accept"] for one in site.seen[1:]]
    assert "turbo-stream" in accepted[1]
    assert "*/*" not in accepted[1]
    refusing = Site({"/more": answer(b"", 406)})
    assert asyncio.run(fetch(refusing, "/more")).status == 406
    assert refusing.paths().count("/more") == 2


@pytest.mark.parametrize(("status", "kind"), [(429, Blocked), (503, Unreachable)])
def test_a_refusal_without_end_is_given_up(status: int, kind: type[FetchError]) -> None:
    time = FakeTime()
    site = Site({"/": answer(b"go away", status)})
    fault = failure(site, "/", time)
    assert type(fault) is kind
    assert site.paths().count("/") == 4
    assert time.slept == [2.0, 4.0, 8.0]
    assert str(status) in str(fault)
    assert fault.retry_after == 16.0
    assert fault.page is not None
    assert fault.page.body == b"go away"


def test_a_503_of_a_call_of_a_page_is_its_answer() -> None:
    """Part of a program may be off, while its host answers all else."""
    time = FakeTime()
    site = Site({"/": answer(b"off", 503), "/later": answer(b"", 503, "Retry-After: 1")})

    async def scenario() -> tuple[int, int]:
        async with site, site.fetcher(clock=time.clock()) as fetcher:
            page = await fetcher.fetch(site.get("/"), is_patient=False)
            with pytest.raises(Unreachable):
                await fetcher.fetch(site.get("/later"), is_patient=False)
            return page.status, site.paths().count("/later")

    assert asyncio.run(scenario()) == (503, 4)
    assert site.paths().count("/") == 1


def test_a_poll_holds_up_no_other_request() -> None:
    asked = asyncio.Event()

    async def when_others_were_asked(one: Seen, writer: asyncio.StreamWriter) -> None:
        await asked.wait()
        writer.write(answer(b"news"))

    async def others(one: Seen, writer: asyncio.StreamWriter) -> None:
        asked.set()
        writer.write(answer(b"rows"))

    site = Site({"/poll": when_others_were_asked, "/rows": others})

    async def scenario() -> list[bytes]:
        async with asyncio.timeout(120), site, site.fetcher() as fetcher:
            poll = asyncio.create_task(fetcher.fetch(site.get("/poll"), is_poll=True))
            await site.asked("/poll")
            return [(await fetcher.fetch(site.get("/rows"))).body, (await poll).body]

    assert asyncio.run(scenario()) == [b"rows", b"news"]


def test_a_host_that_wants_an_hour_is_not_waited_for_nor_asked_before() -> None:
    time = FakeTime()
    site = Site({"/": answer(b"", 429, "Retry-After: 3600"), "/other": answer(b"ok")})

    async def scenario() -> None:
        async with site, site.fetcher(clock=time.clock()) as fetcher:
            for path in ("/", "/other"):
                with pytest.raises(Blocked) as caught:
                    await fetcher.fetch(site.get(path))
                assert caught.value.retry_after == 3600
            time.now += 3600
            assert (await fetcher.fetch(site.get("/other"))).body == b"ok"

    asyncio.run(scenario())
    assert time.slept == []
    assert site.paths() == ["/robots.txt", "/", "/other"]


def test_after_refusals_a_host_is_asked_more_slowly() -> None:
    time = FakeTime()
    site = Site({"/": [answer(b"", 503), answer(b"", 503), answer(b"ok")]})

    async def scenario() -> None:
        async with site, site.fetcher(clock=time.clock()) as fetcher:
            for _ in range(3):
                await fetcher.fetch(site.get("/"))

    asyncio.run(scenario())
    assert time.slept == [2.0, 4.0, 1.8, 1.62]


@pytest.mark.parametrize("status", [400, 401, 403, 404, 418, 500, 502])
def test_other_statuses_are_pages(status: int) -> None:
    page = asyncio.run(fetch(Site({"/": answer(b"text", status)}), "/"))
    assert (page.status, page.body) == (status, b"text")


# -- redirects and hosts ---------------------------------------------------------------------


def test_redirects_are_followed_and_the_page_has_the_last_address() -> None:
    site = Site(
        {
            "/a": answer(b"", 302, "Location: b?x=1"),
            "/b?x=1": answer(b"", 301, "Location: //{host}/c#part"),
            "/c": answer(b"there"),
        }
    )

    async def scenario() -> Page:
        async with site, site.fetcher() as fetcher:
            site.routes["/b?x=1"] = answer(b"", 301, f"Location: //{site.host}/c#part")
            return await fetcher.fetch(site.get("/a"))

    page = asyncio.run(scenario())
    assert page.body == b"there"
    assert page.url == f"{site.base}/c"
    assert page.request.url == f"{site.base}/a"


def test_a_location_in_raw_bytes_is_read_as_a_browser_reads_it() -> None:
    site = Site({"/a": answer(b"", 302, "Location: /花 1".encode().decode("latin-1"))})
    assert asyncio.run(fetch(site, "/a")).url == f"{site.base}/%E8%8A%B1%201"


@pytest.mark.parametrize(
    ("status", "method"), [(301, "GET"), (302, "GET"), (303, "GET"), (307, "POST"), (308, "POST")]
)
def test_a_redirected_post(status: int, method: str) -> None:
    site = Site({"/s": answer(b"", status, "Location: /t"), "/t": answer(b"x")})

    async def scenario() -> None:
        headers = (("Content-Type", "text/plain"), ("X-Own", "1"))
        async with site, site.fetcher() as fetcher:
            await fetcher.fetch(Request("POST", site.base + "/s", headers, b"q=1"))

    asyncio.run(scenario())
    last = site.seen[-1]
    assert (last.method, last.body) == (method, b"q=1" if method == "POST" else b"")
    assert ("content-type" in last.headers) == (method == "POST")
    assert last.headers["x-own"] == "1"


@pytest.mark.parametrize("routes", [{"/a": "/a"}, {"/a": "/b", "/b": "/a"}])
def test_redirects_in_circles_end(routes: dict[str, str]) -> None:
    site = Site({a: answer(b"", 302, f"Location: {b}") for a, b in routes.items()})
    fault = failure(site, "/a")
    assert isinstance(fault, Unreachable)
    assert "circles" in str(fault)
    assert len(site.seen) < 15


@each_row(__file__, "a_redirect_away_from_the_named_hosts_is_not_followed", "place")
def test_a_redirect_away_from_the_named_hosts_is_not_followed(place: str) -> None:
    fault = failure(Site({"/": answer(b"", 302, f"Location: {place}")}), "/")
    assert isinstance(fault, NotAllowed)
    assert fault.page is not None


def test_each_hop_is_checked_against_robots() -> None:
    site = Site(
        {
            "/robots.txt": answer(b"User-agent: *\nDisallow: /private"),
            "/a": answer(b"", 302, "Location: /private/b"),
            "/private/b": answer(b"secret"),
        }
    )
    fault = failure(site, "/a")
    assert isinstance(fault, NotAllowed)
    assert "/private/b" in str(fault)
    assert fault.request.url.endswith("/a")  # the request that the caller made
    assert "/private/b" not in site.paths()


def test_a_host_that_nobody_named_is_not_asked() -> None:
    async def scenario() -> None:
        async with HttpFetcher(["a.example"]) as fetcher:
            await fetcher.fetch(Request("GET", "http://b.example/"))

    with pytest.raises(NotAllowed, match=r"b\.example is not among the named hosts"):
        asyncio.run(scenario())


def test_a_name_that_leads_to_this_machine_is_refused_unless_it_was_named() -> None:
    async def ask(**options: object) -> Page:
        async with Site({"/": answer(b"inside")}) as site:
            name = f"localhost:{site.port}"
            async with HttpFetcher([name], clock=FakeTime().clock(), **options) as fetcher:
                return await fetcher.fetch(Request("GET", f"http://{name}/"))

    assert asyncio.run(ask()).body == b"inside"
    with pytest.raises(NotAllowed, match="private address"):
        asyncio.run(ask(named_private=[]))


# -- cookies ---------------------------------------------------------------------------------


def test_cookies_are_kept_and_can_be_rebuilt_from_stored_pages() -> None:
    site = Site(
        {
            "/start": answer(b"", 302, "Location: /form", "Set-Cookie: hop=1; Path=/"),
            "/form": answer(
                b"form", 200, "Set-Cookie: sid=abc; Path=/; HttpOnly", "Set-Cookie: x=2"
            ),
        }
    )

    async def scenario() -> None:
        async with site:
            async with site.fetcher() as fetcher:
                page = await fetcher.fetch(site.get("/start"))
                await fetcher.fetch(site.get("/search"))
            async with site.fetcher() as second:
                second.remember(page)
                await second.fetch(site.get("/search"))

    asyncio.run(scenario())
    first, rebuilt = (one for one in site.seen if one.path == "/search")
    assert sorted(first.headers["cookie"].split("; ")) == ["hop=1", "sid=abc", "x=2"]
    assert rebuilt.headers["cookie"] == first.headers["cookie"]


def test_a_server_cannot_forge_what_we_note_about_redirects() -> None:
    forged = ["X-Leadline-Hop: 302 http://bank.example/", "X-Leadline-Hop-Set-Cookie: a=1"]
    page = asyncio.run(fetch(Site({"/": answer(b"", 200, *forged)}), "/"))
    assert not [name for name, _ in page.headers if "leadline" in name.lower()]


def test_robots_txt_begins_no_session_because_it_is_not_archived() -> None:
    rules = answer(b"User-agent: *\nDisallow:", 200, "Set-Cookie: sid=of-robots")
    site = Site({"/robots.txt": rules, "/a": answer(b"", 200, "Set-Cookie: sid=of-page")})

    async def scenario() -> None:
        async with site, site.fetcher() as fetcher:
            await fetcher.fetch(site.get("/a"))
            await fetcher.fetch(site.get("/b"))

    asyncio.run(scenario())
    assert [one.headers.get("cookie", "") for one in site.seen] == ["", "", "sid=of-page"]


def test_cookies_of_one_fetcher_are_not_sent_by_another() -> None:
    site = Site({"/a": answer(b"", 200, "Set-Cookie: sid=1")})

    async def scenario() -> None:
        async with site, site.fetcher() as one, site.fetcher() as two:
            await one.fetch(site.get("/a"))
            await two.fetch(site.get("/b"))

    asyncio.run(scenario())
    assert "cookie" not in site.seen[-1].headers


# -- life ------------------------------------------------------------------------------------


def test_fetchers_run_one_after_another_and_side_by_side() -> None:
    async def scenario() -> int:
        async with Site({}) as site, site.fetcher() as one:
            await one.fetch(site.get("/1"))
            async with site.fetcher() as two:
                await asyncio.gather(one.fetch(site.get("/2")), two.fetch(site.get("/3")))
            await one.fetch(site.get("/4"))
            return len(site.seen)

    assert [asyncio.run(scenario()) for _ in range(2)] == [6, 6]


def test_a_fetch_that_is_cancelled_leaves_the_fetcher_usable() -> None:
    async def slow(_: Seen, writer: object) -> None:
        await asyncio.sleep(600)

    site = Site({"/slow": slow, "/quick": answer(b"ok")})

    async def scenario() -> Page:
        async with site, site.fetcher() as fetcher:
            with pytest.raises(TimeoutError):
                await asyncio.wait_for(fetcher.fetch(site.get("/slow")), 0.2)
            return await fetcher.fetch(site.get("/quick"))

    assert asyncio.run(scenario()).body == b"ok"


def test_closing_ends_what_is_under_way_at_once() -> None:
    async def slow(_: Seen, writer: object) -> None:
        await asyncio.sleep(600)

    async def scenario() -> None:
        async with asyncio.timeout(120), Site({"/slow": slow}) as site:
            async with site.fetcher(timeout=600) as fetcher:
                asked = asyncio.ensure_future(fetcher.fetch(site.get("/slow")))
                await site.asked("/slow")
            with pytest.raises(Unreachable):
                await asked
        names = [task.get_coro().__qualname__ for task in asyncio.all_tasks()]
        assert not [name for name in names if "Site" not in name and "scenario" not in name]

    asyncio.run(scenario())


def test_outside_async_with_nothing_is_fetched() -> None:
    with pytest.raises(RuntimeError, match="async with"):
        asyncio.run(
            HttpFetcher(["a.example"], robots=False).fetch(Request("GET", "http://a.example/"))
        )


def test_importing_the_room_does_not_import_aiohttp() -> None:
    code = "import sys, leadline.fetch; print({'aiohttp', 'yarl'} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "set()"
