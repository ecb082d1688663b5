"""Data that a page carries in its script elements and attributes, for a script to draw.

>>> from leadline.page.dom import parse_html
>>> items = ", ".join(f'{{"id": {n}, "title": "Title {n}"}}' for n in range(6))
>>> page = parse_html(f"<div id=root></div><script>window.DATA = [{items}];</script>", "http://h.test/")
>>> len(unseen_list(page).items)
6
"""

import re
import zlib
from base64 import b64decode
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from html import unescape
from io import BytesIO
from typing import Any, Final
from zipfile import BadZipFile, ZipFile

from leadline.page.data.lists import DataList, Item, lists_in, widened, with_siblings
from leadline.page.data.literal import (
    MAX_UNPACKED_BYTES,
    TEXT_OF_DATA,
    flight_values,
    read_data,
    script_values,
    with_texts,
)
from leadline.page.data.references import with_references
from leadline.page.dom import Document, parse_html
from leadline.page.text import fold
from leadline.wrapper.data.rows import item_fields, text_size

MIN_UNSEEN_ITEMS: Final = 5
MIN_SHARE_OF_TEXT: Final = 0.5
"""Share of the text in all lists that the chosen list must hold."""
MAX_SHOWN_SHARE: Final = 0.5
"""Share of the items that the page may show already."""
MIN_VALUE_CHARACTERS: Final = 4
MIN_DISTINCT: Final = 0.5
"""Share of the items whose values of a column must differ, for it to tell them apart."""
CODE_SIGNS: Final = "(){};=$"
MAX_CODE_SHARE: Final = 0.15
"""Share of these signs in the text of objects above which it is code."""
MAX_SCRIPTS_READ: Final = 200
_DATA_ATTRIBUTE: Final = re.compile(r"\sdata-[\w-]{1,40}=(?:\"([^\"]{200,})\"|'([^']{200,})')")
"""An attribute with so much text that it may hold data for a script."""
_FETCHED: Final = re.compile(r"\sdata-url=\"([^\"]{1,2000})\"")
"""The address from which data was fetched, beside it (SvelteKit)."""
_DATA_TEXT: Final = re.compile(r">\s*([\[{][^<>]{200,})</(?!script)")
"""Such text inside an element, which is hidden."""
_ARCHIVE: Final = re.compile(r"data:application/zip;base64,([\w+/]{40,}={0,2})")


def script_texts(html: str) -> Iterator[tuple[str, str]]:
    """Yield the opening tag and the text of each script element."""
    at = 0
    for _ in range(MAX_SCRIPTS_READ):
        start = html.find("<script", at)
        inside = html.find(">", start) + 1 if start >= 0 else 0
        stop = html.find("</script", inside) if inside else -1
        if stop < 0:
            return
        yield html[start:inside], html[inside:stop]
        at = stop


def state_values(html: str) -> list[Any]:
    """Return the data in scripts and attributes of a page, that of React's flight rows among it."""
    values: list[Any] = []
    flight: list[str] = []
    for tag, text in script_texts(html):
        if "json" in tag and "ld+json" not in tag:
            value = read_data(text)
            value = with_texts(value) if TEXT_OF_DATA.search(text) else value
            if isinstance(value, dict) and (named := _FETCHED.search(tag)):
                value = {"address": unescape(named[1]), **value}
            values.append(value)
        elif "src=" not in tag:
            for _, value in script_values(text):
                if isinstance(value, list) and len(value) == 2 and isinstance(value[1], str):
                    flight.append(value[1])
                else:
                    values.append(value)
    values += [read_data(unescape(one[1] or one[2])) for one in _DATA_ATTRIBUTE.finditer(html)]
    values += [read_data(unescape(one[1])) for one in _DATA_TEXT.finditer(html)]
    values += [[*_archived(match[1])] for match in _ARCHIVE.finditer(html)]
    values = [*map(with_references, values), *flight_values("".join(flight))]
    return [value for value in values if isinstance(value, dict | list)]


def _archived(text: str) -> Iterator[Any]:
    """Yield the data of the JSON files of an archive in base64."""
    left = MAX_UNPACKED_BYTES
    with suppress(ValueError, BadZipFile, NotImplementedError, RuntimeError, zlib.error, EOFError):
        archive = ZipFile(BytesIO(b64decode(text)))
        for one in archive.infolist()[:MAX_SCRIPTS_READ]:
            if one.filename.endswith(".json") and left > 0:
                body = archive.open(one).read(left)
                left -= len(body)
                yield read_data(body.decode("utf-8", "replace"))


def unseen_list(document: Document) -> DataList | None:
    """Return the list that holds most of the data's text, if the page does not show its items."""
    values = state_values(document.html)
    lists: list[DataList] = []
    joined: set[int] = set()
    for value in values:
        for part in lists_in(value):
            if id(part.items[0]) not in joined:
                lists.append(with_siblings(value, widened(value, part)))
                joined.update(map(id, lists[-1].items))
    sizes = [(text_size(one.items), one) for one in lists]
    total = max((size for size, _ in sizes), default=0)
    bare = _DATA_TEXT.sub("></", document.html)
    drawn = document if bare == document.html else parse_html(bare, document.url)
    shown = fold(drawn.visible_text(0))
    for size, one in sorted(sizes, key=lambda pair: -pair[0]):
        if size < MIN_SHARE_OF_TEXT * total:
            break
        is_list = len(one.items) >= MIN_UNSEEN_ITEMS and len(one.names) > 1
        if is_list and shown_share(one.items, shown) <= MAX_SHOWN_SHARE:
            return None if _is_code(one.items) else one
    return None


def _is_code(items: Sequence[Item]) -> bool:
    """Tell whether objects hold code, as the templates of a library do.

    >>> _is_code([{"open": "if($1){_=_.concat($1);}"}]), _is_code([{"t": "What f(x) is for"}])
    (True, False)
    """
    text = "".join(field.value for item in items for field in item_fields(item, ""))
    return sum(map(text.count, CODE_SIGNS)) > MAX_CODE_SHARE * len(text)


def shown_share(items: Sequence[Item], shown: str) -> float:
    """Return the share of the items of which folded text shows a value that tells them apart.

    The values of one column do, where half of them differ; else those that few others have.

    >>> offices = [{"name": f"Office {n:03}", "town": "Ayrshire"} for n in range(9)]
    >>> round(shown_share(offices, "office 004 ayrshire"), 2)
    0.11
    """
    rows: list[set[str]] = []
    columns: dict[str, list[str]] = {}
    for item in items:
        fields = [one for one in item_fields(item, "") if one.kind == "text"]
        values = [(one.column, fold(one.value)) for one in fields]
        values = [(name, value) for name, value in values if len(value) >= MIN_VALUE_CHARACTERS]
        rows.append({value for _, value in values})
        for name, value in values:
            columns.setdefault(name, []).append(value)
    telling = [one for one in columns.values() if len({*one}) >= MIN_DISTINCT * len(items)]
    if telling:
        return max(sum(value in shown for value in one) for one in telling) / len(items)
    counts = Counter(value for row in rows for value in row)
    own = [{value for value in row if counts[value] <= len(rows) / 2} or row for row in rows]
    return sum(any(value in shown for value in row) for row in own) / max(len(rows), 1)
