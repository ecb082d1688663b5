"""Kinds of adversity that come from how engines and their guards are built.

They were written after the kinds of ``sources``, and count by themselves.

>>> len(ENGINE_KINDS)
10
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from leadline_zoo.adversarial.adversity import Adversity
from leadline_zoo.data.tables import RECIPES, make_table
from leadline_zoo.spec import Engine, Pager, Total

if TYPE_CHECKING:
    from collections.abc import Callable

    from leadline_zoo.random_sources import Chance
    from leadline_zoo.spec import SourceSpec

    Change = tuple[SourceSpec, Adversity]

DATED_TABLES: Final = ("books", "objects", "fr_notices", "ru_letters")


def _closed(base: SourceSpec) -> SourceSpec:
    """Let no query show everything."""
    return replace(base, engine=replace(base.engine, empty="nothing", everything=()))


def _too_many(base: SourceSpec, chance: Chance) -> Change:
    """Show none of an answer with many records."""
    return base, Adversity(refuses_above=chance.any((40, 100)))


def _hiccups(base: SourceSpec, chance: Chance) -> Change:
    """Find nothing now and then, and say so as if it were true."""
    return base, Adversity(hiccup_every=chance.any((4, 7, 11)))


def _shard_out(base: SourceSpec, chance: Chance) -> Change:
    """Lose a part of the index on the way."""
    return base, Adversity(shard_out_after=chance.any((5, 30, 60)))


def _withheld(base: SourceSpec, chance: Chance) -> Change:
    """Count records that no answer shows."""
    spec = replace(base, total=Total(chance.any(("exact", "range"))))
    return spec, Adversity(withheld=chance.any((0.03, 0.1, 0.25)))


def _top_few(base: SourceSpec, chance: Chance) -> Change:
    """Show the best few of each answer, without a second page."""
    cap = chance.any((10, 15, 30))
    pager = replace(base.pager, kind="none") if chance.often(0.5) else Pager("next", cap)
    spec = replace(_closed(base), count=400, pager=pager)
    return replace(spec, total=Total(chance.any(("exact", "absent")))), Adversity(result_cap=cap)


def _corrected(base: SourceSpec, chance: Chance) -> Change:
    """Answer an unknown word with the records of another one."""
    del chance
    return _closed(base), Adversity(corrects=True)


def _titles_only(base: SourceSpec, chance: Chance) -> Change:
    """Search the titles alone, whole words of some length."""
    recipe = RECIPES[base.table]
    others = tuple(name for name in recipe.columns if name != recipe.title)
    engine = Engine("and", stop_words=True, empty="nothing", unindexed=others)
    engine = replace(engine, min_length=chance.any((1, 3, 4)), order="relevance")
    return replace(base, engine=engine, total=Total(chance.any(("exact", "absent")))), Adversity()


def _common_words(base: SourceSpec, chance: Chance) -> Change:
    """Ignore words that many records hold, and short ones, as full-text indexes of MySQL do."""
    spec = _closed(base)
    spec = replace(spec, engine=replace(spec.engine, min_length=4, match="or"))
    return spec, Adversity(common_share=chance.any((0.1, 0.3, 0.5)))


def _typed_years(base: SourceSpec, chance: Chance) -> Change:
    """Show old records only to queries that hold a year."""
    spec = replace(base, table=chance.any(DATED_TABLES), charset="utf-8")
    rows = make_table(spec.table, spec.count, spec.seed).rows
    years = sorted(int(row["year"]) for row in rows if row["year"].isdigit())
    since = years[int(len(years) * chance.any((0.05, 0.3)))]
    return spec, Adversity(since=since, since_typed=True)


def _popular_beyond(base: SourceSpec, chance: Chance) -> Change:
    """Show the same records on all far pages of an answer."""
    spec = replace(base, total=Total(chance.any(("exact", "absent"))))
    return spec, Adversity(popular_beyond=chance.any((3, 8)))


ENGINE_KINDS: Final[dict[str, Callable[[SourceSpec, Chance], Change]]] = {
    "too-many": _too_many,
    "hiccups": _hiccups,
    "shard-out": _shard_out,
    "withheld": _withheld,
    "top-few": _top_few,
    "corrected": _corrected,
    "titles-only": _titles_only,
    "common-words": _common_words,
    "typed-years": _typed_years,
    "popular-beyond": _popular_beyond,
}
"""Changes of a base source, by kind."""


def _order_hides(base: SourceSpec, chance: Chance) -> Change:
    """Leave records out of the order that is served, as one by date does without a date."""
    columns = [name for name in RECIPES[base.table].columns if name in ("title", "author", "name")]
    form = replace(base.form, sorts=tuple(columns or RECIPES[base.table].columns)[:2])
    engine = replace(base.engine, empty="all")
    return replace(base, form=form, engine=engine), Adversity(order_hides=chance.any((3, 8, 15)))


FORM_KINDS: Final[dict[str, Callable[[SourceSpec, Chance], Change]]] = {
    "order-hides": _order_hides,
}
"""Kinds of forms that are served so that no query shows some records; a few a draw."""
