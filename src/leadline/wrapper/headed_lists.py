"""Two lists that are read as one, each under a heading of its own, such as hits and coming events.

Their rows look alike. Rows of another kind that lack the words asked, which all rows of the answer
show, are left out; rows of the same kind that hardly show them are doubted.
"""

from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from leadline.page.text import fold
from leadline.values.value_forms import forms_alike
from leadline.wrapper.column_watch import KnownColumns
from leadline.wrapper.query_mask import QueryMask
from leadline.wrapper.reading import PageReading
from leadline.wrapper.record_template import HEADINGS_OF_LISTS, headings
from leadline.wrapper.standing import MIN_ANSWERS

MIN_ROWS_HEADED: Final = 6
MAX_ALIKE_HEADED: Final = 0.05
"""Likeness of the values of one column under two headings, below which these head two lists."""
MIN_SHARE_SHOWN: Final = 0.95
"""Share of the rows of answers that show the words asked, from which all of them do."""
UNLIKELY: Final = 3
"""Share of rows with the words asked in one list over that in another, from which that is none."""


@dataclass(slots=True)
class HeadedList:
    """The rows of answers under one heading: their columns, and how many show the words asked.

    ``asked`` counts the rows of answers to words.
    """

    heading: str
    columns: KnownColumns = field(default_factory=KnownColumns)
    asked: int = 0
    shown: int = 0

    @property
    def share(self) -> float:
        """The share of the rows that show the words asked, of those that came for words."""
        return self.shown / max(1, self.asked)


def headed_lists(answers: Iterable[tuple[str, PageReading]]) -> tuple[HeadedList, ...]:
    """Return the two largest lists with headings, the largest first; () without two."""
    under = dict[str, HeadedList]()
    for query, reading in answers:
        mask = QueryMask(query)
        rows = sorted((row for row in reading.rows if row.nodes), key=lambda row: row.nodes[0])
        starts = [row.nodes[0] for row in rows]
        ends = [0, *(reading.document.end[row.nodes[-1]] for row in rows)]
        every = reading.document.elements(*HEADINGS_OF_LISTS) if rows else ()
        heads = [node for node in every if node >= ends[bisect_left(starts, node)]]
        for row in rows:
            place = bisect_left(heads, row.nodes[0])
            above = heads[max(0, place - 1) : place]
            said = "".join(map(reading.document.visible_text, above))
            said = "".join(sign for sign in said if not sign.isdecimal()).strip()
            one = under.setdefault(said, HeadedList(said))
            one.columns.add([row])
            one.asked += bool(query)
            one.shown += bool(query) and mask.occurs_in(row.text)
    lists = sorted(under.values(), key=lambda one: -one.columns.rows)[:2]
    return (*lists,) if len(lists) > 1 and lists[1].columns.rows >= MIN_ROWS_HEADED else ()


def are_unlike(lists: Sequence[HeadedList]) -> bool:
    """Tell whether two lists say other kinds of things in the same columns, or share none."""
    one, other = (each.columns for each in lists)
    least = min(one.rows, other.rows)
    both = [n for n in one.forms if 2 * min(one.filled[n], other.filled[n]) > least]
    alike = [forms_alike(one.forms[name], other.forms[name]) for name in both]
    return min(alike, default=0.0) < MAX_ALIKE_HEADED


def list_beside(lists: Sequence[HeadedList]) -> HeadedList | None:
    """Return the list whose rows hardly show the words asked, which those of the other do."""
    *_, other, ours = [None, None, *sorted(lists, key=lambda one: one.share)]
    if ours is None or other is None or min(ours.shown, other.asked) < MIN_ROWS_HEADED:
        return None
    return other if UNLIKELY * other.share <= ours.share else None


def heading_beside(answers: Mapping[str, PageReading]) -> str:
    """Return the heading of an unlike list that stands beside the answers, '' without one.

    Where all answers show the words asked, rows of another kind that lack them are none.
    """
    lists = sorted(headed_lists(answers.items()), key=lambda one: one.share)
    if not lists or lists[1].share < MIN_SHARE_SHOWN or not are_unlike(lists):
        return ""
    text, lacking = fold(lists[0].heading), lists[0].asked - lists[0].shown
    stands = [one for one in answers.values() if text and headings(one.document, text)]
    return text if min(lacking / MIN_ROWS_HEADED, len(stands) / MIN_ANSWERS) >= 1 else ""
