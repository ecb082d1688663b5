# Holds: common forms of texts
"""Templates of common forms that need no alignment."""

from typing import Any

import pytest

from leadline.columns.templates.common_forms import (
    common_form,
    separated_by_one_sign,
    with_optional_part,
)
from tables import each_row


@each_row(__file__, "FORMS", "why", "texts", "wanted", sequence=list)
def test_common_form(why: str, texts: Any, wanted: Any) -> None:
    assert common_form(texts) == wanted, why


@each_row(__file__, "OPTIONAL", "why", "texts", "wanted", sequence=list)
def test_optional_part(why: str, texts: Any, wanted: Any) -> None:
    assert with_optional_part(texts) == wanted, why


SIGNS = [
    (
        "semicolons",
        [f"{['Ann', 'Bo', 'Cy'][n % 3]}; {['ink', 'oil'][n % 2]}; x{n}; {n} cm" for n in range(24)],
        ["{text}; {text}; {text}; {rest}"],
    ),
    ("too few texts", ["a; b; c"] * 19, []),
    ("one sign only", ["a; b"] * 24, []),
    ("lists of any length", ["; ".join("abcdef"[: 2 + n % 4]) for n in range(24)], []),
    ("nine in ten", ["a; b; longer; d"] * 22 + ["a; b"] * 2, ["{text}; {text}; {rest}; {tail}"]),
    (
        "cut texts left out",
        ["a; b; longer; d"] * 22 + ["... x; y"] * 9,
        ["{text}; {text}; {rest}; {tail}"],
    ),
    ("the sign of dates only", ["May 12, 2001"] * 24, []),
    ("dashes", ["a – b – c"] * 24, ["{rest} – {tail} – {tail}"]),
    ("slashes", ["a / bb / c / d"] * 24, ["{text} / {rest} / {tail} / {tail}"]),
    ("prose", ["; ".join(["word " * 40] * 3)] * 24, []),
    ("too many parts", ["; ".join("abcdefghijklmnop")] * 24, []),
]


@pytest.mark.parametrize(("why", "texts", "wanted"), SIGNS, ids=[row[0] for row in SIGNS])
def test_one_sign(why: str, texts: Any, wanted: Any) -> None:
    assert list(separated_by_one_sign(texts)) == wanted, why
