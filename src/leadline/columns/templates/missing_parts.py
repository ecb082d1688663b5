"""Templates of texts whose parts one sign holds apart, where some texts lack a part.

"Ann; 1901; oil on card; 24 x 36 cm; gift" beside "Bo; 1902; 9 x 12 cm; bought": the part that is
told by its kind, a size or a date, says where a part is missing; which one, says what stands there
in most other texts. Lists are no such texts: they have as many members as they like, none told.

>>> whole = [f"{a}; 190{n}; {b}; {n} x 36 cm; gift" for n in range(9) for a, b in ("AX", "BY")]
>>> with_gaps([*whole, *(f"{a}; 190{n}; {n} x 12 cm; gift" for n in range(5) for a in "AB")])[:2]
['{text}; {rest}; {tail}; {measure}; {tail}', '{text}; {rest}; {measure:3}; {tail:4}']
"""

from __future__ import annotations

import re
from collections import Counter
from itertools import combinations
from typing import TYPE_CHECKING, Final

from leadline.columns.runs import ELLIPSES
from leadline.columns.templates.common_forms import MOST_PARTS, PARTING
from leadline.columns.templates.separators import LONG, MANY
from leadline.columns.templates.template import KINDS, compile_template, written

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence

    Form = tuple[int, int]
    """How many parts a text has, and which of them is told by its kind (-1 for none)."""
    Parted = list[list[str]]

TELLING: Final = ("measure", "date")
"""Kinds of parts that nothing else looks like."""
OFTEN: Final = 0.3
"""Share of the texts that have all parts."""
LEAST: Final = 3
"""Texts with the same gap."""
ENOUGH: Final = 0.9
"""Share of the texts that must be read; fronts that were cut tell nothing."""


def with_gaps(held: Sequence[str]) -> list[str]:
    """The templates of texts that have the same parts but for some, none if they have not."""
    whole = [text for text in held if not text.startswith(ELLIPSES)]
    if len(whole) < MANY or sum(map(len, whole)) > 4 * LONG * len(whole):
        return []
    for sign in PARTING:
        if sum(sign in text for text in whole) < ENOUGH * len(whole):
            continue
        for kind in TELLING:
            forms = _forms(whole, sign, re.compile(KINDS[kind]))
            if found := _family(forms, sign, kind):
                read = [compile_template(one) for one in found]
                times = sum(any(one(text) for one in read) for text in whole)
                return found if times >= ENOUGH * len(whole) else []
    return []


def _forms(texts: Iterable[str], sign: str, told: re.Pattern[str]) -> dict[Form, Parted]:
    """The parts of texts by their form; texts with two parts of the kind have none."""
    found: dict[Form, Parted] = {}
    for text in texts:
        parts = text.split(sign)
        places = [at for at, part in enumerate(parts) if told.fullmatch(part)]
        if len(places) < 2:
            found.setdefault((len(parts), places[0] if places else -1), []).append(parts)
    return found


def _family(forms: Mapping[Form, Parted], sign: str, kind: str) -> list[str]:
    """The template of texts with all parts, and one for each gap; none without a gap."""
    times = Counter({form: len(texts) for form, texts in forms.items() if form[1] >= 0})
    if not times:
        return []
    (size, place), often = times.most_common(1)[0]
    if not 4 <= size <= MOST_PARTS or often < OFTEN * sum(map(len, forms.values())):
        return []
    full = [list(column) for column in zip(*forms[size, place], strict=True)]
    missing = [
        _missing(forms.get((size - 1, told), []), full, places)
        for told, places in ((place - 1, range(place)), (place, range(place + 1, size)),
                             (-1, [place]))
    ]  # fmt: skip
    single = [(at,) for at in missing if at >= 0]
    if not single:
        return []
    free = [at for at in range(size) if at != place]
    rest = max(free, key=lambda at: sum(map(len, full[at])))
    gaps = [(), *single, *(one + other for one, other in combinations(single, 2))]
    family = [_written(gap, size, rest, {place: kind}, sign) for gap in gaps]
    return [*family, _written((), size, rest, {}, sign)]


def _missing(texts: Parted, full: Parted, places: Iterable[int]) -> int:
    """The part that texts lack, -1 if they are too few: without it most of the others say what is
    said elsewhere.
    """
    if len(texts) < LEAST:
        return -1
    known = [set(column) for column in full]
    alike = {
        gap: sum(part in (known[:gap] + known[gap + 1 :])[at] for parts in texts
                 for at, part in enumerate(parts))
        for gap in places
    }  # fmt: skip
    return max(alike, key=lambda gap: (alike[gap], gap), default=-1)


def _written(gap: Collection[int], size: int, rest: int, told: Mapping[int, str], sign: str) -> str:
    """A template without some parts; the longest of the texts takes what is left."""
    items: list[tuple[str, str]] = []
    held = [at for at in range(size) if at not in gap]
    last = rest if rest in held else held[-1]
    for count, at in enumerate(held):
        kind = told.get(at) or ("rest" if at == last else "text" if at < last else "tail")
        items += [("", sign)] if count else []
        items.append((kind, "" if at == count else str(at)))
    return written(items)
