"""Cleaning: what is missing or plainly untrue is set aside with its reason, never dropped."""

import tomllib

from leadline.domain.model import DomainAttribute
from leadline.domain.rules import default_rules, project_rules
from leadline.integrate.cleaning import clean
from tables import each_row

TITLE = DomainAttribute("title", main=True)


def reasons(columns: dict[str, list[str]], *attributes: DomainAttribute) -> list[tuple[str, ...]]:
    return [aside.reasons for aside in clean(columns, attributes, default_rules()).aside]


def test_every_row_is_kept_or_set_aside() -> None:
    columns = {"title": ["Emma", "", "n/a", "Ulysses"], "price": ["1 €", "2 €", "3 €", "-4 €"]}
    cleaning = clean(columns, [TITLE, DomainAttribute("price", type="price")], default_rules())
    assert cleaning.kept == (0, 3)
    assert [aside.row for aside in cleaning.aside] == [1, 2]
    assert [doubt.row for doubt in cleaning.doubts] == [3]
    assert cleaning.doubts[0].reasons == ("a price is not negative: '-4 €'",)


@each_row(__file__, "an_untrue_main_attribute_sets_a_record_aside", "kind", "value", "reason")
def test_an_untrue_main_attribute_sets_a_record_aside(kind: str, value: str, reason: str) -> None:
    main = DomainAttribute("x", type=kind, main=True)
    assert reasons({"x": [value]}, main) == [(reason,)]


@each_row(
    __file__, "dates_of_a_life_are_compared_as_far_as_they_are_known", "birth", "death", "is_untrue"
)
def test_dates_of_a_life_are_compared_as_far_as_they_are_known(
    birth: str, death: str, is_untrue: bool
) -> None:
    attributes = [
        DomainAttribute("Birth", type="date", main=False),
        DomainAttribute("death", type="date", main=False),
    ]
    cleaning = clean({"Birth": [birth], "death": [death]}, attributes, default_rules())
    assert bool(cleaning.doubts) == is_untrue


def test_a_rule_of_the_project_counts() -> None:
    rules = project_rules(
        tomllib.loads(
            """
            [[rule]]
            kind = "logic"
            name = "no film is older than film"
            types = ["year"]
            least = 1888
            most = 2030
            """
        )
    )
    year = DomainAttribute("year", type="year", main=True)
    cleaning = clean({"year": ["1887", "1888", "2030", "2031"]}, [year], rules)
    assert cleaning.kept == (1, 2)
    assert cleaning.aside[0].reasons == ("no film is older than film: '1887'",)


def test_without_main_attributes_only_empty_records_are_set_aside() -> None:
    assert reasons({"a": ["x", "", "?"], "b": ["", "", "y"]}) == [("no value at all",)]


def test_columns_outside_the_domain_are_left_alone() -> None:
    assert reasons({"title": ["Emma"], "other": ["30.02.2012"]}, TITLE) == []
