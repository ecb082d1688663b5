"""Lists of like objects in data, each with its path.

Objects may stand in a list, as the values of a map or in lists there, as rows of plain values
(named by headings beside them or in the first row), or as columns side by side.
A path holds names and numbers; ``VALUES`` means the values of a map,
``COLUMNS`` its columns, ``EACH`` the lists of one name, or its objects, in all objects of a list.
Texts count as objects of one text each, ``TEXTS``, where data holds no list of objects.
Objects of one name each, of different names, are envelopes: the list is one by each name.

>>> data = {"hits": [{"id": 1}, {"id": 2}], "pages": {"a": ["x"] * 5, "b": [1, 2, 3, 4, 5]}}
>>> [(one.path, len(one.items)) for one in lists_in(data)]
[(('hits',), 2), (('pages', '||'), 5)]
>>> list_at(data, ("pages", "||"))[0]
{'a': 'x', 'b': 1}
"""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from leadline.page.plain_rows import headed, plain_rows

Path = tuple[str | int, ...]
Item = dict[str, Any]

VALUES: Final = "{}"
COLUMNS: Final = "||"
EACH: Final = "[]"
TEXTS: Final = "''"
MIN_ITEMS: Final = 2
MIN_OF_MAP: Final = 5
"""Values from which a map or columns side by side may be a list of objects."""
MIN_LIKE_SHARE: Final = 0.8
"""Share of the items, or of their names, that must be alike."""
MIN_SAME_NAMES: Final = 0.6
"""Share of the names in a map's objects that most of them must have."""
MIN_INSIDE: Final = 3
"""Objects inside each object of a list, in the mean, that may be what a page counts."""
_COUNT: Final = re.compile(r"(?<![\d.,:])\d{2,9}(?![\d.,:])")
_SPECIAL: Final = frozenset({VALUES, COLUMNS, EACH, TEXTS})
MAX_ITEMS_ENTERED: Final = 50
"""Items of a list in which further lists are looked for."""
MAX_PAIRS: Final = 200
"""Pairs of a name and a value that may be the columns of a table."""
MAX_LISTS: Final = 2_000
MAX_DATA_DEPTH: Final = 40


@dataclass(frozen=True, slots=True)
class DataList:
    """A list of like objects and where it stands."""

    path: Path
    items: tuple[Item, ...]

    @property
    def names(self) -> frozenset[str]:
        """Names that most items have."""
        counts = Counter(name for item in self.items[:MAX_ITEMS_ENTERED] for name in item)
        least = 0.5 * min(len(self.items), MAX_ITEMS_ENTERED)
        return frozenset(name for name, count in counts.items() if count >= least)

    def is_like(self, names: frozenset[str]) -> bool:
        """Tell whether the items have these names, nearly all of them and few others."""
        return len(self.names & names) >= MIN_LIKE_SHARE * max(len(self.names | names), 1)


def lists_in(data: Any, least: int = MIN_ITEMS) -> list[DataList]:
    """Return the lists of objects that data holds, outer ones first; else its lists of texts.

    Lists of less than ``least`` objects are none.

    >>> lists_in({"names": ["Sea", "Sky", "Sun", "Fog", "Ice"]})[0].items[:2]
    ({'text': 'Sea'}, {'text': 'Sky'})
    """
    return _lists_by(data, (None, VALUES, COLUMNS), least) or _lists_by(data, (TEXTS,))


def _lists_by(data: Any, steps: Sequence[str | None], least: int = MIN_ITEMS) -> list[DataList]:
    lists: list[DataList] = []
    todo: list[tuple[Path, Any]] = [((), data)]
    for path, value in todo:
        if len(lists) >= MAX_LISTS or len(path) > MAX_DATA_DEPTH:
            continue
        for step in steps:
            own = path if step is None else (*path, step)
            if items := _items(value, step, least):
                items = _headed(data, path, items) if step is None else items
                lists += _by_envelope(own, items) or [DataList(own, items)]
        if isinstance(value, dict):
            todo += [((*path, name), inner) for name, inner in value.items() if _is_nested(inner)]
        else:
            entered = enumerate(value[:MAX_ITEMS_ENTERED]) if isinstance(value, list) else ()
            todo += [((*path, number), inner) for number, inner in entered if _is_nested(inner)]
    return lists


