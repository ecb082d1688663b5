"""Addresses: tables of what people and servers write."""

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
from tables import each_row


@each_row(__file__, "same_host", "first", "second", "same")
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


@each_row(__file__, "JOIN", "reference", "joined")
def test_join(reference: str, joined: str) -> None:
    assert join_url("http://a.example/x/y", reference) == joined


def test_a_name_in_another_script_goes_out_in_ascii() -> None:
    url = "http://bücher.example:8080/ü?q=%B5%E7"
    assert sendable_url(url) == "http://xn--bcher-kva.example:8080/%C3%BC?q=%B5%E7"


@each_row(__file__, "ADDRESSES", "address", "private", "dangerous", "loopback")
def test_addresses(address: str, private: bool, dangerous: bool, loopback: bool) -> None:
    assert is_private_address(address) is private
    assert is_dangerous_address(address) is dangerous
    assert is_loopback_address(address) is loopback
