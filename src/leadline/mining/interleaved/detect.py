"""Where records are woven over rows: found by what is alike across a row and unlike down the rows.

In a table with a record a row, cells are like those above and below them and unlike those beside
them. In a grid whose records are columns of several rows it is the other way round, and the kinds
of rows come again: pictures, titles, prices, pictures, titles, prices. In a table that compares
things there is one group only, and a label in front of every row. Nothing weaker is believed; a
calendar, a matrix of numbers, a row of headings above each row of values are none.

>>> from leadline.page.dom import parse_html
>>> from leadline.mining.signatures import Flat
>>> def found(*rows):
...     html = "".join("<tr>" + "".join(f"<td>{cell}" for cell in row) for row in rows)
...     return find_weaves(Flat(parse_html(f"<table>{html}</table>", "")))
>>> found(["Ann", "Bo", "Cy"], ["$ 3", "$ 4", "$ 5"], ["Di", "Ed", "Flo"], ["$ 6", "$ 7", "$ 8"])
[(4, Weave(rows=2, labelled=False))]
>>> found(["Ann", "$ 3"], ["Bo", "$ 4"], ["Cy", "$ 5"], ["Di", "$ 6"])
[]
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from itertools import combinations, pairwise
from typing import TYPE_CHECKING, Final

import numpy as np

from leadline.columns.inline_runs import LABEL_CLASS
from leadline.mining.interleaved.row_signatures import Rows, phases, said, shared
from leadline.mining.interleaved.transpose import (
    LONGEST_LABEL,
    Weave,
    cells_of,
    groups_of,
    in_groups,
    runs_of_rows,
)
from leadline.mining.signatures import similarity
from leadline_research.autorm2015.segment import cohesion

if TYPE_CHECKING:
    from collections.abc import Sequence

    from leadline.mining.interleaved.row_signatures import Row
    from leadline.mining.signatures import Flat
    from leadline.page.dom import Document

ALIKE: Final = 0.6
"""Least mean similarity of the cells of a row, those of like rows of other groups among them."""
TRIED: Final = 3
"""Elements of one path of which one must be worth a look."""
FIRST: Final = 4
"""Rows that must be alike in themselves for the others to be looked at."""
RAGGED: Final = 0.38
"""The same of the row whose cells are least alike: some lack this, some that."""
UNLIKE: Final = 0.5
"""Most similarity of the two rows of a group that are least alike."""
MARGIN: Final = 0.12
"""How much less alike cells must be where rows are taken together at any shorter distance."""
MOST_ROWS: Final = 10
"""Rows of a group, the most that are looked for."""
LOOKED_AT: Final = 30
"""Rows of an element that are looked at: the others go on as these do."""
LARGEST: Final = 200
"""Nodes of a cell, on average: more is a part of the page and no cell of a grid."""
LEAST_RECORDS: Final = 5
"""Four are two by two, as labels and values may stand."""
LEAST_TOLD: Final = 3
"""The same where labels stand in front of the rows, or a row has a link or picture in each cell."""
LOOSE: Final = 0.34
"""Similarity of two cells of a row below which its element is not looked into."""
GROUPED: Final = 0.65
"""Least mean similarity of a group in an element of its own with one of another element."""
ACROSS: Final = 0.65
"""Least mean similarity of the cells of a row in a table that compares, ..."""
SURE: Final = 0.9
"""... and where nothing tells its labels."""
COMPARED: Final = 0.2
"""How much more alike the cells of a table that compares must be across than down."""
COLUMNS: Final = 0.35
"""How much oftener a cell may be made as that of its column in the next group than as one beside
it."""
WEEK: Final = 7


def find_weaves(flat: Flat) -> list[tuple[int, Weave]]:
    """The elements whose records are woven over their rows, in document order, and how."""
    parent = flat.document.parent
    like: dict[int, list[int]] = {}
    for row in _first_rows(flat):
        like.setdefault(flat.named[parent[row]], []).append(row)
    worth = {
        name: [parent[row] for row in rows] for name, rows in like.items()
        if any(_is_worth(flat, row) for row in rows[:TRIED])
    }  # fmt: skip
    if not worth:
        return []
    plain, saying = _Finder(flat, saying=False), _Finder(flat, saying=True)
    found: dict[int, Weave] = {}
    for name, holders in worth.items():
        others = (flat.names_of == name).nonzero()[0].tolist()
        found |= (
            saying.compared(holders)
            or plain.woven(holders, others)
            or saying.woven(holders, others)
        )
    return sorted(found.items(), key=lambda place: place[0])


def _first_rows(flat: Flat) -> list[int]:
    """Children of an element that have as many children as the next one, all of one path (but for
    the first, which may be a label): the first such child of every element.
    """
    parent, end, names = flat.parent_of, flat.end_of, flat.names_of
    number = len(parent)
    if number < LEAST_RECORDS:
        return []
    count = np.bincount(parent[1:], minlength=number)
    rows = (count > 1).nonzero()[0]
    second = np.zeros(number, np.int64)
    second[rows] = end[rows + 1]
    strange = np.bincount(parent[1:], names[1:] != names[second[parent[1:]]], number)
    rows = rows[(strange[rows] <= 1) & (end[rows] < number)]
    following = end[rows]
    pairs = (count[rows] == count[following]) & (strange[following] <= 1)
    rows = rows[pairs & (parent[rows] == parent[following])]
    _, first = np.unique(parent[rows], return_index=True)
    found: list[int] = rows[first].tolist()
    return found


def _is_worth(flat: Flat, row: int) -> bool:
    """Whether the rows from this one on may be of a grid, by two cells of each: in two of three
    they are alike, and some row is unlike the first.
    """
    document, alike = flat.document, 0
    makes: list[tuple[int, int]] = []
    stop, tag = document.end[document.parent[row]], document.tag[row]
    while row < stop and len(makes) < MOST_ROWS:
        if document.tag[row] != tag and flat.kinds[row]:
            break
        cells = [cell for cell in document.children(row) if flat.kinds[cell]]
        if document.end[row] - row > LARGEST * max(len(cells), 1):
            return False
        if len(cells) > 1:
            one, last = (_make(flat, cell) for cell in (cells[len(cells) > 2], cells[-1]))
            alike += one[1] == last[1] and similarity(one[0], last[0]) >= LOOSE
            makes.append(one)
            if len(makes) - alike > 1 + len(makes) // 4:
                return False
            if len(makes) > 2 and _differ(makes):
                return True
        row = document.end[row]
    return alike > 1 and _differ(makes)


def _differ(makes: Sequence[tuple[int, int]]) -> bool:
    """Whether some row is unlike the first."""
    kinds, kind = makes[0]
    return any(other != kind or similarity(kinds, made) <= UNLIKE for made, other in makes[1:])


def _make(flat: Flat, cell: int) -> tuple[int, int]:
    """The kinds of a cell and what its first text says."""
    document = flat.document
    nodes = document.text_nodes
    at = bisect_left(nodes, cell)
    inside = at < len(nodes) and nodes[at] < document.end[cell]
    return flat.kinds[cell], said(document.text[nodes[at]].strip()) if inside else 0


class _Finder:
    """Looks for weaves among the rows of elements."""

    def __init__(self, flat: Flat, *, saying: bool) -> None:
        self.flat = flat
        self.document = flat.document
        self.rows = Rows(flat, saying=saying)

    def compared(self, holders: Sequence[int]) -> dict[int, Weave]:
        """Tables that compare: a label in front of each row, a thing in each further column."""
        return dict.fromkeys(filter(self._compares, holders), Weave(0, labelled=True))

    def woven(self, holders: Sequence[int], others: Sequence[int]) -> dict[int, Weave]:
        """Elements of one path with groups of rows, several in each or one; and ``others`` of that
        path with a group of the same make, for the last may be a single one.
        """
        found: dict[int, Weave] = {}
        short: dict[int, list[int]] = {}
        for holder in holders:
            runs = runs_of_rows(self.document, holder)
            if weave := self._periodic(runs):
                found[holder] = weave
            elif len(runs) == 1 and 1 < len(runs[0]) <= MOST_ROWS:
                short[holder] = runs[0]
        for rows in sorted({len(run) for run in short.values()}):
            same = {holder: run for holder, run in short.items() if len(run) == rows}
            if weave := self._repeated(list(same.values()), rows):
                found.update(dict.fromkeys(same, weave))
        if not found or self._begin_alike(found):
            return {}
        return found | self._like(found, [node for node in others if node not in found])

    def _begin_alike(self, found: dict[int, Weave]) -> bool:
        """Whether most of several elements begin with one text: the label of a field."""
        firsts = Counter(
            self.rows[groups_of(self.document, holder, weave)[0][0]].label
            for holder, weave in found.items()
            if not weave.labelled
        )
        del firsts[""]
        return 2 * max(firsts.values(), default=0) > max(len(found), 2)

    def _like(self, woven: dict[int, Weave], others: Sequence[int]) -> dict[int, Weave]:
        """Elements of the same path with a group of the same make: the last may be a single one."""
        holder, weave = next(iter(woven.items()))
        first = groups_of(self.document, holder, weave)[0]
        found = {}
        for other in others:
            groups = groups_of(self.document, other, weave)
            if groups and len(groups[0]) == len(first) and self._fit(first, groups[0]):
                found[other] = weave
        return found

    def _fit(self, group: Sequence[int], other: Sequence[int]) -> bool:
        """Whether cells of a group are like those of another, row by row."""
        best = [
            max(similarity(one, made) for one in self.rows[a].cells for made in self.rows[b].cells)
            for a, b in zip(group, other, strict=True)
        ]
        return sum(best) >= GROUPED * len(best)

    def _periodic(self, runs: Sequence[list[int]]) -> Weave | None:
        """Rows whose kinds come again after so many rows, in runs of one element: after the most
        rows, for half a group may be somewhat like the other half.
        """
        rows = [self.rows[node] for run in runs for node in run[:LOOKED_AT]][:LOOKED_AT]
        inside = [
            max(cohesion(kinds) for at in (0, 1) for kinds in phases([row], 1, at))
            for row in rows[:FIRST]
        ]
        if sum(inside) < RAGGED * len(inside) or _mean_cohesion(rows, 1, 0) > 1 - MARGIN:
            return None
        for size in range(MOST_ROWS, 1, -1):
            if weave := self._repeated(runs, size):
                return weave
        return None

    def _repeated(self, runs: Sequence[list[int]], size: int) -> Weave | None:
        """The weave of runs that are groups of so many rows, if there are two groups at least."""
        if any(len(run) > size and len(run) % size for run in runs[:-1]):
            return None
        chunks = [group for group in in_groups(runs, size) if len(group) == size]
        groups = [[self.rows[node] for node in chunk] for chunk in chunks[: LOOKED_AT // size]]
        widest = max((len(row.cells) for group in groups for row in group), default=0)
        whole = [group for group in groups if all(len(row.cells) == widest for row in group)]
        if len(whole) < 2 or len(groups) - len(whole) > len(runs):
            return None
        labelled = _are_labelled(whole)
        if not _come_again(whole, labelled):
            return None
        columns = _shown(whole, labelled)
        several = len(columns) > 1 and _records(groups, columns) >= _least_records(whole, labelled)
        return Weave(size, labelled) if several and not _are_fields(whole, columns) else None

    def _compares(self, holder: int) -> bool:
        nodes = next(iter(groups_of(self.document, holder, Weave(0, labelled=True))), [])
        if not 2 <= len(nodes) <= LOOKED_AT:
            return False
        heads = [cells_of(self.document, node)[:2] for node in nodes]
        led = self._are_led(heads)
        if not led and (len(nodes) < 3 or not self._may_lead(heads)):
            return False
        rows = [self.rows[node] for node in nodes]
        if len({len(row.cells) for row in rows}) > 1 or len(rows[0].cells) < 3:
            return False
        tag = self.document.tag
        headed = not led or tag[heads[0][1]] != tag[heads[1][1]]
        return _have_labels(rows) and _is_across(rows, rows[headed:], ACROSS if led else SURE)

    def _are_led(self, heads: Sequence[list[int]]) -> bool:
        """Whether all rows but one, which may say what the things are called, begin with a cell
        told by its markup, or with cells of one make that no other cell has. No label is a link.
        """
        kinds = self.flat.kinds
        told = sum(_is_label(self.document, first, second) for first, second in heads)
        make, often = Counter(kinds[first] for first, _ in heads).most_common(1)[0]
        alone = make and self._may_lead(heads) and all(kinds[second] != make for _, second in heads)
        return max(told, often if alone else 0) >= len(heads) - 1

    def _may_lead(self, heads: Sequence[list[int]]) -> bool:
        """Whether the first cells are words and no links."""
        makes = [_make(self.flat, first) for first, _ in heads]
        linked, end = self.flat.linked, self.document.end
        return all(said("x") == kind for _, kind in makes[1:]) and not any(
            linked[end[first]] > linked[first] for first, _ in heads
        )


def _is_label(document: Document, first: int, second: int) -> bool:
    """Whether the first cell is of another tag than the next, or of a class that says so."""
    labelled = LABEL_CLASS.search(document.attribute(first, "class"))
    return document.tag[first] != document.tag[second] or labelled is not None


def _have_labels(rows: Sequence[Row]) -> bool:
    """Whether rows begin with something else each; a table may have no word for its things."""
    named = [row.label for row in rows if row.label]
    several = len(named) >= len(rows) - 1 and len(set(named)) == len(named)
    return several and max(map(len, named)) <= LONGEST_LABEL


def _shown(groups: Sequence[Sequence[Row]], first: int) -> list[int]:
    """The columns, from the first on, in which anything is shown: gutters are none."""
    return [
        column
        for column in range(first, len(groups[0][0].cells))
        if any(row.cells[column] for group in groups for row in group)
    ]


def _records(groups: Sequence[Sequence[Row]], columns: Sequence[int]) -> int:
    """How many records the groups hold; the last one may have fewer cells."""
    return sum(
        any(any(row.cells[at : at + 1]) for row in group) for group in groups for at in columns
    )


def _least_records(groups: Sequence[Sequence[Row]], labelled: bool) -> int:
    """How many there must be: fewer where a row has a link or a picture in each cell."""
    leads = any(all(row.leads for row in rows) for rows in zip(*groups, strict=True))
    return LEAST_TOLD if labelled or leads else LEAST_RECORDS


def _come_again(groups: Sequence[Sequence[Row]], first: int) -> bool:
    """Whether rows are alike in themselves and from group to group, but not within a group."""
    size = len(groups[0])
    rows = [row for group in groups for row in group]
    made = phases(rows, size, first)
    inside = [cohesion(kinds) for kinds in made]
    if min(inside) < RAGGED or sum(inside) < ALIKE * size:
        return False
    if min(similarity(*pair) for pair in combinations(map(shared, made), 2)) > UNLIKE:
        return False
    least = sum(inside) / size - MARGIN
    return all(_mean_cohesion(rows, lag, first) <= least for lag in range(1, size))


def _mean_cohesion(rows: Sequence[Row], size: int, first: int) -> float:
    """How alike cells are where rows that stand so many apart are taken together."""
    return sum(map(cohesion, phases(rows, size, first))) / size


def _are_labelled(groups: Sequence[Sequence[Row]]) -> bool:
    """Whether each group begins its rows with the same different words."""
    labels = [tuple(row.label for row in group) for group in groups]
    return all(labels[0]) and len(set(labels)) == 1 and len(set(labels[0])) == len(labels[0])


def _are_fields(groups: Sequence[Sequence[Row]], columns: Sequence[int]) -> bool:
    """Whether columns are fields: named by a row that says the same different things in every
    group, or each of a make of its own. A week of days is none of ours either.
    """
    down: list[tuple[object, object]] = []
    across: list[tuple[object, object]] = []
    for rows in zip(*groups, strict=True):
        texts = [tuple(row.texts[at] for at in columns) for row in rows]
        again = sum(one == other and len(set(one)) > 1 for one, other in pairwise(texts))
        if 2 * again >= len(texts) - 1 or any(map(_is_week, texts)):
            return True
        makes = [[(row.cells[at], said(row.texts[at])) for at in columns] for row in rows]
        for one, other in pairwise(makes):
            down += zip(one, other, strict=True)
        for make in makes:
            across += combinations(make, 2)
    return _same(down) - _same(across) > COLUMNS


def _same(pairs: Sequence[tuple[object, object]]) -> float:
    """Share of pairs that are the same."""
    return sum(one == other for one, other in pairs) / len(pairs)


def _is_week(texts: tuple[str, ...]) -> bool:
    days = [int(text) for text in texts if text.isdecimal() and len(text) < 3]
    return len(days) == WEEK and all(b == a + 1 for a, b in pairwise(days))


def _is_across(rows: Sequence[Row], unlike: Sequence[Row], least: float) -> bool:
    """Whether cells are like their neighbours in the row, and rows are not like each other; a row
    of headings is unlike any other and proves nothing.
    """
    if len(unlike) < 2:
        return False
    inside = [cohesion(kinds) for kinds in phases(rows, len(rows), 1)]
    looks = map(shared, phases(unlike, len(unlike), 1))
    down = [similarity(*pair) for pair in combinations(looks, 2)]
    across = sum(inside) / len(inside)
    return across >= least and sum(down) / len(down) <= across - COMPARED
