"""Reports of what a crawl has learned: the query interface, the wrapper, the pager."""

from leadline.crawl.events import ComponentLearned
from leadline.crawl.restriction.binding import dropped_query
from leadline.crawl.state.source import SourceState
from leadline.forms.serialize import interface_to_dict
from leadline.wrapper.stored import to_plain


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


def report_interface(source: SourceState) -> None:
    """Report which query interface is asked, and the name of its box for words."""
    form = source.form
    if form.interface is not None:
        plain = {**interface_to_dict(form.interface), "box": form.box_name}
        plain |= {"way_to_records": form.way_to_records} if form.way_to_records else {}
        source.journal.tell(ComponentLearned("interface", plain))
    if not source.task.only and (dropped := dropped_query(source.task.url, form.interface)):
        source.journal.note(dropped, "warning")
