"""Ways to a source whose page has no form that answers, or whose answers a script draws."""

from __future__ import annotations

from typing import TYPE_CHECKING

from leadline.crawl.script.call import learn_source
from leadline.crawl.script.static import take_named, take_named_by_scripts, take_state

if TYPE_CHECKING:
    from leadline.crawl.events import Crawl
    from leadline.crawl.state.source import SourceState
    from leadline.model import Outcome
    from leadline.page.dom import Document


def take_scripted(source: SourceState, document: Document, why: str) -> Crawl[Outcome | None]:
    """Take a source that plain forms and lists do not give; ``why`` says what failed.

    Return None and leave the source without a wrapper where nothing is found.
    """
    entry = source.entry
    if entry is None or "<script" not in document.html:
        return None
    if (taken := (yield from take_named(source, document))) is not None:
        return taken
    failed = yield from learn_source(source, document, why)
    if source.wrapper is not None or source.record_count:
        return failed
    taken = yield from take_named_by_scripts(source, document)
    return taken or take_state(source, entry, document) or failed
