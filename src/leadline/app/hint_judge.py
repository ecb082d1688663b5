"""What a hint made of a table, in figures: a hint may hold on every page and yet be a bad one.

Rows that were cut hold parts of one earlier row, and fill fewer of the columns; records that were
put together lose their difference. Words that no row says any more were left out.

>>> whole = [{"name": f"Inn {n}", "year": f"19{n}"} for n in (10, 20)]
>>> cut = [{name: value} for row in whole for name, value in row.items()]
>>> for said in made_of(whole, cut):
...     print(said)
4 rows instead of 2
4 rows hold a part of one earlier row each
50 % of the cells are filled instead of 100 %
>>> made_of(whole, whole)
()
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from leadline.page.text import words

Cells = Mapping[str, str]
MAX_ROWS_JUDGED: Final = 20_000
MAX_ROWS_COMPARED: Final = 50
"""Earlier rows that share the rarest value of a row which are compared with it."""


def made_of(before: Sequence[Cells], after: Sequence[Cells]) -> tuple[str, ...]:
    """Return a sentence for each figure by which rows are other ones than before."""
    held, parts = _words(before), _parts(before, after)
    gone, alike = len(held - _words(after)), _alike(after) - _alike(before)
    full, was = _filled(after), _filled(before)
    figures = {
        f"{len(after):,} rows instead of {len(before):,}": len(after) != len(before),
        f"{parts:,} rows hold a part of one earlier row each": parts > 0,
        f"{alike:,} rows more than before say the same as others": alike > 0,
        f"{gone:,} of {len(held):,} words stand in no row now": gone > 0,
        f"{full} % of the cells are filled instead of {was} %": full < was,
    }
    return tuple(said for said, is_so in figures.items() if is_so)


def _parts(before: Sequence[Cells], after: Sequence[Cells]) -> int:
    """Count the rows that say less than an earlier row, and nothing else, where rows are more."""
    said, holders = [{*row.values()} for row in before], defaultdict[str, list[int]](list)
    for at, values in enumerate(said):
        for value in values:
            holders[value].append(at)
    rows = ({*row.values()} for row in after if len(after) > len(before))
    rarest = ((row, min((holders.get(one, []) for one in row), key=len)) for row in rows if row)
    return sum(any(row < said[at] for at in held[:MAX_ROWS_COMPARED]) for row, held in rarest)


def _alike(rows: Sequence[Cells]) -> int:
    return len(rows) - len({tuple(sorted(row.values())) for row in rows})


def _words(rows: Iterable[Cells]) -> set[str]:
    return {word for row in rows for value in row.values() for word in words(value)}


def _filled(rows: Sequence[Cells]) -> int:
    """Return the share of cells with a value, in percent."""
    columns = {name for row in rows for name in row}
    return round(100 * sum(map(len, rows)) / max(1, len(rows) * len(columns)))
