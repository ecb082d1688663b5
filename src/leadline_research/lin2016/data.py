"""Databases of ``forms-fill``: three synthetic ones after Lin 2016, 5.1, and real museums.

The paper took DBLP (a million papers by title, author, venue, year) and two book shops (600,000 and
400,000 by title, author, publisher, category), 20 records a page. The synthetic databases are fifty
times smaller. Invented names and words follow Zipf's law in every column. All sites of a domain
draw from one stock, so values of a sample site occur in the target too.

The museums are tables of the folders ``art`` and ``pool`` of the data. Domain knowledge of one is
sampled from another. Every form is HTML, with labels that are aliases of the attributes at best,
and is read by the product's own reader of forms.

>>> one = books_b()
>>> one.name, len(one.rows), sorted(column for column, _ in one.boxes.values())
('books-b', 8000, ['author', 'category', 'publisher', 'title'])
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import accumulate
from random import Random
from typing import TYPE_CHECKING, Final

from leadline.domain.model import DomainAttribute, DomainKnowledge
from leadline.domain.rules import default_rules
from leadline.domain.sampling import sample
from leadline.errors import require_package
from leadline_research.bench.forms.form_source import MatchMode, fields_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

Row = dict[str, str]
Page = list[list[tuple[str, str]]]

SAMPLE_PAGES: Final = 15
"""Pages that each sample site shows."""

PAGE_SIZE: Final = 20
"""Records on a page, as in the paper."""


@dataclass(frozen=True, slots=True)
class Database:
    """A table, its form, the column and match mode of each control, and sample pages."""

    name: str
    rows: tuple[Row, ...]
    form: str
    boxes: Mapping[str, tuple[str, MatchMode]]
    attributes: tuple[DomainAttribute, ...]
    samples: tuple[Page, ...]

    def knowledge(self) -> DomainKnowledge:
        """Learn domain knowledge from the sample pages."""
        made = DomainKnowledge(self.name, self.attributes)
        for page in self.samples:
            sample(made, page, holds=default_rules().holds)
        return made


PAPERS: Final = (
    DomainAttribute("title", ("paper title",), 0.5, main=True),
    DomainAttribute("author", ("authors", "written by"), 0.6, "person", main=True),
    DomainAttribute("venue", ("journal", "conference", "journal or conference"), 0.8),
    DomainAttribute("year", ("publication year",), 0.3, "year"),
)
BOOKS: Final = (
    DomainAttribute("书名", ("题名", "图书名称", "title"), 0.6, main=True),
    DomainAttribute("作者", ("著作者", "译著者", "author"), 0.5, "person", main=True),
    DomainAttribute("出版社", ("publisher",), 0.6),
    DomainAttribute("类别", ("分类", "图书类别", "category"), 0.3),
)


def papers() -> Database:
    """Make 20,000 papers behind four boxes: words, words, a part, a year."""
    rows = _papers(20_000, Random(1))
    form = _form(
        ("pt", "Paper title"), ("w", "Written by"), ("jc", "Journal or conference"), ("y", "Year")
    )
    boxes: dict[str, tuple[str, MatchMode]] = {
        "pt": ("title", "words"),
        "w": ("author", "words"),
        "jc": ("venue", "part"),
        "y": ("year", "exact"),
    }
    other = {"title": "Title", "author": "Authors", "venue": "In", "year": "Date"}
    samples = (*_pages(_papers(300, Random(2)), {}), *_pages(_papers(300, Random(3)), other))
    return Database("papers", rows, form, boxes, PAPERS, samples)


def books_a() -> Database:
    """Make 12,000 books behind three boxes and a select of categories."""
    rows = _books(12_000, Random(4))
    shelves = list(dict.fromkeys(row["category"] for row in rows))
    form = _form(("k1", "书名："), ("k2", "作者："), ("k3", "出版社：")) + _select(
        "k4", "分类", shelves
    )
    boxes: dict[str, tuple[str, MatchMode]] = {
        "k1": ("title", "words"),
        "k2": ("author", "part"),
        "k3": ("publisher", "part"),
        "k4": ("category", "exact"),
    }
    return Database("books-a", rows, form, boxes, BOOKS, _book_samples())


def books_b() -> Database:
    """Make 8,000 books behind four boxes, three of which need whole values."""
    rows = _books(8_000, Random(5))
    form = _form(("n", "图书名称"), ("a", "著作者"), ("p", "出版社"), ("c", "类别"))
    boxes: dict[str, tuple[str, MatchMode]] = {
        "n": ("title", "words"),
        "a": ("author", "exact"),
        "p": ("publisher", "exact"),
        "c": ("category", "exact"),
    }
    return Database("books-b", rows, form, boxes, BOOKS, _book_samples())


def _book_samples() -> tuple[Page, ...]:
    named = {"title": "书名", "author": "作者", "publisher": "出版社", "category": "分类"}
    other = {"title": "商品", "author": "写书人", "publisher": "publisher", "category": "所在频道"}
    return (*_pages(_books(300, Random(6)), named), *_pages(_books(300, Random(7)), other))


def museums(data: Path) -> list[Database]:
    """Load real tables behind forms of several boxes, from ``art``, ``pool`` or both."""
    require_package("pyarrow", "reading parquet")
    import pyarrow.parquet as parquet

    made: list[Database] = []
    tables = {
        path.stem: _clean(parquet.read_table(path).to_pylist())
        for path in (data / "art" / "tate.parquet", data / "art" / "cmoa.parquet")
        if path.exists()
    }
    if len(tables) == 2:
        made.append(_museum("cmoa", tables["cmoa"], tables["tate"], select=False))
        made.append(_museum("tate", tables["tate"], tables["cmoa"], select=True))
    pool = data / "pool" / "art63k.parquet"
    if pool.exists():
        rows = parquet.read_table(pool).to_pylist()
        first, second = (
            _clean([row for row in rows if row["sources"] >> bit & 1]) for bit in (0, 1)
        )
        made.append(_museum("pool-1", first, second, select=False))
    if not made:
        raise ValueError(f"{data} holds neither art/tate.parquet and cmoa.parquet nor {pool.name}")
    return made


ART: Final = (
    DomainAttribute("title", ("name of work", "work"), 0.3, main=True),
    DomainAttribute("artist", ("maker", "creator"), 0.7, "person", main=True),
    DomainAttribute("medium", ("material", "technique"), 0.7),
    DomainAttribute("classification", ("category", "kind of object"), 0.4),
    DomainAttribute("date", ("year", "dating"), 0.2),
    DomainAttribute("credit line", ("credit", "acquired by"), 0.5),
)


def _museum(name: str, rows: Sequence[Row], others: Sequence[Row], *, select: bool) -> Database:
    """Make a collection search; knowledge comes from pages of another museum."""
    fields = [("t", "Title"), ("m", "Maker"), ("md", "Material"), ("d", "Date")]
    fields.append(("cr", "Acquired by"))
    kinds = list(dict.fromkeys(row["category"] for row in rows if row["category"]))
    last = _select("k", "Kind of object", kinds) if select else _form(("k", "Kind of object"))
    boxes: dict[str, tuple[str, MatchMode]] = {
        "t": ("title", "words"),
        "m": ("artist", "part"),
        "md": ("medium", "part"),
        "d": ("date", "exact"),
        "cr": ("credit", "words"),
        "k": ("category", "exact"),
    }
    chosen = Random(8).sample(list(others), 2 * SAMPLE_PAGES * PAGE_SIZE)
    half = len(chosen) // 2
    unnamed = {"artist": "by", "medium": "made of", "category": "group", "credit": "source"}
    samples = (*_pages(chosen[:half], {}), *_pages(chosen[half:], unnamed))
    return Database(name, tuple(rows), _form(*fields) + last, boxes, ART, samples)


def _clean(rows: Sequence[Mapping[str, object]]) -> list[Row]:
    columns = ("title", "artist", "medium", "category", "date", "credit")
    return [{name: str(row.get(name) or "") for name in columns} for row in rows]


def _pages(rows: Sequence[Row], names: Mapping[str, str]) -> list[Page]:
    """Split rows into result pages of a site with other column names."""
    records = [[(names.get(key, key), value) for key, value in fields_of(row)] for row in rows]
    return [records[at : at + PAGE_SIZE] for at in range(0, len(records), PAGE_SIZE)]


def _form(*boxes: tuple[str, str]) -> str:
    return "".join(f"<p><label>{label} <input name={name}></label></p>" for name, label in boxes)


def _select(name: str, label: str, choices: Sequence[str]) -> str:
    options = "".join(f"<option>{choice}</option>" for choice in choices)
    first = "<option value=''>--</option>"
    return f"<p><label>{label} <select name={name}>{first}{options}</select></label></p>"


# -- the stock that all sites of a made-up domain draw from


@dataclass(frozen=True, slots=True)
class _Stock:
    """Entries drawn by Zipf's law: the r-th with weight 1 / r."""

    entries: tuple[str, ...]
    weights: tuple[float, ...]

    def draw(self, rng: Random) -> str:
        return rng.choices(self.entries, cum_weights=self.weights)[0]


