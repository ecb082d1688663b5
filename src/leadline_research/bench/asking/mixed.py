"""Domains that mix real sites with sources served here, and questions drawn from their truth.

A domain of ``ask.toml`` that names ``columns`` instead of queries::

    [[domain]]
    name = "films"
    sites = ["site-a", "site-b"]
    details = ["site-b"]                    # sites of which every record's page is read too
    person = "cast"                         # the attribute of persons, and that of kinds
    group = "genre"
    kinds = 2                               # only one word, and two; left out: all five kinds

    [domain.columns.site-a]                 # what the site shows: attribute = column of its truth
    title = "title"
    year = "released"

    [domain.searched]                       # columns in which the engine of a site searches
    site-a = ["title", "text"]

    [[domain.own]]                          # a source served here
    name = "westerns"
    of = "site-a"                           # whose lines it holds; "" holds lines that are made up
    kind = 3                                # which of the kinds of `domains.specs`
    where = { genre = "Western" }
    columns = { title = "title", cast = "cast", year = "released", genre = "genre" }

A line answers plain words that stand in its searched columns, and conditions on what is shown of
it. Only words are drawn that no engine takes for another: no other word of these sources begins
alike.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, replace
from random import Random
from typing import TYPE_CHECKING, Any, Final

from leadline_research.bench.asking.domains import DrawnQuery, made_rows, specs, split
from leadline_research.bench.asking.questions import Question
from leadline_zoo.data.tables import Recipe, Table

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from leadline_zoo.data.tables import Row
    from leadline_zoo.spec import SourceSpec

QUERIES: Final = 100
KINDS: Final = 5
MAX_OWN_ROWS: Final = 300
STEM: Final = 4
"""First letters that a drawn word shares with no other."""
MOST_ANSWERS: Final = 40
"""Lines of one source that a drawn question finds at most."""
SEVERAL: Final = "several years"
NONSENSE: Final = ("zyzzyva", "qwxtrv", "vvokk")
_WORD: Final = re.compile(r"[a-z]{4,}")
_YEAR: Final = re.compile(r"(?<!\d)1[4-9]\d\d(?!\d)|(?<!\d)20[0-2]\d(?!\d)")
Line = dict[str, str]


@dataclass(frozen=True, slots=True)
class AskedLine:
    """A line of a source's truth: the words that find it, and its attributes as shown."""

    words: frozenset[str]
    shown: Mapping[str, str]

    def holds(self, query: DrawnQuery) -> bool:
        """Whether the source can show that the line answers."""
        return self.words.issuperset(query.words) and query.meets(self.shown)


def own_source(
    about: Mapping[str, Any], domain: Mapping[str, Any], lines: Sequence[Line]
) -> tuple[SourceSpec, Table]:
    """Return a source that holds lines of another's truth: those ``where`` columns begin so."""
    person, group = domain["person"], domain["group"]
    rows: dict[str, Row] = {}
    for number, line in enumerate(lines):
        if len(rows) == MAX_OWN_ROWS:
            break
        if any(not line[c].startswith(value) for c, value in about.get("where", {}).items()):
            continue
        row = {name: " ".join(line[column].split()) for name, column in about["columns"].items()}
        row[group] = re.split("[;,]", row[group])[0]
        row["year"] = _year(row["year"])
        if all(row.values()) and row["year"] != SEVERAL:
            rows.setdefault(row["title"], {**row, "id": str(1000 + number)})
    spec = specs(about["name"], person, group)[about["kind"]]
    recipe = Recipe("en", dict.fromkeys(about["columns"], ()), category=group)
    return spec, Table(recipe, tuple(rows.values()))


def lines_of(domain: Mapping[str, Any], name: str, truth: Sequence[Line]) -> list[AskedLine]:
    """Return what a source shows of each line of its truth, and by which words it finds it."""
    columns = domain["columns"].get(name)
    searched = domain["searched"].get(name)
    own = next((each for each in domain["own"] if each["name"] == name), None)
    if own is not None:
        columns = {attribute: attribute for attribute in own["columns"]}
    made = []
    for line in truth:
        shown = {attribute: line[column] or "" for attribute, column in (columns or {}).items()}
        if "year" in shown:
            shown["year"] = _year(shown["year"])
        held = [line[column] or "" for column in searched or columns or ()]
        made.append(AskedLine(frozenset(split(" ".join(held))), shown))
    return made


