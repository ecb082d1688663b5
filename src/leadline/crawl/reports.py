"""Reports of what a crawl has learned: the query interface, the wrapper, the pager."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING

from leadline.crawl.events import ComponentLearned
from leadline.forms.serialize import interface_to_dict
from leadline.page.query_string import query_pairs, split_address
from leadline.wrapper.stored import to_plain

if TYPE_CHECKING:
    from leadline.crawl.state.source import SourceState


def report_pager(source: SourceState) -> None:
    """Report what was learned of the pager."""
    pager, size = source.pager, source.form.page_size
    value = {
        "locator": to_plain(pager.locator) if pager.locator else None,
        "step": to_plain(pager.step) if pager.step else None,
        "page_size": list(size) if size else None,
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
        source.journal.tell(ComponentLearned("interface", plain))
    asked = asked_in_address(source)
    if asked and not source.task.only:
        options = " ".join(f"--only {shlex.quote(one)}" for one in asked)
        source.journal.note(
            f"the address asks for {' & '.join(asked)}; that is dropped: the whole source is taken "
            f"(to take that part alone: {options})",
            "warning",
        )


def asked_in_address(source: SourceState) -> list[str]:
    """Return what the entry address asks of the form's controls, as NAME=VALUE."""
    form = source.form.interface
    shown = {c.name for c in form.controls if c.kind != "hidden"} if form is not None else set()
    pairs = query_pairs(split_address(source.task.url).query)
    return [f"{name}={value}" for name, value in pairs if name in shown and value]
