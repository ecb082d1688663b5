"""Forms of several controls: what stands around the box for words, and which rows they let through.

>>> from leadline_zoo.spec import Box, Form, SourceSpec
>>> from leadline_zoo.pages.view import View
>>> form = Form(box="", boxes=(Box("au", "author"), Box("y", "year", match="exact")))
>>> view = View(SourceSpec("tiny", "books", form=form), "en", filled=(("au", "le guin"), ("y", "")))
>>> matching(view, [{"author": "Le Guin, U."}, {"author": "Lem"}], range(2))
(0,)
"""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Final

from leadline_zoo.pages.engine import tokens
from leadline_zoo.pages.phrases import label, say

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from leadline_zoo.data.tables import Row
    from leadline_zoo.pages.view import View
    from leadline_zoo.spec import Box

SAYING: Final = ("which", "how")
"""Kinds of selects that say what the box for words means."""


def are_bound(view: View) -> bool:
    """Whether a control beside the box for words asks for anything."""
    kinds = {box.name: box.kind for box in view.spec.form.boxes}
    return any(value.strip() and kinds[name] not in SAYING for name, value in view.filled)


def matching(view: View, rows: Sequence[Row], places: Iterable[int]) -> tuple[int, ...]:
    """The rows among some that every bound control lets through."""
    bound = [(box, value) for box, value in _bound(view) if value.strip()]
    if any(box.parent and not dict(view.filled).get(box.name) for box in view.spec.form.boxes):
        return ()
    return tuple(n for n in places if all(_fits(view, box, value, rows[n]) for box, value in bound))


def _bound(view: View) -> list[tuple[Box, str]]:
    held = dict(view.filled)
    return [(box, held.get(box.name, "")) for box in view.spec.form.boxes]


def _fits(view: View, box: Box, value: str, row: Row) -> bool:
    own, value = row.get(box.column, ""), value.strip()
    if box.kind in SAYING:
        return not view.query.strip() or _said(view, row)
    if box.kind in ("from", "to"):
        ends = (value, own) if box.kind == "from" else (own, value)
        return all(end.isdigit() for end in ends) and int(ends[0]) <= int(ends[1])
    return _matches("exact" if box.kind == "select" else box.match, value, own)


def _said(view: View, row: Row) -> bool:
    """Whether the words are found where and how the selects before their box say."""
    held = dict(view.filled)
    chosen = {box.kind: held.get(box.name, "") for box in view.spec.form.boxes}
    column, way = chosen.get("which", ""), chosen.get("how") or "part"
    return any(_matches(way, view.query.strip(), row[one]) for one in ([column] if column else row))


def _matches(way: str, value: str, own: str) -> bool:
    own, value = own.casefold(), value.casefold()
    if way == "exact":
        return own == value
    if way == "start":
        return own.startswith(value)
    if way == "part":
        return value in own
    wanted = set(tokens(value))
    return bool(wanted) and wanted <= set(tokens(own))


def before(view: View) -> list[str]:
    """The selects that say what the box for words searches, and how."""
    return [_saying(view, box) for box in view.spec.form.boxes if box.kind in SAYING]


def after(view: View) -> list[str]:
    """The controls behind it."""
    return [_drawn(view, box) for box in view.spec.form.boxes if box.kind not in SAYING]


def _saying(view: View, box: Box) -> str:
    held = dict(view.filled).get(box.name, "")
    names = {"": say(view.language, "any field")}
    names |= {column: label(view.language, column) for column in box.columns if column}
    names |= {way: say(view.language, way) for way in box.ways}
    options = "".join(
        f'<option value="{one}"{" selected" if one == held else ""}>{names[one]}</option>'
        for one in (*box.columns, *box.ways)
    )
    return f'<select name="{box.name}">{options}</select>'


def _drawn(view: View, box: Box) -> str:
    held, name = dict(view.filled).get(box.name, ""), label(view.language, box.column)
    if box.kind == "to":
        return f'- <input name="{box.name}" value="{escape(held)}" size="6"> '
    if box.kind != "select":
        typed = f'<input name="{box.name}" value="{escape(held)}" size="{_width(box)}">'
        return f"<label>{name} {typed}</label> "
    options = "".join(
        f"<option{' selected' if value == held else ''}>{escape(value)}</option>"
        for value in _choices(view, box)
    )
    first = f'<option value="">{say(view.language, "all")}</option>'
    return f'<label>{name} <select name="{box.name}">{first}{options}</select></label> '


def _width(box: Box) -> int:
    return 6 if box.kind == "from" else 24


def _choices(view: View, box: Box) -> list[str]:
    """All values of the column; of a select with a parent those beside what is chosen there."""
    rows = view.table.rows if view.table is not None else ()
    if box.parent:
        held = {other.column: value for other, value in _bound(view)}
        rows = tuple(row for row in rows if row[box.parent] == held.get(box.parent))
    return sorted({row[box.column] for row in rows})
