"""Is a query interface ours: similarity, S(e, a) and R(QI, DK) of Lin 2016.

Lin, P. et al. 2016, eqs. (2)-(4). sim(x, y) = 1 - ed(x, y) / max(|x|, |y|) over folded labels;
S(e, a) is the best similarity of a control's label with a name or alias of an attribute; R sums
affinity times S over controls and attributes matched one to one. ``bounded`` is R01 =
1 - prod(1 - affinity * S), which compares forms of unlike size.

Differs: two Han words of at most two characters, or two words of at most four letters, count only
when equal (作者 is not 作品, ISBN is not ISSN); an alias that is a whole part of the label counts
0.9 ("Year from" is "Year"); a control without a label is read by its name, with less weight.

>>> round(similarity("Author", "Authors"), 3), similarity("ISBN", "ISSN")
(0.857, 0.0)
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Protocol

from leadline.forms.choose import control_groups
from leadline.forms.words import fold, is_han, name_words

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from leadline.model import Control, QueryInterface

TAU: Final = 0.7
"""tau_S: a pair below this is no match."""

MU: Final = 0.6
"""mu for R: an interface above it belongs to the domain (0.5 for the bounded score)."""

MU_BOUNDED: Final = 0.5
PART_OF: Final = 0.9
FROM_NAME: Final = 0.7
"""A name is written by a programmer: weaker evidence than a label."""

LONGEST: Final = 60
SHORT_HAN, SHORT_LATIN = 2, 4


class AttributeLike(Protocol):
    """What relevance asks of an attribute of domain knowledge."""

    @property
    def name(self) -> str: ...
    @property
    def aliases(self) -> Sequence[str]: ...
    @property
    def affinity(self) -> float: ...


@dataclass(frozen=True, slots=True)
class Match:
    """One control matched with one attribute."""

    control: Control
    attribute: str
    similarity: float
    weight: float


@dataclass(frozen=True, slots=True)
class Relevance:
    """R(QI, DK), its bounded form, and what was matched."""

    total: float
    bounded: float
    matches: tuple[Match, ...]

    @property
    def is_ours(self) -> bool:
        """Whether either score passes its threshold mu."""
        return self.total > MU or self.bounded > MU_BOUNDED


def similarity(left: str, right: str) -> float:
    """Eq. (2) over folded texts, with the rules for short words; 0 if either is empty."""
    x, y = fold(left)[:LONGEST], fold(right)[:LONGEST]
    if not x or not y:
        return 0.0
    if x == y:
        return 1.0
    if max(len(x), len(y)) <= SHORT_LATIN and not is_han(x + y):
        return 0.0
    if is_han(x) and is_han(y) and min(len(x), len(y)) <= SHORT_HAN:
        return 0.0
    return 1.0 - edit_distance(x, y) / max(len(x), len(y))


def edit_distance(left: str, right: str) -> int:
    """Levenshtein's distance with unit costs, in code points."""
    previous = list(range(len(right) + 1))
    for row, one in enumerate(left, 1):
        current = [row]
        for column, other in enumerate(right, 1):
            change = previous[column - 1] + (one != other)
            current.append(min(previous[column] + 1, current[-1] + 1, change))
        previous = current
    return previous[-1]


def label_similarity(label: str, name: str) -> float:
    """``similarity``, or ``PART_OF`` where the name is a run of whole words of the label."""
    found = similarity(label, name)
    words, part = name_words(fold(label)), name_words(fold(name))
    if part and len(part) < len(words) and set(part) <= set(words):
        return max(found, PART_OF)
    return found


def control_similarity(control: Control, attribute: AttributeLike) -> float:
    """S(e, a), eq. (4)."""
    names = (attribute.name, *attribute.aliases)
    label = control.group_label or control.label
    if label:
        return max(label_similarity(label, name) for name in names)
    spoken = " ".join(name_words(control.name))
    return FROM_NAME * max(label_similarity(spoken, name) for name in names)


def relevance(interface: QueryInterface, attributes: Iterable[AttributeLike]) -> Relevance:
    """R(QI, DK), eq. (3): greedy one-to-one matching, strongest pair first."""
    controls = [group[0] for group in control_groups(interface) if not group[0].honeypot]
    pairs = [
        (s, -at, -number, control, attribute)
        for number, attribute in enumerate(attributes)
        for at, control in enumerate(controls)
        if (s := control_similarity(control, attribute)) >= TAU
    ]
    pairs.sort(key=lambda pair: pair[:3], reverse=True)
    matches: list[Match] = []
    taken: set[int] = set()
    used: set[str] = set()
    for s, at, _, control, attribute in pairs:
        if at not in taken and attribute.name not in used:
            taken.add(at)
            used.add(attribute.name)
            matches.append(Match(control, attribute.name, s, attribute.affinity))
    missing = 1.0
    for match in matches:
        missing *= 1.0 - match.weight * match.similarity
    total = sum(match.weight * match.similarity for match in matches)
    return Relevance(total, 1.0 - missing, tuple(matches))
