# ruff: noqa: E501 (tables: one case a row)
"""What a form asks, in the words of a person, and the page that ``leadline inspect`` makes of it."""

import json

import pytest

from leadline.app.inspect import Inspection
from leadline.cli.inspect import show
from leadline.domain.model import DomainAttribute
from leadline.forms.describe import FormQuestion, form_questions
from leadline.forms.find import find_interfaces
from leadline.page.dom import parse_html
from tables import each_row


def asked(inside: str) -> tuple[FormQuestion, ...]:
    page = parse_html(f"<form action=/s>{inside}<button>Search</button></form>", "http://h/")
    return form_questions(find_interfaces(page)[0])


@each_row(__file__, "TYPES", "inside", "kind")
def test_types_of_values(inside: str, kind: str) -> None:
    assert asked(inside)[0].value_type == kind


def test_everything_a_person_needs_is_said() -> None:
    low, high, group, town, trap = (
        asked(
            "Price from <input type=number name=lo min=0 step=10 required> to <input type=number name=hi>"
            "<fieldset><legend>Binding</legend><label><input type=checkbox name=b value=1 checked>Cloth"
            "</label><label><input type=checkbox name=b value=2>Paper</label></fieldset>"
            "<select name=land><option value=''>Country<option value=1>Peru</select><select name=town>"
            "<option value=''>Choose a country first</select><input name=hp_x style='display:none'>"
        )[:3]
        + asked(
            "<select name=land><option value=''>Country<option value=1>Peru</select><select name=town>"
            "<option value=''>Choose a country first</select><input name=w><input name=hp_x>"
        )[1::2]
    )
    assert (low.range_with, high.range_with, low.required) == ("hi", "lo", True)
    assert low.limits == "0 to …, in steps of 10"
    assert (group.label, group.multiple, group.default) == ("Binding", True, "Cloth")
    assert group.choices == (("1", "Cloth"), ("2", "Paper"))
    assert town.depends_on == "land"
    assert trap.trap


PAGE = (
    "<form action=/s><label>Author <input name=au></label><label>Year from <input name=y1></label>"
    "<label>to <input name=y2></label><input type=hidden name=k value=1><button>Search</button></form>"
    + "<form method=post action=/cart/{n}><input type=hidden name=n value=1><button>Add to cart</button></form>"
    * 3
    + "".join(f"<a href='/list?shelf={s}'>{s}</a>" for s in ("Art", "Law", "Sea"))
)


def seen(domain: tuple[DomainAttribute, ...] = ()) -> Inspection:
    interfaces = find_interfaces(parse_html(PAGE, "http://h.test/"))
    return Inspection("http://h.test/", interfaces, trouble="not asked", domain=domain)


def test_the_page_of_a_person(capsys: pytest.CaptureFixture[str]) -> None:
    show(seen((DomainAttribute("author", affinity=0.9), DomainAttribute("isbn", affinity=0.95))))
    out = capsys.readouterr().out
    assert "Form 1: search, GET http://h.test/s" in out
    assert "of the domain: relevance 0.90, bounded 0.90: author (1.00)" in out
    assert "a range with y2" in out
    assert "hidden: k=1" in out
    assert "Forms 2 to 4: order, POST" in out


def test_the_same_as_json() -> None:
    plain = json.loads(json.dumps(seen((DomainAttribute("author"),)).to_dict()))
    form = plain["forms"][0]
    assert [f["label"] for f in form["fields"]] == ["Author", "Year from", "to"]
    assert [f["role"] for f in form["fields"]] == ["attribute_text", "date_from", "date_to"]
    assert form["hidden"] == {"k": "1"}
    assert form["relevance"]["matches"][0]["attribute"] == "author"
    assert {f["kind"] for f in plain["forms"][1:]} == {"order"}
