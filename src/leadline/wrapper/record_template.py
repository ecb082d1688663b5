"""Record templates: where records stand and what starts one, replayed page by page.

Mining every page anew merges records now and then, and cannot see a page with one record; replaying
learned heads does neither. A template is the path of the parent (tag, id,
first class; digits taken out), the signatures of the nodes that start a record, and the most nodes
that a record spans.

>>> from leadline.page.dom import parse_html
>>> page = parse_html("<dl><dt>A</dt><dd>1</dd><dt>B</dt><dd>2</dd></dl>", "http://h.test/")
>>> region = DataRegion(3, (RecordSpan((4, 6)), RecordSpan((8, 10))))
>>> template = compile_template(page, region)
>>> template.heads, template.max_nodes
(('dt',), 2)
>>> later = parse_html("<dl><dt>C</dt><dd>3</dd><dd>x</dd></dl>", "http://h.test/2")
>>> [later.visible_text(span.nodes[0]) for span in replay(later, template)]
['C']
"""

import itertools
import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Final

from leadline.model import DataRegion, RecordSpan
from leadline.page.dom import Document
from leadline.page.text import fold

DIGITS: Final = re.compile(r"\d+")
MAX_HEAD_SIGNATURES: Final = 8
"""Signatures of heads above which the tag alone decides."""
ANY_CLASS: Final = ".*"
"""End of a path step that is matched by its tag alone: records stand under several classes."""
INFINITE_COST: Final = 1e9
MAX_PATH_COST: Final = 1.5
"""Alignment cost up to which a page's path may differ: a wrapper element and a class, or three
classes."""
MIN_NAMED_GROUPS: Final = 3
"""Groups of records from which their identifiers are no part of the path."""
MAX_PATH_STEPS: Final = 80
"""Steps above which no nearby path is looked for: pages nested so deep are no result pages."""
MAX_NEARBY_PARENTS: Final = 200
"""Nodes near the path that are checked for lists of links to the page itself."""
BREAKS_BEFORE_FIRST: Final = 99
"""Line breaks that count before the first child: more than before any other."""
HEADINGS_OF_LISTS: Final = ("h1", "h2", "h3", "h4", "h5", "h6", "caption", "legend")
MAX_HEADING: Final = 200
"""Characters of a text that may be a heading."""
MAX_EXTRA_NODES: Final = 2
"""Nodes by which a record may be longer than the longest learned one (optional fields)."""


@dataclass(frozen=True, slots=True)
class RecordTemplate:
    """Path to the parents, signatures of heads that start a record, of members that may follow.

    ``self_link_paths`` lead to lists of links back to the page itself, near the path.
    ``min_breaks``: line breaks before a record, where the first node of records has no signature of
    its own. Where a person showed a record, ``every`` counts the heads of one (a record in two rows
    of a table) and ``skip`` those before the first, ``shapes`` are those of heads that count,
    ``under`` is the heading above the list, ``not_under`` one above no list of records, and
    ``fixed``: they stand nowhere else.
    """

    path: tuple[str, ...] = field(metadata={"joined": True})
    heads: tuple[str, ...]
    members: tuple[str, ...]
    max_nodes: int = field(metadata={"key": "most_nodes"})
    by_tag: bool = False
    self_link_paths: tuple[tuple[str, ...], ...] = field(
        default=(), metadata={"key": "beside", "joined": True}
    )
    min_breaks: int = field(default=0, metadata={"key": "breaks"})
    every: int = 0
    skip: int = 0
    under: str = ""
    fixed: bool = False
    not_under: str = ""
    shapes: tuple[str, ...] = ()


def signature(document: Document, node: int) -> str:
    """Return tag and first class without digits; a table row of header cells only is 'tr:th'."""
    tag = document.tag[node]
    if tag == "tr" and _only_headers(document, node):
        return "tr:th"
    class_names = document.attributes[node].get("class")
    return _tag_and_class(tag, class_names) if class_names else tag


@lru_cache(maxsize=4096)
def _tag_and_class(tag: str, class_names: str) -> str:
    names = class_names.split()
    name = DIGITS.sub("#", names[0]) if names else ""
    return f"{tag}.{name}" if name else tag


def path_step(document: Document, node: int) -> str:
    """Return a path step: tag, then id (if it has no digits) or first class (digits as #)."""
    attributes = document.attributes[node]
    return _step(document.tag[node], attributes.get("id") or "", attributes.get("class") or "")


@lru_cache(maxsize=4096)
def _step(tag: str, identifier: str, class_names: str) -> str:
    if identifier and not DIGITS.search(identifier) and "/" not in identifier:
        return f"{tag}#{identifier}"
    names = class_names.split()
    return f"{tag}.{DIGITS.sub('#', names[0]).replace('/', '')}" if names else tag


