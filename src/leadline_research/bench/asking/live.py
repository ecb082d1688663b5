"""Domains that are asked live and never harvested: a plan, questions, and what answers them.

In ``ask.toml`` of ``--data``, beside the domains of `real_sites`::

    [[domain]]
    name = "flights"
    sites = ["fly-north", "fly-codes"]
    conditions = [["from", "to", "date"]]  # columns of the truth that questions name together
    number = "flight"                      # the column that tells records apart

    [domain.aliases]                       # names that the plan gives its attributes
    from = ["leaving from"]

The first question finds nothing learned: its own values make the sources understood.
"""

from __future__ import annotations

import json
from random import Random
from typing import TYPE_CHECKING, Any, Final

from leadline_research.bench.asking.questions import Question

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

QUESTIONS: Final = 48
MOST_TRIES: Final = 200
"""Draws; every fourth mixes the values of two lines and is asked where no source answers it."""


def write_plan(folder: Path, domain: Mapping[str, Any], urls: Sequence[str]) -> None:
    """Write the plan of sources that nobody has harvested."""
    lines = ["[domain]", f"name = {json.dumps(domain['name'])}"]
    for name, aliases in domain["aliases"].items():
        lines += [
            "[[attribute]]",
            f"name = {json.dumps(name)}",
            f"aliases = {json.dumps(aliases, ensure_ascii=False)}",
        ]
    for url in urls:
        lines += ["[[source]]", f"url = {json.dumps(url)}"]
    (folder / "project.toml").write_text("\n".join(lines) + "\n", encoding="utf-8")


def condition_questions(
    domain: Mapping[str, Any], truths: Mapping[str, Sequence[Mapping[str, str]]], seed: int
) -> list[Question]:
    """Draw questions that name values of a line of any source alike, and some that none answers."""
    random = Random(f"{domain['name']}/{seed}")
    questions = dict[str, Question]()
    for number in range(MOST_TRIES):
        is_mixed = number % 4 == 3
        lines = [random.choice(truths[random.choice(sorted(truths))]) for _ in range(2)]
        columns = random.choice(domain["conditions"])
        values = {column: lines[is_mixed and at % 2][column] for at, column in enumerate(columns)}
        text = " ".join(f'{column}:"{value}"' for column, value in values.items())
        found = {
            name: frozenset(
                line[domain["number"]] for line in truth if values.items() <= line.items()
            )
            for name, truth in truths.items()
        }
        answers = {name: numbers for name, numbers in found.items() if numbers}
        if len(questions) < QUESTIONS and bool(answers) != is_mixed:
            questions.setdefault(text, Question(text, answers))
    return list(questions.values())
