"""Actual records inside candidate records: AutoRM section 6.

Known from the paper: similar candidates may be larger objects that hold the records, mining goes
on inside them, recursively, and tolerates irrelevant information "to a degree". Reconstructed:
the conditions F1 to F7 under which the inner objects are the records and not the fields of one.

>>> from leadline.page.dom import parse_html
>>> from leadline_research.autorm2015.autorm import AutoRM
>>> from leadline.mining.signatures import PageSignatures
>>> row = "<li><b>Case {0}</b> of {0} May</li>".format
>>> html = "".join(f"<ul>{row(n)}{row(n + 1)}</ul>" for n in (10, 20, 30))
>>> miner = AutoRM(PageSignatures(parse_html(f"<div>{html}</div>", "http://h.test/")))
>>> [len(refine(miner, records)) for records in miner.mine([0])]
[6]
"""

from __future__ import annotations

from collections import Counter
from statistics import median
from typing import TYPE_CHECKING, Final, Protocol

from leadline_research.autorm2015.segment import cohesion
from leadline_research.autorm2015.similarity import TREE_THRESHOLD, tree_similarity

if TYPE_CHECKING:
    from collections.abc import Sequence

    from leadline.mining.signatures import PageSignatures
    from leadline.page.dom import Document

Nodes = tuple[int, ...]
"""A candidate record: sibling nodes without the separators around them."""

Forest = list[int]
Sets = list["list[Nodes]"]
MAX_INNER_DEPTH: Final = 4
MIN_HOLDING_SHARE: Final = 0.5
"""F1: share of candidates that must hold inner records."""
MIN_INNER_TEXT_COVERAGE: Final = 0.5
"""F2: share of the candidates' text in inner records, the tolerance for irrelevant information."""
MIN_INNER_COHESION: Final = 0.6
"""F3: similarity of all inner records of all candidates."""
MIN_RICH_SHARE: Final = 0.6
"""F4: share of inner records with two kinds of leaves or more (so the middle one has two)."""
MIN_MEDIAN_CHARS: Final = 12
"""F4: characters of the middle inner record."""
MAX_LABELLED_SHARE: Final = 0.4
"""F5: share of inner records that may begin with a text that begins one in so many candidates."""
MAX_POSITION_CONTRAST: Final = 0.1
"""F6: how much more alike inner records of one position may be than those of different ones."""


class CandidateMiner(Protocol):
    """Mines candidate records below nodes, as `autorm.AutoRM` does, on the page it holds."""

    page: PageSignatures
    document: Document
    kinds: list[int]

    def mine(self, roots: Forest) -> list[list[Nodes]]:
        """Mine all sets of similar candidate records below the roots, in document order."""


def refine(miner: CandidateMiner, records: list[Nodes]) -> list[Nodes]:
    """The actual records inside candidate records, or these if they are the actual ones."""
    for _ in range(MAX_INNER_DEPTH):
        inner = _inner_sets(miner, records)
        if not _are_records(miner, records, inner):
            break
        records = _flattened(miner, records, inner)
    return records


def _inner_sets(miner: CandidateMiner, records: list[Nodes]) -> list[list[Nodes]]:
    """For every candidate the inner set with most text, [] if there is none."""
    found = []
    for nodes in records:
        sets = miner.mine(list(nodes))
        if interleaved := _interleaved(miner, nodes):
            sets.append(interleaved)
        found.append(max(sets, key=lambda inner: sum(_size(miner, n) for n in inner), default=[]))
    return found


def _interleaved(miner: CandidateMiner, nodes: Nodes) -> list[Nodes]:
    """Records side by side in one node, or in several whose children are as many: the first row
    holds all titles, the second all prices (DEPTA's non-contiguous case). Sub-record k is the k-th
    child of every node; those of one node must be alike.
    """
    rows = [
        [child for child in miner.document.children(node) if miner.kinds[child]]
        for node in nodes
        if miner.kinds[node]
    ]
    if not rows or len(rows[0]) < 2 or any(len(row) != len(rows[0]) for row in rows):
        return []
    alike = all(
        cohesion([miner.kinds[child] for child in row]) >= MIN_INNER_COHESION for row in rows
    )
    return list(zip(*rows, strict=True)) if alike else []


