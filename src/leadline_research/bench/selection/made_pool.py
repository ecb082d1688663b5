"""Synthetic pool of any size.

``python -m leadline_research.bench.selection.made_pool OUT --records N`` writes it.

The catalogue has titles of 3 to 7 words, authors, publishers, subjects and years. Values follow
Zipf's law, flatter for people. Each of five sources holds a random 20 to 40 % of the records. Equal
arguments give equal files.

>>> table = made(1_000, 1)
>>> len(table["title"]), sorted(table)
(1000, ['author', 'id', 'publisher', 'sources', 'subject', 'title', 'year'])
"""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import TYPE_CHECKING, Final

import numpy as np

from leadline.errors import require_package
from leadline_research.bench.as_module import run_as_module

if TYPE_CHECKING:
    import numpy.typing as npt

SOURCE_SHARES: Final = (0.4, 0.35, 0.3, 0.25, 0.2)
"""Share of all records that each source holds."""

TITLE_WORDS: Final = (3, 7)
"""Fewest and most words of a title."""

COLUMN_FREQUENCIES: Final = {
    "title": (0.25, 0.9),
    "author": (0.1, 0.7),
    "publisher": (0.01, 0.9),
    "subject": (0.013, 0.8),
}
"""Distinct values per record of each column, and the exponent of their frequencies."""

ZIPF_SHIFT: Final = 20.0
"""Ranks added before Zipf's law: the first values of real columns are rarer than it says."""

YEAR_RANGE: Final = (1900, 2025)


def made(records: int, seed: int) -> dict[str, list[str] | list[int]]:
    """Make the table, column by column."""
    rng = np.random.default_rng(seed)
    lengths = rng.integers(TITLE_WORDS[0], TITLE_WORDS[1] + 1, records)
    words = [
        f"word{_letters(n)}" for n in _drawn(rng, int(lengths.sum()), *COLUMN_FREQUENCIES["title"])
    ]
    ends = np.cumsum(lengths).tolist()
    begins = [0, *ends[:-1]]
    table: dict[str, list[str] | list[int]] = {
        "id": [str(n) for n in range(records)],
        "title": [" ".join(words[a:b]) for a, b in zip(begins, ends, strict=True)],
    }
    for column in ("author", "publisher", "subject"):
        table[column] = [f"{column} {n}" for n in _drawn(rng, records, *COLUMN_FREQUENCIES[column])]
    table["year"] = [str(n) for n in rng.integers(*YEAR_RANGE, records)]
    bits = [
        (rng.random(records) < share).astype(np.int64) << k for k, share in enumerate(SOURCE_SHARES)
    ]
    table["sources"] = np.sum(bits, axis=0).tolist()
    return table


def _drawn(rng: np.random.Generator, count: int, share: float, fall: float) -> list[int]:
    """Draw values by number; small numbers are frequent."""
    weights = 1.0 / (np.arange(max(10, int(share * count))) + ZIPF_SHIFT) ** fall
    sums: npt.NDArray[np.float64] = np.cumsum(weights)
    drawn: list[int] = np.searchsorted(sums, rng.random(count) * sums[-1]).tolist()
    return drawn


def _letters(number: int) -> str:
    """Write a number in letters, because words with digits are no candidates."""
    text = ""
    while number or not text:
        number, digit = divmod(number, 26)
        text += chr(97 + digit)
    return text


def main(out: Path, records: int, seed: int) -> None:
    """Write a made-up pool of five overlapping sources."""
    require_package("pyarrow", "writing parquet")
    import pyarrow as arrow
    import pyarrow.parquet as parquet

    if records < 1:
        raise ValueError(f"a pool has a record at least, not {records}")
    parquet.write_table(arrow.table(made(records, seed)), out)


if __name__ == "__main__":
    asked = ArgumentParser(
        "python -m leadline_research.bench.selection.made_pool", description=main.__doc__
    )
    asked.add_argument("out", type=Path)
    asked.add_argument("--records", type=int, default=600_000)
    asked.add_argument("--seed", type=int, default=1)
    run_as_module(main, asked)
