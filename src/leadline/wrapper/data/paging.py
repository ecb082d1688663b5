"""Paging of a call, learned by watching the next page being asked for; its size and its total."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import takewhile
from typing import Any, Final

from leadline.model import Page, Request
from leadline.page.data.lists import EACH, DataList, Item, Path, value_at
from leadline.page.query_string import split_address
from leadline.page.request_places import (
    NUMBER_STEP,
    Leaf,
    Place,
    place_at,
    places_in,
    text_before,
    with_place,
)
from leadline.wrapper.data.call import (
    ATTRIBUTE,
    HEADER,
    REL_NEXT,
    ROW_RANGE,
    Call,
    Paging,
    data_of,
    header_values,
    keys_at,
)

COUNTER_NAMES: Final = frozenset({"draw", "_", "seq", "t", "ts", "time", "timestamp", "nonce"})
OFFSET_NAME: Final = re.compile(
    r"^(?:(?:page_?|result_?)?offset|start|skip|from|begin|"
    r"(?:start|first)_?(?:row|at|index|record|result|item))$",
    re.IGNORECASE,
)
PAGE_NAME: Final = re.compile(r"^(?:page|p|pg|page_?(?:no|num|number|index)|current_?page)$", re.I)
SIZE_NAME: Final = re.compile(
    r"^(?:size|limit|length|rows|take|top|first|max|count|n|num|per_?page|page_?(?:size|limit)|"
    r"max_?results|result_?record_?count|"
    r"[a-z]+_?per_?page)$",
    re.IGNORECASE,
)
TOTAL_NAME: Final = re.compile(
    r"total|count|filtered|found|hits|matches|number|last_?row", re.IGNORECASE
)
NO_TOTAL_NAME: Final = re.compile(
    r"page|took|time|draw|status|limit|offset|size|took", re.IGNORECASE
)
CURSOR_NAME: Final = re.compile(r"next|cursor|after|token|last|scroll", re.IGNORECASE)
NEXT_ADDRESS_NAME: Final = re.compile(
    r"^(?:odata_|x_)?next_?(?:page_?)?(?:url|link|href|uri)?$", re.IGNORECASE
)
_LINK_ADDRESS: Final = re.compile(r"https?://|/|[^\s?]{0,200}\?")
_DATED: Final = re.compile(r"(?:19|20)\d\d[-/.]\d\d(?!\d)|\d{1,2}[/.]\d{1,2}[/.](?:19|20)\d\d")
"""Begin of a date: what moves in it is a span of time, whose other end moves too."""
_SIGNS: Final = re.compile(r"\W+")
_DIGIT_RUNS: Final = re.compile(r"\d+")
_KEY: Final = re.compile(r"[\w-]+")
MIN_KEYS: Final = 3
"""Keys of rows that are left out, from which a list of them is known."""
MAX_DIGITS: Final = 10
MAX_FOLLOWING: Final = 10
"""Later requests that are compared with the first one."""
MAX_ROWS_BESIDE: Final = 2
"""Rows of an answer that may be none which an offset counts."""
MAX_NUMBERS_MOVED: Final = 2
"""Numbers of one text that change from page to page: the begin and the end of its rows."""
MAX_SIZE_ASKED: Final = 1_000
MIN_CURSOR_CHARACTERS: Final = 4
MAX_ANSWER_LEAVES: Final = 20_000


def learn_paging(
    call: Call, answer: Page, items: Sequence[Item], following: Sequence[Page]
) -> Call:
    """Learn how the next page is asked for: from requests for it, else by names in the call.

    Of what may have moved that is believed which gives most of a request that was seen.
    """
    best: tuple[int, Call] | None = None
    for after in following[:MAX_FOLLOWING]:
        changed = _changed(answer, after)
        for paging in _moved(answer, after, changed, len(items)):
            now = _from_first_page(call, paging, after)
            given = _given(replace(call, paging=paging), answer, after, changed, len(items))
            if given == len(changed):
                return now
            if best is None or given > best[0]:
                best = given, now
    if best is not None:
        return best[1]
    data = data_of(answer)
    for path, leaf in [*answer_leaves(data), *header_values(answer)]:
        if isinstance(leaf, str) and _LINK_ADDRESS.match(leaf) and _names_next(path):
            return replace(call, paging=Paging("cursor", ("url",), 0, path))
        if leaf == "next" and path[-1:] == ("rel",):
            return replace(call, paging=Paging("cursor", ("url",), 0, (*path[:-2], REL_NEXT)))
    address = split_address(answer.url).path
    like = [page.request for page in following if split_address(page.request.url).path == address]
    for place, leaf in places_in(call.whole or call.base).items():
        name = plain_name(place[-1])
        if like and all(place_at(one, place) == leaf for one in like):
            continue  # it stayed while the page went on
        if OFFSET_NAME.match(name) and str(leaf) == "0":
            return replace(call, paging=Paging("offset", place))
        if PAGE_NAME.match(name) and str(leaf) in ("0", "1"):
            return replace(call, paging=Paging("page", place, 1))
    return call


def leads_on(before: Page, after: Page, rows: int) -> bool:
    """Tell whether a request asks for what follows on a page of so many rows."""
    changed = _changed(before, after)
    found = _moved(before, after, changed, rows) if changed else ()
    return any(_given(Call(before.request, paging=p), before, after, changed, rows) for p in found)


def plain_name(name: str | int) -> str:
    """Return a name without the signs that a standard adds.

    >>> plain_name("page[size]"), plain_name("$skip"), plain_name("@odata.nextLink")
    ('page_size', 'skip', 'odata_nextLink')
    """
    return _SIGNS.sub("_", str(name)).strip("_")


def _names_next(path: Path) -> bool:
    """Tell whether a path leads to the address of the next page (JSON:API, HAL, OData).

    >>> _names_next(("links", "next")), _names_next(("_links", "next", "href"))
    (True, True)
    """
    named = path[:-1] if path[-1:] == ("href",) else path
    return bool(named) and NEXT_ADDRESS_NAME.match(plain_name(named[-1])) is not None


def _changed(before: Page, after: Page) -> list[Place]:
    """Return the places of a request that differ from those of the page before."""
    first, then = places_in(before.request), places_in(after.request)
    return [place for place, leaf in then.items() if first.get(place) != leaf]


def _given(call: Call, before: Page, after: Page, changed: Sequence[Place], rows: int) -> int:
    """Return how many of the places that changed a call fills as the request that was seen."""
    onward = call.next_request(before, rows)
    if onward is None:
        return 0
    given, then = places_in(onward), places_in(after.request)
    return sum(place in given and str(given[place]) == str(then[place]) for place in changed)


def _moved(before: Page, after: Page, changed: Sequence[Place], rows: int) -> Iterator[Paging]:
    """Yield what may lead from the request of a page to that of the next one, the likeliest first.

    ``changed`` are the places in which they differ.
    """
    first, then = places_in(before.request), places_in(after.request)
    for place in changed:
        if _follows(first.get(place), then[place]):
            yield Paging("range", place)
        if path := _left_out(before, first.get(place), then[place], rows):
            yield Paging("seen", place, 0, path)
    plain = {place: (_number(first.get(place)), _number(then[place])) for place in changed}
    counted, data = _counted(plain, rows), data_of(before)
    cursors = {
        str(leaf): path for path, leaf in answer_leaves(data) if _may_be_cursor(path, leaf, data)
    }
    for place in changed:
        path = _from_the_end(cursors.get(str(then[place]), ()), data)
        said = CURSOR_NAME.search(str(path[-1:])) or -1 in path
        is_added = place not in first and plain[place][1] is None and said
        if path and place[0] != "path" and (is_added or not counted):
            beside, step = ((counted[0].place,), counted[0].step) if counted else ((), 0)
            yield Paging("cursor", place, step, path, beside)
    yield from counted
    inside: dict[Place, tuple[int | None, int | None]] = {}
    for place in changed:
        inside |= _moved_numbers(place, first.get(place), then[place])
    yield from _counted(inside, rows)


def _left_out(before: Page, old: Leaf, new: Leaf, rows: int) -> Path:
    """Return where the keys of a page stand which the next request leaves out, () where none do."""
    if not isinstance(new, str) or rows < MIN_KEYS or not str(new).startswith(str(old or "")):
        return ()
    keys = _KEY.findall(str(new)[len(str(old or "")) :])
    if len(keys) != rows or len({*keys}) < rows:
        return ()
    text = before.body.decode("utf-8", "replace")
    names = dict.fromkeys(re.findall(rf"([\w-]{{1,40}})\s?=\s?[\"']?{re.escape(keys[0])}\b", text))
    paths: list[Path] = [(ATTRIBUTE, name) for name in names]
    for path, leaf in answer_leaves(data_of(before)):
        if str(leaf) == keys[0] and len(path) > 1 and isinstance(path[-2], int):
            paths.append((*path[:-2], EACH, path[-1]))
    return next((path for path in paths if {*keys_at(before, path)} == {*keys}), ())


def _counted(changed: dict[Place, tuple[int | None, int | None]], rows: int) -> list[Paging]:
    """Return which of some values, each as it was and as it is, may count rows or pages.

    Where a row or two of an answer are none, a sum say, an offset counts so many less.
    """
    pages: list[tuple[bool, bool, Paging]] = []
    moved: dict[int, list[Place]] = {}
    jumped: list[Place] = []
    for place, (start, end) in changed.items():
        if end is None or str(place[-1]).casefold() in COUNTER_NAMES:
            continue
        step = end - (start or 0)
        if rows > 1 and 0 <= rows - step <= MAX_ROWS_BESIDE and step > 1:
            moved.setdefault(rows - step, []).append(place)
        elif rows > 1 and step > rows and step % rows == 0:
            jumped.append(place)
        is_size = SIZE_NAME.match(plain_name(place[-1])) is not None
        if not is_size and (step == 1 if start is not None else end in (1, 2)):
            is_named = PAGE_NAME.match(plain_name(place[-1])) is not None  # others count requests
            pages.append((not is_named, start not in (None, 0, 1), Paging("page", place, 1)))
    if len(jumped) > 1 and not moved:  # a range that was scrolled to, over some pages
        moved[0] = jumped
    found: list[Paging] = []
    for beside, places in sorted(moved.items()):
        begin, *ends = sorted(places, key=lambda place: changed[place][0] or 0)
        found.append(Paging("offset", begin, beside, beside=tuple(ends)))
    return [*found, *(one[2] for one in sorted(pages, key=lambda one: one[:2]))]


def _moved_numbers(place: Place, before: Leaf, after: Leaf) -> dict[Place, tuple[int, int]]:
    """Return the numbers that changed in a text which else is the same: ``2.json``, ``page: 2``.

    >>> _moved_numbers(("path", 1), "1.json", "2.json"), _moved_numbers(("path", 1), "a1", "b2")
    ({('path', 1, '#', ''): (1, 2)}, {})
    >>> _moved_numbers(("query", "timeMin"), "2026-11-01T00:00Z", "2026-12-01T00:00Z")
    {}
    """
    old, new = str(before), str(after)
    around = _DIGIT_RUNS.sub("", old)
    is_like = isinstance(before, str) and bool(around) and around == _DIGIT_RUNS.sub("", new)
    if not is_like or _DATED.match(old):
        return {}
    pairs = zip(_DIGIT_RUNS.finditer(old), _DIGIT_RUNS.finditer(new), strict=False)
    moved = [
        ((*place, NUMBER_STEP, text_before(old, one)), (int(one[0]), int(two[0])))
        for one, two in pairs
        if one[0] != two[0] and max(len(one[0]), len(two[0])) < MAX_DIGITS
    ]
    return dict(moved) if len(moved) <= MAX_NUMBERS_MOVED else {}


def _follows(before: Leaf, after: Leaf) -> bool:
    """Tell whether a range of rows in one value is the one behind another.

    >>> _follows("0-55", "56-117"), _follows("2020-21", "2021-22")
    (True, False)
    """
    old, new = ROW_RANGE.search(str(before)), ROW_RANGE.search(str(after))
    return old is not None and new is not None and int(new[1]) == int(old[2]) + 1 > int(old[1])


def _may_be_cursor(path: Path, leaf: Leaf, data: Any) -> bool:
    """Tell whether a value may name the next page: by its name, its place or its looks."""
    if CURSOR_NAME.search(str(path[-1]) if path else "") or -1 in _from_the_end(path, data):
        return bool(leaf) and not isinstance(leaf, bool)
    return isinstance(leaf, str) and len(leaf) >= MIN_CURSOR_CHARACTERS and not leaf.isdecimal()


def _from_the_end(path: Path, data: Any) -> Path:
    """Return a path on which the last item of a list is counted from the end."""
    steps: list[str | int] = []
    for number, step in enumerate(path):
        outer = value_at(data, path[:number])
        is_last = isinstance(outer, list) and step == len(outer) - 1
        steps.append(-1 if is_last else step)
    return tuple(steps)


def _from_first_page(call: Call, paging: Paging, after: Page) -> Call:
    """Return a call whose requests name their first page where the page's own does not."""
    call = replace(call, paging=paging)
    if paging.kind != "page" or place_at(call.whole or call.base, paging.place) is not None:
        return call
    second = place_at(after.request, paging.place)
    first: Leaf = (_number(second) or 1) - 1
    first = str(first) if isinstance(second, str) else first

    def numbered(request: Request) -> Request:
        return with_place(request, paging.place, first)

    whole = numbered(call.whole) if call.whole is not None else None
    return replace(call, base=numbered(call.base), whole=whole)


