"""Connections of a client: direct ones, or through a SOCKS proxy by the extra ``socks``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import aiohttp

if TYPE_CHECKING:
    from aiohttp.abc import AbstractResolver

DNS_CACHE_SECONDS: Final = 300
"""Seconds that the addresses of a name are used again."""
PROXY_WANTS_PASSWORD: Final = 407


def proxy_faults() -> tuple[type[Exception], ...]:
    """Return what is raised where a proxy does not do its work."""
    http = (aiohttp.ClientProxyConnectionError, aiohttp.ClientHttpProxyError)
    try:
        import aiohttp_socks
    except ImportError:
        return http
    names = ("ProxyConnectionError", "ProxyError", "ProxyTimeoutError")
    return (*http, *(getattr(aiohttp_socks, name) for name in names))


def connector(
    socks: str, resolver: AbstractResolver, *, force_close: bool
) -> aiohttp.BaseConnector:
    """Make the connections of one client; a SOCKS proxy looks names up itself."""
    if not socks:
        return aiohttp.TCPConnector(
            resolver=resolver, limit=0, ttl_dns_cache=DNS_CACHE_SECONDS, force_close=force_close
        )
    from aiohttp_socks import ProxyConnector

    # "socks5h" is what curl calls it when the proxy looks names up, which it always does here
    through: aiohttp.BaseConnector = ProxyConnector.from_url(
        socks.replace("socks5h://", "socks5://", 1), rdns=True, limit=0, force_close=force_close
    )
    return through
