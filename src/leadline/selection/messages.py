"""Messages between the crawl of a source and the query coordinator that all sources share.

The crawl reports what every query brought (``QueryObserved``, ``DeferredAnswer``) and asks which
word comes next (``ChooseQuery``); the coordinator answers with a ``QueryChoice``.
"""

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field, replace
from typing import Any, Protocol, Self

from leadline.model import Field
from leadline.selection.probing.engine_behaviour import EngineBehaviour


class RecordView(Protocol):
    """Key and values of a record: of a row of a result page, or of a record of the store."""

    @property
    def key(self) -> str:
        """Identity of the record within its source."""

    @property
    def fields(self) -> tuple[Field, ...]:
        """Values of the record."""


class RecordViews(Protocol):
    """Records that may be read again and again; they need not lie in memory."""

    def __len__(self) -> int: ...
    def __iter__(self) -> Iterator[RecordView]: ...


@dataclass(frozen=True, slots=True)
class QueryObserved:
    """What a query brought; ``query`` is '' where its word may still be chosen.

    ``chosen``: the coordinator had chosen the query; ``new`` of the rows were first sightings;
    ``hidden``: the source shows no more of an answer that goes on.
    """

    query: str
    rows: RecordViews
    pages: int = 1
    total: int | None = None
    exact: bool = False
    complete: bool = False
    chosen: bool = False
    new: int = 0
    hidden: bool = False


@dataclass(frozen=True, slots=True)
class DeferredAnswer(QueryObserved):
    """First page of an answer whose remaining pages the same word may still ask for."""

    def merge(self, rest: QueryObserved) -> QueryObserved:
        """Return the whole answer, as if it had been read at once."""
        return replace(
            rest,
            rows=(*self.rows, *rest.rows),
            pages=self.pages + rest.pages,
            new=self.new + rest.new,
        )


@dataclass(frozen=True, slots=True)
class ChooseQuery:
    """Request for the next word, with what is known of the source.

    ``page_size`` and ``cap`` (largest answer that the source shows, 0 if unknown) are in records,
    ``size`` is the number of records that the source states for itself. ``patience`` multiplies the
    weak answers after which no word is left: a later run goes on where an earlier one ended. Words
    in ``never`` are not asked, by a person's word.
    """

    page_size: int
    cap: int = 0
    size: int | None = None
    habits: EngineBehaviour = field(default_factory=EngineBehaviour)
    patience: int = 1
    never: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class QueryChoice:
    """Word to ask next, or '' with the reason why none is left.

    ``promise`` is the expected yield in new records a request, ``estimate`` the estimated size of
    the source. ``saturated``: the last answers showed so many known records that hardly any can be
    unseen. ``expected`` are the word that was rated best, and its new records that no source gave,
    and that others gave. ``refused`` were rated better and may not be asked. ``settled`` is the
    word of the answer before, the rest of which known records hold.
    """

    word: str
    reason: str = ""
    promise: float = 0.0
    estimate: float | None = None
    saturated: bool = False
    expected: tuple[str, float, float] | None = None
    refused: tuple[str, ...] = ()
    settled: str = ""

    def basis(self) -> dict[str, Any]:
        """Return what a repetition of the choice needs beside its word, as JSON can hold it."""
        parts = asdict(self)
        return {name: parts[name] for name in parts if name != "word" and parts[name] is not None}

    @classmethod
    def of_basis(cls, word: str, basis: Mapping[str, Any]) -> Self:
        """Return a choice that was kept."""
        lists = {name: tuple(basis[name]) for name in ("expected", "refused") if name in basis}
        return cls(word, **{**basis, **lists})
