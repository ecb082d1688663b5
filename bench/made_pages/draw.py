"""The draws of one made-up page: its language, the make of its records, their fields."""

import html
import random
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

_LATIN = """
whale harbour lantern meadow compass orchard granite sparrow kettle violin canyon ribbon anchor
bishop copper desert engine forest glacier hammer island jungle kitchen ladder marble needle
oyster pepper quarry river saddle temple umbrella valley willow zephyr market bridge winter
garden mirror thunder velvet walnut yellow basket candle dragon feather of the and in with for
"""
_GERMAN = "Haus Wald Brücke Fluss Garten Straße Bücher Stadt der die und von mit über Recht Kunst"
_RUSSIAN = "дом лес река город книга закон суд право дело новый старый для под над мир век и на"
_ARABIC = "كتاب بيت مدينة قانون تاريخ جديد في من على مجلة محكمة دراسة عام باب نهر جبل"
_CHINESE = "山水天地人大小上中下国家文化历史研究书店新闻法院图书馆科学技术发展报告城市经济社会教育"
_JAPANESE = "東京日本語本の山川田中新聞社会図書館カメラテレビレシピの作り方まとめについて情報"

LANGUAGES: dict[str, tuple[list[str], str]] = {
    "en": (_LATIN.split(), " "),
    "de": (_GERMAN.split(), " "),
    "ru": (_RUSSIAN.split(), " "),
    "ar": (_ARABIC.split(), " "),
    "zh": (list(_CHINESE), ""),
    "ja": (list(_JAPANESE), ""),
}
SHARES = ["en"] * 6 + ["zh", "zh", "ja", "ar", "ru", "de"]
_CLASSES = (
    "result item entry hit record row listing card media post box cell block teaser unit tile panel"
)
CLASSES = _CLASSES.split()
PAIRS = [
    ("kite", "loom"), ("a", "b"), ("rowA", "rowB"), ("grid_dark_line", "grid_light_line"),
    ("tblodd", "tbleven"), ("Xrowalt", "Xrow"), ("line1st", "line2nd"), ("lt", "dk"),
    ("bgWhite cell", "bgGrey cell"), ("whiteBack", "blueBack"), ("p-alternate", "p-item"),
]  # fmt: skip
TRIPLES = [("aa", "bb", "cc"), ("tonered", "tonegreen", "toneblue"), ("x-one", "x-two", "x-six")]
TAGS = re.compile(r"<[^>]*>")


@dataclass
class Item:
    """One record. ``pieces`` is what of the page belongs to it."""

    title: str
    code: str
    day: str
    who: str
    price: str
    place: str
    about: str
    number: int
    some: bool
    pieces: list[str] = field(default_factory=list)

    def put(self, markup: str = "", caller: Callable[[], str] | None = None) -> str:
        """Markup of this record, kept for its label: a string or the body of a call block."""
        self.pieces.append(caller() if caller else markup)
        return self.pieces[-1]

    def keep(self, caller: Callable[[], str]) -> str:
        """Keep the body of a call block for the label only: it stands elsewhere in the page."""
        self.put(caller=caller)
        return ""

    @property
    def text(self) -> str:
        return html.unescape(TAGS.sub(" ", " ".join(self.pieces)))

    @property
    def parts(self) -> list[str]:
        """Strings that are in this record only and have to be in what is found."""
        return [part for part in (self.title, self.code, self.about) if part and part in self.text]


