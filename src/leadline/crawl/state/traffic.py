"""Requests to a source, those that failed in a row, and when that ends the crawl."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final

from leadline.crawl.refusal import RefusalCount
from leadline.errors import Blocked, FetchError, NotAllowed, Unreachable
from leadline.model import Page

if TYPE_CHECKING:
    from leadline.model import Request

MAX_DISALLOWED_IN_A_ROW: Final = 8
"""Requests that may not be sent (robots.txt, other hosts) after which a source is left."""
MAX_FAULTS_IN_A_ROW: Final = 3
"""Server errors, or hosts that do not answer, after which a source is paused."""
UNUSUAL_PURPOSES: Final = frozenset({"whole-database try", "habit"})
"""Purposes of queries that a server may fail on; that says nothing of the next word."""


@dataclass(frozen=True, slots=True)
class Traffic:
    """Requests so far, and those that failed in a row.

    ``is_token_useless``: an unusual query was refused with a new token too.
    """

    requests: int = 0
    faults: int = 0
    disallowed: int = 0
    latest_request: str = ""
    is_token_useless: bool = False
    refusals: RefusalCount = field(default_factory=RefusalCount)

    def with_reply(self, reply: Page | FetchError) -> Traffic:
        """Count a reply."""
        failed = isinstance(reply, Unreachable) or (isinstance(reply, Page) and reply.status >= 500)
        return replace(
            self,
            requests=self.requests + 1,
            disallowed=self.disallowed + 1 if isinstance(reply, NotAllowed) else 0,
            faults=self.faults + 1 if failed else 0,
        )

    def check(self, reply: Page | FetchError, request: Request, purpose: str) -> None:
        """Raise ``FetchError`` where the last reply, counted already, ends the crawl."""
        if isinstance(reply, Blocked):
            raise reply
        if isinstance(reply, NotAllowed) and self.disallowed >= MAX_DISALLOWED_IN_A_ROW:
            raise reply
        is_unusual = isinstance(reply, Page) and purpose in UNUSUAL_PURPOSES
        if self.faults >= MAX_FAULTS_IN_A_ROW and not is_unusual:
            raise _host_failed(reply, request)


def _host_failed(reply: Page | FetchError, request: Request) -> FetchError:
    times = f"{MAX_FAULTS_IN_A_ROW} times in a row"
    if isinstance(reply, FetchError):
        return Unreachable(f"the host did not answer {times}: {reply}", request)
    return Blocked(f"the server answered {reply.status} {times}; try again later", request)
