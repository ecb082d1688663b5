"""Domains that mix real sites with own sources: what is drawn, and what answers it."""

from random import Random
from typing import Any

from leadline.ask.query import parse_query
from leadline_research.bench.asking.mixed import draw_questions, lines_of, own_source
from leadline_zoo.data.wordlists import words
from tables import read_values

PEOPLE = words("family")
DOMAIN: dict[str, Any] = read_values(__file__, "DOMAIN", sequence=list)


def library() -> list[dict[str, str]]:
    random = Random(1)
    return [
        {
            "title": f"{random.choice(words('adj'))} {random.choice(words('noun'))} {n}",
            "by": f"Ann {random.choice(PEOPLE)}",
            "date": random.choice(["1901", "about 1920", "1930 or 1931", ""]),
            "kind": random.choice(["Novel, long", "Poem"]),
            "text": f"tells of {random.choice(words('place'))}",
        }
        for n in range(120)
    ]


def test_an_own_source_holds_lines_with_all_values_and_one_year() -> None:
    spec, table = own_source(DOMAIN["own"][0], DOMAIN, library())
    assert spec.name == "novels-1"  # its kind
    assert {row["genre"] for row in table.rows} == {"Novel"}
    assert {row["year"] for row in table.rows} == {"1901", "1920"}


def test_answers_are_the_lines_that_a_source_can_show() -> None:
    truth = library()
    _, table = own_source(DOMAIN["own"][0], DOMAIN, truth)
    truths = {"library": truth, "novels": [dict(row) for row in table.rows]}
    questions = draw_questions(DOMAIN, truths, 0)
    assert len(questions) == 100
    assert sum(not question.answers for question in questions) >= 3
    for question in questions:
        asked = parse_query(question.text)
        for number in question.answers.get("library", ()):
            line = truth[int(number)]
            held = f"{line['title']} {line['text']}".casefold().split()
            assert set(asked.words) <= set(held)
            assert {each.attribute for each in asked.conditions} <= {"year"}  # it shows no person
        for number in question.answers.get("novels", ()):
            row = table.rows[int(number)]
            for each in asked.conditions:
                shown = row[each.attribute].casefold()
                if each.is_range:
                    assert each.low <= shown <= each.high
                else:
                    assert each.text.casefold() in shown


def test_a_year_is_read_where_there_is_one() -> None:
    lines = lines_of(DOMAIN, "library", library())
    assert {line.shown["year"] for line in lines} == {"1901", "1920", "several years", ""}
