"""Defines what one request brings back: a `Response`, or one of two errors. Pure."""

from dataclasses import dataclass
from typing import Literal

from leadline.model import Headers

Stage = Literal["connect", "tls", "answer", "time"]


@dataclass(frozen=True, slots=True)
class Limits:
    """Limits of one response: seconds in all, and bytes both on the wire and unpacked."""

    timeout: float
    max_bytes: int


@dataclass(frozen=True, slots=True)
class Response:
    """A response as it came; header bytes are read as latin-1, so that none is lost.

    ``why_cut`` says why bytes are missing, '' for a whole one.
    """

    status: int
    headers: Headers
    body: bytes
    why_cut: str = ""

    @property
    def truncated(self) -> bool:
        """Whether bytes of it are missing."""
        return bool(self.why_cut)


class AddressRefused(Exception):
    """The guard refuses an address that the name of the host leads to."""


class TransportError(Exception):
    """No response came; ``stage`` tells how far the request got.

    Only a request that failed at stage ``connect`` surely never reached the host.
    """

    def __init__(self, message: str, stage: Stage) -> None:
        super().__init__(message)
        self.stage = stage
