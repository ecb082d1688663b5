"""XML as data: feeds (Atom, RSS) and other lists that a script reads.

An element is a map of its attributes and children, by local names; a plain one is its text.
Children that hold more than text stand in lists, so one entry and many are read alike. Documents
that declare entities are not read.

>>> read_xml('<feed><total>2</total><entry><id>7</id><link href="/a"/></entry></feed>')
{'total': '2', 'entry': [{'id': '7', 'link': [{'href': '/a'}]}]}
>>> read_xml("<!DOCTYPE x [<!ENTITY e 'a'>]><x>&e;</x>") is None
True
"""

import re
from typing import Any, Final
from xml.etree.ElementTree import Element, ParseError, fromstring

_XML: Final = re.compile(r"\s*<(?:\?xml|feed|rss|[\w:-]{1,40}\s+xmlns)\b")
_PAGE: Final = re.compile(r"<(?:!doctype\s+html|html)\b", re.IGNORECASE)
TEXT: Final = "text"
MAX_XML_DEPTH: Final = 40


def read_xml(text: str, *, is_declared: bool = False) -> Any | None:
    """Return the data of an XML document, None where the text is none.

    ``is_declared``: its server says that it is one.
    """
    head = text[:2_000]
    if not (is_declared or _XML.match(head)) or _PAGE.search(head) or "<!ENTITY" in text:
        return None
    try:
        return _data(fromstring(text.encode()), 0)
    except (ParseError, ValueError, RecursionError):
        return None


def _data(element: Element, depth: int) -> Any:
    text = (element.text or "").strip()
    if depth > MAX_XML_DEPTH or not (len(element) or element.attrib):
        return text
    data: dict[str, Any] = {_name(name): value for name, value in element.attrib.items()}
    if text:
        data[TEXT] = text
    for child in element:
        name, value = _name(child.tag), _data(child, depth + 1)
        before = data.get(name)
        if isinstance(before, list):
            before.append(value)
        elif before is None:
            data[name] = [value] if isinstance(value, dict) else value
        else:
            data[name] = [before, value]
    return data


def _name(tag: str) -> str:
    return tag.rpartition("}")[2]