def path_of(document: Document, node: int) -> tuple[str, ...]:
    """Return the steps from the root down to the node."""
    return tuple(path_step(document, up) for up in (node, *document.ancestors(node)))[::-1]


def compile_template(document: Document, region: DataRegion) -> RecordTemplate:
    """Compile the template of a mined region: the markup that its records have in common."""
    starts = [signature(document, record.nodes[0]) for record in region.records]
    heads = tuple(dict.fromkeys(starts))
    by_tag = len(heads) > min(MAX_HEAD_SIGNATURES, max(2, len(starts) // 2))
    if by_tag:
        heads = tuple(dict.fromkeys(document.tag[record.nodes[0]] for record in region.records))
    members = dict.fromkeys(
        signature(document, node) for record in region.records for node in record.nodes[1:]
    )
    longest = max(len(record.nodes) for record in region.records)
    breaks = 0 if by_tag else _breaks_before(document, region, frozenset(heads))
    path = _common_path(document, region)
    return RecordTemplate(path, heads, tuple(members), longest, by_tag, min_breaks=breaks)


def _breaks_before(document: Document, region: DataRegion, heads: frozenset[str]) -> int:
    """Count the line breaks before every record, if other nodes of heads' signatures have fewer.

    On pages made of text, links and ``br`` the signature of the first node says nothing.
    """
    starts = {record.nodes[0] for record in region.records}
    later = {node for record in region.records for node in record.nodes[1:]}
    least, inside = BREAKS_BEFORE_FIRST, 0
    for parent in dict.fromkeys(document.parent[start] for start in sorted(starts)):
        nodes = document.children(parent)
        if not any(document.tag[node] == "br" for node in nodes):
            return 0
        for node, count in zip(nodes, _line_breaks(document, nodes), strict=True):
            if node in starts:
                least = min(least, count)
            elif node in later and signature(document, node) in heads:
                inside = max(inside, count)
    return least if inside < least < BREAKS_BEFORE_FIRST else 0


def _line_breaks(document: Document, nodes: list[int]) -> list[int]:
    """Count the ``br`` between each sibling and the text before it."""
    counts, count = [], BREAKS_BEFORE_FIRST
    for node in nodes:
        counts.append(count)
        count = min(count + 1, BREAKS_BEFORE_FIRST) if document.tag[node] == "br" else 0
    return counts


def with_self_links(document: Document, template: RecordTemplate) -> RecordTemplate:
    """Add the paths of nearby lists of links to this very page: pagers, facets.

    Where an answer is empty such lists remain, and would be the nearest parents.
    """
    path_nodes = frozenset(parents_at(document, template.path))
    nearby = [node for _, node in _nearby_parents(document, template) if node not in path_nodes]
    lists = [n for n in nearby[:MAX_NEARBY_PARENTS] if _is_self_link_list(document, n)]
    paths = dict.fromkeys(path_of(document, node) for node in lists)
    return replace(template, self_link_paths=tuple(paths))


def _is_self_link_list(document: Document, node: int) -> bool:
    here = document.url.partition("?")[0]
    links = [document.link(link).partition("?")[0] for link in document.elements("a", within=node)]
    return bool(links) and links.count(here) > len(links) / 2


def _common_path(document: Document, region: DataRegion) -> tuple[str, ...]:
    """Return the path to the parents; steps of which only classes differ (odd, even) lose them.

    So do identifiers of three groups or more (a list parted by letters): two may be page parts.
    """
    holders = dict.fromkeys(document.parent[record.nodes[0]] for record in region.records)
    paths = list(dict.fromkeys(path_of(document, max(holder, 0)) for holder in holders))
    alike = [path for path in paths if _differ_in_names(path, paths[0], identifiers=True)]
    if len(alike) < MIN_NAMED_GROUPS:
        alike = [path for path in paths if _differ_in_names(path, paths[0], identifiers=False)]
    return tuple(
        steps[0] if len(set(steps)) == 1 else _tag_of_step(steps[0]) + ANY_CLASS
        for steps in zip(*alike, strict=True)
    )


def _differ_in_names(one: tuple[str, ...], other: tuple[str, ...], *, identifiers: bool) -> bool:
    return len(one) == len(other) and all(
        a == b
        or (
            _tag_of_step(a) == _tag_of_step(b)
            and _has_id(a) == _has_id(b)
            and (identifiers or not _has_id(a))
        )
        for a, b in zip(one, other, strict=True)
    )


def replay(document: Document, template: RecordTemplate) -> tuple[RecordSpan, ...]:
    """Find the records of a page by the template, in document order."""
    records = replay_at_path(document, template)
    if template.fixed:
        return records
    return records or _replayed(document, nearest_parents(document, template), template)


def replay_at_path(document: Document, template: RecordTemplate) -> tuple[RecordSpan, ...]:
    """Find the records at the learned path only, and under the headings that a person named."""
    records = _replayed(document, parents_at(document, template.path), template)
    for text, is_wanted in ((template.under, True), (template.not_under, False)):
        if text:
            places = [heading_scope(document, node) for node in headings(document, text)]
            starts = ((span, span.nodes[0]) for span in records)
            records = tuple(
                span
                for span, start in starts
                if any(node < start < stop for node, stop in places) is is_wanted
            )
    return records


def headings(document: Document, text: str) -> list[int]:
    """Return the elements that say a text and nothing else, without elements around them."""
    texts = document.text_nodes
    said = (node for node in texts if fold(document.text[node][:MAX_HEADING]).strip(" :") == text)
    return [document.parent[node] for node in said]


def heading_scope(document: Document, heading: int) -> tuple[int, int]:
    """Return what stands under a heading: its node, and the node of the next one of its tag.

    Where a heading says it in an element of its own (``<h3><font>Found</font></h3>``), the heading
    is meant.
    """
    above = document.ancestors(heading)
    heading = next((up for up in above if document.tag[up] in HEADINGS_OF_LISTS), heading)
    tag, parent = document.tag[heading], document.parent[heading]
    while parent > 0 and document.end[parent] == document.end[heading]:
        parent = document.parent[parent]  # it stands last in its box, so the list is beside that
    following = (node for node in document.elements(tag, within=max(parent, 0)) if node > heading)
    return heading, next(following, document.end[max(parent, 0)])


def _replayed(
    document: Document, holders: list[int], template: RecordTemplate
) -> tuple[RecordSpan, ...]:
    spans: list[RecordSpan] = []
    for parent in holders:
        spans += _records_of(document, document.children(parent), template)
    records, stop = list[RecordSpan](), 0
    for span in sorted(spans, key=lambda span: span.nodes[0]):
        if span.nodes[0] >= stop:  # a list inside a record is no list of records
            records.append(span)
            stop = document.end[span.nodes[-1]]
    return tuple(records)


def replay_single(document: Document, template: RecordTemplate) -> tuple[RecordSpan, ...]:
    """Find the one record of a page whose records have no head of their own.

    Their records are runs of text and links, and mining needs two of them. Where it finds none, the
    longest run from the first head on is the record; a paragraph that states the total may stand at
    the same path.
    """
    runs = [
        run
        for parent in parents_at(document, template.path) or nearest_parents(document, template)
        if (run := _first_run(document, document.children(parent), template))
        and len(run) <= 2 * template.max_nodes + MAX_EXTRA_NODES
    ]
    longest = max(runs, key=len, default=[])
    return (RecordSpan(tuple(longest)),) if longest else ()


def _first_run(document: Document, nodes: list[int], template: RecordTemplate) -> list[int]:
    """Return the siblings from the first head on that have signatures of records."""
    kinds = frozenset((*template.heads, *template.members, "br", "hr"))
    starts = _starts(document, nodes, template)
    first = next((i for i, is_start in enumerate(starts) if is_start), len(nodes))
    following = itertools.takewhile(lambda n: signature(document, n) in kinds, nodes[first:])
    return list(following)


def parents_at(document: Document, path: Sequence[str]) -> list[int]:
    """Return the nodes at a path, in document order."""
    level = [0] if len(document) and path and _step_matches(path_step(document, 0), path[0]) else []
    tags, ends = document.tag, document.end
    for wanted in path[1:]:
        tag, reached = _tag_of_step(wanted), []
        for node in level:
            child, stop = node + 1, ends[node]
            while child < stop:
                if tags[child] == tag and _step_matches(path_step(document, child), wanted):
                    reached.append(child)
                child = ends[child]
        level = reached
    return level


def _step_matches(own: str, wanted: str) -> bool:
    return own == wanted or (wanted.endswith(ANY_CLASS) and _tag_of_step(own) == wanted[:-2])


@lru_cache(maxsize=4096)
def _tag_of_step(part: str) -> str:
    return re.split(r"[.#]", part, maxsplit=1)[0]


def _has_id(part: str) -> bool:
    return part[len(_tag_of_step(part)) :].startswith("#")


def nearest_parents(document: Document, template: RecordTemplate) -> list[int]:
    """Return the parents nearest to the learned path, where a page's path is another one.

    An advertisement wraps the results, the body has another class, a notice replaces an element.
    The alignment of paths must cost least, among nodes that hold a head. Too far is no parent at
    all, or every menu would be one where an answer is empty.
    """
    around = _nearby_parents(document, template)
    if template.self_link_paths:
        excluded = template.self_link_paths
        around = [pair for pair in around if path_of(document, pair[1]) not in excluded]
    least = min((cost for cost, _ in around), default=INFINITE_COST)
    return [node for cost, node in around if cost == least]


def _nearby_parents(document: Document, template: RecordTemplate) -> list[tuple[float, int]]:
    """Return parents of heads near the learned path, with the costs of alignment."""
    path = template.path
    parents: list[tuple[float, int]] = []
    rows: list[list[float]] = []
    top = [float(n) for n in range(len(path) + 1)]
    known: dict[tuple[str, int], tuple[list[float], float]] = {}  # siblings are mostly alike
    for node in range(len(document) if len(path) <= MAX_PATH_STEPS else 0):
        parent = document.parent[node]
        above = rows[parent] if parent >= 0 else top
        if document.tag[node] == "#text":
            rows.append(above)
            continue
        step = path_step(document, node), id(above)
        here, end = known[step] = known.get(step) or _alignment_row(step[0], above, path)
        rows.append(here)
        if end <= MAX_PATH_COST:
            is_parent = any(is_head(document, n, template) for n in document.children(node))
            parents += [(end, node)] if is_parent else []
    return parents


def _alignment_row(own: str, above: list[float], path: Sequence[str]) -> tuple[list[float], float]:
    """Compute one node's row of alignment costs, and the cost of ending the path there."""
    if min(above) > MAX_PATH_COST:
        return above, INFINITE_COST
    here, end = [above[0] + 1.0], INFINITE_COST
    for place, wanted in enumerate(path):
        end = above[place] + _step_cost(own, wanted)
        here.append(min(end, above[place + 1] + 1.0, here[place] + 1.0))
    return here, end


def _step_cost(own: str, wanted: str) -> float:
    """Compute the cost of another step than learned: classes change, identifiers do not."""
    if _step_matches(own, wanted):
        return 0.0
    tag = _tag_of_step(own)
    if tag != _tag_of_step(wanted):
        is_renamed = _has_id(own) and own[len(tag) :] == wanted[len(_tag_of_step(wanted)) :]
        return 0.5 if is_renamed else INFINITE_COST
    if tag in ("html", "body"):
        return 0.0
    return 0.5 + 0.5 * _has_id(own) + 0.5 * _has_id(wanted)


def _records_of(document: Document, nodes: list[int], template: RecordTemplate) -> list[RecordSpan]:
    records: list[list[int]] = []
    is_open, longest = False, template.max_nodes + MAX_EXTRA_NODES
    for node, is_start in zip(nodes, _starts(document, nodes, template), strict=True):
        if is_start:
            records.append([node])
            is_open = template.max_nodes > 1
        elif is_open:
            is_member = signature(document, node) in template.members
            is_open = is_member and len(records[-1]) < longest
            if is_open:
                records[-1].append(node)
    return [RecordSpan(tuple(record)) for record in records]


def _starts(document: Document, nodes: list[int], template: RecordTemplate) -> list[bool]:
    """Mark the siblings that start a record, after line breaks where these part records."""
    if template.every:
        marked, count = list[bool](), -template.skip
        for is_one in (_is_counted(document, node, template) for node in nodes):
            marked.append(is_one and count >= 0 and count % template.every == 0)
            count += is_one
        return marked
    if not template.min_breaks:
        return [is_head(document, node, template) for node in nodes]
    if not any(document.tag[node] == "br" for node in nodes):
        return [False] * len(nodes)
    return [
        count >= template.min_breaks and is_head(document, node, template)
        for node, count in zip(nodes, _line_breaks(document, nodes), strict=True)
    ]


def _is_counted(document: Document, node: int, template: RecordTemplate) -> bool:
    is_one = is_head(document, node, template)
    return is_one and (not template.shapes or shape(document, node) in template.shapes)


def shape(document: Document, node: int) -> str:
    """Return the signatures of a node's children, and a sign where it says nothing."""
    children = " ".join(signature(document, child) for child in document.children(node))
    return children if document.visible_text(node).strip() else f"{children} -"


def is_head(document: Document, node: int, template: RecordTemplate) -> bool:
    """Tell whether a node starts a record."""
    if template.by_tag:
        return document.tag[node] in template.heads and signature(document, node) != "tr:th"
    return signature(document, node) in template.heads


def _only_headers(document: Document, node: int) -> bool:
    if "th" not in document.tag[node : document.end[node]]:
        return False
    cells = [document.tag[child] for child in document.children(node)]
    return "th" in cells and "td" not in cells
