"""Templates of common forms that need no alignment."""

from __future__ import annotations

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


OPTIONAL = [
    (
        "a state with a detail",
        ["closed: fixed", "new", "closed: invalid", "open"] * 12,
        ["{text}: {maybe}"],
    ),
    ("too few texts", ["closed: fixed", "new"] * 9, []),
    ("two details", ["closed: fixed: now", "new"] * 12, []),
    ("in all", ["closed: fixed", "open: yes"] * 12, []),
    ("in none", ["closed", "open"] * 12, []),
    ("a slash", ["a/b", "a"] * 12, ["{text}/{maybe}"]),
    ("a dash", ["a - b", "a"] * 12, ["{text} - {maybe}"]),
    ("a fullwidth colon", ["完成：是", "新"] * 12, ["{text}：{maybe}"]),
    ("begins with the sign", [": a", "b"] * 12, []),
    (
        "names with remarks",
        [f"Film {chr(65 + n)}" + (" (film)" if n % 4 == 0 else "") for n in range(24)],
        ["{rest} ({tail})", "{rest:0}"],
    ),
    (
        "names that all have remarks",
        [f"Town {chr(65 + n)} (Land {n})" for n in range(24)],
        ["{rest} ({tail})", "{rest:0}"],
    ),
    (
        "fullwidth brackets",
        [f"片{chr(0x4E00 + n)}" + ("（电影）" if n % 4 == 0 else "") for n in range(24)],
        ["{rest}（{tail}）", "{rest:0}"],
    ),
    (
        "too rare remarks",
        [f"Film {chr(65 + n)}" + (" (film)" if n % 12 == 0 else "") for n in range(24)],
        [],
    ),
    (
        "prose with brackets",
        [("word " * 20) + chr(65 + n) + (" (film)" if n % 4 == 0 else "") for n in range(24)],
        [],
    ),
]


@pytest.mark.parametrize(("why", "texts", "wanted"), OPTIONAL, ids=[row[0] for row in OPTIONAL])
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
