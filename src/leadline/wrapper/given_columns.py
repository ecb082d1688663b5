"""What values are by a person's word: a column's name, what tells records apart, parts of a text.

A value that was shown stands in some slot of the records, and the hint is true of that slot on
every page. A text in several formats has one template for each of them.

>>> gaps_of("Adler, Anna: River. Oakwood, 1990", ("Adler, Anna", "River", "Oakwood", "1990"))
['', ': ', '. ', ', ', '']
>>> gaps_of("River by Anna", ("Anna", "River")) is None
True
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from leadline.columns.inline_runs import outline_runs, step_label
from leadline.columns.reader import Columns
from leadline.columns.runs import text_between
from leadline.model import Field, Hint, RecordSpan
from leadline.page.text import fold
from leadline.values.value_forms import form_of, forms_alike
from leadline.wrapper.identity.text import TextIdentity
from leadline.wrapper.wrapper import RecordLayout, said_alone

if TYPE_CHECKING:
    from leadline.page.dom import Document

Shown = Sequence[tuple["Document", Sequence[RecordSpan]]]
"""Pages with the places of their records."""
IGNORED: Final = "-"
"""The name of a column that a person does not want."""
COLUMN_KINDS: Final = ("split", "column", "key")


def with_hints(layout: RecordLayout, shown: Shown, hints: Sequence[Hint]) -> RecordLayout:
    """Return a layout whose columns and keys are as a person said, by what the pages show."""
    texts = (text for hint in hints if hint.kind == "not_record" for text in hint.texts)
    if unwanted := frozenset(map(said_alone, texts)):
        layout = replace(layout, unwanted=unwanted)
    for kind in COLUMN_KINDS:
        rules = [
            (hint, rule)
            for hint in hints
            if hint.kind == kind and (rule := rule_at(layout, shown, hint))
        ]
        if not rules:
            continue
        if kind == "split":
            layout = _split(layout, [rule for _, rule in rules])
        elif kind == "column":
            layout = _renamed(layout, rules, shown)
        else:
            names = layout.columns.names
            kept = tuple(name for _, rule in rules if (name := names.get(rule["slot"])))
            layout = replace(layout, identity=TextIdentity(only=kept)) if kept else layout
    return replace(layout, bare=_bare(layout, shown)) if unwanted and shown else layout


def _bare(layout: RecordLayout, shown: Shown) -> frozenset[str]:
    """Return the columns of a row that is no record, if they lack one that most rows have."""
    rows = [(document, span) for document, spans in shown for span in spans]
    filled = [layout.columns.filled(document, span) for document, span in rows]
    times = Counter(name for names in filled for name in names)
    usual = {name for name, count in times.items() if 2 * count > len(rows)}
    shapes = (
        names
        for names, (document, span) in zip(filled, rows, strict=True)
        if usual - names and layout.is_unwanted(document, span)
    )
    return next(shapes, frozenset())


def rule_at(layout: RecordLayout, shown: Shown, hint: Hint) -> dict[str, Any]:
    """Return what an example teaches, {} where no record shows it; a rule of the hint as it is.

    Its slot is the one where the value stands on the page, whatever is taken for shifted already.
    """
    if hint.rule:
        rule = json.loads(hint.rule)
        return rule if _is_sound(rule, hint.kind) else {}
    if hint.kind == "split":
        return _split_rule(layout, shown, hint)
    columns = Columns.from_dict(layout.columns.to_dict() | {"shifts": {}})
    slots = {fold(name): slot for slot, name in columns.names.items() if name}
    if hint.kind == "key" and (name := fold(hint.texts[0]).strip()) in slots:
        return {"slot": slots[name]}
    value = hint.texts[0] if hint.kind == "key" else hint.pairs[0][1]
    wanted = fold(value).strip()
    for document, spans in shown:
        for span in spans:
            held = (one.column for one in columns.read(document, span) if _says(one, wanted))
            for name in (folded for one in held if (folded := fold(one)) in slots):
                shape = " ".join(slot for slot, _ in _cells(columns, document, span))
                place = {"shape": shape, "row": step_label(document, span.nodes[0])}
                return {"slot": slots[name]} | (place if hint.kind == "column" else {})
    return {}


def _says(one: Field, wanted: str) -> bool:
    return one.kind == "text" and fold(one.value).strip() == wanted


def _cells(columns: Columns, document: Document, span: RecordSpan) -> list[tuple[str, str]]:
    """Return the slots of a record in their order, each with the form of what stands there."""
    return [
        (columns.slot_of(one.place), form_of(text_between(document, one.start, one.stop)))
        for one in outline_runs(document, span)
    ]


def shifts_in(columns: Columns, shown: Shown) -> dict[str, dict[str, str]]:
    """Return what slots stand for in records that lack cells: those whose values have their form.

    Records of most cells tell which forms belong to a slot; the order of cells is kept.
    """
    forms, times = dict[tuple[str, ...], list[Counter[str]]](), Counter[tuple[str, ...]]()
    for document, spans in shown:
        for cells in (_cells(columns, document, span) for span in spans):
            slots = tuple(slot for slot, _ in cells)
            times[slots] += 1
            of_shape = forms.setdefault(slots, [Counter() for _ in slots])
            for counted, (_, form) in zip(of_shape, cells, strict=True):
                counted[form] += 1
    often = (slots for slots, count in times.items() if count > 1)
    whole = max(often, key=lambda slots: (len(slots), times[slots]), default=())
    of_whole = [*zip(whole, forms.get(whole, ()), strict=True)]
    return {
        " ".join(slots): dict(zip(slots, aligned, strict=True))
        for slots in times
        if len(slots) < len(whole) and (aligned := _aligned(forms[slots], of_whole)) != slots
    }


def _aligned(
    own: Sequence[Counter[str]], whole: Sequence[tuple[str, Counter[str]]]
) -> tuple[str, ...]:
    """Return the slots of a whole record whose forms are most like these, in their order."""
    best: list[tuple[float, tuple[str, ...]]] = [(0.0, ())] * (len(whole) + 1)
    for at, counted in enumerate(own):
        taken = [(-1.0, tuple[str, ...]())] * (len(whole) + 1)
        for place, (slot, forms) in enumerate(whole, 1):
            score, slots = best[place - 1]
            if place > at and len(slots) == at:
                taken[place] = (score + forms_alike(counted, forms), (*slots, slot))
            taken[place] = max(taken[place - 1], taken[place], key=lambda one: one[0])
        best = taken
    return best[-1][1]


def _is_sound(rule: Any, kind: str) -> bool:
    """Tell whether a rule is one of its kind; a recipe is anybody's."""
    if not isinstance(rule, dict) or not isinstance(rule.get("slot"), str):
        return False
    parts: list[Any] = [rule.get(name) for name in ("gaps", "kinds", "names")]
    gaps, kinds, names = parts
    is_shape = all(isinstance(rule.get(name, ""), str) for name in ("shape", "row"))
    return (kind != "split" and is_shape) or (
        all(isinstance(of, list) and all(isinstance(one, str) for one in of) for of in parts)
        and len(gaps) == len(kinds) + 1 == len(names) + 1 > 1
        and {*kinds} <= {"number", "text"}
    )


