"""JSON as HTML: lists of objects as tables, links as links.

Some forms are answered with data instead of a page, and some addresses list their records as data.
Everything that reads pages then reads them too: objects are rows, their names the columns. An
address under "next" (or in the header ``Link``, RFC 8288) leads to the next page.

>>> json_to_html('{"total": 2, "items": [{"id": 1, "who": {"name": "Ann"}}]}')[12:-14]
'<dl><dt>total</dt><dd>2</dd><dt>items</dt><dd><table class="items"><tr><th>id</th>\
<th>who name</th></tr><tr><td>1</td><td>Ann</td></tr></table></dd></dl>'
>>> json_to_html("no data"), is_json("[1", "application/json"), is_json("<p>", "text/html")
('', True, False)
"""

import json
import re
from collections.abc import Iterable
from html import escape, unescape
from typing import Any, Final

from leadline.page.json_text import json_value, read_json
from leadline.page.markup import with_pre_blocks
from leadline.page.plain_rows import headed, plain_rows

MAX_JSON_DEPTH: Final = 8
"""Levels of nested values that are shown."""
MAX_TABLE_COLUMNS: Final = 200
"""Columns of a table."""
MAX_MARKUP_TEXTS: Final = 3
MAX_VALUES_BESIDE: Final = 12
MIN_LENGTH_SHARE: Final = 1 / 3
"""Share of an answer that markup takes: signs may be written as six characters."""
_PART: Final = re.compile(r"\s*+<[a-zA-Z][^<>]*+>[^<]*+<", re.ASCII)
_MARKUP_TAG: Final = re.compile(r"<[^<>]*>")
_JSON_START: Final = re.compile(r"^[ \t]*[\[{]", re.MULTILINE)
_ADDRESS: Final = re.compile(r"(?:https?://|/)[^\s<>\"]{1,2000}")
_NO_WORD: Final = re.compile(r"\W+")
MAX_CLASS_LENGTH: Final = 40
"""Characters of a list's name that its table has as a class."""
NEXT_NAMES: Final = frozenset(
    {"next", "nexturl", "nextpage", "nextpageurl", "nextlink", "odatanextlink"}
)
_NEXT_LINK: Final = re.compile(r'<([^<>\s]{1,2000})>[^,<]*;\s*rel="?next\b', re.I)


def is_json(text: str, stated: str) -> bool:
    """Return whether an answer is JSON, by its stated type and how it begins."""
    kind = stated.partition(";")[0].casefold()
    if "html" in kind or not ("json" in kind or "text/plain" in kind or not kind):
        return False
    start = text[:200].lstrip("\ufeff \t\r\n")
    return start[:1] in ("{", "[") and "<" not in start[:1]


def json_to_html(text: str, *, links: str = "") -> str:
    """Return JSON as a page, '' where it is none or null; ``links`` is the header ``Link``."""
    if (data := read_json(text)) is None:
        return ""
    match = _NEXT_LINK.search(links)
    after = _next_html(match[1]) if match else ""
    page = f"<html><body>{markup_in(text) or _value_html(data, 0)}{after}</body></html>"
    return page.encode(errors="replace").decode()


def markup_in(text: str) -> str:
    """Return the parts of a page that an answer is there to bring, '' where it brings values.

    A script asks for them and puts them in ("load more"): one object, or a list of what is to be
    done, that holds little else.

    >>> markup_in('{"success": true, "data": {"html": "<li class=a>Owl</li><li class=a>Elk</li>"}}')
    '<li class=a>Owl</li><li class=a>Elk</li>'
    """
    if not ("class" in text and ("<" in text or "\\u003" in text)):
        return ""
    found, data = list[str](), read_json(text)
    for one in data if isinstance(data, list) else [data]:
        todo, others, mine = [one], 0, list[str]()
        while todo and others <= MAX_VALUES_BESIDE:
            value = todo.pop()
            todo += value.values() if isinstance(value, dict) else ()
            is_part = isinstance(value, str) and _PART.match(value) and "class" in value
            mine += [value] if is_part else []
            others += not (is_part or isinstance(value, dict))
        found += mine if others <= MAX_VALUES_BESIDE else []
    is_it = len(found) <= MAX_MARKUP_TEXTS and MIN_LENGTH_SHARE * len(text) <= sum(map(len, found))
    return "".join(found) if is_it else ""


def with_json_blocks(html: str) -> str:
    """Return a page with JSON that it prints in ``pre`` elements shown as ``json_to_html`` does.

    Links and colours in the block are set aside, and lines before the data (a status, headers).

    >>> with_json_blocks('<pre>HTTP 200\\n{<b>"hits"</b>: [{"id": 1}, {"id": 2}]}</pre>')[:52]
    '<dl><dt>hits</dt><dd><table class="hits"><tr><th>id<'
    """

    def shown(block: str) -> str:
        data = _printed_data(block)
        return _value_html(data, 0) if data else ""

    return with_pre_blocks(html, shown)


def _printed_data(block: str) -> Any:
    """Return the JSON object or list of objects that a block of markup prints, None without."""
    text = unescape(_MARKUP_TAG.sub("", block))
    start = _JSON_START.search(text)
    if start is None:
        return None
    data, end = json_value(text, start.end() - 1)
    return data if _holds_objects(data) and not text[end:].strip() else None


def _holds_objects(data: Any) -> bool:
    """Tell whether a list of objects stands anywhere in the data, without recursion."""
    todo = [data]
    while todo:
        value = todo.pop()
        if isinstance(value, dict):
            todo += value.values()
        elif isinstance(value, list):
            if any(isinstance(item, dict) for item in value):
                return True
            todo += value
    return False


