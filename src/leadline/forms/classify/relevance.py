"""Relevance of a query interface for a domain: S(e, a) and R(QI, DK) of Lin 2016.

Lin, H. et al. 2016, 4.1.2, eqs. (3) and (4). S(e, a) is the best similarity of a control's label
with a name or alias of an attribute. R sums affinity times S over controls and attributes matched
one to one, the strongest pair first, none below tau. An interface belongs to the domain if R > mu.
The printed formula of R is lost; this is the sum that its words define, and DeepBot's. ``bounded``
is R01 = 1 - prod(1 - affinity * S), which compares forms of unlike size.

Differs: similarity has rules for short words (``domain.similarity``); an
alias that is a whole part of the label counts 0.9 ("Year from" is "Year"); a control without a
label is read by its name or id; labels inside a control (placeholder, caption) and labels for
scripts (accessible name, title) count less.

>>> label_similarity("Year from", "Year")
0.9
"""

from collections.abc import Iterable
from dataclasses import dataclass
from math import prod
from typing import Final

from leadline.domain.model import DomainAttribute
from leadline.domain.similarity import normalise, similarity
from leadline.forms.lexicon import word_set
from leadline.forms.roles.query_box import control_groups
from leadline.forms.words import name_words
from leadline.model import Control, QueryInterface

MIN_LABEL_SIMILARITY: Final = 0.7
"""tau_S: similarity below which a pair is no match."""

MIN_RELEVANCE: Final = 0.6
"""mu for R: relevance above which an interface belongs to the domain."""

MIN_BOUNDED_RELEVANCE: Final = 0.5
"""mu for the bounded score R01."""
PART_SIMILARITY: Final = 0.9
"""Similarity of a label with a name that is a part of it."""
WEIGHT_BY_LABEL_SOURCE: Final = {"text inside": 0.9, "aria-label": 0.9, "title": 0.8}
"""Weights by the rule that found a label; all others count in full."""

NAME_WEIGHT: Final = 0.7
"""Weight of a programmer's name, which is weaker evidence than a label."""


@dataclass(frozen=True, slots=True)
class AttributeMatch:
    """One control matched with one attribute."""

    control: Control
    attribute: str
    similarity: float
    weight: float


@dataclass(frozen=True, slots=True)
class Relevance:
    """R(QI, DK), its bounded form, and the matches."""

    total: float
    bounded: float
    matches: tuple[AttributeMatch, ...]

    @property
    def is_ours(self) -> bool:
        """Whether either score passes its threshold mu."""
        return self.total > MIN_RELEVANCE or self.bounded > MIN_BOUNDED_RELEVANCE


def label_similarity(label: str, name: str) -> float:
    """Return ``similarity``, or ``PART_SIMILARITY`` where the name is a part of the label."""
    score = similarity(label, name)
    words, part = name_words(normalise(label)), name_words(normalise(name))
    if part and len(part) < len(words) and set(part) <= set(words):
        return max(score, PART_SIMILARITY)
    return score


def control_similarity(control: Control, attribute: DomainAttribute) -> float:
    """Return S(e, a), eq. (4)."""
    label = control.group_label or control.label
    if label:
        score = max(label_similarity(label, name) for name in attribute.names)
        return score * WEIGHT_BY_LABEL_SOURCE.get(control.label_source, 1.0)
    spoken = [_name_text(own) for own in (control.name, control.element_id)]
    return NAME_WEIGHT * max(label_similarity(s, name) for s in spoken for name in attribute.names)


def _name_text(name: str) -> str:
    """Return a programmer's name as words: ``ctl00$txtAuthorName`` is "author name"."""
    words = name_words(name.rpartition("$")[2])
    return " ".join(word for word in words if word not in word_set("control_kinds"))


def relevance(interface: QueryInterface, attributes: Iterable[DomainAttribute]) -> Relevance:
    """Return R(QI, DK), eq. (3): greedy one-to-one matching, strongest pair first."""
    controls = [group[0] for group in control_groups(interface) if not group[0].honeypot]
    pairs = [
        (s, -at, -number, control, attribute)
        for number, attribute in enumerate(attributes)
        for at, control in enumerate(controls)
        if (s := control_similarity(control, attribute)) >= MIN_LABEL_SIMILARITY
    ]
    pairs.sort(key=lambda pair: pair[:3], reverse=True)
    matches: list[AttributeMatch] = []
    taken: set[int] = set()
    used: set[str] = set()
    for s, at, _, control, attribute in pairs:
        if at not in taken and attribute.name not in used:
            taken.add(at)
            used.add(attribute.name)
            matches.append(AttributeMatch(control, attribute.name, s, attribute.affinity))
    weights = [match.weight * match.similarity for match in matches]
    return Relevance(sum(weights), 1.0 - prod(1.0 - one for one in weights), tuple(matches))
