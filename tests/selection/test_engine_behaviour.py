"""EngineBehaviour of engines from the outcomes of their probes."""

import pytest

from leadline.selection.probing.engine_behaviour import (
    EngineBehaviour,
    ProbeAnswer,
    behaviour_probes,
    infer_behaviour,
)

seen = ProbeAnswer
A, B, AB = frozenset("abcd"), frozenset("cdef"), frozenset("cd")


@pytest.mark.parametrize(
    ("answers", "attribute", "expected", "why"),
    [
        ({"first": seen(40), "both": seen(9)}, "joins", "and", "two words narrow"),
        ({"first": seen(40), "both": seen(90)}, "joins", "or", "two words widen"),
        ({"first": seen(None, A), "both": seen(None, AB)}, "joins", "and", "by keys, no total"),
        ({"first": seen(None, A), "both": seen(None, A | B)}, "joins", None, "pages may be full"),
        ({"first": seen(40), "both": seen(0)}, "joins", "and", "nothing holds both"),
        ({"first": seen(40)}, "joins", None, "not asked"),
        ({"relaxed": seen(0)}, "relaxes", False, "strict"),
        ({"relaxed": seen(40)}, "relaxes", True, "falls back to OR"),
        ({"first": seen(40), "case": seen(40)}, "case_matters", False, "the same"),
        ({"first": seen(40), "case": seen(0)}, "case_matters", True, "nothing in capitals"),
        ({"first": seen(1000), "case": seen(1004)}, "case_matters", False, "only an estimate"),
        ({"first": seen(40), "plural": seen(12)}, "folds_plural", False, "another answer"),
        ({"first": seen(40), "both": seen(9), "minus": seen(31)}, "minus_excludes", True, "31+9"),
        ({"first": seen(40), "both": seen(9), "minus": seen(9)}, "minus_excludes", False, "as +"),
        ({"first": seen(None, A), "both": seen(None, AB), "minus": seen(None, A - AB)},
         "minus_excludes", True, "by keys"),
        ({"accented": seen(5), "accent": seen(5)}, "accents", "both", "folded"),
        ({"accented": seen(5), "accent": seen(0)}, "accents", "as written", "not folded"),
        ({"accented": seen(0), "accent": seen(5)}, "accents", "without", "stored without"),
        ({"short": seen(0)}, "shortest", 3, "two letters find nothing"),
        ({"short": seen(7)}, "shortest", 1, "they do"),
    ],
)  # fmt: skip
def test_infer_behaviour(
    answers: dict[str, ProbeAnswer], attribute: str, expected: object, why: str
) -> None:
    assert getattr(infer_behaviour(answers), attribute) == expected, why


def test_probes_are_at_most_seven_and_fit_the_script() -> None:
    assert len(behaviour_probes("print", "oil", nonsense="zuqxoky", accented="été")) == 7
    han = [p.name for p in behaviour_probes("绘画", "作品", nonsense="zuqxoky")]
    assert han == ["both", "relaxed", "minus", "short"]


def test_forms_and_askable() -> None:
    assert EngineBehaviour().forms("plain") == ("plain",)
    assert EngineBehaviour(accents="as written").forms("été") == ("été",)
    assert EngineBehaviour(shortest=3).askable("画"), "the rule is about alphabets"
    assert not EngineBehaviour().askable("not")
