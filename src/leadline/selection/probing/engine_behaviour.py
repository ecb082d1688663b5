"""How an engine reads a typed word, inferred from four probes.

The probes are sent only where no whole-database query works. Twenty other probes
changed no decision over thirteen engines: two words, plurals, a minus sign, capitals.

>>> [probe.name for probe in behaviour_probes("print", nonsense="zuqxoky", accented="café")]
['relaxed', 'case', 'accent', 'short']
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal, NamedTuple

from leadline.page.text import unaccented
from leadline.selection.probing.stopwords import OPERATORS

TWO_LETTER_WORD: Final = "an"
"""A word that many texts in Latin script hold, where no record offers one of two letters."""
MAX_TOTAL_DIFFERENCE: Final = 0.02
"""Share of the larger of two totals by which equal totals may differ: some engines estimate."""

Accents = Literal["as written", "without", "both"]


class BehaviourProbe(NamedTuple):
    """One probe: the name of its answer, and the text that is sent."""

    name: str
    text: str


@dataclass(frozen=True, slots=True)
class ProbeAnswer:
    """The stated total of an answer, and the record keys of its first page."""

    total: int | None = None
    keys: frozenset[str] = frozenset()

    @property
    def size(self) -> int:
        """The stated total, else the number of records shown."""
        return len(self.keys) if self.total is None else self.total


@dataclass(frozen=True, slots=True)
class EngineBehaviour:
    """What is known of an engine; None means unknown.

    ``relaxes``: a word together with nonsense still finds records, so each record of an answer
    must be checked for the word. ``shortest``: letters of the shortest word that finds anything.
    """

    relaxes: bool | None = None
    case_matters: bool | None = None
    accents: Accents | None = None
    shortest: int = 1

    def forms(self, word: str) -> tuple[str, ...]:
        """Spellings to send for a word: with and without accents while the engine may need both.

        >>> EngineBehaviour().forms("café"), EngineBehaviour(accents="without").forms("café")
        (('café', 'cafe'), ('cafe',))
        """
        plain = unaccented(word)
        if plain == word or self.accents in ("as written", "both"):
            return (word,)
        return (plain,) if self.accents == "without" else (word, plain)

    def askable(self, word: str) -> bool:
        """Whether a word can find anything: no operator, and not too short.

        >>> EngineBehaviour().askable("and"), EngineBehaviour().askable("ox")
        (False, True)
        >>> EngineBehaviour(shortest=3).askable("ox")
        False
        """
        return word not in OPERATORS and (len(word) >= self.shortest or not word.isascii())


def behaviour_probes(
    word: str, *, nonsense: str, accented: str = "", short: str = TWO_LETTER_WORD
) -> tuple[BehaviourProbe, ...]:
    """List the probes, given a word that finds records, perhaps one with an accent, a short one."""
    probes = [BehaviourProbe("relaxed", f"{word} {nonsense}")]
    if word.isascii():
        other_case = word.upper() if word.upper() != word else word.title()
        probes.append(BehaviourProbe("case", other_case))
    if accented and unaccented(accented) != accented:
        probes.append(BehaviourProbe("accent", unaccented(accented)))
    probes.append(BehaviourProbe("short", short))
    return tuple(probes)


def infer_behaviour(answers: Mapping[str, ProbeAnswer]) -> EngineBehaviour:
    """Infer habits from answers by probe name; "first" and "accented" are the bare words."""
    first, short = answers.get("first", ProbeAnswer()), answers.get("short")
    return EngineBehaviour(
        relaxes=None if "relaxed" not in answers else answers["relaxed"].size > 0,
        case_matters=None if "case" not in answers else not _alike(first, answers["case"]),
        accents=_accents(answers.get("accented"), answers.get("accent")),
        shortest=1 if short is None or short.size else 3,
    )


def _alike(left: ProbeAnswer, right: ProbeAnswer) -> bool:
    """Whether two answers are the same, by their totals if both state one, else by their keys."""
    if left.total is not None and right.total is not None:
        difference = abs(left.total - right.total)
        return difference <= MAX_TOTAL_DIFFERENCE * max(left.total, right.total)
    return left.keys == right.keys


def _accents(accented: ProbeAnswer | None, plain: ProbeAnswer | None) -> Accents | None:
    """Which spelling of an accented word finds records, None if neither or a doubtful mixture."""
    if accented is None or plain is None:
        return None
    if accented.size and plain.size:
        return "both" if _alike(accented, plain) else None
    if accented.size:
        return "as written"
    return "without" if plain.size else None
