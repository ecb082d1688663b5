"""Which other settings of the selects beside a box are tried, and in which order."""

import pytest

from leadline.forms.find import find_interfaces
from leadline.forms.roles.match_modes import apply_setting, match_settings
from leadline.forms.roles.query_box import query_control
from leadline.forms.submit.submit import submit_form
from leadline.model import QueryInterface
from leadline.page.dom import parse_html
from tables import each_row

ENGLISH = ["is exactly", "begins with", "contains"]
FIELDS = ["Shelf mark", "Title", "Any field"]


def form_of(*selects: tuple[str, list[str]], first: str = "") -> QueryInterface:
    drawn = "".join(
        f"<select name={name}>{first}"
        + "".join(f"<option value={number}>{text}" for number, text in enumerate(texts, 1))
        + "</select>"
        for name, texts in selects
    )
    page = f"<form action=/find>{drawn}<input name=q><input type=submit value=Search></form>"
    return find_interfaces(parse_html(page, "http://h.example/"))[0]


@each_row(__file__, "WIDEST_CHOICE_TRIED", "texts", "best", sequence=list)
def test_the_widest_choice_is_tried_first(texts: list[str], best: str) -> None:
    form = form_of(("m", texts))
    assert form.controls[0].role == "match_mode"
    assert match_settings(form)[0] == (("m", best),)


def test_two_selects_are_set_at_once_when_one_is_not_enough() -> None:
    tried = match_settings(form_of(("in", FIELDS), ("how", ENGLISH)))
    assert tried[:2] == [(("how", "3"),), (("in", "3"),)]
    assert (("in", "3"), ("how", "3")) in tried
    assert len(tried) <= 6


def test_a_choice_of_nothing_is_left_for_another_and_never_chosen() -> None:
    form = form_of(("in", ["Shelf mark", "Title"]), first="<option value=''>- field -")
    assert match_settings(form) == [(("in", "2"),), (("in", "1"),)]


@pytest.mark.parametrize("texts", [["Paris", "Berlin", "Rome"], ["10", "20", "50"]])
def test_selects_that_say_something_else_stay_as_they_are(texts: list[str]) -> None:
    assert match_settings(form_of(("m", texts))) == []


def test_what_was_set_is_sent() -> None:
    form = apply_setting(form_of(("in", FIELDS), ("how", ENGLISH)), (("in", "2"), ("how", "3")))
    box = query_control(form)
    assert box is not None
    assert submit_form(form, {box.name: ["sea"]}).url.endswith("/find?in=2&how=3&q=sea")
