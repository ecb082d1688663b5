"""EngineBehaviour of engines from the outcomes of their probes."""

import pytest

from leadline.selection.probing.engine_behaviour import (
    EngineBehaviour,
    ProbeAnswer,
    behaviour_probes,
    infer_behaviour,
)

seen = ProbeAnswer


@pytest.mark.parametrize(
    ("answers", "attribute", "expected", "why"),
    [
        ({"relaxed": seen(0)}, "relaxes", False, "strict"),
        ({"relaxed": seen(40)}, "relaxes", True, "falls back to OR"),
        ({"first": seen(40), "case": seen(40)}, "case_matters", False, "the same"),
        ({"first": seen(40), "case": seen(0)}, "case_matters", True, "nothing in capitals"),
        ({"first": seen(1000), "case": seen(1004)}, "case_matters", False, "only an estimate"),
        ({"accented": seen(5), "accent": seen(5)}, "accents", "both", "folded"),
        ({"accented": seen(5), "accent": seen(0)}, "accents", "as written", "not folded"),
        ({"accented": seen(0), "accent": seen(5)}, "accents", "without", "stored without"),
        ({"short": seen(0)}, "shortest", 3, "two letters find nothing"),
        ({"short": seen(7)}, "shortest", 1, "they do"),
    ],
)
def test_infer_behaviour(
    answers: dict[str, ProbeAnswer], attribute: str, expected: object, why: str
) -> None:
    assert getattr(infer_behaviour(answers), attribute) == expected, why


def test_probes_are_at_most_four_and_fit_the_script() -> None:
    assert len(behaviour_probes("print", nonsense="zuqxoky", accented="été")) == 4
    han = [p.name for p in behaviour_probes("绘画", nonsense="zuqxoky")]
    assert han == ["relaxed", "short"]


def test_forms_and_askable() -> None:
    assert EngineBehaviour().forms("plain") == ("plain",)
    assert EngineBehaviour(accents="as written").forms("été") == ("été",)
    assert EngineBehaviour(shortest=3).askable("画"), "the rule is about alphabets"
    assert not EngineBehaviour().askable("not")
