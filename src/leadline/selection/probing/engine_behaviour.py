"""How an engine reads what is typed: seven requests, asked only when no whole-database try works.

Measured over thirteen engines: two words never widened an answer except as an OR fall-back, case
never mattered, plurals were folded on three, accents were read in three ways. Twenty other probes
changed no decision.

>>> probes = behaviour_probes("print", "oil", nonsense="zuqxoky", accented="café")
>>> [p.name for p in probes]
['both', 'relaxed', 'case', 'plural', 'minus', 'accent', 'short']
>>> seen = {"first": ProbeAnswer(40, frozenset("abcd")), "both": ProbeAnswer(9, frozenset("ab")),
...         "relaxed": ProbeAnswer(0), "case": ProbeAnswer(40, frozenset("abcd"))}
>>> habits = infer_behaviour(seen)
>>> habits.joins, habits.relaxes, habits.case_matters, habits.minus_excludes
('and', False, False, None)
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal, NamedTuple

from leadline.page.text import unaccented
from leadline.selection.probing.stopwords import OPERATORS

if TYPE_CHECKING:
    from collections.abc import Mapping

SHORT_WORD: Final = "an"
"""A two-letter word that many texts in Latin script hold, for want of one from the records."""
NEAR: Final = 0.02
"""Totals this close, in parts of the larger, count as the same: some engines only estimate."""

Accents = Literal["as written", "without", "both"]


class BehaviourProbe(NamedTuple):
    """One habit probe: what is sent, and the name its outcome is told under."""

    name: str
    text: str


@dataclass(frozen=True, slots=True)
class ProbeAnswer:
    """An answer as far as habits need it: stated total, keys of the first page, seen on it all."""

    total: int | None = None
    keys: frozenset[str] = frozenset()

    @property
    def size(self) -> int:
        """The stated total, or the records seen."""
        return len(self.keys) if self.total is None else self.total


@dataclass(frozen=True, slots=True)
class EngineBehaviour:
    """What is known of an engine; None is not known.

    ``relaxes``: a word with nonsense still finds something, so answers must be checked for the
    word. ``shortest`` is the least length of a word that finds anything.
    """

    joins: Literal["and", "or"] | None = None
    relaxes: bool | None = None
    case_matters: bool | None = None
    folds_plural: bool | None = None
    minus_excludes: bool | None = None
    accents: Accents | None = None
    shortest: int = 1

    def forms(self, word: str) -> tuple[str, ...]:
        """What to send for a word: with and without its accents while the engine needs both.

        >>> EngineBehaviour().forms("café"), EngineBehaviour(accents="without").forms("café")
        (('café', 'cafe'), ('cafe',))
        """
        plain = unaccented(word)
        if plain == word or self.accents in ("as written", "both"):
            return (word,)
        return (plain,) if self.accents == "without" else (word, plain)

    def askable(self, word: str) -> bool:
        """Whether the word can find anything: no operator, not under the shortest length.

        >>> EngineBehaviour().askable("and"), EngineBehaviour().askable("ox")
        (False, True)
        >>> EngineBehaviour(shortest=3).askable("ox")
        False
        """
        return word not in OPERATORS and (len(word) >= self.shortest or not word.isascii())


def behaviour_probes(
    first: str, second: str, *, nonsense: str, accented: str = "", short: str = ""
) -> tuple[BehaviourProbe, ...]:
    """What to send, given two productive words and, if there is one, a word with an accent."""
    probes = [
        BehaviourProbe("both", f"{first} {second}"),
        BehaviourProbe("relaxed", f"{first} {nonsense}"),
        BehaviourProbe("case", first.upper() if first.upper() != first else first.title()),
        BehaviourProbe("plural", f"{first}s"),
        BehaviourProbe("minus", f"{first} -{second}"),
    ]
    if not first.isascii():
        probes = [p for p in probes if p.name not in ("case", "plural")]
    if accented and unaccented(accented) != accented:
        probes.append(BehaviourProbe("accent", unaccented(accented)))
    probes.append(BehaviourProbe("short", short or SHORT_WORD))
    return tuple(probes)


def infer_behaviour(seen: Mapping[str, ProbeAnswer]) -> EngineBehaviour:
    """Infer habits from answers by probe name; "first", "second", "accented" are the bare words."""
    first = seen.get("first", ProbeAnswer())
    short = seen.get("short")
    return EngineBehaviour(
        joins=_joins(first, seen.get("both")),
        relaxes=None if "relaxed" not in seen else seen["relaxed"].size > 0,
        case_matters=None if "case" not in seen else not _alike(first, seen["case"]),
        folds_plural=None if "plural" not in seen else _alike(first, seen["plural"]),
        minus_excludes=_excludes(first, seen.get("both"), seen.get("minus")),
        accents=_accents(seen.get("accented"), seen.get("accent")),
        shortest=1 if short is None or short.size else 3,
    )


def _alike(left: ProbeAnswer, right: ProbeAnswer) -> bool:
    if left.total is not None and right.total is not None:
        return abs(left.total - right.total) <= NEAR * max(left.total, right.total)
    return left.keys == right.keys


def _joins(first: ProbeAnswer, both: ProbeAnswer | None) -> Literal["and", "or"] | None:
    if both is None or not first.size or not both.size:
        return None if both is None or not first.size else "and"
    if first.total is not None and both.total is not None:
        return "or" if both.total > first.total * (1 + NEAR) else "and"
    return "and" if both.keys < first.keys else None


def _excludes(
    first: ProbeAnswer, both: ProbeAnswer | None, minus: ProbeAnswer | None
) -> bool | None:
    """``a -b`` shows none of what ``a b`` shows, and less than ``a``."""
    if minus is None or both is None or not both.size:
        return None
    if both.keys & minus.keys:
        return False
    if first.total is not None and minus.total is not None and both.total is not None:
        return minus.size < first.size and abs(minus.size + both.size - first.size) <= max(
            1.0, 0.1 * first.size
        )
    return not both.keys & minus.keys and minus.size > 0


def _accents(accented: ProbeAnswer | None, plain: ProbeAnswer | None) -> Accents | None:
    if accented is None or plain is None or not (accented.size or plain.size):
        return None
    if accented.size and plain.size and _alike(accented, plain):
        return "both"
    if accented.size and not plain.size:
        return "as written"
    return "without" if plain.size and not accented.size else None
