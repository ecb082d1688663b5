"""Slice cover against tables in memory: everything is taken, at about the cost of the paper."""

from random import Random

import pytest

from leadline.model import Answer, Ask, Query, Taken
from leadline.selection.forms.slice_cover import slice_cover
from leadline.selection.forms.slice_dimensions import Choices, Span
from leadline_research.bench.selection.simulated import SimulatedSource
from leadline_research.sheng2012.slice_selector import SliceCover, as_query, values_of

Row = dict[str, str]


def table(count: int, seed: int = 1) -> list[Row]:
    rng = Random(seed)
    states = [f"s{n}" for n in range(8)]
    return [
        {
            "kind": rng.choices("abcdef", [40, 20, 5, 3, 1, 1])[0],
            "state": rng.choice(states),
            "year": str(1950 + int(60 * rng.random() ** 1.3)),
            "": " ".join(f"w{int(400 * rng.random() ** 2)}" for _ in range(4)),
        }
        for _ in range(count)
    ]


class Drive:
    """A slice cover over a table with a cap; counts queries and keeps what was taken."""

    def __init__(self, rows: list[Row], cap: int, *, states_total: bool = True) -> None:
        self.rows, self.cap, self.states_total = rows, cap, states_total
        self.taken: set[int] = set()
        self.asked: list[tuple[tuple[str, str], ...]] = []

    def _matches(self, row: Row, bound) -> bool:
        for name, value in bound:
            if name == "from" and int(row["year"]) < int(value):
                return False
            if name == "to" and int(row["year"]) > int(value):
                return False
            if name == "" and value not in row[""].split():
                return False
            if name in ("kind", "state", "year") and row[name] != value:
                return False
        return True

    def answer(self, bound) -> Answer:
        found = [n for n, row in enumerate(self.rows) if self._matches(row, bound)]
        shown = found[: self.cap]
        self.asked.append(bound)
        self.taken.update(shown)
        records = tuple(
            Taken(
                n,
                frozenset(Query("", w) for w in self.rows[n][""].split())
                | {Query(c, self.rows[n][c]) for c in ("kind", "state", "year")},
            )
            for n in shown
        )
        total = len(found) if self.states_total else None
        return Answer(
            Ask("s", as_query(bound)),
            records,
            1,
            total,
            self.states_total,
            len(shown) == len(found),
        )

    def run(self, dimensions, **options):
        cover = slice_cover(dimensions, cap=self.cap, **options)
        bound = next(cover, None)
        while bound is not None:
            try:
                bound = cover.send(self.answer(bound))
            except StopIteration as end:
                return end.value
        return None


KIND, STATE = Choices.of("kind", "abcdefg"), Choices.of("state", [f"s{n}" for n in range(8)])


@pytest.mark.parametrize("states_total", [True, False])
def test_all_is_taken_where_the_controls_part_it_small_enough(states_total: bool) -> None:
    drive = Drive(table(900), 120, states_total=states_total)
    done = drive.run([KIND, STATE], size=900 if states_total else None)
    assert done.whole
    assert len(drive.taken) == 900
    assert len(drive.asked) <= 7 + 8 * 3  # at most three of seven kinds overflow


def test_a_part_inside_one_that_was_taken_whole_is_not_asked() -> None:
    drive = Drive(table(900), 120)
    drive.run([KIND, STATE])
    asked = list(drive.asked)
    whole = {bound for bound in asked if len(drive.answer(bound).records) < drive.cap}
    inside = [b for b in asked for w in whole if w != b and set(w) < set(b)]
    assert not inside


def test_a_range_is_halved_where_values_are_known_and_its_ends_stay_open() -> None:
    rows = table(800)
    drive = Drive(rows, 50)
    years: list[int] = []
    done = drive.run([Span("from", "to", lambda: years or [1980])], size=800)
    assert len(drive.taken) > 600  # single years of more than 50 rows are left over
    years[:] = [int(row["year"]) for row in rows]
    drive = Drive(rows, 50)
    done = drive.run([Span("from", "to", lambda: years), KIND], size=800)
    assert done.whole
    assert len(drive.taken) == 800
    assert len(drive.asked) < 4 * 800 / 50 + 40


