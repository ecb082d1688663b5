"""A second look at what a model joined: by levels, in classes, with relatives as evidence.

A model that learns from its own best pairs takes near relatives for examples: other editions,
branches, namesakes. It never learns the column that tells them apart. So joined pairs are looked at
again. A column in which nearly all of them are equal, and few merely compatible, is *exact*: there
a difference is no slip of the pen. Joined pairs that are far in an exact column and equal in the
same others are a class, and are judged as one. Rows of one source are hardly ever one thing: those
that are equal in the same columns and far in this one are relatives, and show what the class is.

What is refused without such evidence is a question to a person: one a class, not one a pair.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Final

import numpy as np
from numpy.typing import NDArray

from leadline.integrate.matching.assignment import assign
from leadline.integrate.matching.clustering import groups_of
from leadline.integrate.matching.levels import (
    Level,
    LevelColumn,
    Levels,
    NumberColumn,
    ReadColumn,
    TextColumn,
    equal_rows,
    levels_of,
    levels_of_pairs,
    missing_rows,
)
from leadline.integrate.matching.nearness import decoys
from leadline.integrate.matching.readings import IDENTIFYING, MEASURED
from leadline.integrate.matching.relatives import (
    MIN_DOUBTFUL_SHARE,
    MIN_RELATIVE_SHARE,
    Pairs,
    Relatives,
    is_joint,
    unlike_share,
)
from leadline.integrate.matching.spellings import learned_spellings, respelled

SPELLING_ROUNDS: Final = 3
"""Times that spellings are learned, each time from words with those of before."""
MIN_TOLD_SHARE: Final = 0.3
"""Share of joined pairs that have both values, from which a column may be exact."""
MIN_EQUAL_SHARE: Final = 0.5
MAX_COMPATIBLE_SHARE: Final = 0.25
"""Share of the compatible ones among the joined pairs that are not equal."""
MAX_SLIPS: Final = 0.1
"""Pairs that are not equal, as a share of the equal ones, up to which they are slips of the pen."""
MIN_CLASS: Final = 3
SURE: Final = 2.5
"""Log-odds from which the model is believed, but where something is far though others are equal."""
LIKELY: Final = 1.5
"""Log-odds from which it is believed where relatives show that most pairs are one."""
MIN_AGREEING_COLUMNS: Final = 2
"""Distinctive columns that must agree where an exact one is far, without relatives."""
MIN_MANY_SHARE: Final = 0.1
"""Rows that could be joined to rows with a partner, as a share of joined pairs: from there on the
relation is one to many."""
EVEN_ODDS: Final = 0.0
MIN_CHAIN: Final = 3
"""Rows from which joined ones are a chain, whose ends may be unlike."""
MAX_CHAINED: Final = 1000
"""Pairs of the rows of a chain that are compared."""
MIN_LIKE_ANSWERS: Final = 3
"""Answers about pairs of a class, all alike, that decide about the others."""
MIN_SEEN_LEVELS: Final = 3
"""Joined pairs with the same levels, for a further row of one."""

ClassNames = tuple[tuple[str, ...], tuple[str, ...]]
"""Names of the columns that are far, and of those that are equal."""
Columns = tuple[int, ...]
"""Places of columns."""


@dataclass(frozen=True, slots=True)
class OpenClass:
    """A class of pairs of which nothing shows whether they are one: columns, and some of its rows.

    ``pairs`` is how many there are; ``samples`` are rows of the left and of the right table.
    """

    far: tuple[str, ...]
    equal: tuple[str, ...]
    pairs: int
    samples: tuple[tuple[int, int], ...]


@dataclass(slots=True)
class SecondJudgement:
    """What the second look changes: places of candidate pairs, and what is left to ask."""

    refused: set[int] = field(default_factory=set)
    added: list[int] = field(default_factory=list)
    many: str = ""
    """Side ("left", "right") of which several rows may belong to one of the other."""
    open: dict[ClassNames, list[int]] = field(default_factory=dict)
    """Places of refused pairs by the columns that are far, and those that are equal."""

    def hear(self, said: Iterable[tuple[ClassNames, bool]]) -> None:
        """Join a class, or leave it apart, as a person said of its pairs, if always the same."""
        answers: dict[ClassNames, list[bool]] = defaultdict(list)
        for names, same in said:
            answers[names].append(same)
        for names in [*self.open]:
            if len(answers[names]) >= MIN_LIKE_ANSWERS and len({*answers[names]}) == 1:
                places = self.open.pop(names)
                if answers[names][0]:
                    self.refused.difference_update(places)


class LevelledPairs:
    """Candidate pairs of two tables (or of one) and their levels in the columns of both."""

    def __init__(
        self, columns: Sequence[LevelColumn], ends: tuple[NDArray[np.int64], NDArray[np.int64]]
    ) -> None:
        """Take columns of both tables below each other, and the rows of each pair."""
        self.columns = [*columns]
        self.left, self.right = ends

    def _names(self, levels: Levels) -> ClassNames:
        """Return the names of the columns that are far, and of those that are equal."""
        far, equal = (
            tuple([self.columns[n].name for n in self._at(levels, level)])
            for level in (Level.FAR, Level.EQUAL)
        )
        return far, equal

    def _levels_of(self, places: Sequence[int]) -> dict[int, Levels]:
        found = levels_of_pairs(self.columns, self.left[[*places]], self.right[[*places]])
        return dict(zip(places, found, strict=True))

    def _levels(self, place: int) -> Levels:
        return levels_of(self.columns, int(self.left[place]), int(self.right[place]))

    def _is_read(self, number: int) -> bool:
        return isinstance(self.columns[number], ReadColumn)

    def _agreeing(self, levels: Levels, level: Level = Level.EQUAL) -> int:
        """Count the distinctive columns that are equal, or of another level."""
        return sum(self.columns[n].is_distinctive for n in self._told(self._at(levels, level)))

    def _alike(self, levels: Levels) -> Columns:
        return self._at(levels, Level.EQUAL) + self._at(levels, Level.COMPATIBLE)

    def _at(self, levels: Levels, wanted: Level) -> Columns:
        return tuple([number for number, level in enumerate(levels) if level is wanted])

    def _told(self, columns: Columns) -> Columns:
        """Leave out the numbers in texts: they are no column of the source."""
        return tuple([n for n in columns if not isinstance(self.columns[n], NumberColumn)])

    def _taken(self, places: Sequence[int]) -> NDArray[np.bool_]:
        taken = np.zeros(len(self.columns[0].codes), dtype=bool)
        taken[self.left[places]] = taken[self.right[places]] = True
        return taken

    def _ends(self, place: int) -> tuple[int, int]:
        return int(self.left[place]), int(self.right[place])


class SecondLook(LevelledPairs):
    """The columns of two tables (or of one), their candidate pairs, and the joined ones."""

    def __init__(
        self,
        columns: Sequence[LevelColumn],
        ends: tuple[NDArray[np.int64], NDArray[np.int64]],
        rows: int,
        *,
        one_table: bool,
        relatives: Pairs = list,
    ) -> None:
        """Take columns of both tables below each other, ``rows`` are those of the first.

        ``relatives`` gives like pairs of rows of either table, and how many each stands for.
        """
        super().__init__(columns, ends)
        self.rows, self.one_table = rows, one_table
        self.judgement = SecondJudgement()
        self.exact: list[int] = []
        self._within = Relatives(self.columns, rows, relatives)

    def judge(
        self,
        joined: Sequence[int],
        scores: NDArray[np.float64],
        said: Mapping[int, bool],
        odds: Mapping[int, float],
    ) -> SecondJudgement:
        """Judge the ``joined`` candidate pairs; ``scores`` are of all of them, ``said`` is decided.

        ``odds`` are the log-odds of the joined ones.
        """
        free = [place for place in joined if place not in said]
        if not free:
            return self.judgement
        if not self.one_table:
            self._learn_spellings(joined)
        self._doubt(free, odds)
        levels = self._levels_of(joined)
        self._refuse_identifiers(free, levels)
        kept = [place for place in joined if place not in self.judgement.refused]
        added = self._add_equal(kept, scores, said)
        levels |= self._levels_of(added)
        self.exact = self._exact_columns(levels.values())
        self._refuse_classes([p for p in [*kept, *added] if p not in said], levels, odds)
        if not self.one_table:
            self._refuse_alike([p for p in levels if p not in said], levels)
        kept = [p for p in [*kept, *added] if p not in self.judgement.refused]
        if self.one_table:
            self._open_chains(kept, said)
        else:
            self._find_many(kept, scores, said)
        self.judgement.hear((self._names(self._levels(n)), same) for n, same in said.items())
        return self.judgement

    def _learn_spellings(self, joined: Sequence[int]) -> None:
        """Write words of both tables as the second one does; learn how near measures are.

        Pairs that are far in an exact column that is read, as of codes and days, teach no words.
        """
        pairs = [*zip(self.left[joined].tolist(), self.right[joined].tolist(), strict=True)]
        for column in self.columns:
            if isinstance(column, ReadColumn):
                column.learn_tolerance(pairs)
        levels = self._levels_of(joined)
        read = [n for n in self._exact_columns(levels.values()) if self._is_read(n)]
        kept = [place for place in joined if all(levels[place][n] is not Level.FAR for n in read)]
        lefts, rights = self.left[kept].tolist(), self.right[kept].tolist()
        for number, column in enumerate(self.columns):
            if not isinstance(column, TextColumn):
                continue
            words = column.words
            for _ in range(SPELLING_ROUNDS):
                spellings = learned_spellings(
                    [words[row] for row in lefts],
                    [words[row] for row in rights],
                    is_of_few_values=not column.is_distinctive,
                )
                if not spellings:
                    break
                words = [respelled(each, spellings) for each in words]
            if words is not column.words:
                self.columns[number] = column.respelled(words)

    def _doubt(self, free: Sequence[int], odds: Mapping[int, float]) -> None:
        """Refuse pairs below even odds without an equal distinctive column, where several tell."""
        if self.one_table or len(self._told(tuple(range(len(self.columns))))) == 1:
            return
        for place in free:
            if odds[place] < EVEN_ODDS and not self._agreeing(self._levels(place)):
                self.judgement.refused.add(place)

    def _exact_columns(self, levels: Iterable[Levels]) -> list[int]:
        every = [*levels]
        exact = []
        for number in range(len(self.columns)):
            counts = Counter(each[number] for each in every)
            equal, compatible, far = (
                counts[level] for level in (Level.EQUAL, Level.COMPATIBLE, Level.FAR)
            )
            column = self.columns[number]
            if isinstance(column, ReadColumn) and column.is_near_as_a_rule:
                equal, compatible = equal + compatible, 0
            known = equal + compatible + far
            if known >= MIN_TOLD_SHARE * len(every) and equal >= MIN_EQUAL_SHARE * known:
                most = max(MAX_COMPATIBLE_SHARE * (compatible + far), MAX_SLIPS * equal)
                if compatible <= most:
                    exact.append(number)
        return exact

    def _refuse_identifiers(self, free: Sequence[int], levels: Mapping[int, Levels]) -> None:
        """Refuse pairs with unlike valid identifiers."""
        own = [
            number
            for number, column in enumerate(self.columns)
            if isinstance(column, ReadColumn) and column.kind in IDENTIFYING
        ]
        for place in free:
            if any(levels[place][number] is Level.FAR for number in own):
                self.judgement.refused.add(place)

    def _refuse_classes(
        self, places: Sequence[int], levels: Mapping[int, Levels], odds: Mapping[int, float]
    ) -> None:
        """Refuse or ask classes of which rows of one source show that they may be two things."""
        classes: dict[Levels, list[int]] = defaultdict(list)
        for place in places:
            classes[levels[place]].append(place)
        counts = {each: len(own) for each, own in classes.items()}
        for each, own in classes.items():
            mean = float(np.mean([odds.get(place, EVEN_ODDS) for place in own]))
            is_partly = self._agreeing(each) > 0 and Level.FAR in each
            doubtful: Sequence[int] = ()
            wrong = 0.0
            if not self.one_table and (is_partly or mean < SURE):
                rows = {place: self._ends(place) for place in own}
                doubtful, wrong = self._within.doubtful(each, rows, len(places))
                if wrong < MIN_RELATIVE_SHARE and mean >= LIKELY:
                    doubtful = ()
            if not doubtful and self._is_open(each, counts):
                doubtful, wrong = own, MIN_DOUBTFUL_SHARE
            self.judgement.refused.update(doubtful)
            if doubtful and wrong < MIN_RELATIVE_SHARE:
                self.judgement.open.setdefault(self._names(each), []).extend(doubtful)

    def _is_open(self, levels: Levels, classes: Mapping[Levels, int]) -> bool:
        """Tell whether nothing shows that the pairs of a class are one."""
        exact = self._far(levels)
        often = [sum(n for e, n in classes.items() if e[far] is Level.FAR) for far in exact]
        most = max(often, default=0)
        is_often = most >= MAX_SLIPS * sum(classes.values())
        least = 1 if self.one_table else MIN_CLASS
        if most >= least and self._is_unproved(levels, is_often=is_often):
            return True
        every = self._told(self._at(levels, Level.FAR))
        far = [n for n in every if self.columns[n].is_distinctive]
        is_many = classes[levels] >= MIN_CLASS and len(far) > self._agreeing(levels)
        return bool(exact) and is_many and is_joint(levels, far, classes)

    def _refuse_alike(self, places: Sequence[int], levels: Mapping[int, Levels]) -> None:
        """Refuse classes that follow from the refused ones, and ask of both in one question."""
        refused = Counter(levels[place] for place in places if place in self.judgement.refused)
        kept = Counter(levels[place] for place in places if place not in self.judgement.refused)
        refused = Counter({each: n for each, n in refused.items() if n >= MIN_CLASS})
        if not refused:
            return
        apart = decoys([self._ends(place) for place in places])
        every = levels_of_pairs(self.columns, *np.array(apart, dtype=np.int64).T)
        chances = [
            [(column.count(level) + 0.5) / (len(every) + 2) for level in Level]
            for column in zip(*every, strict=True)
        ]
        for each in kept:
            share, source = unlike_share(each, refused, kept, chances)
            if share >= MIN_RELATIVE_SHARE:
                own = [p for p in places if levels[p] == each and p not in self.judgement.refused]
                self.judgement.refused.update(own)
                if self._names(source) in self.judgement.open:
                    self.judgement.open[self._names(source)] += own
                elif Level.FAR not in each:
                    self.judgement.open.setdefault(self._names(each), []).extend(own)

    def _far(self, levels: Levels) -> Columns:
        """Return the exact columns that are far."""
        return tuple([n for n in self.exact if levels[n] is Level.FAR])

    def _is_unproved(self, levels: Levels, *, is_often: bool) -> bool:
        """Tell whether nothing agrees, or too little where an exact column is far.

        A code that ``is_often`` far was not changed, nor written wrong.
        """
        far = self._far(levels)
        if len(self._told(self._alike(levels))) < MIN_AGREEING_COLUMNS:
            return bool(far)
        if self.one_table:
            return False
        agreeing, alike = (self._agreeing(levels, e) for e in (Level.EQUAL, Level.COMPATIBLE))
        if len(far) != 1:
            return bool(far) and not (agreeing and agreeing + alike >= MIN_AGREEING_COLUMNS)
        if is_often and self._is_read(far[0]) and self.columns[far[0]].is_distinctive:
            return agreeing + alike < MIN_AGREEING_COLUMNS
        return not alike and not self._within.tells(self._at(levels, Level.EQUAL))

    def _add_equal(
        self, kept: Sequence[int], scores: NDArray[np.float64], said: Mapping[int, bool]
    ) -> list[int]:
        """Join free rows whose filled cells are all equal, one of them in a distinctive column."""
        agrees = np.ones(len(self.left), dtype=bool)
        agrees[[*said, *self.judgement.refused, *kept]] = False
        if not self.one_table:
            taken = self._taken(kept)
            agrees &= ~(taken[self.left] | taken[self.right])
        for column in self.columns:
            if not (isinstance(column, ReadColumn) and column.kind in MEASURED):
                agrees &= equal_rows(column, self.left, self.right) | missing_rows(
                    column, self.left, self.right
                )
        places = np.array([n for n in np.flatnonzero(agrees).tolist() if self._is_whole(n)], int)
        if not self.one_table:
            places = places[assign(self.left[places], self.right[places], scores[places])]
        added = [int(place) for place in places]
        self.judgement.added += added
        return added

    def _is_whole(self, place: int) -> bool:
        """Tell whether all filled cells are equal, one distinctive, and not more missing."""
        levels = self._levels(place)
        if Level.FAR in levels or Level.COMPATIBLE in levels:
            return False
        equal, missing = (
            self._told(self._at(levels, each)) for each in (Level.EQUAL, Level.MISSING)
        )
        is_told = len(equal) >= len(missing) and len(equal) + len(missing) > 1
        return is_told and self._agreeing(levels) > 0

    def _open_chains(self, kept: Sequence[int], said: Mapping[int, bool]) -> None:
        """Take apart chains of one table whose ends are far in an exact column."""
        if not self.exact or not kept:
            return
        places = np.array(kept, dtype=np.int64)
        group = groups_of(self.left[places], self.right[places], len(self.columns[0].codes))
        members: dict[int, list[int]] = defaultdict(list)
        for row in np.unique(np.r_[self.left[places], self.right[places]]).tolist():
            members[int(group[row])].append(row)
        joined = {self._ends(place) for place in places.tolist()}
        torn = {
            number: self._far_columns(rows, joined)
            for number, rows in members.items()
            if len(rows) >= MIN_CHAIN
        }
        for place in places.tolist():
            far = torn.get(int(group[self.left[place]]))
            if not far or place in said:
                continue
            levels = self._levels(place)
            if len(self._told(self._at(levels, Level.EQUAL))) >= MIN_AGREEING_COLUMNS:
                continue
            if any(levels[number] is Level.MISSING for number in far):
                self.judgement.refused.add(place)
                names = tuple(self.columns[number].name for number in far)
                self.judgement.open.setdefault((names, ()), []).append(place)

    def _far_columns(self, rows: Sequence[int], joined: Collection[tuple[int, int]]) -> Columns:
        """Return the exact columns in which ends of a chain are far that are no pair themselves."""
        apart = [pair for pair in combinations(sorted(rows), 2) if pair not in joined]
        levels = [levels_of(self.columns, *pair) for pair in apart[:MAX_CHAINED]]
        return tuple([n for n in self.exact if any(each[n] is Level.FAR for each in levels)])

    def _find_many(
        self, kept: Sequence[int], scores: NDArray[np.float64], said: Mapping[int, bool]
    ) -> None:
        """Find whether several rows of one table belong to one of the other, and join them."""
        seen = Counter(self._levels_of(kept).values())
        taken = self._taken(kept)
        is_shut = np.zeros(len(self.left), dtype=bool)
        is_shut[[*said, *self.judgement.refused, *kept]] = True
        for side, (one, other) in (
            ("right", (self.left, self.right)),
            ("left", (self.right, self.left)),
        ):
            places = np.flatnonzero(taken[one] & ~taken[other] & ~is_shut)
            order = places[np.argsort(-scores[places], kind="stable")]
            _, first = np.unique(other[order], return_index=True)
            further = [
                int(place)
                for place in order[np.sort(first)]
                if self._is_further(self._levels(int(place)), seen)
            ]
            if len(further) >= MIN_MANY_SHARE * max(1, len(kept)):
                self.judgement.many = side
                self.judgement.added += further
                return

    def _is_further(self, levels: Levels, seen: Mapping[Levels, int]) -> bool:
        if Level.FAR in levels or self._told(self._at(levels, Level.MISSING)):
            return False
        if len(self._told(tuple(range(len(levels))))) < MIN_AGREEING_COLUMNS:
            return False
        tells = any(self.columns[n].is_distinctive for n in self._at(levels, Level.EQUAL))
        return tells and seen.get(levels, 0) >= MIN_SEEN_LEVELS
