"""The step of a pager: arithmetic where no link leads.

After two hops it is known which parameter moves and by how much. Then page n + 1
can be requested without any link on page n (link windows, truncated pages).

>>> tails = ("", "&start=20", "&start=40")
>>> pages = [Request("GET", f"http://h.test/s?q=sea{tail}") for tail in tails]
>>> step = learn_step(pages)
>>> step
PageStep(parameter='start', amount=20, where='query', first=0, also=())
>>> advance(pages[2], step).url, position(pages[0], step)
('http://h.test/s?q=sea&start=60', 0)
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Final, Literal
from urllib.parse import quote_plus, unquote_plus, urlunsplit

from leadline.model import Request
from leadline.page.query_string import raw_pairs, split_address, with_pair
from leadline.wrapper.pager.addresses import (
    PAGE_SEGMENT,
    PAGE_TAIL,
    is_cursor_name,
    is_page_name,
    is_size_name,
    urlencoded_body,
)

Where = Literal["query", "path", "body"]

MAX_STEP_DIGITS: Final = 12
"""Digits above which a number is a time stamp or a token."""
MAX_STEP_AMOUNT: Final = 10_000
_NUMBERS: Final = re.compile(r"\d+")
_MIN_OFFSET: Final = 5
"""Value of page 2 from which it is an offset; below it is a page number."""


@dataclass(frozen=True, slots=True)
class PageStep:
    """What moves from page to page: ``parameter`` by ``amount``; page 1 has (or means) ``first``.

    For a path ``parameter`` is its last part with {} for the number; for a value with letters
    (``Page$3``) it is ``name=Page${}``. ``also`` move along: (name, amount, first).
    """

    parameter: str
    amount: int
    where: Where
    first: int = 1
    also: tuple[tuple[str, int, int], ...] = ()


def learn_step(requests: Sequence[Request]) -> PageStep | None:
    """Learn the step between successive page requests of one walk; None if nothing moves evenly."""
    if len(requests) < 2 or len({r.method for r in requests[1:]}) != 1:
        return None
    places: tuple[tuple[Where, list[str]], ...] = (
        ("query", [split_address(r.url).query for r in requests]),
        ("body", [urlencoded_body(r) for r in requests]),
    )
    for where, texts in places:
        if moves := _moves(tables := [dict(raw_pairs(text)) for text in texts]):
            best, *also = sorted(moves, key=lambda move: not _is_named(move))
            parameter, amount, first = best
            if len(tables) < 3:  # what stands on one page alone may be constant
                also = [move for move in also if _is_named(move) or move[0] in tables[0]]
            return PageStep(parameter, amount, where, first, tuple(also))
    return _path_step([split_address(r.url).path for r in requests])


def _is_named(move: tuple[str, int, int]) -> bool:
    """Tell whether what moves is called a page's number."""
    return is_page_name(move[0].partition("=")[0])


def _moves(tables: list[dict[str, str]]) -> list[tuple[str, int, int]]:
    """Return parameters that move evenly, in their order on the last page."""
    moves = []
    for name in tables[-1]:
        values = [unquote_plus(table.get(name, "")) for table in tables]
        if len(set(values)) > 1 and not is_size_name(name) and (move := _move(name, values)):
            moves.append(move)
    return moves


def _move(name: str, values: list[str]) -> tuple[str, int, int] | None:
    """Return name, amount and first value of a parameter that moves; the first page may lack it."""
    known = values[1:] if not values[0] else values
    shape = _shape(known)
    if shape is None:
        return None
    template, numbers = shape
    parameter = name if template == "{}" else f"{name}={template}"
    if len(numbers) == 1:
        if is_cursor_name(name):
            return None
        first, amount = _from_one(numbers[0])
    else:
        gaps = {b - a for a, b in pairwise(numbers)}
        amount = min(gaps)
        if len(gaps) > 1:
            return None
        first = numbers[0] - (amount if known is not values and len(known) < len(values) else 0)
    if not 0 < amount <= MAX_STEP_AMOUNT or first < 0:
        return None
    return parameter, amount, first


def _shape(values: list[str]) -> tuple[str, list[int]] | None:
    """Find the one number that varies: (text around it with {}, its values)."""
    split = [_NUMBERS.split(v, 8) for v in values]
    numbers = [_NUMBERS.findall(v)[:8] for v in values]
    if not values or any(s != split[0] for s in split) or not numbers[0]:
        return None
    varying = [i for i in range(len(numbers[0])) if len({n[i] for n in numbers}) > 1]
    if len(values) == 1 and len(numbers[0]) == 1:
        varying = [0]
    if len(varying) != 1 or any(len(n[varying[0]]) > MAX_STEP_DIGITS for n in numbers):
        return None
    at, pieces = varying[0], list(numbers[0])
    template = split[0][0]
    for i, piece in enumerate(pieces):
        template += ("{}" if i == at else piece) + split[0][i + 1]
    if "{" in template.replace("{}", "", 1) or not split[0][0].isprintable():
        return None
    return template, [int(n[at]) for n in numbers]


def _from_one(value: int) -> tuple[int, int]:
    """Guess first value and amount from page 2: 2 follows 1, 1 and 20 follow 0, 21 follows 1."""
    if value == 2:
        return 1, 1
    if value < _MIN_OFFSET:
        return 0, value
    return (1, value - 1) if value % 5 == 1 else (0, value)


