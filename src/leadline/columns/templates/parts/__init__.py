"""Forms of texts that few columns have, one file each; a package may bring more.

A module's ``TEXT_FORMS`` are functions of the texts of a column, as an entry point
``leadline.text_forms`` is. Each returns templates that read most of them, or none.
"""

from collections.abc import Callable, Sequence
from functools import cache

from leadline.seams import parts


@cache
def text_forms() -> tuple[Callable[[Sequence[str]], list[str]], ...]:
    """Return the known forms: those of the house, then those that packages bring."""
    return tuple(parts("leadline.text_forms", __name__, "TEXT_FORMS"))
