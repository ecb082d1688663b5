"""Reports of what a crawl has learned: the query interface, the wrapper, the pager."""

from typing import Any, Final

from leadline.crawl.events import ComponentLearned
from leadline.crawl.restriction.binding import dropped_query
from leadline.crawl.state.query_form import QueryForm
from leadline.crawl.state.source import SourceState
from leadline.forms.serialize import interface_to_dict
from leadline.wrapper.stored import to_plain
from leadline.wrapper.wrapper import Wrapper

BOX_COMPONENT: Final = "box"
"""Name under which a source keeps a form that was found beside the way that was taken."""


def report_pager(source: SourceState) -> None:
    """Report what was learned of the pager."""
    pager, size = source.pager, source.form.page_size
    value = {
        "locator": to_plain(pager.locator) if pager.locator else None,
        "step": to_plain(pager.step) if pager.step else None,
        "page_size": list(size) if size else None,
        "submits_links": pager.submits_links,
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
    return {**interface_to_dict(form.interface), "box": form.box_name, **way}


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
