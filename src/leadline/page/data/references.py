"""Data written flat, as some frameworks write the state of a page: values by their numbers.

Each object names its values by their places in one list: devalue (Nuxt, SvelteKit), turbo-stream
(React Router), which names the names too, and structured-clone, which says the kind of each value.

>>> with_references([{"items": 1}, [2, 2], {"title": 3}, "Emma"])
{'items': [{'title': 'Emma'}, {'title': 'Emma'}]}
>>> with_references([{"_1": 2}, "title", "Emma"]), with_references([{"id": 1}, {"id": 0}])
({'title': 'Emma'}, [{'id': 1}, {'id': 0}])
>>> with_references([[2, [[1, 2]]], [0, "rows"], [1, [3, 4]], [0, "Emma"], [0, 7]])
{'rows': ['Emma', 7]}
"""

from typing import Any, Final

MIN_FLAT_VALUES: Final = 3
_PAIRS: Final = (2, 5)
_ROWS: Final = (1, 6)
"""Kinds of structured-clone: objects and maps, lists and sets."""
MAX_OUTER_DEPTH: Final = 4
"""Levels of other data in which flat data is looked for."""
MAX_REFERENCE_DEPTH: Final = 40
MAX_RESOLVED: Final = 200_000
"""Values that are put in place: one value may be named often."""
MIN_RESOLVED: Final = 2_000
MAX_TIMES_NAMED: Final = 50
"""Times that a value is named, in the mean."""
MAX_PLACE_DIGITS: Final = 10


def with_references(data: Any, depth: int = 0) -> Any:
    """Return data with flat parts of it as what they stand for."""
    if depth > MAX_OUTER_DEPTH or not isinstance(data, dict | list):
        return data
    if isinstance(data, list):
        for one in (data, _unclone(data)):
            if _is_flat(one):
                return _Flat(one).value(0)
        if len(data) > MAX_OUTER_DEPTH:  # a list of records, not of parts of a page
            return data
        return [with_references(one, depth + 1) for one in data]
    return {name: with_references(one, depth + 1) for name, one in data.items()}


def _unclone(data: list[Any]) -> list[Any]:
    """Return what structured-clone wrote as turbo-stream writes it, [] for other data.

    >>> _unclone([[2, [[1, 2]]], [0, "rows"], [8, "12"], [-1]])
    [{'_1': 2}, 'rows', '12', None]
    """
    flat: list[Any] = []
    for one in data:
        if not isinstance(one, list) or not one or len(one) > 2 or not isinstance(one[0], int):
            return []
        kind, value = one[0], one[1] if len(one) > 1 else None
        pairs = value if kind in _PAIRS and isinstance(value, list) else []
        if not all(isinstance(pair, list) and len(pair) == 2 for pair in pairs):
            return []
        if isinstance(value, dict | list) and kind not in (*_PAIRS, *_ROWS):
            value = str(value)
        flat.append({f"_{name}": at for name, at in pairs} if kind in _PAIRS else value)
    return flat


def _is_flat(data: list[Any]) -> bool:
    """Tell whether the first value leads to all others, by numbers alone."""
    if len(data) < MIN_FLAT_VALUES or not isinstance(data[0], dict | list) or not data[0]:
        return False
    named: set[int] = set()
    for one in data:
        for place in _places(one):
            if isinstance(place, bool) or not isinstance(place, int) or place >= len(data):
                return False
            named.add(place)
    return named >= set(range(1, len(data)))


def _places(value: Any) -> list[Any]:
    if isinstance(value, dict):
        return [*value.values(), *(one for one in map(_named_place, value) if one is not None)]
    if not isinstance(value, list):
        return []
    if value and isinstance(value[0], str):
        return [place for place in value[1:] if isinstance(place, int)]
    return value


def _named_place(name: str) -> int | None:
    """Return the place of the text that is a name, None for a name that is the text itself.

    >>> _named_place("_12"), _named_place("_id"), _named_place("_" + "1" * 5_000)
    (12, None, None)
    """
    is_place = name[:1] == "_" and name[1:].isdecimal() and len(name) <= MAX_PLACE_DIGITS
    return int(name[1:]) if is_place else None


class _Flat:
    """Puts the values of one list in place; a value that holds itself stands in itself as None."""

    def __init__(self, data: list[Any]) -> None:
        self._data, self._open = data, set[int]()
        self._left = min(MAX_RESOLVED, MIN_RESOLVED + MAX_TIMES_NAMED * len(data))

    def value(self, place: Any, depth: int = 0) -> Any:
        """Return the value at a place, None where there is none."""
        self._left -= 1
        if not isinstance(place, int) or not 0 <= place < len(self._data) or self._left < 0:
            return None
        one = self._data[place]
        if not isinstance(one, dict | list):
            return one
        if depth > MAX_REFERENCE_DEPTH or place in self._open:
            return None
        self._open.add(place)
        whole = self._inside(one, depth)
        self._open.remove(place)
        return whole

    def _inside(self, one: Any, depth: int) -> Any:
        """Return a map or list with its values in place."""
        if isinstance(one, dict):
            return {self._name(name): self.value(at, depth + 1) for name, at in one.items()}
        if one and isinstance(one[0], str):  # a kind, and what is of it
            inner = [self.value(at, depth + 1) for at in one[1:] if isinstance(at, int)]
            return inner if one[0] in ("Set", "Map") else (inner or one[1:] or [None])[0]
        return [self.value(at, depth + 1) for at in one]

    def _name(self, name: str) -> str:
        place = _named_place(name)
        named = name if place is None else self.value(place)
        return named if isinstance(named, str) else name
