"""The ability ledger holds: what it names is there, and what asks has its price."""

import re
import tomllib
from collections import Counter
from itertools import takewhile
from typing import Final

import pytest

from leadline.crawl.moments import crawl_parts
from leave_out import LEDGER, Ability, abilities, neutral_of, replaced, resolve, subjects
from site_folders import FOLDERS, read

ROOT: Final = LEDGER.parents[2]
SEAMS: Final = {"query sources", "repairs", "ways", "pager proposers", "totals", "mining"}
SEAMS_OF_TEXTS: Final = {"text forms"}
LEAST_SUBJECTS: Final = 3
"""Independent standing subjects that a rule of the core must have; else ``why`` says what for."""
HOLDS: Final = "# Holds: "
STANDING: Final = set(subjects())


@pytest.mark.parametrize("ability", abilities(), ids=lambda one: one.name)
def test_an_ability_is_what_its_row_says(ability: Ability) -> None:
    assert ability.seam in SEAMS | SEAMS_OF_TEXTS
    assert all((ROOT / file).is_file() for file in ability.files)
    for target in ability.off:
        function, kept = resolve(target)
        assert callable(neutral_of(function, kept))
    assert ability.requests >= 0
    known = [one for one in ability.needed_by if not one.startswith("gold/")]
    assert set(known) <= STANDING
    assert len(ability.needed_by) >= LEAST_SUBJECTS or ability.why
    for place in re.findall(r"tests/[\w/.-]+", ability.why):
        assert (ROOT / place.rstrip(".")).exists(), place


def test_each_ability_is_held_by_a_test_that_says_so() -> None:
    """A site says it in its ``site.toml``, a test file in its first lines: ``# Holds: NAME``."""
    said = [str(read(path).get("ability", "")) for path in FOLDERS.glob("*/site.toml")]
    for path in (ROOT / "tests").rglob("test_*.py"):
        for line in takewhile(lambda one: one.startswith(HOLDS), path.open(encoding="utf-8")):
            said += line.removeprefix(HOLDS).strip().split("; ")
    assert {*filter(None, said)} == {row.name for row in abilities()}


def test_what_is_left_out_is_left_out_of_parts_too() -> None:
    function, kept = resolve("crawl.parts.windows:fit_window=1")
    nothing = neutral_of(function, kept)
    for _ in range(2):
        with replaced({function: nothing}):
            assert nothing in [part.run for part in crawl_parts()]
        assert function in [part.run for part in crawl_parts()]


def test_tests_that_run_with_many_alone_are_there() -> None:
    further = tomllib.loads((ROOT / "tests/further.toml").read_text("utf-8"))
    for place, rows in further.items():
        path, name = place.split("::")
        assert f"def {name}(" in (ROOT / path).read_text("utf-8"), place
        assert len(rows) == len(set(rows)) > 0


def test_names_are_told_once_and_the_price_of_all_is_bounded() -> None:
    rows = abilities()
    assert [name for name, times in Counter(row.name for row in rows).items() if times > 1] == []
    most = tomllib.loads(LEDGER.read_text("utf-8"))["most_requests"]
    assert sum(row.requests for row in rows) <= most
