"""Informative query templates: the controls worth binding (Madhavan et al. 2008, ISIT).

Madhavan, J. et al.: Google's Deep-Web crawl, PVLDB 2008, section 4. A template is a set of bound
controls. It is informative if the answers to its submissions differ enough among themselves
(distinct signatures / submissions >= 0.2); empty and error pages are one signature. The search
starts with one control, extends only informative templates, and stops at three. Controls that only
present (sort, page size) prove uninformative.

``find_informative_templates`` is a generator: it yields assignments to submit and is sent the
signature of each answer.

>>> search = find_informative_templates({"a": ["1", "2", "3"], "sort": ["x", "y", "z"]})
>>> asked, found = next(search), None
>>> while found is None:
...     try:
...         asked = search.send("page of " + dict(asked).get("a", "all"))
...     except StopIteration as done:
...         found = done.value
>>> found
[('a',), ('a', 'sort')]
"""

from __future__ import annotations

from itertools import islice, product
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator, Mapping, Sequence

BoundValues = tuple[tuple[str, str], ...]

MIN_DISTINCT_SHARE: Final = 0.2
"""tau: share of distinct answers from which a template is informative."""

MAX_BOUND_CONTROLS: Final = 3
"""Controls bound by one template."""
MAX_TESTS_PER_TEMPLATE: Final = 20
"""Submissions that test a template (the paper uses 200)."""

MIN_SIGNATURES: Final = 2
"""Distinct answers of an informative template, however few its values are."""


def find_informative_templates(
    values: Mapping[str, Sequence[str]],
    *,
    tests: int = MAX_TESTS_PER_TEMPLATE,
    least: float = MIN_DISTINCT_SHARE,
    most: int = MAX_BOUND_CONTROLS,
) -> Generator[BoundValues, str, list[tuple[str, ...]]]:
    """Yield assignments, be sent signatures; return informative templates in order."""
    names = [name for name, offered in values.items() if offered]
    informative: list[tuple[str, ...]] = []
    layer: list[tuple[str, ...]] = [(name,) for name in names]
    for _ in range(most):
        passed = []
        for template in layer:
            signatures: list[str] = []
            for bound in islice(_spread(template, values), tests):
                signatures.append((yield bound))  # noqa: PERF401 (a comprehension cannot yield)
            distinct = len(set(signatures))
            if distinct >= MIN_SIGNATURES and distinct / len(signatures) >= least:
                passed.append(template)
        informative += passed
        layer = _extended(passed, names)
    return informative


def _extended(templates: list[tuple[str, ...]], names: list[str]) -> list[tuple[str, ...]]:
    """Return each informative template with one more control, every set once."""
    wider_by_set: dict[frozenset[str], tuple[str, ...]] = {}
    for template in templates:
        for name in names:
            if name not in template:
                wider = tuple(sorted((*template, name), key=names.index))
                wider_by_set.setdefault(frozenset(wider), wider)
    return list(wider_by_set.values())


def _spread(
    template: tuple[str, ...], values: Mapping[str, Sequence[str]]
) -> Iterator[BoundValues]:
    """Yield value combinations along the diagonals, so that every control varies early."""
    lists = [values[name] for name in template]
    longest = max(map(len, lists))
    seen: set[tuple[str, ...]] = set()
    for step in range(longest):
        for shift in islice(product(range(2), repeat=len(lists)), MAX_TESTS_PER_TEMPLATE):
            row = tuple(
                offered[(step + s) % len(offered)] for offered, s in zip(lists, shift, strict=True)
            )
            if row not in seen:
                seen.add(row)
                yield tuple(zip(template, row, strict=True))
