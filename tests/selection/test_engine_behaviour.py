"""Habits of engines from the outcomes of their probes."""

import pytest

from leadline.selection.probing.engine_behaviour import Habits, Seen, habit_probes, learn_habits

A, B, AB = frozenset("abcd"), frozenset("cdef"), frozenset("cd")


@pytest.mark.parametrize(
    ("seen", "attribute", "expected", "why"),
    [
        ({"first": Seen(40), "both": Seen(9)}, "joins", "and", "two words narrow"),
        ({"first": Seen(40), "both": Seen(90)}, "joins", "or", "two words widen"),
        ({"first": Seen(None, A), "both": Seen(None, AB)}, "joins", "and", "by keys, no total"),
        ({"first": Seen(None, A), "both": Seen(None, A | B)}, "joins", None, "pages may be full"),
        ({"first": Seen(40), "both": Seen(0)}, "joins", "and", "nothing holds both"),
        ({"first": Seen(40)}, "joins", None, "not asked"),
        ({"relaxed": Seen(0)}, "relaxes", False, "strict"),
        ({"relaxed": Seen(40)}, "relaxes", True, "falls back to OR"),
        ({"first": Seen(40), "case": Seen(40)}, "case_matters", False, "the same"),
        ({"first": Seen(40), "case": Seen(0)}, "case_matters", True, "nothing in capitals"),
        ({"first": Seen(1000), "case": Seen(1004)}, "case_matters", False, "only an estimate"),
        ({"first": Seen(40), "plural": Seen(12)}, "folds_plural", False, "another answer"),
        ({"first": Seen(40), "both": Seen(9), "minus": Seen(31)}, "minus_excludes", True, "31+9"),
        ({"first": Seen(40), "both": Seen(9), "minus": Seen(9)}, "minus_excludes", False, "as +"),
        ({"first": Seen(None, A), "both": Seen(None, AB), "minus": Seen(None, A - AB)},
         "minus_excludes", True, "by keys"),
        ({"accented": Seen(5), "accent": Seen(5)}, "accents", "both", "folded"),
        ({"accented": Seen(5), "accent": Seen(0)}, "accents", "as written", "not folded"),
        ({"accented": Seen(0), "accent": Seen(5)}, "accents", "without", "stored without"),
        ({"short": Seen(0)}, "shortest", 3, "two letters find nothing"),
        ({"short": Seen(7)}, "shortest", 1, "they do"),
    ],
)  # fmt: skip
def test_learn_habits(seen: dict[str, Seen], attribute: str, expected: object, why: str) -> None:
    assert getattr(learn_habits(seen), attribute) == expected, why


def test_probes_are_at_most_seven_and_fit_the_script() -> None:
    assert len(habit_probes("print", "oil", nonsense="zuqxoky", accented="été")) == 7
    han = [p.name for p in habit_probes("绘画", "作品", nonsense="zuqxoky")]
    assert han == ["both", "relaxed", "minus", "short"]


def test_forms_and_askable() -> None:
    assert Habits().forms("plain") == ("plain",)
    assert Habits(accents="as written").forms("été") == ("été",)
    assert Habits(shortest=3).askable("画"), "the rule is about alphabets"
    assert not Habits().askable("not")
