"""Names of every way of filling forms; 'default' is the product's own.

>>> FILLERS["default"] is FILLERS["dks-sampled"], sorted(FILLERS)[:3]
(True, ['default', 'dks', 'dks-literal'])
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from leadline.selection.forms.domain_sampling import AssignmentSelector, fill_by
from leadline.selection.forms.sampled_attributes import dks_sampled
from leadline_research.lin2016.assignments import TrialSetting, dks_literal
from leadline_research.lin2016.form_baselines import (
    random_told,
    random_word,
    zipf,
    zipf_told,
    zipf_values,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from leadline.selection.forms.protocol import Filler, FormSetting


def dks(setting: FormSetting) -> Filler:
    """Fill one control at a time, two where answers are cut short; what brings most goes first."""
    return fill_by(setting, AssignmentSelector(setting.knowledge))


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
