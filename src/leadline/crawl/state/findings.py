"""What a crawl found out of its source so far, in small values that the state replaces."""

from dataclasses import dataclass
from typing import Final

from leadline.crawl.state.walk_log import WalkLog
from leadline.model import Alternative
from leadline.page.dom import Document
from leadline.page.text import fold
from leadline.wrapper.query_mask import MAX_CHUNK_CHARACTERS
from leadline.wrapper.reading import PageReading
from leadline.wrapper.record_template import DIGITS
from leadline.wrapper.region_choice import ProbePage

MAX_FORMS_NAMED: Final = 3
"""Forms that were not asked and are named; of more their number is said."""


def masked_texts(document: Document) -> frozenset[str]:
    """Return the texts of a page, folded, with digits as #.

    >>> from leadline.page.dom import parse_html
    >>> sorted(masked_texts(parse_html("<p>Found 130. <b>Refine</b>", "")))
    ['found #.', 'refine']
    """
    texts = (document.text[node][:MAX_CHUNK_CHARACTERS] for node in document.text_nodes)
    return frozenset(DIGITS.sub("#", fold(text)).strip() for text in texts) - {""}


@dataclass(frozen=True, slots=True)
class ProbeFindings:
    """Pages without an answer, the probes' answers, and the size that every page states.

    Where a part is wanted, ``outside`` are the answers of the whole, to learn from. ``left_forms``
    are forms that were not asked, by name; ``second_list`` are the rows of another list on answers,
    and of the list that is read. ``orders`` are sentences, digits as #, by which the source refuses
    what is too wide ("refine your search", "choose a town first"). ``hidden`` are hidden values of
    the form that may restrict what it finds, ``scopes`` are choices of the session behind which it
    finds other records, ``alternatives`` are what decisions chose from,
    ``onward`` those that lead to the next page.
    """

    nonsense: tuple[ProbePage, ...] = ()
    answers: tuple[tuple[WalkLog, PageReading], ...] = ()
    stated_size: int | None = None
    outside: tuple[tuple[WalkLog, PageReading], ...] = ()
    left_forms: tuple[str, ...] = ()
    second_list: tuple[int, int] = (0, 0)
    orders: frozenset[str] = frozenset()
    hidden: tuple[str, ...] = ()
    scopes: tuple[str, ...] = ()
    alternatives: tuple[Alternative, ...] = ()
    onward: tuple[Alternative, ...] = ()

    def is_order(self, document: Document) -> bool:
        """Tell whether a page without records says that what was asked is too wide."""
        return bool(self.orders) and not self.orders.isdisjoint(masked_texts(document))


@dataclass(frozen=True, slots=True)
class AnswerStatistics:
    """Largest numbers of pages and rows, cap of an answer, totals that proved right or wrong.

    ``pages_in_vain`` in a row followed a first page without a new record, and brought none either.
    """

    pages_in_vain: int = 0
    longest_walk: int = 0
    largest_page: int = 0
    cap: int = 0
    right_totals: int = 0
    wrong_totals: int = 0


@dataclass(frozen=True, slots=True)
class Repairs:
    """Layouts learned later, pages that were doubted, and nodes that were searched in vain."""

    reinductions: int = 0
    doubts: int = 0
    nodes: int = 0