def learn_size(call: Call, answer: Page, rows: int) -> Call:
    """Learn which value of the request is the number of records a page: the nearest to theirs.

    One beside the number of the page comes first; groups to count may have sizes of their own.
    """
    page = call.paging.place if call.paging is not None else ()
    sizes = [
        (place[:-1] != page[:-1], number, place)
        for place, leaf in places_in(call.whole or call.base).items()
        if place != page and SIZE_NAME.match(plain_name(place[-1]))
        if (number := _number(leaf)) is not None and 0 < rows <= number <= MAX_SIZE_ASKED
    ]
    best = min(sizes, key=lambda one: one[:2], default=None)
    return replace(call, size=best[2]) if best is not None else call


def learn_total(
    call: Call, answers: Sequence[Page], data: DataList, *, goes_on: bool = False
) -> Call:
    """Learn which number of an answer is its total: not below its rows, other for other words.

    It is above them where the page was seen to go on. One of several like values side by side, such
    as the numbers of pages, is none.
    """
    values = [dict([*answer_leaves(data_of(page)), *header_values(page)]) for page in answers]
    candidates = [
        path
        for path, leaf in values[0].items()
        if (path[:1] == (HEADER,) or path[: len(data.path)] != data.path)
        and TOTAL_NAME.search(name := str(path[-2 if path[-1] == "value" and path[1:] else -1]))
        and not NO_TOTAL_NAME.search(name)
        and (_number(leaf) or 0) >= len(data.items) + goes_on
        and not any(isinstance(step, int) and step for step in path[len(_common(path, data)) :])
    ]
    if len(answers) > 1:
        candidates = [
            path for path in candidates if len({str(one.get(path)) for one in values[1:]}) > 1
        ]
    best = min(candidates, key=lambda path: (len(path), len(str(path[-1]))), default=())
    return replace(call, total=best)


def _common(path: Path, data: DataList) -> Path:
    """Return the first steps of a path that lead to a list too."""
    same = takewhile(lambda pair: pair[0] == pair[1], zip(path, data.path, strict=False))
    return tuple(step for step, _ in same)


def answer_leaves(data: Any) -> list[tuple[Path, Leaf]]:
    """Return the plain values of an answer with their paths, in document order."""
    found: list[tuple[Path, Leaf]] = []
    todo: list[tuple[Path, Any]] = [((), data)]
    while todo and len(found) < MAX_ANSWER_LEAVES:
        path, value = todo.pop()
        if isinstance(value, dict | list):
            pairs = list(value.items() if isinstance(value, dict) else enumerate(value))
            todo += [((*path, step), inner) for step, inner in reversed(pairs)]
        else:
            found.append((path, value))
    return found


def _number(leaf: Any) -> int | None:
    if isinstance(leaf, bool) or leaf is None:
        return None
    if isinstance(leaf, int):
        return leaf
    return (
        int(leaf) if isinstance(leaf, str) and leaf.isdecimal() and len(leaf) < MAX_DIGITS else None
    )
