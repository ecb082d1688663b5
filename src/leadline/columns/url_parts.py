"""Values inside addresses: the number, name or file at the end of a path, ids of a query.

The address of a record tells which one it is, and often nothing else on the page does. A part is a
value if it differs between records and no column holds it yet. The address stays beside it.

>>> parts_of("http://h.test/books/12-emma.html?lang=en&id=X9")
{'name': '12-emma', 'number 0': '12', '?lang': 'en', '?id': 'X9', '/0': 'books'}
>>> rows = [{"link": f"http://h.test/book.php?id={n}&q=tree", "year": "1815"} for n in range(9)]
>>> list(learn_parts([row["link"] for row in rows], rows))
['?id']
"""

import re
from collections.abc import Mapping, Sequence
from typing import Final
from urllib.parse import parse_qsl, unquote, urlsplit

MIN_DISTINCT_VALUES: Final = 5
MIN_FILLED_SHARE: Final = 0.9
"""Share of the addresses that must have a part."""
MIN_DISTINCT_SHARE: Final = 0.5
"""Distinct values of a part per distinct address: pages, query words and folders have fewer."""
MAX_KNOWN_SHARE: Final = 0.97
"""Share of the records in which another column holds the part, from which it is not taken."""
MAX_PARTS: Final = 4
"""Parts of one address."""
ADDRESS: Final = re.compile(r"(?:https?:/|www\.[^\s/]+)?/[^\s/]\S*")
EXTENSION: Final = re.compile(r"\.(?=[^.]*[^\W\d])[^\W_]{1,5}$")
_PAGE_EXTENSIONS: Final = ".html .htm .shtml .xhtml .php .asp .aspx .jsp .jspx .do .cgi .pl"
PAGE_EXTENSIONS: Final = frozenset(_PAGE_EXTENSIONS.split())
"""Endings that tell how a page is made and belong to no file name."""
SEPARATOR_SIGNS: Final = re.compile(r"(?:[^\w/.]|_)+")
WORD_SEPARATORS: Final = re.compile(r"[-_~,.]+")
NUMBER_PLACES: Final = (0, 1, -1)
"""Places of the words of a name that may be its number: "12-emma", "emma_12"."""


def is_address(text: str) -> bool:
    """Whether a text is only an address or a path from the root."""
    return ADDRESS.fullmatch(text) is not None


def parts_of(address: str) -> dict[str, str]:
    """Return the parts of an address by place; an invalid address has none."""
    try:
        split = urlsplit(address)
    except ValueError:
        return {}
    steps = [decoded(step) for step in split.path.split("/") if step]
    result = _of_file(steps, whole=not split.netloc) if steps else {}
    for name, value in parse_qsl(split.query):
        result.setdefault(f"?{name}", value)
    result.update((f"/{at}", step) for at, step in enumerate(steps[:-1]))
    return result


def _of_file(steps: Sequence[str], *, whole: bool) -> dict[str, str]:
    """Return the parts of the last step; ``whole`` for a path that the page shows as text."""
    file = steps[-1]
    ending = EXTENSION.search(file)
    name = file[: ending.start()] if ending else file
    result = {"name": name}
    if ending and (whole or ending[0].casefold() not in PAGE_EXTENSIONS):
        result["file"] = file
    if ending and whole and len(steps) > 1:
        result["path"] = "/".join(steps)
    words = WORD_SEPARATORS.split(name)
    for at in NUMBER_PLACES if len(words) > 1 else ():
        if at < len(words) and words[at].isdecimal():
            result[f"number {at}"] = words[at]
    return result


def decoded(step: str) -> str:
    """Decode a step of a path; one of unknown encoding stays as it is.

    >>> decoded("Gda%C5%84sk%20a"), decoded("%CE%C4")
    ('Gdańsk a', '%CE%C4')
    """
    result = unquote(step)
    return step if "�" in result else result


def learn_parts(
    addresses: Sequence[str], rows: Sequence[Mapping[str, str]]
) -> dict[str, list[str]]:
    """Return the parts of addresses that are values, with the value in each address.

    ``rows`` are the texts by column of the records, one for each address.
    """
    address_parts = [parts_of(address) for address in addresses]
    different = len(set(addresses))
    least = max(MIN_DISTINCT_VALUES, MIN_DISTINCT_SHARE * different)
    row_values = [{_plain(text) for text in row.values()} for row in rows]
    result: dict[str, list[str]] = {}
    seen: list[list[str]] = []
    for part in dict.fromkeys(part for one in address_parts for part in one):
        values = [_plain(one.get(part, "")) for one in address_parts]
        if len({value for value in values if value}) < least:
            continue
        if sum(map(bool, values)) < MIN_FILLED_SHARE * len(values):
            continue
        known = sum(
            value in known_values for value, known_values in zip(values, row_values, strict=True)
        )
        if known < MAX_KNOWN_SHARE * len(values) and values not in seen and len(result) < MAX_PARTS:
            seen.append(values)
            result[part] = [one.get(part, "") for one in address_parts]
    return result


def _plain(text: str) -> str:
    """Normalise a text as addresses do: "rio_lobo" and "rio-lobo" are "Rio Lobo"."""
    return SEPARATOR_SIGNS.sub(" ", text.casefold()).strip()


def part_word(part: str, result: Mapping[str, Sequence[str]]) -> str:
    """Return the name of a part, to stand behind the name of its column.

    >>> part_word("?marcno", {}), part_word("name", {"name": ["12", "7"]})
    ('marcno', 'id')
    >>> part_word("name", {"name": ["12-emma"], "number 0": ["12"]})
    'name'
    """
    if part[0] == "?":
        return part[1:]
    if part in ("file", "path"):
        return part
    numbered = part == "name" and any(other.startswith("number") for other in result)
    digits = all(any(map(str.isdigit, value)) for value in result[part] if value)
    return "id" if digits and not numbered else "name"
