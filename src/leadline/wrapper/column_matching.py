"""The columns of a layout that was learned later, called as those of the first.

A source that changes its layout shows the same things at other places, and a place without a class
or a header is named by a number. Three things tell what is what: the link that names the records,
rows of a page that both layouts read, and how values look. The first layout may misread the page,
so what both read counts only where it looks as it did.

>>> years, names = ["1887", "1920"], ["Ann Lee", "Bo"]
>>> [shape_similarity(["Cy Li", "Di"], column) for column in (names, years)]
[1.0, 0.0]
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final

from leadline.values.lists import split
from leadline.wrapper.column_profile import value_shape
from leadline.wrapper.identity.link import LinkIdentity
from leadline.wrapper.verification import UNKNOWN_PLACE

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from leadline.model import Field
    from leadline.wrapper.wrapper import PageReading, RecordLayout, RecordRow

MIN_SHARE_READ_ALIKE: Final = 0.9
"""Share of a column's values that the first layout reads too, from which it is that column."""
MIN_SHAPE_SIMILARITY: Final = 0.5
"""Share of values that look alike in two columns, from which they may be one."""
MAX_SHAPE_SIMILARITY_OF_OTHERS: Final = 0.1
"""The same below which they are two, whatever they are called."""
COLUMN_SUFFIXES: Final = {"link": "_url", "image": "_image"}


def identifying_column(layout: RecordLayout, reading: PageReading, query: str) -> str:
    """The column whose links name the records, '' where none does."""
    if not isinstance(layout.identity, LinkIdentity):
        return ""
    for row in reading.rows:
        for field in row.fields:
            links = split(field.value) if field.kind == "link" else ()
            for link in links:
                if layout.identity.canonical(link, query, reading.page.url) == row.key:
                    return _base_column(field)
    return ""


def match_columns(
    rows: Sequence[RecordRow], before: Sequence[RecordRow], known: Mapping[str, Sequence[str]]
) -> dict[str, str]:
    """Columns of a later layout with those of the first, as far as they can be told.

    ``rows`` and ``before`` are how the later one and the first read a page, ``known`` some values
    of each column as it was. A column that is another one than the known one of its name gets a
    number. Nothing is told where the first one reads no row: another page altogether.
    """
    held = _text_values(rows) if before else {}
    names = _read_by_both(rows, before)
    for new, old in [*names.items()]:
        if new in held and shape_similarity(held[new], known.get(old, ())) < MIN_SHAPE_SIMILARITY:
            del names[new]
    for new, values in held.items():
        own = new in known and new not in names.values()
        if (
            new not in names
            and own
            and shape_similarity(values, known[new]) >= MIN_SHAPE_SIMILARITY
        ):
            names[new] = new
    for new, values in held.items():
        if new not in names:
            rest = [old for old in known if old not in names.values()]
            fitting = [
                old for old in rest if shape_similarity(values, known[old]) >= MIN_SHAPE_SIMILARITY
            ]
            if len(fitting) == 1:
                names[new] = fitting[0]
            elif (
                new in known
                and shape_similarity(values, known[new]) < MAX_SHAPE_SIMILARITY_OF_OTHERS
            ):
                names[new] = _unused_name(new, {*held, *known, *names.values()})
    return names


def _text_values(rows: Sequence[RecordRow]) -> dict[str, list[str]]:
    held: dict[str, list[str]] = {}
    for row in rows:
        for one in row.fields:
            if one.kind == "text":
                held.setdefault(one.column, []).append(one.value)
    return held


def _read_by_both(rows: Sequence[RecordRow], before: Sequence[RecordRow]) -> dict[str, str]:
    """Columns of the later layout with those in which the first has the same values."""
    old = {row.key: row.fields for row in before}
    times: Counter[str] = Counter()
    agreed: Counter[tuple[str, str]] = Counter()
    for row in rows:
        said = [(_base_column(one), one.kind, one.value) for one in old.get(row.key, ())]
        for one in row.fields:
            times[_base_column(one)] += 1
            agreed.update({
                (_base_column(one), name): 1
                for name, kind, value in said
                if (kind, value) == (one.kind, one.value) and not name.startswith(UNKNOWN_PLACE)
            })  # fmt: skip
    found: dict[str, str] = {}
    for (new, name), count in sorted(agreed.items(), key=_by_agreement):
        if (
            new not in found
            and name not in found.values()
            and count >= MIN_SHARE_READ_ALIKE * times[new]
        ):
            found[new] = name
    return found


def _by_agreement(pair: tuple[tuple[str, str], int]) -> tuple[int, bool]:
    """Where most values agree first; of columns that say the same those of one name."""
    (new, name), count = pair
    return -count, new != name


def shape_similarity(values: Sequence[str], others: Sequence[str]) -> float:
    """How alike the values of two columns look: the share that their kinds have in common."""
    mine, theirs = Counter(map(value_shape, values)), Counter(map(value_shape, others))
    if not mine or not theirs:
        return 0.0
    return sum(min(mine[one] / len(values), theirs[one] / len(others)) for one in mine)


def _base_column(one: Field) -> str:
    return one.column.removesuffix(COLUMN_SUFFIXES.get(one.kind, ""))


def rename_columns(layout: RecordLayout, names: Mapping[str, str]) -> bool:
    """Give columns of a later layout these names; whether any changed."""
    held = layout.columns.names
    called = {new: old for new, old in names.items() if new and old and new != old}
    for name in [old for old in called.values() if old in held.values() and old not in names]:
        called[name] = _unused_name(name, {*held.values(), *called.values()})
    held.update({slot: called[name] for slot, name in held.items() if name in called})
    if called:
        layout.columns.reset_plans()
    return bool(called)


def _unused_name(name: str, taken: Collection[str]) -> str:
    number = 2
    while f"{name}_{number}" in taken:
        number += 1
    return f"{name}_{number}"
