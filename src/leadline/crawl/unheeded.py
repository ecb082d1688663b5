"""Hints that nothing came of: each is told, with what a person may do. None is silent."""

from typing import Final

from leadline.crawl.state.source import SourceState
from leadline.model import NO, Hint
from leadline.wrapper.given_columns import IGNORED
from leadline.wrapper.identity.text import TextIdentity
from leadline.wrapper.pager.given import GIVEN
from leadline.wrapper.wrapper import RecordLayout, Wrapper

NOT_SHOWN: Final = (
    "the hint {} changed nothing: no answer that was learned from shows it; if another one does, "
    "run the same command again"
)


def note_unheeded(source: SourceState) -> None:
    """Note the hints that changed nothing, where answers were read."""
    wrapper = source.wrapper
    for hint in source.task.hints if isinstance(wrapper, Wrapper) else ():
        if isinstance(wrapper, Wrapper) and not _is_heeded(source, wrapper, hint):
            source.journal.note(NOT_SHOWN.format(hint.line), "warning")


def _is_heeded(source: SourceState, wrapper: Wrapper, hint: Hint) -> bool:
    layout = wrapper.layouts[0]
    if NO in hint.texts:
        return True
    match hint.kind:
        case "next":
            locator = source.pager.locator
            return locator is not None and locator.via == GIVEN
        case "total":
            return wrapper.total is not None
        case "record" | "region":
            return layout.template.fixed
    return _columns_heed(layout, hint)


def _columns_heed(layout: RecordLayout, hint: Hint) -> bool:
    names = {*layout.columns.names.values()}
    if hint.kind == "key":
        return isinstance(layout.identity, TextIdentity) and bool(layout.identity.only)
    if hint.kind in ("split", "column"):
        return {name for name, _ in hint.pairs} - {IGNORED} <= names
    return True
