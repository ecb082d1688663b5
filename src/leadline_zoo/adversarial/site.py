"""Test site with adversities: a site of the zoo whose answers tempt to a false claim.

>>> from leadline_zoo.adversarial.adversity import Adversity
>>> from leadline_zoo.spec import SourceSpec
>>> site = AdversarialSite(SourceSpec("tiny", "books", count=40), Adversity(result_cap=30))
>>> b"30 results found" in site.answer("GET", "/search?q=").body
True
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from dataclasses import replace
from functools import cached_property
from html import escape
from random import Random
from typing import TYPE_CHECKING, Final

from leadline_zoo.adversarial.adversity import AVAILABLE, GROUP, OTHER, SHELF
from leadline_zoo.data.tables import Row, Table, make_table
from leadline_zoo.pages.engine import Hits, tokens
from leadline_zoo.pages.phrases import number, say
from leadline_zoo.site import Site

if TYPE_CHECKING:
    from collections.abc import Sequence

    from leadline_zoo.adversarial.adversity import Adversity
    from leadline_zoo.pages.asking import SiteRequest
    from leadline_zoo.pages.view import View
    from leadline_zoo.replies import SiteReply
    from leadline_zoo.site import Site
    from leadline_zoo.spec import SourceSpec

AVAILABLE_SHARE: Final = 0.8
VOWELS: Final = frozenset("aeiouyаеиоуыэюя")
MAX_SOUND_LETTERS: Final = 3
SHARDS: Final = 4
POPULAR_BEYOND: Final = 5
TYPED_YEAR: Final = re.compile(r"\b\d{4}\b")
QUOTA_USED: Final = "You have used all your searches of today. Please come back tomorrow."


class AdversarialSite(Site):
    """Program of a source with adversities."""

    def __init__(self, spec: SourceSpec, adversity: Adversity) -> None:
        super().__init__(spec, mixed_table(spec, adversity))
        self.adversity = adversity
        self._stuck: SiteReply | None = None
        self._tab = next((box for box in spec.form.boxes if box.kind == "tab"), None)
        self._by_sound: dict[str, dict[int, None]] = {}
        self._tokens: list[str] = []
        if adversity.likeness or adversity.corrects:
            self._index_likeness()

    def _index_likeness(self) -> None:
        postings: dict[str, dict[int, None]] = {}
        for place, text in enumerate(self.index.texts):
            for token in tokens(text):
                postings.setdefault(token, {})[place] = None
        for token, places in postings.items():
            self._by_sound.setdefault(sound_of(token), {}).update(places)
        self._tokens = sorted(postings)

    def _results(self, request: SiteRequest) -> tuple[SiteReply, str]:
        stuck_after = self.adversity.stuck_after
        if stuck_after and self.result_pages >= stuck_after and self._stuck is not None:
            self.result_pages += 1
            return self._stuck, "results"
        if self.adversity.quota and self.result_pages >= self.adversity.quota:
            self.result_pages += 1
            return self.pages.html(f"<h1>{self.spec.kind}</h1><p>{QUOTA_USED}</p>"), "results"
        if self._tab is not None:
            request.fields.setdefault(self._tab.name, self._tab.preset)
        reply, kind = super()._results(request)
        if kind == "results" and reply.status == 200:
            self._stuck = reply
        return reply, kind

    def find(self, view: View) -> Hits:
        """Return the hits of an answer, less what the adversities hide."""
        own, count = self.adversity, self.result_pages
        muted = count - own.mute_after if own.mute_after else 0
        if muted > 0 and (not own.mute_for or muted <= own.mute_for):
            return Hits(())
        if own.hiccup_every and count % own.hiccup_every == 0:
            return Hits(())
        if own.corrects:
            view = replace(view, query=self._corrected(view.query))
        hits = self._alike(view) if own.likeness and view.query.strip() else super().find(view)
        places: Sequence[int] = hits.rows
        if own.shard_out_after and count > own.shard_out_after:
            places = [n for n in places if n % SHARDS]
        if own.withheld:
            places = [n for n in places if n not in self.withheld]
        if own.common_share and view.query.strip():
            most = own.common_share * len(self.rows)
            places = places if len(places) <= most else ()
        if own.refuses_above and len(places) > own.refuses_above:
            return Hits((), "too_many")
        if own.leaves_out and self._asks_everything(view.query):
            places = [n for n in places if self.rows[n].get(GROUP) != OTHER]
        if count <= own.warm_up:
            shown = Random(f"part/{self.spec.seed}")
            part = {n for n in range(len(self.rows)) if shown.random() < own.part}
            places = [n for n in places if n in part]
        if own.dropped:
            seed = view.query if own.dropped_by == "query" else f"{view.query}/{count}"
            drop = Random(f"{self.spec.seed}/{seed}")
            dropped = {n for n in range(len(self.rows)) if drop.random() < own.dropped}
            places = [n for n in places if n not in dropped]
        asks_years = any(value for _, value in view.filled)
        if own.since_typed:
            asks_years = bool(TYPED_YEAR.search(view.query))
        if own.since and not asks_years:
            places = [n for n in places if self._year_of(n) >= own.since]
        if own.order_hides and not view.sort:
            places = [n for n in places if n % own.order_hides]
        if own.tail_share and len(places) > own.tail_hits:
            places = [n for n in places if n not in self._tail]
        if own.collapsed:
            first = {self.rows[n].get(own.collapsed, ""): n for n in reversed(places)}
            places = [n for n in places if first[self.rows[n].get(own.collapsed, "")] == n]
        if own.popular and not places:
            places = Random(f"popular/{self.spec.seed}").sample(range(len(self.rows)), own.popular)
        most = own.result_cap or len(places)
        if own.page_cap:
            most = min(most, own.page_cap * view.step)
        return replace(hits, rows=tuple(places[:most]))

    def _part(self, view: View, hits: Hits) -> Hits | None:
        """Return the hits of one page; far pages may show popular records instead."""
        if 0 < self.adversity.popular_beyond < view.page:
            return Hits(tuple(range(POPULAR_BEYOND)))
        return super()._part(view, hits)

    def _corrected(self, query: str) -> str:
        """Replace each word that no record holds by its neighbour in the alphabet."""
        asked = tokens(query.casefold())
        last = len(self._tokens) - 1
        near = [self._tokens[min(bisect_left(self._tokens, word), last)] for word in asked]
        return " ".join(near) if asked else query

    @cached_property
    def withheld(self) -> frozenset[int]:
        """Row numbers of the records that are counted and never shown."""
        chances = (Random(f"withheld/{self.spec.seed}/{n}").random() for n in range(len(self.rows)))
        return frozenset(n for n, chance in enumerate(chances) if chance < self.adversity.withheld)

    @cached_property
    def _tail(self) -> frozenset[int]:
        scores = (Random(f"score/{self.spec.seed}/{n}").random() for n in range(len(self.rows)))
        return frozenset(n for n, score in enumerate(scores) if score < self.adversity.tail_share)

    def _year_of(self, place: int) -> int:
        year = self.rows[place].get("year", "")
        return int(year) if year.isdigit() else self.adversity.since

    def _asks_everything(self, query: str) -> bool:
        return not any(word in self.index.postings for word in tokens(query.casefold()))

    def _alike(self, view: View) -> Hits:
        """Records of words that sound like the words asked, or stand near them."""
        asked = tokens(view.query.casefold())
        places = {place for word in asked for place in self._like(word)}
        return Hits(tuple(sorted(places)[: self.adversity.like_records]))

    def _like(self, word: str) -> set[int]:
        if self.adversity.likeness == "sound":
            return {*self._by_sound.get(sound_of(word), {})}
        at = bisect_left(self._tokens, word)
        near = self._tokens[max(0, at - 2) : at + 3]
        return {place for token in near for place in self.index.search(token).rows}

    def likely_places(self) -> set[int]:
        """Return the records that some word shows where answers hold what is like the word."""
        few = self.adversity.like_records
        between = [token + "\0" for token in self._tokens]  # a word after each word of the index
        words = ["", *self._tokens, *between]
        return {place for word in words for place in sorted(self._like(word))[:few]}

    def total_statement(self, view: View, shown: int) -> str:
        """Return the displayed statement of the total, altered by the adversities."""
        own, total = self.adversity, round(view.total * self.adversity.total_factor)
        stated = min(total, own.total_cap) if own.total_cap else total
        if own.withheld:
            total = stated = len(super().find(view).rows)
        if own.grows:
            stated = min(stated, (view.page + 2) * view.step)
        statement = super().total_statement(replace(view, total=stated), shown)
        if own.constant:
            held = number(self.language, own.constant)
            statement += " " + say(self.language, "constant", n=held)
        return f"{statement} {self._tab_links(view)}".strip()

    def _tab_links(self, view: View) -> str:
        tab = self._tab
        if tab is None:
            return ""
        everything = range(len(self.rows))
        places = self.index.search(view.query).rows if view.query.strip() else everything
        counts = Counter(self.rows[n].get(tab.column, "") for n in places)
        chosen = dict(view.filled).get(tab.name, "")
        parts = []
        for name in sorted({row[tab.column] for row in self.table.rows}):
            text = f"{escape(name)} ({number(self.language, counts[name])})"
            filled = tuple((key, name if key == tab.name else v) for key, v in view.filled)
            address = escape(replace(view, filled=filled).href())
            parts.append(f"<b>{text}</b>" if name == chosen else f'<a href="{address}">{text}</a>')
        return f"<span class='tabs'>{' | '.join(parts)}</span>"


def sound_of(word: str) -> str:
    """Return the first letters of a word without its vowels.

    >>> sound_of("bridge"), sound_of("brodigue")
    ('brd', 'brd')
    """
    consonants = [letter for letter in word[1:] if letter not in VOWELS]
    kept = [letter for n, letter in enumerate(consonants) if consonants[:n][-1:] != [letter]]
    return (word[:1] + "".join(kept))[:MAX_SOUND_LETTERS]


def mixed_table(spec: SourceSpec, adversity: Adversity) -> Table:
    """Make the table of a source: its own records, then those of its second collection."""
    others = round(spec.count * adversity.other_share) if adversity.other else 0
    own = make_table(spec.table, spec.count - others, spec.seed)
    recipe, chance = own.recipe, Random(f"shelf/{spec.seed}")
    rows: list[Row] = [{**row, GROUP: "own"} for row in own.rows]
    if others:
        foreign = make_table(adversity.other, others, spec.seed)
        for place, row in enumerate(foreign.rows):
            shown = {name: row.get(name, "") for name in recipe.columns}
            shown[recipe.title] = row[foreign.recipe.title]
            if recipe.category:
                shown[recipe.category] = chance.choice(own.rows)[recipe.category]
            rows.append({**shown, "id": str(900_000 + place), GROUP: OTHER})
        chance.shuffle(rows)
    for row in rows:
        row[SHELF] = AVAILABLE if chance.random() < AVAILABLE_SHARE else "lent"
    return Table(recipe, tuple(rows))


def reachable_share(site: Site) -> float:
    """Return an upper bound on the recall of any harvest of a source.

    Some adversities withhold records for good: the best harvest ends below 1. Where answers stop
    after some pages, those pages could have been full of different records.

    >>> from leadline_zoo.adversarial.adversity import Adversity
    >>> from leadline_zoo.adversarial.site import AdversarialSite
    >>> from leadline_zoo.spec import Pager, SourceSpec
    >>> spec = SourceSpec("tiny", "books", count=400, pager=Pager(size=10))
    >>> reachable_share(AdversarialSite(spec, Adversity(mute_after=25)))
    0.625
    >>> reachable_share(AdversarialSite(spec, Adversity()))
    1.0
    """
    count = len(site.table.rows)
    if not isinstance(site, AdversarialSite) or not count:
        return 1.0
    own = site.adversity
    last_page = 0 if own.mute_for else own.mute_after
    ends = [after for after in (own.stuck_after, last_page, own.quota) if after]
    if ends:
        return min(1.0, _pages_full(site, min(ends)) / count)
    if own.shard_out_after:
        lost = len(range(0, count, SHARDS))
        return 1.0 - max(0, lost - _pages_full(site, own.shard_out_after)) / count
    if own.withheld:
        return 1 - len(site.withheld) / count
    if own.likeness:
        return len(site.likely_places()) / count
    return 1.0


def _pages_full(site: Site, pages: int) -> int:
    """Return the records that so many result pages hold at most."""
    pager = site.spec.pager
    return len(site.table.rows) if pager.kind == "none" else pages * pager.size
