"""What of a strange answer's cookies is kept, and where it is sent."""

import pytest

from leadline.fetch.cookies import MAX_COOKIE_CHARACTERS, MAX_COOKIES, CookieStore
from tables import each_row

LATER = "Wed, 01 Jan 2098 00:00:00 GMT"


def header(setter: str, *cookies: str, asked: str = "") -> str:
    store = CookieStore()
    store.take(setter, [("Set-Cookie", cookie) for cookie in cookies])
    return store.header(asked or setter)


@pytest.mark.parametrize(
    "bad",
    [
        "x=1; Max-Age=" + "9" * 400,
        "x=1; Max-Age=" + "9" * 5_000,
        "x=1; Max-Age=" + "0" * 300 + "7x",
        "x=1; Expires=Wed, 01 Jan " + "9" * 300 + " 00:00:00 GMT",
        "x=1; Expires=Wed, 01 Jan 2098 00:00:00 +" + "9" * 40,
        "x=1; Version=" + "9" * 5_000,
        'x=1; Port="' + "9" * 5_000 + '"',
        "x=1; Domain=[",
        "x=1; Domain=" + "a." * 4_000,
        "x=\x01\x02; Path=/",
        "x\x7f=1",
        "=; ; ;=",
        "",
    ],
)
def test_a_bad_cookie_costs_no_good_one_and_prints_nothing(
    bad: str, capsys: pytest.CaptureFixture[str], recwarn: pytest.WarningsRecorder
) -> None:
    """``http.cookiejar`` warned of its own fault and lost all cookies of the answer."""
    kept = header("http://h.test/", "sid=1; Path=/", bad, "lang=de")
    assert {"sid=1", "lang=de"} <= {*kept.split("; ")}
    assert kept.isprintable()
    assert not recwarn.list
    assert capsys.readouterr() == ("", "")


@each_row(__file__, "A_COOKIE_FOR", "setter", "domain", "asked", "is_sent")
def test_a_cookie_for_a_public_suffix_goes_to_no_other_host(
    setter: str, domain: str, asked: str, is_sent: bool
) -> None:
    assert (header(setter, f"sid=1; Domain={domain}", asked=asked) == "sid=1") is is_sent


@each_row(__file__, "a_prefix_is_kept_as_a_promise", "url", "cookie", "is_kept")
def test_a_prefix_is_kept_as_a_promise(url: str, cookie: str, is_kept: bool) -> None:
    assert bool(header(url, cookie)) is is_kept


def test_ends_of_cookies_are_obeyed() -> None:
    for gone in ("Max-Age=0", "Max-Age=-9", "Expires=Thu, 01 Jan 1970 00:00:00 GMT"):
        assert header("http://a.example/", "s=1", f"s=1; {gone}") == ""
    for kept in ("Max-Age=60", f"Expires={LATER}", "Expires=soon", "HttpOnly", "SameSite=Lax"):
        assert header("http://a.example/", f"s=1; {kept}") == "s=1"


def test_a_full_store_still_renews_what_it_has() -> None:
    store = CookieStore()
    for number in range(MAX_COOKIES + 50):
        store.take("http://a.example/", [("Set-Cookie", f"c{number}=1")])
    store.take("http://a.example/", [("Set-Cookie", "c0=2")])
    assert store.header("http://a.example/").count("=") == MAX_COOKIES
    assert "c0=2" in store.header("http://a.example/")


@pytest.mark.parametrize(("more", "sent"), [(0, ["a", "b"]), (1, ["a"])])
def test_the_line_of_cookies_is_filled_to_its_last_character(more: int, sent: list[str]) -> None:
    value = "x" * (MAX_COOKIE_CHARACTERS // 2 - len("a=; ") + more)
    line = header("http://a.example/", f"a={value}", f"b={value}")
    assert [one.partition("=")[0] for one in line.split("; ")] == sent