def _values(columns: Columns, shown: Shown) -> Iterator[tuple[str, str]]:
    """Names and texts of all values of the records that are shown."""
    for document, spans in shown:
        for span in spans:
            for one in columns.read(document, span):
                if one.kind == "text":
                    yield one.column, one.value


def _split_rule(layout: RecordLayout, shown: Shown, hint: Hint) -> dict[str, Any]:
    """Return slot, template and names of parts by the record whose text holds all values."""
    undivided = Columns.from_dict(layout.columns.to_dict() | {"templates": {}})
    slots = {name: slot for slot, name in undivided.names.items() if name and "|" not in slot}
    names, values = zip(*hint.pairs, strict=True)
    every = [*_values(undivided, shown)]
    for column, text in every:
        gaps = gaps_of(text, values)
        if gaps is not None and column in slots:
            kinds = ["number" if value.isdecimal() else "text" for value in values]
            rule = {"slot": slots[column], "gaps": gaps, "kinds": kinds, "names": [*names]}
            begun = {each for of, each in every if of == column and each.startswith(gaps[0])}
            return rule | {"is_begun": len(begun) > 1}
    return {}


def gaps_of(text: str, values: Sequence[str]) -> list[str] | None:
    """Return what stands before, between and behind values in a text, None without one of them."""
    gaps, at = list[str](), 0
    for value in values:
        found = text.find(value, at)
        if found < 0:
            return None
        gaps.append(text[at:found])
        at = found + len(value)
    return [*gaps, text[at:]]


