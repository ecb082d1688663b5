"""Answers whose order changes from request to request.

Records of equal rank may change places between two pages: then some are seen twice and others
never. It shows in duplicates across the pages of one walk while fewer different records came than
the source states. Remedy: another order, by title or number, if the form or the heading of a column
offers one; else the same walk once more. After two walks it is accepted.
"""

from itertools import islice
from typing import Final

from leadline.crawl.restriction.binding import Values
from leadline.crawl.state.walk_log import WalkLog
from leadline.model import Choice, QueryInterface
from leadline.page.data_files import LEXICON_FILE, read_table
from leadline.page.dom import Document
from leadline.page.query_string import split_address
from leadline.wrapper.pager.addresses import is_order_name, read_address
from leadline.wrapper.reading import PageReading

STABLE_SORT_KEYS: Final[tuple[tuple[str, ...], ...]] = tuple(
    map(tuple, read_table("leadline.crawl", LEXICON_FILE)["stable_sort_keys"])
)
"""What the most stable orders go by, best first; relevance is none of them."""
MAX_HEADINGS: Final = 60
MAX_ORDERS: Final = 2
"""Offered orders that are tried on a source."""


def is_shuffled(walk: WalkLog) -> bool:
    """Tell whether rows came twice, and others (by the total) not at all."""
    if walk.total is None or not walk.exact or not walk.progress.repeated:
        return False
    return not walk.owes_rows and len(walk.keys) < walk.total


def is_order_unstable(walk: WalkLog, again: PageReading | None) -> bool:
    """Tell whether the first page, asked once more, shows its records otherwise.

    Some sources list hits in two lists one after the other; their pages stay as they are.
    """
    return again is not None and bool(again.rows) and again.keys != walk.progress.first_keys


def stable_orders(
    interface: QueryInterface | None, most: int = len(STABLE_SORT_KEYS)
) -> list[tuple[str, str]]:
    """Return values of the form's sort controls, most stable first, without the preset one.

    Those of a rank below ``most``; the last rank is of orders by what nobody named.
    """
    ranked: list[tuple[int, tuple[str, str]]] = []
    for control in interface.controls if interface is not None else ():
        if control.role != "sort" or not control.name:
            continue
        choices = [choice for choice in control.choices if not choice.selected and choice.value]
        ranked += [(_rank(choice), (control.name, choice.value)) for choice in choices]
    ranked.sort(key=lambda pair: pair[0])
    return [order for rank, order in ranked if rank < most]


def linked_orders(document: Document, url: str) -> list[Values]:
    """Return what links of column headings add to an answer's address, most stable order first.

    >>> from leadline.page.dom import parse_html
    >>> heads = "<th><a href='?q=a&order=nr&sort=asc'>Number</a><th><a href='?q=a&sort=x'>Kind</a>"
    >>> linked_orders(parse_html(f"<table><tr>{heads}</table>", "http://h.test/s?q=a"), "/s?q=a")
    [(('order', 'nr'), ('sort', 'asc'))]
    """
    own = read_address(url).parameters
    ranked: list[tuple[int, Values]] = []
    for head in islice(document.elements("th"), MAX_HEADINGS):
        for node in document.elements("a", within=head):
            link = document.link(node)
            there = read_address(link)
            added = tuple(one for one in there.parameters.items() if own.get(one[0]) != one[1])
            kept = own.items() <= {**own, **there.parameters}.items() and is_same_page(link, url)
            if kept and any(is_order_name(name) for name, _ in added):
                choice = Choice(added[0][1], document.visible_text(node))
                ranked.append((_rank(choice), added))
    ranked.sort(key=lambda pair: pair[0])
    return [order for rank, order in ranked if rank < len(STABLE_SORT_KEYS)]


def is_same_page(link: str, url: str) -> bool:
    """Tell whether two addresses have one path."""
    return split_address(link).path == split_address(url).path


def _rank(choice: Choice) -> int:
    label = f"{choice.text} {choice.value}".casefold()
    return next(
        (
            rank
            for rank, words in enumerate(STABLE_SORT_KEYS)
            if any(word in label for word in words)
        ),
        len(STABLE_SORT_KEYS),
    )
