"""EngineBehaviour of engines from the outcomes of their probes."""

import pytest

from leadline.selection.probing.engine_behaviour import (
    EngineBehaviour,
    ProbeAnswer,
    behaviour_probes,
    infer_behaviour,
)

A, B, AB = frozenset("abcd"), frozenset("cdef"), frozenset("cd")


@pytest.mark.parametrize(
    ("seen", "attribute", "expected", "why"),
    [
        ({"first": ProbeAnswer(40), "both": ProbeAnswer(9)}, "joins", "and", "two words narrow"),
        ({"first": ProbeAnswer(40), "both": ProbeAnswer(90)}, "joins", "or", "two words widen"),
        ({"first": ProbeAnswer(None, A), "both": ProbeAnswer(None, AB)}, "joins", "and", "by keys, no total"),
        ({"first": ProbeAnswer(None, A), "both": ProbeAnswer(None, A | B)}, "joins", None, "pages may be full"),
        ({"first": ProbeAnswer(40), "both": ProbeAnswer(0)}, "joins", "and", "nothing holds both"),
        ({"first": ProbeAnswer(40)}, "joins", None, "not asked"),
        ({"relaxed": ProbeAnswer(0)}, "relaxes", False, "strict"),
        ({"relaxed": ProbeAnswer(40)}, "relaxes", True, "falls back to OR"),
        ({"first": ProbeAnswer(40), "case": ProbeAnswer(40)}, "case_matters", False, "the same"),
        ({"first": ProbeAnswer(40), "case": ProbeAnswer(0)}, "case_matters", True, "nothing in capitals"),
        ({"first": ProbeAnswer(1000), "case": ProbeAnswer(1004)}, "case_matters", False, "only an estimate"),
        ({"first": ProbeAnswer(40), "plural": ProbeAnswer(12)}, "folds_plural", False, "another answer"),
        ({"first": ProbeAnswer(40), "both": ProbeAnswer(9), "minus": ProbeAnswer(31)}, "minus_excludes", True, "31+9"),
        ({"first": ProbeAnswer(40), "both": ProbeAnswer(9), "minus": ProbeAnswer(9)}, "minus_excludes", False, "as +"),
        ({"first": ProbeAnswer(None, A), "both": ProbeAnswer(None, AB), "minus": ProbeAnswer(None, A - AB)},
         "minus_excludes", True, "by keys"),
        ({"accented": ProbeAnswer(5), "accent": ProbeAnswer(5)}, "accents", "both", "folded"),
        ({"accented": ProbeAnswer(5), "accent": ProbeAnswer(0)}, "accents", "as written", "not folded"),
        ({"accented": ProbeAnswer(0), "accent": ProbeAnswer(5)}, "accents", "without", "stored without"),
        ({"short": ProbeAnswer(0)}, "shortest", 3, "two letters find nothing"),
        ({"short": ProbeAnswer(7)}, "shortest", 1, "they do"),
    ],
)  # fmt: skip
def test_learn_habits(
    seen: dict[str, ProbeAnswer], attribute: str, expected: object, why: str
) -> None:
    assert getattr(infer_behaviour(seen), attribute) == expected, why


def test_probes_are_at_most_seven_and_fit_the_script() -> None:
    assert len(behaviour_probes("print", "oil", nonsense="zuqxoky", accented="été")) == 7
    han = [p.name for p in behaviour_probes("绘画", "作品", nonsense="zuqxoky")]
    assert han == ["both", "relaxed", "minus", "short"]


def test_forms_and_askable() -> None:
    assert EngineBehaviour().forms("plain") == ("plain",)
    assert EngineBehaviour(accents="as written").forms("été") == ("été",)
    assert EngineBehaviour(shortest=3).askable("画"), "the rule is about alphabets"
    assert not EngineBehaviour().askable("not")
