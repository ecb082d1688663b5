"""A visit that takes a source from its start again, where no list of its pages can be read again.

So are sources that are one file or one download, those that a browser draws, and parts that are
looked for in the records. A call that was learned is asked without a browser.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from leadline.app.refresh.known import CHANGED_COLUMNS, COLUMNS_SEEN, NEW_COLUMNS, VISIT
from leadline.crawl.events import ComponentLearned, Crawl, Journal
from leadline.crawl.script.part import SIFTED
from leadline.crawl.script.rendered import RENDERED
from leadline.crawl.source_crawl import crawl_source
from leadline.crawl.state.source import CrawlTask
from leadline.model import Outcome
from leadline.wrapper.column_watch import ColumnWatch
from leadline.wrapper.file import is_call


def is_taken_anew(learned: Mapping[str, Any]) -> bool:
    """Tell whether a visit takes a source from its start, by what was learned of it."""
    return "wrapper" not in learned or not {SIFTED, RENDERED}.isdisjoint(learned)


def call_of(learned: Mapping[str, Any]) -> dict[str, Any] | None:
    """Return the call that was learned of a source, as plain values."""
    wrapper = learned.get("wrapper") or {}
    return dict(wrapper) if is_call(wrapper) else None


def take_anew(task: CrawlTask, journal: Journal, *, columns: ColumnWatch) -> Crawl[Outcome]:
    """Crawl a source again; what a proven end does not show is missed.

    ``columns`` knows those of the table, and gives the same ones their names.
    """
    outcome = yield from crawl_source(replace(task, columns=columns), journal)
    learned = {
        "whole": outcome.state == "complete",
        COLUMNS_SEEN: columns.to_plain(),
        NEW_COLUMNS: [*columns.new],
        CHANGED_COLUMNS: columns.has_changes,
    }
    journal.tell(ComponentLearned(VISIT, learned))
    return outcome
