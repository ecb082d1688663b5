"""Answers whose order changes from request to request.

Records of equal rank may change places between two pages (reported for many engines): then some
are seen twice and others never. It shows in duplicates across the pages of one walk while fewer
different records came than the source states. Remedy: another order, by title or number, if the
form offers one; else the same walk once more. After two walks it is accepted.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from leadline.crawl.events import Event, Notice, Reply
from leadline.model import Page

if TYPE_CHECKING:
    from collections.abc import Callable, Generator

    from leadline.crawl.client import Source
    from leadline.crawl.paging.walk import Walk
    from leadline.model import Choice, QueryInterface

    Pass = Callable[[Source, str, Page], Generator[Event, Reply, Walk]]

STEADY: Final = (
    ("id", "number", "code", "nummer", "número", "numero", "номер", "编号", "編號", "番号"),
    ("title", "name", "titel", "titre", "título", "titolo", "название", "题名", "題名", "标题"),
    ("author", "autor", "auteur", "autore", "автор", "作者", "著者"),
    ("date", "year", "datum", "jahr", "année", "fecha", "año", "anno", "дата", "日期", "年"),
)
"""What the steadiest orders go by, best first; relevance is none of them."""
MOST_ORDERS: Final = 2
"""Offered orders that are tried on a source."""


def settle(source: Source, walked: Walk, one_pass: Pass) -> Generator[Event, Reply, Walk]:
    """The walk, and a second one in a steadier order where pages were shuffled."""
    if not _is_shuffled(walked) or source.order is not None:
        return walked
    if source.paging.unsettled is None:
        source.paging.unsettled = yield from _changes(source, walked)
    if not source.paging.unsettled:
        return walked
    yield Notice("the order of the records changes from request to request", "warning")
    for order in steady_orders(source.interface)[:MOST_ORDERS]:
        source.order = order
        again = yield from _again(source, walked, one_pass)
        if again is not None and not again.repeated:
            return merged(walked, again)
    source.order = None
    again = yield from _again(source, walked, one_pass)
    return merged(walked, again) if again is not None else walked


def _is_shuffled(walked: Walk) -> bool:
    """Whether rows came twice, and others (by the total) not at all."""
    if walked.total is None or not walked.exact or not walked.repeated:
        return False
    return not walked.owes and len(walked.keys) < walked.total


def _changes(source: Source, walked: Walk) -> Generator[Event, Reply, bool]:
    """Whether the first page, asked once more, shows its records otherwise.

    Some sources list hits in two lists one after the other; their pages stay as they are.
    """
    page = yield from source.ask_again(walked.query, "order")
    if not isinstance(page, Page) or page.status >= 400:
        return False
    reading = yield from source.read(page, walked.query)
    return bool(reading.rows) and reading.keys != walked.front


def _again(source: Source, walked: Walk, one_pass: Pass) -> Generator[Event, Reply, Walk | None]:
    page = yield from source.ask_again(walked.query, "order")
    if not isinstance(page, Page) or page.status >= 400:
        return None
    again = yield from one_pass(source, walked.query, page)
    return again if again.rows else None


def merged(one: Walk, two: Walk) -> Walk:
    """Two walks of one answer as one."""
    keys = {**one.keys, **two.keys}
    return replace(
        two, keys=keys, rows_by_key={**one.rows_by_key, **two.rows_by_key},
        rows=max(one.rows, two.rows), pages=one.pages + two.pages, new=one.new + two.new,
        finished=two.finished and two.total is not None and len(keys) >= two.total,
        cut=one.cut or two.cut,
    )  # fmt: skip


def steady_orders(interface: QueryInterface | None) -> list[tuple[str, str]]:
    """Values of the form's sort controls, steadiest first; the preset one is left out."""
    found: list[tuple[int, tuple[str, str]]] = []
    for control in interface.controls if interface is not None else ():
        if control.role != "sort" or not control.name:
            continue
        choices = [one for one in control.choices if not one.selected and one.value]
        found += [(_rank(one), (control.name, one.value)) for one in choices]
    return [order for rank, order in sorted(found, key=lambda pair: pair[0]) if rank < len(STEADY)]


def _rank(choice: Choice) -> int:
    said = f"{choice.text} {choice.value}".casefold()
    return next(
        (rank for rank, words in enumerate(STEADY) if any(word in said for word in words)),
        len(STEADY),
    )
