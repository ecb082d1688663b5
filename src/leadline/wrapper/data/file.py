"""Wrapper files of learned calls: read, edited and given back like those of pages.

>>> from leadline.model import Request
>>> from leadline.wrapper.data.call import Call
>>> call = Call(Request("GET", "http://h.test/"))
>>> learned = DataWrapper((), call=call, path=("hits",))
>>> read_wrapper(call_text(learned.to_dict())) == learned
True
"""

import json
from collections.abc import Mapping
from typing import Any, Final

from leadline.wrapper.data.data_wrapper import DataWrapper
from leadline.wrapper.file import parse_wrapper
from leadline.wrapper.wrapper import Wrapper

CALL_DESCRIPTIONS: Final = {
    "call": "base: the request; holes: places of the word in it, with what stands before and after;"
    " whole: the page's own request without a word; paging: how the next page is asked for (offset,"
    " page or cursor), where, the step, the place of the cursor in the answer; size: place of the"
    " number of records a page; total: place of the stated total in the answer",
    "list": "path to the list of records in an answer",
    "names": "names of a record's values; a list elsewhere with these names is read too",
    "identity": "the value that names a record, '' where its texts do",
}


def call_text(learned: Mapping[str, Any]) -> str:
    """Write a learned call as a file with descriptions of its parts."""
    parts = {name: learned[name] for name in CALL_DESCRIPTIONS if name in learned}
    return json.dumps({"about": CALL_DESCRIPTIONS, **parts}, ensure_ascii=False, indent=1) + "\n"


def is_call(plain: Mapping[str, Any]) -> bool:
    """Tell whether plain values are those of a learned call."""
    return bool(plain.get("call")) and "list" in plain


def wrapper_of(plain: dict[str, Any]) -> Wrapper:
    """Restore a wrapper of pages or of a call."""
    return DataWrapper.from_dict(plain) if is_call(plain) else Wrapper.from_dict(plain)


def read_wrapper(text: str) -> Wrapper:
    """Read the wrapper of a file; raise ``ValueError`` with what is wrong in it."""
    try:
        plain = json.loads(text)
    except ValueError:
        plain = None
    if not isinstance(plain, dict) or not is_call(plain):
        return parse_wrapper(text)
    try:
        return DataWrapper.from_dict(plain)
    except (KeyError, TypeError, AttributeError, IndexError) as fault:
        raise ValueError(f"the call lacks or misspells a part: {fault}") from None
