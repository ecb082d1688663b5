"""Refuses hosts that the person did not name, and names that lead to private addresses.

A name is looked up when a connection is made. The connection goes to the very addresses that were
checked, so a name that changes its address in between (DNS rebinding) gains nothing. Whether a
host has a public or a private address is settled the first time.

>>> guard = Guard(["museum.example", "127.0.0.1:8001"])
>>> guard.refusal("http://www.museum.example/x"), guard.refusal("http://127.0.0.1:8001/")
('', '')
>>> guard.refusal("http://169.254.169.254/")
'169.254.169.254 is not among the named hosts (museum.example, 127.0.0.1:8001)'
"""

from collections.abc import Collection
from typing import Final

from leadline.errors import NOT_NAMED
from leadline.page.urls import (
    host_key,
    host_name,
    is_dangerous_address,
    is_ip,
    is_private_address,
    split_url,
)

ANY_PUBLIC_HOST: Final = "*"
"""The name that stands for every public host; a crawl does not know where it will lead."""
SUBDOMAINS: Final = "*."
"""Before the name of a host: its subdomains too, if they are public."""
ANY_PORT: Final = ":*"
"""Behind the name of a host: all its ports."""


class Guard:
    """The hosts that one fetcher may ask; ``private`` are those that may have a private address.

    A host may be named as ``*`` (every public host), ``*.museum.example`` (also the public
    subdomains) or ``127.0.0.1:*`` (all ports).
    """

    def __init__(self, hosts: Collection[str], private: Collection[str] | None = None) -> None:
        self.any_public = ANY_PUBLIC_HOST in hosts
        self.parents = {
            host_name(f"http://{host.removeprefix(SUBDOMAINS)}")
            for host in hosts
            if host.startswith(SUBDOMAINS)
        }
        self.any_port = {host.removesuffix(ANY_PORT) for host in hosts if host.endswith(ANY_PORT)}
        bare = (host.removeprefix(SUBDOMAINS).removesuffix(ANY_PORT) for host in hosts)
        self.hosts = [_key(host) for host in bare if host != ANY_PUBLIC_HOST]
        self._sites = {key.removeprefix("www.") for key in self.hosts}
        named = self.hosts if private is None else [_key(host) for host in private]
        self.private_names = {host_name(f"http://{key}") for key in named}
        self._was_private: dict[str, bool] = {}

    def name(self, host: str) -> None:
        """Allow one more host that the person named."""
        self.hosts.append(_key(host))
        self._sites.add(self.hosts[-1].removeprefix("www."))
        self.private_names.add(host_name(f"http://{self.hosts[-1]}"))

    def refusal(self, url: str) -> str:
        """Say why an address may not be asked; '' if it may."""
        if split_url(url) is None:
            return f"{url[:200]} is no http or https address"
        key, host = host_key(url), host_name(url)
        if host not in self.any_port and key.removeprefix("www.") not in self._sites:
            is_below = any(host.endswith(f".{parent}") for parent in self.parents)
            if not self.any_public and not is_below:
                named = ", ".join(self.hosts)
                return f"{key} {NOT_NAMED} ({named}){self._hint(url)}"
            if is_private_address(host):
                return f"{key} is a private address that nobody named"
        if is_ip(host):
            return self.address_refusal(host, [host])
        return ""

    def _hint(self, url: str) -> str:
        """Say how to name a host too; never for a host inside a network, from a public source."""
        host, inside = host_name(url), any(map(is_private_address, self.private_names))
        if is_dangerous_address(host) or (is_private_address(host) and not inside):
            return ""
        return f"; name it too if it belongs to the source (--also-host {host_key(url)})"

    def address_refusal(self, host: str, addresses: Collection[str]) -> str:
        """Say why a host with these addresses may not be connected to; '' if it may."""
        for address in addresses:
            if not is_private_address(address):
                continue
            if is_dangerous_address(address) and address != host:
                return f"{host} leads to the reserved address {address}"
            if not self._may_be_private(host):
                return f"{host} leads to the private address {address}"
        private = any(is_private_address(address) for address in addresses)
        if self._was_private.setdefault(host, private) != private and private:
            return f"{host} had a public address before and now leads to a private one"
        return ""

    def _may_be_private(self, host: str) -> bool:
        bare = host.lower().rstrip(".").removeprefix("www.")
        return any(bare == name.removeprefix("www.") for name in self.private_names)


def _key(host: str) -> str:
    key = host_key(host)
    if not key:
        raise ValueError(f"{host!r} names no host; write media.museum.example or localhost:8080")
    return key