def _split(layout: RecordLayout, rules: Sequence[dict[str, Any]]) -> RecordLayout:
    """Divide the texts of slots by the templates that were shown, and by no other."""
    stored = layout.columns.to_dict()
    for slot in dict.fromkeys(rule["slot"] for rule in rules):
        of_slot = [rule for rule in rules if rule["slot"] == slot]
        numbers = {
            name: at
            for at, name in enumerate(dict.fromkeys(n for rule in of_slot for n in rule["names"]))
        }
        inner = f"{slot}|"
        for part in ("templates", "names"):
            kept = {at: one for at, one in stored[part].items() if not at.startswith(inner)}
            stored[part] = kept
        stored["templates"][slot] = [_template(rule, numbers) for rule in of_slot]
        stored["names"].update({f"{inner}{at}": name for name, at in numbers.items()})
    return replace(layout, columns=Columns.from_dict(stored))


def _template(rule: dict[str, Any], numbers: dict[str, int]) -> str:
    """Write the template of one format; the last free part takes all that is left.

    What stands before the first part is as it is where other texts begin so, too.
    """
    gaps, unnamed = rule["gaps"], len(numbers)
    has_end = any(sign.isalnum() for sign in gaps[-1])
    parts = []
    for at, (kind, name) in enumerate(zip(rule["kinds"], rule["names"], strict=True)):
        is_last = at + 1 == len(rule["kinds"]) and not gaps[-1] and kind == "text"
        parts.append(f"{{{'rest' if is_last else kind}:{numbers[name]}}}")
    written = "".join(f"{gap}{part}" for gap, part in zip(gaps[1:-1], parts[1:], strict=True))
    before = gaps[0]
    if any(sign.isalnum() for sign in before) and not rule.get("is_begun"):
        sign = before[len(before.rstrip(" :,;/|-–—.·•")) :]
        before = f"{{text:{unnamed}}}{sign or ' '}"
    behind = f"{gaps[-1][:1]}{{rest:{unnamed + 1}}}" if has_end else gaps[-1]
    return f"{before}{parts[0]}{written}{behind}"


def _changed(
    rules: Sequence[tuple[Hint, dict[str, Any]]],
) -> tuple[list[tuple[Hint, dict[str, Any]]], dict[str, dict[str, str]]]:
    """Return rules by the slots of the first kind of row, and which change places in others."""
    first = dict[str, dict[str, Any]]()
    changed, kept = dict[str, dict[str, str]](), list[tuple[Hint, dict[str, Any]]]()
    for hint, rule in rules:
        known = first.setdefault(hint.pairs[0][0], rule)
        own, others = rule["slot"], known["slot"]
        is_other = own != others and rule.get("row", "") != known.get("row", "")
        if is_other and rule.get("shape") == known.get("shape"):
            of_row = changed.setdefault(f"{rule['row']}: {rule['shape']}", {})
            of_row[own] = others
            of_row.setdefault(others, own)
        kept.append((hint, known if is_other else rule))
    return kept, changed


def _renamed(
    layout: RecordLayout, rules: Sequence[tuple[Hint, dict[str, Any]]], shown: Shown
) -> RecordLayout:
    """Give columns the names that a person said; what had one of these names before gives way.

    Where no record that is ``shown`` has both, they are one column. A name that is said of a record
    which lacks cells, and stands where others hold another thing, tells that its cells are shifted;
    one of a record of another kind of row, that these change places there.
    """
    stored = layout.columns.to_dict()
    names = stored["names"]
    shapes = [(rule.get("shape", ""), rule["slot"]) for _, rule in rules]
    shifts = shifts_in(layout.columns, shown) if shown else layout.columns.shifts
    if any(shifts.get(shape, {}).get(slot, slot) != slot for shape, slot in shapes):
        stored["shifts"] = shifts
        layout = replace(layout, columns=Columns.from_dict(stored))
        rules = [
            (hint, rule | {"slot": shifts.get(shape, {}).get(slot, slot)})
            for (hint, rule), (shape, slot) in zip(rules, shapes, strict=True)
        ]
    rules, changed = _changed(rules)
    if changed:
        stored["shifts"] = {**stored["shifts"], **changed}
        layout = replace(layout, columns=Columns.from_dict(stored))
    filled = [layout.columns.filled(document, one) for document, spans in shown for one in spans]
    for hint, rule in rules:
        wanted = hint.pairs[0][0]
        both = {wanted, names.get(rule["slot"], "")}
        is_one = bool(filled) and not any(both <= columns for columns in filled)
        for slot, name in names.items():
            if name == wanted and slot != rule["slot"] and not is_one:
                names[slot] = f"{wanted}_2"
        names[rule["slot"]] = "" if wanted == IGNORED else wanted
    return replace(layout, columns=Columns.from_dict(stored))
