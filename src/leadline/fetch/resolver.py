"""Looks up names for aiohttp, and has the guard check the addresses found.

aiohttp connects to the addresses that the resolver gives and asks nobody else.
"""

from __future__ import annotations

import asyncio
import socket
from typing import TYPE_CHECKING

from aiohttp.abc import AbstractResolver, ResolveResult

from leadline.fetch.response import AddressRefused

if TYPE_CHECKING:
    from leadline.fetch.guard import Guard


class GuardedResolver(AbstractResolver):
    """Looks names up, and refuses those whose addresses the guard refuses."""

    def __init__(self, guard: Guard) -> None:
        self._guard = guard

    async def resolve(
        self, host: str, port: int = 0, family: socket.AddressFamily = socket.AF_UNSPEC
    ) -> list[ResolveResult]:
        """Find the addresses of a host; raises AddressRefused if the guard refuses one."""
        loop = asyncio.get_running_loop()
        entries = await loop.getaddrinfo(host, port, type=socket.SOCK_STREAM, family=family)
        refusal = self._guard.address_refusal(host, [str(entry[4][0]) for entry in entries])
        if refusal:
            raise AddressRefused(refusal)
        return [
            ResolveResult(
                hostname=host,
                host=str(address[0]),
                port=port,
                family=kind,
                proto=protocol,
                flags=socket.AI_NUMERICHOST | socket.AI_NUMERICSERV,
            )
            for kind, _, protocol, _, address in entries
        ]

    async def close(self) -> None:
        """Do nothing: no resource is held."""
