"""Every compiled pattern of the package takes linear time on any text that a page may hold."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
import re
import signal
import sys
import time
from typing import TYPE_CHECKING

import pytest

import leadline
from leadline.columns.templates.induction import TRAILING_WORDS, learn_templates

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from types import FrameType

SHORT, LONG = 4_000, 16_000
"""Characters of a hostile text; linear time is 4 times as long for the long one, quadratic 16."""
MAX_RATIO = 9
QUICK_SECONDS = 0.001
"""Seconds for the short text below which no pattern can be quadratic: it takes 4 ms and more."""
MAX_SECONDS = 3
"""Seconds after which a match is taken for one that never ends."""
_UNITS = (
    "a|1| |a |1 |1,|-|(|((a|a(|<|<a |/|a/|&a=1|:|a: |;|a, |·|.|a@|a@a.|#|国|国1|12:|2012-01-|1 May "
    "|by |_|%20|\u3000|1/1 |1 of |page 1 |http://|1½|年|a-"
)
UNITS = (*_UNITS.split("|"), "|", "a | ", "\n", "\xa0")
ENDS = ("", "!")
SEARCHES = {"search", "finditer", "findall", "sub", "split"}


def patterns_in(value: object, depth: int = 3) -> Iterator[re.Pattern[str]]:
    if isinstance(value, re.Pattern) and isinstance(value.pattern, str):
        yield value
    elif depth and isinstance(value, dict | list | tuple | set | frozenset):
        for one in value.values() if isinstance(value, dict) else value:
            yield from patterns_in(one, depth - 1)


def used_methods(name: str, sources: str) -> set[str]:
    """Return how a pattern is used: as ``search`` and ``fullmatch`` where that is not plain."""
    used = {
        match[1] for match in re.finditer(rf"\b{re.escape(name)}(?:\[\w+\])?\.(\w+)\b", sources)
    }
    methods = {"search"} if used & SEARCHES else set()
    methods |= used & {"match", "fullmatch"}
    return methods or {"search", "fullmatch"}


def module_patterns() -> dict[str, tuple[re.Pattern[str], set[str]]]:
    modules = [
        importlib.import_module(found.name)
        for found in pkgutil.walk_packages(leadline.__path__, "leadline.")
        if not found.name.endswith("__main__")
    ]
    sources = "\n".join(inspect.getsource(module) for module in modules)
    found: dict[str, tuple[re.Pattern[str], set[str]]] = {}
    seen: set[re.Pattern[str]] = set()
    for module in modules:
        for name, value in vars(module).items():
            for number, pattern in enumerate(patterns_in(value)):
                if pattern not in seen:
                    seen.add(pattern)
                    key = f"{module.__name__.removeprefix('leadline.')}.{name}"
                    key = f"{key}[{number}]" if number else key
                    found[key] = pattern, used_methods(name, sources)
    return found


PATTERNS = module_patterns()


def seconds(read: Callable[[str], object], text: str) -> float:
    started = time.process_time()
    read(text)
    return time.process_time() - started


def is_superlinear(read: Callable[[str], object], unit: str, end: str) -> bool:
    short, long = ((unit * size)[:size] + end for size in (SHORT, LONG))
    for _ in range(3):  # the machine may have been busy
        once = seconds(read, short)
        if once < QUICK_SECONDS or seconds(read, long) <= MAX_RATIO * once:
            return False
    return True


def never_ends(_signal: int, _frame: FrameType | None) -> None:
    raise TimeoutError


def superlinear_units(
    pattern: re.Pattern[str], methods: set[str], units: tuple[str, ...] = UNITS
) -> list[tuple[str, str, str]]:
    found = []
    former = signal.signal(signal.SIGVTALRM, never_ends)
    try:
        for method in sorted(methods):
            for unit in units:
                for end in ENDS:
                    signal.setitimer(signal.ITIMER_VIRTUAL, MAX_SECONDS)
                    try:
                        slow = is_superlinear(getattr(pattern, method), unit, end)
                    except TimeoutError:
                        slow = True
                    signal.setitimer(signal.ITIMER_VIRTUAL, 0)
                    if slow:
                        found.append((method, unit, end))
    finally:
        signal.signal(signal.SIGVTALRM, former)
    return found


@pytest.mark.parametrize("name", PATTERNS)
def test_pattern_is_linear(name: str) -> None:
    assert superlinear_units(*PATTERNS[name]) == []


MEASURED = [
    ("repeated and not found", r"a+b", "a", True),
    ("repeated to the end", r"\s*$", " ", True),
    ("repeated from its beginning only", r"(?<!a)a++b", "a", False),
    ("repeated so many times at most", r"a{1,40}b", "a", False),
    ("one sign", r"b", "a", False),
]


@pytest.mark.parametrize(
    ("why", "pattern", "unit", "wanted"), MEASURED, ids=[m[0] for m in MEASURED]
)
def test_the_measure_tells_quadratic_from_linear(
    why: str, pattern: str, unit: str, wanted: bool
) -> None:
    assert is_superlinear(re.compile(pattern).search, unit, "!") is wanted, why


def test_the_measure_ends_what_is_exponential(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.modules[__name__], "MAX_SECONDS", 0.3)
    assert superlinear_units(re.compile(r"(?:a|aa)+b"), {"match"}, ("a",))


@pytest.mark.parametrize("end", ["1968", "!", "", "–x"])
def test_long_word_before_no_separator(end: str) -> None:
    assert seconds(TRAILING_WORDS.match, "wolf " + "d" * 40_000 + end) < 2


def test_titles_with_a_long_word() -> None:
    titles = [f"iron wolf {'Donaudampfschifffahrtsgesellschaft' * 3} {year}" for year in range(60)]
    started = time.process_time()
    learn_templates(titles)
    assert time.process_time() - started < 5


def test_words_before_a_separator_still_match() -> None:
    match = TRAILING_WORDS.match(" and others, 1968")
    assert match is not None
    assert match[0] == " and others"
