"""Objects of data as records: their fields, their text, and the field that names them.

>>> row = record_row({"id": 7, "who": {"name": "<b>Ann</b>"}, "tags": ["x", "y"]}, "id", "")
>>> row.key, [(one.column, one.value) for one in row.fields]
('7', [('id', '7'), ('who name', 'Ann'), ('tags', 'x'), ('tags', 'y')])
"""

import json
import re
from collections.abc import Sequence
from html import unescape
from typing import Any, Final

from leadline.model import Field
from leadline.page.data.lists import Item
from leadline.page.urls import resolved
from leadline.wrapper.identity.text import TextIdentity
from leadline.wrapper.reading import RecordRow
from leadline.wrapper.wrapper import text_key

MAX_FIELDS: Final = 200
MAX_FIELD_DEPTH: Final = 6
MAX_PLACE_DIGITS: Final = 4
"""Digits of a name that is the place of a value in a row."""
MAX_ROW_CHARACTERS: Final = 20_000
"""Characters of one record that count as its text."""
MAX_ITEM_CHARACTERS: Final = 300
"""Characters of an item that count when lists are compared."""
IDENTITY_NAMES: Final = ("id", "uuid", "guid", "_id", "objectid", "key", "slug", "code", "number")
LINK_NAMES: Final = ("url", "href", "link", "permalink", "location", "uri", "path", "route")
_WEB_ADDRESS: Final = re.compile(r"https?://[^\s<>\"]{1,2000}")
_MARKUP: Final = re.compile(r"</?[a-zA-Z][^<>]*>|<!--[^<>]*-->")
_IMAGE_ADDRESS: Final = re.compile(r"\.(?:png|jpe?g|gif|webp|svg)(?:\?|$)", re.IGNORECASE)


def record_row(item: Item, identity: str, base: str) -> RecordRow:
    """Return an object as a record; without the value ``identity`` its texts name it."""
    fields = item_fields(item, base)
    text = " ".join(one.value for one in fields if one.kind == "text")[:MAX_ROW_CHARACTERS]
    named = next((one.value for one in fields if one.column == identity and one.value), "")
    key = named or text_key(TextIdentity(), fields) or " ".join(one.value for one in fields)
    return RecordRow(key, fields, text)


def record_rows(items: Sequence[Item], identity: str, base: str) -> tuple[RecordRow, ...]:
    """Return objects as records; what has no value is none."""
    rows = (record_row(item, identity, base) for item in items)
    return tuple(row for row in rows if row.key)


def item_fields(item: Item, base: str) -> tuple[Field, ...]:
    """Return the values of an object by name; inner objects add their names, lists repeat one."""
    fields: list[Field] = []
    todo: list[tuple[str, Any, int]] = [("", item, 0)]
    while todo and len(fields) < MAX_FIELDS:
        name, value, depth = todo.pop()
        if isinstance(value, dict) and depth < MAX_FIELD_DEPTH:
            inner = [(f"{name} {key}".strip(), one, depth + 1) for key, one in value.items()]
            todo += inner[::-1]
        elif isinstance(value, list) and depth < MAX_FIELD_DEPTH:
            todo += [(name, one, depth + 1) for one in value[:MAX_FIELDS]][::-1]
        elif (
            value is not None
            and not isinstance(value, dict | list)
            and (field := _field(_column(name), value, base)) is not None
        ):
            fields.append(field)
    return tuple(fields)


def _column(name: str) -> str:
    """Return the name of a column; a value without a name is called by its place.

    >>> _column("1"), _column("2 label")
    ('column_2', '2 label')
    """
    is_place = name.isdecimal() and name.isascii() and len(name) <= MAX_PLACE_DIGITS
    return f"column_{int(name) + 1}" if is_place else name


def _field(name: str, value: Any, base: str) -> Field | None:
    if not isinstance(value, str):
        return Field(name, json.dumps(value))
    if _WEB_ADDRESS.fullmatch(value):
        return Field(name, value, "image" if _IMAGE_ADDRESS.search(value) else "link")
    last = name.rpartition(" ")[2].casefold()
    if base and last in LINK_NAMES and value.startswith("/") and " " not in value:
        return Field(name, resolved(base, value), "link")
    text = plain_text(value)
    return Field(name, text) if text else None


def text_size(items: Sequence[Item]) -> int:
    """Return the number of characters of the items' texts, long ones counted in part."""
    return sum(
        min(sum(len(one.value) for one in item_fields(item, "")), MAX_ITEM_CHARACTERS)
        for item in items
    )


def plain_text(value: str) -> str:
    """Return text without markup, white space folded.

    >>> plain_text("<em>sea</em>&nbsp;and sky"), plain_text("a < b")
    ('sea and sky', 'a < b')
    """
    if "<" in value:
        value = _MARKUP.sub("", value)
    if "&" in value:
        value = unescape(value)
    return " ".join(value.split())


def identity_of(items: Sequence[Item]) -> str:
    """Return the name of the field that names objects: filled, different in each; '' without.

    >>> identity_of([{"id": 1, "title": "A"}, {"id": 2, "title": "A"}])
    'id'
    """
    rows = [{one.column: one.value for one in item_fields(item, "")} for item in items]
    names = [
        name
        for name in (rows[0] if rows else ())
        if len({row.get(name) for row in rows} - {None}) == len(rows)
    ]
    ranked = sorted(
        (rank, name.count(" "), place)
        for place, name in enumerate(names)
        if (rank := _identity_rank(name)) is not None
    )
    return names[ranked[0][2]] if ranked else ""


def _identity_rank(name: str) -> int | None:
    last = name.rpartition(" ")[2].casefold()
    if last in IDENTITY_NAMES:
        return IDENTITY_NAMES.index(last)
    if last in LINK_NAMES:
        return len(IDENTITY_NAMES) + LINK_NAMES.index(last)
    is_number = last.endswith(("_id", "-id")) or name.endswith(("Id", "ID"))
    return len(IDENTITY_NAMES) + len(LINK_NAMES) if is_number else None
