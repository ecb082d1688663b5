"""Three made-up domains, films, art and papers, each over eight test sources, with queries.

The sources of a domain hold different parts of one pool: by genre, country, subject or time, so
that no query is answered everywhere. Their forms differ: a keyword box alone, boxes for attributes,
selects, ranges, POST with a token, engines that match any word or phrases. One shows no person and
so cannot express conditions on it; two of the films are Chinese.

>>> films = domain("films")
>>> len(films.sources), len(films.queries) >= 30
(8, True)
>>> sum(len(rows) for rows in films.truth(films.queries[5]).values()) > 0
True
"""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random
from typing import TYPE_CHECKING, Final

from leadline_zoo.data.tables import Recipe, Row, Table
from leadline_zoo.data.wordlists import words
from leadline_zoo.pages.engine import tokens
from leadline_zoo.spec import Box, Engine, Form, Look, Pager, SourceSpec

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

DOMAINS: Final = ("films", "art", "papers")
POOL: Final = 900
QUERIES: Final = 36
SHARED: Final = 0.05
"""Chance that a source also holds a thing of another part."""
PERSONS: Final = {"films": "director", "art": "maker", "papers": "author"}
GROUPS: Final = {"films": "genre", "art": "medium", "papers": "subject"}
YEARS: Final = {"films": (1910, 2019), "art": (1500, 1950), "papers": (1960, 2020)}
GENRES: Final = ("Comedy", "Drama", "Western", "Horror", "Musical", "Documentary")
MEDIA: Final = ("Etching", "Bronze", "Watercolour", "Lithograph", "Terracotta", "Tempera")
CHINESE_GENRES: Final = ("喜剧", "剧情", "武侠", "纪录片")


@dataclass(frozen=True, slots=True)
class DrawnQuery:
    """A query and what it asks, in plain values: words anywhere, words in columns, years."""

    text: str
    words: tuple[str, ...] = ()
    columns: tuple[tuple[str, str], ...] = ()
    years: tuple[int, int] | None = None

    def holds(self, row: Row, shown: tuple[str, ...]) -> bool:
        """Whether a row answers; columns that the source does not show hold nothing."""
        every = {token for column in shown for token in split(row[column])}
        if not all(set(split(word)) <= every for word in self.words):
            return False
        return self.meets({column: row[column] for column in shown})

    def meets(self, shown: Mapping[str, str]) -> bool:
        """Whether the values that are shown, by column, meet the conditions."""
        for column, value in self.columns:
            if not set(split(value)) <= set(split(shown.get(column, ""))):
                return False
        if self.years is None:
            return True
        year = shown.get("year", "")
        return year.isdecimal() and self.years[0] <= int(year) <= self.years[1]


def split(text: str) -> list[str]:
    """Return the words of a text; Chinese is taken by characters."""
    return [token.casefold() for token in tokens(text)]


@dataclass(frozen=True, slots=True)
class AskedDomain:
    """A domain: its sources with their tables, and queries."""

    name: str
    sources: dict[str, tuple[SourceSpec, Table]]
    queries: list[DrawnQuery] = field(default_factory=list)

    def truth(self, query: DrawnQuery) -> dict[str, list[Row]]:
        """Return the rows of each source that answer; sources without one are left out."""
        rows = {
            name: [row for row in table.rows if query.holds(row, tuple(table.recipe.columns))]
            for name, (_, table) in self.sources.items()
        }
        return {name: found for name, found in rows.items() if found}


def domain(name: str, seed: int = 0) -> AskedDomain:
    """Draw a domain, equal at every run."""
    random = Random(f"{name}/{seed}")
    pool = made_rows(name, random)
    group, person = GROUPS[name], PERSONS[name]
    groups = sorted({row[group] for row in pool if row["part"] == "en"})
    first, last = YEARS[name]
    middle = (first + last) // 2

    def part(at: int) -> Callable[[Row], bool]:
        return lambda row: row["part"] == "en" and row[group] == groups[at % len(groups)]

    def time(low: int, high: int) -> Callable[[Row], bool]:
        return lambda row: row["part"] == "en" and low <= int(row["year"]) <= high

    chosen = [
        part(0),
        part(1),
        part(2),
        part(3),
        time(first, first + 15),
        time(middle, middle + 12),
    ]
    chosen += [part(4), part(5)]
    if name == "films":
        chosen[0], chosen[3] = _chinese(0), _chinese(1)
    columns = ("title", person, "year", group)
    sources = {}
    for number, (spec, test) in enumerate(
        zip(specs(name, PERSONS[name], GROUPS[name]), chosen, strict=True)
    ):
        is_chinese = spec.language == "zh-Hans"
        rows = tuple(
            row
            for row in pool
            if test(row)
            or (row["part"] == "en" and not is_chinese and random.random() < SHARED / 4)
        )
        shown = tuple(c for c in columns if not (number == 5 and c == person))
        recipe = Recipe(spec.language or "en", dict.fromkeys(shown, ()), category=group)
        sources[spec.name] = spec, Table(recipe, rows)
    made = AskedDomain(name, sources)
    made.queries.extend(_queries(made, random, person, group))
    return made


