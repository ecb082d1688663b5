"""Data that a script reads: JSON, lines of JSON, JSONP, XML, events of a server, rows of
React, literals of a script.

Everything here takes linear time: at most ``MAX_STARTS`` places of a script are tried, and what
is read in vain is bounded. ``json_text`` bounds what is data.

>>> read_data('callback([{"id": 1}]);'), read_data("var index = {docs: ['a', 'b',], n: !0};")
([{'id': 1}], {'docs': ['a', 'b'], 'n': True})
>>> read_data("f=a={x:n};" * 130 + 'g=[{name:"Emma",isOld:!0},{name:"Ann",isOld:!1}]')
[{'name': 'Emma', 'isOld': True}, {'name': 'Ann', 'isOld': False}]
"""

import json
import re
import zlib
from base64 import b64decode
from contextlib import suppress
from itertools import takewhile
from typing import Any, Final
from xml.etree.ElementTree import Element, ParseError, fromstring

from leadline.page.json_text import MAX_JSON_NESTING, MAX_NUMBER_CHARACTERS, json_value, read_json

_GZIP: Final = b"\x1f\x8b"
MAX_STARTS: Final = 60
"""Places of a script at which a value is looked for."""
MAX_TIMES_READ_IN_VAIN: Final = 4
"""Times the length of a script that is read of what turns out to be no value."""
MIN_READ_IN_VAIN: Final = 20_000
_GUARD: Final = re.compile(r"\s*(?:\)\]\}'|while\s*\(1\);|for\s*\(;;\);)")
"""What servers write before JSON so that no other page can load it as a script."""
_VALUE_START: Final = re.compile(r"(?:^|[=(,:]|\breturn)\s*(?=[\[{]|JSON\.parse\(\s*[\"'`])")
_DATA_START: Final = re.compile(
    r"(?:^|[=(,:]|\breturn)\s*"
    r"(?=[\[{][\s\[{]{0,20}[\"']|JSON\.parse\(\s*[\"'`]|[\"'`][\[{][\[{]?\\?\")"
)
_OBJECTS_START: Final = re.compile(r"(?:^|[=(,:]|\breturn)\s*(?=\[\{[\w$]{1,40}:[\"'\d!\[{])")
"""Begin of a list of objects as bundlers write it, without quotes."""
_PARSED_TEXT: Final = re.compile(r"JSON\.parse\(\s*|(?=[\"'`])")
_LITERAL_TOKEN: Final = re.compile(
    r'(?P<text>"[^"\\]*+(?:\\.[^"\\]*+)*"|\'[^\'\\]*+(?:\\.[^\'\\]*+)*\'|`[^`\\]*+(?:\\.[^`\\]*+)*`)'
    r"|(?P<number>-?(?:\d[\d_]*+)?\.?\d++(?:[eE][+-]?\d++)?)|(?P<name>!?[\w$]++)"
    r"|(?P<sign>[\[\]{}:,])|(?P<blank>\s++|//[^\n]*+|/\*[^*]*+(?:\*(?!/)[^*]*+)*\*/)",
    re.DOTALL,
)
_NO_NUMBER: Final = re.compile(r"_[._]|_$")
_PACKED: Final = re.compile(r"=\s*[\"'](eJ[\w+/]{40,}={0,2})[\"']")
TEXT_OF_DATA: Final = re.compile(r'"\[?\{\\"')
"""Begin of a text in data that is data itself."""
MAX_TEXT_DEPTH: Final = 12
MAX_UNPACKED_BYTES: Final = 64 * 1024 * 1024
_FLIGHT_ROW: Final = re.compile(r"^[0-9a-f]{1,6}:[A-Z]{0,3}(?=[\[{\"])", re.MULTILINE)
_EVENTS: Final = re.compile(
    r"(?:event|data|id|retry)?: ?[^\n]*\r?\n(?:event|data|id|retry|:|\r?\n)"
)
_EVENT_DATA: Final = re.compile(r"^data: ?([\[{].*)$", re.MULTILINE)
_ESCAPE: Final = re.compile(
    r"\\(u\{[0-9a-fA-F]{1,6}\}|u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|\r\n|.)", re.DOTALL
)
_BLANKS: Final = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f", "v": "\v", "0": "\0"}
_ESCAPED: Final = {**_BLANKS, "\n": "", "\r\n": ""}
_WORDS: Final = {"true": "true", "false": "false", "null": "null", "undefined": "null"} | {
    "!0": "true",
    "!1": "false",
}


