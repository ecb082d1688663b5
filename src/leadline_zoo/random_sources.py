"""Sources made at random: every option of a test source by chance, the same for the same number.

What nobody thought of putting together meets here. Left out is what no site does: a pager whose
links lack the token that its form needs.

>>> random_source(3).name, random_source(3) == random_source(3)
('random-3', True)
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any, Final

from leadline_zoo.data.tables import RECIPES
from leadline_zoo.pages.layouts import LAYOUTS
from leadline_zoo.pages.pagers import PAGERS
from leadline_zoo.spec import Engine, Form, Look, Pager, SourceSpec, Total

if TYPE_CHECKING:
    from collections.abc import Sequence

CHARSETS: Final = {
    "zh-Hans": ("utf-8", "gbk", "gb18030"),
    "zh-Hant": ("utf-8", "big5"),
    "ja": ("utf-8", "shift_jis", "euc_jp"),
    "ru": ("utf-8", "windows-1251", "koi8-r"),
}
LAYOUTS_USED: Final = sorted(LAYOUTS.keys() - {"woven"})
"""Layouts that leadline reads; "woven" is a known gap, see docs/decisions/reading-pages.md."""
PAGER_KINDS: Final = sorted(set(PAGERS) - {"head", "none"})
BY_FORM: Final = ("post", "webforms", "buttons", "session")


class Chance:
    """Choices by chance, equal for equal seeds."""

    def __init__(self, seed: str) -> None:
        self._random = Random(seed)

    def any(self, values: Sequence[Any]) -> Any:
        """Return one of the values."""
        return self._random.choice(values)

    def often(self, share: float) -> bool:
        """Return True in this share of the calls."""
        return self._random.random() < share

    def some(self, values: Sequence[str], share: float) -> tuple[str, ...]:
        """Return each value in this share of the calls."""
        return tuple(value for value in values if self.often(share))


def random_source(number: int) -> SourceSpec:
    """Return the source of this number."""
    chance = Chance(f"source {number}")
    table = chance.any(sorted(RECIPES))
    kind = chance.any(PAGER_KINDS)
    return SourceSpec(
        f"random-{number}",
        table,
        chance.any((150, 300, 450)),
        "Collection",
        charset=chance.any(CHARSETS.get(RECIPES[table].language, ("utf-8",))),
        form=_form(chance, table, kind),
        look=_look(chance),
        pager=Pager(
            kind,
            chance.any((10, 15, 20, 25, 40)),
            last_arrow=chance.often(0.1),
            beyond=chance.any(("empty", "first", "last", "404")),
            parameter=chance.any(("page", "p", "start", "pg")),
        ),
        total=Total(
            chance.any(("exact", "range", "approximate", "pages", "absent")),
            in_title=chance.often(0.2),
            constant=chance.often(0.1),
        ),
        engine=_engine(chance),
        seed=number,
    )


def _form(chance: Chance, table: str, kind: str) -> Form:
    posted = kind in ("post", "webforms") or (kind in BY_FORM and chance.often(0.5))
    return Form(
        "POST" if posted else "GET",
        chance.any(("q", "kw", "query", "searchText", "term")),
        chance.any(("/search", "/find.php", "/cgi-bin/q", "/s/", "/list.do")),
        chance.any(("/", "/index.html", "/portal/")),
        hidden=chance.any(((), (), (("lang", "x"),), (("op", "search"), ("v", "2")))),
        token=kind in BY_FORM and chance.often(0.3),
        decoys=chance.some(("login", "newsletter", "language"), 0.3),
        lucky=chance.often(0.1),
        sorts=chance.any(((), tuple(RECIPES[table].columns)[:2])),
        outside=chance.often(0.1),
        webforms=kind == "webforms",
        browse=chance.often(0.2),
    )


def _look(chance: Chance) -> Look:
    return Look(
        chance.any(LAYOUTS_USED),
        chance.any(("modern", "tables", "plain")),
        link_style=chance.any(("path", "query", "session")),
        highlight=chance.any(("", "b", "mark", "span")),
        rank=chance.often(0.2),
        score=chance.often(0.15),
        relative_dates=chance.often(0.15),
        echo=chance.often(0.8),
        aside=chance.some(("facets", "menu", "popular", "ads"), 0.25),
        charset_in=chance.any(("both", "header", "meta")),
    )


def _engine(chance: Chance) -> Engine:
    return Engine(
        chance.any(("and", "and", "or", "substring", "phrase")),
        stem=chance.often(0.2),
        min_length=chance.any((1, 1, 2, 3)),
        stop_words=chance.often(0.2),
        case="kept" if chance.often(0.12) else "ignored",
        accents=chance.any(("folded", "folded", "kept", "plain")),
        negation=chance.often(0.15),
        everything=chance.any(((), ("*",), ("%",), ("*:*",))),
        empty=chance.any(("all", "help", "error", "nothing", "entry")),
        cap=chance.any((0, 0, 0, 100, 200)),
        after_cap=chance.any(("empty", "404", "500")),
        order=chance.any(("fixed", "relevance")),
        unstable=chance.often(0.08),
        relaxed=chance.often(0.1),
    )
