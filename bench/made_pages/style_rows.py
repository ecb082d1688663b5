"""Rows of made-up result lists: values by need, drawn from one seeded chance."""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

Cells = dict[str, str]
Style = tuple[str, str, "Callable[[Row], str]"]
"""Tag around the records, tags of a record's roots, the markup of one record."""

_FIRST = "Ann Bo Carla Dmitri Eve Farid Grace Hugo Ines Jun Karl Lucia Mei Noor Otto Pia Quinn"
FIRST = _FIRST.split()
_LAST = "Lee Poe Joyce Twain Sand O'Hara Petrov Ernst Müller García Nowak Silva Kim Dubois"
LAST = _LAST.split()
_NOUNS = (
    "river storm garden engine harbour winter letter bridge market signal mirror forest kitchen "
    "painting theory island railway museum library language history comet desert atlas machine"
)
NOUNS = _NOUNS.split()
_ADJECTIVES = "old silent northern open hidden early modern lost royal small bright second"
ADJECTIVES = _ADJECTIVES.split()
_PLACES = "Oslo|Rome|Bern|New York|Kyoto|São Paulo|Cape Town|Graz|Lyon|Gdańsk"
PLACES = _PLACES.split("|")
_HOUSES = "Penguin|Knopf|Reclam|Oxford University Press|Elsevier|MIT Press|Gallimard"
HOUSES = _HOUSES.split("|")
_SECTIONS = "Politics|Sport|Arts|Science|Business|Travel"
SECTIONS = _SECTIONS.split("|")
_MONTHS = "January February March April May June July August September October November December"
MONTHS = _MONTHS.split()
HAN = "天地春秋山水江河日月红楼西游中国历史文学研究概论方法"
HAN += "理论社会经济现代古代城市教育技术管理数据信息"
ZH_SURNAMES = "王李张刘陈杨赵黄周吴"
_ZH_HOUSES = "人民文学出版社|中华书局|三联书店|北京大学出版社|商务印书馆|清华大学出版社"
ZH_HOUSES = _ZH_HOUSES.split("|")
_ZH_SOURCES = "新华网|人民日报|光明网|南方周末|中新社|财新"
ZH_SOURCES = _ZH_SOURCES.split("|")
_ZH_TOPICS = "政务公开|通知公告|政策解读|新闻动态"
ZH_TOPICS = _ZH_TOPICS.split("|")

_RU_NAMES = "Иванов Петрова Сидоров Кузнецова Попов Волков Морозова"
RU_NAMES = _RU_NAMES.split()
_RU_NOUNS = "река лес город письмо история теория машина музей язык сад мост"
RU_NOUNS = _RU_NOUNS.split()
_DE_NOUNS = "Fluss Garten Stadt Brücke Maschine Sprache Insel Geschichte Wald Küche"
DE_NOUNS = _DE_NOUNS.split()
_FR_NOUNS = "rivière jardin ville pont machine langue île histoire forêt cuisine"
FR_NOUNS = _FR_NOUNS.split()
_NATIONS = "Dutch French Italian American British Japanese"
NATIONS = _NATIONS.split()


@dataclass(slots=True)
class Row:
    """One made-up record: values by need, all drawn from one chance; ``cells`` are those shown."""

    number: int
    chance: Random
    cells: Cells

    def __call__(self, column: str, value: object) -> str:
        """Note a value as a cell of the truth, and give its text."""
        self.cells[column] = str(value)
        return str(value)

    def pick(self, *values: str) -> str:
        return self.chance.choice(values)

    def maybe(self, text: str, share: float = 0.6) -> bool:
        return bool(text) and self.chance.random() < share

    def words(self, nouns: list[str], least: int = 2, most: int = 5) -> str:
        return " ".join(self.pick(*nouns) for _ in range(self.integer(least, most))).capitalize()

    def decimal(self, low: int, high: int, point: str = ".") -> str:
        return f"{self.integer(low, high)}{point}{self.integer(1, 9)}"

    def integer(self, low: int = 1, high: int = 999) -> int:
        return self.chance.randint(low, high)

    def title(self) -> str:
        words = [
            self.pick(*ADJECTIVES),
            self.pick(*NOUNS),
            self.pick("of", "and", "in", "for", "at"),
            self.pick("the", "a"),
            self.pick(*ADJECTIVES),
            self.pick(*NOUNS),
        ]
        text = " ".join(words[: self.chance.choice((2, 3, 6, 6))]).removesuffix(" of").capitalize()
        tail = self.chance.random()
        if tail < 0.06:
            return f"{text} - {self.pick(*NOUNS)}"
        if tail < 0.14:
            return f"{text}: {self.pick(*ADJECTIVES)} {self.pick(*NOUNS)}s"
        return f"{text} ({self.pick(*NOUNS)})" if tail < 0.18 else text

    def person(self) -> str:
        return f"{self.pick(*FIRST)} {self.pick(*LAST)}"

    def prose(self, words: int = 25) -> str:
        held = [
            self.pick(*NOUNS, *ADJECTIVES, "the", "the", "of", "is", "was", "in 2012,", "a")
            for _ in range(self.integer(words, 2 * words))
        ]
        return " ".join(held).capitalize() + self.pick(".", " ...", "...")

    def day(self, style: str = "ymd") -> str:
        y, m, d = self.integer(1995, 2024), self.integer(1, 12), self.integer(1, 28)
        return {
            "ymd": f"{y}-{m:02}-{d:02}",
            "dmy": f"{d:02}/{m:02}/{y}",
            "long": f"{d} {MONTHS[m - 1]} {y}",
            "us": f"{MONTHS[m - 1]} {d}, {y}",
            "short": f"{MONTHS[m - 1][:3]} {d}, {y}",
            "dots": f"{d}.{m}.{y}",
            "zh": f"{y}年{m}月{d}日",
            "rfc": f"Mon, {d:02} {MONTHS[m - 1][:3]} {y} 10:{m:02}:{d:02} +0000",
            "slash": f"{y}/{m:02}/{d:02}",
            "stamp": f"{y}-{m:02}-{d:02} {m + 8:02}:{d + 20}",
            "month": f"{MONTHS[m - 1]} {y}",
        }[style]

    def year(self) -> int:
        return self.integer(1890, 2023)

    def han(self, low: int = 4, high: int = 14) -> str:
        return "".join(self.chance.choice(HAN) for _ in range(self.integer(low, high)))

    def who(self) -> str:
        return self.chance.choice(ZH_SURNAMES) + self.han(1, 2)

    def zh_prose(self) -> str:
        return "，".join(self.han(6, 14) for _ in range(self.integer(3, 7))) + "。"


def grouped(number: int) -> str:
    return f"{number:,}"
