"""Record identity by text, where records have no link: the values that stay when a record recurs.

Rank, score, snippet and relative date change with the query; in a key they would split one record
into many. Two sightings of one record show which columns change. They are
found by a column whose values name records.

>>> def rows(*values): return [dict(zip(("n", "name", "score"), v, strict=True)) for v in values]
>>> first = rows(("1", "Ahab", "9"), ("2", "Queequeg", "7"), ("3", "Elijah", "5"))
>>> again = rows(("1", "Queequeg", "3"), ("2", "Ishmael", "2"))
>>> identity = learn_text_identity([first, again])
>>> identity.dropped
('n', 'score')
>>> identity.key(first[1]) == identity.key(again[0])
True
"""

import re
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from itertools import combinations, pairwise
from typing import Final

MIN_SHARE_NAMING: Final = 0.85
"""Share of different values inside a page from which a column may name records."""
MIN_SHARE_STABLE: Final = 0.5
"""Share of pairs of sightings in which a column of the key must agree. Rank, score and snippet
change for nearly every record, while a few pairs may be two records of one name."""
MIN_COUNTING_STEPS: Final = 3
"""Steps of one from row to row that make a count: two years may follow each other by chance."""
MIN_WORDS_IN_PHRASE: Final = 3
"""Words, or pairs of Han characters, from which a value hardly names two things by chance."""
MIN_PAIRS_ALONE: Final = 3
"""Pairs of rows that share a phrase alone, from which it names records by itself."""
LEADING_NUMBER: Final = re.compile(r"(?<!\s)\s*+[#(\[]?(\d{1,8})(?:[.):\]]{0,2}\s+|[、．]\s*)")
"""A number before a text: "12. The sea", "[3] Fog"."""
WORD_OR_HAN_PAIR: Final = re.compile(r"[\u2e80-\ud7ff]{2}|[^\W\d_\u2e80-\ud7ff]{2,}")
MAX_SIGHTING_PAIRS: Final = 5_000


@dataclass(frozen=True, slots=True)
class TextIdentity:
    """Identity by a digest of all columns but the dropped ones.

    ``numbered`` columns count without the row's number with which their texts begin. Where a person
    said which columns tell records apart, ``only`` these count, in a record that has them.
    """

    dropped: tuple[str, ...] = ()
    numbered: tuple[str, ...] = ()
    only: tuple[str, ...] = ()

    def key(self, row: Mapping[str, str]) -> str:
        """Make the key of a record from its values by column."""
        parts = []
        if self.only and any(row.get(column) for column in self.only):
            row = {column: row.get(column, "") for column in self.only}
        for column, value in sorted(row.items()):
            if column not in self.dropped:
                value = LEADING_NUMBER.sub("", value) if column in self.numbered else value
                normal = value if value.isascii() else unicodedata.normalize("NFKC", value)
                parts.append(f"{column}\x00{' '.join(normal.casefold().split())}\x01")
        whole = "".join(parts).encode("utf-8", "surrogatepass")
        return "#" + blake2b(whole, digest_size=12).hexdigest()


def learn_text_identity(pages: Sequence[Sequence[Mapping[str, str]]]) -> TextIdentity:
    """Learn which columns to drop, from the rows of two pages or more.

    A column too many splits a record in two, a column too few makes one of two. So only what
    changes for most records is dropped, and nothing by which rows of one page differ.
    """
    columns = list(dict.fromkeys(column for page in pages for row in page for column in row))
    counting = [column for column in columns if _counts_rows(pages, column)]
    rest = [column for column in columns if column not in counting]
    pairs = _best_pairs(pages, rest)
    changing = [column for column in rest if pairs and _agreement(pairs, column) < MIN_SHARE_STABLE]
    numbered = tuple(column for column in rest if _counts_rows(pages, column, _number_before_text))
    for dropped in ((*counting, *changing), tuple(counting)):
        identity = TextIdentity(
            dropped, tuple(column for column in numbered if column not in dropped)
        )
        if len(dropped) < len(columns) and _tells_apart(pages, identity):
            return identity
    return TextIdentity((), numbered)


