"""Questions to the sources of a domain, with the records that answer each.

A record is named by identities: texts, each of one record of its source.

>>> Question("lu xun", {"library": frozenset({"Diary of a Madman"})}).having
{'library': 1}
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from leadline.ask.query import parse_query
from leadline.domain.model import DomainAttribute, DomainKnowledge
from leadline.model import Field, Record

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from leadline_research.bench.asking.domains import AskedDomain

KEYWORD: DomainAttribute = DomainAttribute(
    "keyword", ("keywords", "search", "检索词", "关键词"), type="text"
)


@dataclass(frozen=True, slots=True)
class Question:
    """A query, and by source the identities of the records that answer it (no empty sets)."""

    text: str
    answers: Mapping[str, frozenset[str]]

    @property
    def having(self) -> dict[str, int]:
        """How many records answer, by source."""
        return {name: len(identities) for name, identities in self.answers.items()}


@dataclass(frozen=True, slots=True)
class AskedSources:
    """Sources with their records, questions to them, and how a record is identified."""

    name: str
    questions: Sequence[Question]
    records: Mapping[str, Sequence[Record]]
    knowledge: DomainKnowledge
    identities: Callable[[str, Record], Iterable[str]]
    """The identities that a record of a source may have."""


def made_questions(made: AskedDomain, person: str, group: str) -> AskedSources:
    """Return a drawn domain as sources and questions; a title identifies a record.

    ``person`` and ``group`` name the columns of persons and of kinds.
    """
    records = {
        name: [
            Record(name, row["id"], tuple(Field(c, row[c]) for c in table.recipe.columns))
            for row in table.rows
        ]
        for name, (_, table) in made.sources.items()
    }
    questions = [
        Question(
            query.text,
            {
                name: frozenset(row["title"] for row in rows)
                for name, rows in made.truth(query).items()
            },
        )
        for query in made.queries
    ]
    knowledge = DomainKnowledge(
        "bench",
        [
            KEYWORD,
            DomainAttribute("title", ("题名",)),
            DomainAttribute(person, ("author", "artist", "director", "导演", "作者")),
            DomainAttribute("year", ("出版年",), type="year"),
            DomainAttribute(group, ("genre", "medium", "subject", "类型"), type="category"),
        ],
    )
    return AskedSources(made.name, questions, records, knowledge, values_of)


def values_of(_: str, record: Record) -> set[str]:
    """Return all values of a record, white space collapsed."""
    return {" ".join(field.value.split()) for field in record.fields}


def attributes_asked(questions: Iterable[Question]) -> DomainKnowledge:
    """Return the attributes that the questions name: all that is known of a given domain."""
    asked = [parse_query(question.text) for question in questions]
    names = dict.fromkeys(each.attribute for query in asked for each in query.conditions)
    return DomainKnowledge("bench", [KEYWORD, *map(DomainAttribute, names)])