def _stock(entries: Sequence[str], flatness: float = 1.0) -> _Stock:
    weights = accumulate(1 / rank**flatness for rank in range(1, len(entries) + 1))
    return _Stock(tuple(entries), tuple(weights))


def _invented(count: int, syllables: tuple[int, int], rng: Random) -> list[str]:
    """Invent distinct words that can be spoken."""
    found: dict[str, None] = {}
    while len(found) < count:
        length = rng.randint(*syllables)
        found[
            "".join(rng.choice("bdfgklmnprstvz") + rng.choice("aeiou") for _ in range(length))
        ] = None
    return list(found)


@cache
def _stocks(kind: str) -> dict[str, _Stock]:
    rng = Random(f"stock of {kind}")
    spoken = _invented(6_000, (2, 4), rng)
    given = [word.capitalize() for word in _invented(150, (2, 3), rng)]
    family = [word.capitalize() for word in _invented(2_000, (2, 3), rng)]
    people = dict.fromkeys(f"{rng.choice(given)} {rng.choice(family)}" for _ in range(7_000))
    houses = [
        f"{rng.choice(family)} {rng.choice(('Press', 'Verlag', 'and Sons'))}" for _ in range(400)
    ]
    kinds = ("Journal of", "Annals of", "Conference on", "Transactions on", "Workshop on", "Acta")
    venues = [
        f"{rng.choice(kinds)} {a} {b}".title()
        for a, b in zip(spoken[::37], spoken[1::37], strict=False)
    ]
    return {
        "word": _stock(spoken, 0.9),
        "person": _stock(list(people), 0.6),
        "house": _stock(list(dict.fromkeys(houses)), 0.9),
        "venue": _stock(venues, 0.8),
        "shelf": _stock([word.capitalize() for word in spoken[100:130]], 0.8),
    }


def _title(stock: _Stock, rng: Random) -> str:
    return " ".join(stock.draw(rng) for _ in range(rng.randint(3, 8))).capitalize()


def _papers(count: int, rng: Random) -> tuple[Row, ...]:
    stock = _stocks("papers")
    rows = []
    for _ in range(count):
        authors = dict.fromkeys(stock["person"].draw(rng) for _ in range(rng.randint(1, 4)))
        year = 2015 - int(45 * rng.random() ** 2)
        rows.append(
            {
                "title": _title(stock["word"], rng),
                "author": "|".join(authors),
                "venue": stock["venue"].draw(rng),
                "year": str(year),
            }
        )
    return tuple(rows)


def _books(count: int, rng: Random) -> tuple[Row, ...]:
    stock = _stocks("books")
    return tuple(
        [
            {
                "title": _title(stock["word"], rng),
                "author": stock["person"].draw(rng),
                "publisher": stock["house"].draw(rng),
                "category": stock["shelf"].draw(rng),
            }
            for _ in range(count)
        ]
    )
