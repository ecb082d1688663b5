"""Real sites that are asked live: a file of queries and answers, and the truth of each site.

``ask.toml`` (or ``ask.json`` of one shape with it) stands in the folder of ``--data``::

    sites = "../sites"                     # the folder of sites; left out: this folder

    [[domain]]
    name = "films"
    sites = ["namazu", "mediawiki"]

    [[domain.query]]
    text = "western comedy"
    answers = { namazu = ["The Paleface"], mediawiki = [] }

An answer is a value that one line alone of the site's truth file has, in any of its columns. The
questions of a domain that names ``columns`` instead are drawn (`mixed`).
"""

from __future__ import annotations

import json
import tomllib
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from leadline_research.bench.asking.questions import Question
from leadline_research.bench.folders import naming
from leadline_research.bench.sites import folded, lines_by_value, match, readings
from leadline_research.named import chosen

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from leadline.model import Record

FILES: Final = ("ask.toml", "ask.json")


@dataclass(frozen=True, slots=True)
class HarvestedSite:
    """Which truth line a record of a site shows."""

    lines: Mapping[str, int]
    """Truth lines by the key of a record, and by the reading that identifies records."""
    reading: str

    def identities(self, record: Record) -> set[str]:
        """Return the number of the truth line that a record shows, as a text."""
        texts = (record.key, dict(readings(record)).get(self.reading, ""))
        return {str(self.lines[text]) for text in texts if text in self.lines}


def harvested_site(truth: Sequence[dict[str, str]], records: Sequence[Record]) -> HarvestedSite:
    """Match what was harvested of a site with its truth."""
    matched = match(records, truth)
    read = lines_by_value(truth, matched.truth_column)
    keys = {records[number].key: line for number, line in matched.lines.items()}
    return HarvestedSite({**read, **keys}, matched.reading)


def read_domains(data: Path, names: Sequence[str] = ()) -> tuple[Path, list[dict[str, Any]]]:
    """Read the file of queries; return the folder of the sites and the domains, all or the named.

    Raises ``ValueError`` with the name of the file where it lacks something.
    """
    path = next((data / name for name in FILES if (data / name).is_file()), data / FILES[0])
    with naming(path):
        if not path.is_file():
            raise ValueError("there is no such file")
        text = path.read_text(encoding="utf-8")
        content = json.loads(text) if path.suffix == ".json" else tomllib.loads(text)
        domains = {domain["name"]: domain for domain in content["domain"]}
        for domain in domains.values():
            for query in domain.get("query", ()):
                unknown = set(query["answers"]) - set(domain["sites"])
                if unknown or not query["text"]:
                    raise ValueError(f"query {query['text']!r}: no site {min(unknown)!r}")
    with naming(path):
        folder = (path.parent / content.get("sites", ".")).resolve()
    return folder, [domains[name] for name in chosen(names, domains, "domain")]


def read_questions(
    domain: Mapping[str, Any], truths: Mapping[str, Sequence[dict[str, str]]]
) -> list[Question]:
    """Return the queries of a domain; a truth line identifies a record.

    Raises ``ValueError`` for an answer that no line has, or several.
    """
    lines = {name: _lines_of_values(truth) for name, truth in truths.items()}
    return [
        Question(
            query["text"],
            {
                name: frozenset(_line(lines[name], str(value), name) for value in values)
                for name, values in query["answers"].items()
                if values
            },
        )
        for query in domain["query"]
    ]


def _lines_of_values(truth: Sequence[dict[str, str]]) -> list[dict[str, list[int]]]:
    """Return the lines of each value, column by column, those with most different values first."""
    columns: dict[str, dict[str, list[int]]] = {}
    for number, line in enumerate(truth):
        for column, value in line.items():
            columns.setdefault(column, {}).setdefault(folded(value or ""), []).append(number)
    return sorted(columns.values(), key=len, reverse=True)


def _line(columns: Sequence[Mapping[str, Sequence[int]]], value: str, site: str) -> str:
    """Return the number of the only line that a column has for a value."""
    lines = [column.get(folded(value), ()) for column in columns]
    if only := next((each for each in lines if len(each) == 1), None):
        return str(only[0])
    raise ValueError(f"answer {value!r}: {max(map(len, lines))} lines of {site} have it, not one")
