"""Page links that call a function of their page with a number: the address that it asks for.

>>> from leadline.page.dom import parse_html
>>> page = parse_html("<script>function go(n) { location = '/list?of=sea&start=' + n }</script>",
...                   "http://h.test/s?of=sea")
>>> called_address(page, "go(20);return false")
'http://h.test/list?of=sea&start=20'
"""

import re
from functools import lru_cache
from typing import Final

from leadline.page.dom import Document
from leadline.page.query_string import split_address
from leadline.wrapper.pager.addresses import is_page_name, send_address

MAX_FUNCTION_CHARACTERS: Final = 600
"""Characters of a function in which its address is looked for."""
_NUMBERED_CALL: Final = re.compile(r"([A-Za-z_$][\w$]{0,40})\(\s?['\"]?(\d{1,7})['\"]?\s?\)")


def called_address(document: Document, code: str) -> str:
    """Return the address that a function makes of the number it is called with, '' without one.

    At the page's own path it may ask for a part of the page: then the page's own address takes the
    number.
    """
    call = _NUMBERED_CALL.search(code)
    written, name = _address_of(document.html, call[1]) if call is not None else ("", "")
    if call is None or not is_page_name(name):
        return ""
    url, own = send_address(document, written), split_address(document.url)
    if split_address(url).path == own.path:
        kept = "&".join(p for p in own.query.split("&") if p and not p.startswith(f"{name}="))
        url = own._replace(query=f"{kept}&" if kept else "", fragment="").geturl()
        url += "" if kept else "?"
    return f"{url}{name}={call[2]}"


@lru_cache(maxsize=64)
def _address_of(html: str, function: str) -> tuple[str, str]:
    """Return what stands before a function's argument: an address and the parameter's name."""
    start = re.search(
        rf"\b{re.escape(function)}\s?(?:=\s?function\s?)?\(\s?(\w{{1,40}})\s?\)\s?\{{", html
    )
    if start is None:
        return "", ""
    body = html[start.end() : start.end() + MAX_FUNCTION_CHARACTERS]
    made = re.search(
        rf"['\"]([^'\"\s<>]{{0,300}}[?&])([\w.\[\]-]{{1,40}})=['\"]\s?\+\s?{start[1]}\b", body
    )
    is_sent = made is None or "post" in body[: made.end()].casefold()
    return ("", "") if made is None or is_sent else (made[1], made[2])
