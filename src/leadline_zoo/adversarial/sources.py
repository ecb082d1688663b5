"""Adversarial sources by number: a kind of adversity on a base source drawn at random.

The kinds follow each other in turn, so any run of numbers holds all of them. The base (table,
language, layout, pager, engine) depends on the number.

>>> source = adversarial_source(0)
>>> source.spec.name, source == adversarial_source(0)
('preset-select-0', True)
>>> len(KINDS) >= 30
True
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from leadline_zoo.adversarial.adversity import AVAILABLE, HIDDEN_COLUMNS, Adversity
from leadline_zoo.adversarial.adversity import SHELF as SHELF_COLUMN
from leadline_zoo.data.tables import RECIPES, make_table
from leadline_zoo.pages.layouts import LAYOUTS
from leadline_zoo.random_sources import CHARSETS, Chance
from leadline_zoo.spec import Box, Engine, Form, Look, Pager, SourceSpec, Total

if TYPE_CHECKING:
    from collections.abc import Callable

Change = tuple[SourceSpec, Adversity]
Kinds = dict[str, "Callable[[SourceSpec, Chance], Change]"]

LAYOUTS_USED: Final = ("brief", "cards", "definitions", "items", "ordered", "siblings", "table")
PAGERS_USED: Final = ("arrow", "next", "numbers", "offset")
FOREIGN: Final = {"en": ("de_press", "ru_letters", "fr_notices"), "": ("books", "people")}
"""Recipes of a second collection by the language of the first; '' is any other language."""
CHOICE_TABLES: Final = (
    "abstracts",
    "jobs",
    "tickets",
    "permits",
    "products",
    "de_press",
    "es_tenders",
)
"""Recipes with a column of a few values."""
YEAR_TABLES: Final = ("books", "objects", "fr_notices", "ru_letters", "zh_books")


@dataclass(frozen=True, slots=True)
class AdversarialSource:
    """A source and its adversity; ``kind`` names the row of the list of kinds."""

    kind: str
    spec: SourceSpec
    adversity: Adversity


def adversarial_source(number: int, kinds: Kinds | None = None) -> AdversarialSource:
    """Return the source of this number, of these kinds (``KINDS``)."""
    kinds = kinds or KINDS
    kind = list(kinds)[number % len(kinds)]
    chance = Chance(f"adversarial {number}")
    base = _base(chance, number)
    spec, adversity = kinds[kind](base, chance)
    unindexed = (*spec.engine.unindexed, *HIDDEN_COLUMNS)
    spec = replace(spec, name=f"{kind}-{number}", engine=replace(spec.engine, unindexed=unindexed))
    return AdversarialSource(kind, spec, adversity)


def _base(chance: Chance, number: int) -> SourceSpec:
    table = chance.any(sorted(RECIPES))
    return SourceSpec(
        "base",
        table,
        chance.any((400, 600, 900)),
        "Collection",
        charset=chance.any(CHARSETS.get(RECIPES[table].language, ("utf-8",))),
        form=Form(
            box=chance.any(("q", "kw", "query", "term")),
            action=chance.any(("/search", "/find.php", "/list.do")),
        ),
        look=Look(
            chance.any([name for name in LAYOUTS_USED if name in LAYOUTS]),
            chance.any(("modern", "tables", "plain")),
            link_style=chance.any(("path", "query")),
            highlight=chance.any(("", "b", "mark")),
            echo=chance.often(0.7),
            aside=chance.some(("facets", "menu"), 0.2),
        ),
        pager=Pager(
            chance.any(PAGERS_USED),
            chance.any((10, 20, 25)),
            beyond=chance.any(("empty", "first", "last", "404")),
        ),
        total=Total(chance.any(("exact", "range", "exact", "absent", "approximate"))),
        engine=Engine(
            chance.any(("and", "and", "or", "substring")),
            stop_words=chance.often(0.15),
            empty=chance.any(("all", "all", "nothing")),
            everything=chance.any(((), ("*",), ("%",))),
            order=chance.any(("fixed", "relevance")),
        ),
        seed=number,
    )


def _opened(base: SourceSpec) -> SourceSpec:
    """Let the empty query show everything."""
    return replace(base, engine=replace(base.engine, empty="all"))


def _with_table(base: SourceSpec, table: str) -> SourceSpec:
    return replace(base, table=table, charset="utf-8")


def _with_box(base: SourceSpec, *boxes: Box) -> SourceSpec:
    return replace(base, form=replace(base.form, boxes=(*base.form.boxes, *boxes)))


def _preset_choice(
    kind: str, closed: bool = False, column: str = ""
) -> Callable[[SourceSpec, Chance], Change]:
    def change(base: SourceSpec, chance: Chance) -> Change:
        spec = _opened(_with_table(base, chance.any(CHOICE_TABLES)))
        recipe = RECIPES[spec.table]
        own = column or (recipe.category if recipe.category else "status")
        if own == SHELF_COLUMN:
            preset = AVAILABLE
        else:
            values = [row[own] for row in make_table(spec.table, spec.count, spec.seed).rows]
            preset = max(sorted(set(values)), key=values.count)
        box = Box(own[:2] + "1", own, kind, preset=preset, closed=closed)  # type: ignore[arg-type]
        return _with_box(spec, box), Adversity()

    return change


def _preset_range(base: SourceSpec, chance: Chance) -> Change:
    spec = _opened(_with_table(base, chance.any(YEAR_TABLES)))
    rows = make_table(spec.table, spec.count, spec.seed).rows
    years = sorted(int(row["year"]) for row in rows if row["year"].isdigit())
    low = years[int(len(years) * chance.any((0.05, 0.15, 0.3)))]
    boxes = Box("y1", "year", "from", preset=str(low)), Box("y2", "year", "to", preset="2030")
    return _with_box(spec, *boxes), Adversity()


def _two_presets(base: SourceSpec, chance: Chance) -> Change:
    spec, adversity = _preset_choice("select")(base, chance)
    return _with_box(spec, Box("shelf", SHELF_COLUMN, "check", preset=AVAILABLE)), adversity


def _tabs(base: SourceSpec, chance: Chance) -> Change:
    spec = _opened(_with_table(base, chance.any(CHOICE_TABLES)))
    column = RECIPES[spec.table].category or "status"
    values = [row[column] for row in make_table(spec.table, spec.count, spec.seed).rows]
    preset = max(sorted(set(values)), key=values.count)
    total = Total(chance.any(("exact", "range", "absent")))
    return replace(_with_box(spec, Box("tab", column, "tab", preset=preset)), total=total), (
        Adversity()
    )


def _stale_constant(base: SourceSpec, chance: Chance) -> Change:
    spec = _opened(base) if chance.often(0.5) else base
    held = chance.any((spec.count * 2 // 3, spec.count - 40, spec.count + 90, 500))
    return spec, Adversity(constant=held)


def _constant_and_leaves_out(base: SourceSpec, chance: Chance) -> Change:
    spec, adversity = _leaves_out(base, chance)
    shown = spec.count - round(spec.count * adversity.other_share)
    return spec, replace(adversity, constant=shown)


def _capped_totals(base: SourceSpec, chance: Chance) -> Change:
    cap = chance.any((256, 300, 500, 512))
    spec = replace(_opened(base), count=900, total=Total(chance.any(("exact", "range"))))
    return spec, Adversity(total_cap=cap)


def _capped_results(base: SourceSpec, chance: Chance) -> Change:
    cap = chance.any((200, 256, 300, 500))
    spec = replace(_opened(base), count=900, total=Total(chance.any(("exact", "range", "absent"))))
    engine = replace(spec.engine, everything=chance.any(((), ("*",), ("*:*", "*"))))
    return replace(spec, engine=engine), Adversity(result_cap=cap)


def _leaves_out(base: SourceSpec, chance: Chance) -> Change:
    spec = replace(_opened(base), charset="utf-8")
    spec = replace(
        spec, engine=replace(spec.engine, everything=chance.any(((), ("*",), ("%", "*"))))
    )
    language = RECIPES[spec.table].language
    other = chance.any(FOREIGN["en" if language == "en" else ""])
    share = chance.any((0.03, 0.06, 0.15, 0.3))
    return spec, Adversity(other=other, other_share=share, leaves_out=True)


def _leaves_out_kind(base: SourceSpec, chance: Chance) -> Change:
    spec = _opened(_with_table(base, chance.any(("books", "abstracts", "articles", "objects"))))
    spec = replace(spec, engine=replace(spec.engine, everything=chance.any(((), ("*",)))))
    other = chance.any(("specimens", "people", "commits", "opinions"))
    return spec, Adversity(other=other, other_share=chance.any((0.05, 0.2)), leaves_out=True)


def _second_collection(base: SourceSpec, chance: Chance) -> Change:
    spec = replace(
        base, charset="utf-8", engine=replace(base.engine, empty="nothing", everything=())
    )
    other = chance.any(FOREIGN["en" if RECIPES[spec.table].language == "en" else ""])
    return spec, Adversity(other=other, other_share=chance.any((0.1, 0.3)))


def _warm_up(base: SourceSpec, chance: Chance) -> Change:
    return _opened(base), Adversity(warm_up=chance.any((8, 15, 60)), part=chance.any((0.5, 0.8)))


def _newest_first(base: SourceSpec, chance: Chance) -> Change:
    engine = Engine(
        chance.any(("and", "or")),
        empty=chance.any(("all", "nothing")),
        order="fixed",
        cap=chance.any((60, 100, 200)),
        after_cap=chance.any(("empty", "404")),
    )
    total = Total(chance.any(("exact", "absent", "absent")))
    return replace(base, count=900, engine=engine, total=total), Adversity()


def _one_order(base: SourceSpec, chance: Chance) -> Change:
    engine = replace(base.engine, order="fixed", empty="nothing", everything=())
    total = Total(chance.any(("absent", "approximate")))
    return replace(base, count=900, engine=engine, total=total), Adversity()


def _paged_cap(base: SourceSpec, chance: Chance) -> Change:
    total = Total(chance.any(("exact", "absent", "pages")))
    return replace(base, count=900, total=total), Adversity(page_cap=chance.any((3, 5, 10)))


def _stuck(base: SourceSpec, chance: Chance) -> Change:
    return base, Adversity(stuck_after=chance.any((25, 40, 60)))


def _mute(base: SourceSpec, chance: Chance) -> Change:
    return base, Adversity(mute_after=chance.any((25, 40, 60)))


def _mute_at_checks(base: SourceSpec, chance: Chance) -> Change:
    """Return nothing from about the end of the walk of everything on."""
    spec, adversity = _leaves_out(base, chance)
    pages = -(-spec.count // spec.pager.size)
    return spec, replace(adversity, mute_after=20 + pages)


def _mute_for_a_while(base: SourceSpec, chance: Chance) -> Change:
    return base, Adversity(mute_after=chance.any((25, 45)), mute_for=30)


def _sound(base: SourceSpec, chance: Chance) -> Change:
    engine = replace(base.engine, empty="nothing", everything=())
    return replace(base, engine=engine), Adversity(likeness="sound", like_records=20)


def _near(base: SourceSpec, chance: Chance) -> Change:
    engine = replace(base.engine, empty="nothing", everything=())
    few = chance.any((12, 20))
    return replace(base, engine=engine), Adversity(likeness="near", like_records=few)


def _types(base: SourceSpec, chance: Chance) -> Change:
    engine = replace(base.engine, extra=chance.any((60, 200)))
    return replace(base, engine=engine), Adversity()


def _drops(base: SourceSpec, chance: Chance) -> Change:
    by = chance.any(("query", "request"))
    return base, Adversity(dropped=chance.any((0.05, 0.2)), dropped_by=by)


def _wrong_totals(base: SourceSpec, chance: Chance) -> Change:
    spec = replace(base, total=Total(chance.any(("exact", "range"))))
    return spec, Adversity(total_factor=chance.any((0.7, 0.9, 1.1, 1.5)))


def _collapsed(base: SourceSpec, chance: Chance) -> Change:
    spec = _opened(_with_table(base, chance.any(("opinions", "jobs", "fr_notices", "people"))))
    column = {"opinions": "title", "jobs": "title", "fr_notices": "title", "people": "address"}
    return spec, Adversity(collapsed=column[spec.table])


def _unstable(base: SourceSpec, chance: Chance) -> Change:
    return replace(base, engine=replace(base.engine, unstable=True, order="relevance")), Adversity()


def _featured(base: SourceSpec, chance: Chance) -> Change:
    """Let the query for everything show a short list, as large as one page or two."""
    spec = replace(_opened(base), total=Total("absent"), charset="utf-8")
    return spec, Adversity(other=spec.table, other_share=0.9, leaves_out=True)


def _tiny(base: SourceSpec, chance: Chance) -> Change:
    return replace(base, count=chance.any((15, 40, 80))), Adversity()


def _score_tail(base: SourceSpec, chance: Chance) -> Change:
    """Leave records of a low score out of large answers, and out of their totals."""
    spec = replace(_opened(base), total=Total(chance.any(("exact", "range", "absent"))))
    return spec, Adversity(tail_share=chance.any((0.05, 0.2)), tail_hits=chance.any((8, 40)))


def _popular(base: SourceSpec, chance: Chance) -> Change:
    engine = replace(base.engine, empty=chance.any(("all", "nothing")), everything=())
    return replace(base, engine=engine), Adversity(popular=chance.any((5, 12)))


def _quota(base: SourceSpec, chance: Chance) -> Change:
    return base, Adversity(quota=chance.any((60, 100)))


def _growing_totals(base: SourceSpec, chance: Chance) -> Change:
    spec = replace(_opened(base), total=Total(chance.any(("exact", "range"))))
    return spec, Adversity(grows=True)


def _recent_only(base: SourceSpec, chance: Chance) -> Change:
    """Show old records only where a range of years is filled, which is served empty."""
    spec = _opened(_with_table(base, chance.any(YEAR_TABLES)))
    rows = make_table(spec.table, spec.count, spec.seed).rows
    years = sorted(int(row["year"]) for row in rows if row["year"].isdigit())
    since = years[int(len(years) * chance.any((0.05, 0.3, 0.7)))]
    boxes = Box("y1", "year", "from"), Box("y2", "year", "to")
    return _with_box(spec, *boxes), Adversity(since=since)


KINDS: Final[Kinds] = {
    "preset-select": _preset_choice("select"),
    "preset-select-closed": _preset_choice("select", closed=True),
    "preset-radio": _preset_choice("radio"),
    "preset-radio-closed": _preset_choice("radio", closed=True),
    "preset-check": _preset_choice("check", column=SHELF_COLUMN),
    "preset-range": _preset_range,
    "two-presets": _two_presets,
    "tabs": _tabs,
    "stale-constant": _stale_constant,
    "constant-of-part": _constant_and_leaves_out,
    "capped-totals": _capped_totals,
    "capped-results": _capped_results,
    "left-out-language": _leaves_out,
    "left-out-kind": _leaves_out_kind,
    "second-collection": _second_collection,
    "warm-up": _warm_up,
    "newest-first": _newest_first,
    "one-order": _one_order,
    "page-cap": _paged_cap,
    "stuck": _stuck,
    "mute": _mute,
    "mute-at-checks": _mute_at_checks,
    "mute-for-a-while": _mute_for_a_while,
    "sound": _sound,
    "near": _near,
    "types": _types,
    "drops": _drops,
    "wrong-totals": _wrong_totals,
    "collapsed": _collapsed,
    "unstable": _unstable,
    "featured": _featured,
    "tiny": _tiny,
}
"""Changes of a base source, by kind."""

LATER_KINDS: Final[Kinds] = {
    "score-tail": _score_tail,
    "popular-instead": _popular,
    "day-quota": _quota,
    "growing-totals": _growing_totals,
    "recent-only": _recent_only,
}
"""Kinds that were added later; they count by themselves, so that the sources above stay."""
