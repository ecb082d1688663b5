"""Informative templates: which controls of a form are worth binding."""

from collections.abc import Callable

from leadline_research.madhavan2008.informative_templates import find_informative_templates


def drive(
    values: dict[str, list[str]], answer: Callable[[dict[str, str]], str]
) -> tuple[list[tuple[str, ...]], int]:
    """Runs the template search against a source; the templates and how often it asked."""
    search, asked = find_informative_templates(values), 0
    bound = next(search)
    while True:
        asked += 1
        try:
            bound = search.send(answer(dict(bound)))
        except StopIteration as done:
            return done.value, asked


def test_templates_that_change_the_answer_are_informative() -> None:
    values = {
        "genre": [f"g{i}" for i in range(30)],
        "sort": ["name", "date", "price"],
        "word": ["nothing", "none", "nil"],
    }

    def answer(bound: dict[str, str]) -> str:
        if "word" in bound:
            return "no results"
        return bound.get("genre", "all")

    found, asked = drive(values, answer)
    assert found == [("genre",), ("genre", "sort")]
    assert asked < 100


def test_a_template_whose_values_all_say_the_same_is_not_extended() -> None:
    found, asked = drive({"a": ["1", "2"], "b": ["1", "2"]}, lambda _: "same")
    assert (found, asked) == ([], 4)
