"""Column matching: the columns of a later layout take the names that the first layout gave them.

A source that changes its layout shows the same things at other places, and a place without a class
or a header is named by a number. Three things match columns: the link that names the records, rows
of a page that both layouts read, and the shapes of values. The first layout may misread the page,
so values that both read count only if their shapes are known, or no other name fits.

>>> years, names = ["1887", "1920"], ["Ann Lee", "Bo"]
>>> [shape_similarity(["Cy Li", "Di"], column) for column in (names, years)]
[1.0, 0.0]
"""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Final

from leadline.columns.templates.part_names import free_name
from leadline.model import Field
from leadline.values.lists import split_values
from leadline.wrapper.column_profile import value_shape
from leadline.wrapper.identity.link import LinkIdentity
from leadline.wrapper.reading import PageReading, RecordRow
from leadline.wrapper.verification import UNKNOWN_PLACE
from leadline.wrapper.wrapper import RecordLayout

MIN_SHARE_READ_ALIKE: Final = 0.9
"""Share of a column's values that both layouts read, from which they are one column."""
MIN_SHAPE_SIMILARITY: Final = 0.5
"""Similarity of value shapes from which two columns may be one."""
MAX_SHAPE_SIMILARITY_OF_OTHERS: Final = 0.1
"""Similarity of value shapes below which two columns of one name are different."""
COLUMN_SUFFIXES: Final = {"link": "_url", "image": "_image"}


def identifying_column(layout: RecordLayout, reading: PageReading, query: str) -> str:
    """Return the column whose links name the records, '' if none does."""
    if not isinstance(layout.identity, LinkIdentity):
        return ""
    for row in reading.rows:
        for field in row.fields:
            links = split_values(field.value) if field.kind == "link" else ()
            for link in links:
                if layout.identity.canonical(link, query, reading.page.url) == row.key:
                    return _base_column(field)
    return ""


def match_columns(
    rows: Sequence[RecordRow],
    before: Sequence[RecordRow],
    known: Mapping[str, Sequence[str]],
    headed: Collection[str] = (),
) -> dict[str, str]:
    """Match columns of a later layout with those of the first: new names to old ones.

    ``rows`` and ``before``: a page as read by the later and the first layout. ``known``: values of
    each old column. A column that is not the old one of its name gets a number. Where the first
    layout reads no row, nothing is matched. ``headed`` columns have a heading, which names them
    whatever their values are.
    """
    columns = {
        name: values
        for name, values in (_text_values(rows) if before else {}).items()
        if name not in headed
    }
    known = {name: values for name, values in known.items() if name not in headed}
    alike = {
        new: old
        for new, old in _read_by_both(rows, before).items()
        if new not in headed and old not in headed
    }
    names = {
        new: old
        for new, old in alike.items()
        if new not in columns or _are_alike(columns[new], known.get(old, ()))
    }
    for new, values in columns.items():
        is_free = new in known and new not in names.values()
        if new not in names and is_free and _are_alike(values, known[new]):
            names[new] = new
    for new in sorted(columns, key=lambda new: alike.get(new) != new):
        if new not in names:
            free = known.keys() - names.values()
            fitting = [old for old in free if _are_alike(columns[new], known[old])]
            if len(fitting) == 1:
                names[new] = fitting[0]
            elif alike.get(new) == new and new in free:
                names[new] = new
            elif new in known:
                similarity = shape_similarity(columns[new], known[new])
                if similarity < MAX_SHAPE_SIMILARITY_OF_OTHERS:
                    names[new] = free_name(new, {*columns, *known, *names.values()})
    return names


def _text_values(rows: Sequence[RecordRow]) -> dict[str, list[str]]:
    values: dict[str, list[str]] = {}
    for row in rows:
        for cell in row.fields:
            if cell.kind == "text":
                values.setdefault(cell.column, []).append(cell.value)
    return values


def _read_by_both(rows: Sequence[RecordRow], before: Sequence[RecordRow]) -> dict[str, str]:
    """Match columns in which both layouts read the same values of the same records."""
    old_fields = {row.key: row.fields for row in before}
    times: Counter[str] = Counter()
    agreements: Counter[tuple[str, str]] = Counter()
    for row in rows:
        cells = old_fields.get(row.key, ())
        old = [cell for cell in cells if not _base_column(cell).startswith(UNKNOWN_PLACE)]
        for cell in row.fields:
            new = _base_column(cell)
            times[new] += 1
            same = [old_cell for old_cell in old if old_cell[1:] == cell[1:]]
            agreements.update({(new, _base_column(old_cell)): 1 for old_cell in same})
    names: dict[str, str] = {}
    most_first = sorted(agreements.items(), key=lambda each: (-each[1], each[0][0] != each[0][1]))
    for (new, old_name), count in most_first:  # equal counts: pairs of one name first
        is_free = new not in names and old_name not in names.values()
        if is_free and count >= MIN_SHARE_READ_ALIKE * times[new]:
            names[new] = old_name
    return names


def _are_alike(values: Sequence[str], others: Sequence[str]) -> bool:
    return shape_similarity(values, others) >= MIN_SHAPE_SIMILARITY


def shape_similarity(values: Sequence[str], others: Sequence[str]) -> float:
    """Compute the share of value shapes that two columns have in common."""
    shapes, other_shapes = Counter(map(value_shape, values)), Counter(map(value_shape, others))
    if not shapes or not other_shapes:
        return 0.0
    return sum(
        min(count / len(values), other_shapes[shape] / len(others))
        for shape, count in shapes.items()
    )


def _base_column(cell: Field) -> str:
    return cell.column.removesuffix(COLUMN_SUFFIXES.get(cell.kind, ""))


def rename_columns(layout: RecordLayout, names: Mapping[str, str]) -> RecordLayout:
    """Return the layout with columns of other names; names that are taken get a number."""
    columns = layout.columns.names
    renamed = {new: old for new, old in names.items() if new and old and new != old}
    if not renamed:
        return layout
    taken = columns.values()
    for name in [old for old in renamed.values() if old in taken and old not in names]:
        renamed[name] = free_name(name, {*taken, *renamed.values()})
    kept = {slot: renamed.get(name, name) for slot, name in columns.items()}
    return replace(layout, columns=layout.columns.with_part("names", kept))