def _path_step(paths: list[str]) -> PageStep | None:
    is_first_bare = _NUMBERS.split(paths[0]) != _NUMBERS.split(paths[1])
    known = paths[1:] if is_first_bare else paths
    if len(known) == 1:
        return _step_of_second(paths[0], known[0])
    shape = _shape(known)
    if shape is None:
        return None
    path, numbers = shape
    gaps = {b - a for a, b in pairwise(numbers)}
    amount = min(gaps)
    if len(gaps) > 1 or not 0 < amount <= MAX_STEP_AMOUNT:
        return None
    start = path.index("{}")
    template = _template(path, start, start + 2)
    return PageStep(template, amount, "path", numbers[0] - amount * is_first_bare)


def _template(path: str, start: int, stop: int) -> str:
    """Return the path from the segment of the number on, or from the segment before."""
    cut = path.rfind("/", 0, start)
    if cut == start - 1:
        cut = max(path.rfind("/", 0, cut), 0)
    return path[max(cut, 0) : start] + "{}" + path[stop:]


def _step_of_second(first: str, second: str) -> PageStep | None:
    """Learn the step of paths of which page 1 has no number."""
    for pattern in (PAGE_SEGMENT, PAGE_TAIL):
        spots = [m for m in pattern.finditer(second) if m[0] not in first]
        if spots:
            digits = list(_NUMBERS.finditer(second, spots[-1].start(), spots[-1].end()))[-1]
            if len(digits[0]) <= MAX_STEP_DIGITS:
                start, amount = _from_one(int(digits[0]))
                return PageStep(_template(second, *digits.span()), amount, "path", start)
    return None


def position(request: Request, step: PageStep) -> int | None:
    """Return the value of the moving parameter in a request; the first page's without one."""
    if step.where == "path":
        spot = _find_in_path(split_address(request.url).path, step)
        return int(spot[2]) if spot else step.first
    name, template = _named(step.parameter)
    for pair_name, value in raw_pairs(_text(request, step)):
        if pair_name == name and value:
            return _value(unquote_plus(value), template)
    return step.first


def advance(request: Request, step: PageStep, *, amount: int | None = None) -> Request | None:
    """Return the request one step on, or ``amount`` on after a page cut short; None without one."""
    here = position(request, step)
    if here is None:
        return None
    by = step.amount if amount is None else amount
    if step.where == "path":
        return _advance_path(request, step, here + by)
    text = _put(_text(request, step), step.parameter, here + by)
    for name, share, first in step.also:
        mate = replace(step, parameter=name, amount=share, first=first, also=())
        there = position(request, mate)
        if there is not None and by * share % step.amount == 0:
            text = _put(text, name, there + by * share // step.amount)
    if step.where == "body":
        return replace(request, body=text.encode("latin-1", "replace"))
    parts = split_address(request.url)
    return replace(request, url=urlunsplit(parts._replace(query=text, fragment="")))


def _text(request: Request, step: PageStep) -> str:
    return urlencoded_body(request) if step.where == "body" else split_address(request.url).query


def _named(parameter: str) -> tuple[str, str]:
    """Return name and value template of a step's parameter."""
    name, mark, template = parameter.partition("=")
    if mark and "{}" in template:
        return name, template
    return parameter, "{}"


def _value(value: str, template: str) -> int | None:
    before, _, after = template.partition("{}")
    number = re.fullmatch(re.escape(before) + r"(\d{1,12})" + re.escape(after), value)
    return int(number[1]) if number else None


def _put(query: str, parameter: str, number: int) -> str:
    """Set a step's parameter in a query string; zero padding is kept."""
    name, template = _named(parameter)
    old = next((value for other, value in raw_pairs(query) if other == name), "")
    digits = _NUMBERS.findall(unquote_plus(old))[-1:] or [""]
    width = len(digits[0]) if digits[0].startswith("0") else 0
    value = template.replace("{}", str(number).zfill(width))
    return with_pair(query, name, quote_plus(value, safe="$"))


def _find_in_path(path: str, step: PageStep) -> re.Match[str] | None:
    before, _, after = step.parameter.partition("{}")
    return re.search("(" + re.escape(before) + r")(\d{1,12})(" + re.escape(after) + ")$", path)


def _advance_path(request: Request, step: PageStep, number: int) -> Request | None:
    parts = split_address(request.url)
    spot = _find_in_path(parts.path, step)
    if spot:
        digits = str(number).zfill(len(spot[2]) if spot[2].startswith("0") else 0)
        path = parts.path[: spot.start(2)] + digits + parts.path[spot.end(2) :]
    else:
        path = _append(parts.path, step.parameter.replace("{}", str(number)))
    return replace(request, url=urlunsplit(parts._replace(path=path, fragment="")))


def _append(path: str, tail: str) -> str:
    """Append the numbered part to a first page's path: ``/news/`` + ``/page/2/``."""
    bare = path.rstrip("/")
    segment = bare.rpartition("/")[2]
    stem = segment.rpartition(".")[0] or segment
    if stem and tail.startswith(f"/{stem}") and not tail[1 + len(stem) :][:1].isalnum():
        return bare[: len(bare) - len(segment) - 1] + tail
    if "." in segment:
        bare = bare[: len(bare) - len(segment) - 1]
    return bare + (tail if tail.startswith("/") else "/" + tail)
