"""Postbacks: requests of ``__doPostBack`` links, which send their page's form (ASP.NET).

The script sets two hidden controls and submits the form without a button. The interface is sent as
it was served: its ``__VIEWSTATE`` and tokens go along. ``wrapper.pager.locator`` reads the calls.

>>> from leadline.model import Control, QueryInterface
>>> form = QueryInterface("", "http://h/", "http://h/l.aspx", "POST", (
...     Control("__VIEWSTATE", "hidden", value="vs"), Control("__EVENTTARGET", "hidden")))
>>> postback_request(form, "ctl00$pager", "Page$2").body
b'__VIEWSTATE=vs&__EVENTTARGET=ctl00%24pager&__EVENTARGUMENT=Page%242'
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from leadline.forms.submit.submit import submit_form
from leadline.model import Control, QueryInterface, Request

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

EVENT_TARGET: Final = "__EVENTTARGET"
EVENT_ARGUMENT: Final = "__EVENTARGUMENT"


def postback_request(
    interface: QueryInterface,
    target: str,
    argument: str = "",
    values: Mapping[str, str | Sequence[str]] | None = None,
) -> Request:
    """Return the request that the script would send."""
    names = {control.name for control in interface.controls}
    missing = tuple(
        Control(name, "hidden") for name in (EVENT_TARGET, EVENT_ARGUMENT) if name not in names
    )
    whole = replace(interface, controls=interface.controls + missing)
    return submit_form(
        whole, {**(values or {}), EVENT_TARGET: target, EVENT_ARGUMENT: argument}, None
    )
