"""Result pages with one difficulty each, made up with chance: what real lists do to a miner.

Each template of ``made_pages/pitfalls`` writes a list of records with one of the difficulties that
labelled pages showed (records of several siblings, groups of one record, field rows more regular
than the records, header rows, promotions in the records' own make ...) and draws its markup: tags,
classes, fields, counts. The truth is known, so any number of pages that nobody has looked at can be
scored.
"""

import random
from dataclasses import dataclass, field
from itertools import islice

from made_pages.templates import environment, names

_WORDS = """
whale harbour lantern meadow compass orchard granite sparrow kettle violin canyon ribbon anchor
bishop copper desert engine forest glacier hammer island jungle kitchen ladder marble needle
oyster pepper quarry river saddle temple umbrella valley willow zephyr market bridge winter copper
garden mirror thunder velvet walnut yellow basket candle dragon feather
"""
_SURNAMES = "Adams Brook Castle Drummond Ellis Fenn Garvey Holt Irving Jarvis Keane Lowell"
_MONTHS = "January February March April May June July August September October"
WORDS, SURNAMES, MONTHS = _WORDS.split(), _SURNAMES.split(), _MONTHS.split()
SIMPLE = ["ul/li", "ol/li", "div/div", "section/article", "table/tr", "div/p", "div/section"]


@dataclass
class Chance:
    """The draws of one page: its random numbers and the make of its records."""

    random: random.Random
    made: int = 0
    fields: list[str] = field(default_factory=list)
    classes: dict[str, str] = field(default_factory=dict)

    def one(self, *options: str) -> str:
        return self.random.choice(options)

    def number(self, low: int, high: int) -> int:
        return self.random.randint(low, high)

    def often(self, share: float) -> bool:
        return self.random.random() < share

    def words(self, low: int, high: int) -> str:
        return " ".join(self.random.choice(WORDS) for _ in range(self.number(low, high)))

    def named(self, role: str) -> str:
        """A class attribute for a role: the same all over the page, often none at all."""
        if role not in self.classes:
            name = f"{self.random.choice(WORDS)}-{role[0]}"
            self.classes[role] = f' class="{name}"' if self.often(0.6) else ""
        return self.classes[role]

    def link(self, b: "Book") -> str:
        return f'<a href="/item/{self.made}-{len(b.title)}">{b.title}</a>'

    def shown(self, b: "Book") -> list[str]:
        """Names of the fields shown beside the title; the same ones on a whole page."""
        if not self.fields:
            others = ["author", "day", "number", "about"]
            self.random.shuffle(others)
            self.fields = others[: self.number(2, 4)]
        return [name for name in self.fields if name != "about" or b.optional]

    def values(self, b: "Book") -> list[str]:
        """Title and other fields of a record as inline markup."""
        return [self.link(b), *(getattr(b, name) for name in self.shown(b))]

    def outer(self) -> tuple[str, str]:
        """Tags of a list and of its records."""
        holder, _, tag = self.one(*SIMPLE).partition("/")
        return holder, tag

    def split_up(self, found: "list[Book]") -> "list[list[Book]]":
        """Groups of one to six; at least one with a single record if there are several."""
        left, groups = iter(found), []
        while group := list(islice(left, self.number(1, 6))):
            groups.append(group)
        if len(groups) > 2 and all(len(group) > 1 for group in groups):
            groups[1:2] = [groups[1][:1], groups[1][1:]]
        return groups

    def cut(self, found: "list[Book]", most: int) -> None:
        """Leave the first records only."""
        del found[most:]


@dataclass
class Book:
    """One record: ``title`` is nowhere else on the page."""

    title: str
    author: str
    day: str
    number: str
    about: str
    optional: bool


def book(chance: Chance) -> Book:
    chance.made += 1
    title = f"{chance.words(1, 4).title()} {chr(65 + chance.made % 26)}{chance.made:03d}x"
    author = f"{chance.one(*SURNAMES)}, {chance.one(*'ABCDEFGH')}."
    day = f"{chance.number(1, 28)} {chance.one(*MONTHS)} {chance.number(1980, 2024)}"
    number = chance.one("No. {}", "{} pages", "$ {}.50", "#{}").format(chance.number(10, 999))
    about = chance.words(4, 30).capitalize() + "."
    return Book(title, author, day, number, about, chance.often(0.5))


def books(chance: Chance, low: int = 4, high: int = 24) -> list[Book]:
    return [book(chance) for _ in range(chance.number(low, high))]


_ENVIRONMENT = environment("pitfalls")
_ENVIRONMENT.globals.update(WORDS=WORDS, SURNAMES=SURNAMES, MONTHS=MONTHS)
PITFALLS = names("pitfalls")


def pitfall_page(name: str, seed: int) -> tuple[str, list[Book]]:
    """A page with the difficulty, and its records."""
    chance = Chance(random.Random(f"{name}{seed}"))
    found = books(chance)
    records = _ENVIRONMENT.get_template(f"{name}.html").render(chance=chance, found=found)
    page = _ENVIRONMENT.get_template("_page.html")
    return page.render(chance=chance, records=records), found
