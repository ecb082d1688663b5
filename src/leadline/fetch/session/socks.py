"""Connections through a SOCKS proxy, by the extra ``socks``; the proxy looks names up."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import aiohttp


def socks_connector(url: str, *, force_close: bool) -> aiohttp.BaseConnector:
    """Make the connections of one client session."""
    from aiohttp_socks import ProxyConnector

    # "socks5h" is what curl calls it when the proxy looks names up, which it always does here
    connector: aiohttp.BaseConnector = ProxyConnector.from_url(
        url.replace("socks5h://", "socks5://", 1), rdns=True, limit=0, force_close=force_close
    )
    return connector