def _chinese(at: int) -> Callable[[Row], bool]:
    genres = CHINESE_GENRES[2 * at : 2 * at + 2]
    return lambda row: row["part"] == "zh" and row["genre"] in genres


def made_rows(name: str, random: Random) -> list[Row]:
    """Return the things of a domain; ``part`` is their language."""
    first, last = YEARS[name]
    groups = {"films": GENRES, "art": MEDIA, "papers": tuple(words("topic")[:6])}[name]
    titles: set[str] = set()
    pool: list[Row] = []
    while len(pool) < POOL:
        is_chinese = name == "films" and len(pool) >= POOL * 3 // 4
        if is_chinese:
            person = random.choice(words("zh_family")) + random.choice(words("zh_given"))
            title = random.choice(words("zh_region")) + random.choice(words("zh_topic"))
            title += random.choice(words("zh_form"))
            kind = random.choice(CHINESE_GENRES)
        else:
            person = f"{random.choice(words('given'))} {random.choice(words('family'))}"
            adjective, noun = random.choice(words("adj")), random.choice(words("noun"))
            title = f"{adjective} {noun} of {random.choice(words('place'))}"
            kind = random.choice(groups).capitalize()
        if title in titles:
            continue
        titles.add(title)
        row = {"title": title, PERSONS[name]: person, "year": str(random.randint(first, last))}
        row |= {GROUPS[name]: kind, "id": str(1000 + len(pool))}
        pool.append({**row, "part": "zh" if is_chinese else "en"})
    return pool


def specs(name: str, person: str, group: str) -> list[SourceSpec]:
    """Return eight kinds of sources; layouts without labels are among them."""
    ends = (Box("y1", "year", "from"), Box("y2", "year", "to"))
    forms = [
        (Form(), Engine(), Look(), Pager(size=10)),
        (Form(boxes=(Box("who", person),)), Engine(), Look(layout="dl"), Pager(size=20)),
        (Form(boxes=(Box("kind", group, "select"),)), Engine(), Look(layout="cards"), Pager()),
        (Form(boxes=ends), Engine(), Look(layout="ordered"), Pager("numbers")),
        (Form(method="POST", token=True), Engine(), Look(layout="definitions"), Pager()),
        (Form(), Engine(match="or", order="relevance"), Look(layout="rules"), Pager(size=50)),
        (Form(boxes=(Box("who", person), *ends)), Engine(), Look(), Pager(size=10)),
        (Form(), Engine(match="phrase"), Look(layout="siblings"), Pager()),
    ]
    made = []
    for number, (form, engine, look, pager) in enumerate(forms):
        language = "zh-Hans" if name == "films" and number in (0, 3) else "en"
        made.append(
            SourceSpec(
                f"{name}-{number}",
                "books",
                form=form,
                engine=engine,
                look=look,
                pager=pager,
                language=language,
            )
        )
    return made


def _queries(made: AskedDomain, random: Random, person: str, group: str) -> list[DrawnQuery]:
    """Draw queries of five kinds; each has an answer, except for three that have none."""
    rows = [row for _, table in made.sources.values() for row in table.rows if person in row]
    queries = [DrawnQuery(text, (text,)) for text in ("zyzzyva", "qwxtrv", "vvokk")]
    for number in range(QUERIES - len(queries)):
        row = random.choice(rows)
        title = row["title"].split() if " " in row["title"] else [row["title"][2:6]]
        family = row[person].split()[-1] if " " in row[person] else row[person]
        year = int(row["year"])
        span = year - random.randint(0, 5), year + random.randint(0, 5)
        asked = f"year:{span[0]}..{span[1]}"
        kinds = [
            DrawnQuery(title[0], (title[0],)),
            DrawnQuery(" ".join(title[:2]), tuple(title[:2])),
            DrawnQuery(f"{person}:{family}", (), ((person, family),)),
            DrawnQuery(f"{person}:{family} {asked}", (), ((person, family),), span),
            DrawnQuery(f'{title[-1]} {group}:"{row[group]}"', (title[-1],), ((group, row[group]),)),
        ]
        queries.append(kinds[number % len(kinds)])
    return queries
