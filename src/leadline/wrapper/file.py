"""Wrapper files: a wrapper of pages, or a learned call, that a person reads, edits and uses again.

``leadline wrapper PROJECT`` writes one. ``leadline harvest URL --wrapper FILE`` (or ``wrapper`` in
project.toml) uses it instead of learning. It is JSON; ``about`` explains each part. Most edits are
to ``names``: the name of a column, or "" for one that is not wanted.

>>> read_wrapper('{"layouts": []}')
Traceback (most recent call last):
ValueError: the wrapper has no layouts; was it written by `leadline wrapper`?
"""

import json
from collections.abc import Mapping
from typing import Any, Final

from leadline.page.plain import wrong_entry
from leadline.wrapper.data.data_wrapper import DataWrapper
from leadline.wrapper.wrapper import Wrapper

PART_DESCRIPTIONS: Final = {
    "layouts": "ways in which the source shows records; the one that finds most reads a page",
    "template": "path: where the parent of the records stands (tag, #id or .class, # for digits);"
    " heads: what a record starts with; members: what may follow in it",
    "identity": "the link (slot: path inside a record) or the texts that tell records apart;"
    " dropped: parameters or columns that change from page to page",
    "columns": "names: place inside a record -> name of the column (edit these; '' leaves it out);"
    " the rest says which places are lists, several values, or begin with labels;"
    " templates: of texts that hold several values ({rest} takes all it can)",
    "total": "where a page states how many records there are",
    "said": "share of records that hold the words asked for",
    "usual": "columns that nearly all records have, and how their texts look (a: letters,"
    " 9: digits, _: blanks): a page that differs is looked at twice",
    "known": "texts of pages without an answer: a row that says only these is no record",
    "standing": "texts of the rows of a list beside every answer: where it stands it is no answer",
}
CALL_DESCRIPTIONS: Final = {
    "call": "base: the request; holes: places of the word in it, with what stands before and after;"
    " whole: the page's own request without a word; paging: how the next page is asked for (offset,"
    " page or cursor), where, the step, the place of the cursor in the answer; size: place of the"
    " number of records a page; total: place of the stated total in the answer",
    "list": "path to the list of records in an answer",
    "names": "names of a record's values; a list elsewhere with these names is read too",
    "identity": "the value that names a record, '' where its texts do",
}


def is_call(plain: Mapping[str, Any]) -> bool:
    """Tell whether plain values are those of a learned call."""
    return bool(plain.get("call")) and "list" in plain


def wrapper_of(plain: dict[str, Any]) -> Wrapper:
    """Restore a wrapper of pages or of a call."""
    return DataWrapper.from_dict(plain) if is_call(plain) else Wrapper.from_dict(plain)


def wrapper_text(learned: Mapping[str, Any]) -> str:
    """Write a wrapper's JSON data as a file with descriptions of its parts."""
    about = CALL_DESCRIPTIONS if is_call(learned) else PART_DESCRIPTIONS
    parts = {name: learned[name] for name in (*about, "closes") if name in learned}
    return json.dumps({"about": about, **parts}, ensure_ascii=False, indent=1) + "\n"


def read_wrapper(text: str) -> Wrapper:
    """Read the wrapper of a file; raise ``ValueError`` with what is wrong in it."""
    try:
        plain = json.loads(text)
    except ValueError as fault:
        raise ValueError(f"the wrapper is no JSON: {fault}") from None
    what = "call" if isinstance(plain, dict) and is_call(plain) else "wrapper"
    if what == "wrapper":
        if not isinstance(plain, dict) or not plain.get("layouts"):
            raise ValueError("the wrapper has no layouts; was it written by `leadline wrapper`?")
        if wrong := wrong_entry(Wrapper, plain):
            raise ValueError(f"the wrapper: {wrong}")
    try:
        return wrapper_of(plain)
    except KeyError as fault:
        raise ValueError(f"the {what} has no {fault.args[0]}, which it needs") from None
    except (TypeError, AttributeError, IndexError, ValueError) as fault:
        raise ValueError(f"the {what} lacks or misspells a part: {fault}") from None
