"""Classes that tell a state of a record are no part of what names it."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

import pytest
from trait_sites import drawn, harvested, plain_source

from leadline_zoo.spec import Engine

if TYPE_CHECKING:
    from leadline_zoo.pages.layouts import Listing, ShownRecord
    from leadline_zoo.pages.view import View

TABLE = "<tr><td class={state}><a href='{href}'>{title}</a></td>{cells}</tr>"
ITEM = "<li><div class='{state}'><a href='{href}'>{title}</a></div>{cells}</li>"


def late(shown: ShownRecord) -> str:
    """A state that no record has on the first pages."""
    return "down" if int(shown.row["id"]) > 3500 else "up"


def rare(shown: ShownRecord) -> str:
    """A state of one record in nine."""
    return "unread" if int(shown.row["id"]) % 9 == 0 else "read"


@pytest.mark.parametrize("state", [late, rare])
@pytest.mark.parametrize(("row", "table"), [(TABLE, "books"), (TABLE, "ru_firms"), (ITEM, "jobs")])
def test_a_state_does_not_hide_the_link_of_a_record(row: str, table: str, state) -> None:  # type: ignore[no-untyped-def]
    def draw(listing: Listing, _view: View) -> str:
        rows = (
            row.format(
                state=state(one),
                href=one.href,
                title=escape(one.row[one.title]),
                cells="".join(
                    f"<td>{cell}</td>" if row is TABLE else f"<p>{cell}</p>"
                    for _, cell in listing.others(one)[:2]
                ),
            )
            for one in listing.records
        )
        return f"<table>{''.join(rows)}</table>" if row is TABLE else f"<ul>{''.join(rows)}</ul>"

    result = harvested(drawn(draw, plain_source(table, "table", engine=Engine("and"))))
    assert (result.recall, result.precision) == (1.0, 1.0)
    assert result.requests <= 135
