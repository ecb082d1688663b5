"""Larger pages: menus of the form, links, parameters; and numbers that are no page sizes."""

# ruff: noqa: E501 - a row of a table stays on one line

import pytest

from leadline.model import Choice, Control, QueryInterface
from leadline.page.dom import Document, parse_html
from leadline.wrapper.pager.page_size import page_size_offers
from tables import each_row

H = "http://h.test"


def page(html: str = "", path: str = "/s?q=sea") -> Document:
    return parse_html(f"<body>{html}", H + path)


def interface(*controls: Control) -> QueryInterface:
    return QueryInterface("", H, f"{H}/s", "GET", (Control("q", "text"), *controls))


def menu(name: str, *values: int | str, label: str = "", chosen: int | str = "") -> Control:
    choices = tuple(Choice(str(v), str(v), selected=v == chosen) for v in values)
    return Control(name, "select", label=label, choices=choices)


@pytest.mark.parametrize(
    ("control", "wanted", "why"),
    [
        (menu("max", 10, 20, 50, 100), [100], "name says size"),
        (menu("HITSPERPAGE", 10, 50, 100, 500, 1000), [500, 100], "biggest up to 500, then 100"),
        (menu("ps", 10, 20, 40), [40], "no 100 there"),
        (menu("x7", 20, 50, 100, chosen=20), [100], "the chosen value is the number of records"),
        (menu("x7", 10, 50, 100, label="Results per page"), [100], "label says size"),
        (menu("year", 1990, 1991, 1995), [], "years"),
        (menu("month", 1, 2, 3, 4), [], "steps of one"),
        (menu("x7", 5, 50, 100), [], "nothing says size"),
        (menu("max", 5, 10, 20), [], "nothing larger"),
    ],
)
def test_menus_of_the_form(control: Control, wanted: list[int], why: str) -> None:
    offers = page_size_offers(page(), interface(control), 20)
    assert [(o.value, o.via, o.parameter) for o in offers] == [
        (value, "control", control.name) for value in wanted
    ], why


def test_radio_groups() -> None:
    boxes = [Control("n", "radio", value=str(v), checked=v == 20) for v in (20, 50, 100)]
    offers = page_size_offers(page(), interface(*boxes), 20)
    assert [(o.parameter, o.value) for o in offers] == [("n", 100)]


LINKS = '<p>View ({}) <a href="?limit={}&offset=0&q=sea">{}</a> <a href="?limit={}&offset=0&q=sea">{}</a></p>'


def test_links_that_differ_in_one_parameter() -> None:
    html = LINKS.format(20, 100, 100, 500, 500)
    offers = page_size_offers(page(html, "/s?limit=20&offset=20&q=sea"), None, 20)
    assert [(o.parameter, o.value, o.via) for o in offers[:2]] == [
        ("limit", 500, "link"),
        ("limit", 100, "link"),
    ]
    assert offers[0].request is not None
    assert offers[0].request.url == f"{H}/s?limit=500&offset=0&q=sea"


@each_row(__file__, "links_that_are_no_sizes", "html", "why")
def test_links_that_are_no_sizes(html: str, why: str) -> None:
    offers = [o for o in page_size_offers(page(html), None, 20) if o.via == "link"]
    assert offers == [], why


def test_a_parameter_whose_value_is_the_number_of_records() -> None:
    html = '<a href="?q=sea&page=2&rpp=20">Next</a>'
    offers = page_size_offers(page(html), None, 20)
    assert [(o.parameter, o.value, o.via) for o in offers] == [
        ("rpp", 500, "parameter"),
        ("rpp", 100, "parameter"),
    ]
    assert offers[0].request is not None
    assert offers[0].request.url == f"{H}/s?q=sea&rpp=500"


def test_a_parameter_of_the_page_itself_is_set_in_place() -> None:
    offers = page_size_offers(page("", "/s?q=sea&max=20&x=%BB%A8"), None, 20)
    assert [o.request.url for o in offers if o.request] == [
        f"{H}/s?q=sea&max=500&x=%BB%A8",
        f"{H}/s?q=sea&max=100&x=%BB%A8",
    ]


def test_an_offset_that_equals_the_page_size_is_none() -> None:
    assert page_size_offers(page("", "/s?q=sea&start=20"), None, 20) == ()


def test_a_menu_outside_the_form() -> None:
    html = "<select name=pagesize><option value=20 selected>20<option value=100>100</select>"
    offers = page_size_offers(page(html), interface(), 20)
    assert [(o.parameter, o.value, o.via) for o in offers] == [("pagesize", 100, "parameter")]


def test_a_hidden_size_control_is_offered_for_the_form() -> None:
    offers = page_size_offers(page(), interface(Control("HITSPERPAGE", "hidden", value="20")), 20)
    assert [(o.parameter, o.value, o.request) for o in offers] == [
        ("HITSPERPAGE", 500, None),
        ("HITSPERPAGE", 100, None),
    ]
