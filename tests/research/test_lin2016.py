"""forms-fill: the databases are what they claim, their forms are read right, DKS leads."""

import pytest

from amounts import further
from leadline.forms.submit.fill import plan_fill
from leadline_research.bench.forms.form_source import FormSource
from leadline_research.lin2016 import figures as lin2016
from leadline_research.lin2016.data import books_a, books_b, papers

MAKERS = {"papers": papers, "books-a": books_a, "books-b": books_b}


@pytest.mark.parametrize("name", sorted(MAKERS))
def test_the_form_is_understood(name: str) -> None:
    """Every box is taken for the attribute it searches, by its label alone."""
    database = MAKERS[name]()
    interface = lin2016.interface_of(database)
    columns = dict(zip([a.name for a in database.attributes], database.rows[0], strict=True))
    slots = plan_fill(interface, database.knowledge()).slots
    assert {slot.names[0] for slot in slots} == set(database.boxes)
    for slot in slots:
        if slot.attribute:
            assert database.boxes[slot.names[0]][0] == columns[slot.attribute]


def test_knowledge_of_unnamed_columns_is_less_sure() -> None:
    """The second sample site calls its columns otherwise: known values certify them in part."""
    authors = books_b().knowledge().instances("作者")
    assert authors[0].confidence == 1.0
    assert 0.0 < authors[-1].confidence < 0.5


def test_dks_leads_random_and_zipf_from_first_to_last() -> None:
    database = books_b()
    source = FormSource(database.name, database.rows, database.boxes, page_size=20)
    ours = lin2016.drive(database, source, "dks", 0, 1_000)
    assert ours[-1].records >= lin2016.TARGET_COVERAGE * len(source)
    assert ours[-1].requests <= 1.2 * lin2016.TARGET_COVERAGE * len(source) / 20
    limit = ours[-1].requests
    for rival in lin2016.PAPER_RIVALS:
        steps = lin2016.drive(database, source, rival, 0, limit)
        assert steps[-1].records < ours[-1].records
        assert steps[-1].successes / steps[-1].submissions < 0.5


@pytest.mark.parametrize(("name", "most"), [further("books-a", 1.1), ("books-b", 1.15)])
def test_the_products_own_filler_is_near_the_pages_that_the_records_fill(
    name: str, most: float
) -> None:
    """A floor: requests to 80 % of a made-up database, in pages that so many records fill."""
    database = MAKERS[name]()
    source = FormSource(database.name, database.rows, database.boxes, page_size=20)
    ideal = lin2016.TARGET_COVERAGE * len(source) / 20
    steps = lin2016.drive(database, source, "default", 0, int(2 * ideal))
    assert steps[-1].records >= lin2016.TARGET_COVERAGE * len(source)
    assert steps[-1].requests <= most * ideal
    assert steps[-1].successes >= 0.95 * steps[-1].submissions


@pytest.mark.many
def test_under_a_cap_the_products_own_filler_needs_little_more() -> None:
    database = books_b()
    source = FormSource(database.name, database.rows, database.boxes, page_size=20, cap=500)
    ideal = lin2016.TARGET_COVERAGE * len(source) / 20
    steps = lin2016.drive(database, source, "default", 0, int(2 * ideal))
    assert steps[-1].records >= lin2016.TARGET_COVERAGE * len(source)
    assert steps[-1].requests <= 1.2 * ideal


def test_figures_are_drawn() -> None:
    run = {
        "database": "d",
        "seed": 0,
        "size": 10,
        "curve": [[0, 0, 0, 0], [1, 2, 1, 5], [2, 3, 1, 8]],
    }
    drawn = lin2016.figures({"runs": [{**run, "strategy": "dks"}]})
    assert sorted(drawn) == ["forms-fill-d-cr.svg", "forms-fill-d-se.svg"]
    assert all(picture.count("<polyline") == 1 for picture in drawn.values())