def test_prices_share_the_value_between_two_halves() -> None:
    span = Span("lo", "hi", lambda: [5, 9, 9, 20], disjoint=False)
    assert span.parts(()) == ((("hi", "9"),), (("lo", "9"),))
    assert span.parts((("lo", "9"), ("hi", "10"))) == ()


def test_what_no_control_splits_is_asked_by_words_of_its_records() -> None:
    drive = Drive(table(900), 60)
    left = drive.run([Choices.of("kind", "abcdef")], size=900).left
    assert left == [(("kind", kind),) for kind in "abc"]
    without = len(drive.taken)
    drive = Drive(table(900), 60)
    drive.run([Choices.of("kind", "abcdef")], size=900, by_words=True)
    assert len(drive.taken) >= 0.95 * 900 > without


class Hiding(Drive):
    """A source that never shows the first record of an answer, and counts it."""

    def answer(self, bound) -> Answer:
        whole = super().answer(bound)
        self.taken.clear()
        return Answer(whole.ask, whole.records[1:], 1, whole.total, True, False)


def test_where_every_part_owes_a_record_words_are_soon_given_up() -> None:
    drive = Hiding(table(900), 900)
    done = drive.run([KIND, STATE], size=900, by_words=True)
    parts = {bound for bound in drive.asked if all(name for name, _ in bound)}
    words = len(drive.asked) - len(parts)
    assert len(parts) > 40
    assert not done.whole
    assert words < 3 * len(parts), "twelve in each before"


def test_records_without_a_value_of_the_control_leave_a_part_owing() -> None:
    rows = table(300)
    for row in rows[:60]:
        row["kind"] = ""
    drive = Drive(rows, 200)
    done = drive.run([KIND], size=300)
    assert not done.whole
    assert done.owing == [()]
    drive = Drive(rows, 200)
    assert drive.run([KIND, STATE], size=300).whole, "another control reaches them"


def test_controls_that_show_only_later_split_the_part_that_showed_them() -> None:
    drive = Drive(table(900), 120)
    done = drive.run([KIND], size=900, more=lambda bound: [STATE] if len(bound) == 1 else [])
    assert done.whole
    assert len(drive.taken) == 900


def test_pairs_of_controls_are_asked_together() -> None:
    tiles = tuple((("from", str(y)), ("to", str(y + 9))) for y in range(1950, 2010, 10))
    drive = Drive(table(500), 300)
    assert drive.run([Choices("years", tiles)], size=500).whole
    assert len(drive.taken) == 500


def test_long_lists_are_asked_by_the_values_that_records_show() -> None:
    values = tuple(f"{n}" for n in range(1000, 3000))
    drive = Drive(table(700), 100)
    first = drive.answer(())
    drive.run([Choices.of("year", values)], size=700, shown=[first], by_words=True)
    assert len(drive.taken) >= 0.95 * 700
    assert len(drive.asked) < 200, "2,000 values are not all asked"


def test_as_a_selector_it_takes_a_simulated_source_and_then_the_rest_by_words() -> None:
    rows = table(600)
    for row in rows[:10]:
        row["kind"] = ""
    records = [
        Taken(
            n,
            frozenset(
                [Query(c, v) for c, v in row.items() if c and v]
                + [Query("", w) for w in row[""].split()]
            ),
        )
        for n, row in enumerate(rows)
    ]
    source = SimulatedSource("s", records, page_size=10, cap=80)
    selector = SliceCover(source.choices(), cap=80, size=600.0)
    taken: set[object] = set()
    for asked in range(400):  # noqa: B007
        found = selector.select()
        if found is None or len(taken) == 600:
            break
        answer = source.ask(found.query)
        taken.update(record.key for record in answer.records)
        selector.observe(answer)
    assert len(taken) == 600
    assert asked < 200


def test_values_asked_together_are_one_query_and_found_again() -> None:
    bound = (("kind", "a & b"), ("year", "1990"))
    assert values_of(as_query(bound)) == bound
