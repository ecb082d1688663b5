"""The columns of a layout that was learned later, called as those of the first.

A source that changes its layout shows the same things at other places, and a place without a class
or a header is named by a number. Three things tell what is what: the link that names the records,
rows of a page that both layouts read, and how values look. The first layout may misread the page,
so what both read counts only where it looks as it did.

>>> years, names = ["1887", "1920"], ["Ann Lee", "Bo"]
>>> alike(["1901", "1873"], years), alike(["Cy Li", "Di"], names), alike(["Cy Li", "Di"], years)
(1.0, 1.0, 0.0)
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final

from leadline.values.lists import split
from leadline.wrapper.column_profile import look
from leadline.wrapper.identity.link import LinkIdentity
from leadline.wrapper.verification import UNKNOWN

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from leadline.model import Field
    from leadline.wrapper.wrapper import Layout, Reading, Row

SAME: Final = 0.9
"""Share of a column's values that the first layout reads too, from which it is that column."""
ALIKE: Final = 0.5
"""Share of values that look alike in two columns, from which they may be one."""
UNLIKE: Final = 0.1
"""The same below which they are two, whatever they are called."""
ENDINGS: Final = {"link": "_url", "image": "_image"}


def naming_column(layout: Layout, reading: Reading, query: str) -> str:
    """The column whose links name the records, '' where none does."""
    if not isinstance(layout.identity, LinkIdentity):
        return ""
    for row in reading.rows:
        for field in row.fields:
            links = split(field.value) if field.kind == "link" else ()
            for link in links:
                if layout.identity.canonical(link, query, reading.page.url) == row.key:
                    return _base(field)
    return ""


def first_names(
    rows: Sequence[Row], before: Sequence[Row], known: Mapping[str, Sequence[str]]
) -> dict[str, str]:
    """Columns of a later layout with those of the first, as far as they can be told.

    ``rows`` and ``before`` are how the later one and the first read a page, ``known`` some values
    of each column as it was. A column that is another one than the known one of its name gets a
    number. Nothing is told where the first one reads no row: another page altogether.
    """
    held = _texts(rows) if before else {}
    names = _read_by_both(rows, before)
    for new, old in [*names.items()]:
        if new in held and alike(held[new], known.get(old, ())) < ALIKE:
            del names[new]
    for new, values in held.items():
        own = new in known and new not in names.values()
        if new not in names and own and alike(values, known[new]) >= ALIKE:
            names[new] = new
    for new, values in held.items():
        if new not in names:
            rest = [old for old in known if old not in names.values()]
            fitting = [old for old in rest if alike(values, known[old]) >= ALIKE]
            if len(fitting) == 1:
                names[new] = fitting[0]
            elif new in known and alike(values, known[new]) < UNLIKE:
                names[new] = _free(new, {*held, *known, *names.values()})
    return names


def _texts(rows: Sequence[Row]) -> dict[str, list[str]]:
    held: dict[str, list[str]] = {}
    for row in rows:
        for one in row.fields:
            if one.kind == "text":
                held.setdefault(one.column, []).append(one.value)
    return held


def _read_by_both(rows: Sequence[Row], before: Sequence[Row]) -> dict[str, str]:
    """Columns of the later layout with those in which the first has the same values."""
    old = {row.key: row.fields for row in before}
    times: Counter[str] = Counter()
    agreed: Counter[tuple[str, str]] = Counter()
    for row in rows:
        said = [(_base(one), one.kind, one.value) for one in old.get(row.key, ())]
        for one in row.fields:
            times[_base(one)] += 1
            agreed.update({
                (_base(one), name): 1
                for name, kind, value in said
                if (kind, value) == (one.kind, one.value) and not name.startswith(UNKNOWN)
            })  # fmt: skip
    found: dict[str, str] = {}
    for (new, name), count in sorted(agreed.items(), key=_surest):
        if new not in found and name not in found.values() and count >= SAME * times[new]:
            found[new] = name
    return found


def _surest(pair: tuple[tuple[str, str], int]) -> tuple[int, bool]:
    """Where most values agree first; of columns that say the same those of one name."""
    (new, name), count = pair
    return -count, new != name


def alike(values: Sequence[str], others: Sequence[str]) -> float:
    """How alike the values of two columns look: the share that their kinds have in common."""
    mine, theirs = Counter(map(look, values)), Counter(map(look, others))
    if not mine or not theirs:
        return 0.0
    return sum(min(mine[one] / len(values), theirs[one] / len(others)) for one in mine)


def _base(one: Field) -> str:
    return one.column.removesuffix(ENDINGS.get(one.kind, ""))


def call_alike(layout: Layout, names: Mapping[str, str]) -> bool:
    """Give columns of a later layout these names; whether any changed."""
    held = layout.columns.names
    called = {new: old for new, old in names.items() if new and old and new != old}
    for name in [old for old in called.values() if old in held.values() and old not in names]:
        called[name] = _free(name, {*held.values(), *called.values()})
    held.update({slot: called[name] for slot, name in held.items() if name in called})
    if called:
        layout.columns.reset_plans()
    return bool(called)


def _free(name: str, taken: Collection[str]) -> str:
    number = 2
    while f"{name}_{number}" in taken:
        number += 1
    return f"{name}_{number}"