class Draw:
    """Everything about a page that is left to chance, from one seed."""

    def __init__(self, seed: str) -> None:
        self.random = random.Random(seed)
        self.language = self.one(*SHARES)
        self.made = 0
        self.kept: dict[str, str] = {}
        self.classed = self.random.choice([0.0, 0.5, 0.9, 0.9])

    def one(self, *options: str) -> str:
        return self.random.choice(options)

    def number(self, low: int, high: int) -> int:
        return self.random.randint(low, high)

    def often(self, share: float) -> bool:
        return self.random.random() < share

    def same(self, role: str, *options: str) -> str:
        """One of the options, the same one all over the page."""
        if role not in self.kept:
            self.kept[role] = self.one(*options)
        return self.kept[role]

    def always(self, role: str, share: float) -> bool:
        """A yes or no for the whole page."""
        return self.same(role, *["1"] * round(share * 20), *[""] * (20 - round(share * 20))) == "1"

    def count(self) -> int:
        return self.number(2, 5) if self.often(0.15) else self.number(5, 30)

    def words(self, low: int, high: int) -> str:
        words, gap = LANGUAGES[self.language]
        many = self.number(low, high) * (1 if gap else 3)
        return gap.join(self.random.choice(words) for _ in range(many))

    def date(self) -> str:
        year, month, day = self.number(1995, 2025), self.number(1, 12), self.number(1, 28)
        form = self.same("date", "{}-{:02}-{:02}", "{}/{}/{}", "{}.{}.{}")
        if self.language in ("zh", "ja"):
            form = self.same("date zh", "{}年{}月{}日", form)
        return form.format(year, month, day)

    def named(self, role: str, *names: str) -> str:
        """A class attribute of a role, the same all over the page, often none."""
        if role not in self.kept:
            name = self.one(*(names or CLASSES))
            if self.often(0.3):
                name = f"{self.one('js', 'c', 'b', 'search', 'l')}-{name}"
            self.kept[role] = f' class="{name}"' if self.often(self.classed) else ""
        return self.kept[role]

    def item(self) -> Item:
        self.made += 1
        mark = f"{chr(65 + self.made % 26)}{self.made:03}"
        price = self.same("price", "$ {}.50", "{} €", "¥{}", "{} Kč", "£{}.99")
        return Item(
            title=f"{self.words(1, 6).capitalize()} {mark}",
            code=f"{self.made:03}K{self.number(1000, 9999)}",
            day=self.date(),
            who=f"{self.words(1, 2).title()}, {self.one(*'ABCDEFGH')}.",
            price=price.format(self.number(2, 900)),
            place=self.words(1, 2).title(),
            about=f"{self.words(4, 35).capitalize()} {mark.lower()}.",
            number=self.number(0, 400),
            some=self.often(0.6),
        )

    def link(self, item: Item, text: str = "", more: str = "") -> str:
        form = self.same("address", "/item/{}", "show.php?id={}", "/doc/{}.html", "?rec={}&q=x")
        return f'<a href="{form.format(item.code)}"{more}>{text or item.title}</a>'

    def fields(self, item: Item, low: int = 2, high: int = 5) -> list[str]:
        """Values beside the title, of the same kinds in all records; the last may be missing."""
        names = ["code", "day", "who", "price", "place", "number"]
        if "fields" not in self.kept:
            self.random.shuffle(names)
            self.kept["fields"] = " ".join(names[: self.number(low, high)])
        return [str(getattr(item, name)) for name in self.kept["fields"].split()]

    def about(self, item: Item) -> str:
        """The abstract, of the records that have one: all of a page, or some."""
        return item.about if self.always("abstracts", 0.6) or item.some else ""

    def cell_values(self, item: Item) -> list[str]:
        """A record's link and values; on some pages the first value stands before the link."""
        values = [self.link(item), *self.fields(item, 2, 4)]
        if self.always("title second", 0.4):
            values[0], values[1] = values[1], values[0]
        return values

    def looks(self, three: float = 0.15) -> tuple[str, ...]:
        """Classes of rows that take turns: two, or now and then three."""
        return self.random.choice(TRIPLES if self.often(three) else PAIRS)

    def shorten(self, items: list[Item]) -> None:
        """Leave two to six records on four pages of ten, as a narrow query does."""
        if self.often(0.4):
            self.cut(items, self.number(2, 6))

    def cut(self, items: list[Item], most: int) -> None:
        """Leave the first records only."""
        del items[most:]

    def fill(self, items: list[Item], least: int) -> None:
        """Draw records until there are enough."""
        while len(items) < least:
            items.append(self.item())

    def groups(
        self, items: list[Item], low: int, high: int, *, past: bool = False
    ) -> Iterator[tuple[int, list[Item]]]:
        """Records in groups of a drawn size, and the place behind each (past the last one too).

        Each size is drawn when its group is asked for: after what the group before it draws.
        """
        at = 0
        while at < len(items):
            size = self.number(low, high)
            group = items[at : at + size]
            at += size if past else len(group)
            yield at, group

    def split(self, items: list[Item], most: int = 6) -> list[list[Item]]:
        """Records in groups, all sizes drawn at once."""
        return [group for _, group in self.groups(items, 1, most)]

    def letters(self, items: list[Item]) -> None:
        """Marks of records in letters: what stands beside them then has digits as often as they."""
        for item in items:
            mark = "".join(self.one(*"bcdfghjkmnpqrstvwxz") for _ in range(5))
            item.title = f"{' '.join(item.title.split(' ')[:-1])} {mark}".capitalize()
            item.about = f"{' '.join(item.about.split(' ')[:-1])} {mark[::-1]}."
