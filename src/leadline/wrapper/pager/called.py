"""Page links that call a function of their page with a number: the address that it asks for.

>>> from leadline.page.dom import parse_html
>>> page = parse_html("<script>function go(n) { location = '/list?of=sea&start=' + n }</script>",
...                   "http://h.test/s?of=sea")
>>> called_address(page, "go(20);return false")
'http://h.test/list?of=sea&start=20'
"""

import re
from functools import lru_cache
from itertools import islice
from typing import Final

from leadline.page.dom import Document
from leadline.page.query_string import split_address
from leadline.wrapper.pager.addresses import is_page_name, send_address

MAX_FUNCTION_CHARACTERS: Final = 600
"""Characters of a function in which its address is looked for."""
MAX_FUNCTIONS: Final = 200
"""Functions with one argument that are looked at on one page."""
_NUMBERED_CALL: Final = re.compile(r"([A-Za-z_$][\w$]{0,40})\(\s?['\"]?(\d{1,7})['\"]?\s?\)")
_FUNCTION: Final = re.compile(
    r"\b([A-Za-z_$][\w$]{0,40})\s?(?:=\s?function\s?)?\(\s?(\w{1,40})\s?\)\s?\{"
)
_MADE: Final = re.compile(
    r"['\"](?P<address>[^'\"\s<>]{0,300}[?&])(?P<name>[\w.\[\]-]{1,40})=['\"]\s?\+\s?"
    r"(?P<argument>\w{1,40})"
)


def called_address(document: Document, code: str) -> str:
    """Return the address that a function makes of the number it is called with, '' without one.

    At the page's own path it may ask for a part of the page: then the page's own address takes the
    number.
    """
    call = _NUMBERED_CALL.search(code)
    written, name = _addresses(document.html).get(call[1], ("", "")) if call else ("", "")
    if call is None or not is_page_name(name):
        return ""
    url, own = send_address(document, written), split_address(document.url)
    if split_address(url).path == own.path:
        kept = "&".join(p for p in own.query.split("&") if p and not p.startswith(f"{name}="))
        url = own._replace(query=f"{kept}&" if kept else "", fragment="").geturl()
        url += "" if kept else "?"
    return f"{url}{name}={call[2]}"


@lru_cache(maxsize=8)
def _addresses(html: str) -> dict[str, tuple[str, str]]:
    """Return what stands before the argument of each function: an address and a parameter."""
    found: dict[str, tuple[str, str]] = {}
    for function in islice(_FUNCTION.finditer(html), MAX_FUNCTIONS):
        body = html[function.end() : function.end() + MAX_FUNCTION_CHARACTERS]
        made = next((one for one in _MADE.finditer(body) if one["argument"] == function[2]), None)
        if made is not None and "post" not in body[: made.end()].casefold():
            found.setdefault(function[1], (made["address"], made["name"]))
    return found
