"""Likeness of a column and an attribute in numbers: names, values, shapes, matched records.

Every feature lies from 0 to 1. ``corpus`` holds all profiles of a task; from it come the weights
of trigrams and words, so that what all columns share tells nothing.
"""

import bisect
import math
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Final

from leadline.domain.similarity import normalise, similarity, simplified
from leadline.integrate.schema.profile import SchemaProfile
from leadline.page.data_files import read_table

NAME_FEATURES: Final = (
    "same name",
    "alike name",
    "shared words of the name",
    "same meaning of the name",
)
VALUE_FEATURES: Final = (
    "alike values",
    "shared words",
    "shared values",
    "alike shapes",
    "same kind",
    "alike numbers",
    "alike lengths",
    "values a row",
)
FEATURES: Final = (*NAME_FEATURES, *VALUE_FEATURES)
"""Names of the features as reasons show them, in the order of ``likeness``."""
NAME_PARTS: Final = re.compile(r"[|>/&:]+")
NAME_SIGNS: Final = re.compile(r"[\W_]+")
_NAME_WORD: Final = re.compile(r"[^\W\d_]+")
STOP_WORDS: Final = frozenset(["by", "of", "the", "in", "a", "an", "at", "on", "to", "s"])


class Corpus:
    """All columns of a task: rarity of trigrams and words over them."""

    def __init__(self, profiles: Iterable[SchemaProfile]) -> None:
        self._columns = 0
        self._grams: Counter[str] = Counter()
        self._words: Counter[str] = Counter()
        for profile in profiles:
            self._columns += 1
            self._grams.update(profile.grams.keys())
            self._words.update(profile.words.keys())
        self._vectors: dict[tuple[int, str], dict[str, float]] = {}
        self._kept: list[SchemaProfile] = []

    def likeness(self, column: SchemaProfile, attribute: SchemaProfile) -> tuple[float, ...]:
        """Return the features of a column and an attribute, in the order of ``FEATURES``."""
        return (
            *name_likeness(column.names, attribute.names),
            _cosine(self._vector(column, "grams"), self._vector(attribute, "grams")),
            _cosine(self._vector(column, "words"), self._vector(attribute, "words")),
            shared_values(column, attribute),
            _overlap(column.shapes, attribute.shapes),
            _overlap(column.kinds, attribute.kinds) * (column.kinds.keys() != {"text"}),
            alike_numbers(column, attribute),
            _alike_lengths(column.lengths, attribute.lengths),
            min(column.per_row, attribute.per_row) / max(column.per_row, attribute.per_row, 1e-9),
        )

    def _vector(self, profile: SchemaProfile, part: str) -> dict[str, float]:
        """TF-IDF vector of unit length; a term's frequency is damped by its square root."""
        key = (id(profile), part)
        if key not in self._vectors:
            counts: Counter[str] = getattr(profile, part)
            seen = self._grams if part == "grams" else self._words
            weights = {
                term: math.sqrt(times) * math.log((1 + self._columns) / (0.5 + seen[term]))
                for term, times in counts.items()
            }
            norm = math.sqrt(sum(weight * weight for weight in weights.values())) or 1.0
            self._vectors[key] = {term: weight / norm for term, weight in weights.items()}
            self._kept.append(profile)  # an id is one's own only while its profile lives
        return self._vectors[key]


def name_likeness(names: Sequence[str], others: Sequence[str]) -> tuple[float, ...]:
    """Return for the best pair of names: equal, eq. (2) of Lin 2016, shared words, synonyms.

    >>> name_likeness(["片長："], ["Running Time"])
    (0.0, 0.0, 0.0, 1.0)
    """
    left = [part for name in names for part in name_parts(name)]
    right = [part for name in others for part in name_parts(name)]
    same = float(not set(left).isdisjoint(right))
    alike = max((similarity(a, b) for a in left for b in right), default=0.0)
    words = max((_shared_words(a, b) for a in left for b in right), default=0.0)
    meanings = meanings_of(left), meanings_of(right)
    return same, alike, words, float(not meanings[0].isdisjoint(meanings[1]))


def meanings_of(names: Iterable[str]) -> set[str]:
    """Return what names mean by the list of synonyms; brackets in a name do not count."""
    plain = (" ".join(NAME_SIGNS.sub(" ", name).split()) for name in names)
    return {meaning for name in plain for meaning in synonyms().get(name, ())}


@cache
def synonyms() -> dict[str, tuple[str, ...]]:
    """Return the meanings of usual names of attributes in five languages."""
    meanings: dict[str, tuple[str, ...]] = {}
    for meaning, names in read_table("leadline.integrate.schema", "synonyms.toml").items():
        for name in names.split(","):
            plain = simplified(" ".join(NAME_SIGNS.sub(" ", normalise(name)).split()))
            meanings[plain] = (*meanings.get(plain, ()), meaning)
    return meanings


def name_parts(name: str) -> tuple[str, ...]:
    """Return a name and the last of its parts, normalised.

    >>> name_parts("Cast and Credits | Directed by:")
    ('cast and credits | directed by', 'directed by')
    """
    whole = simplified(normalise(name.replace("_", " ")))
    parts = [part for piece in NAME_PARTS.split(whole) if (part := normalise(piece))]
    return tuple(dict.fromkeys((whole, *parts[-1:])))


def _shared_words(left: str, right: str) -> float:
    """Jaccard of the words of two names, cut to six letters: "director" is "directed"."""
    a = {word[:6] for word in _NAME_WORD.findall(left) if word not in STOP_WORDS}
    b = {word[:6] for word in _NAME_WORD.findall(right) if word not in STOP_WORDS}
    return len(a & b) / len(a | b) if a and b else 0.0


def shared_values(left: SchemaProfile, right: SchemaProfile) -> float:
    """Share of the values of the left column that the right one has, or the other way if more."""
    both = left.values.keys() & right.values.keys()
    shares = (
        sum(side.values[value] for value in both) / side.filled
        for side in (left, right)
        if side.filled
    )
    return min(1.0, max(shares, default=0.0))


def _cosine(left: Mapping[str, float], right: Mapping[str, float]) -> float:
    if len(left) > len(right):
        left, right = right, left
    return min(1.0, sum(weight * right.get(term, 0.0) for term, weight in left.items()))


def _overlap(left: Mapping[str, float], right: Mapping[str, float]) -> float:
    return sum(min(share, right.get(shape, 0.0)) for shape, share in left.items())


def alike_numbers(left: SchemaProfile, right: SchemaProfile) -> float:
    """One less the largest gap of the two distributions, weighed by how many values have one."""
    a, b = left.numbers, right.numbers
    if not a or not b:
        return 0.0
    share = min(len(a) / max(1, left.filled), len(b) / max(1, right.filled), 1.0)
    steps = (*a[:: max(1, len(a) // 50)], *b[:: max(1, len(b) // 50)])
    gap = max(
        abs(bisect.bisect_right(a, step) / len(a) - bisect.bisect_right(b, step) / len(b))
        for step in steps
    )
    return share * (1.0 - gap)


def _alike_lengths(left: tuple[float, float], right: tuple[float, float]) -> float:
    return math.exp(-abs(left[0] - right[0]) - abs(left[1] - right[1]))
