"""Ways to a source whose page has no form that answers, or whose answers a script draws."""

from __future__ import annotations

from typing import TYPE_CHECKING

from leadline.crawl.script.call import learn_source
from leadline.crawl.script.static import take_named, take_state

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
    taken = yield from take_named(source, document)
    if taken is None and source.wrapper is None:
        taken = yield from learn_source(source, document, why)
    if source.wrapper is not None or (taken is not None and taken.state != "failed"):
        return taken
    return take_state(source, entry, document) or taken
