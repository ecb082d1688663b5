"""Reports of what a crawl has learned: interface, wrapper, pager; and hints that did nothing."""

from typing import Any, Final

from leadline.crawl.events import ComponentLearned
from leadline.crawl.restriction.binding import dropped_query
from leadline.crawl.state.pager import BYTES_SHOWN
from leadline.crawl.state.query_form import QueryForm
from leadline.crawl.state.source import SourceState
from leadline.model import NO, Hint
from leadline.page.plain import to_plain
from leadline.wrapper.given import nodes_saying
from leadline.wrapper.given_columns import IGNORED
from leadline.wrapper.identity.text import TextIdentity
from leadline.wrapper.pager.given import GIVEN
from leadline.wrapper.wrapper import RecordLayout, Wrapper

BOX_COMPONENT: Final = "box"
"""Name under which a source keeps a form that was found beside the way that was taken."""
NOT_SHOWN: Final = (
    "the hint {} changed nothing: no answer that was learned from shows it; if another one does, "
    "run the same command again"
)


def report_pager(source: SourceState) -> None:
    """Report what was learned of the pager."""
    pager, size = source.pager, source.form.page_size
    value = {
        "locator": to_plain(pager.locator) if pager.locator else None,
        "step": to_plain(pager.step) if pager.step else None,
        "page_size": list(size) if size else None,
        "submits_links": pager.submits_links,
        "pressed": to_plain(pager.pressed, BYTES_SHOWN) if pager.pressed else None,
    }
    source.journal.tell(ComponentLearned("pager", value))


def report_wrapper(source: SourceState) -> None:
    """Report the wrapper."""
    source.journal.tell(ComponentLearned("wrapper", source.learned_wrapper.to_dict()))


def plain_form(form: QueryForm) -> dict[str, Any]:
    """Return what of a form is kept, {} without an interface."""
    if form.interface is None:
        return {}
    way = {"way_to_records": form.way_to_records} if form.way_to_records else {}
    return {**to_plain(form.interface, sparse=True), "box": form.box_name, **way}


def report_box(source: SourceState, form: QueryForm, wrapper: Wrapper) -> None:
    """Report a form that was found and is not asked, with how its answers are read."""
    value = {"interface": plain_form(form), "wrapper": wrapper.to_dict(), "pager": {}}
    source.journal.tell(ComponentLearned(BOX_COMPONENT, value))


def report_interface(source: SourceState) -> None:
    """Report which query interface is asked, and the name of its box for words."""
    form = source.form
    if plain := plain_form(form):
        source.journal.tell(ComponentLearned("interface", plain))
    if not source.task.only and (dropped := dropped_query(source.task.url, form.interface)):
        source.journal.note(dropped, "warning")


def note_unheeded(source: SourceState) -> None:
    """Note the hints that changed nothing, where answers were read."""
    wrapper = source.wrapper
    if not isinstance(wrapper, Wrapper) or not wrapper.layouts:  # data has none
        return
    for hint in source.task.hints:
        if not _is_heeded(source, wrapper, hint):
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
        case "record" | "region" | "not_region":
            return layout.template.fixed
        case "not_record":
            return any(
                nodes_saying(one.document, hint.texts[0]) for _, one in source.probes.answers
            )
    return _columns_heed(layout, hint)


def _columns_heed(layout: RecordLayout, hint: Hint) -> bool:
    names = {*layout.columns.names.values()}
    if hint.kind == "key":
        return isinstance(layout.identity, TextIdentity) and bool(layout.identity.only)
    if hint.kind in ("split", "column"):
        return {name for name, _ in hint.pairs} - {IGNORED} <= names
    return True
