"""Tables that are drawn without a table: by roles (ARIA), or as lines below a line of headings.

They are read as tables, so their columns go by their headings wherever those of a table do. The
roles say what the parts are. Without them a line is taken for headings by its class, its short
texts, and the lines of as many cells below it; cells that classes name stay as they are.

>>> from leadline.page.dom import parse_html
>>> cell = "<span role=cell>{}</span>".format
>>> rows = "".join(f"<div role=row>{cell(n)}{cell('Oak')}</div>" for n in range(2))
>>> page = parse_html(f"<div role=table>{rows}</div>", "")
>>> [page.visible_text(row) for row in page.elements("tr")], len([*page.elements("td")])
(['0 Oak', '1 Oak'], 4)
"""

import re
from collections.abc import Sequence
from typing import Final, Protocol

TABLE_ROLES: Final = frozenset({"table", "grid", "treegrid"})
TAGS_OF_ROLES: Final = {"columnheader": "th", "rowheader": "th", "cell": "td", "gridcell": "td"}
PLAIN_TAGS: Final = frozenset(
    {"div", "span", "ul", "ol", "li", "section", "p", "b", "strong", "em"}
)
"""Elements that may be parts of a table; of others, such as links, more would be lost than won."""
MAX_STEPS_TO_TABLE: Final = 4
NODES_TO_FIRST: Final = 2
"""Nodes from an element to its first child, behind a text at most."""
MIN_ROLE_ROWS: Final = 2
MIN_ROLE_CELLS: Final = 2
MIN_LINES_BELOW: Final = 3
"""Lines below headings, and headings of a line, without roles."""
MAX_HEADING_CHARACTERS: Final = 40
MAX_HEAD_NODES: Final = 400
ROW_ROLE: Final = re.compile(r"role\s*+=\s*+[\"']?\s*+row\b", re.A)
HEAD_CLASS: Final = re.compile(
    r"(?<![a-z])(?:t?head(?:er|ers|ing|ings)?|titles|labels)(?![a-z])", re.I
)


class ParsedPage(Protocol):
    """What is asked of a parsed page (``page.dom``)."""

    html: str
    tag: list[str]
    parent: list[int]
    end: list[int]
    attributes: list[dict[str, str | None]]
    gap: list[bool]

    def children(self, node: int) -> list[int]: ...
    def attribute(self, node: int, name: str) -> str: ...
    def visible_text(self, node: int) -> str: ...
    def texts(self, node: int) -> list[int]: ...


def read_grids(document: ParsedPage, *, least: int = MIN_LINES_BELOW) -> bool:
    """Give the parts of tables that are drawn without one the names that they have in a table.

    Without roles there are at ``least`` so many lines below the headings. Tell whether there are
    such lines.
    """
    if ROW_ROLE.search(document.html):
        _by_roles(document)
    return _by_headings(document, least)


def _by_roles(document: ParsedPage) -> None:
    tables: dict[int, list[int]] = {}
    for node, attributes in enumerate(document.attributes):
        if "role" not in attributes or document.tag[node] not in PLAIN_TAGS:
            continue
        if _role(document, node) == "row":
            above = node
            for _ in range(MAX_STEPS_TO_TABLE):
                above = document.parent[above]
                if above < 0 or document.tag[above] not in PLAIN_TAGS:
                    break
                if _role(document, above) in TABLE_ROLES:
                    tables.setdefault(above, []).append(node)
                    break
    for table, rows in tables.items():
        cells = [_elements(document, row) for row in rows]
        told = [
            len(each)
            for each in cells
            if all(_role(document, one) in TAGS_OF_ROLES for one in each)
        ]
        is_plain = all(document.tag[one] in PLAIN_TAGS for each in cells for one in each)
        if len(told) == len(rows) >= MIN_ROLE_ROWS and max(told) >= MIN_ROLE_CELLS and is_plain:
            for row, each in zip(rows, cells, strict=True):
                _name(
                    document,
                    (table, row),
                    each,
                    [TAGS_OF_ROLES[_role(document, one)] for one in each],
                )


def _by_headings(document: ParsedPage, least: int) -> bool:
    is_any = False
    names = {attributes["class"] for attributes in document.attributes if "class" in attributes}
    told = {name for name in names if name and HEAD_CLASS.search(name)}
    for head, attributes in enumerate(document.attributes if told else ()):
        is_told = attributes.get("class") in told and document.tag[head] in PLAIN_TAGS
        if not is_told or not _is_head(document, head):
            continue
        table, first = document.parent[head], head
        if len(_elements(document, table)) == 1 and document.parent[table] >= 0:
            table, first = document.parent[table], table  # headings have an element of their own
        beside = _elements(document, table) if first - table <= NODES_TO_FIRST else []
        if beside[:1] != [first] or document.tag[table] not in PLAIN_TAGS:
            continue
        lines = beside[1:] if len(beside) > 2 else _elements(document, beside[-1])
        width, cells = len(_elements(document, head)), [_elements(document, one) for one in lines]
        if least == 1 and len(lines) == width != len(cells[0]):
            lines, cells = beside[1:], [lines]  # the cells of one line
        if len(lines) < least:
            continue
        if all(len(each) == width and _are_bare(document, each) for each in cells):
            _name(document, (table, head), _elements(document, head), ["th"] * width)
            for line, each in zip(lines, cells, strict=True):
                _name(document, (table, line), each, ["td"] * width)
            is_any = True
    return is_any


def _is_head(document: ParsedPage, node: int) -> bool:
    """Tell whether a line looks like headings (by more than its class): short, unlike texts."""
    is_small = document.end[node] - node <= MAX_HEAD_NODES
    is_first = node - document.parent[node] <= NODES_TO_FIRST
    if not (is_small and is_first):
        return False
    cells = _elements(document, node)
    texts = [document.visible_text(one) for one in cells]
    return (
        len(cells) >= MIN_LINES_BELOW
        and len({*texts}) == len(texts)
        and all(len(text) <= MAX_HEADING_CHARACTERS for text in texts)
        and not any(character.isdecimal() for text in texts for character in text)
        and _are_bare(document, cells)
    )


def _are_bare(document: ParsedPage, cells: Sequence[int]) -> bool:
    """Tell whether cells are elements of one kind, so that no class names any."""
    kinds = {(document.tag[one], document.attribute(one, "class")) for one in cells}
    return len(kinds) == 1 and document.tag[cells[0]] in PLAIN_TAGS


def _name(
    document: ParsedPage, at: tuple[int, int], cells: Sequence[int], tags: Sequence[str]
) -> None:
    """Name a table, a row of it, what stands between these, and the cells of the row."""
    table, row = at
    document.tag[table], document.tag[row] = "table", "tr"
    between = document.parent[row]
    while between != table:
        document.tag[between] = "tbody"
        between = document.parent[between]
    for cell, tag in zip(cells, tags, strict=True):
        document.tag[cell] = tag
        for text in document.texts(cell)[:1]:
            document.gap[text] = True


def _elements(document: ParsedPage, node: int) -> list[int]:
    return [one for one in document.children(node) if document.tag[one] != "#text"]


def _role(document: ParsedPage, node: int) -> str:
    return document.attribute(node, "role").strip().casefold()
