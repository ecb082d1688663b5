"""Singletons of other sources: counted where they overlap and are open, and nowhere else."""

from leadline.model import Answer, Ask, Query, Taken
from leadline.selection.keywords.overlap_aware import OverlapAware
from leadline.selection.knowledge.dynamic import DynamicKnowledge

SEA, FOG, OIL = (Query("", value) for value in ("sea", "fog", "oil"))


def record(number: int, *terms: Query) -> Taken:
    return Taken(number, frozenset([*terms, Query("id", str(number))]))


def told(selector: OverlapAware, query: Query, records: list[Taken], *, size: float = 0) -> None:
    selector.size = size or None
    selector.observe(Answer(Ask("s", query), tuple(records)))


def pair(shared: int, size: float) -> tuple[OverlapAware, int]:
    """A source beside another of ``size`` whose fog records were found once, by another word."""
    known = DynamicKnowledge()
    own, other = OverlapAware(known), OverlapAware(known)
    told(own, SEA, [record(n, SEA) for n in range(50)], size=500)
    told(other, SEA, [record(n, SEA) for n in range(50 - shared, 100 - shared)], size=500)
    told(other, OIL, [record(n, OIL, FOG) for n in range(200, 240)], size=size)
    own.select()
    return own, known.vocabulary.number(FOG)


def test_singletons_of_an_overlapping_open_source_count() -> None:
    own, fog = pair(shared=25, size=500)
    assert own.pooled.single[fog] > 40, "forty, three times, as far as the overlap is proven"
    assert own.pooled.once >= own.pooled.single[fog]


def test_those_of_a_source_that_shares_nothing_do_not() -> None:
    own, fog = pair(shared=0, size=500)
    assert own.pooled.single[fog] == 0


def test_those_of_a_source_taken_whole_do_not_and_it_is_ahead() -> None:
    own, fog = pair(shared=25, size=90)
    assert own.pooled.single[fog] == 0
    assert own.pooled.lead() == 1.0


def test_what_a_word_brought_alone_says_nothing_of_that_word() -> None:
    own, _ = pair(shared=25, size=500)
    oil = own.statistics.knowledge.vocabulary.number(OIL)
    assert own.pooled.single[oil] == 0


def test_a_source_in_a_corner_of_itself_is_not_given_up() -> None:
    """Thirty-one queries that met the same forty records leave a quarter of them to be expected."""
    known = DynamicKnowledge()
    own, other = OverlapAware(known), OverlapAware(known)
    told(other, OIL, [record(n, OIL) for n in range(900, 999)])
    corner = [record(n, SEA, *(Query("", f"w{k}") for k in range(31))) for n in range(40)]
    for k in range(31):
        told(own, Query("", f"w{k}"), corner)
    assert own.estimate() == 40
    assert own.remaining() > 10
