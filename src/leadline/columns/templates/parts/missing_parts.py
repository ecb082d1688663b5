"""Templates of texts whose parts one sign separates, where some texts lack a part.

"Ann; 1901; oil on card; 24 x 36 cm; gift" stands beside "Bo; 1902; 9 x 12 cm; bought". A part of a
distinctive kind, a size or a date, tells that a part in front of it or behind it is missing. What
stands in most other texts tells which. Lists have no such part, and any number of members.

>>> whole = [f"{a}; 190{n}; {b}; {n} x 36 cm; gift" for n in range(9) for a, b in ("AX", "BY")]
>>> lacking = [f"{a}; 190{n}; {n} x 12 cm; gift" for n in range(5) for a in "AB"]
>>> templates_with_gaps([*whole, *lacking])[:2]
['{text}; {rest}; {tail}; {measure}; {tail}', '{text}; {rest}; {measure:3}; {tail:4}']
"""

import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import combinations
from typing import Final

from leadline.columns.runs import ELLIPSES
from leadline.columns.templates.common_forms import LIST_SIGNS, MAX_SEPARATORS
from leadline.columns.templates.separators import MAX_PART_MEAN_CHARACTERS, MIN_TEXTS_FOR_STATISTICS
from leadline.columns.templates.template import KINDS, compile_template, written

Form = tuple[int, int]
"""How many parts a text has, and which of them is of the distinctive kind (-1 for none)."""
Rows = list[list[str]]
"""Texts by their parts."""

DISTINCTIVE_KINDS: Final = ("measure", "date")
MIN_PARTS: Final = 4
MIN_FULL_SHARE: Final = 0.3
"""Share of the texts that must have all parts."""
MIN_TEXTS_PER_GAP: Final = 3
MIN_READ_SHARE: Final = 0.9
"""Share of the texts that must be read; texts with a cut front are left out."""


def templates_with_gaps(texts: Sequence[str]) -> list[str]:
    """Return the templates of texts that have the same parts but for some; none without a gap."""
    whole = [text for text in texts if not text.startswith(ELLIPSES)]
    if len(whole) < MIN_TEXTS_FOR_STATISTICS:
        return []
    if sum(map(len, whole)) > 4 * MAX_PART_MEAN_CHARACTERS * len(whole):
        return []
    for sign in LIST_SIGNS:
        if sum(sign in text for text in whole) < MIN_READ_SHARE * len(whole):
            continue
        for kind in DISTINCTIVE_KINDS:
            forms = _forms(whole, sign, re.compile(KINDS[kind]))
            if templates := _family(forms, sign, kind):
                readers = [compile_template(one) for one in templates]
                read = sum(any(one(text) for one in readers) for text in whole)
                return templates if read >= MIN_READ_SHARE * len(whole) else []
    return []


def _forms(texts: Iterable[str], sign: str, distinctive: re.Pattern[str]) -> dict[Form, Rows]:
    """Return the parts of texts by form; texts with two distinctive parts have none."""
    forms: dict[Form, Rows] = {}
    for text in texts:
        parts = text.split(sign)
        places = [at for at, part in enumerate(parts) if distinctive.fullmatch(part)]
        if len(places) < 2:
            forms.setdefault((len(parts), places[0] if places else -1), []).append(parts)
    return forms


def _family(forms: Mapping[Form, Rows], sign: str, kind: str) -> list[str]:
    """Return the template of texts with all parts and one for each gap; none without a gap."""
    times = Counter({form: len(rows) for form, rows in forms.items() if form[1] >= 0})
    if not times:
        return []
    (size, place), full_texts = times.most_common(1)[0]
    if not MIN_PARTS <= size <= MAX_SEPARATORS:
        return []
    if full_texts < MIN_FULL_SHARE * sum(map(len, forms.values())):
        return []
    full = [list(column) for column in zip(*forms[size, place], strict=True)]
    candidates = ((place - 1, range(place)), (place, range(place + 1, size)), (-1, [place]))
    missing = [_missing(forms.get((size - 1, at), []), full, gaps) for at, gaps in candidates]
    single = [(at,) for at in missing if at >= 0]
    if not single:
        return []
    rest = max((at for at in range(size) if at != place), key=lambda at: sum(map(len, full[at])))
    gaps = [(), *single, *(one + other for one, other in combinations(single, 2))]
    family = [_written(gap, size, rest, {place: kind}, sign) for gap in gaps]
    return [*family, _written((), size, rest, {}, sign)]


def _missing(rows: Rows, full: Rows, gaps: Iterable[int]) -> int:
    """Return the part that texts lack: without it most others agree with full texts; else -1."""
    if len(rows) < MIN_TEXTS_PER_GAP:
        return -1
    known = [set(column) for column in full]

    def agreement(gap: int) -> int:
        columns = known[:gap] + known[gap + 1 :]
        return sum(part in columns[at] for parts in rows for at, part in enumerate(parts))

    return max(gaps, key=lambda gap: (agreement(gap), gap), default=-1)


def _written(
    gap: Collection[int], size: int, rest: int, kinds: Mapping[int, str], sign: str
) -> str:
    """Write the template without some parts; the longest text takes what is left."""
    items: list[tuple[str, str]] = []
    kept = [at for at in range(size) if at not in gap]
    last = rest if rest in kept else kept[-1]
    for count, at in enumerate(kept):
        kind = kinds.get(at) or ("rest" if at == last else "text" if at < last else "tail")
        items += [("", sign)] if count else []
        items.append((kind, "" if at == count else str(at)))
    return written(items)


TEXT_FORMS: Final = (templates_with_gaps,)
