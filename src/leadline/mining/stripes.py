"""Striped lists: classes that take turns among the rows of one list name no kind of row.

Rows of one list may carry the classes A, B, A, B ..., and their cells too. A path names every
class, so each second row would be of another kind. Here the paths of such rows are made one.
Classes that take turns but differ in structure (a title row, a detail row) are parts of a record.

>>> from leadline.page.dom import parse_html
>>> from leadline.mining.signatures import PageSignatures
>>> html = "".join(f"<p class={('light', 'dark')[n % 2]}><b>{n}</b>" for n in range(6))
>>> page = PageSignatures(parse_html(html, "http://h.test/"))
>>> len({page.path_ids[node] for node in page.document.elements("p")})
1
"""

from collections import Counter
from itertools import combinations, pairwise
from typing import Final

import numpy as np
import numpy.typing as npt

from leadline.mining.paths import PathTable
from leadline.page.dom import Document

Integers = npt.NDArray[np.int64]

Place = tuple[int, int, str]
"""Where a leaf stands in a row: number of the child, path of tags, tag of the leaf."""

MAX_LOOKS: Final = 4
"""Classes that may take turns."""
MIN_ROWS: Final = 2
"""Rows of each class."""
MIN_EVEN_SHARE: Final = 0.6
"""Rows of the rarest class for each row of the commonest, at least."""
MIN_TURNS_SHARE: Final = 0.9
"""Share of neighbours that take turns."""
MIN_DIFFERING_SHARE: Final = 0.8
"""Share of neighbours of unlike class, whatever else stands among the rows."""
MIN_PLACES_SHARE: Final = 0.7
"""Share of their places, by frequency, that rows of two classes have in common."""
MAX_DIGITS_CONTRAST: Final = 0.6
"""Difference of the shares of rows with a digit up to which rows are of one kind."""
MAX_LENGTH_RATIO: Final = 3.0
"""Ratio of mean lengths up to which rows are of one kind."""
MAX_PLACE: Final = 3
"""Number of the child from which all later ones are one place."""
SAMPLED_ROWS: Final = 12
"""Rows of each class whose structure is compared."""
MAX_ROW_NODES: Final = 400
"""Nodes of a row whose structure is compared."""


def rows_to_compare(
    path_ids: Integers, parents: Integers, variants: list[list[int]]
) -> list[list[int]]:
    """Return siblings of one tag and several classes, two lists of which have rows enough.

    ``path_ids`` and ``parents`` are by node, ``variants`` the paths that differ by class only.
    """
    counts = np.bincount(path_ids).tolist()
    group_of = np.full(len(counts), -1)
    for group, numbers in enumerate(variants):
        often = [number for number in numbers if counts[number] >= MIN_ROWS]
        if len(often) > 1:
            group_of[often] = group
    groups = group_of[path_ids]
    nodes = (groups >= 0).nonzero()[0]
    if len(nodes) < 2 * MIN_ROWS:
        return []
    keys = parents[nodes] * len(variants) + groups[nodes]
    order = np.argsort(keys, kind="stable")
    keys, nodes = keys[order], nodes[order]
    edges = np.concatenate(([0], (keys[1:] != keys[:-1]).nonzero()[0] + 1, [len(nodes)]))
    turns = (path_ids[nodes[1:]] != path_ids[nodes[:-1]]).cumsum()
    sizes = edges[1:] - edges[:-1]
    differing = np.append(0, turns)[edges[1:] - 1] - np.append(0, turns)[edges[:-1]]
    chosen = (sizes >= 2 * MIN_ROWS) & (differing >= MIN_DIFFERING_SHARE * (sizes - 1))
    return [nodes[edges[at] : edges[at + 1]].tolist() for at in chosen.nonzero()[0].tolist()]


def striped_paths(
    document: Document, path_ids: list[int], paths: PathTable, rows: list[list[int]]
) -> dict[int, int]:
    """Return the path numbers that are one with a smaller one: those of striped lists."""
    stripes = _Stripes(document, path_ids, paths)
    for siblings in rows:
        stripes.merge(siblings)
    return stripes.same


