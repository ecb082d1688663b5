"""Orders that a form offers, the most stable first."""

from typing import Final

from leadline.model import Choice, QueryInterface
from leadline.page.data_files import LEXICON_FILE, read_table

STABLE_SORT_KEYS: Final[tuple[tuple[str, ...], ...]] = tuple(
    map(tuple, read_table("leadline.crawl", LEXICON_FILE)["stable_sort_keys"])
)
"""What the most stable orders go by, best first; relevance is none of them."""


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
        ranked += [(rank_of_order(choice), (control.name, choice.value)) for choice in choices]
    ranked.sort(key=lambda pair: pair[0])
    return [order for rank, order in ranked if rank < most]


def rank_of_order(choice: Choice) -> int:
    """Return the rank of an order by its words: the lower, the more stable."""
    label = f"{choice.text} {choice.value}".casefold()
    return next(
        (
            rank
            for rank, words in enumerate(STABLE_SORT_KEYS)
            if any(word in label for word in words)
        ),
        len(STABLE_SORT_KEYS),
    )
