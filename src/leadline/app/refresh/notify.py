"""Ways to tell of changes: an Atom feed, a message to an address, a command."""

import json
import shlex
import shutil
import subprocess
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from hashlib import blake2b
from itertools import groupby
from pathlib import Path
from typing import Any, Final
from xml.sax.saxutils import escape, quoteattr

from leadline.app.refresh.run import Refresh
from leadline.errors import LeadlineError
from leadline.fetch import HttpFetcher
from leadline.model import Page, Request
from leadline.page.masks import masked, masked_all
from leadline.page.urls import host_key, split_url
from leadline.store.export.table import whole_file
from leadline.store.refresh.visits import Change

MAX_FEED_ENTRIES: Final = 500
"""Entries of a feed, the latest ones."""
NAMES: Final = (
    *("source", "visit", "key", "what", "column", "before", "after", "page", "page_url", "at"),
)
"""Columns of a table of changes."""


def change_rows(changes: Iterable[Change]) -> list[list[Any]]:
    """Return changes as the rows of a table; tokens in addresses are masked."""
    return [[*plain_change(one).values()] for one in changes]


def plain_change(change: Change) -> dict[str, Any]:
    """Return a change as JSON values; secrets are masked."""
    at = datetime.fromtimestamp(change.at, UTC).isoformat(timespec="seconds")
    made: dict[str, Any] = masked_all(change)
    return made | {"at": at}


def message_of(result: Refresh) -> dict[str, Any]:
    """Return what a webhook or a command is given: the visits and all changes."""
    return {
        "project": str(result.project.folder),
        "counts": {what: result.count(what) for what in ("new", "changed", "gone", "back")},
        "visits": masked_all(result.visits),
        "changes": [plain_change(change) for change in result.changes],
    }


def write_feed(changes: Sequence[Change], title: str, path: Path) -> None:
    """Write an Atom feed of changes."""
    with whole_file(path.resolve()) as part:
        part.write_text(feed_of(changes, title), encoding="utf-8")


def feed_of(changes: Sequence[Change], title: str) -> str:
    """Return an Atom feed with an entry for each record of each visit, the latest first."""
    groups = [
        list(group)
        for _, group in groupby(changes, key=lambda one: (one.visit, one.source, one.key, one.what))
    ]
    entries = [_entry(group) for group in reversed(groups[-MAX_FEED_ENTRIES:])]
    latest = max((change.at for change in changes), default=0.0)
    lines = [
        '<?xml version="1.0" encoding="utf-8"?>',
        '<feed xmlns="http://www.w3.org/2005/Atom">',
        f"<title>{_text(title)}</title>",
        f"<id>{_urn(title)}</id>",
        f"<updated>{_instant(latest)}</updated>",
        "<author><name>leadline</name></author>",
        *entries,
        "</feed>\n",
    ]
    return "\n".join(lines)


def _entry(changes: list[Change]) -> str:
    first = changes[0]
    shown = [plain_change(one) for one in changes]
    columns = [
        f"{one['column']}: {one['before']} → {one['after']}" for one in shown if one["column"]
    ]
    text = "\n".join(columns) or shown[0]["after"] or first.what
    url = shown[0]["page_url"]
    link = f"<link href={quoteattr(_clean(url))}/>" if split_url(url) else ""
    return (
        f"<entry><title>{first.what}: {_text(shown[0]['key'])}</title>"
        f"<id>{_urn(first.source, first.key, str(first.visit), first.what)}</id>"
        f"<updated>{_instant(first.at)}</updated>{link}"
        f'<content type="text">{_text(text)}</content></entry>'
    )


def _urn(*parts: str) -> str:
    digest = blake2b("\n".join(parts).encode("utf-8", "surrogatepass"), digest_size=16)
    return f"urn:leadline:{digest.hexdigest()}"


def _instant(at: float) -> str:
    return datetime.fromtimestamp(at, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def _text(text: str) -> str:
    return escape(_clean(text))


def _clean(text: str) -> str:
    """Replace what XML cannot hold."""
    return "".join(c if c in "\t\n" or (c.isprintable() and c < "\ufffe") else " " for c in text)


async def post(result: Refresh, url: str) -> None:
    """Send the changes as JSON to an address that the person named; raise where it is refused."""
    body = json.dumps(message_of(result), ensure_ascii=False).encode("utf-8", "replace")
    headers = (("Content-Type", "application/json"),)
    async with HttpFetcher([host_key(url)], robots=False) as fetcher:
        page = await fetcher.fetch(Request("POST", url, headers, body))
    _check(page)


def _check(page: Page) -> None:
    if page.status >= 400:
        raise LeadlineError(f"{masked(page.url)} answered the changes with {page.status}")


def check_command(command: str) -> None:
    """Raise ``ValueError`` for a command that could not be run in the end."""
    try:
        parts = shlex.split(command)
    except ValueError as fault:
        raise ValueError(f"--run: {command!r} is no command: {fault}") from fault
    if parts and shutil.which(parts[0]) is None:
        raise ValueError(f"--run: there is no program {parts[0]!r} that can be run")


def run_command(result: Refresh, command: str) -> None:
    """Run a command with the changes as JSON on its standard input; raise where it fails."""
    text = json.dumps(message_of(result), ensure_ascii=False)
    parts = shlex.split(command)
    if not parts:
        raise ValueError("the command is empty")
    try:
        done = subprocess.run(parts, input=text, encoding="utf-8", errors="replace", check=False)
    except OSError as fault:
        raise LeadlineError(f"{parts[0]} cannot be run: {fault.strerror}") from fault
    if done.returncode:
        raise LeadlineError(f"{parts[0]} ended with {done.returncode}")