def draw_questions(
    domain: Mapping[str, Any], truths: Mapping[str, Sequence[Line]], seed: int
) -> list[Question]:
    """Draw questions of five kinds from lines of all sources alike, and three without an answer."""
    random = Random(f"{domain['name']}/{seed}")
    lines = {name: lines_of(domain, name, truth) for name, truth in truths.items()}
    places = {name: _places(each) for name, each in lines.items()}
    words = {word for each in lines.values() for line in each for word in line.words}
    beginnings = Counter(word[:STEM] for word in words)
    fit = {w for w in words if _WORD.fullmatch(w) and beginnings[w[:STEM]] == 1}
    asked = {name: each for name, each in lines.items() if name not in domain.get("strange", ())}
    questions = [Question(text, {}) for text in NONSENSE]
    taken = set(NONSENSE)
    kind = 0
    while len(questions) < QUERIES:
        line = random.choice(asked[random.choice(sorted(asked))])
        fitting = sorted(fit & line.words)
        drawn = _drawn(kind % domain.get("kinds", KINDS), line, fitting, domain, random)
        if drawn is None or drawn.text in taken:
            continue
        asked_words = [*drawn.words, *(word for _, value in drawn.columns for word in split(value))]
        undated = {
            (name, n): each[n]
            for name, each in lines.items()
            for n in set.intersection(*(places[name].get(word, set()) for word in asked_words))
            if each[n].holds(replace(drawn, years=None))
        }
        if drawn.years and any(one.shown.get("year") == SEVERAL for one in undated.values()):
            continue
        found = [at for at, one in undated.items() if one.holds(drawn)]
        answers = {name: frozenset(str(n) for of, n in found if of == name) for name in lines}
        if max(map(len, answers.values())) <= MOST_ANSWERS:
            questions.append(Question(drawn.text, {n: each for n, each in answers.items() if each}))
            taken.add(drawn.text)
            kind += 1
    return questions


def _places(lines: Sequence[AskedLine]) -> dict[str, set[int]]:
    """Return the lines of each word."""
    places: dict[str, set[int]] = {}
    for number, line in enumerate(lines):
        for word in line.words.union(*map(split, line.shown.values())):
            places.setdefault(word, set()).add(number)
    return places


def _drawn(
    kind: int, line: AskedLine, fit: Sequence[str], domain: Mapping[str, Any], random: Random
) -> DrawnQuery | None:
    """Return a question of a kind that a line answers; None where it has nothing to ask for."""
    person, group = domain["person"], domain["group"]
    if kind < 2:
        count = kind + 1
        chosen = tuple(random.sample(fit, count)) if len(fit) >= count else ()
        return DrawnQuery(" ".join(chosen), chosen) if chosen else None
    names = split(re.split("[;,]", line.shown.get(person, ""))[0])
    family = next((name for name in reversed(names) if _WORD.fullmatch(name)), "")
    if kind == 2:
        return DrawnQuery(f"{person}:{family}", (), ((person, family),)) if family else None
    if kind == 3:
        year = line.shown.get("year", "")
        if not (family and year.isdecimal()):
            return None
        span = int(year) - random.randint(0, 5), int(year) + random.randint(0, 5)
        text = f"{person}:{family} year:{span[0]}..{span[1]}"
        return DrawnQuery(text, (), ((person, family),), span)
    kinds = re.split("[;,]", line.shown.get(group, ""))[0].strip()
    if not (fit and kinds) or '"' in kinds:
        return None
    word = random.choice(fit)
    return DrawnQuery(f'{word} {group}:"{kinds}"', (word,), ((group, kinds),))


def _year(text: str) -> str:
    """Return the year that a text names, '' for none."""
    found = set(_YEAR.findall(text))
    return SEVERAL if len(found) > 1 else next(iter(found), "")


def made_lines(name: str) -> list[Line]:
    """Return the made-up things of a domain as lines of a truth."""
    return [dict(row) for row in made_rows(name, Random(f"{name}/mixed"))]