def widened(data: Any, one: DataList) -> DataList:
    """Return the lists of one name in all objects of a list as one, where a list is one of them."""
    for place in reversed(range(len(one.path) - 1)):
        if isinstance(one.path[place], int):
            path = (*one.path[:place], EACH, *one.path[place + 1 :])
            wide = DataList(path, list_at(data, path))
            is_wider = len(wide.items) > len(one.items) and wide.is_like(one.names)
            return wide if is_wider else one
    return one


def with_siblings(data: Any, one: DataList) -> DataList:
    """Return a list with those of like objects beside it, under other names of one object.

    >>> parts = {"passed": [{"t": 1}, {"t": 2}], "failed": [{"t": 3}], "tags": [{"n": 4}]}
    >>> with_siblings(parts, DataList(("passed",), list_at(parts, ("passed",)))).items
    ({'t': 1}, {'t': 2}, {'t': 3})
    """
    around = value_at(data, one.path[:-1]) if one.path else None
    if not isinstance(around, dict) or one.path[-1] in _SPECIAL:
        return one
    paths = [(*one.path[:-1], name) for name in around if name != one.path[-1]]
    beside = (DataList(path, list_at(data, path)) for path in paths[:MAX_ITEMS_ENTERED])
    like = (other.items for other in beside if other.is_like(one.names))
    items = {repr(item): item for part in (one.items, *like) for item in part}
    return DataList(one.path, (*items.values(),)) if len(items) > len(one.items) else one


def counted_inside(data: Any, one: DataList, lines: Iterable[str]) -> DataList:
    """Return the lists in the objects of a list as one, where a page states how many there are.

    >>> files = [{"tests": [{"t": f"t{n}-{m}"} for m in range(4)]} for n in range(5)]
    >>> one = DataList((), list_at(files, ()))
    >>> [len(counted_inside(files, one, said).items) for said in (["20 tests"], ["5 files"])]
    [20, 5]
    """
    stated = {number for line in lines for number in _COUNT.findall(line)}
    names = dict.fromkeys(name for item in one.items for name in item)
    paths = [(*one.path, EACH, name) for name in names] if {*one.path}.isdisjoint(_SPECIAL) else ()
    inside = (DataList(path, list_at(data, path)) for path in paths)
    more = (wide for wide in inside if len(wide.items) >= MIN_INSIDE * len(one.items))
    return next((wide for wide in more if str(len(wide.items)) in stated), one)


def list_at(data: Any, path: Path) -> tuple[Item, ...]:
    """Return the objects of the list at a path, none where it has no such list."""
    if EACH in path:
        place = path.index(EACH)
        outer, inner = list_at(data, path[:place]), path[place + 1 :]
        return tuple(item for one in outer for item in list_at(one, inner) or _one_at(one, inner))
    step = path[-1] if path and path[-1] in _SPECIAL else None
    value = value_at(data, path[:-1] if step is not None else path)
    items = _items(value, step, least=1)
    return _headed(data, path, items) if step is None else items


def _headed(data: Any, path: Path, items: tuple[Item, ...]) -> tuple[Item, ...]:
    """Return rows of plain values by the headings beside them, if just one list fits.

    >>> table = {"columns": [{"title": "Name"}, {"title": "Born"}], "data": [["Ann", 1], ["Bo", 2]]}
    >>> list_at(table, ("data",))[0], list_at({**table, "columns": []}, ("data",))[0]
    ({'Name': 'Ann', 'Born': 1}, {'0': 'Ann', '1': 1})
    """
    return headed(items, value_at(data, path[:-1])) if path else items


def _one_at(data: Any, path: Path) -> tuple[Item, ...]:
    value = None if {*path} & _SPECIAL else value_at(data, path)
    return (value,) if isinstance(value, dict) and value else ()