def unpacked(body: bytes) -> bytes:
    """Return the bytes of a file that gzip packs, others as they are.

    >>> import gzip
    >>> unpacked(b"[1]"), unpacked(gzip.compress(b"[1]"))
    (b'[1]', b'[1]')
    """
    if not body.startswith(_GZIP):
        return body
    with suppress(zlib.error):
        return zlib.decompressobj(wbits=31).decompress(body, MAX_UNPACKED_BYTES)
    return body


def read_data(text: str, *, is_xml: bool = False) -> Any | None:
    """Return the data that a text holds, the largest value of a script; None where it has none."""
    text = text.lstrip("\ufeff")
    guard = _GUARD.match(text)
    text = text[guard.end() :] if guard else text
    start = text.lstrip()[:1]
    if _FLIGHT_ROW.match(text):
        return flight_values(text) or None
    if _EVENTS.match(text):
        return _lines("\n".join(_EVENT_DATA.findall(text)), least=1)
    if start == "<":
        return read_xml(text, is_declared=is_xml)
    if start and start in "[{":
        if (data := read_json(text)) is not None:
            return data
        if (lines := _lines(text)) is not None:
            return lines
    values = script_values(text)
    if not values and (packed := _PACKED.search(text)):
        return _unpacked(packed[1])
    return max(values, key=lambda pair: pair[0])[1] if values else None


def _unpacked(text: str) -> Any | None:
    """Return the data of a text that zlib and base64 pack, None where it is none.

    >>> read_data('a.b = "eJyrVspMUbIy1FFKTFKyUirKTM8oUdJRys0vSgVy89MUSjJSFYoTc1OVagEHnwzh"')
    {'id': 1, 'ab': 'right', 'more': 'of the same'}
    """
    try:
        body = zlib.decompressobj().decompress(b64decode(text), MAX_UNPACKED_BYTES)
    except (ValueError, zlib.error):
        return None
    return read_json(body.decode("utf-8", "replace"))


def with_texts(data: Any, depth: int = 0) -> Any:
    """Return data with texts that are data themselves as what they say.

    >>> with_texts({"rows": '[{"id": 1}]', "title": "[sic]"})
    {'rows': [{'id': 1}], 'title': '[sic]'}
    """
    if depth > MAX_TEXT_DEPTH:
        return data
    if isinstance(data, dict):
        return {name: with_texts(one, depth + 1) for name, one in data.items()}
    if isinstance(data, list):
        return [with_texts(one, depth + 1) for one in data]
    if isinstance(data, str) and data.startswith(('[{"', '{"')):
        inner = read_json(data)
        return data if inner is None else inner
    return data


def flight_values(text: str) -> list[Any]:
    """Return the data in rows of React's server components.

    >>> flight_values('1:I[9,[]]\\n0:{"items":[{"id":1}]}\\n')
    [[9, []], {'items': [{'id': 1}]}]
    """
    values = (json_value(text, match.end())[0] for match in _FLIGHT_ROW.finditer(text))
    return [value for value in values if isinstance(value, dict | list)]


def _lines(text: str, least: int = 2) -> list[Any] | None:
    """Return the values of a text with a JSON object on each line."""
    lines = [line for line in text.splitlines() if line.strip()]
    if len(lines) < least or not all(line.lstrip().startswith(("{", "[")) for line in lines):
        return None
    values = [*takewhile(lambda value: value is not None, map(read_json, lines))]
    return values if len(values) == len(lines) else None


def script_values(text: str) -> list[tuple[int, Any]]:
    """Return values that a script assigns or passes on, each with its length in characters.

    What begins like data is looked for first: a library before it has many other values. All
    that is read in vain is a few times the text.
    """
    found: list[tuple[int, int, Any]] = []
    left = MIN_READ_IN_VAIN + MAX_TIMES_READ_IN_VAIN * len(text)
    for pattern in (_OBJECTS_START, _DATA_START, _VALUE_START):
        at = 0
        for _ in range(MAX_STARTS):
            match = pattern.search(text, at) if left > 0 else None
            if match is None:
                break
            start = match.end()
            at = next((end for begin, end, _ in found if begin <= start < end), 0)
            if not at:
                value, end = _value(text, start)
                at = start if value is None else end
                if value is None:
                    left -= end - start
                else:
                    found.append((start, end, value))
    found.sort(key=lambda one: one[0])
    return [(end - start, value) for start, end, value in found]


