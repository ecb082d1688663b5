"""What a crawl found out of its source so far, in small values that the state replaces."""

from dataclasses import dataclass
from typing import Final

from leadline.crawl.state.walk_log import WalkLog
from leadline.wrapper.reading import PageReading
from leadline.wrapper.region_choice import ProbePage

MAX_FORMS_NAMED: Final = 3
"""Forms that were not asked and are named; of more their number is said."""


@dataclass(frozen=True, slots=True)
class ProbeFindings:
    """Pages without an answer, the probes' answers, and the size that every page states.

    Where a part is wanted, ``outside`` are the answers of the whole, to learn from. ``left_forms``
    are forms that were not asked, by name; ``second_list`` are the rows of another list on answers,
    and of the list that is read.
    """

    nonsense: tuple[ProbePage, ...] = ()
    answers: tuple[tuple[WalkLog, PageReading], ...] = ()
    stated_size: int | None = None
    outside: tuple[tuple[WalkLog, PageReading], ...] = ()
    left_forms: tuple[str, ...] = ()
    second_list: tuple[int, int] = (0, 0)


@dataclass(frozen=True, slots=True)
class AnswerStatistics:
    """Largest numbers of pages and rows, cap of an answer, totals that proved right or wrong."""

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
