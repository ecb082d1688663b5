"""Every compiled pattern of the package takes linear time on any text that a page may hold."""

import importlib
import inspect
import pkgutil
import re
import re._constants as codes
import signal
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import fields, is_dataclass
from re._constants import ANY, CATEGORY, IN, LITERAL, NOT_LITERAL, POSSESSIVE_REPEAT
from re._parser import SubPattern, parse
from types import FrameType
from typing import Any, Final

import pytest

import leadline
from amounts import MANY, amount
from hostile_texts import REPEATS, pumps
from leadline.columns.templates.induction import TRAILING_WORDS, learn_templates
from leadline.columns.templates.template import KINDS, _pattern, items_of
from tables import each_row

ONE_SIGN: Final = {ANY, CATEGORY, IN, LITERAL, NOT_LITERAL}
"""Operators of a pattern that take one character."""
SHORT, LONG = 4_000, 16_000
"""Characters of a hostile text; linear time is 4 times as long for the long one, quadratic 16."""
MAX_RATIO = 9
MANY_TIMES = 5
"""Repetitions of a part from which it can take long; below, each place of a text takes a bound."""
QUICK_SECONDS = 0.001
"""Seconds for the short text below which no pattern can be quadratic: it takes 4 ms and more."""
BUSY_TIMES = 5
"""Pairs of measures that must all tell the same: a busy machine delays either text of some."""
MAX_SECONDS = 3
"""Seconds after which a match is taken for one that never ends."""
_UNITS = (
    "a|1| |a |1 |1,|-|(|((a|a(|<|<a |/|a/|&a=1|:|a: |;|a, |·|.|a@|a@a.|#|国|国1|12:|2012-01-|1 May "
    "|by |_|%20|\u3000|1/1 |1 of |page 1 |http://|1½|年|a-"
)
UNITS = (*_UNITS.split("|"), "|", "a | ", "\n", "\xa0")[:: amount(2, many=1)]
ENDS = ("", "!") if MANY else ("!",)
"""What a text ends with: nearly all that takes long does so because it fails there."""
SEARCHES = {"search", "finditer", "findall", "sub", "split"}


def _is_constant(value: object) -> bool:
    """Tell whether a value is a cached function of leadline without parameters."""
    function = getattr(value, "__wrapped__", None)
    if not (hasattr(value, "cache_info") and inspect.isfunction(function)):
        return False
    own = function.__module__.startswith("leadline.")
    return own and not inspect.signature(function).parameters


def patterns_in(value: object, depth: int = 3) -> Iterator[re.Pattern[str]]:
    """Patterns in a value, also those of cached functions without parameters."""
    if isinstance(value, re.Pattern):
        yield (
            value if isinstance(value.pattern, str) else re.compile(value.pattern.decode("latin-1"))
        )
    elif depth and _is_constant(value):
        yield from patterns_in(value(), depth - 1)
    elif depth and is_dataclass(value) and not isinstance(value, type):
        yield from patterns_in([getattr(value, one.name) for one in fields(value)], depth - 1)
    elif depth and isinstance(value, dict | list | tuple | set | frozenset):
        for one in value.values() if isinstance(value, dict) else value:
            yield from patterns_in(one, depth - 1)


def methods_by_name(sources: str) -> dict[str, set[str]]:
    """Return what is called of each constant in the sources, also after an index."""
    called = defaultdict(set)
    for match in re.finditer(r"\b([A-Z_]\w*)(?=(?:\[\w+\])?\.(\w+)\b)", sources):
        called[match[1]].add(match[2])
    return called


def used_methods(used: set[str]) -> set[str]:
    """Return how a pattern is used: as ``search`` and ``fullmatch`` where that is not plain."""
    methods = {"search"} if used & SEARCHES else set()
    methods |= used & {"match", "fullmatch"}
    return methods or {"search", "fullmatch"}


def module_patterns() -> dict[str, tuple[re.Pattern[str], set[str]]]:
    modules = [
        importlib.import_module(found.name)
        for found in pkgutil.walk_packages(leadline.__path__, "leadline.")
        if not found.name.endswith("__main__")
    ]
    called = methods_by_name("\n".join(inspect.getsource(module) for module in modules))
    found: dict[str, tuple[re.Pattern[str], set[str]]] = {}
    seen: set[re.Pattern[str]] = set()
    for module in modules:
        for name, value in vars(module).items():
            for number, pattern in enumerate(patterns_in(value)):
                if pattern not in seen:
                    seen.add(pattern)
                    key = f"{module.__name__.removeprefix('leadline.')}.{name}"
                    key = f"{key}[{number}]" if number else key
                    found[key] = pattern, used_methods(called[name])
    return found


PATTERNS = module_patterns()


def seconds(read: Callable[[str], object], text: str) -> float:
    started = time.process_time()
    read(text)
    return time.process_time() - started


