"""Domain knowledge DK = <A, I>: what a subject's things have, and values known of it.

Lin, H. et al. 2016, 3.1, definition 1: attributes with a name, aliases and an affinity (how surely
an interface that asks for it belongs to the domain), and instances, values of an attribute with a
confidence w in [0, 1]. ``type`` names the logic rules that values obey (``rules``), ``main`` says
that a record without it is no record.

Grow-only: a value seen again keeps the higher confidence, and nothing is ever taken away.

>>> books = DomainKnowledge("books", [DomainAttribute("作者", ("author",), 0.5)])
>>> books.add("作者", "余华", 0.6), books.add("作者", "余华", 1.0), books.add("作者", "余华", 0.2)
(True, True, False)
>>> books.instances("作者")
[Instance(value='余华', confidence=1.0, seen=3)]
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, astuple, dataclass, replace
from itertools import product
from typing import Any, Final

from leadline.domain.similarity import normalise

DEFAULT_AFFINITY: Final = 0.5
"""Affinity of an attribute whose affinity nobody gave."""

FULL_CONFIDENCE: Final = 1.0
MAX_COMBINATIONS: Final = 2_000
DOUBLED_WEIGHT: Final = 0.5
"""What the confidence of a combination counts that gives one value to two controls."""


@dataclass(frozen=True, slots=True)
class DomainAttribute:
    """a = <name, aliases, affinity> of the paper, with a type of value and whether it is main."""

    name: str
    aliases: tuple[str, ...] = ()
    affinity: float = DEFAULT_AFFINITY
    type: str = "text"
    main: bool = False

    @property
    def names(self) -> tuple[str, ...]:
        """B = {name} and aliases."""
        return (self.name, *self.aliases)

    def joined(self, other: DomainAttribute) -> DomainAttribute:
        """Return both in one: all aliases, the higher affinity, a type other than text."""
        aliases = dict.fromkeys((*self.aliases, *other.aliases))
        types = sorted({self.type, other.type} - {"text"})
        return replace(
            self,
            aliases=tuple(aliases),
            affinity=max(self.affinity, other.affinity),
            type=types[0] if types else "text",
            main=self.main or other.main,
        )


@dataclass(frozen=True, slots=True)
class Instance:
    """c = <name, value> with its weight w_c; ``seen`` counts the sightings."""

    value: str
    confidence: float = FULL_CONFIDENCE
    seen: int = 1


class DomainKnowledge:
    """Attributes in the order given, and their instances."""

    def __init__(self, name: str = "", attributes: Iterable[DomainAttribute] = ()) -> None:
        self.name = name
        self._attributes: dict[str, DomainAttribute] = {}
        self._instances: dict[str, dict[str, Instance]] = {}
        for attribute in attributes:
            self.introduce(attribute)

    @property
    def attributes(self) -> tuple[DomainAttribute, ...]:
        """A."""
        return tuple(self._attributes.values())

    def introduce(self, attribute: DomainAttribute) -> None:
        """Add an attribute, or join it to the one of its name."""
        known = self._attributes.get(attribute.name)
        self._attributes[attribute.name] = known.joined(attribute) if known else attribute
        self._instances.setdefault(attribute.name, {})

    def add(
        self, attribute: str, value: str, confidence: float = FULL_CONFIDENCE, seen: int = 1
    ) -> bool:
        """Add a value; return whether it or its confidence is new. KeyError: no such attribute."""
        known = self._instances[attribute]
        key = normalise(value)
        if not key or confidence <= 0.0:
            return False
        old = known.get(key)
        if old is None:
            known[key] = Instance(" ".join(value.split()), min(FULL_CONFIDENCE, confidence), seen)
            return True
        higher = max(old.confidence, min(FULL_CONFIDENCE, confidence))
        known[key] = Instance(old.value, higher, old.seen + seen)
        return higher > old.confidence

    def confidence(self, attribute: str, value: str) -> float:
        """Return w of a value, 0 for one that is not known."""
        instance = self._instances.get(attribute, {}).get(normalise(value))
        return instance.confidence if instance else 0.0

    def instances(self, attribute: str) -> list[Instance]:
        """Return I_a: the surest first, then the most seen, then the first known."""
        known = self._instances.get(attribute, {}).values()
        return sorted(known, key=lambda instance: (-instance.confidence, -instance.seen))

    def offers(self) -> dict[str, list[tuple[str, float]]]:
        """Return values with their confidence, by attribute."""
        return {
            name: [(known.value, known.confidence) for known in self.instances(name)]
            for name in self._attributes
        }

    def to_dict(self) -> dict[str, Any]:
        """Return plain values, for the store."""
        return {
            "name": self.name,
            "attributes": [
                asdict(a)
                | {
                    "aliases": list(a.aliases),
                    "instances": [[*astuple(one)] for one in self._instances[a.name].values()],
                }
                for a in self.attributes
            ],
        }

    @classmethod
    def from_dict(cls, plain: Mapping[str, Any]) -> DomainKnowledge:
        """Return the knowledge that ``to_dict`` wrote."""
        made = cls(plain.get("name", ""))
        for row in plain.get("attributes", ()):
            made.introduce(
                DomainAttribute(
                    row["name"], tuple(row["aliases"]), row["affinity"], row["type"], row["main"]
                )
            )
            for value, confidence, seen in row.get("instances", ()):
                made.add(row["name"], value, confidence, seen)
        return made


@dataclass(frozen=True, slots=True)
class Slot:
    """What is bound together: one control, or the two ends of a range.

    ``offers`` are values (one for each of ``names``) with their confidence, falling.
    ``attribute`` is the attribute they come from, '' for a control's own choices. ``optional``:
    the slot may stay unbound. ``together``: it is only sent with the others that say so.
    """

    names: tuple[str, ...]
    offers: tuple[tuple[tuple[str, ...], float], ...]
    attribute: str = ""
    optional: bool = True
    together: bool = False


def combined(slots: Sequence[Slot]) -> Slot:
    """Return slots as one that offers combinations of their values, at most `MAX_COMBINATIONS`.

    The least confidence counts (Lin 2016, eq. 5), of equals the first offers of all slots; what
    gives one value to two controls comes last.

    >>> ends = [Slot((end,), ((("Oslo",), 1.0), (("Riga",), 1.0))) for end in ("from", "to")]
    >>> [values for values, _ in combined(ends).offers][:2]
    [('Oslo', 'Riga'), ('Riga', 'Oslo')]
    """
    room, most = MAX_COMBINATIONS, dict[tuple[str, ...], int]()
    for left, slot in enumerate(sorted(slots, key=lambda slot: -len(slot.offers))[::-1]):
        most[slot.names] = min(len(slot.offers), int(room ** (1 / (len(slots) - left))))
        room //= max(1, most[slot.names])
    ranked: list[tuple[float, int, tuple[str, ...]]] = []
    for chosen in product(*(enumerate(slot.offers[: most[slot.names]]) for slot in slots)):
        values = tuple(value for _, (part, _) in chosen for value in part)
        weight = min(weight for _, (_, weight) in chosen)
        doubled = DOUBLED_WEIGHT if len({*values}) < len(values) else 1.0
        ranked.append((-weight * doubled, sum(place for place, _ in chosen), values))
    names = tuple(name for slot in slots for name in slot.names)
    return Slot(names, tuple((values, -weight) for weight, _, values in sorted(ranked)), "", False)
