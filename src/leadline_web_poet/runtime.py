"""What a generated page object runs on: this file is pasted into it, so it needs selectolax alone.

A record is some sibling elements; a rule says how to read one column of it: a CSS selector, which
of the elements it finds (-1: all of them), the attribute to take ('' is the text a reader sees) and
a pattern whose first group is the value.

>>> tree = LexborHTMLParser("<ul><li class=r><b>A</b><a href='/1'>x</a><li class=r><b>B</b></ul>")
>>> found = records_in(tree, "html > body > ul", ("li.r",), (), 1)
>>> [value_of(nodes, ("b", 0, "", ""), "http://h.test/") for nodes in found]
['A', 'B']
>>> value_of(found[0], ("a", 0, "href", ""), "http://h.test/")
'http://h.test/1'
"""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import urljoin

from selectolax.lexbor import LexborHTMLParser

Rule = tuple[str, int, str, str]

WORDS = (
    "a abbr acronym b bdi bdo big cite code data del dfn em font i ins kbd label mark q rp rt ruby "
    "s samp small span strike strong sub sup time tt u var wbr"
)
INLINE = frozenset(WORDS.split())
UNSEEN = frozenset({"script", "style", "template", "noscript"})
JOIN = "\xa0|\xa0"
"""Between the values of a list: no text and no single value holds it."""


def text_of(node: Any) -> str:
    """Return the text of an element as a reader sees it: white space folded, blocks parted."""
    parts: list[str] = []
    for part in node.traverse(include_text=True):
        if part.tag == "-text":
            if part.parent is not None and part.parent.tag in UNSEEN:
                continue
            before = part.prev
            if before is not None and before.tag != "-text" and before.tag not in INLINE:
                parts.append(" ")
            parts.append(part.text_content or "")
        elif part.tag not in INLINE:
            parts.append(" ")
    return " ".join("".join(parts).split())


def signature(node: Any) -> str:
    """Return tag and first class, digits as #; 'tr:th' is a row of header cells."""
    if node.tag == "tr":
        cells = [cell.tag for cell in node.iter()]
        if "th" in cells and "td" not in cells:
            return "tr:th"
    names = (node.attributes.get("class") or "").split()
    name = re.sub(r"\d+", "#", names[0]) if names else ""
    return f"{node.tag}.{name}" if name else str(node.tag)


def records_in(
    tree: LexborHTMLParser,
    parents: str,
    heads: tuple[str, ...],
    members: tuple[str, ...],
    most: int,
) -> list[list[Any]]:
    """Return the records of a page: a head and the members after it, up to ``most`` elements."""
    records: list[list[Any]] = []
    for parent in tree.css(parents):
        current: list[Any] = []
        for node in parent.iter():
            mark = signature(node)
            if mark in heads or (mark != "tr:th" and node.tag in heads):
                current = [node]
                records.append(current)
            elif current and mark in members and len(current) < most:
                current.append(node)
            else:
                current = []
    return records


def value_of(nodes: list[Any], rule: Rule, base: str) -> str:
    """Return one column of a record, '' without a value."""
    selector, place, attribute, pattern = rule
    elements = [node for root in nodes for node in _found(root, selector)]
    chosen = elements if place < 0 else elements[place : place + 1]
    values = []
    for node in chosen:
        value = text_of(node) if not attribute else (node.attributes.get(attribute) or "").strip()
        if attribute and value:
            value = urljoin(base, value)
        if pattern:
            match = re.search(pattern, value)
            value = match[1].strip() if match else ""
        if value and value not in ("#",):
            values.append(value)
    return JOIN.join(values)


def _found(root: Any, selector: str) -> list[Any]:
    if selector == ":root":
        return [root]
    return [node for node in root.css(selector) if node.mem_id != root.mem_id]
