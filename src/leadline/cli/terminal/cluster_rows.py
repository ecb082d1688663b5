"""What is shown of so many sources that they do not fit on a screen."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from leadline.model import LEVEL_OF_STATE

if TYPE_CHECKING:
    from collections.abc import Mapping

    from leadline.app.source.run import Progress

MAX_ROWS: Final = 20
"""Sources that are shown one by one; of more, those that moved last and a line on all."""


def under_way(rows: Mapping[str, Progress]) -> list[Progress]:
    """Return the sources that did not end, of many those that moved last."""
    return [row for row in rows.values() if row.state not in LEVEL_OF_STATE][-MAX_ROWS:]


def put(rows: dict[str, Progress], progress: Progress) -> None:
    """Keep the newest progress of a source; of many, those that moved last come last."""
    if len(rows) > MAX_ROWS:
        rows.pop(progress.source, None)
    rows[progress.source] = progress


def shown(rows: Mapping[str, Progress]) -> list[Progress]:
    """Return the rows of a table: all of a few, of many some that are under way."""
    return under_way(rows) if len(rows) > MAX_ROWS else list(rows.values())


def totals(rows: Mapping[str, Progress]) -> str:
    """Sum up many sources in a line; '' for a few."""
    if len(rows) <= MAX_ROWS:
        return ""
    ended = sum(row.state in LEVEL_OF_STATE for row in rows.values())
    records = sum(row.records for row in rows.values())
    requests = sum(row.requests for row in rows.values())
    return (
        f"{len(rows):,} sources begun, {ended:,} ended: {records:,} records, {requests:,} requests"
    )