def _are_records(miner: CandidateMiner, records: list[Nodes], inner: list[list[Nodes]]) -> bool:
    have = [found for found in inner if found]
    page = [nodes for found in have for nodes in found]
    whole = sum(_size(miner, nodes) for nodes in records) or 1
    return (
        len(have) >= MIN_HOLDING_SHARE * len(records)
        and len(page) > 1
        and sum(_size(miner, nodes) for nodes in page) >= MIN_INNER_TEXT_COVERAGE * whole
        and cohesion([_tree(miner, nodes) for nodes in page]) >= MIN_INNER_COHESION
        and _are_rich(miner, page)
        and not _have_labels(miner, have)
        and not _are_columns(miner, have, len(records))
    )


def _are_rich(miner: CandidateMiner, page: list[Nodes]) -> bool:
    several = sum(_tree(miner, nodes).bit_count() > 1 for nodes in page)
    texts = [_text_size(miner, nodes) for nodes in page]
    return several >= MIN_RICH_SHARE * len(page) and median(texts) >= MIN_MEDIAN_CHARS


def _have_labels(miner: CandidateMiner, have: list[list[Nodes]]) -> bool:
    """F5: "Type of work", "Applicant" begin a field row in every record."""
    seen: Counter[str] = Counter()
    for found in have:
        seen.update({_first_text(miner, nodes) for nodes in found})
    often = {
        text for text, times in seen.items() if times >= max(2, MAX_LABELLED_SHARE * len(have))
    }
    firsts = [_first_text(miner, nodes) for found in have for nodes in found]
    return sum(text in often for text in firsts) > MAX_LABELLED_SHARE * len(firsts)


def _are_columns(miner: CandidateMiner, have: list[list[Nodes]], records: int) -> bool:
    """F6: cells are more like the cells of their column than like their neighbours."""
    sizes = Counter(len(found) for found in have)
    count, times = sizes.most_common(1)[0]
    if times < 0.8 * records or times < 2:
        return False
    rows = [[_tree(miner, nodes) for nodes in found] for found in have if len(found) == count][:6]
    same = [
        tree_similarity(a[k], b[k]) for a in rows for b in rows if a is not b for k in range(count)
    ]
    other = [
        tree_similarity(a[k], b[j])
        for a in rows
        for b in rows
        if a is not b
        for k in range(min(count, 8))
        for j in range(min(count, 8))
        if j != k
    ]
    return sum(same) / len(same) - sum(other) / (len(other) or 1) > MAX_POSITION_CONTRAST


def _flattened(
    miner: CandidateMiner, records: list[Nodes], inner: list[list[Nodes]]
) -> list[Nodes]:
    """All inner records in order; F7: a candidate without any may hold a single one."""
    trees = Counter(_tree(miner, nodes) for found in inner for nodes in found)
    centre = trees.most_common(1)[0][0]
    page: list[Nodes] = []
    for nodes, found in zip(records, inner, strict=True):
        page += found or _single(miner, nodes, centre)
    return page


def _single(miner: CandidateMiner, nodes: Sequence[int], centre: int) -> list[Nodes]:
    level = list(nodes)
    for _ in range(MAX_INNER_DEPTH):
        for node in level:
            if tree_similarity(miner.kinds[node], centre) >= TREE_THRESHOLD:
                return [(node,)]
        level = [child for node in level for child in miner.document.children(node)][:500]
    return []


def _tree(miner: CandidateMiner, nodes: Nodes) -> int:
    bits = 0
    for node in nodes:
        bits |= miner.kinds[node]
    return bits


def _size(miner: CandidateMiner, nodes: Nodes) -> int:
    shown, end = miner.page.visible_sums, miner.document.end
    return sum([shown[end[node]] - shown[node] for node in nodes])


def _text_size(miner: CandidateMiner, nodes: Nodes) -> int:
    chars, end = miner.page.text_sums, miner.document.end
    return sum([chars[end[node]] - chars[node] for node in nodes])


def _first_text(miner: CandidateMiner, nodes: Nodes) -> str:
    document = miner.document
    texts = document.texts(nodes[0], document.end[nodes[-1]])
    return document.text[texts[0]].strip() if texts else ""
