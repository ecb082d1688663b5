"""The record template of a source: where records stand and what starts one, replayed page by page.

Mining every page anew merges records now and then and cannot see a page with a single record;
replaying the learned heads does neither (harvest notes, 2.4). A template is the path of the parent
(tag, id, first class; digits taken out), the signatures of the nodes that start a record, and the
most nodes one record spans.

>>> from leadline.dom import parse_html
>>> from leadline.model import DataRegion, RecordSpan
>>> page = parse_html("<dl><dt>A</dt><dd>1</dd><dt>B</dt><dd>2</dd></dl>", "http://h.test/")
>>> region = DataRegion(3, (RecordSpan((4, 6)), RecordSpan((8, 10))))
>>> template = compile_template(page, region)
>>> template.heads, template.most_nodes
(('dt',), 2)
>>> later = parse_html("<dl><dt>C</dt><dd>3</dd><dd>x</dd></dl>", "http://h.test/2")
>>> [later.visible_text(span.nodes[0]) for span in replay(later, template)]
['C']
"""

from __future__ import annotations

import itertools
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from leadline.model import RecordSpan

if TYPE_CHECKING:
    from collections.abc import Sequence

    from leadline.dom import Document
    from leadline.model import DataRegion

DIGITS: Final = re.compile(r"\d+")
MOST_HEADS: Final = 8
"""More kinds of heads than this are no signature: then the tag alone decides."""
SPARE_NODES: Final = 2
"""A record may be this many nodes longer than the longest learned one (optional fields)."""


@dataclass(frozen=True, slots=True)
class Template:
    """``path`` leads to the parents; ``heads`` start a record; ``members`` may follow in it."""

    path: tuple[str, ...]
    heads: tuple[str, ...]
    members: tuple[str, ...]
    most_nodes: int
    by_tag: bool = False

    def to_dict(self) -> dict[str, Any]:
        """Plain values, readable and editable by a person."""
        return {
            "path": "/".join(self.path), "heads": list(self.heads), "members": list(self.members),
            "most_nodes": self.most_nodes, "by_tag": self.by_tag,
        }  # fmt: skip

    @classmethod
    def from_dict(cls, plain: dict[str, Any]) -> Template:
        """The inverse of ``to_dict``."""
        return cls(
            tuple(plain["path"].split("/")), tuple(plain["heads"]), tuple(plain["members"]),
            int(plain["most_nodes"]), bool(plain["by_tag"]),
        )  # fmt: skip


def signature(document: Document, node: int) -> str:
    """Tag and first class without digits; a table row of header cells only is 'tr:th'."""
    tag = document.tag[node]
    if tag == "tr" and _only_headers(document, node):
        return "tr:th"
    names = document.classes(node)
    name = DIGITS.sub("#", names[0]) if names else ""
    return f"{tag}.{name}" if name else tag


def step(document: Document, node: int) -> str:
    """One step of a path: tag, then id (if it has no digits) or first class (digits as #)."""
    tag = document.tag[node]
    identifier = document.attribute(node, "id")
    if identifier and not DIGITS.search(identifier) and "/" not in identifier:
        return f"{tag}#{identifier}"
    names = document.classes(node)
    return f"{tag}.{DIGITS.sub('#', names[0]).replace('/', '')}" if names else tag


def path_of(document: Document, node: int) -> tuple[str, ...]:
    """Steps from the root down to the node."""
    steps = [step(document, node), *(step(document, up) for up in document.ancestors(node))]
    return tuple(reversed(steps))


def compile_template(document: Document, region: DataRegion) -> Template:
    """The template of a mined region: what its records have in common as markup."""
    starts = [signature(document, record.nodes[0]) for record in region.records]
    heads = tuple(dict.fromkeys(starts))
    by_tag = len(heads) > min(MOST_HEADS, max(2, len(starts) // 2))
    if by_tag:
        heads = tuple(dict.fromkeys(document.tag[record.nodes[0]] for record in region.records))
    members = dict.fromkeys(
        signature(document, node) for record in region.records for node in record.nodes[1:]
    )
    longest = max(len(record.nodes) for record in region.records)
    parent = document.parent[region.records[0].nodes[0]]
    return Template(path_of(document, max(parent, 0)), heads, tuple(members), longest, by_tag)


def replay(document: Document, template: Template) -> tuple[RecordSpan, ...]:
    """The records that the template finds on a page, in document order."""
    found: list[RecordSpan] = []
    for parent in parents(document, template.path):
        found.extend(_records_of(document, document.children(parent), template))
    return tuple(found)


def replay_single(document: Document, template: Template) -> tuple[RecordSpan, ...]:
    """The one record of a page whose records have no head of their own (runs of text and links).

    Mining needs two records to see one; where it sees none, what stands at the learned place from
    the first head on is a single record: the longest such run, for a paragraph that says how many
    hits there are may stand at the same path.
    """
    found = [
        nodes
        for parent in parents(document, template.path)
        if (nodes := _first_run(document, document.children(parent), template))
        and len(nodes) <= 2 * template.most_nodes + SPARE_NODES
    ]
    longest = max(found, key=len, default=[])
    return (RecordSpan(tuple(longest)),) if longest else ()


def _first_run(document: Document, nodes: list[int], template: Template) -> list[int]:
    """From the first head on, the siblings of kinds that records are made of."""
    kinds = frozenset((*template.heads, *template.members, "br", "hr"))
    first = next((i for i, n in enumerate(nodes) if is_head(document, n, template)), len(nodes))
    following = itertools.takewhile(lambda n: signature(document, n) in kinds, nodes[first:])
    return list(following)


def parents(document: Document, path: Sequence[str]) -> list[int]:
    """Nodes reached by a path; if none is, those reached when classes and ids are left out."""
    exact = _reached(document, path, step)
    return exact or _reached(document, [_bare(part) for part in path], lambda d, n: d.tag[n])


def _bare(part: str) -> str:
    return re.split(r"[.#]", part, maxsplit=1)[0]


def _reached(document: Document, path: Sequence[str], name: Any) -> list[int]:
    level = [0] if len(document) and path and name(document, 0) == path[0] else []
    for wanted in path[1:]:
        level = [
            child
            for node in level
            for child in document.children(node)
            if document.tag[child] != "#text" and name(document, child) == wanted
        ]
    return level


def _records_of(document: Document, nodes: list[int], template: Template) -> list[RecordSpan]:
    records: list[RecordSpan] = []
    current: list[int] = []
    members = frozenset(template.members)
    for node in nodes:
        if is_head(document, node, template):
            if current:
                records.append(RecordSpan(tuple(current)))
            current = [node]
        elif current and template.most_nodes > 1:
            if len(current) < template.most_nodes + SPARE_NODES and _belongs(
                document, node, members
            ):
                current.append(node)
            else:
                records.append(RecordSpan(tuple(current)))
                current = []
    if current:
        records.append(RecordSpan(tuple(current)))
    return records


def _belongs(document: Document, node: int, members: frozenset[str]) -> bool:
    return signature(document, node) in members


def is_head(document: Document, node: int, template: Template) -> bool:
    """Whether a node starts a record."""
    if template.by_tag:
        return document.tag[node] in template.heads and signature(document, node) != "tr:th"
    return signature(document, node) in template.heads


def _only_headers(document: Document, node: int) -> bool:
    cells = [document.tag[child] for child in document.children(node)]
    return "th" in cells and "td" not in cells
