"""Record identity where records have no link: the values that stay when a record is seen again.

Rank, score, snippet and relative date change with the query; a key made of them splits one record
into many (harvest notes, 5.1). Two sightings of one record, found by a column whose values name
records, tell which columns change.

>>> def rows(*values): return [dict(zip(("n", "name", "score"), v, strict=True)) for v in values]
>>> first = rows(("1", "Ahab", "9"), ("2", "Queequeg", "7"), ("3", "Elijah", "5"))
>>> again = rows(("1", "Queequeg", "3"), ("2", "Ishmael", "2"))
>>> identity = learn_text_identity([first, again])
>>> identity.dropped
('n', 'score')
>>> identity.key(first[1]) == identity.key(again[0])
True
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from hashlib import blake2b
from itertools import combinations, pairwise
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

MIN_SHARE_NAMING: Final = 0.85
"""Share of different values inside a page from which a column may name records."""
MIN_SHARE_STABLE: Final = 0.5
"""Share of pairs of sightings in which a column must agree to belong to the key: rank, score and
snippet change for nearly every record, while a few pairs may be two records of one name."""
MIN_COUNTING_STEPS: Final = 3
"""Steps of one from row to row that make a count: two years may follow each other by chance."""
MIN_WORDS_IN_PHRASE: Final = 3
"""Words from which a value hardly names two things by chance; so many Han pairs too."""
LEADING_NUMBER: Final = re.compile(r"\s*[#(\[]?(\d{1,8})(?:[.):\]]{0,2}\s+|[、．]\s*)")
"""A number before a text: "12. The sea", "[3] Fog"."""
WORD: Final = re.compile(r"[\u2e80-\ud7ff]{2}|[^\W\d_\u2e80-\ud7ff]{2,}")
MAX_SIGHTING_PAIRS: Final = 5_000


@dataclass(frozen=True, slots=True)
class TextIdentity:
    """The key is a digest of all columns but the dropped ones, and of the ``numbered`` ones without
    the row's number that their texts begin with.
    """

    dropped: tuple[str, ...] = ()
    numbered: tuple[str, ...] = ()

    def key(self, row: Mapping[str, str]) -> str:
        """The key of a record from its values by column."""
        said = []
        for column, value in sorted(row.items()):
            if column not in self.dropped:
                value = LEADING_NUMBER.sub("", value) if column in self.numbered else value
                plain = value if value.isascii() else unicodedata.normalize("NFKC", value)
                said.append(f"{column}\x00{' '.join(plain.casefold().split())}\x01")
        whole = "".join(said).encode("utf-8", "surrogatepass")
        return "#" + blake2b(whole, digest_size=12).hexdigest()


def learn_text_identity(pages: Sequence[Sequence[Mapping[str, str]]]) -> TextIdentity:
    """Which columns to leave out, from the rows of two pages or more.

    A column too much splits a record in two, a column too few makes one of two: so only what
    changes for most records is left out, and nothing that rows of one page are told apart by.
    """
    columns = list(dict.fromkeys(column for page in pages for row in page for column in row))
    counting = [column for column in columns if _counts_rows(pages, column)]
    rest = [column for column in columns if column not in counting]
    pairs = _best_pairs(pages, rest)
    changing = [column for column in rest if pairs and _agreement(pairs, column) < MIN_SHARE_STABLE]
    numbered = tuple(column for column in rest if _counts_rows(pages, column, _number_before_text))
    for dropped in ((*counting, *changing), tuple(counting)):
        identity = TextIdentity(dropped, tuple(one for one in numbered if one not in dropped))
        if len(dropped) < len(columns) and _tells_apart(pages, identity):
            return identity
    return TextIdentity((), numbered)


def _tells_apart(pages: Sequence[Sequence[Mapping[str, str]]], identity: TextIdentity) -> bool:
    """Whether rows of a page that say different things have different keys (counters aside)."""
    for page in pages:
        counting = tuple(c for c in identity.dropped if _counts_rows(pages, c))
        whole = TextIdentity(counting, identity.numbered)
        if len({identity.key(row) for row in page}) < len({whole.key(row) for row in page}):
            return False
    return True


def _without_signs(value: str) -> str:
    return value.strip("#.) ")


def _number_before_text(value: str) -> str:
    found = LEADING_NUMBER.match(value)
    return found[1] if found is not None and found.end() < len(value) else ""


def _counts_rows(
    pages: Sequence[Sequence[Mapping[str, str]]],
    column: str,
    number_of: Callable[[str], str] = _without_signs,
) -> bool:
    """Whether the column is, or begins with, the number of the row on all pages of two rows."""
    steps = 0
    for page in pages:
        values = [number_of(row.get(column, "")) for row in page]
        if len(values) < 2:
            continue
        if not all(value.isdecimal() and len(value) < 9 for value in values):
            return False
        if any(int(b) - int(a) != 1 for a, b in pairwise(values)):
            return False
        steps += len(values) - 1
    return steps >= MIN_COUNTING_STEPS


def _best_pairs(
    pages: Sequence[Sequence[Mapping[str, str]]], columns: Sequence[str]
) -> list[tuple[Mapping[str, str], Mapping[str, str]]]:
    """Sightings of one record on two pages, found by the column that agrees best with the rest."""
    best: list[tuple[Mapping[str, str], Mapping[str, str]]] = []
    best_score = (0.0, 0)
    for anchor in columns:
        if not _names_records(pages, anchor):
            continue
        pairs = _pairs(pages, anchor)
        others = [column for column in columns if column != anchor]
        if not pairs or not _are_sightings(pages, pairs, anchor, others):
            continue
        agreeing = sum(_agreement(pairs, column) for column in others) / max(1, len(others))
        best, best_score = max((best, best_score), (pairs, (agreeing, len(pairs))), key=_by_score)
    return best


def _by_score(scored: tuple[object, tuple[float, int]]) -> tuple[float, int]:
    return scored[1]


def _are_sightings(
    pages: Sequence[Sequence[Mapping[str, str]]],
    pairs: Sequence[tuple[Mapping[str, str], Mapping[str, str]]],
    anchor: str,
    others: Sequence[str],
) -> bool:
    """Whether rows that share a value are one record: two books of one year are not.

    They are if they share most other values too, if the value is a phrase of some words, or if all
    that differs is numbers (a score, a count, a date).
    """
    changing = [column for column in others if _agreement(pairs, column) < MIN_SHARE_STABLE]
    if len(changing) <= 0.5 * len(others):
        return True
    rows = [row for page in pages for row in page]
    phrases = sum(
        1 for row in rows if len(WORD.findall(row.get(anchor, ""))) >= MIN_WORDS_IN_PHRASE
    )
    return phrases > 0.5 * len(rows) or not any(
        WORD.search(row.get(column, "")) for column in changing for row in rows
    )


def _names_records(pages: Sequence[Sequence[Mapping[str, str]]], column: str) -> bool:
    for page in pages:
        values = [row[column] for row in page if row.get(column)]
        if len(values) < 0.9 * len(page) or len(set(values)) < MIN_SHARE_NAMING * len(values):
            return False
    return True


def _pairs(
    pages: Sequence[Sequence[Mapping[str, str]]], anchor: str
) -> list[tuple[Mapping[str, str], Mapping[str, str]]]:
    pairs: list[tuple[Mapping[str, str], Mapping[str, str]]] = []
    for one, other in combinations(pages, 2):
        known = {row[anchor]: row for row in one if row.get(anchor)}
        for row in other:
            seen = known.get(row.get(anchor, ""))
            if seen is not None and len(pairs) < MAX_SIGHTING_PAIRS:
                pairs.append((seen, row))
    return pairs


def _agreement(pairs: Sequence[tuple[Mapping[str, str], Mapping[str, str]]], column: str) -> float:
    if not pairs:
        return 1.0
    return sum(1 for a, b in pairs if a.get(column, "") == b.get(column, "")) / len(pairs)