def _by_envelope(path: Path, items: Sequence[Item]) -> list[DataList]:
    """Return the objects in envelopes by their names, none where items are no envelopes."""
    if not all(len(one) == 1 and isinstance(next(iter(one.values())), dict) for one in items):
        return []
    groups: dict[str, list[Item]] = {}
    for name, inner in (pair for one in items for pair in one.items() if pair[1]):
        groups.setdefault(name, []).append(inner)
    lists = [
        DataList((*path, EACH, name), (*group,))
        for name, group in groups.items()
        if len(group) >= MIN_ITEMS
    ]
    held = sum(len(one.items) for one in lists)
    return lists if len(groups) > 1 and held >= MIN_LIKE_SHARE * len(items) else []


def value_at(data: Any, path: Sequence[str | int]) -> Any:
    """Return the value at a path, None where there is none."""
    for step in path:
        if isinstance(data, dict) and isinstance(step, str):
            data = data.get(step)
        elif isinstance(data, list) and isinstance(step, int) and -len(data) <= step < len(data):
            data = data[step]
        else:
            return None
    return data


def like_list(data: Any, names: frozenset[str]) -> DataList | None:
    """Return the longest list whose items have these names, where another path leads to it."""
    same = [one for one in lists_in(data) if one.is_like(names)]
    return max(same, key=lambda one: len(one.items), default=None)


def _is_nested(value: Any) -> bool:
    return isinstance(value, dict | list) and bool(value)


def _items(value: Any, step: str | int | None, least: int = MIN_ITEMS) -> tuple[Item, ...]:
    if step == COLUMNS:
        return _columns(named) if (named := _named(value)) else ()
    if step == VALUES:
        if not isinstance(value, dict) or len(value) < MIN_OF_MAP:
            return ()
        groups = {key: one if isinstance(one, list) else [one] for key, one in value.items()}
        inner = [(key, one) for key, group in groups.items() for one in group]
        objects = [{"key": key, **one} for key, one in inner if isinstance(one, dict)]
        is_whole = all(groups.values()) and len(objects) == len(inner)
        return tuple(objects) if is_whole and _are_alike(objects) else ()
    if not isinstance(value, list) or len(value) < least:
        return ()
    if step == TEXTS:
        texts = dict.fromkeys(one for one in value if isinstance(one, str) and one)
        is_list = len(texts) >= max(least, MIN_LIKE_SHARE * len(value))
        return tuple({"text": one} for one in texts) if is_list else ()
    objects = [one for one in value if isinstance(one, dict) and one]
    if len(objects) >= MIN_LIKE_SHARE * len(value):
        return tuple(objects)
    return plain_rows(value)


def _named(value: Any) -> Item:
    """Return a map, also one that is written as pairs of a name and a value."""
    if isinstance(value, list) and value[1:] and len(value) <= MAX_PAIRS:
        pairs = [one for one in value if isinstance(one, list) and len(one) == 2]
        names = {one[0] for one in pairs if isinstance(one[0], str)}
        return dict(pairs) if len(names) == len(value) else {}
    return value if isinstance(value, dict) else {}


def _are_alike(objects: Sequence[Item]) -> bool:
    counts = Counter(name for one in objects for name in one)
    return sum(count for count in counts.values() if count >= MIN_LIKE_SHARE * len(objects)) >= (
        MIN_SAME_NAMES * sum(counts.values())
    )


def _columns(value: Item) -> tuple[Item, ...]:
    """Return the rows of the longest columns of equal length in an object.

    Where most columns have other lengths they are dictionaries, say, and what stands side by side
    in them is no row.
    """
    long = (pair for pair in value.items() if isinstance(pair[1], list))
    columns = {name: cells for name, cells in long if len(cells) >= MIN_OF_MAP}
    plain = {name for name, cells in columns.items() if not any(map(_is_nested, cells))}
    lengths = Counter(len(columns[name]) for name in plain)
    length = max((number for number, count in lengths.items() if count > 1), default=0)
    same = [name for name, cells in columns.items() if len(cells) == length]
    if 2 * len(plain.intersection(same)) < len(plain):
        return ()
    names = [name for name in same if name in plain]
    rows = zip(*(columns[name] for name in names), strict=True)
    return tuple(dict(zip(names, row, strict=True)) for row in rows)
