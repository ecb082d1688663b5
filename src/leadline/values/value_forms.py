"""Forms of values: years, prices and names are told apart by digits, letters and signs alone."""

import re
from collections import Counter
from functools import lru_cache
from typing import Final

FORM_PARTS: Final = re.compile(r"(\d+)|([^\W\d_]+)|(\s+)")
MAX_FORMED_CHARACTERS: Final = 60
MAX_FORM_CHARACTERS: Final = 14
LETTER_RUN: Final = re.compile(r"a{2,}")


def form_of(value: str) -> str:
    """Return the form of a value: how many digits, where letters, which signs.

    >>> form_of("1994"), form_of("98.50"), form_of("Conrad, Bo"), form_of("2020-01-02")
    ('9999', '99.99', 'a,a', '9999-99-99')
    """
    return _form(value[:MAX_FORMED_CHARACTERS])


@lru_cache(maxsize=4096)
def _form(value: str) -> str:
    def part(match: re.Match[str]) -> str:
        return "9" * min(len(match[1]), 5) if match[1] else "a" if match[2] else ""

    return LETTER_RUN.sub("aa", FORM_PARTS.sub(part, value))[:MAX_FORM_CHARACTERS]


def forms_alike(forms: Counter[str], others: Counter[str]) -> float:
    """Compute the share of forms that two groups of values have in common."""
    total, other_total = forms.total(), others.total()
    if not total or not other_total:
        return 0.0
    return sum(min(n / total, others[form] / other_total) for form, n in forms.items())
