"""What a run tells the standard ``logging``, under the name ``leadline``.

A request is DEBUG, a state and an info note INFO, a warning WARNING, an error ERROR. Each message
carries ``source``; requests also carry ``url``, ``purpose`` and ``query``.
"""

import json
import logging
from typing import Final

from leadline.crawl import events
from leadline.model import Request
from leadline.page.masks import masked

LOGGER: Final = logging.getLogger("leadline")
LOGGER.addHandler(logging.NullHandler())
LEVELS: Final = {"info": logging.INFO, "warning": logging.WARNING, "error": logging.ERROR}
OWN_FIELDS: Final = ("source", "url", "purpose", "query", "state")


def log_request(source: str, request: Request, purpose: str, query: str | None) -> None:
    """Tell of a request before it is sent."""
    if LOGGER.isEnabledFor(logging.DEBUG):
        url = masked(request.url)
        extra = {"source": source, "url": url, "purpose": purpose, "query": masked(query or "")}
        LOGGER.debug("%s: %s %s (%s)", source, request.method, url, purpose, extra=extra)


def log_report(source: str, report: events.Report) -> None:
    """Tell of a note or a new state of a source."""
    match report:
        case events.Notice(text, level, _):
            LOGGER.log(LEVELS[level], "%s: %s", source, masked(text), extra={"source": source})
        case events.StateChanged(state, reason, _):
            extra = {"source": source, "state": state}
            because = f": {masked(reason)}" if reason else ""
            LOGGER.info("%s: %s%s", source, state, because, extra=extra)


class JsonLines(logging.Formatter):
    """Formats a message as one JSON object a line."""

    def format(self, record: logging.LogRecord) -> str:
        """Return time, level, text and the fields of a message."""
        own = {name: getattr(record, name) for name in OWN_FIELDS if hasattr(record, name)}
        head = {"at": record.created, "level": record.levelname, "text": record.getMessage()}
        return json.dumps(head | own, ensure_ascii=False)


def log_to_stderr(*, verbose: int, as_json: bool) -> None:
    """Show messages on standard error: from INFO on, with ``verbose`` 2 requests too."""
    handler = logging.StreamHandler()
    handler.setFormatter(JsonLines() if as_json else logging.Formatter("%(message)s"))
    LOGGER.addHandler(handler)
    LOGGER.setLevel(logging.DEBUG if verbose > 1 else logging.INFO)