def is_superlinear(read: Callable[[str], object], unit: str, end: str, lead: str = "") -> bool:
    short, long = (lead + (unit * (size // len(unit) + 1))[:size] + end for size in (SHORT, LONG))
    for _ in range(BUSY_TIMES):
        once = seconds(read, short)
        if once < QUICK_SECONDS or seconds(read, long) <= MAX_RATIO * once:
            return False
    return True


def never_ends(_signal: int, _frame: FrameType | None) -> None:
    raise TimeoutError


def superlinear_units(
    pattern: re.Pattern[str], methods: set[str], texts: Sequence[tuple[str, str]]
) -> list[tuple[str, str, str, str]]:
    found = []
    former = signal.signal(signal.SIGVTALRM, never_ends)
    try:
        for method in sorted(methods):
            read = getattr(pattern, method)
            for lead, unit in texts:
                for end in ENDS:
                    signal.setitimer(signal.ITIMER_VIRTUAL, MAX_SECONDS)
                    try:
                        slow = is_superlinear(read, unit, end, lead)
                    except TimeoutError:
                        slow = True
                    signal.setitimer(signal.ITIMER_VIRTUAL, 0)
                    if slow:
                        found.append((method, lead, unit, end))
    finally:
        signal.signal(signal.SIGVTALRM, former)
    return found


@pytest.mark.parametrize("name", PATTERNS)
def test_pattern_is_linear(name: str) -> None:
    """On common texts, and on those made from it; what repeats nothing needs no measure."""
    pattern, methods = PATTERNS[name]
    if any(most >= MANY_TIMES for most in repeats(parse(pattern.pattern, pattern.flags))):
        texts = dict.fromkeys([*(("", unit) for unit in UNITS), *pumps(pattern)])
        assert superlinear_units(pattern, methods, [*texts]) == []


def repeats(parsed: Any) -> Iterator[int]:
    """Yield how often parts are repeated at most, at any depth."""
    for operator, value in parsed:
        if operator in REPEATS:
            yield int(value[1])
        parts = value if isinstance(value, list | tuple) else (value,)
        for part in parts:
            for inner in part if isinstance(part, list) else (part,):
                if isinstance(inner, SubPattern):
                    yield from repeats(inner)


def test_only_what_repeats_is_measured() -> None:
    found = [[*repeats(parse(one))] for one in (r"a|b?c", r"(?:x(?=[a-z]{0,200}))|y", r"(?<!a)b*+")]
    assert [max(most, default=0) for most in found] == [1, 200, codes.MAXREPEAT]


def possessive_groups(parsed: Any) -> Iterator[Any]:
    """Yield possessive repeats of more than one character, at any depth."""
    for operator, value in parsed:
        if operator is POSSESSIVE_REPEAT and (len(value[2]) > 1 or value[2][0][0] not in ONE_SIGN):
            yield value[2]
        parts = value if isinstance(value, list | tuple) else (value,)
        for part in parts:
            for inner in part if isinstance(part, list) else (part,):
                if isinstance(inner, SubPattern):
                    yield from possessive_groups(inner)


def test_only_single_characters_are_repeated_possessively() -> None:
    """Python below 3.11.5, as Debian 12 has it, runs past what ends such a group (gh-106052)."""
    for name, (pattern, _) in PATTERNS.items():
        assert [*possessive_groups(parse(pattern.pattern, pattern.flags))] == [], name


TEMPLATES = ("{%s}", "{text} {%s}", "{%s}, {rest}", "{text} by {%s} in {rest}")


@pytest.mark.parametrize("kind", KINDS)
def test_templates_with_a_kind_of_part_are_linear(kind: str) -> None:
    for template in TEMPLATES:
        pattern = re.compile(_pattern(items_of(template % kind)), re.DOTALL)
        texts = [("", unit) for unit in UNITS] + pumps(pattern)
        assert superlinear_units(pattern, {"fullmatch"}, texts) == []


def test_texts_made_from_a_pattern_find_what_common_ones_do_not() -> None:
    pattern = re.compile(r"x-(?:[a-z]+-)*(?:total|count)(?:-[a-z]+)*$")
    assert not superlinear_units(pattern, {"match"}, [("", unit) for unit in UNITS])
    assert superlinear_units(pattern, {"match"}, pumps(pattern))


@each_row(__file__, "MEASURED", "why", "pattern", "unit", "wanted")
def test_the_measure_tells_quadratic_from_linear(
    why: str, pattern: str, unit: str, wanted: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    read, times = re.compile(pattern).search, range(BUSY_TIMES)
    monkeypatch.setattr(sys.modules[__name__], "BUSY_TIMES", 1)
    assert wanted in (is_superlinear(read, unit, "!") for _ in times), why


def test_the_measure_ends_what_is_exponential(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.modules[__name__], "MAX_SECONDS", 0.3)
    assert superlinear_units(re.compile(r"(?:a|aa)+b"), {"match"}, [("", "a")])


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