def _value(text: str, start: int) -> tuple[Any, int]:
    """Return the value that stands at a place, None without one, and where its reading ended."""
    if parsed := _PARSED_TEXT.match(text, start):
        token = _LITERAL_TOKEN.match(text, parsed.end())
        if token is None or token.lastgroup != "text":
            return None, len(text) if token is None else token.end()
        return json_value(unescape_script(token[0][1:-1]))[0], token.end()
    value, read = json_value(text, start)
    if value is not None:
        return value, read
    source, end = _as_json(text, start)
    return (read_json(source), end) if source else (None, max(read, end))


def _as_json(text: str, start: int) -> tuple[str, int]:
    """Return a literal of a script as JSON and where it ends; '' where it is more than data."""
    parts: list[str] = []
    depth = 0
    at = start
    while (token := _LITERAL_TOKEN.match(text, at)) is not None:
        at = token.end()
        word = token[0]
        match token.lastgroup:
            case "text":
                parts.append(json.dumps(unescape_script(word[1:-1])))
            case "number":
                if not (number := _json_number(word)):
                    return "", at
                parts.append(number)
            case "name":
                parts.append(_WORDS.get(word) or json.dumps(word) + "\0")
            case "sign":
                if word in "]}" and parts and parts[-1] == ",":
                    parts.pop()
                if word == ":" and parts and parts[-1].isdecimal():
                    parts[-1] = json.dumps(parts[-1])
                if parts and parts[-1].endswith("\0"):  # a name that is no key is more than data
                    if word != ":":
                        return "", at
                    parts[-1] = parts[-1][:-1]
                parts.append(word)
                depth += (word in "[{") - (word in "]}")
                if depth > MAX_JSON_NESTING:
                    return "", at
                if not depth:
                    return "".join(parts), at
    is_open = text.startswith(("/*", '"', "'", "`"), at)  # it was looked for to the end
    return "", len(text) if is_open else at


def _json_number(word: str) -> str:
    """Return a number of a script as JSON writes it, '' for one that cannot be read.

    >>> _json_number("1_000"), _json_number(".5"), _json_number("1_.5")
    ('1000', '0.5', '')
    """
    plain = word.replace("_", "")
    if len(word) > MAX_NUMBER_CHARACTERS or _NO_NUMBER.search(word):
        return ""
    return str(int(plain)) if plain.lstrip("-").isdecimal() else json.dumps(float(plain))


def unescape_script(text: str) -> str:
    r"""Return what a string literal of a script stands for.

    >>> unescape_script(r"it\'s \u4f60 \x41")
    "it's 你 A"
    """

    def meant(escape: re.Match[str]) -> str:
        code = escape[1]
        if len(code) > 1 and code[0] in "ux":
            number = int(code[1:].strip("{}"), 16)
            return chr(number) if number <= 0x10FFFF else ""
        return _ESCAPED.get(code, code)

    plain = _ESCAPE.sub(meant, text)
    return plain.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


_XML: Final = re.compile(r"\s*<(?:\?xml|feed|rss|[\w:-]{1,40}\s+xmlns)\b")
_PAGE: Final = re.compile(r"<(?:!doctype\s+html|html)\b", re.IGNORECASE)
TEXT: Final = "text"
MAX_XML_DEPTH: Final = 40


def read_xml(text: str, *, is_declared: bool = False) -> Any | None:
    """Return the data of an XML document, None where the text is none.

    ``is_declared``: its server says that it is one.

    An element is a map of its attributes and children, by local names; a plain one is its text.
    Children that hold more than text stand in lists, so one entry and many are read alike.
    Documents that declare entities are not read.

    >>> read_xml('<feed><total>2</total><entry><id>7</id><link href="/a"/></entry></feed>')
    {'total': '2', 'entry': [{'id': '7', 'link': [{'href': '/a'}]}]}
    >>> read_xml("<!DOCTYPE x [<!ENTITY e 'a'>]><x>&e;</x>") is None
    True
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
