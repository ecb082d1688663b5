"""What an answer of data says of its own end: that more follows, or how many there are in all.

A walk has not come to an end while the last answer names the next page, or says that it was cut.

>>> from leadline.model import Request
>>> def said(text, *headers):
...     page = Page(Request("GET", "http://h.test/"), "http://h.test/", 200, headers, text.encode())
...     return more_said(page, ("rows",)), stated_beside(page, ("rows",))
>>> said('{"rows": [{"next": 1}], "exceededTransferLimit": true, "total": 1400}')
('exceededTransferLimit', 1400)
>>> said('{"rows": [], "hasMore": false, "next": null, "page": {"totalElements": 52}}')
('', 52)
>>> said('{"rows": [], "nextPageToken": "t50"}', ("Content-Range", "0-24/410"))
('nextPageToken', 410)
>>> said('{"rows": [], "_links": {"next": {"href": "/b"}}, "last": false}')
('next', 0)
"""

import re
from itertools import takewhile
from typing import Final

from leadline.model import Page
from leadline.page.data.lists import Path
from leadline.page.request_places import Leaf
from leadline.wrapper.data.call import data_of, header_values
from leadline.wrapper.data.paging import answer_leaves, plain_name

HAS_MORE: Final = re.compile(
    r"has_?(?:more|next)\w{0,20}|more|more_?(?:results?|available|items|records)|(?:is_?)?truncated|"
    r"exceeded_?transfer_?limit|incomplete(?:_?results)?",
    re.IGNORECASE,
)
"""A value of an answer that says that more follows, where it is true."""
_IS_LAST: Final = re.compile(
    r"(?:is_?)?(?:last|end)(?:_?page)?|end_?of_?(?:list|results|records)|eof", re.I
)
"""A value that says so where it is false."""
_NEXT: Final = re.compile(
    r"(?:odata_)?next(?:_?(?:page|records?))?(?:_?(?:token|cursor|link|url|uri|href|offset|start|skip|"
    r"id|key|number|no))?|last_?evaluated_?key|continu(?:e|ation)(?:_?token)?|resumption_?token",
    re.IGNORECASE,
)
"""A value that leads on, where it holds anything."""
_TOTAL: Final = re.compile(
    r"(?:x_)?total(?:_?(?:count|records?|results?|items|hits|elements|rows|found|number|size|entries|"
    r"matches))?|(?:records?|items|hits|results?|rows?)_?total|num(?:ber)?_?found|n_?hits|count|"
    r"(?:result|row|record|item)s?_?count|last_?row|content_range",
    re.IGNORECASE,
)
"""A number of all records beside a list."""
MAX_STEPS_BESIDE: Final = 3
_WITHIN: Final = frozenset({"value", "href", "total"})
"""Last steps of a path whose meaning the step before names."""


def more_said(page: Page, listed: Path) -> str:
    """Return the name of what says that more follows than an answer holds, '' where nothing does.

    What stands inside the list at the path ``listed`` is of its records.
    """
    for name, leaf in _beside(page, listed):
        is_no = leaf in (None, False, "", 0) or str(leaf).casefold() in ("false", "null", "none")
        if (not is_no and _is_more(name, leaf)) or (leaf is False and _IS_LAST.fullmatch(name)):
            return name
    return ""


def stated_beside(page: Page, listed: Path) -> int:
    """Return the largest number of records that an answer states beside a list, 0 without one."""
    near = [(name, leaf) for name, leaf in _beside(page, listed, 1) if name == "count"]
    named = [(name, leaf) for name, leaf in _beside(page, listed) if name != "count"]
    stated = (_number(leaf) for name, leaf in (*near, *named) if _TOTAL.fullmatch(name))
    return max(stated, default=0)


def _is_more(name: str, leaf: Leaf) -> bool:
    says = HAS_MORE.fullmatch(name) and (leaf is True or str(leaf).casefold() in ("true", "1"))
    return bool(says) or bool(_NEXT.fullmatch(name) and leaf is not True)


def _beside(page: Page, listed: Path, far: int = MAX_STEPS_BESIDE) -> list[tuple[str, Leaf]]:
    """Return the values of an answer, and of its headers, that stand near a list, by their names.

    ``far`` is how many steps lead to them from what encloses the list.
    """
    values: list[tuple[str, Leaf]] = []
    for path, leaf in answer_leaves(data_of(page)):
        if path[-1:] == ("rel",) and leaf == "next":
            values.append(("next", leaf))
        shared = len(shared_steps(path, listed))
        is_own = bool(listed) and shared == len(listed)
        numbers = any(isinstance(step, int) for step in path[shared:])
        if path and not is_own and not numbers and len(path) - shared <= far:
            values += _named(path, leaf)
    for path, text in header_values(page):
        values += _named(path[1:], text)
    return values


def shared_steps(path: Path, listed: Path) -> Path:
    """Return the first steps that two paths share."""
    pairs = takewhile(lambda pair: pair[0] == pair[1], zip(path, listed, strict=False))
    return tuple(step for step, _ in pairs)


def _named(path: Path, leaf: Leaf) -> list[tuple[str, Leaf]]:
    """Return a value under its name, and under that of the step before where this says more."""
    last, before = plain_name(path[-1]), plain_name(path[-2]) if path[1:] else ""
    return [(last, leaf), *([(before, leaf)] if last in _WITHIN and before else [])]


def _number(leaf: Leaf) -> int:
    if isinstance(leaf, bool):
        return 0
    text = str(leaf)
    return int(text) if text.isdecimal() and len(text) < 10 else 0
