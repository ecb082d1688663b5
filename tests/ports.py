"""Ports of servers that have ended."""

import socket
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import urlsplit


@contextmanager
def held_port(url: str) -> Iterator[int]:
    """Keep the port of an address: nobody answers there, and no other test's server gets it.

    A server that is told to begin there again can.
    """
    port = urlsplit(url).port or 0
    with socket.socket() as held:
        held.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        held.bind(("127.0.0.1", port))
        yield port
