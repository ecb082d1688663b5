"""Templates of texts: what divides a text into its values, and what never does."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leadline.columns.induction import learn_columns
from leadline.columns.reader import Columns
from leadline.columns.templates.compiled import compile_division
from leadline.columns.templates.divide import learn_divisions
from leadline.columns.templates.induction import learn_templates
from leadline.columns.templates.template import compile_template, numbered
from leadline.model import RecordSpan
from leadline.page.dom import parse_html
from tables import each_row

NAMES = (
    "Ann Lee|Bo Poe|James Joyce|Mark Twain|G. Sand|Lu Xun|Ivan Petrov|Jo Hara|Kim Deal|Max Ernst"
)
WORDS = "sea cat storm winter song night house river stone bread music open secret garden war peace"


def name(n: int) -> str:
    return NAMES.split("|")[n % 10]


def title(n: int) -> str:
    words = WORDS.split()
    return " ".join(words[(n * k + k) % 16] for k in (3, 5, 7)[: 2 + n % 2]).capitalize()


def rows(form: str, count: int = 24) -> list[str]:
    """Texts made of a form whose fields change from row to row."""
    return [
        form.format(
            n=n,
            name=name(n),
            other=name(3 * n + 1),
            title=title(n),
            year=1950 + n * 2,
            day=f"2012-{n % 12 + 1:02}-{n % 27 + 1:02}",
            few=("Art", "Sport", "News")[n * n % 3],
            big=f"{n * 397 + 12:,}",
            unit=("KB", "MB")[n % 7 // 5],
            mon=("May", "June")[n % 2],
            han="天地玄黄宇宙洪荒日月盈昃"[n % 9 : n % 9 + n % 3 + 2],
            who=("张三", "李四", "王小明", "鲁迅")[n % 4],
        )
        for n in range(1, count + 1)
    ]


@each_row(__file__, "DIVIDED", "why", "form", "found", sequence=list)
def test_what_divides_a_text(why: str, form: str, found: list[str]) -> None:
    values = rows(form)
    assert learn_templates(values) == found
    assert all(compile_template(found[0])(value) is not None for value in values)


PROSE = (
    "{title} is a {year} film directed by {name}, where {title} {title} meet {other} and {title};"
    " it was shown in {title} and won {few}"
)


@each_row(__file__, "WHOLE", "why", "form")
def test_what_stays_whole(why: str, form: str) -> None:
    assert learn_templates(rows(form)) == []
    assert learn_templates(rows(form, 9)) == []


def test_a_dash_in_some_titles_is_no_template() -> None:
    assert learn_templates(rows("{title} - {other}", 8) + rows("{title}", 20)) == []


def test_lists_of_any_length_stay_lists() -> None:
    lists = [", ".join(name(n + k) for k in range(n % 4 + 1)) for n in range(30)]
    assert learn_templates(lists) == []


def test_records_of_two_kinds() -> None:
    values = rows("#{n}: bug: {title} ({few})", 30) + [f"Page{n}: = {title(n)}" for n in range(9)]
    assert learn_templates(values)[0] == "#{number}: {text}: {rest} ({tail})"


def test_a_part_that_some_lack_is_the_same_part() -> None:
    values = rows("{name} ({year}), {n} pages", 20) + rows("{name}, {n} pages", 12)
    divided, names = learn_divisions({"s": values})
    division = compile_division("s", divided, str)
    with_year, without = division.values(values[0]), division.values(values[-1])
    assert [value for _, value in with_year][2:] == [name(1), "1952", "1 pages", "1"]
    assert [value for _, value in without][2:] == [name(12), "12 pages", "12"]
    assert dict(with_year).keys() >= dict(without).keys()
    assert sorted(names.values()) == ["", "", "", "pages", "year"]


def test_a_title_without_its_year_is_the_title() -> None:
    values = [*rows("{title} ({year})", 30), "Silent sea"]
    divided, _ = learn_divisions({"s": values})
    assert divided["s"] == ["{rest} ({number})", "{rest:0}"]
    division = compile_division("s", divided, str)
    assert division.values("Silent sea") == [("s", "Silent sea"), ("s|0", "Silent sea")]


def test_names_of_which_some_are_told_apart_in_brackets() -> None:
    values = rows("{title} ({name})", 12) + rows("{title}", 24)
    assert learn_templates(values) == ["{rest} ({tail})", "{rest:0}"]
    assert learn_templates(rows("{title} ({name})", 3) + rows("{title}", 24)) == []


def test_a_state_told_more_closely() -> None:
    values = ["closed: fixed", "new", "closed: invalid", "open"] * 12
    assert learn_templates(values) == ["{text}: {maybe}"]
    division = compile_division("s|3", {"s|3": ["{text}: {maybe}"]}, str)
    assert division.values("closed: fixed") == [
        ("s|3", "closed: fixed"),
        ("s|3|0", "closed"),
        ("s|3|1", "fixed"),
    ]
    assert division.values("new") == [("s|3", "new"), ("s|3|0", "new")]


def test_the_whole_stays_beside_its_parts() -> None:
    page = parse_html(
        "".join(f"<li><a href=/{n}>{t}</a></li>" for n, t in enumerate(rows("{title} ({year})"))),
        "",
    )
    spans = [RecordSpan((node,)) for node in page.elements("li")]
    columns = learn_columns([(page, spans)])
    assert Columns.from_dict(columns.to_dict()) == columns
    row = {f.column: f.value for f in columns.read(page, spans[0]) if f.kind == "text"}
    assert row == {"text_1": f"{title(1)} (1952)", "text_1_2": title(1), "year": "1952"}
    other = parse_html("<li><a href=/9>No year</a></li>", "")
    values = [f.value for f in columns.read(other, RecordSpan((3,))) if f.kind == "text"]
    assert values == ["No year"]


def test_numbers_of_parts_that_a_person_doubled() -> None:
    division = compile_division("s", {"s": ["{rest:1} ({number:1})"]}, str)
    assert division.values("A (7)") == [("s", "A (7)"), ("s|0", "A"), ("s|1", "7")]


def test_the_same_parts_of_two_templates_have_one_number() -> None:
    assert numbered(["by {rest} on {date}", "on {date}"]) == ["by {rest} on {date}", "on {date:1}"]


@given(st.lists(st.text(alphabet="ab 1,.:;()|-–【】年月#{}", max_size=60), max_size=40))
def test_no_texts_break_it(values: list[str]) -> None:
    for template in learn_templates(values):
        for value in values:
            compile_template(template)(value)


@each_row(__file__, "hostile_texts_cost_little", "template")
@pytest.mark.parametrize(
    "unit", ["a - b, c: d (", "12 May ", " by  on 3 May 2012", "; 1 x", " | ", "9 "]
)
def test_hostile_texts_cost_little(template: str, unit: str) -> None:
    read, text = compile_template(template), (unit * 600)[:600]
    started = time.process_time()
    for _ in range(10):
        read(text)
    assert time.process_time() - started < 3
