"""What a live question tells while it runs, and its results in the end."""

from dataclasses import dataclass
from typing import Literal

from leadline.ask.dispatch import SourceChoice
from leadline.integrate.record_table import Member
from leadline.model import Record

AnswerState = Literal["done", "partial", "late", "failed"]
"""How a source ended: wholly answered, answered in part, not ready in time, or failed."""


@dataclass(frozen=True, slots=True)
class SourcesChosen:
    """First event: every source of the project, asked or not, with reasons."""

    choices: tuple[SourceChoice, ...]


@dataclass(frozen=True, slots=True)
class SourceStarted:
    """A source is being asked; ``question`` is what it is sent, in words."""

    source: str
    question: str


@dataclass(frozen=True, slots=True)
class RecordsArrived:
    """Records of one page that answer the question; ``total`` is what the source states."""

    source: str
    records: tuple[Record, ...]
    total: int | None = None


@dataclass(frozen=True, slots=True)
class SourceEnded:
    """A source has ended: ``records`` answer, ``others`` came too and do not; seconds it took."""

    source: str
    state: AnswerState
    records: int
    reason: str
    seconds: float
    others: int = 0


@dataclass(frozen=True, slots=True)
class AskRow:
    """One thing that answers: fused values by attribute and the records that they come from.

    ``entity`` is the id that ``integrate`` gave, else one of this answer alone. ``page_urls`` are
    the pages of the records. ``is_live`` is false where only stored records say so.
    """

    entity: str
    values: tuple[tuple[str, str], ...]
    members: tuple[Member, ...]
    page_urls: tuple[str, ...]
    score: float
    is_live: bool = True


@dataclass(frozen=True, slots=True)
class AskResults:
    """The answer: rows, the best first, what each source did, and what was not asked.

    ``is_partial``: a source that was asked is late, failed or answered in part, or records came too
    late to be merged, so rows may miss.
    ``first_seconds`` is when the first record came, None if none did; ``requests`` were sent.
    """

    query: str
    rows: tuple[AskRow, ...]
    total: int
    sources: tuple[SourceEnded, ...]
    choices: tuple[SourceChoice, ...]
    is_partial: bool
    notes: tuple[str, ...]
    seconds: float
    first_seconds: float | None = None
    requests: int = 0


@dataclass(frozen=True, slots=True)
class QuestionAnswered:
    """Last event."""

    results: AskResults


AskEvent = SourcesChosen | SourceStarted | RecordsArrived | SourceEnded | QuestionAnswered
