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
from dataclasses import fields
from typing import Any, Final, get_type_hints

from leadline.columns.schema import ColumnSchema
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
MAX_SHOWN_ENTRY: Final = 40
STORED_PARTS: Final = ("layouts", "total", "closes", "said", "usual", "known", "standing")


A_TEXT: Final = "a text"
A_NUMBER: Final = "a number"
A_SWITCH: Final = "true or false"
SOME_TEXTS: Final = [A_TEXT]
ENTRY_NAMES: Final[dict[type, str]] = {list: "a list", dict: "a table"}
ENTRY_KINDS: Final[dict[str, tuple[type, ...]]] = {
    A_TEXT: (str,),
    A_NUMBER: (int, float),
    A_SWITCH: (bool,),
}
NAMES_BY_PLACE: Final = {"*": A_TEXT}
LISTS_BY_PLACE: Final = {"*": SOME_TEXTS}


def column_entries() -> dict[str, Any]:
    """Return what the entries of a schema of columns are, by name."""
    kinds = {set[str]: SOME_TEXTS, dict[str, str]: NAMES_BY_PLACE}
    hints = get_type_hints(ColumnSchema)
    return {one.name: kinds.get(hints[one.name], LISTS_BY_PLACE) for one in fields(ColumnSchema)}


ENTRIES: Final[dict[str, Any]] = {
    "layouts": [
        {
            "template": {
                "path": A_TEXT,
                "heads": SOME_TEXTS,
                "members": SOME_TEXTS,
                "most_nodes": A_NUMBER,
                "by_tag": A_SWITCH,
                "beside": SOME_TEXTS,
                "breaks": A_NUMBER,
                "every": A_NUMBER,
                "skip": A_NUMBER,
                "under": A_TEXT,
                "fixed": A_SWITCH,
                "not_under": A_TEXT,
            },
            "identity": {
                "by": A_TEXT,
                "slot": A_TEXT,
                "dropped": SOME_TEXTS,
                "sure": A_SWITCH,
                "kept": SOME_TEXTS,
                "bare": A_SWITCH,
                "fragments": A_SWITCH,
                "numbered": SOME_TEXTS,
                "names": (SOME_TEXTS,),
            },
            "columns": column_entries(),
            "mined": A_SWITCH,
            "frame": SOME_TEXTS,
        }
    ],
    "closes": A_SWITCH,
    "said": A_NUMBER,
    "usual": {"*": SOME_TEXTS},
    "known": SOME_TEXTS,
    "standing": SOME_TEXTS,
}
"""What each entry of a file is; in a list all are alike, as those below ``*``; ( ): or null."""


def wrong_entry(plain: Any, wanted: Any = ENTRIES, where: str = "") -> str:
    """Return what is wrong with the first entry of another kind, '' where there is none.

    >>> wrong_entry({"layouts": [], "said": "often"})
    "said is a number, not 'often'"
    >>> wrong_entry({"layouts": [{"columns": {"names": {"/td": 7}}}]})
    'layouts[0].columns.names./td is a text, not 7'
    """
    entry: Any = plain
    if isinstance(wanted, tuple):
        return wrong_entry(plain, wanted[0], where) if plain is not None else ""
    kind = wanted if isinstance(wanted, str) else ENTRY_NAMES[type(wanted)]
    kinds = ENTRY_KINDS[wanted] if isinstance(wanted, str) else (type(wanted),)
    is_wrong_switch = isinstance(plain, bool) and wanted != A_SWITCH
    if is_wrong_switch or not isinstance(plain, kinds):
        return f"{where or 'the file'} is {kind}, not {short_json(plain)}"
    parts = list[tuple[str, Any, Any]]()
    if isinstance(wanted, list):
        parts += [(f"{where}[{n}]", one, wanted[0]) for n, one in enumerate(entry)]
    elif isinstance(wanted, dict):
        start, other = f"{where}." if where else "", wanted.get("*")
        pairs = [(name, one, wanted.get(name, other)) for name, one in entry.items()]
        parts += [(f"{start}{name}", one, kind) for name, one, kind in pairs if kind is not None]
    return next(filter(None, (wrong_entry(one, kind, at) for at, one, kind in parts)), "")


def short_json(value: Any) -> str:
    """Return a value as a sentence may show it."""
    shown = repr(value)
    return shown if len(shown) <= MAX_SHOWN_ENTRY else f"{shown[:MAX_SHOWN_ENTRY]}…"


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
    if wrong := wrong_entry(plain):
        raise ValueError(f"the wrapper: {wrong}")
    total = plain.get("total")
    if total is not None and not isinstance(total, dict):
        raise ValueError(f"the wrapper: total is a table, not {short_json(total)}")
    if total and (wrong := wrong_entry(total, {"*": A_TEXT}, "total")):
        raise ValueError(f"the wrapper: {wrong}")
    try:
        return Wrapper.from_dict(plain)
    except KeyError as fault:
        raise ValueError(f"the wrapper has no {fault.args[0]}, which it needs") from None
    except (TypeError, AttributeError, ValueError) as fault:
        raise ValueError(f"the wrapper lacks or misspells a part: {fault}") from None
