"""Answers whose order changes from request to request.

Records of equal rank may change places between two pages: then some are seen twice and others
never. It shows in duplicates across the pages of one walk while fewer different records came than
the source states. Remedy: another order, by title or number, if the form offers one; else the same
walk once more. After two walks it is accepted.
"""

from typing import Final

from leadline.crawl.state.walk_log import WalkLog
from leadline.model import Choice, QueryInterface
from leadline.page.data_files import LEXICON_FILE, read_table
from leadline.wrapper.reading import PageReading

STABLE_SORT_KEYS: Final[tuple[tuple[str, ...], ...]] = tuple(
    map(tuple, read_table("leadline.crawl", LEXICON_FILE)["stable_sort_keys"])
)
"""What the most stable orders go by, best first; relevance is none of them."""
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
