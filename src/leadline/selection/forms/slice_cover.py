"""Slice cover: a capped source taken part by part, with proof where the parts are all of it.

Sheng, C., Zhang, N., Tao, Y. and Jin, X.: Optimal Algorithms for Crawling a Hidden Database in the
Web, PVLDB 5(11), 2012. A source shows no more than its cap of any answer. A *slice* is what one
choice of a control finds. A slice that overflows is split by another control (*extended DFS* of the
paper), a range by its middle (*rank-shrink*), and what no control splits by words. *Lazy*: a slice
is asked when it is needed, and a whole slice settles every part inside it. A part ends when it has
given as many different records as it states.

Differs: the paper splits by its attributes in a fixed order; here the control goes first that
promises fewest queries. The paper halves a range at the value in the middle of the answer; here at
the middle of the known values in it, since answers come in any order.

``slice_cover`` is a generator: it yields values by control name and is sent what the query brought.
"""

from collections import Counter
from collections.abc import Callable, Generator, Hashable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain
from math import inf
from typing import Final

from leadline.model import Answer
from leadline.selection.forms.slice_dimensions import Bound, Choices, Dimension, Span

WORD_BOX: Final = ""
"""Name of the box for words among controls, as in ``Query``."""
MAX_MISSING_SHARE: Final = 0.02
"""Share of a part's stated records that is left to words rather than to another control."""
MIN_MISSING_SHARE_FOR_VALUES: Final = 0.3
"""Missing share of a part from which the values of a long list are asked: each brings little."""
MAX_CHOICES: Final = 60
MAX_CHOICES_PER_CAP: Final = 4.0
"""Choices of a list that are all asked, in all and for each cap full that a part states. Of a
longer list those are asked that the records of the part hold."""
MIN_VALUED_SHARE: Final = 0.5
"""Share of the records shown that must have a value of what they are split by."""
MAX_WEAK_WORDS: Final = 12
"""Words in a row without news after which a part is left; fewer where words of the parts before
brought nothing."""

CutBy = Callable[[Bound], Sequence[Dimension]]


@dataclass(slots=True)
class CoverResult:
    """Result of a slice cover: ``parts`` were taken whole, ``left`` could not be split.

    ``owing`` are parts that were split and gave less than they state; ``asked`` counts queries.
    """

    left: list[Bound] = field(default_factory=list)
    owing: list[Bound] = field(default_factory=list)
    parts: int = 0
    asked: int = 0

    @property
    def whole(self) -> bool:
        """Whether nothing is left over, as far as the parts state."""
        return not self.left and not self.owing


@dataclass(slots=True)
class _Part:
    """A part that overflows, and what was taken inside it.

    ``has_hole``: a part inside it was not taken whole, and is named in the result.
    """

    bound: Bound
    total: int | None
    dimensions: tuple[Dimension, ...]
    shown: list[Answer]
    keys: dict[Hashable, None] = field(default_factory=dict)
    split: bool = False
    has_hole: bool = False

    @property
    def is_taken(self) -> bool:
        """Whether the part gave as many different records as it states."""
        return self.total is not None and len(self.keys) >= self.total

    @property
    def missing_share(self) -> float:
        """Missing share of the stated records, 0 where no total is stated."""
        return 1.0 - len(self.keys) / self.total if self.total else 0.0

    def add(self, answers: Sequence[Answer]) -> None:
        """Add answers that were taken inside the part."""
        self.shown += answers
        for answer in answers:
            self.keys.update(dict.fromkeys(record.key for record in answer.records))


def slice_cover(
    dimensions: Sequence[Dimension],
    *,
    size: int | None = None,
    cap: int = 0,
    shown: Sequence[Answer] = (),
    more: CutBy = lambda bound: (),
    by_words: bool = False,
) -> Generator[Bound, Answer, CoverResult]:
    """Take everything, by parts that fit ``cap``.

    ``size`` records are stated, of which ``shown`` answers are known. ``more`` returns dimensions
    that show only once a part was asked (dependent selects). With ``by_words`` a
    part that no control splits is asked by terms of its records.
    """
    slicing = _CoverRun(cap, more, by_words)
    part = _Part((), size, tuple(dimensions), [])
    part.add(shown)
    yield from slicing.settle(part)
    slicing.close(part, None)
    return slicing.cover


