"""Names of every way of filling forms; 'default' is the product's own.

>>> FILLERS["default"] is FILLERS["dks-sampled"], sorted(FILLERS)[:3]
(True, ['default', 'dks', 'dks-literal'])
"""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING, Final

from leadline.domain.similarity import normalise
from leadline.selection.forms.domain_sampling import (
    MAX_SECOND_VALUES,
    AssignmentSelector,
    dks_sampled,
    fill_by,
    values_of,
)
from leadline.selection.forms.value_yields import StreamYield
from leadline_research.lin2016.assignments import TrialSetting, dks_literal
from leadline_research.lin2016.form_baselines import (
    random_told,
    random_word,
    zipf,
    zipf_told,
    zipf_values,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from leadline.domain.model import DomainKnowledge, Slot
    from leadline.selection.forms.protocol import Filler, FormAnswer, FormSetting
    from leadline.selection.forms.value_yields import AssignmentStream


class PlainSelector(AssignmentSelector):
    """Selects assignments by what they brought alone: no sample, no spread, every answer counts."""

    def __init__(self, knowledge: DomainKnowledge) -> None:
        super().__init__(knowledge, sampled=True)

    def best(self) -> AssignmentStream | None:
        """Return the kind whose next assignment promises most.

        Of equals a control's own choices go first, then the kind with the fewest values.
        """
        return max(
            self._open(),
            key=lambda s: (self._promise(s), s.kind == "own", -len(s.waiting)),
            default=None,
        )

    def _of_kind(self, stream: AssignmentStream) -> StreamYield:
        return self._brought.setdefault((stream.names, stream.kind), StreamYield(most=inf))

    def _share_new(self, attribute: str, value: str, seen: int) -> float:
        return 1.0

    def _beside(
        self, slot: Slot, answer: FormAnswer, columns: dict[str, str]
    ) -> Iterator[tuple[tuple[str, ...], float, int]]:
        column, wordy = columns.get(slot.attribute, ""), self._is_wordy(slot)
        counts = values_of(answer, column, by_word=wordy)
        if wordy:
            yield from (((word,), 1.0, n) for word, n in counts.most_common(MAX_SECOND_VALUES))
            return
        for values, confidence in slot.offers[:MAX_SECOND_VALUES]:
            seen = counts[normalise(values[0])]
            if seen or not slot.attribute:
                yield values, confidence, seen


def dks(setting: FormSetting) -> Filler:
    """Fill one control at a time, two where answers are cut short; what brings most goes first."""
    return fill_by(setting, PlainSelector(setting.knowledge))


FILLERS: Final[dict[str, Callable[[TrialSetting], Filler]]] = {
    "default": dks_sampled,
    "dks": dks,
    "dks-literal": dks_literal,
    "dks-sampled": dks_sampled,
    "random": random_word,
    "random-told": random_told,
    "zipf": zipf,
    "zipf-told": zipf_told,
    "zipf-values": zipf_values,
}
