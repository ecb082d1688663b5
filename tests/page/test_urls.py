"""Addresses: tables of what people and servers write."""

from __future__ import annotations

import pytest

from leadline.page.urls import (
    host_key,
    is_dangerous_address,
    is_loopback_address,
    is_private_address,
    join_url,
    same_host,
    sendable_url,
    split_url,
)


@pytest.mark.parametrize(
    ("first", "second", "same"),
    [
        ("http://a.example/", "https://www.a.example:443/x", True),
        ("a.example", "b.example", False),
        ("a.example:81", "a.example", False),
        ("a.example.", "A.EXAMPLE", True),
        ("", "", False),
    ],
)
def test_same_host(first: str, second: str, same: bool) -> None:
    assert same_host(first, second) is same


@pytest.mark.parametrize(
    "bad",
    ["", "x", "//a/b", "http://", "http://[", "http://a:b/", "http://a:99999/", "javascript:1"],
)
def test_what_is_no_web_address(bad: str) -> None:
    assert split_url(bad) is None


@pytest.mark.parametrize("bad", ["http://[", "http://a:b/", "mailto:x@y", "//", "http:// /"])
def test_host_key_of_nonsense_is_empty(bad: str) -> None:
    assert host_key(bad) == ""


@pytest.mark.parametrize(
    ("reference", "joined"),
    [
        ("/b", "http://a.example/b"),
        (" b\n", "http://a.example/x/b"),
        ("?q=1", "http://a.example/x/y?q=1"),
        ("//b.example/c", "http://b.example/c"),
        ("ht\ntp://b.example/", "http://b.example/"),  # browsers drop line breaks
        ("#top", "http://a.example/x/y"),
        ("javascript:void(0)", ""),
        ("mailto:a@b.example", ""),
        ("http://[bad", ""),
        ("/花 1", "http://a.example/%E8%8A%B1%201"),
        ("https://b.example:x/", ""),
    ],
)
def test_join(reference: str, joined: str) -> None:
    assert join_url("http://a.example/x/y", reference) == joined


def test_a_name_in_another_script_goes_out_in_ascii() -> None:
    url = "http://bücher.example:8080/ü?q=%B5%E7"
    assert sendable_url(url) == "http://xn--bcher-kva.example:8080/%C3%BC?q=%B5%E7"


@pytest.mark.parametrize(
    ("address", "private", "dangerous", "loopback"),
    [
        ("8.8.8.8", False, False, False),
        ("2606:4700::1111", False, False, False),
        ("127.0.0.1", True, False, True),
        ("127.9.9.9", True, False, True),
        ("::1", True, False, True),
        ("10.0.0.1", True, False, False),
        ("192.168.1.1", True, False, False),
        ("172.16.0.1", True, False, False),
        ("100.64.0.1", True, False, False),  # carrier's own
        ("169.254.169.254", True, True, False),  # cloud metadata
        ("fe80::1%eth0", True, True, False),
        ("fd12::1", True, False, False),
        ("0.0.0.0", True, True, False),
        ("224.0.0.1", True, True, False),
        ("::ffff:10.0.0.1", True, False, False),  # IPv4 inside IPv6
        ("64:ff9b::a9fe:a9fe", True, True, False),  # and by NAT64
        ("2002:7f00:0001::", True, False, True),  # and by 6to4
        ("localhost", True, False, True),
        ("nas.local", True, False, False),
        ("museum.example", False, False, False),
    ],
)
def test_addresses(address: str, private: bool, dangerous: bool, loopback: bool) -> None:
    assert is_private_address(address) is private
    assert is_dangerous_address(address) is dangerous
    assert is_loopback_address(address) is loopback