class _CoverRun:
    """A slice cover in progress, depth first: a part is settled before the next begins."""

    def __init__(self, cap: int, more: CutBy, by_words: bool) -> None:
        self.cap, self.more, self.by_words = cap, more, by_words
        self.cover = CoverResult()
        self._settled: dict[frozenset[tuple[str, str]], None] = {}
        self._futile = 0

    def settle(self, part: _Part) -> Generator[Bound, Answer, None]:
        """Ask all parts inside a part, by one control after the other while much is missing."""
        while not part.is_taken and (not part.split or part.missing_share > MAX_MISSING_SHARE):
            pieces = self._cut(part)
            if pieces is None:
                break
            for bound, rest in pieces:
                if part.is_taken:
                    break
                if not self._is_settled(bound):
                    yield from self._ask(part, bound, rest)
        while (
            self.by_words
            and not part.is_taken
            and part.missing_share > MIN_MISSING_SHARE_FOR_VALUES
        ):
            values = self._longer(part)
            if values is None:
                break
            yield from self._by_values(part, values)
        if self.by_words and not part.is_taken and (not part.split or part.total is not None):
            yield from self._by_terms(part)

    def _ask(
        self, parent: _Part, bound: Bound, rest: tuple[Dimension, ...]
    ) -> Generator[Bound, Answer, list[Answer]]:
        """Ask one part, and settle it in its turn where it overflows; return all its answers."""
        self.cover.asked += 1
        answer = yield bound
        within = tuple(self.more(bound))
        if answer.complete and not (within and not answer.records):
            self.cover.parts += 1
            self._settled[frozenset(bound)] = None
            parent.add([answer])
            return [answer]
        self.cap = max(self.cap, len(answer.records))
        total = answer.total if answer.exact else None
        part = _Part(bound, total, (*within, *rest), [])
        part.add([answer])
        yield from self.settle(part)
        self.close(part, parent)
        return part.shown

    def _show(self, part: _Part, bound: Bound) -> Generator[Bound, Answer, None]:
        """Ask a word inside a part; it is split no further."""
        self.cover.asked += 1
        answer = yield bound
        part.add([answer])
        if answer.complete:
            self._settled[frozenset(bound)] = None

    def _cut(self, part: _Part) -> Iterator[tuple[Bound, tuple[Dimension, ...]]] | None:
        """Split a part by the dimension that promises fewest queries, if its list is short.

        A range of which both ends must be sent goes first: without it, what is served is a part.
        What a range goes on with is found while its parts are asked. None: nothing splits it.
        """
        caps = part.total / self.cap if part.total and self.cap else 1.0
        ways = []
        for number, dimension in enumerate(part.dimensions):
            names = {name for bound in dimension.parts(()) for name, _ in bound}
            own = tuple(pair for pair in part.bound if pair[0] in names)
            pieces = dimension.parts(own)
            is_only_way = isinstance(dimension, Choices) and dimension.is_only_way
            if pieces and (
                len(pieces) <= max(MAX_CHOICES, MAX_CHOICES_PER_CAP * caps)
                or not self.by_words
                or is_only_way
            ):
                ways.append((dimension.queries(caps), number, dimension, names, pieces))
        if not ways:
            return None
        ways = [way for way in ways if _is_needed(way[2])] or ways
        _, _, best, names, pieces = min(ways, key=lambda way: way[:2])
        outside = tuple(pair for pair in part.bound if pair[0] not in names)
        rest = tuple(other for other in part.dimensions if other is not best)
        inner = (*rest, best) if isinstance(best, Span) else rest
        part.dimensions, part.split = rest, True
        onward = best.onward if isinstance(best, Span) and len(outside) == len(part.bound) else None
        every = chain(pieces, onward() if onward is not None else ())
        return (((*outside, *piece), inner) for piece in every)

    def _is_settled(self, bound: Bound) -> bool:
        """Whether a part lies in one that was taken whole, so that nothing new is in it."""
        subsets: list[frozenset[tuple[str, str]]] = [frozenset()]
        for pair in bound:
            subsets += [subset | {pair} for subset in subsets]
        return any(subset in self._settled for subset in subsets)

    def close(self, part: _Part, parent: _Part | None) -> None:
        """Note how a part ended; its records are its parent's too."""
        if part.is_taken or (part.split and not part.has_hole and part.total is None):
            self._settled[frozenset(part.bound)] = None
            self.cover.parts += 1
        elif not part.split:
            self.cover.left.append(part.bound)
        elif not part.has_hole:
            self.cover.owing.append(part.bound)
        if parent is not None:
            parent.has_hole = parent.has_hole or frozenset(part.bound) not in self._settled
            parent.add(part.shown)

    def _longer(self, part: _Part) -> Dimension | None:
        """Return the long list whose values fit the cap best, of equals the shortest."""
        records = max(1, len(part.keys))
        most = self.cap * records / part.total if part.total else inf
        ways = []
        for number, dimension in enumerate(part.dimensions):
            counts = _values(part, dimension.name)
            if len(counts) > 1 and counts.total() >= MIN_VALUED_SHARE * records:
                wide = sum(count for count in counts.values() if count > most) / records
                ways.append((round(wide, 1), len(counts), number, dimension))
        return min(ways, key=lambda way: way[:3])[3] if ways else None

    def _by_values(self, part: _Part, dimension: Dimension) -> Generator[Bound, Answer, None]:
        """Ask the values of one dimension that records of the part hold, the most frequent first.

        Values that no record shown has are left to the words.
        """
        rest = tuple(other for other in part.dimensions if other is not dimension)
        part.dimensions = rest
        asked: dict[str, None] = {}
        while not part.is_taken:
            counts = _values(part, dimension.name)
            fresh = [value for value in counts if value not in asked]
            if not fresh:
                break
            for value in sorted(fresh, key=lambda value: (-counts[value], value)):
                if part.is_taken:
                    break
                asked[value] = None
                bound = (*part.bound, (dimension.name, value))
                if not self._is_settled(bound):
                    yield from self._ask(part, bound, rest)

    def _by_terms(self, part: _Part) -> Generator[Bound, Answer, None]:
        """Ask the values and words of the part's own records, for what no short list splits."""
        terms, counted = _SingleTerms(set(part.bound)), 0
        weak, first, most = 0, len(part.keys), -(-MAX_WEAK_WORDS // (1 + self._futile))
        while not part.is_taken and weak < most:
            for answer in part.shown[counted:]:
                terms.add(answer)
            counted, term = len(part.shown), terms.take()
            if term is None:
                break
            before = len(part.keys)
            yield from self._show(part, (*part.bound, term))
            weak = 0 if len(part.keys) > before else weak + 1
        self._futile = 0 if len(part.keys) > first else self._futile + 1


@dataclass(slots=True)
class _SingleTerms:
    """Terms of records that came once: their other terms lead where little was asked yet (Good)."""

    asked: set[tuple[str, str]]
    _times: Counter[Hashable] = field(default_factory=Counter)
    _once: Counter[tuple[str, str]] = field(default_factory=Counter)

    def add(self, answer: Answer) -> None:
        """Count an answer."""
        for record in answer.records:
            self._times[record.key] += 1
            if self._times[record.key] <= 2:
                change = 1 if self._times[record.key] == 1 else -1
                for term in record.terms:
                    self._once[term.attribute, term.value] += change

    def take(self) -> tuple[str, str] | None:
        """Take the term, not asked yet, of most records that came once; of equals the last."""
        waiting = ((n, term) for term, n in self._once.items() if n > 0 and term not in self.asked)
        best = max(waiting, default=(0, None))[1]
        if best is not None:
            self.asked.add(best)
        return best


def _is_needed(dimension: Dimension) -> bool:
    if isinstance(dimension, Choices):
        return dimension.is_only_way
    return isinstance(dimension, Span) and bool(dimension.tiles)


def _values(part: _Part, name: str) -> Counter[str]:
    """Count values of one dimension among the different records of a part."""
    records = {record.key: record for answer in part.shown for record in answer.records}
    return Counter(
        term.value for record in records.values() for term in record.terms if term.attribute == name
    )
