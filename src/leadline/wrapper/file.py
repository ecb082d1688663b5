"""Wrapper files: a learned wrapper that a person reads, edits and uses again.

``leadline wrapper PROJECT`` writes one. ``leadline harvest URL --wrapper FILE`` (or ``wrapper`` in
project.toml) uses it instead of learning. It is JSON; ``about`` explains each part. Most edits are
to ``names``: the name of a column, or "" for one that is not wanted.

>>> parse_wrapper('{"layouts": []}')
Traceback (most recent call last):
ValueError: the wrapper has no layouts; was it written by `leadline wrapper`?
"""

import json
from collections.abc import Mapping
from typing import Any, Final

from leadline.page.plain import wrong_entry
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
STORED_PARTS: Final = ("layouts", "total", "closes", "said", "usual", "known", "standing")


def wrapper_text(learned: Mapping[str, Any]) -> str:
    """Write a wrapper's JSON data as a file with descriptions of its parts."""
    parts = {name: learned[name] for name in STORED_PARTS if name in learned}
    return json.dumps({"about": PART_DESCRIPTIONS, **parts}, ensure_ascii=False, indent=1) + "\n"


def parse_wrapper(text: str) -> Wrapper:
    """Read the wrapper of a file; raise ``ValueError`` with what is wrong in it."""
    try:
        plain = json.loads(text)
    except ValueError as fault:
        raise ValueError(f"the wrapper is no JSON: {fault}") from None
    if not isinstance(plain, dict) or not plain.get("layouts"):
        raise ValueError("the wrapper has no layouts; was it written by `leadline wrapper`?")
    if wrong := wrong_entry(Wrapper, plain):
        raise ValueError(f"the wrapper: {wrong}")
    try:
        return Wrapper.from_dict(plain)
    except KeyError as fault:
        raise ValueError(f"the wrapper has no {fault.args[0]}, which it needs") from None
    except (TypeError, AttributeError, ValueError) as fault:
        raise ValueError(f"the wrapper lacks or misspells a part: {fault}") from None
