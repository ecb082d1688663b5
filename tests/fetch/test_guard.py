"""Who may be asked: the person's word, and nothing that an address could turn into."""

import pytest

from leadline.fetch.guard import Guard
from tables import each_row, read_rows


@each_row(__file__, "NAMED_HOSTS", "named", "url", "allowed")
def test_named_hosts(named: str, url: str, allowed: bool) -> None:
    assert (Guard([named]).refusal(url) == "") is allowed


def test_a_host_that_is_named_later_is_asked_with_and_without_www() -> None:
    guard = Guard(["a.example"])
    assert guard.refusal("http://b.example/")
    guard.name("www.b.example")
    assert guard.refusal("http://b.example/") == guard.refusal("http://www.b.example/") == ""


PRIVATE_URLS = read_rows(__file__, "PRIVATE_URLS")


@pytest.mark.parametrize("url", PRIVATE_URLS)
def test_any_host_means_any_public_host(url: str) -> None:
    assert Guard(["*"]).refusal("http://anything.example/") == ""
    assert Guard(["*"]).refusal(url)
    if "169.254" not in url:
        assert Guard(["*", url]).refusal(url) == ""


@each_row(__file__, "where_a_named_host_may_lead", "addresses", "allowed", sequence=list)
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


def test_a_host_named_later_may_be_private() -> None:
    guard = Guard(["a.example"])
    assert guard.address_refusal("b.example", ["10.0.0.8"])
    guard.name("b.example")
    assert guard.address_refusal("b.example", ["10.0.0.8"]) == ""


def test_private_hosts_may_be_fewer_than_the_named_ones() -> None:
    """A harvest of public sources names their hosts, and none of them may lead inside."""
    guard = Guard(["10.0.0.1", "a.example"], private=["b.example"])
    assert guard.refusal("http://10.0.0.1/") == "10.0.0.1 leads to the private address 10.0.0.1"
    assert guard.refusal("http://a.example/") == ""
    assert guard.address_refusal("a.example", ["10.0.0.7"])
    assert guard.address_refusal("b.example", ["10.0.0.7"]) == ""


def test_one_private_address_among_public_ones_counts() -> None:
    guard = Guard(["a.example"])
    assert guard.address_refusal("a.example", ["93.184.216.34"]) == ""
    both = guard.address_refusal("a.example", ["93.184.216.34", "10.0.0.7"])
    assert both == "a.example had a public address before and now leads to a private one"


def test_a_reserved_address_that_the_person_wrote_out_may_be_asked() -> None:
    guard = Guard(["169.254.1.1"])
    assert guard.refusal("http://169.254.1.1/") == ""
    assert Guard(["169.254.1.2"]).address_refusal("169.254.1.1", ["169.254.1.1"])


def test_a_private_host_may_turn_public() -> None:
    guard = Guard(["a.example"])
    assert guard.address_refusal("a.example", ["10.0.0.7"]) == ""
    assert guard.address_refusal("a.example", ["93.184.216.34"]) == ""
    assert guard.address_refusal("a.example", ["10.0.0.7"]) == ""


def test_a_public_host_that_nobody_named_may_be_connected_to() -> None:
    guard = Guard(["*"])
    assert guard.address_refusal("a.example", ["93.184.216.34", "2606:2800:220:1::1"]) == ""


def test_the_check_of_an_address_does_not_settle_where_its_name_leads() -> None:
    """Only a connection settles whether a host is public: a name alone does not."""
    guard = Guard(["a.example"])
    assert guard.refusal("http://a.example/") == ""
    assert guard.address_refusal("a.example", ["10.0.0.7"]) == ""


@pytest.mark.parametrize("host", ["a.example", "A.Example", "www.a.example", "a.example."])
@pytest.mark.parametrize("named", ["a.example", "www.a.example"])
def test_ways_to_write_a_private_host(named: str, host: str) -> None:
    assert Guard([named]).address_refusal(host, ["10.0.0.7"]) == ""


@each_row(__file__, "reserved_addresses_are_named", "addresses", "refusal", sequence=list)
def test_reserved_addresses_are_named(addresses: list[str], refusal: str) -> None:
    assert Guard(["a.example"]).address_refusal("a.example", addresses) == refusal


HINT = "; name it too if it belongs to the source (--also-host {})"


@each_row(
    __file__, "the_hint_never_leads_from_outside_to_inside", "named", "url", "hinted", sequence=list
)
def test_the_hint_never_leads_from_outside_to_inside(
    named: list[str], url: str, hinted: str
) -> None:
    refusal = Guard(named).refusal(url)
    assert refusal.endswith(HINT.format(hinted) if hinted else f"({', '.join(named)})")


def test_what_is_no_address_is_quoted_in_part() -> None:
    url = "gopher://" + "a" * 300
    assert Guard(["a.example"]).refusal(url) == f"{url[:200]} is no http or https address"


@pytest.mark.parametrize("nonsense", ["", "http://", "mailto:a@b.example", "[::", "a b:x"])
def test_what_names_no_host_is_the_caller_s_mistake(nonsense: str) -> None:
    with pytest.raises(ValueError):
        Guard([nonsense])
