"""Who may be asked: the person's word, and nothing that an address could turn into."""

from __future__ import annotations

import pytest

from leadline.fetch.guard import Guard


@pytest.mark.parametrize(
    ("named", "url", "allowed"),
    [
        ("a.example", "http://a.example/x", True),
        ("a.example", "https://www.a.example/", True),  # the usual first redirect
        ("www.a.example", "http://A.Example:80/", True),
        ("https://a.example/search?q=1", "http://a.example/", True),  # an address names its host
        ("a.example", "http://sub.a.example/", False),
        ("a.example", "http://a.example.evil.example/", False),
        ("a.example", "http://a.example:8080/", False),
        ("a.example", "http://a.example@evil.example/", False),
        ("a.example:8080", "http://a.example:8080/", True),
        ("127.0.0.1:8001", "http://127.0.0.1:8001/", True),
        ("127.0.0.1:8001", "http://127.0.0.1:22/", False),
        ("127.0.0.1:8001", "http://127.1:8001/", False),
        ("museum.example", "http://10.0.0.1/", False),
        ("a.example", "ftp://a.example/", False),
        ("a.example", "javascript:alert(1)", False),
        ("bücher.example", "http://xn--bcher-kva.example/", True),
    ],
)
def test_named_hosts(named: str, url: str, allowed: bool) -> None:
    assert (Guard([named]).refusal(url) == "") is allowed


@pytest.mark.parametrize(
    "url",
    ["http://127.0.0.1/", "http://[::1]/", "http://localhost:80/", "http://10.1.1.1/",
     "http://[::ffff:127.0.0.1]/", "http://169.254.169.254/", "http://printer.local/"],
)  # fmt: skip
def test_any_host_means_any_public_host(url: str) -> None:
    assert Guard(["*"]).refusal("http://anything.example/") == ""
    assert Guard(["*"]).refusal(url)
    if "169.254" not in url:
        assert Guard(["*", url]).refusal(url) == ""


@pytest.mark.parametrize(
    ("addresses", "allowed"),
    [
        (["93.184.216.34"], True),
        (["10.0.0.7"], True),  # a catalogue of one's own house, named by the person
        (["93.184.216.34", "169.254.169.254"], False),  # a cloud's secrets, by any name
        (["0.0.0.0"], False),
        (["fe80::1%eth0"], False),
        (["224.0.0.1"], False),
    ],
)
def test_where_a_named_host_may_lead(addresses: list[str], allowed: bool) -> None:
    assert (Guard(["a.example"]).address_refusal("a.example", addresses) == "") is allowed


def test_a_named_public_host_cannot_turn_private_later() -> None:
    guard = Guard(["a.example"])
    assert guard.address_refusal("a.example", ["93.184.216.34"]) == ""
    assert "before" in guard.address_refusal("a.example", ["127.0.0.1"])


def test_a_host_may_be_named_later() -> None:
    guard = Guard(["a.example"])
    assert guard.refusal("http://b.example/")
    guard.name("b.example")
    assert guard.refusal("http://b.example/") == ""


@pytest.mark.parametrize("nonsense", ["", "http://", "mailto:a@b.example", "[::", "a b:x"])
def test_what_names_no_host_is_the_caller_s_mistake(nonsense: str) -> None:
    with pytest.raises(ValueError):
        Guard([nonsense])
