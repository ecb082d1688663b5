"""``__doPostBack``: links that send their page's form (ASP.NET pagers and menus).

The script sets two hidden controls and submits the form without a button; so does this, on the
interface as it was served (its ``__VIEWSTATE`` and tokens go along).

>>> read_postback("javascript:__doPostBack('ctl00$pager','Page$2')")
('ctl00$pager', 'Page$2')
>>> from leadline.model import Control, QueryInterface
>>> form = QueryInterface("", "http://h/", "http://h/l.aspx", "POST", (
...     Control("__VIEWSTATE", "hidden", value="vs"), Control("__EVENTTARGET", "hidden")))
>>> postback(form, "ctl00$pager", "Page$2").body
b'__VIEWSTATE=vs&__EVENTTARGET=ctl00%24pager&__EVENTARGUMENT=Page%242'
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from leadline.forms.submit import submit
from leadline.model import Control, QueryInterface, Request

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

TARGET: Final = "__EVENTTARGET"
ARGUMENT: Final = "__EVENTARGUMENT"
_CALL: Final = re.compile(
    r"__doPostBack\(\s*(['\"])(?P<target>[^'\"]{0,500})\1\s*,\s*(['\"])(?P<argument>[^'\"]{0,500})\3"
)
_OPTIONS: Final = re.compile(
    r"WebForm_PostBackOptions\(\s*(['\"])(?P<target>[^'\"]{0,500})\1\s*,\s*(['\"])"
    r"(?P<argument>[^'\"]{0,500})\3"
)
_ESCAPED: Final = re.compile(r"\\(['\"\\/])|\\x([0-9a-fA-F]{2})|\\u([0-9a-fA-F]{4})")


def read_postback(script: str) -> tuple[str, str] | None:
    """Target and argument of the call in a ``href`` or ``onclick``, None if there is none."""
    found = _CALL.search(script) or _OPTIONS.search(script)
    if found is None:
        return None
    return _plain(found.group("target")), _plain(found.group("argument"))


def _plain(text: str) -> str:
    """A script's string as it is read by the script."""
    return _ESCAPED.sub(lambda m: m.group(1) or chr(int(m.group(2) or m.group(3), 16)), text)


def postback(
    interface: QueryInterface,
    target: str,
    argument: str = "",
    values: Mapping[str, str | Sequence[str]] | None = None,
) -> Request:
    """The request that the script would send."""
    names = {control.name for control in interface.controls}
    missing = tuple(Control(name, "hidden") for name in (TARGET, ARGUMENT) if name not in names)
    whole = replace(interface, controls=interface.controls + missing)
    return submit(whole, {**(values or {}), TARGET: target, ARGUMENT: argument}, None)
