"""Which of the drafts are the records: the choice AutoRM leaves open (``spec`` section 7).

A draft is judged by traits that a list of records has whatever its subject (``traits``), and by
whether its records are groups of records (``nesting``). The weights are a softmax regression, the
best draft of a page against all its drafts, over the 109 labelled pages of 92 families and 504
made-up pages that count three tenths each (``leadline_research.bench.records.record_weights``,
which judges families that were left out: F1 .961, 91.5 % of the pages without a fault).

>>> from leadline.page.dom import parse_html
>>> from leadline.mining.candidates import find_drafts
>>> from leadline.mining.signatures import Flat
>>> rows = "".join(f"<li><a href=/{n}>Book {n}</a> by <i>Ann</i>, {1900 + n}" for n in range(9))
>>> html = f"<ul class=menu><li><a href=/>Home</a><li><a href=/a>About</a></ul><ol>{rows}</ol>"
>>> flat = Flat(parse_html(html, "http://h.test/"))
>>> [len(draft.spans) for _, draft in rank(flat, find_drafts(flat), 1)]
[9]
"""

from __future__ import annotations

from heapq import heapify, heappop, heappush, nsmallest
from math import exp
from typing import TYPE_CHECKING, Final

import numpy as np

from leadline.mining.features import Traits
from leadline.mining.nesting import Nesting

if TYPE_CHECKING:
    import numpy.typing as npt

    from leadline.mining.segmentation import Draft
    from leadline.mining.signatures import Flat

WEIGHTS: Final = {
    "records": 0.55,  # logarithm, up to 30
    "length": 0.22,  # logarithm of the middle record's characters, up to 600
    "kinds": 1.02,  # logarithm of the leaf kinds that half of the records have, up to 8
    "alike": 0.97,  # mean similarity to those kinds
    "linked": 1.05,  # share of records with a link
    "link_text": -0.24,  # share of the text that is links
    "bare": -0.98,  # share of records with hardly a text but links
    "page": 0.47,  # logarithm of the share of the page's text
    "cover": 0.31,  # logarithm of the share of the text from first to last record
    "distinct": 0.56,  # share of different lengths
    "uneven": -0.76,  # deviation of the lengths by their mean
    "digits": 1.62,  # share of records with a number
    "pictures": 1.44,  # share of records with a picture
    "small": -0.87,  # fewer than 20 characters
    "late": -0.7,  # share of the page's text before the first record
    "few": -0.73,  # two or three records
    "ends": 1.71,  # similarity of the first or last record, whichever is less
    "parted": -0.94,  # share of neighbours with something between them
    "strange": -2.88,  # share of records with hardly any of the kinds that half have
    "led": 0.31,  # share of records of several siblings that begin with a link
    "lonely": -1.91,  # share of records alone in their parent, if there are several parents
    "aside": -0.94,  # in a small part whose class or id says so
    "main": 1.13,  # in a part whose class or id says so
    "boxed": -0.35,  # in a small nav, header, footer, aside or form
    "steady": -0.34,  # all of several parents hold the same number: a table of cells
    "left": -0.56,  # share of the nodes of that path and class that are left out
    "left_class": -1.5,  # the same if they have a class
    "kin": -2.6,  # share of those nodes that are left out though they have nothing foreign
    "headless": -1.32,  # the node before the first record has what records need
    "shifted": -1.71,  # the node before the first record is of a kind the last record lacks
    "noted": -1.84,  # the node before the first record is of a kind that records have later
    "alternating": -0.69,  # how much more every second record is alike than neighbours
}
CONSTANT: Final = -3.78
GROUPS: Final = -2.66
"""Weight of "the records are groups of records"; dear to find out, so only for contenders."""
CONTENDERS: Final = 6
NEAR: Final = 2.0
"""How much worse a draft may be (in the logarithm) whose records another draft's would group."""


def rank(flat: Flat, drafts: list[Draft], limit: int) -> list[tuple[float, Draft]]:
    """The best drafts with their scores, best first."""
    if not drafts:
        return []
    values = Traits(flat).measure(drafts) @ np.array(list(WEIGHTS.values()))
    found = order(Nesting(flat), drafts, values, limit)
    return [(exp(min(value + CONSTANT, 300.0)), drafts[at]) for value, at in found]


def order(
    nesting: Nesting,
    drafts: list[Draft],
    values: npt.NDArray[np.float64],
    limit: int,
    weight: float = GROUPS,
) -> list[tuple[float, int]]:
    """Values and places of the best drafts, best first; contenders are looked into."""
    heap = [(-value, at, CONTENDERS) for at, value in enumerate(values.tolist())]
    heapify(heap)
    found: list[tuple[float, int]] = []
    best = [(-value, drafts[at]) for value, at, _ in nsmallest(CONTENDERS, heap)]
    judged = 0
    while heap and len(found) < limit:
        value, at, left = heappop(heap)
        if left and judged < CONTENDERS:
            judged += 1
            heappush(heap, (value - weight * groups_of(nesting, -value, drafts[at], best), at, 0))
        else:
            found.append((-value, at))
    return found


def groups_of(
    nesting: Nesting, value: float, draft: Draft, best: list[tuple[float, Draft]]
) -> float:
    """Share of records that are groups: by what is inside, or by a draft about as good in them."""
    inside = nesting.groups(draft.spans)
    rivals = [other for near, other in best if near > value - NEAR and other is not draft]
    return max([inside, *(nesting.hold(draft, other) for other in rivals)])