def unseen_lists_html(scripts: Iterable[str], shown: str) -> str:
    """Return unseen lists of a page's JSON-LD, which a script will draw, as tables.

    They stand in a section of their own: bare, they would stand where layout tables do.

    >>> text = '{"itemListElement": [{"name": "Emma"}, {"item": {"name": "Ulysses"}}]}'
    >>> "<td>Ulysses</td>" in unseen_lists_html([text], "Results")
    True
    >>> unseen_lists_html([text], "Emma, Ulysses")
    ''
    """
    sections = []
    for text in scripts:
        for items in _item_lists(read_json(text)):
            names = [str(item["name"]) for item in items if isinstance(item.get("name"), str)]
            if len(names) > 1 and not any(" ".join(name.split()) in shown for name in names):
                sections.append(f'<section class="unseen">{_table_html(items, 0)}</section>')
    return "".join(sections).encode(errors="replace").decode()


def _item_lists(data: Any) -> list[list[dict[str, Any]]]:
    """Return the items of each ``itemListElement``, without recursion."""
    lists, todo = [], [data]
    while todo:
        value = todo.pop()
        if isinstance(value, list):
            todo += [item for item in value if isinstance(item, dict | list)]
        elif isinstance(value, dict):
            items = value.get("itemListElement")
            if isinstance(items, list):
                lists.append([_item(item) for item in items if isinstance(item, dict)])
            else:
                todo += [item for item in value.values() if isinstance(item, dict | list)]
    return lists


def _item(entry: dict[str, Any]) -> dict[str, Any]:
    inner = entry.get("item")
    fields = inner if isinstance(inner, dict) else entry
    return {name: value for name, value in fields.items() if not name.startswith("@")}


def _value_html(data: Any, depth: int, name: str = "") -> str:
    """Return a value as markup; ``name`` is what its list is called."""
    if depth > MAX_JSON_DEPTH:
        return ""
    if isinstance(data, dict):
        parts = (_entry_html(str(key), _with_rows(one, data), depth) for key, one in data.items())
        return f"<dl>{''.join(parts)}</dl>"
    if isinstance(data, list):
        data = data if depth else _with_rows(data)
        if any(isinstance(item, dict) for item in data):
            return _table_html([item for item in data if isinstance(item, dict)], depth, name)
        items = (f"<li>{_value_html(item, depth + 1)}</li>" for item in data)
        return f"<ul>{''.join(items)}</ul>"
    return _text_html(data)


def _with_rows(value: Any, beside: Any = None) -> Any:
    """Return rows of plain values as objects, unless all are mere numbers; else the value."""
    if not isinstance(value, list) or not value:
        return value
    rows = headed(plain_rows(value), beside)
    return [*rows] if any(isinstance(v, str) for row in rows for v in row.values()) else value


def _entry_html(name: str, value: Any, depth: int) -> str:
    if isinstance(value, str) and _is_next(name) and _ADDRESS.fullmatch(value):
        return _next_html(value)
    return f"<dt>{escape(name)}</dt><dd>{_value_html(value, depth + 1, name)}</dd>"


def _table_html(rows: list[dict[str, Any]], depth: int, name: str = "") -> str:
    """Return objects as rows; the class distinguishes lists of different names."""
    flat, names = _columns(rows)
    head = "".join(f"<th>{escape(name)}</th>" for name in names)
    cells = (
        "".join(f"<td>{_cell_html(row.get(name), depth + 1, name)}</td>" for name in names)
        for row in flat
    )
    body = "".join(f"<tr>{row}</tr>" for row in cells)
    style = _NO_WORD.sub("-", name)[:MAX_CLASS_LENGTH].strip("-")
    start = f'<table class="{style}">' if style else "<table>"
    return f"{start}<tr>{head}</tr>{body}</table>"


def _cell_html(value: Any, depth: int, name: str) -> str:
    """Return what stands in a cell; a list of objects has no header row there."""
    objects = [item for item in value if isinstance(item, dict)] if isinstance(value, list) else []
    if not objects or depth > MAX_JSON_DEPTH:
        return _value_html(value, depth)
    flat, names = _columns(objects)
    labels = {key: f"{name} {key}" for key in names}
    rows = (
        "".join(
            f'<td data-label="{escape(label)}">{_cell_html(row.get(key), depth + 1, label)}</td>'
            for key, label in labels.items()
        )
        for row in flat
    )
    return f"<table>{''.join(f'<tr>{row}</tr>' for row in rows)}</table>"


def _columns(rows: list[dict[str, Any]]) -> tuple[list[dict[str, Any]], list[str]]:
    """Return objects made flat, and the names of all their values."""
    flat = [dict(_cells(row, "", 0)) for row in rows]
    return flat, list(dict.fromkeys(name for row in flat for name in row))[:MAX_TABLE_COLUMNS]


def _cells(row: dict[str, Any], above: str, depth: int) -> list[tuple[str, Any]]:
    """Return the values of an object by name, those of inner objects under both names."""
    cells: list[tuple[str, Any]] = []
    for name, value in row.items():
        path = f"{above} {name}".strip()
        if isinstance(value, dict) and depth < MAX_JSON_DEPTH:
            cells += _cells(value, path, depth + 1)
        else:
            cells.append((path, value))
    return cells


def _text_html(value: Any) -> str:
    if value is None:
        return ""
    text = escape(str(value) if isinstance(value, str) else json.dumps(value))
    if isinstance(value, str) and _ADDRESS.fullmatch(value):
        return f'<a href="{text}">{text}</a>'
    return text


def _is_next(name: str) -> bool:
    return re.sub(r"[^a-z]", "", name.casefold()) in NEXT_NAMES


def _next_html(address: str) -> str:
    return f'<p><a rel="next" href="{escape(address)}">Next</a></p>'
