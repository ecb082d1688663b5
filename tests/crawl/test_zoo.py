"""What a life takes of every source of the zoo: how much, how exactly, at what cost, how proven.

Ceilings of requests are what was needed in November 2026 plus a sixth, and up to three for checks
with words from outside (thirteen for "relaxed"); where one query reaches the
whole table the goal is 1.15 x ideal + 40. A source that must be asked word by word has a tail of
weak words on top, which weighs on tables as small as these.
"""

from dataclasses import dataclass
from math import inf

import pytest
from in_memory import alive, of_zoo, taken

from amounts import further
from leadline_zoo.zoo import ZOO
from tables import read_rows


@dataclass(frozen=True)
class Pin:
    """Floors and ceilings of one source; ``whole``: a query reaches the table, or ``parts`` do."""

    name: str
    most: int
    whole: bool = True
    recall: float = 1.0
    precision: float = 1.0
    parts: bool = False
    further: bool = False
    """Shows on its own pages what other sources show too."""


PINS = tuple(Pin(**row) for row in read_rows(__file__, "PINS"))
GAPS = {"window"}
"""Sources that leadline cannot read: see docs/decisions/reading-pages.md."""
CASES = [(further if pin.further else pytest.param)(pin, id=pin.name) for pin in PINS]
"""With the scope of the module all tests of a source follow each other, and share its crawl."""


@pytest.mark.parametrize("pin", CASES, scope="module")
def test_a_source_of_the_zoo_is_taken(pin: Pin) -> None:
    ran, wire = of_zoo(pin.name)
    rows, right = taken(ran, wire.site)
    assert rows >= pin.recall * len(wire.site.table.rows)
    assert right >= pin.precision * len(ran.records)
    assert len(ran.gets) <= pin.most
    assert not [entry for entry in wire.site.log if entry.kind == "trap"]
    assert ran.outcome.level != "stopped"
    assert pin.whole or ran.outcome.level != "proven"


@pytest.mark.parametrize("pin", CASES, scope="module")
def test_proven_is_whole_and_what_is_not_proven_says_no_size_near_to_it(pin: Pin) -> None:
    ran, wire = of_zoo(pin.name)
    size = len(wire.site.table.rows)
    if ran.outcome.state == "complete":
        assert ran.outcome.proof
        assert taken(ran, wire.site)[0] == size, "called complete and is not"
    else:
        assert ran.outcome.proof == ""
        assert (ran.outcome.estimate or size) <= 1.5 * size
        assert (ran.outcome.estimate or inf) > 1.06 * ran.outcome.records
    assert ran.outcome.records == len(ran.records)
    assert ran.outcome.requests == len(ran.gets)


@pytest.mark.parametrize("pin", CASES, scope="module")
def test_where_one_query_reaches_all_the_goal_of_requests_is_kept(pin: Pin) -> None:
    ran, wire = of_zoo(pin.name)
    assert not pin.whole or pin.parts or len(ran.gets) <= 1.15 * wire.ideal + 42


@pytest.mark.parametrize("name", sorted(GAPS))
def test_what_cannot_be_read_is_not_called_complete(name: str) -> None:
    ran, _ = alive(ZOO[name], most=120)
    assert ran.outcome.state != "complete"


def test_every_source_of_the_zoo_is_pinned() -> None:
    assert {pin.name for pin in PINS} | GAPS == set(ZOO)


def test_help_pages_are_told_from_records_by_their_type() -> None:
    ran, _ = of_zoo("mixed")
    kinds = next(event.kinds for event in reversed(ran.events) if hasattr(event, "kinds"))
    assert {kind.partition("/")[2] for kind in kinds.values()} == {"item/*", "help/*"}
    assert sum(kind.endswith("help/*") for kind in kinds.values()) == 40
