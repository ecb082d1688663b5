"""DK = <A, I>: grow-only, mergeable, written and read as TOML and as plain values."""

import json
import tomllib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leadline.domain.model import DomainAttribute, DomainKnowledge, Instance
from leadline.domain.toml import read_domain, write_domain
from tables import each_row, read_text

PLAN = read_text(__file__, "PLAN")


def art() -> DomainKnowledge:
    return read_domain(tomllib.loads(PLAN))


def test_a_plan_is_read() -> None:
    artist, price = art().attributes
    assert artist == DomainAttribute("artist", ("maker", "作者"), 0.6, "person", main=True)
    assert artist.names == ("artist", "maker", "作者")
    assert (price.affinity, price.type, price.main) == (0.05, "text", False)
    assert art().instances("artist") == [Instance("Turner", 1.0), Instance("Mondrian", 0.6)]


@each_row(__file__, "a_wrong_plan_is_refused_with_the_place", "text", "says")
def test_a_wrong_plan_is_refused_with_the_place(text: str, says: str) -> None:
    with pytest.raises(ValueError) as fault:
        read_domain(tomllib.loads(text))
    assert says in str(fault.value)


def test_written_is_read_again() -> None:
    again = read_domain(tomllib.loads(write_domain(art())))
    assert again.to_dict() == art().to_dict()


@given(st.lists(st.tuples(st.text(max_size=30), st.floats(0, 1)), max_size=8))
def test_any_text_survives_toml_and_json(values: list[tuple[str, float]]) -> None:
    knowledge = DomainKnowledge('a "quoted"\nname', [DomainAttribute("作\x7f\\者")])
    for value, confidence in values:
        knowledge.add("作\x7f\\者", value, confidence)
    plain = json.loads(json.dumps(knowledge.to_dict()))
    assert DomainKnowledge.from_dict(plain).to_dict() == knowledge.to_dict()
    again = read_domain(tomllib.loads(write_domain(knowledge)))
    kept = {one.value: one.confidence for one in again.instances("作\x7f\\者")}
    expected = {
        one.value.encode("utf-8", "replace").decode(): one.confidence
        for one in knowledge.instances("作\x7f\\者")
    }
    assert kept == expected


def test_confidence_never_falls() -> None:
    knowledge = art()
    assert knowledge.add("artist", "MONDRIAN ", 0.9)
    assert not knowledge.add("artist", "Mondrian", 0.1)
    assert knowledge.confidence("artist", "mondrian") == 0.9
    assert not knowledge.add("artist", "  ", 1.0)
    assert not knowledge.add("artist", "Klee", 0.0)
    with pytest.raises(KeyError):
        knowledge.add("colour", "red")


def test_offers_are_the_surest_and_most_seen_first() -> None:
    knowledge = DomainKnowledge("d", [DomainAttribute("a")])
    for value, confidence in (("x", 0.5), ("y", 1.0), ("z", 1.0), ("z", 0.2)):
        knowledge.add("a", value, confidence)
    assert knowledge.offers() == {"a": [("z", 1.0), ("y", 1.0), ("x", 0.5)]}
