"""What makes a source tempt a harvester to a false claim of completeness.

Each option was seen on real applications, or follows from how their engines are built.

>>> Adversity(stuck_after=60).stuck_after
60
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

GROUP: Final = "group"
"""Column that is neither shown nor searched: ``OTHER`` for records of another kind."""
OTHER: Final = "other"
SHELF: Final = "shelf"
"""Column that is neither shown nor searched: ``AVAILABLE`` or "lent"."""
AVAILABLE: Final = "available"
HIDDEN_COLUMNS: Final = (GROUP, SHELF)


@dataclass(frozen=True, slots=True)
class Adversity:
    """Habits of a source, all off by default. Answers are counted from the first search.

    - ``other``: recipe of a second collection; ``other_share``: its share of the records;
      ``leaves_out``: queries for everything do not show it.
    - ``constant``: number that every page says the database holds; ``total_cap``: totals are stated
      no higher; ``result_cap``: no answer has more records, nor states more.
    - ``warm_up``: answers at first that show a part only; ``part``: that share of the records.
    - ``stuck_after``: answers after which each is the same cached page; ``mute_after``: answers
      after which nothing is found, for ``mute_for`` answers (0: for good).
    - ``likeness``: "sound" finds words that sound alike, "near" the neighbours in the alphabet;
      ``like_records``: records that are shown at most then.
    - ``dropped``: share of its records that an answer lacks, drawn anew for each request or fixed
      for each query.
    - ``total_factor``: stated totals are so much too high or low.
    - ``collapsed``: column of whose values only the first record of an answer is shown.
    - ``page_cap``: pages of an answer that can be reached.
    - ``tail_share``: share of the records with a low score, which answers to more than
      ``tail_hits`` records leave out, and do not count.
    - ``popular``: popular records that are shown to a word that finds nothing.
    - ``quota``: answers a day; every later one says in words that this day's are used up.
    - ``grows``: a total is stated no higher than two pages past the page that is shown.
    - ``since``: year; older records are shown only where the range of years is filled, or, with
      ``since_typed``, where the query holds a year.
    - ``refuses_above``: answers of more records show none and ask to refine the search.
    - ``hiccup_every``: period of answers that find nothing.
    - ``shard_out_after``: answers after which a quarter of the records is found no more.
    - ``withheld``: share of the records that totals count and no answer shows.
    - ``corrects``: a word that no record holds is taken for its neighbour in the alphabet.
    - ``common_share``: share of the records above which a word is too common to find any.
    - ``order_hides``: one record of so many is shown only where an order is chosen.
    - ``popular_beyond``: pages of an answer, after which each shows the same popular records.
    """

    other: str = ""
    other_share: float = 0.0
    leaves_out: bool = False
    constant: int = 0
    total_cap: int = 0
    result_cap: int = 0
    warm_up: int = 0
    part: float = 0.6
    stuck_after: int = 0
    mute_after: int = 0
    mute_for: int = 0
    likeness: Literal["", "sound", "near"] = ""
    like_records: int = 12
    dropped: float = 0.0
    dropped_by: Literal["query", "request"] = "query"
    total_factor: float = 1.0
    collapsed: str = ""
    page_cap: int = 0
    tail_share: float = 0.0
    tail_hits: int = 20
    popular: int = 0
    quota: int = 0
    grows: bool = False
    since: int = 0
    since_typed: bool = False
    refuses_above: int = 0
    hiccup_every: int = 0
    shard_out_after: int = 0
    withheld: float = 0.0
    corrects: bool = False
    common_share: float = 0.0
    popular_beyond: int = 0
    order_hides: int = 0
