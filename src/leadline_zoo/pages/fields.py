"""Forms of several controls: their HTML and the rows that they select.

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

QUERY_MODIFIERS: Final = ("which", "how")
"""Kinds of selects that modify the query box: its column, its match mode."""
CHOICE_KINDS: Final = ("select", "radio", "check", "tab")
"""Kinds of controls whose value is one of those that a column has."""


def are_bound(view: View) -> bool:
    """Whether a control beside the query box has a value."""
    kinds = {box.name: box.kind for box in view.spec.form.boxes}
    return any(value.strip() and kinds[name] not in QUERY_MODIFIERS for name, value in view.filled)


def matching(view: View, rows: Sequence[Row], places: Iterable[int]) -> tuple[int, ...]:
    """Return the rows among ``places`` that satisfy every control with a value."""
    bound = [(box, value) for box, value in _bound(view) if value.strip()]
    if any(box.parent and not dict(view.filled).get(box.name) for box in view.spec.form.boxes):
        return ()
    return tuple(n for n in places if all(_fits(view, box, value, rows[n]) for box, value in bound))


def _bound(view: View) -> list[tuple[Box, str]]:
    filled = dict(view.filled)
    return [(box, filled.get(box.name, "")) for box in view.spec.form.boxes]


def _fits(view: View, box: Box, value: str, row: Row) -> bool:
    own, value = row.get(box.column, ""), value.strip()
    if box.kind in QUERY_MODIFIERS:
        return not view.query.strip() or _matches_query(view, row)
    if box.kind in ("from", "to"):
        ends = (value, own) if box.kind == "from" else (own, value)
        return all(end.isdigit() for end in ends) and int(ends[0]) <= int(ends[1])
    return _matches("exact" if box.kind in CHOICE_KINDS else box.match, value, own)


def _matches_query(view: View, row: Row) -> bool:
    """Whether a row matches the query in the chosen column and match mode."""
    filled = dict(view.filled)
    chosen = {box.kind: filled.get(box.name, "") for box in view.spec.form.boxes}
    column, way = chosen.get("which", ""), chosen.get("how") or "part"
    return any(
        _matches(way, view.query.strip(), row[name]) for name in ([column] if column else row)
    )


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
    """Return the selects in front of the query box, which modify it."""
    return [_modifier(view, box) for box in view.spec.form.boxes if box.kind in QUERY_MODIFIERS]


def after(view: View) -> list[str]:
    """Return the controls behind the query box."""
    undrawn = (*QUERY_MODIFIERS, "tab")
    return [_drawn(view, box) for box in view.spec.form.boxes if box.kind not in undrawn]


def _modifier(view: View, box: Box) -> str:
    value = dict(view.filled).get(box.name, "")
    names = {"": say(view.language, "any field")}
    names |= {column: label(view.language, column) for column in box.columns if column}
    names |= {way: say(view.language, way) for way in box.ways}
    options = "".join(
        f'<option value="{option}"{" selected" if option == value else ""}>{names[option]}</option>'
        for option in (*box.columns, *box.ways)
    )
    return f'<select name="{box.name}">{options}</select>'


def _drawn(view: View, box: Box) -> str:
    served = dict(view.filled).get(box.name, "") if view.filled else box.preset
    name = label(view.language, box.column)
    if box.kind == "to":
        return f'- <input name="{box.name}" value="{escape(served)}" size="6"> '
    if box.kind == "check":
        value, ticked = escape(box.preset), " checked" if served else ""
        ticker = f'<input type="checkbox" name="{box.name}" value="{value}"{ticked}>'
        return f"<label>{ticker} {value}</label> "
    if box.kind == "radio":
        return _radio_buttons(view, box, served)
    if box.kind != "select":
        typed = f'<input name="{box.name}" value="{escape(served)}" size="{_width(box)}">'
        return f"<label>{name} {typed}</label> "
    options = "".join(
        f"<option{' selected' if value == served else ''}>{escape(value)}</option>"
        for value in _choices(view, box)
    )
    first = "" if box.closed else f'<option value="">{say(view.language, "all")}</option>'
    return f'<label>{name} <select name="{box.name}">{first}{options}</select></label> '


def _radio_buttons(view: View, box: Box, served: str) -> str:
    texts = {value: value for value in _choices(view, box)}
    if not box.closed:
        texts = {"": say(view.language, "all")} | texts
    buttons = "".join(
        f'<label><input type="radio" name="{box.name}" value="{escape(value)}"'
        f"{' checked' if value == served else ''}> {escape(text)}</label> "
        for value, text in texts.items()
    )
    return f"<fieldset><legend>{label(view.language, box.column)}</legend>{buttons}</fieldset> "


def _width(box: Box) -> int:
    return 6 if box.kind == "from" else 24


def _choices(view: View, box: Box) -> list[str]:
    """All values of the column; with a parent only those beside its chosen value."""
    rows = view.table.rows if view.table is not None else ()
    if box.parent:
        filled = {other.column: value for other, value in _bound(view)}
        rows = tuple(row for row in rows if row[box.parent] == filled.get(box.parent))
    return sorted({row[box.column] for row in rows if row[box.column]})
