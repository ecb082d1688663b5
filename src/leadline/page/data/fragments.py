"""Parts of a page, as markup that a script asks for and puts in: their rows are data.

Like siblings are a list; each is a map of its texts by class or tag, and of its first address.

>>> text = "<li class=card><h3><a href=/b/1>Emma</a></h3> <i>1815</i></li>"
>>> read_fragment(text + text.replace("Emma", "Persuasion"))["li.card"][1]
{'a': 'Persuasion', 'i': '1815', 'link': '/b/1'}
>>> read_fragment("<tr><td>Emma<td>1815<tr><td>Ada<td>1843")["tr"][1]
{'td': 'Ada', 'td 2': '1843'}
>>> read_fragment("<table><tr><th>Who<th>Born<tr><td>Ada<td>1815<tr><td>Emma<td>1816</table>")["tr"]
[{'Who': 'Ada', 'Born': '1815'}, {'Who': 'Emma', 'Born': '1816'}]
>>> read_fragment("<!doctype html><ul><li>A<li>B</ul>") is None
True
"""

import re
from collections.abc import Sequence
from itertools import islice
from statistics import median
from typing import Any, Final

from leadline.page.data.lists import Item
from leadline.page.dom import Document, parse_html

_MARKUP: Final = re.compile(r"<(?!!doctype|html|\?xml|script)[a-z][^<>]*>", re.IGNORECASE)
_ROWS: Final = re.compile(r"<t(?:r|body)\b", re.IGNORECASE)
LINK: Final = "link"
MAX_FRAGMENT_NODES: Final = 20_000
MAX_ITEM_TEXTS: Final = 40
MIN_ITEM_FIELDS: Final = 2


def read_fragment(text: str) -> dict[str, list[Item]] | None:
    """Return the lists of a part of a page by tag and class, None where a text is no such part."""
    text = text.lstrip()
    if not _MARKUP.match(text):
        return None
    document = parse_html(f"<table>{text}</table>" if _ROWS.match(text) else text, "")
    siblings: dict[tuple[int, str], list[int]] = {}
    for node, tag in enumerate(document.tag[:MAX_FRAGMENT_NODES]):
        siblings.setdefault((document.parent[node], tag), []).append(node)
    grouped = [nodes for nodes in siblings.values() if len(nodes) > 1]
    return _lists(document, grouped) or _lists(document, [*siblings.values()]) or None


def _lists(document: Document, groups: list[list[int]]) -> dict[str, list[Item]]:
    """Return groups of siblings as lists, those whose items have several values."""
    lists: dict[str, list[Item]] = {}
    for nodes in groups:
        heads = _heads(document, nodes[0]) if document.tag[nodes[0]] == "tr" else []
        items = [
            _item(document, node, heads)
            for node in nodes
            if document.tag[node][:1].isalpha() and not (heads and _heads(document, node, node))
        ]
        if items and median(map(len, items)) >= MIN_ITEM_FIELDS:
            shared = set.intersection(*(set(document.classes(node)) for node in nodes))
            named = (one for one in document.classes(nodes[0]) if one in shared)
            kind = ".".join([document.tag[nodes[0]], *islice(named, 1)])
            lists.setdefault(kind, []).extend(items)
    return lists


def with_fragments(data: Any) -> Any:
    """Return data with parts of a page that stand right in it, or in maps there, as their lists.

    >>> with_fragments({"found": 1, "html": "<p><b>Emma</b> <i>1815</i></p>"})["html"]["p"]
    [{'b': 'Emma', 'i': '1815'}]
    """
    if isinstance(data, dict):
        return {name: with_fragments(one) for name, one in data.items()}
    return (read_fragment(data) or data) if isinstance(data, str) and "<" in data else data


def _heads(document: Document, row: int, within: int = -1) -> list[str]:
    """Return the headings of a row's table, or what the row itself heads; [] without any."""
    tables = (up for up in document.ancestors(row) if document.tag[up] == "table")
    table = within if within >= 0 else next(tables, -1)
    rows = [within] if within >= 0 else document.elements("tr", within=table) if table >= 0 else []
    first = next(iter(rows), -1)
    cells = [*document.elements("td", "th", within=first)] if first >= 0 else []
    names = [document.visible_text(one).strip() for one in cells if document.tag[one] == "th"]
    return names if len(names) == len(cells) > 1 and len({*names} - {""}) == len(cells) else []


def _item(document: Document, node: int, heads: Sequence[str] = ()) -> Item:
    """Return the texts of an element by heading, class or tag, and its address."""
    item: Item = {}
    cells = [*document.elements("td", "th", within=node)] if heads else []
    if heads and len(cells) == len(heads):
        shown = zip(heads, (document.visible_text(one).strip() for one in cells), strict=True)
        item = {name: value for name, value in shown if value}
    for text in document.texts(node)[:MAX_ITEM_TEXTS] if not item else ():
        around = document.parent[text]
        name = next(iter(document.classes(around)), document.tag[around])
        value = document.text[text].strip()
        number = 2
        while name in item:
            name, number = f"{name.partition(' ')[0]} {number}", number + 1
        if value:
            item[name] = value
    links = (document.attribute(one, "href") for one in document.elements("a", within=node))
    first = next((one for one in links if one), "")
    return {**item, LINK: first} if first else item
