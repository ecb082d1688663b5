"""Defines the values that the store hands out, one for a row of each table, and how text is kept.

SQLite keeps UTF-8, but a page may bring a lone surrogate, which UTF-8 cannot hold. `bind` sends
such a text as bytes. In SQLite bytes never equal a text, so two keys stay two keys.

>>> bind("北京"), bind("a\\ud800")
('北京', b'a\\xed\\xa0\\x80')
>>> unbind(bind("a\\ud800")) == "a\\ud800"
True
>>> load_fields(dump_fields((Field("题名", "水", "text"),)))
(Field(column='题名', value='水', kind='text'),)
"""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from sys import intern
from typing import Any, Final

from leadline.errors import Damaged
from leadline.model import ArchiveLocator, Field, Level, State

UNREADABLE_VALUE: Final = (
    "A value in the project file cannot be read ({fault}): `leadline check FOLDER --repair` "
    "recovers what it held."
)


IMPORTED_SCHEMES: Final = ("file:", "memory:")
"""Beginnings of the addresses of imported tables, which nobody can be asked for."""


@dataclass(frozen=True, slots=True)
class StoredSource:
    """One source; ``estimate`` is the estimated number of its records."""

    key: str
    url: str
    state: State
    reason: str
    proof: str
    estimate: float | None
    created_at: float
    updated_at: float


@dataclass(frozen=True, slots=True)
class StoredQuery:
    """One query; ``records`` were seen on its ``pages``, ``new`` of them for the first time."""

    id: int
    source: str
    text: str
    purpose: str
    entries: Any
    total: int | None
    exact: bool
    reason: str
    finished: bool
    asked_at: float
    closed_at: float | None
    pages: int
    records: int
    new: int


@dataclass(frozen=True, slots=True)
class StoredPage:
    """One request, answered (``locator`` says where) or failed (``error`` says how)."""

    number: int
    source: str
    query: int | None
    purpose: str
    method: str
    url: str
    final_url: str
    fingerprint: str
    status: int
    truncated: bool
    locator: ArchiveLocator | None
    bytes: int
    fetched_at: float
    seconds: float
    error: str
    note: str
    records: int
    new: int

    @property
    def is_lost(self) -> bool:
        """Whether its answer was archived and has no place any more (``details.lose_pages``)."""
        has_place = self.locator is not None or self.url.startswith(IMPORTED_SCHEMES)
        return bool(self.status) and not has_place

    def address(self, row: int = 0) -> str:
        """Return where a record is shown: of an imported table the row too, as RFC 7111 says it."""
        url = self.final_url or self.url
        return f"{url}#row={row}" if row and url.startswith(IMPORTED_SCHEMES) else url


@dataclass(frozen=True, slots=True)
class Counts:
    """Sums over the requests of one source or of all; ``failed`` requests brought no page."""

    requests: int = 0
    failed: int = 0
    records: int = 0
    sightings: int = 0
    bytes: int = 0
    seconds: float = 0.0
    first_at: float = 0.0
    last_at: float = 0.0


@dataclass(frozen=True, slots=True)
class Purpose:
    """Costs and yield of the requests of one purpose."""

    name: str
    requests: int
    records: int
    new: int
    bytes: int
    seconds: float


@dataclass(frozen=True, slots=True)
class CoveragePoint:
    """One point of the coverage curve."""

    requests: int
    records: int
    estimate: float | None


@dataclass(frozen=True, slots=True)
class Note:
    """Something that the person should know; ``page`` is 0 if it is about no single page."""

    source: str
    level: Level
    text: str
    page: int
    at: float


@dataclass(frozen=True, slots=True)
class ColumnFill:
    """One column of a source: how many records fill it, its first value, and its type.

    ``type`` is that of ``leadline.values.types``: "money (EUR)", "date", "text".
    """

    column: str
    kind: str
    filled: int
    example: str
    type: str = ""


def bind(text: str) -> str | bytes:
    """Turn a text into what SQLite can keep."""
    if text.isascii():
        return text
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-8", "surrogatepass")
    return text


def unbind(value: Any) -> Any:
    """Give back the text that `bind` was given; other values as they are."""
    return value.decode("utf-8", "surrogatepass") if isinstance(value, bytes) else value


def dump(value: Any) -> str | bytes:
    """Turn a value into JSON that SQLite can keep."""
    return bind(json.dumps(value, ensure_ascii=False, separators=(",", ":")))


def load(value: str | bytes) -> Any:
    """Give back the value that `dump` was given; raise `Damaged` for anything else."""
    try:
        return json.loads(unbind(value))
    except (ValueError, TypeError) as fault:
        raise Damaged(UNREADABLE_VALUE.format(fault=fault)) from fault


def dump_fields(fields: Iterable[Field]) -> str | bytes:
    """Turn the fields of a record into JSON: a list of [column, value, kind]."""
    return dump(tuple(fields))


def load_fields(text: str | bytes) -> tuple[Field, ...]:
    """Give back the fields that `dump_fields` was given; equal columns share one text."""
    share: Any = intern  # of a kind it gives back the same kind
    return tuple([Field(share(column), value, share(kind)) for column, value, kind in load(text)])