class _Stripes:
    """Path numbers that are one: ``same`` maps a number to a smaller one."""

    def __init__(self, document: Document, path_ids: list[int], paths: PathTable) -> None:
        self.document, self.path_ids, self.paths = document, path_ids, paths
        self.same: dict[int, int] = {}

    def merge(self, siblings: list[int]) -> None:
        """Make the paths of siblings one if they take turns and are of one structure."""
        numbers = [self.path_ids[node] for node in siblings]
        looks = Counter(numbers).most_common(MAX_LOOKS)
        for width in range(len(looks), 1, -1):
            rarest = looks[width - 1][1]
            if rarest >= max(MIN_ROWS, MIN_EVEN_SHARE * looks[0][1]):
                chosen = {number for number, _ in looks[:width]}
                rows = [row for row in siblings if self.path_ids[row] in chosen]
                if self._take_turns(rows, width) and self._are_alike(rows, chosen):
                    first = min(chosen)
                    self.same.update((number, first) for number in chosen if number != first)
                    self._merge_inside(rows)
                    return

    def _take_turns(self, rows: list[int], width: int) -> bool:
        """Tell whether each class follows after ``width`` rows, and no row is like the next."""
        numbers = [self.path_ids[row] for row in rows]
        turns = sum(
            number != last and (at < width or numbers[at - width] == number)
            for at, (last, number) in enumerate(pairwise(numbers), 1)
        )
        return turns >= MIN_TURNS_SHARE * (len(numbers) - 1)

    def _are_alike(self, rows: list[int], looks: set[int]) -> bool:
        """Tell whether rows of all classes have the same places, lengths and digits."""
        by_look: dict[int, list[int]] = {number: [] for number in sorted(looks)}
        for row in rows:
            by_look[self.path_ids[row]].append(row)
        profiles = [self._profile(members[:SAMPLED_ROWS]) for members in by_look.values()]
        for (places, digits, chars), (others, other_digits, other_chars) in combinations(
            profiles, 2
        ):
            common = sum((places & others).values())
            if (
                not common
                or common < MIN_PLACES_SHARE * sum((places | others).values())
                or abs(digits - other_digits) > MAX_DIGITS_CONTRAST
                or max(chars, other_chars) > MAX_LENGTH_RATIO * min(chars, other_chars)
            ):
                return False
        return True

    def _profile(self, rows: list[int]) -> tuple[Counter[Place], float, float]:
        """Return places of leaves in a hundred rows, share of rows with a digit, characters."""
        document, paths = self.document, self.paths
        counted: Counter[Place] = Counter()
        digits = chars = 0
        for row in rows:
            places: set[Place] = set()
            child, text = -1, ""
            for node in range(row + 1, min(document.end[row], row + MAX_ROW_NODES)):
                child += document.parent[node] == row and child < MAX_PLACE
                number = self.path_ids[node]
                if paths.leaf_kind[number]:
                    above = paths.tag_path[paths.above[number]]
                    places.add((child, above, paths.tag[number]))
                    text += document.text[node]
            counted.update(places)
            digits += any(map(str.isdigit, text))
            chars += len(text)
        shares = Counter({place: 100 * times // len(rows) for place, times in counted.items()})
        return shares, digits / len(rows), chars / len(rows)

    def _merge_inside(self, rows: list[int]) -> None:
        """Make classes one that stand at the same place of neighbours, each in its stripe only."""
        end, tag, path_ids = self.document.end, self.document.tag, self.path_ids
        pairs: dict[tuple[int, int], None] = {}
        for a, b in pairwise(rows):
            if path_ids[a] != path_ids[b] and tag[a : end[a]] == tag[b : end[b]]:
                pairs.update(
                    dict.fromkeys(
                        zip(path_ids[a + 1 : end[a]], path_ids[b + 1 : end[b]], strict=True)
                    )
                )
        above, tags, names = self.paths.above, self.paths.tag, self.paths.first_class
        known = {(above[n], tags[n], names[n]) for pair in pairs for n in pair}
        for a, b in pairs:
            if (
                tags[a] != "#text"
                and names[a] != names[b]
                and (above[a], tags[a], names[b]) not in known
                and (above[b], tags[b], names[a]) not in known
            ):
                self.same.setdefault(max(a, b), min(a, b))