def _tells_apart(pages: Sequence[Sequence[Mapping[str, str]]], identity: TextIdentity) -> bool:
    """Tell whether rows of a page with different texts have different keys (counters aside)."""
    for page in pages:
        counting = tuple(c for c in identity.dropped if _counts_rows(pages, c))
        whole = TextIdentity(counting, identity.numbered)
        if len({identity.key(row) for row in page}) < len({whole.key(row) for row in page}):
            return False
    return True


def _without_signs(value: str) -> str:
    return value.strip("#.) ")


def _number_before_text(value: str) -> str:
    number = LEADING_NUMBER.match(value)
    return number[1] if number is not None and number.end() < len(value) else ""


def _counts_rows(
    pages: Sequence[Sequence[Mapping[str, str]]],
    column: str,
    number_of: Callable[[str], str] = _without_signs,
) -> bool:
    """Tell whether the column is, or begins with, the number of the row on all pages."""
    steps = 0
    for page in pages:
        values = [number_of(row.get(column, "")) for row in page]
        if len(values) < 2:
            continue
        if not count_by_one(values):
            return False
        steps += len(values) - 1
    return steps >= MIN_COUNTING_STEPS


def count_by_one(values: Sequence[str]) -> bool:
    """Tell whether texts are numbers, each one more than the one before."""
    if not all(value.isdecimal() and len(value) < 9 for value in values):
        return False
    return all(int(b) - int(a) == 1 for a, b in pairwise(values))


def _best_pairs(
    pages: Sequence[Sequence[Mapping[str, str]]], columns: Sequence[str]
) -> list[tuple[Mapping[str, str], Mapping[str, str]]]:
    """Return sightings of one record on two pages, by the column that agrees best with the rest."""
    best: list[tuple[Mapping[str, str], Mapping[str, str]]] = []
    best_score = (0.0, 0)
    for anchor in columns:
        if not _names_records(pages, anchor):
            continue
        pairs = _pairs(pages, anchor)
        if not pairs:
            continue
        others = [column for column in columns if column != anchor]
        if not _are_sightings(pages, pairs, anchor, others):
            continue
        agreeing = sum(_agreement(pairs, column) for column in others) / max(1, len(others))
        if (score := (agreeing, len(pairs))) > best_score:
            best, best_score = pairs, score
    return best


def _are_sightings(
    pages: Sequence[Sequence[Mapping[str, str]]],
    pairs: Sequence[tuple[Mapping[str, str], Mapping[str, str]]],
    anchor: str,
    others: Sequence[str],
) -> bool:
    """Tell whether rows that share a value are one record: two books of one year are not.

    They are if they share most other values too, or if the value is a phrase of some words which no
    other row of a page has (house numbers in one street share theirs). They also are if all that
    differs is numbers (a score, a count, a date). A few rows that share a phrase and nothing else
    are of two namesakes.
    """
    changing = [column for column in others if _agreement(pairs, column) < MIN_SHARE_STABLE]
    if len(changing) <= 0.5 * len(others):
        return True
    said = [[tuple(WORD_OR_HAN_PAIR.findall(row.get(anchor, ""))) for row in p] for p in pages]
    phrases = [one for of_page in said for one in of_page if len(one) >= MIN_WORDS_IN_PHRASE]
    are_own = all(len({*of_page}) >= MIN_SHARE_NAMING * len(of_page) for of_page in said)
    rows = [row for page in pages for row in page]
    is_alone = len(changing) == len(others) and len(pairs) < MIN_PAIRS_ALONE
    return (are_own and 2 * len(phrases) > len(rows) and not is_alone) or not any(
        WORD_OR_HAN_PAIR.search(row.get(column, "")) for column in changing for row in rows
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
            sighting = known.get(row.get(anchor, ""))
            if sighting is not None and len(pairs) < MAX_SIGHTING_PAIRS:
                pairs.append((sighting, row))
    return pairs


def _agreement(pairs: Sequence[tuple[Mapping[str, str], Mapping[str, str]]], column: str) -> float:
    if not pairs:
        return 1.0
    return sum(1 for a, b in pairs if a.get(column, "") == b.get(column, "")) / len(pairs)
